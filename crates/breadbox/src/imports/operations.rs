//! Imports for the outside.

use std::time::Duration;

use belay_core::operation::Command;
use belay_core::{Ctx, Error, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::report::Imported;
use super::service::{self, Instruction};
use crate::statements::{DateFormat, DecimalMark, Delimiter, Encoding, Options, Sign};

/// A file of a million rows takes a while on a small machine.
const DEADLINE: Duration = Duration::from_secs(600);

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::write("import_transactions", import_transactions)
            .title("Import transactions")
            .about(
                "Import a bank's CSV export into an account. Rows that came with an earlier file are recognised and not added \
                 again. Where the file can be read in two ways, it is refused with the field that settles it: ask the \
                 user, do not guess. Try with dry_run: true first and show the user the sample.",
            )
            .repeatable()
            .own_transactions()
            .deadline(DEADLINE)
            .upload("content_base64")
            .rest(Method::POST, "/connections/csv/import")
            .command(Command {
                word: "import",
                file: Some("FILE"),
                example: "import statement.csv --account Checking --currency USD --dry-run",
            })
            .example(json!({ "account": "Checking", "currency": "USD", "dry_run": true })),
    ]
}

/// Which account, and what the file does not say itself.
#[derive(Debug, Default, Deserialize, JsonSchema)]
struct Import {
    /// The account: an id from `list_accounts`, or a name. A name that no account has makes a new one.
    account: String,
    /// The ISO 4217 code of the amounts' currency, such as USD. Needed for a new account unless the file has a currency column.
    currency: Option<String>,
    /// true: say what would happen and keep nothing.
    dry_run: Option<bool>,
    /// The bank layout, such as `chase_credit_card` or `wells_fargo`. Leave out to have it recognised.
    template: Option<String>,
    /// Order of day, month and year: mdy, dmy or ymd, or a pattern such as DD.MM.YYYY. Needed only when no day above 12 settles it.
    date_format: Option<DateFormat>,
    /// What stands before the decimals: point or comma. Needed only when amounts such as 1,234 can be read both ways.
    decimal: Option<DecimalMark>,
    /// What an amount above zero means: `positive_is_out` or `positive_is_in`. Needed for a single amount column unless the layout is known or balances prove it.
    sign: Option<Sign>,
    /// What stands between columns. Leave out to have it recognised.
    delimiter: Option<Delimiter>,
    /// The character encoding. Leave out to have it recognised.
    encoding: Option<Encoding>,
    /// Whether there is a line with column names. Leave out to have it recognised.
    header: Option<bool>,
    /// The date column: its name or its position from 1. Leave out to have it recognised, like all columns below.
    date_column: Option<String>,
    /// The column of signed amounts: name or position.
    amount_column: Option<String>,
    /// The column of money out, where out and in have one each: name or position.
    debit_column: Option<String>,
    /// The column of money in, where out and in have one each: name or position.
    credit_column: Option<String>,
    /// The column that says debit or credit: name or position.
    direction_column: Option<String>,
    /// The column of the text: name or position.
    description_column: Option<String>,
    /// The column of the merchant: name or position.
    merchant_column: Option<String>,
    /// The column of the bank's own category: name or position.
    category_column: Option<String>,
    /// The column of the currency code: name or position.
    currency_column: Option<String>,
    /// The column of the balance after each row, a proof of signs: name or position.
    balance_column: Option<String>,
    /// The column of the bank's own transaction id: name or position.
    reference_column: Option<String>,
    /// The file's bytes as base64, where the file does not come as an upload; at most about 3 MB. For more use REST or the command line.
    #[expect(dead_code, reason = "the call path takes the file out before")]
    content_base64: Option<String>,
}

impl From<Import> for Instruction {
    fn from(import: Import) -> Self {
        Self {
            account: import.account,
            currency: import.currency,
            dry_run: import.dry_run.unwrap_or(false),
            options: Options {
                template: import.template,
                date_format: import.date_format,
                decimal: import.decimal,
                sign: import.sign,
                delimiter: import.delimiter,
                encoding: import.encoding,
                header: import.header,
                date_column: import.date_column,
                amount_column: import.amount_column,
                debit_column: import.debit_column,
                credit_column: import.credit_column,
                direction_column: import.direction_column,
                description_column: import.description_column,
                merchant_column: import.merchant_column,
                category_column: import.category_column,
                currency_column: import.currency_column,
                balance_column: import.balance_column,
                reference_column: import.reference_column,
            },
        }
    }
}

/// What came of it.
#[derive(Debug, Serialize, JsonSchema)]
struct Outcome {
    /// What came of every row.
    data: Imported,
}

async fn import_transactions(cx: Ctx, import: Import) -> Result<Outcome, Error> {
    Ok(Outcome { data: service::import(&cx, import.into()).await? })
}
