//! Column names that banks use, folded to lower case, the most telling first.
//!
//! English, German, French, Spanish, Dutch and Italian. A name stands only where it is sure:
//! `valuta` is a value date in German and a currency in Dutch, and is listed as the former alone.

use super::columns::Role;

pub(super) const fn of(role: Role) -> &'static [&'static str] {
    match role {
        Role::Date => DATE,
        Role::Debit => DEBIT,
        Role::Credit => CREDIT,
        Role::Amount => AMOUNT,
        Role::Description => DESCRIPTION,
        Role::Merchant => MERCHANT,
        Role::Category => CATEGORY,
        Role::Currency => CURRENCY,
        Role::Balance => BALANCE,
        Role::Reference => REFERENCE,
        Role::Direction => DIRECTION,
        Role::Fee | Role::Status => &[],
    }
}

#[rustfmt::skip]
const DATE: &[&str] = &[
    "transaction date", "trans date", "trans. date", "date", "posting date", "posted date", "post date",
    "booking date", "completed date", "value date",
    "buchungstag", "buchungsdatum", "buchung", "datum", "wertstellung", "wertstellungsdatum", "valutadatum", "valuta",
    "date opération", "date operation", "date de l'opération", "date d'opération", "date comptable", "date de comptabilisation", "date de valeur",
    "fecha", "fecha operación", "fecha operacion", "fecha de operación", "fecha valor",
    "boekdatum", "boekingsdatum", "transactiedatum", "rentedatum",
    "data", "data operazione", "data contabile", "data valuta",
];

#[rustfmt::skip]
const AMOUNT: &[&str] = &[
    "amount", "transaction amount", "amount (eur)", "amount (gbp)", "amount (usd)", "amount (chf)", "value",
    "betrag", "betrag (€)", "betrag (eur)", "betrag in eur", "umsatz", "umsatz in eur",
    "montant", "montant (eur)", "montant (€)", "montant (euros)",
    "importe", "importe (€)", "importe (eur)", "monto",
    "bedrag", "bedrag (eur)", "transactiebedrag",
    "importo", "importo (€)", "importo (eur)",
    "debit/credit",
];

#[rustfmt::skip]
const DEBIT: &[&str] = &[
    "debit", "debits", "debit amount", "withdrawal", "withdrawals", "withdrawal amount", "money out", "paid out", "outflow",
    "soll", "belastung", "débit", "débit (eur)", "débit euros", "cargo", "cargos", "débito", "debet", "af",
    "addebiti", "addebito", "uscite", "dare",
];

#[rustfmt::skip]
const CREDIT: &[&str] = &[
    "credit", "credits", "credit amount", "deposit", "deposits", "deposit amount", "money in", "paid in", "inflow",
    "haben", "gutschrift", "crédit", "crédit (eur)", "crédit euros", "abono", "abonos", "crédito", "bij",
    "accrediti", "accredito", "entrate", "avere",
];

#[rustfmt::skip]
const DESCRIPTION: &[&str] = &[
    "description", "transaction description", "transaction details", "details", "narrative", "particulars", "memo",
    "verwendungszweck", "beschreibung", "buchungstext", "buchungsdetails", "text",
    "libellé", "libelle", "libellé de l'opération", "libellé opération",
    "concepto", "descripción", "descripcion",
    "omschrijving", "naam / omschrijving", "mededelingen", "omschrijving-1",
    "descrizione", "descrizione operazione", "causale",
    "payee", "name",
];

#[rustfmt::skip]
const MERCHANT: &[&str] = &[
    "merchant name", "merchant", "payee name", "payee", "counterparty", "counter party", "counterparty name", "name",
    "auftraggeber/empfänger", "auftraggeber / begünstigter", "beguenstigter/zahlungspflichtiger", "empfänger", "zahlungsempfänger",
    "bénéficiaire", "beneficiario", "comercio", "naam", "naam tegenpartij", "tegenpartij", "controparte",
];

#[rustfmt::skip]
const CATEGORY: &[&str] = &[
    "category", "spending category", "kategorie", "catégorie", "categoría", "categoria", "categorie",
    "transaction type", "type",
];

#[rustfmt::skip]
const CURRENCY: &[&str] = &[
    "currency", "currency code", "transaction currency", "ccy", "währung", "waehrung", "devise", "divisa", "moneda",
    "munt", "muntsoort",
];

#[rustfmt::skip]
const BALANCE: &[&str] = &[
    "balance", "running balance", "running bal.", "account balance", "balance (gbp)", "saldo", "kontostand", "solde",
    "saldo na trn", "saldo na mutatie", "saldo contabile",
];

/// Ids only: a payment reference is the payer's text and may repeat.
#[rustfmt::skip]
const REFERENCE: &[&str] = &[
    "transaction id", "transaction_id", "transactionid", "fitid", "transaction number", "unique transaction id",
];

#[rustfmt::skip]
const DIRECTION: &[&str] = &[
    "debit/credit", "credit/debit", "debit or credit", "dr/cr", "cr/dr", "credit debit indicator", "direction",
    "transaction type", "type", "soll/haben", "s/h", "af bij", "af/bij", "sens",
];
