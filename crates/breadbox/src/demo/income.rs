//! What comes in: salaries, dividends, a tax refund.

use jiff::civil::Date;

use super::calendar::{Calendar, later, pay_day};
use super::ledger::{Category, Event, Ledger};
use super::people::Holding;

const WAGES: Category = ("INCOME", "WAGES");
/// Nora's pay twice a month, before and after her raise, in cents.
const PAY: (i64, i64) = (3_762_44, 3_912_94);
/// The month of the story from which the raise counts.
const RAISE: i64 = 8;
/// Zoë's pay once a month, in cents.
const PAY_ABROAD: i64 = 2_684_30;

pub(super) fn of_day(ledger: &mut Ledger, calendar: Calendar, day: Date) {
    if is_pay_day(day, 15) || is_pay_day(day, day.last_of_month().day()) {
        let cents = if calendar.month(day) < RAISE { PAY.0 } else { PAY.1 };
        let pay = Event::booked(Holding::Checking, day, -cents, "BRIGHTLOOM STUDIOS PAYROLL PPD");
        ledger.add(Event { merchant: Some("Brightloom Studios"), ..pay.under(WAGES) });
    }
    if is_pay_day(day, 27) {
        let pay = Event::booked(Holding::Euro, day, -PAY_ABROAD, "GEHALT WERKHAUS GMBH");
        ledger.add(Event { merchant: Some("Werkhaus GmbH"), ..pay.under(WAGES) });
    }
    if day.day() == 17 && calendar.month(day) % 3 == 2 {
        let cents = 168_20 + 3_15 * calendar.month(day);
        ledger.add(
            Event::booked(Holding::Brokerage, day, -cents, "DIVIDEND TOTAL MARKET FUND")
                .under(("INCOME", "DIVIDENDS")),
        );
    }
    if (day.month(), day.day()) == (4, 14) {
        ledger.add(
            Event::booked(Holding::Checking, day, -1_286_00, "TREASURY TAX REFUND")
                .under(("INCOME", "TAX_REFUND")),
        );
    }
}

/// Whether the pay that is promised for a day of the month comes on this day.
fn is_pay_day(day: Date, promised: i8) -> bool {
    // A promised day on a weekend is paid on the Friday before, at most two days earlier and in the same month.
    (0..=2)
        .map(|ahead| later(day, ahead))
        .any(|other| other.day() == promised && other.month() == day.month() && pay_day(other) == day)
}
