//! What comes every month or every quarter: rent, utilities, insurance, loans, subscriptions.

use jiff::civil::Date;

use super::calendar::Calendar;
use super::chance::Chance;
use super::ledger::{Category, Event, Ledger, ONLINE, OTHER};
use super::people::Holding::{self, Card, Checking, Euro};

/// What a bill comes to, in cents.
enum Price {
    Fixed(i64),
    /// One price, and a higher one from a month of the story on.
    Raised(i64, i64, i64),
    /// Follows the weather: the mean, and each month's share of it in hundredths from January on.
    Seasonal(i64, [i64; 12]),
    /// Every third month.
    Quarterly(i64),
}

struct Bill {
    on: Holding,
    /// The day of the month, at most 28.
    day: i8,
    name: &'static str,
    merchant: &'static str,
    category: Category,
    price: Price,
}

const fn bill(
    (on, day): (Holding, i8),
    (name, merchant): (&'static str, &'static str),
    category: Category,
    price: Price,
) -> Bill {
    Bill { on, day, name, merchant, category, price }
}

/// Cooling in summer and some light in winter.
const POWER: [i64; 12] = [104, 98, 84, 74, 78, 112, 148, 152, 118, 80, 76, 96];
/// Heating.
const HEAT: [i64; 12] = [212, 196, 150, 92, 52, 34, 28, 28, 36, 74, 128, 190];

const RENT: Category = ("RENT_AND_UTILITIES", "RENT");
const ENERGY: Category = ("RENT_AND_UTILITIES", "GAS_AND_ELECTRICITY");
const INTERNET: Category = ("RENT_AND_UTILITIES", "INTERNET_AND_CABLE");
const PHONE: Category = ("RENT_AND_UTILITIES", "TELEPHONE");
const INSURANCE: Category = ("GENERAL_SERVICES", "INSURANCE");
const GYM: Category = ("PERSONAL_CARE", "GYMS_AND_FITNESS_CENTERS");
const VIDEO: Category = ("ENTERTAINMENT", "TV_AND_MOVIES");
const MUSIC: Category = ("ENTERTAINMENT", "MUSIC_AND_AUDIO");
const WATER: Category = ("RENT_AND_UTILITIES", "WATER");
const WASTE: Category = ("RENT_AND_UTILITIES", "SEWAGE_AND_WASTE_MANAGEMENT");
const CAR_LOAN: Category = ("LOAN_PAYMENTS", "CAR_PAYMENT");
const STUDENT_LOAN: Category = ("LOAN_PAYMENTS", "STUDENT_LOAN_PAYMENT");
const GIVING: Category = ("GOVERNMENT_AND_NON_PROFIT", "DONATIONS");
const STORAGE: Category = ("GENERAL_SERVICES", "STORAGE");
const NEWS: Category = ("GENERAL_MERCHANDISE", "BOOKSTORES_AND_NEWSSTANDS");
const FEE: Category = ("BANK_FEES", "OTHER");

const BILLS: &[Bill] = &[
    bill(
        (Checking, 1),
        ("ALDER COURT APTS WEB PMT", "Alder Court Apartments"),
        RENT,
        Price::Raised(2_150_00, 2_235_00, 9),
    ),
    bill(
        (Checking, 9),
        ("CASCADE POWER & LIGHT AUTOPAY", "Cascade Power & Light"),
        ENERGY,
        Price::Seasonal(104_00, POWER),
    ),
    bill((Checking, 11), ("TRI-VALLEY GAS AUTOPAY", "Tri-Valley Gas"), ENERGY, Price::Seasonal(58_00, HEAT)),
    bill((Checking, 18), ("CITY WATER DEPT", "City Water Department"), WATER, Price::Quarterly(131_40)),
    bill((Checking, 18), ("GREENBIN HAULING", "Greenbin Hauling"), WASTE, Price::Fixed(27_50)),
    bill((Checking, 6), ("FIBERLARK INTERNET", "Fiberlark"), INTERNET, Price::Fixed(69_99)),
    bill((Checking, 23), ("TELLWELL WIRELESS", "Tellwell Wireless"), PHONE, Price::Fixed(84_20)),
    bill((Checking, 10), ("MAPLE AUTO FINANCE", "Maple Auto Finance"), CAR_LOAN, Price::Fixed(312_18)),
    bill(
        (Checking, 4),
        ("EVERGUARD INSURANCE", "Everguard Insurance"),
        INSURANCE,
        Price::Raised(118_40, 127_90, 6),
    ),
    bill((Checking, 25), ("RIVER FOOD BANK", "River Food Bank"), GIVING, Price::Fixed(25_00)),
    bill((Card, 8), ("STREAMLY.COM", "Streamly"), VIDEO, Price::Raised(15_49, 17_99, 7)),
    bill((Card, 14), ("MARQUEE+ SUBSCRIPTION", "Marquee+"), VIDEO, Price::Fixed(9_99)),
    bill((Card, 16), ("TUNEHARBOR PREMIUM", "TuneHarbor"), MUSIC, Price::Raised(10_99, 11_99, 10)),
    bill((Card, 21), ("NIMBUS STORAGE 200GB", "Nimbus"), STORAGE, Price::Fixed(2_99)),
    bill((Card, 2), ("THE MORNING LEDGER", "The Morning Ledger"), NEWS, Price::Fixed(12_00)),
    bill((Card, 3), ("IRON & OAK FITNESS", "Iron & Oak Fitness"), GYM, Price::Fixed(44_00)),
    bill((Euro, 3), ("MIETE WOHNUNG 12", "Hausverwaltung Böhm"), RENT, Price::Fixed(780_00)),
    bill((Euro, 15), ("STADTWERKE ABSCHLAG STROM", "Stadtwerke Lindental"), ENERGY, Price::Fixed(54_00)),
    bill((Euro, 5), ("FUNKNETZ MOBIL", "Funknetz"), PHONE, Price::Fixed(19_99)),
    bill((Euro, 12), ("SPORTVEREIN MONATSBEITRAG", "Sportverein 1884"), GYM, Price::Fixed(29_90)),
    bill((Euro, 20), ("STUDIENKREDIT RATE", "Bildungskasse"), STUDENT_LOAN, Price::Fixed(350_00)),
    bill((Euro, 28), ("KONTOFÜHRUNG", ""), FEE, Price::Fixed(4_90)),
];

pub(super) fn of_day(ledger: &mut Ledger, calendar: Calendar, chance: &Chance, day: Date) {
    let month = calendar.month(day);
    for bill in BILLS.iter().filter(|bill| bill.day == day.day()) {
        let Some(cents) = bill.price.at(month, day, chance) else { continue };
        let (channel, lag) = if bill.on == Card { (ONLINE, 1) } else { (OTHER, 0) };
        let due = Event::booked(bill.on, day, cents, bill.name).under(bill.category);
        ledger.add(due.at(bill.merchant, channel).after(lag));
    }
}

impl Price {
    fn at(&self, month: i64, day: Date, chance: &Chance) -> Option<i64> {
        match self {
            Self::Fixed(cents) => Some(*cents),
            Self::Raised(before, after, from) => Some(if month < *from { *before } else { *after }),
            Self::Seasonal(mean, shares) => {
                let share = usize::try_from(day.month()).ok().and_then(|month| shares.get(month - 1));
                // A meter is never read twice alike.
                share.map(|share| mean * share / 100 + chance.between(-4_00, 4_00))
            }
            Self::Quarterly(cents) => (month % 3 == 1).then_some(*cents),
        }
    }
}
