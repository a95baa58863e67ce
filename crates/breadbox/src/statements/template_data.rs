//! The layouts themselves, as the banks document them or customers publish them.

use super::columns::Role;
use super::date_format::DateFormat::{Dmy, Mdy, Ymd};
use super::options::DecimalMark::{Comma, Point};
use super::options::Sign::{PositiveIsIn, PositiveIsOut};
use super::templates::Recognised::{ByHeader, ByName, ByShape};
use super::templates::Template;

/// What most layouts have in common; each one below names what is its own.
const BASE: Template = Template {
    name: "",
    title: "",
    recognised: ByHeader,
    headers: &[],
    columns: &[],
    date_format: Mdy,
    decimal: Point,
    sign: Some(PositiveIsIn),
    completed: None,
};

#[rustfmt::skip]
pub(super) static TEMPLATES: &[Template] = &[
    Template {
        name: "chase_credit_card",
        title: "Chase credit card (US)",
        headers: &["Transaction Date", "Post Date", "Description", "Category", "Type", "Amount", "Memo"],
        columns: &[(Role::Date, "Transaction Date"), (Role::Amount, "Amount"), (Role::Description, "Description"), (Role::Category, "Category")],
        ..BASE
    },
    Template {
        name: "chase_checking",
        title: "Chase checking account (US)",
        headers: &["Details", "Posting Date", "Description", "Amount", "Type", "Balance", "Check or Slip #"],
        columns: &[(Role::Date, "Posting Date"), (Role::Amount, "Amount"), (Role::Description, "Description"), (Role::Balance, "Balance")],
        ..BASE
    },
    Template {
        name: "bank_of_america",
        title: "Bank of America account (US)",
        headers: &["Date", "Description", "Amount", "Running Bal."],
        columns: &[(Role::Date, "Date"), (Role::Amount, "Amount"), (Role::Description, "Description"), (Role::Balance, "Running Bal.")],
        ..BASE
    },
    Template {
        name: "capital_one",
        title: "Capital One credit card (US)",
        headers: &["Transaction Date", "Posted Date", "Card No.", "Description", "Category", "Debit", "Credit"],
        columns: &[(Role::Date, "Transaction Date"), (Role::Debit, "Debit"), (Role::Credit, "Credit"), (Role::Description, "Description"), (Role::Category, "Category")],
        date_format: Ymd,
        sign: None,
        ..BASE
    },
    Template {
        name: "amex",
        title: "American Express card (US)",
        headers: &["Date", "Description", "Amount", "Extended Details", "Appears On Your Statement As", "Address", "City/State", "Zip Code", "Country", "Reference", "Category"],
        columns: &[(Role::Date, "Date"), (Role::Amount, "Amount"), (Role::Description, "Description"), (Role::Category, "Category"), (Role::Reference, "Reference")],
        sign: Some(PositiveIsOut),
        ..BASE
    },
    Template {
        name: "discover",
        title: "Discover card (US)",
        headers: &["Trans. Date", "Post Date", "Description", "Amount", "Category"],
        columns: &[(Role::Date, "Trans. Date"), (Role::Amount, "Amount"), (Role::Description, "Description"), (Role::Category, "Category")],
        sign: Some(PositiveIsOut),
        ..BASE
    },
    Template {
        name: "citi_card",
        title: "Citi credit card (US)",
        headers: &["Status", "Date", "Description", "Debit", "Credit"],
        columns: &[(Role::Date, "Date"), (Role::Debit, "Debit"), (Role::Credit, "Credit"), (Role::Description, "Description"), (Role::Status, "Status")],
        sign: None,
        completed: Some("cleared"),
        ..BASE
    },
    Template {
        name: "wells_fargo",
        title: "Wells Fargo account or card (US), without header",
        recognised: ByShape,
        headers: &["date", "amount", "star", "check number", "description"],
        columns: &[(Role::Date, "date"), (Role::Amount, "amount"), (Role::Description, "description")],
        ..BASE
    },
    Template {
        name: "hsbc_uk",
        title: "HSBC account (UK), without header",
        recognised: ByName,
        headers: &["date", "description", "amount"],
        columns: &[(Role::Date, "date"), (Role::Amount, "amount"), (Role::Description, "description")],
        date_format: Dmy,
        ..BASE
    },
    Template {
        name: "monzo",
        title: "Monzo account (UK)",
        headers: &["Transaction ID", "Date", "Time", "Type", "Name", "Emoji", "Category", "Amount", "Currency", "Local amount", "Local currency", "Notes and #tags", "Address", "Receipt", "Description"],
        columns: &[(Role::Date, "Date"), (Role::Amount, "Amount"), (Role::Description, "Description"), (Role::Merchant, "Name"), (Role::Category, "Category"), (Role::Currency, "Currency"), (Role::Reference, "Transaction ID")],
        date_format: Dmy,
        ..BASE
    },
    Template {
        name: "starling",
        title: "Starling account (UK)",
        headers: &["Date", "Counter Party", "Reference", "Type", "Amount (GBP)", "Balance (GBP)", "Spending Category", "Notes"],
        columns: &[(Role::Date, "Date"), (Role::Amount, "Amount (GBP)"), (Role::Description, "Reference"), (Role::Merchant, "Counter Party"), (Role::Category, "Spending Category"), (Role::Balance, "Balance (GBP)")],
        date_format: Dmy,
        ..BASE
    },
    Template {
        name: "revolut",
        title: "Revolut account",
        headers: &["Type", "Product", "Started Date", "Completed Date", "Description", "Amount", "Fee", "Currency", "State", "Balance"],
        columns: &[(Role::Date, "Completed Date"), (Role::Amount, "Amount"), (Role::Fee, "Fee"), (Role::Description, "Description"), (Role::Category, "Type"), (Role::Currency, "Currency"), (Role::Status, "State")],
        date_format: Ymd,
        completed: Some("completed"),
        ..BASE
    },
    Template {
        name: "wise",
        title: "Wise balance statement",
        headers: &["TransferWise ID", "Date", "Amount", "Currency", "Description", "Payment Reference", "Running Balance"],
        columns: &[(Role::Date, "Date"), (Role::Amount, "Amount"), (Role::Description, "Description"), (Role::Currency, "Currency"), (Role::Balance, "Running Balance"), (Role::Reference, "TransferWise ID")],
        date_format: Dmy,
        ..BASE
    },
    Template {
        name: "n26",
        title: "N26 account",
        headers: &["Date", "Payee", "Account number", "Transaction type", "Payment reference", "Amount (EUR)", "Amount (Foreign Currency)", "Type Foreign Currency", "Exchange Rate"],
        columns: &[(Role::Date, "Date"), (Role::Amount, "Amount (EUR)"), (Role::Description, "Payment reference"), (Role::Merchant, "Payee"), (Role::Category, "Transaction type")],
        date_format: Ymd,
        ..BASE
    },
    Template {
        name: "dkb",
        title: "DKB account (DE), since 2023",
        headers: &["Buchungsdatum", "Wertstellung", "Status", "Zahlungspflichtige*r", "Zahlungsempfänger*in", "Verwendungszweck", "Umsatztyp", "IBAN", "Betrag (€)"],
        columns: &[(Role::Date, "Buchungsdatum"), (Role::Amount, "Betrag (€)"), (Role::Description, "Verwendungszweck"), (Role::Merchant, "Zahlungsempfänger*in"), (Role::Status, "Status")],
        date_format: Dmy,
        decimal: Comma,
        completed: Some("gebucht"),
        ..BASE
    },
    Template {
        name: "dkb_legacy",
        title: "DKB account (DE), before 2023",
        headers: &["Buchungstag", "Wertstellung", "Buchungstext", "Auftraggeber / Begünstigter", "Verwendungszweck", "Kontonummer", "BLZ", "Betrag (EUR)"],
        columns: &[(Role::Date, "Buchungstag"), (Role::Amount, "Betrag (EUR)"), (Role::Description, "Verwendungszweck"), (Role::Merchant, "Auftraggeber / Begünstigter"), (Role::Category, "Buchungstext")],
        date_format: Dmy,
        decimal: Comma,
        ..BASE
    },
    Template {
        name: "ing_de",
        title: "ING account (DE)",
        headers: &["Buchung", "Valuta", "Auftraggeber/Empfänger", "Buchungstext", "Verwendungszweck", "Saldo", "Währung", "Betrag", "Währung"],
        columns: &[(Role::Date, "Buchung"), (Role::Amount, "Betrag"), (Role::Description, "Verwendungszweck"), (Role::Merchant, "Auftraggeber/Empfänger"), (Role::Category, "Buchungstext"), (Role::Currency, "Währung"), (Role::Balance, "Saldo")],
        date_format: Dmy,
        decimal: Comma,
        ..BASE
    },
    Template {
        name: "sparkasse_camt",
        title: "Sparkasse account (DE), CSV-CAMT",
        headers: &["Auftragskonto", "Buchungstag", "Valutadatum", "Buchungstext", "Verwendungszweck", "Glaeubiger ID", "Mandatsreferenz", "Kundenreferenz (End-to-End)", "Sammlerreferenz", "Lastschrift Ursprungsbetrag", "Auslagenersatz Ruecklastschrift", "Beguenstigter/Zahlungspflichtiger", "Kontonummer/IBAN", "BIC (SWIFT-Code)", "Betrag", "Waehrung", "Info"],
        columns: &[(Role::Date, "Buchungstag"), (Role::Amount, "Betrag"), (Role::Description, "Verwendungszweck"), (Role::Merchant, "Beguenstigter/Zahlungspflichtiger"), (Role::Category, "Buchungstext"), (Role::Currency, "Waehrung"), (Role::Status, "Info")],
        date_format: Dmy,
        decimal: Comma,
        completed: Some("umsatz gebucht"),
        ..BASE
    },
    Template {
        name: "sparkasse_mt940",
        title: "Sparkasse account (DE), CSV-MT940",
        headers: &["Auftragskonto", "Buchungstag", "Valutadatum", "Buchungstext", "Verwendungszweck", "Beguenstigter/Zahlungspflichtiger", "Kontonummer", "BLZ", "Betrag", "Waehrung", "Info"],
        columns: &[(Role::Date, "Buchungstag"), (Role::Amount, "Betrag"), (Role::Description, "Verwendungszweck"), (Role::Merchant, "Beguenstigter/Zahlungspflichtiger"), (Role::Category, "Buchungstext"), (Role::Currency, "Waehrung"), (Role::Status, "Info")],
        date_format: Dmy,
        decimal: Comma,
        completed: Some("umsatz gebucht"),
        ..BASE
    },
    Template {
        name: "ing_nl",
        title: "ING account (NL)",
        headers: &["Datum", "Naam / Omschrijving", "Rekening", "Tegenrekening", "Code", "Af Bij", "Bedrag (EUR)", "MutatieSoort", "Mededelingen"],
        columns: &[(Role::Date, "Datum"), (Role::Amount, "Bedrag (EUR)"), (Role::Direction, "Af Bij"), (Role::Description, "Mededelingen"), (Role::Merchant, "Naam / Omschrijving"), (Role::Category, "MutatieSoort")],
        date_format: Ymd,
        decimal: Comma,
        sign: None,
        ..BASE
    },
];
