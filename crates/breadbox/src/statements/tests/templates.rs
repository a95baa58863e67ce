use super::super::*;
use super::{entries, read};

/// A file of each layout, and its rows as they are to be read.
const FILES: &[(&str, &str, &[&str])] = &[
    (
        "chase_credit_card",
        "Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n\
         01/02/2024,01/03/2024,BAKERY,Food & Drink,Sale,-4.50,\n\
         01/05/2024,01/05/2024,Payment Thank You,,Payment,100.00,\n",
        &["2024-01-02 4.50 BAKERY", "2024-01-05 -100.00 Payment Thank You"],
    ),
    (
        "chase_checking",
        "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\n\
         DEBIT,01/02/2024,\"GROCER, MAIN ST\",-20.00,ACH_DEBIT,80.00,,\n\
         CREDIT,01/01/2024,SALARY,\"1,100.00\",ACH_CREDIT,100.00,,\n",
        &["2024-01-02 20.00 GROCER, MAIN ST", "2024-01-01 -1100.00 SALARY"],
    ),
    (
        "bank_of_america",
        "Description,,Summary Amt.\nBeginning balance as of 01/01/2024,,\"1,000.00\"\nTotal credits,,\"0.00\"\n\n\
         Date,Description,Amount,Running Bal.\n\
         01/01/2024,Beginning balance as of 01/01/2024,,\"1,000.00\"\n\
         01/02/2024,COFFEE,\"-3.25\",\"996.75\"\n",
        &["6: amount_missing", "2024-01-02 3.25 COFFEE"],
    ),
    (
        "capital_one",
        "Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit\n\
         2024-01-02,2024-01-03,1234,HARDWARE,Merchandise,12.34,\n\
         2024-01-04,2024-01-04,1234,REFUND,Merchandise,,5.00\n",
        &["2024-01-02 12.34 HARDWARE", "2024-01-04 -5.00 REFUND"],
    ),
    (
        "amex",
        "Date,Description,Amount,Extended Details,Appears On Your Statement As,Address,City/State,Zip Code,Country,Reference,Category\n\
         01/02/2024,CINEMA,18.00,\"two\nlines\",CINEMA,\"1 ROAD\nTOWN\",\"TOWN\nXX\",10001,US,'320240010000001',Fun\n\
         01/03/2024,PAYMENT,-50.00,,,,,,,'320240010000002',\n",
        &["2024-01-02 18.00 CINEMA", "2024-01-03 -50.00 PAYMENT"],
    ),
    (
        "discover",
        "Trans. Date,Post Date,Description,Amount,Category\n01/02/2024,01/02/2024,FUEL,30.00,Gasoline\n",
        &["2024-01-02 30.00 FUEL"],
    ),
    (
        "citi_card",
        "Status,Date,Description,Debit,Credit\n\
         Cleared,01/02/2024,SHOES,60.00,\nCleared,01/03/2024,PAYMENT,,-60.00\nPending,01/04/2024,HAT,10.00,\n",
        &["2024-01-02 60.00 SHOES", "2024-01-03 -60.00 PAYMENT", "4: not_completed"],
    ),
    (
        "wells_fargo",
        "\"01/02/2024\",\"-15.99\",\"*\",\"\",\"STREAMING\"\n\"01/03/2024\",\"200.00\",\"*\",\"101\",\"DEPOSIT\"\n",
        &["2024-01-02 15.99 STREAMING", "2024-01-03 -200.00 DEPOSIT"],
    ),
    (
        "monzo",
        "Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In\n\
         tx_01,02/01/2024,10:11:12,Card payment,Cafe,,Eating out,-3.20,GBP,-3.20,GBP,,,,CAFE LONDON,,-3.20,\n\
         tx_02,03/01/2024,10:11:12,Faster payment,Ann,,Income,10.00,GBP,10.00,GBP,,,,,,,10.00\n",
        &["2024-01-02 3.20 CAFE LONDON", "2024-01-03 -10.00 Ann"],
    ),
    (
        "starling",
        "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n\
         02/01/2024,Grocer,WEEKLY SHOP,CONTACTLESS,-40.00,60.00,GROCERIES,\n",
        &["2024-01-02 40.00 WEEKLY SHOP"],
    ),
    (
        "revolut",
        "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\n\
         CARD_PAYMENT,Current,2024-01-01 09:00:00,2024-01-02 10:11:12,Taxi,-12.00,0.00,EUR,COMPLETED,88.00\n\
         EXCHANGE,Current,2024-01-03 09:00:00,2024-01-03 09:00:01,Exchanged,-50.00,0.25,EUR,COMPLETED,37.75\n\
         TOPUP,Current,2024-01-04 09:00:00,2024-01-04 09:00:01,Top-up,20.00,0.50,EUR,COMPLETED,57.25\n\
         CARD_PAYMENT,Current,2024-01-05 09:00:00,,Hotel,-99.00,0.00,EUR,PENDING,\n",
        &[
            "2024-01-02 12.00 Taxi",
            "2024-01-03 50.25 Exchanged",
            "2024-01-04 -19.50 Top-up",
            "5: not_completed",
        ],
    ),
    (
        "wise",
        "\"TransferWise ID\",Date,Amount,Currency,Description,\"Payment Reference\",\"Running Balance\",\"Exchange From\"\n\
         CARD-1,02-01-2024,-7.80,EUR,\"Card transaction\",,92.20,\n",
        &["2024-01-02 7.80 Card transaction"],
    ),
    (
        "n26",
        "\"Date\",\"Payee\",\"Account number\",\"Transaction type\",\"Payment reference\",\"Amount (EUR)\",\"Amount (Foreign Currency)\",\"Type Foreign Currency\",\"Exchange Rate\"\n\
         \"2024-01-02\",\"Market\",\"\",\"MasterCard Payment\",\"\",\"-8.9\",\"-8.9\",\"EUR\",\"1.0\"\n\
         \"2024-01-03\",\"Employer\",\"DE00\",\"Income\",\"Pay January\",\"2500.0\",\"\",\"\",\"\"\n",
        &["2024-01-02 8.90 Market", "2024-01-03 -2500.00 Pay January"],
    ),
    (
        "dkb",
        "\u{feff}\"Girokonto\";\"DE00\"\n\"Kontostand vom 31.01.2024:\";\"1.234,56 €\"\n\"\"\n\
         \"Buchungsdatum\";\"Wertstellung\";\"Status\";\"Zahlungspflichtige*r\";\"Zahlungsempfänger*in\";\"Verwendungszweck\";\"Umsatztyp\";\"IBAN\";\"Betrag (€)\";\"Gläubiger-ID\";\"Mandatsreferenz\";\"Kundenreferenz\"\n\
         \"02.01.24\";\"02.01.24\";\"Gebucht\";\"ISSUER\";\"Bäckerei\";\"Brot\";\"Ausgang\";\"DE00\";\"-1.004,50\";\"\";\"\";\"\"\n\
         \"03.01.24\";\"\";\"Vorgemerkt\";\"ISSUER\";\"Kiosk\";\"Heft\";\"Ausgang\";\"DE00\";\"-4,50\";\"\";\"\";\"\"\n",
        &["2024-01-02 1004.50 Brot", "6: not_completed"],
    ),
    (
        "dkb_legacy",
        "\"Kontonummer:\";\"DE00 / Girokonto\";\n\n\"Von:\";\"01.01.2024\";\n\"Kontostand vom 31.01.2024:\";\"100,00 EUR\";\n\n\
         \"Buchungstag\";\"Wertstellung\";\"Buchungstext\";\"Auftraggeber / Begünstigter\";\"Verwendungszweck\";\"Kontonummer\";\"BLZ\";\"Betrag (EUR)\";\"Gläubiger-ID\";\"Mandatsreferenz\";\"Kundenreferenz\";\n\
         \"02.01.2024\";\"02.01.2024\";\"Lastschrift\";\"Stadtwerke\";\"Strom\";\"DE00\";\"X\";\"-55,00\";\"\";\"\";\"\";\n",
        &["2024-01-02 55.00 Strom"],
    ),
    (
        "ing_de",
        "Umsatzanzeige;Datei erstellt am: 31.01.2024 10:00\n\nIBAN;DE00\nBank;ING\nSaldo;1.000,00;EUR\n\n\
         Buchung;Valuta;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung\n\
         02.01.2024;02.01.2024;Vermieter;Dauerauftrag;Miete;1.000,00;EUR;-700,00;EUR\n",
        &["2024-01-02 700.00 Miete"],
    ),
    (
        "sparkasse_camt",
        "\"Auftragskonto\";\"Buchungstag\";\"Valutadatum\";\"Buchungstext\";\"Verwendungszweck\";\"Glaeubiger ID\";\"Mandatsreferenz\";\"Kundenreferenz (End-to-End)\";\"Sammlerreferenz\";\"Lastschrift Ursprungsbetrag\";\"Auslagenersatz Ruecklastschrift\";\"Beguenstigter/Zahlungspflichtiger\";\"Kontonummer/IBAN\";\"BIC (SWIFT-Code)\";\"Betrag\";\"Waehrung\";\"Info\"\n\
         \"DE00\";\"02.01.24\";\"02.01.24\";\"KARTENZAHLUNG\";\"Einkauf\";\"\";\"\";\"\";\"\";\"\";\"\";\"MARKT\";\"DE00\";\"X\";\"-23,45\";\"EUR\";\"Umsatz gebucht\"\n\
         \"DE00\";\"03.01.24\";\"\";\"KARTENZAHLUNG\";\"Einkauf\";\"\";\"\";\"\";\"\";\"\";\"\";\"MARKT\";\"DE00\";\"X\";\"-1,00\";\"EUR\";\"Umsatz vorgemerkt\"\n",
        &["2024-01-02 23.45 Einkauf", "3: not_completed"],
    ),
    (
        "sparkasse_mt940",
        "\"Auftragskonto\";\"Buchungstag\";\"Valutadatum\";\"Buchungstext\";\"Verwendungszweck\";\"Beguenstigter/Zahlungspflichtiger\";\"Kontonummer\";\"BLZ\";\"Betrag\";\"Waehrung\";\"Info\"\n\
         \"123\";\"02.01.24\";\"02.01.24\";\"GUTSCHRIFT\";\"Lohn\";\"FIRMA\";\"1\";\"2\";\"1500,00\";\"EUR\";\"Umsatz gebucht\"\n",
        &["2024-01-02 -1500.00 Lohn"],
    ),
    (
        "ing_nl",
        "\"Datum\";\"Naam / Omschrijving\";\"Rekening\";\"Tegenrekening\";\"Code\";\"Af Bij\";\"Bedrag (EUR)\";\"MutatieSoort\";\"Mededelingen\"\n\
         \"20240102\";\"Bakker\";\"NL00\";\"\";\"BA\";\"Af\";\"6,75\";\"Betaalautomaat\";\"Pasvolgnr: 001\"\n\
         \"20240103\";\"Werkgever\";\"NL00\";\"NL01\";\"GT\";\"Bij\";\"2000,00\";\"Online bankieren\";\"Salaris\"\n",
        &["2024-01-02 6.75 Pasvolgnr: 001", "2024-01-03 -2000.00 Salaris"],
    ),
];

#[test]
fn each_layout_is_recognised_and_read() {
    for (name, text, rows) in FILES {
        let statement = Statement::inspect(text.as_bytes(), &Options::default())
            .unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        assert_eq!(statement.report().template.as_deref(), Some(*name));
        assert_eq!(read(text).unwrap(), *rows, "{name}");
        let named = Options { template: Some((*name).to_owned()), ..Options::default() };
        assert_eq!(entries(text, &named), entries(text, &Options::default()), "{name} by name");
    }
}

#[test]
fn every_template_has_a_file_here_or_is_known_by_name_only() {
    for template in templates() {
        let has_file = FILES.iter().any(|(name, ..)| *name == template.name);
        assert_eq!(has_file, template.recognised != Recognised::ByName, "{}", template.name);
    }
}

#[test]
fn a_layout_that_looks_like_many_is_read_when_named() {
    let text = "02/01/2024,\"SHOP  )))\",-5.00\n03/01/2024,PAY,\"1,000.00\"\n";
    assert!(matches!(read(text), Err(Refusal::AmbiguousDateOrder { rows: 2 })));
    let named = Options { template: Some("hsbc_uk".into()), ..Options::default() };
    assert_eq!(
        super::read_with(text, &named).unwrap(),
        ["2024-01-02 5.00 SHOP )))", "2024-01-03 -1000.00 PAY"]
    );
}

#[test]
fn the_bank_s_own_fields_are_kept() {
    let (_, text, _) = FILES.iter().find(|(name, ..)| *name == "monzo").unwrap();
    let entry = &entries(text, &Options::default())[0];
    assert_eq!(entry.merchant.as_deref(), Some("Cafe"));
    assert_eq!(entry.category.as_deref(), Some("Eating out"));
    assert_eq!(entry.reference.as_deref(), Some("tx_01"));
    assert_eq!(entry.currency.map(|currency| currency.to_string()).as_deref(), Some("GBP"));
}

#[test]
fn a_template_is_a_claim_that_the_rows_can_refute() {
    let amex = "Date,Description,Amount,Extended Details,Appears On Your Statement As,Address,City/State,Zip Code,Country,Reference,Category\n\
                13/01/2024,CINEMA,18.00,,,,,,,1,\n01/02/2024,CAFE,2.00,,,,,,,2,\n";
    let refusal = read(amex).unwrap_err();
    assert_eq!(refusal, Refusal::DateFormatMismatch { named: DateFormat::Mdy, fitting: DateFormat::Dmy });
    let options = Options { date_format: Some(DateFormat::Dmy), ..Options::default() };
    assert_eq!(
        super::read_with(amex, &options).unwrap(),
        ["2024-01-13 18.00 CINEMA", "2024-02-01 2.00 CAFE"]
    );

    let other_bank = "Date,Description,Amount,Running Bal.\n01/01/2024,a,10.00,90.00\n01/02/2024,b,20.00,70.00\n01/03/2024,c,-30.00,100.00\n01/04/2024,d,5.00,95.00\n";
    assert_eq!(read(other_bank), Err(Refusal::ContradictorySign));

    let comma =
        "Trans. Date,Post Date,Description,Amount,Category\n01/02/2024,01/02/2024,FUEL,\"30,00\",Gas\n";
    assert_eq!(read(comma), Err(Refusal::DecimalMismatch { named: DecimalMark::Point }));
}

#[test]
fn unknown_and_unfitting_names_are_refused() {
    let named = |name: &str| Options { template: Some(name.into()), ..Options::default() };
    let text = "Date,Description,Amount\n2024-01-02,a,1.00\n";
    let refusal = super::read_with(text, &named("no_such_bank")).unwrap_err();
    assert_eq!(refusal, Refusal::UnknownTemplate);
    assert!(refusal.to_string().contains("wells_fargo") && !refusal.to_string().contains("no_such_bank"));
    assert_eq!(super::read_with(text, &named("monzo")), Err(Refusal::TemplateMismatch));
}
