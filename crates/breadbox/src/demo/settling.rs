//! What follows from the months before it: card payments, saving, and interest on what is there.

use jiff::civil::Date;

use super::calendar::{Calendar, later, posting_day};
use super::ledger::{Category, Event, Ledger};
use super::people::Holding::{Brokerage, Card, Checking, Savings};

const CARD_PAYMENT: Category = ("LOAN_PAYMENTS", "CREDIT_CARD_PAYMENT");
/// Yearly interest on savings and on card debt, in hundredths of a percent.
const SAVINGS_RATE: i64 = 4_10;
const CARD_RATE: i64 = 21_90;
/// The month of the story in which the card is not paid in full.
const SHORT_MONTH: i64 = 6;
/// The month in which savings pay for the holiday.
const HOLIDAY_MONTH: i64 = 5;

pub(super) fn of_months(ledger: &mut Ledger, calendar: Calendar) {
    for day in calendar.days() {
        match day.day() {
            5 => save(ledger, calendar, day),
            12 => pay_card(ledger, calendar, posting_day(day)),
            20 => invest(ledger, day),
            _ => {}
        }
        if day == day.last_of_month() {
            earn(ledger, day);
        }
    }
}

/// Saving on the fifth; for the holiday, the other way round.
fn save(ledger: &mut Ledger, calendar: Calendar, day: Date) {
    if calendar.month(day) == HOLIDAY_MONTH {
        let out = Event::booked(Savings, day, 2_400_00, "TRANSFER TO CHECKING 4417")
            .under(("TRANSFER_OUT", "ACCOUNT_TRANSFER"));
        ledger.pair(out, (Checking, "TRANSFER FROM SAVINGS 9026", ("TRANSFER_IN", "ACCOUNT_TRANSFER")));
    }
    let out =
        Event::booked(Checking, day, 450_00, "TRANSFER TO SAVINGS 9026").under(("TRANSFER_OUT", "SAVINGS"));
    ledger.pair(out, (Savings, "TRANSFER FROM CHECKING 4417", ("TRANSFER_IN", "SAVINGS")));
}

fn invest(ledger: &mut Ledger, day: Date) {
    let category = ("TRANSFER_OUT", "INVESTMENT_AND_RETIREMENT_FUNDS");
    let out = Event::booked(Checking, day, 300_00, "NORTHWIND BROKERAGE CONTRIB").under(category);
    ledger
        .pair(out, (Brokerage, "CONTRIBUTION FROM BANK", ("TRANSFER_IN", "INVESTMENT_AND_RETIREMENT_FUNDS")));
}

/// Pays what the card's statement of the month before says; once only half of it, which costs interest.
fn pay_card(ledger: &mut Ledger, calendar: Calendar, day: Date) {
    let owed = Card.opening() + ledger.net_out(Card, later(day.first_of_month(), -1));
    if owed <= 0 {
        return;
    }
    let short = calendar.month(day) == SHORT_MONTH;
    let paid = if short { owed / 2 } else { owed };
    let out = Event::booked(Checking, day, paid, "NORTHWIND CARD AUTOPAY").under(CARD_PAYMENT);
    ledger.pair(out, (Card, "AUTOPAY PAYMENT THANK YOU", CARD_PAYMENT));
    if short {
        let interest = (owed - paid) * CARD_RATE / 10_000 / 12;
        ledger.add(
            Event::booked(Card, day.last_of_month(), interest, "INTEREST CHARGE ON PURCHASES")
                .under(("BANK_FEES", "INTEREST_CHARGE")),
        );
    }
}

/// A month's interest on what is in savings on its last day.
fn earn(ledger: &mut Ledger, day: Date) {
    let there = Savings.opening() - ledger.net_out(Savings, day);
    let interest = there * SAVINGS_RATE / 10_000 / 12;
    ledger
        .add(Event::booked(Savings, day, -interest, "INTEREST PAYMENT").under(("INCOME", "INTEREST_EARNED")));
}
