use std::collections::{BTreeMap, BTreeSet};

use belay_core::money::Amount;
use jiff::Timestamp;
use jiff::civil::Date;

use super::calendar::later;
use super::household::{Household, amount};
use super::people::Holding;
use crate::accounts::model::Account;
use crate::categories::model::code;
use crate::categories::seeds::SEEDS;
use crate::connections::model::Status;
use crate::transactions::model::Transaction;

/// Instants in every season, on a leap day, on the first and last days of months and years, on weekends.
const INSTANTS: [&str; 7] = [
    "2026-11-30T14:52:00Z",
    "2024-02-29T00:00:00Z",
    "2025-12-31T23:59:59Z",
    "2027-01-01T06:00:00Z",
    "2026-05-03T12:00:00Z",
    "2026-08-15T09:30:00Z",
    "2031-03-12T18:00:00Z",
];

fn household(instant: &str) -> Household {
    Household::made_up(instant.parse::<Timestamp>().unwrap()).unwrap()
}

fn each(check: impl Fn(&str, Date, &Household)) {
    for instant in INSTANTS {
        check(instant, instant[..10].parse().unwrap(), &household(instant));
    }
}

fn rows<'a>(household: &'a Household, account: &'a Account) -> impl Iterator<Item = &'a Transaction> {
    household.arrivals.iter().map(|arrival| &arrival.transaction).filter(|row| row.account_id == account.id)
}

fn detailed(row: &Transaction) -> &str {
    row.category_detailed.as_deref().unwrap_or_default()
}

fn cents(amount: Amount) -> i64 {
    amount.units() / 100
}

#[test]
fn one_instant_gives_one_household_to_the_letter() {
    for instant in INSTANTS {
        assert_eq!(format!("{:?}", household(instant)), format!("{:?}", household(instant)));
    }
    assert_ne!(format!("{:?}", household(INSTANTS[0])), format!("{:?}", household(INSTANTS[1])));
}

#[test]
fn there_are_about_three_thousand_rows_over_fourteen_months_in_two_currencies() {
    each(|instant, today, household| {
        let counts = (household.members.len(), household.connections.len(), household.accounts.len());
        assert_eq!(counts, (2, 3, 5), "{instant}");
        assert!(
            (2_700..=3_400).contains(&household.arrivals.len()),
            "{instant}: {}",
            household.arrivals.len()
        );
        for code in ["USD", "EUR"] {
            let of = household.arrivals.iter().filter(|row| row.transaction.currency.unwrap().code() == code);
            assert!(of.count() > 500, "{instant}: {code}");
        }
        let oldest = household.arrivals.iter().map(|row| row.transaction.date).min().unwrap();
        assert!(oldest < later(today, -417) && oldest > later(today, -432), "{instant}: {oldest}");
    });
}

#[test]
fn nothing_lies_in_the_future_or_is_made_after_it_is_posted() {
    each(|instant, today, household| {
        for row in household.arrivals.iter().map(|arrival| &arrival.transaction) {
            assert!(row.date <= today, "{instant}: {row:?}");
            assert!(row.authorized_date.is_none_or(|made| made <= row.date), "{instant}: {row:?}");
        }
    });
}

#[test]
fn identifiers_and_source_keys_are_unique() {
    each(|instant, _, household| {
        let ids: BTreeSet<&str> = household.arrivals.iter().map(|row| row.transaction.id.as_str()).collect();
        let keys: BTreeSet<&str> = household.arrivals.iter().map(|row| row.source_key.as_str()).collect();
        assert_eq!(
            (ids.len(), keys.len()),
            (household.arrivals.len(), household.arrivals.len()),
            "{instant}"
        );
    });
}

#[test]
fn balances_are_what_was_there_and_what_was_posted_since() {
    each(|instant, _, household| {
        for (holding, account) in Holding::ALL.into_iter().zip(&household.accounts) {
            let sum = |pending: bool| -> Amount {
                let of = rows(household, account).filter(|row| row.pending == pending);
                of.fold(Amount::ZERO, |sum, row| sum.checked_add(row.amount).unwrap())
            };
            let (opening, current) = (amount(holding.opening()).unwrap(), account.balance_current.unwrap());
            let (expected, free) = match account.balance_limit {
                // Owed: purchases add to it, and what is neither owed nor waiting may be spent.
                Some(limit) => {
                    let owed = opening.checked_add(sum(false)).unwrap();
                    (owed, limit.checked_sub(owed).unwrap().checked_sub(sum(true)).unwrap())
                }
                None => {
                    let there = opening.checked_sub(sum(false)).unwrap();
                    (there, there.checked_sub(sum(true)).unwrap())
                }
            };
            assert_eq!(current, expected, "{instant}: {}", account.name);
            assert!(account.balance_available.is_none_or(|told| told == free), "{instant}: {}", account.name);
        }
    });
}

#[test]
fn no_account_is_ever_overdrawn_and_the_card_stays_within_its_limit() {
    each(|instant, _, household| {
        for (holding, account) in Holding::ALL.into_iter().zip(&household.accounts) {
            let mut by_day: BTreeMap<Date, i64> = BTreeMap::new();
            for row in rows(household, account) {
                *by_day.entry(row.date).or_default() += cents(row.amount);
            }
            let mut out = 0;
            for (day, spent) in by_day {
                out += spent;
                match holding.limit() {
                    Some(limit) => {
                        assert!(holding.opening() + out < limit, "{instant}: {} on {day}", account.name);
                    }
                    None => assert!(holding.opening() > out, "{instant}: {} on {day}", account.name),
                }
            }
        }
    });
}

#[test]
fn every_category_is_in_the_taxonomy_and_few_rows_have_none() {
    let known: BTreeSet<(String, String)> = SEEDS
        .iter()
        .flat_map(|seed| {
            seed.children.iter().map(|child| (code(seed.slug), code(&format!("{}_{child}", seed.slug))))
        })
        .collect();
    each(|instant, _, household| {
        let mut without = 0;
        for row in household.arrivals.iter().map(|arrival| &arrival.transaction) {
            match (row.category_primary.clone(), row.category_detailed.clone()) {
                (Some(primary), Some(detailed)) => {
                    assert!(known.contains(&(primary, detailed)), "{instant}: {row:?}");
                }
                (None, None) => without += 1,
                half => panic!("{instant}: {half:?}"),
            }
        }
        assert!((4..=20).contains(&without), "{instant}: {without}");
    });
}

#[test]
fn transfers_between_own_accounts_and_card_payments_cancel() {
    const OWN: [&str; 7] = [
        "TRANSFER_OUT_SAVINGS",
        "TRANSFER_IN_SAVINGS",
        "TRANSFER_OUT_ACCOUNT_TRANSFER",
        "TRANSFER_IN_ACCOUNT_TRANSFER",
        "TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS",
        "TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS",
        "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT",
    ];
    each(|instant, _, household| {
        let mut open: BTreeMap<(Date, i64), i64> = BTreeMap::new();
        let mut legs = 0;
        for row in household.arrivals.iter().map(|arrival| &arrival.transaction) {
            if OWN.contains(&detailed(row)) {
                legs += 1;
                *open.entry((row.date, cents(row.amount.abs()))).or_default() += cents(row.amount).signum();
            }
        }
        assert!(legs >= 2 * 3 * 12, "{instant}: {legs}");
        assert!(open.values().all(|left| *left == 0), "{instant}");
    });
}

#[test]
fn the_last_days_hold_pending_rows_and_no_posted_twin_of_them() {
    each(|instant, today, household| {
        let pending: Vec<&Transaction> =
            household.arrivals.iter().map(|row| &row.transaction).filter(|row| row.pending).collect();
        assert!((3..=60).contains(&pending.len()), "{instant}: {}", pending.len());
        assert!(pending.iter().all(|row| row.date >= later(today, -9)), "{instant}");
        assert!(pending.iter().all(|row| row.authorized_date == Some(row.date)), "{instant}");
    });
}

#[test]
fn the_story_has_refunds_twins_prices_that_rise_and_names_beyond_ascii() {
    each(|instant, _, household| {
        let all = || household.arrivals.iter().map(|arrival| &arrival.transaction);
        let refund =
            |row: &&Transaction| row.amount.is_negative() && detailed(row).starts_with("GENERAL_MERCHANDISE");
        assert!(all().filter(refund).count() >= 3, "{instant}");
        let mut seen = BTreeSet::new();
        let twins =
            all().filter(|row| !seen.insert((row.account_id.as_str(), row.date, row.amount, &row.name)));
        assert!(twins.count() > 50, "{instant}");
        let prices: BTreeSet<Amount> =
            all().filter(|row| row.name == "STREAMLY.COM").map(|row| row.amount).collect();
        assert_eq!(prices.len(), 2, "{instant}");
        let merchants = || all().filter_map(|row| row.merchant_name.as_deref());
        assert!(
            merchants().any(|name| !name.is_ascii()) && merchants().any(|name| name.contains('\'')),
            "{instant}"
        );
        for channel in ["in store", "online", "other"] {
            assert!(all().any(|row| row.payment_channel == channel), "{instant}: {channel}");
        }
    });
}

#[test]
fn the_sync_status_has_a_healthy_a_stale_and_a_broken_connection() {
    each(|instant, _, household| {
        let now: Timestamp = instant.parse().unwrap();
        let hours: Vec<(Status, i64)> = household
            .connections
            .iter()
            .map(|one| (one.status, now.duration_since(one.last_synced_at.unwrap()).as_hours()))
            .collect();
        assert_eq!(
            hours,
            [(Status::Active, 2), (Status::Active, 49), (Status::PendingReauth, 144)],
            "{instant}"
        );
        assert!(household.connections[2].error_message.is_some());
    });
}
