//! Two weeks away: flights long before, then lodging, a car, meals and museums, with the card's fee for foreign money.

use jiff::civil::Date;

use super::calendar::{Calendar, later};
use super::chance::Chance;
use super::ledger::{Category, Event, IN_STORE, Ledger, ONLINE};
use super::people::Holding::{Card, Checking};

/// The day of the story on which the holiday begins.
const FIRST: i64 = 152;
const DAYS: i64 = 13;
/// What the card's issuer asks for changing money: 3 in 100.
const FEE: i64 = 3;

const FOREIGN_FEE: Category = ("BANK_FEES", "FOREIGN_TRANSACTION_FEES");
const MEALS: &[(&str, &str)] = &[
    ("REST KAFFIHÚSIÐ", "Kaffihúsið"),
    ("FISKFÉLAGIÐ", "Fiskfélagið"),
    ("BRAUÐ OG CO", "Brauð og Co"),
    ("SÚPUVAGNINN VÍK", "Súpuvagninn"),
];
const SIGHTS: &[(&str, &str)] =
    &[("LÓNIÐ BATHS", "Lónið Baths"), ("JÖKULL TOURS", "Jökull Tours"), ("SAFNAHÚSIÐ", "Safnahúsið")];

/// Whether both are away.
pub(super) fn is_on(calendar: Calendar, day: Date) -> bool {
    let first = calendar.day(FIRST);
    (first..later(first, DAYS)).contains(&day)
}

pub(super) fn of_day(ledger: &mut Ledger, calendar: Calendar, chance: &Chance, day: Date) {
    if day == calendar.day(FIRST - 47) {
        for _ in 0..2 {
            // One ticket each, at one price: two equal rows.
            let ticket = Event::booked(Card, day, 612_40, "NORDWIND AIR 7712").under(("TRAVEL", "FLIGHTS"));
            ledger.add(ticket.at("Nordwind Air", ONLINE).after(2));
        }
    }
    if !is_on(calendar, day) {
        return;
    }
    if day == calendar.day(FIRST) {
        abroad(ledger, day, (418_90, "BÍLALEIGA EAST"), ("Bílaleiga East", ("TRAVEL", "RENTAL_CARS")));
        cash(ledger, day);
    }
    if day == calendar.day(FIRST) || day == calendar.day(FIRST + 6) {
        abroad(
            ledger,
            day,
            (864_00, "GUESTHOUSE SÓLHEIMAR"),
            ("Guesthouse Sólheimar", ("TRAVEL", "LODGING")),
        );
    }
    for _ in 0..chance.between(1, 3) {
        let Some((name, merchant)) = chance.pick(MEALS) else { continue };
        abroad(
            ledger,
            day,
            (chance.price((9_40, 78_00)), name),
            (merchant, ("FOOD_AND_DRINK", "RESTAURANT")),
        );
    }
    if chance.percent(45) {
        let Some((name, merchant)) = chance.pick(SIGHTS) else { return };
        let sights = ("ENTERTAINMENT", "SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS");
        abroad(ledger, day, (chance.price((16_00, 142_00)), name), (merchant, sights));
    }
}

/// A purchase by card with the fee on it.
fn abroad(
    ledger: &mut Ledger,
    day: Date,
    (cents, name): (i64, &str),
    (merchant, category): (&'static str, Category),
) {
    ledger.add(Event::booked(Card, day, cents, name).under(category).at(merchant, IN_STORE).after(2));
    ledger.add(
        Event::booked(Card, day, cents * FEE / 100, "FOREIGN TRANSACTION FEE").under(FOREIGN_FEE).after(2),
    );
}

fn cash(ledger: &mut Ledger, day: Date) {
    ledger.add(
        Event::booked(Checking, day, 200_00, "ATM WITHDRAWAL KEFLAVIK").under(("TRANSFER_OUT", "WITHDRAWAL")),
    );
    ledger.add(Event::booked(Checking, day, 5_00, "NON-NETWORK ATM FEE").under(("BANK_FEES", "ATM_FEES")));
}
