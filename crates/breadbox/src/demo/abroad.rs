//! Zoë's daily life abroad, in euros: where, how often, for how much.

use super::home::{Habit, Shop};
use super::ledger::{Category, IN_STORE, ONLINE};
use super::people::Holding;

const fn euro(category: Category, often: (i64, i64), price: (i64, i64), shops: &'static [Shop]) -> Habit {
    Habit { on: Holding::Euro, category, channel: IN_STORE, often, price, shops }
}

/// Whether Zoë lives abroad in a month of the story: four months there, two at home.
pub(super) fn is_abroad(month: i64) -> bool {
    month % 6 < 4
}

/// The habits abroad.
pub(super) const HABITS: &[Habit] = &[
    euro(
        ("FOOD_AND_DRINK", "GROCERIES"),
        (52, 50),
        (6_30, 61_00),
        &[
            ("MARKTHALLE LINDENTAL", "Markthalle Lindental"),
            ("FRISCHHOF 214 SAGT DANKE", "Frischhof"),
            ("BIO ÄHRE GMBH", "Bio Ähre"),
        ],
    ),
    euro(
        ("FOOD_AND_DRINK", "COFFEE"),
        (54, 46),
        (2_40, 7_20),
        &[("RÖSTEREI KÜHN", "Rösterei Kühn"), ("CAFE IM HOF", "Café im Hof")],
    ),
    euro(("FOOD_AND_DRINK", "OTHER"), (36, 48), (1_80, 9_60), &[("BÄCKEREI GROẞ", "Bäckerei Groß")]),
    euro(
        ("FOOD_AND_DRINK", "RESTAURANT"),
        (20, 48),
        (11_50, 54_00),
        &[
            ("GASTHAUS ZUM LÖWEN", "Gasthaus zum Löwen"),
            ("L'ÉTOILE BISTRO", "L'Étoile"),
            ("TRATTORIA DA GIÒ", "Trattoria da Giò"),
        ],
    ),
    euro(("FOOD_AND_DRINK", "FAST_FOOD"), (28, 20), (5_50, 12_90), &[("DÖNER PALAST", "Döner Palast")]),
    euro(
        ("TRANSPORTATION", "TAXIS_AND_RIDE_SHARES"),
        (4, 14),
        (8_40, 29_00),
        &[("TAXI ZENTRALE", "Taxi-Zentrale")],
    ),
    euro(("TRANSPORTATION", "BIKES_AND_SCOOTERS"), (18, 14), (1_20, 4_80), &[("RADELN-APP", "Radeln")]),
    euro(
        ("MEDICAL", "PHARMACIES_AND_SUPPLEMENTS"),
        (6, 3),
        (4_95, 27_00),
        &[("APOTHEKE AM MARKT", "Apotheke am Markt")],
    ),
    euro(
        ("GENERAL_MERCHANDISE", "DISCOUNT_STORES"),
        (12, 16),
        (2_95, 36_00),
        &[("DROGERIE SÖHNE", "Drogerie Söhne")],
    ),
    euro(
        ("GENERAL_MERCHANDISE", "BOOKSTORES_AND_NEWSSTANDS"),
        (5, 8),
        (4_00, 28_00),
        &[("BUCHHANDLUNG WIRTH", "Buchhandlung Wirth")],
    ),
    Habit {
        channel: ONLINE,
        ..euro(("TRAVEL", "OTHER"), (3, 9), (14_90, 69_90), &[("BAHN.FAHRKARTE", "Bahnreise")])
    },
    euro(
        ("ENTERTAINMENT", "SPORTING_EVENTS_AMUSEMENT_PARKS_AND_MUSEUMS"),
        (2, 10),
        (8_00, 32_00),
        &[("KUNSTHALLE", "Kunsthalle")],
    ),
];
