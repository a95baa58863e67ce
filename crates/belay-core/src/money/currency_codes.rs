/// The currencies of ISO 4217 list one (active codes) and their minor-unit digits, sorted by code.
///
/// Funds codes are in (they appear in real accounts: CHE, CLF, UYI). Metals, baskets and test codes
/// (XAU, XDR, XTS, XXX) are out: ISO gives them no minor unit. ANG and BGN left circulation in 2025 and
/// 2026 and stay, because statements of those years are still being imported.
#[rustfmt::skip]
pub(super) const MINOR_DIGITS: &[([u8; 3], u8)] = &[
    (*b"AED", 2), (*b"AFN", 2), (*b"ALL", 2), (*b"AMD", 2), (*b"ANG", 2), (*b"AOA", 2),
    (*b"ARS", 2), (*b"AUD", 2), (*b"AWG", 2), (*b"AZN", 2), (*b"BAM", 2), (*b"BBD", 2),
    (*b"BDT", 2), (*b"BGN", 2), (*b"BHD", 3), (*b"BIF", 0), (*b"BMD", 2), (*b"BND", 2),
    (*b"BOB", 2), (*b"BOV", 2), (*b"BRL", 2), (*b"BSD", 2), (*b"BTN", 2), (*b"BWP", 2),
    (*b"BYN", 2), (*b"BZD", 2), (*b"CAD", 2), (*b"CDF", 2), (*b"CHE", 2), (*b"CHF", 2),
    (*b"CHW", 2), (*b"CLF", 4), (*b"CLP", 0), (*b"CNY", 2), (*b"COP", 2), (*b"COU", 2),
    (*b"CRC", 2), (*b"CUP", 2), (*b"CVE", 2), (*b"CZK", 2), (*b"DJF", 0), (*b"DKK", 2),
    (*b"DOP", 2), (*b"DZD", 2), (*b"EGP", 2), (*b"ERN", 2), (*b"ETB", 2), (*b"EUR", 2),
    (*b"FJD", 2), (*b"FKP", 2), (*b"GBP", 2), (*b"GEL", 2), (*b"GHS", 2), (*b"GIP", 2),
    (*b"GMD", 2), (*b"GNF", 0), (*b"GTQ", 2), (*b"GYD", 2), (*b"HKD", 2), (*b"HNL", 2),
    (*b"HTG", 2), (*b"HUF", 2), (*b"IDR", 2), (*b"ILS", 2), (*b"INR", 2), (*b"IQD", 3),
    (*b"IRR", 2), (*b"ISK", 0), (*b"JMD", 2), (*b"JOD", 3), (*b"JPY", 0), (*b"KES", 2),
    (*b"KGS", 2), (*b"KHR", 2), (*b"KMF", 0), (*b"KPW", 2), (*b"KRW", 0), (*b"KWD", 3),
    (*b"KYD", 2), (*b"KZT", 2), (*b"LAK", 2), (*b"LBP", 2), (*b"LKR", 2), (*b"LRD", 2),
    (*b"LSL", 2), (*b"LYD", 3), (*b"MAD", 2), (*b"MDL", 2), (*b"MGA", 2), (*b"MKD", 2),
    (*b"MMK", 2), (*b"MNT", 2), (*b"MOP", 2), (*b"MRU", 2), (*b"MUR", 2), (*b"MVR", 2),
    (*b"MWK", 2), (*b"MXN", 2), (*b"MXV", 2), (*b"MYR", 2), (*b"MZN", 2), (*b"NAD", 2),
    (*b"NGN", 2), (*b"NIO", 2), (*b"NOK", 2), (*b"NPR", 2), (*b"NZD", 2), (*b"OMR", 3),
    (*b"PAB", 2), (*b"PEN", 2), (*b"PGK", 2), (*b"PHP", 2), (*b"PKR", 2), (*b"PLN", 2),
    (*b"PYG", 0), (*b"QAR", 2), (*b"RON", 2), (*b"RSD", 2), (*b"RUB", 2), (*b"RWF", 0),
    (*b"SAR", 2), (*b"SBD", 2), (*b"SCR", 2), (*b"SDG", 2), (*b"SEK", 2), (*b"SGD", 2),
    (*b"SHP", 2), (*b"SLE", 2), (*b"SOS", 2), (*b"SRD", 2), (*b"SSP", 2), (*b"STN", 2),
    (*b"SVC", 2), (*b"SYP", 2), (*b"SZL", 2), (*b"THB", 2), (*b"TJS", 2), (*b"TMT", 2),
    (*b"TND", 3), (*b"TOP", 2), (*b"TRY", 2), (*b"TTD", 2), (*b"TWD", 2), (*b"TZS", 2),
    (*b"UAH", 2), (*b"UGX", 0), (*b"USD", 2), (*b"USN", 2), (*b"UYI", 0), (*b"UYU", 2),
    (*b"UYW", 4), (*b"UZS", 2), (*b"VED", 2), (*b"VES", 2), (*b"VND", 0), (*b"VUV", 0),
    (*b"WST", 2), (*b"XAD", 2), (*b"XAF", 0), (*b"XCD", 2), (*b"XCG", 2), (*b"XOF", 0),
    (*b"XPF", 0), (*b"YER", 2), (*b"ZAR", 2), (*b"ZMW", 2), (*b"ZWG", 2),
];
