//! Daily life at home, in dollars: where, how often, for how much.

use super::ledger::{Category, IN_STORE, ONLINE};
use super::people::Holding;

/// A shop: what the bank writes, and whom the provider takes it for (nobody, where it is empty).
pub(super) type Shop = (&'static str, &'static str);

/// Something that is bought again and again.
#[derive(Clone, Copy)]
pub(super) struct Habit {
    pub(super) on: Holding,
    pub(super) category: Category,
    pub(super) channel: &'static str,
    /// How often on a working day and on a day off, in hundredths.
    pub(super) often: (i64, i64),
    /// The least and the most, in cents.
    pub(super) price: (i64, i64),
    pub(super) shops: &'static [Shop],
}

const fn card(category: Category, often: (i64, i64), price: (i64, i64), shops: &'static [Shop]) -> Habit {
    Habit { on: Holding::Card, category, channel: IN_STORE, often, price, shops }
}

const fn debit(category: Category, often: (i64, i64), price: (i64, i64), shops: &'static [Shop]) -> Habit {
    Habit { on: Holding::Checking, category, channel: IN_STORE, often, price, shops }
}

const fn online(habit: Habit) -> Habit {
    Habit { channel: ONLINE, ..habit }
}

/// What may be sent back.
pub(super) const RETURNABLE: [Category; 3] = [MARKETPLACE, CLOTHES, ELECTRONICS];

const MARKETPLACE: Category = ("GENERAL_MERCHANDISE", "ONLINE_MARKETPLACES");
const CLOTHES: Category = ("GENERAL_MERCHANDISE", "CLOTHING_AND_ACCESSORIES");
const ELECTRONICS: Category = ("GENERAL_MERCHANDISE", "ELECTRONICS");

/// The habits at home.
pub(super) const HABITS: &[Habit] = &[
    card(
        ("FOOD_AND_DRINK", "GROCERIES"),
        (33, 64),
        (14_20, 138_00),
        &[
            ("GREEN LADDER MARKET #0412", "Green Ladder Market"),
            ("GREEN LADDER MARKET #0088", "Green Ladder Market"),
            ("FARMER'S ALLEY COOP", "Farmer's Alley Co-op"),
            ("SUNDOWN GROCERY 2214", "Sundown Grocery"),
        ],
    ),
    card(
        ("FOOD_AND_DRINK", "COFFEE"),
        (62, 46),
        (3_75, 9_40),
        &[
            ("SQ *TWO FINCHES COFFEE", "Two Finches Coffee"),
            ("TST* CAFÉ AMÉLIE", "Café Amélie"),
            ("KETTLE & CO 031", "Kettle & Co"),
        ],
    ),
    card(
        ("FOOD_AND_DRINK", "RESTAURANT"),
        (22, 65),
        (18_00, 96_00),
        &[
            ("TST* LUPO'S TRATTORIA", "Lupo's Trattoria"),
            ("SAKURA NOODLE BAR 麺", "Sakura Noodle Bar 麺"),
            ("TST* THE COPPER PAN", "The Copper Pan"),
            ("TAQUERIA EL NIÑO", "Taquería El Niño"),
        ],
    ),
    card(
        ("FOOD_AND_DRINK", "FAST_FOOD"),
        (25, 22),
        (8_10, 21_50),
        &[
            ("BOWL & SPOON 118", "Bowl & Spoon"),
            ("PATTY'S BURGERS #7", "Patty's Burgers"),
            ("SALAD YARD", "Salad Yard"),
        ],
    ),
    online(card(
        ("FOOD_AND_DRINK", "DELIVERY"),
        (10, 20),
        (22_00, 58_00),
        &[("PLATEPORTER *ORDER", "PlatePorter")],
    )),
    card(
        ("FOOD_AND_DRINK", "BEER_WINE_AND_LIQUOR"),
        (5, 16),
        (12_00, 64_00),
        &[("CORK & BARLEY", "Cork & Barley"), ("O'MALLEY'S TAP ROOM", "O'Malley's Tap Room")],
    ),
    debit(("FOOD_AND_DRINK", "VENDING_MACHINES"), (14, 1), (1_50, 3_25), &[("CTLP*VENDLINE", "")]),
    card(
        ("TRANSPORTATION", "GAS"),
        (10, 22),
        (31_00, 62_00),
        &[("PIONEER FUEL 0193", "Pioneer Fuel"), ("BRIGHTWAY GAS 55", "Brightway")],
    ),
    card(
        ("TRANSPORTATION", "PARKING"),
        (12, 15),
        (3_00, 24_00),
        &[("CITY METER PARKING", "City Meter"), ("PARKWELL GARAGE", "Parkwell")],
    ),
    online(card(
        ("TRANSPORTATION", "TAXIS_AND_RIDE_SHARES"),
        (9, 24),
        (9_80, 38_00),
        &[("HOPPLE *TRIP", "Hopple")],
    )),
    debit(("TRANSPORTATION", "TOLLS"), (7, 8), (1_75, 6_50), &[("BAY TOLL AUTHORITY", "Bay Toll Authority")]),
    online(card(
        MARKETPLACE,
        (20, 34),
        (7_99, 124_00),
        &[
            ("BAZAARO MKTPL*2K4", "Bazaaro"),
            ("BAZAARO MKTPL*7QF", "Bazaaro"),
            ("ETTA'S HANDMADE", "Etta's Handmade"),
        ],
    )),
    card(
        CLOTHES,
        (5, 18),
        (19_00, 148_00),
        &[("THREAD & THIMBLE", "Thread & Thimble"), ("NORTHFACE ROW 41", "North Face Row")],
    ),
    online(card(ELECTRONICS, (2, 5), (24_00, 380_00), &[("VOLTHOUSE.COM", "Volthouse")])),
    card(("GENERAL_MERCHANDISE", "SUPERSTORES"), (6, 24), (22_00, 176_00), &[("MEGAMART 1120", "MegaMart")]),
    card(
        ("GENERAL_MERCHANDISE", "CONVENIENCE_STORES"),
        (9, 10),
        (2_40, 18_00),
        &[("CORNER 24 #310", "Corner 24"), ("LUCKY'S MINI MART", "Lucky's Mini Mart")],
    ),
    card(
        ("GENERAL_MERCHANDISE", "BOOKSTORES_AND_NEWSSTANDS"),
        (3, 10),
        (8_99, 46_00),
        &[("THE DOG-EARED PAGE", "The Dog-Eared Page")],
    ),
    card(
        ("GENERAL_MERCHANDISE", "PET_SUPPLIES"),
        (4, 9),
        (14_00, 82_00),
        &[("WHISKER & PAW", "Whisker & Paw")],
    ),
    card(
        ("HOME_IMPROVEMENT", "HARDWARE"),
        (3, 13),
        (6_40, 118_00),
        &[("HAMMER BROS. HARDWARE", "Hammer Bros.")],
    ),
    card(
        ("MEDICAL", "PHARMACIES_AND_SUPPLEMENTS"),
        (7, 8),
        (6_20, 48_00),
        &[("WELLSPRING PHARMACY 19", "Wellspring Pharmacy")],
    ),
    card(("PERSONAL_CARE", "HAIR_AND_BEAUTY"), (2, 6), (28_00, 96_00), &[("SALON NAÏF", "Salon Naïf")]),
    debit(
        ("PERSONAL_CARE", "LAUNDRY_AND_DRY_CLEANING"),
        (5, 4),
        (9_00, 34_00),
        &[("BUBBLE'S DRY CLEANING", "Bubble's")],
    ),
    card(
        ("ENTERTAINMENT", "TV_AND_MOVIES"),
        (2, 12),
        (13_50, 44_00),
        &[("ORPHEUM CINEMAS", "Orpheum Cinemas")],
    ),
    online(card(
        ("ENTERTAINMENT", "VIDEO_GAMES"),
        (2, 5),
        (4_99, 69_99),
        &[("PIXELDOCK GAMES", "PixelDock")],
    )),
];
