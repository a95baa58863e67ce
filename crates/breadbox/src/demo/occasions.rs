//! What happens once or now and then: doctors, the car, moving between two countries, rows nobody can place.

use jiff::civil::Date;

use super::calendar::{Calendar, later};
use super::ledger::{Category, Event, IN_STORE, Ledger, ONLINE, OTHER};
use super::people::Holding::{self, Card, Checking, Euro};

/// A day of the story, the account, and how much, in cents.
type When = (i64, Holding, i64);

const ONCE: &[(When, (&str, &str), Category)] = &[
    ((24, Card, 164_00), ("DR. PEÑA DENTAL", "Dr. Peña Dental"), ("MEDICAL", "DENTAL_CARE")),
    ((51, Card, 318_65), ("GEARBOX AUTO REPAIR", "Gearbox Auto Repair"), ("GENERAL_SERVICES", "AUTOMOTIVE")),
    (
        (66, Card, 35_00),
        ("MEADOW FAMILY MEDICINE COPAY", "Meadow Family Medicine"),
        ("MEDICAL", "PRIMARY_CARE"),
    ),
    ((79, Card, 212_00), ("PAWS & CLAWS VETERINARY", "Paws & Claws"), ("MEDICAL", "VETERINARY_SERVICES")),
    ((96, Card, 684_50), ("ÅKERMAN FURNITURE", "Åkerman Furniture"), ("HOME_IMPROVEMENT", "FURNITURE")),
    ((118, Euro, 89_00), ("ZAHNARZTPRAXIS DR. WEISS", "Dr. Weiß"), ("MEDICAL", "DENTAL_CARE")),
    ((137, Card, 246_00), ("CLEARVIEW OPTICAL", "Clearview Optical"), ("MEDICAL", "EYE_CARE")),
    ((188, Card, 129_00), ("ONLINE COURSE *STATISTICS", "Coursebarn"), ("GENERAL_SERVICES", "EDUCATION")),
    ((214, Card, 164_00), ("DR. PEÑA DENTAL", "Dr. Peña Dental"), ("MEDICAL", "DENTAL_CARE")),
    (
        (233, Checking, 190_00),
        ("PRICE & DAUGHTERS CPA", "Price & Daughters"),
        ("GENERAL_SERVICES", "ACCOUNTING_AND_FINANCIAL_PLANNING"),
    ),
    (
        (249, Card, 74_80),
        ("BLOOMSBURY FLOWERS & GIFTS", "Bloomsbury"),
        ("GENERAL_MERCHANDISE", "GIFTS_AND_NOVELTIES"),
    ),
    ((268, Card, 1_149_00), ("VOLTHOUSE.COM", "Volthouse"), ("GENERAL_MERCHANDISE", "ELECTRONICS")),
    (
        (291, Checking, 143_00),
        ("DMV VEHICLE REGISTRATION", ""),
        ("GOVERNMENT_AND_NON_PROFIT", "GOVERNMENT_DEPARTMENTS_AND_AGENCIES"),
    ),
    (
        (322, Card, 188_00),
        ("STADIUM BOX OFFICE", "Stadium"),
        ("ENTERTAINMENT", "SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS"),
    ),
    (
        (341, Card, 35_00),
        ("MEADOW FAMILY MEDICINE COPAY", "Meadow Family Medicine"),
        ("MEDICAL", "PRIMARY_CARE"),
    ),
    ((367, Card, 427_15), ("GEARBOX AUTO REPAIR", "Gearbox Auto Repair"), ("GENERAL_SERVICES", "AUTOMOTIVE")),
    (
        (388, Card, 96_30),
        ("TRAILHEAD SPORTING GOODS", "Trailhead Sports"),
        ("GENERAL_MERCHANDISE", "SPORTING_GOODS"),
    ),
    ((402, Card, 18_75), ("PARCEL POST 0091", "Parcel Post"), ("GENERAL_SERVICES", "POSTAGE_AND_SHIPPING")),
];

/// Rows that no provider has placed in a category.
const UNPLACED: &[(When, &str)] = &[
    ((33, Checking, 120_00), "CHECK 1041"),
    ((71, Card, 17_43), "POS 8839201 XX"),
    ((105, Checking, 45_00), "CHECK 1042"),
    ((163, Euro, 22_50), "LASTSCHRIFT 0044912"),
    ((220, Checking, -60_00), "MOBILE DEPOSIT"),
    ((277, Checking, 340_00), "CHECK 1043"),
    ((355, Card, 9_99), "WWW.8Q2-BILLING"),
    ((409, Checking, 75_00), "CHECK 1044"),
];

pub(super) fn of_day(ledger: &mut Ledger, calendar: Calendar, day: Date) {
    for ((number, on, cents), (name, merchant), category) in ONCE {
        if calendar.day(*number) == day {
            ledger
                .add(Event::booked(*on, day, *cents, name).under(*category).at(merchant, IN_STORE).after(1));
        }
    }
    for ((number, on, cents), name) in UNPLACED {
        if calendar.day(*number) == day {
            ledger.add(Event::booked(*on, day, *cents, name));
        }
    }
    if day.day() == 2 && [4, 6, 10, 12].contains(&calendar.month(day)) {
        let flight = Event::booked(Euro, day, 438_60, "NORDWIND AIR").under(("TRAVEL", "FLIGHTS"));
        ledger.add(flight.at("Nordwind Air", ONLINE).after(1));
    }
    lately(ledger, calendar, day);
}

/// The last days always hold something that is not final: a filling station's hold, and a deposit on its way.
fn lately(ledger: &mut Ledger, calendar: Calendar, day: Date) {
    if day == later(calendar.today, -Card.days_behind()) {
        let hold =
            Event::booked(Card, day, 100_00, "PIONEER FUEL 0193 HOLD").under(("TRANSPORTATION", "GAS"));
        ledger.add(hold.at("Pioneer Fuel", IN_STORE).after(1));
    }
    if day == calendar.today {
        let deposit =
            Event::booked(Checking, day, -42_50, "MOBILE CHECK DEPOSIT").under(("TRANSFER_IN", "DEPOSIT"));
        ledger.add(deposit.at("", OTHER).after(1));
    }
}
