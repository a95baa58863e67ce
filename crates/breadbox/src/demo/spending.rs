//! Daily life: each habit, each day, as often as it happens.

use jiff::civil::Date;

use super::abroad::{self, is_abroad};
use super::calendar::{Calendar, is_day_off, later};
use super::chance::Chance;
use super::holiday;
use super::home::{self, Habit, RETURNABLE};
use super::ledger::{Category, Event, IN_STORE, Ledger};
use super::people::Holding;

/// How often something returnable is returned, in hundredths.
const RETURNED: i64 = 6;
/// Two people buy more often than one, in hundredths.
const BOTH: i64 = 115;
/// Gifts, in hundredths of an ordinary month.
const DECEMBER: i64 = 170;

pub(super) fn of_day(ledger: &mut Ledger, calendar: Calendar, chance: &Chance, day: Date) {
    let abroad = is_abroad(calendar.month(day));
    if !holiday::is_on(calendar, day) {
        for habit in home::HABITS {
            let together = if abroad { 100 } else { BOTH };
            practise(ledger, chance, habit, (day, together));
        }
        commute(ledger, chance, day);
    }
    if abroad {
        for habit in abroad::HABITS {
            practise(ledger, chance, habit, (day, 100));
        }
    }
}

fn practise(ledger: &mut Ledger, chance: &Chance, habit: &Habit, (day, share): (Date, i64)) {
    let (working, off) = habit.often;
    let often = if is_day_off(day) { off } else { working };
    let season = if day.month() == 12 && RETURNABLE.contains(&habit.category) { DECEMBER } else { 100 };
    for _ in 0..chance.times(often * share / 100 * season / 100) {
        let Some((name, merchant)) = chance.pick(habit.shops) else { continue };
        let cents = chance.price(habit.price);
        let bought =
            Event::booked(habit.on, day, cents, name).under(habit.category).at(merchant, habit.channel);
        if RETURNABLE.contains(&habit.category) && chance.percent(RETURNED) {
            give_back(ledger, chance, &bought);
        }
        ledger.add(bought.after(lag(habit.on, chance)));
    }
}

/// Money back is a negative amount in the category it was spent in.
fn give_back(ledger: &mut Ledger, chance: &Chance, bought: &Event) {
    let (cents, day) = (-bought.cents, later(bought.day, chance.between(5, 12)));
    ledger.add(Event { cents, day, lag: 2, name: format!("{} RETURN", bought.name), ..bought.clone() });
}

/// There and back for the same fare: two rows of one day that nothing but their number tells apart.
fn commute(ledger: &mut Ledger, chance: &Chance, day: Date) {
    const TRANSIT: Category = ("TRANSPORTATION", "PUBLIC_TRANSIT");
    if !is_day_off(day) && chance.percent(56) {
        let ride = Event::booked(Holding::Card, day, 2_75, "METRO LINE FARE").under(TRANSIT);
        let ride = ride.at("Metro Line", IN_STORE).after(1);
        ledger.add(ride.clone());
        ledger.add(ride);
    }
}

/// Cards take a day or two, the bank's own debit card one at most.
fn lag(on: Holding, chance: &Chance) -> i64 {
    if on == Holding::Card { chance.between(1, 2) } else { 1 }
}
