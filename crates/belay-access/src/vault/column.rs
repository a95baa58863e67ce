//! Changing the keys of what is sealed already.

use belay_core::{Entropy, Error};
use belay_store::{Db, Statement, args};

use super::{Place, Vault, VaultError};

/// How many rows are sealed anew in one transaction.
const AT_ONCE: i64 = 100;

/// A column that holds sealed texts.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// The table.
    pub table: &'static str,
    /// The column.
    pub column: &'static str,
    /// What is less than every row, such as an empty text.
    pub before_all: &'static str,
    /// Reads rows after one, as many as are asked for, in their order: `row` and `sealed`. Its parameters are that row and
    /// how many.
    pub page: Statement,
    /// Puts another text into a row, where it holds a certain one: the row, the text it holds, the other.
    pub update: Statement,
}

/// The columns of an application that hold sealed texts; it puts this among its own values.
#[derive(Debug, Clone, Default)]
pub struct Columns(pub Vec<Column>);

/// Makes a new key, where the keys lie in a file, and seals every column anew with the newest, some rows at a time, so that
/// calls go in between. Older keys stay: backups and servers that still hold them need them. Gives the number of rows.
///
/// # Errors
/// [`VaultError`] in a fault for what does not open; what was sealed anew before stays so. A fault of the store.
pub async fn rotate(db: &Db, vault: &Vault, columns: &[Column], entropy: &dyn Entropy) -> Result<u64, Error> {
    match vault.add_key(entropy) {
        // The operator added it already, or means the one that is there.
        Ok(()) | Err(VaultError::Fixed) => {}
        Err(error) => return Err(Error::internal(error)),
    }
    let mut rows = 0;
    for column in columns {
        rows += anew(db, vault, column, entropy).await?;
    }
    Ok(rows)
}

async fn anew(db: &Db, vault: &Vault, column: &Column, entropy: &dyn Entropy) -> Result<u64, Error> {
    let (mut after, mut rows) = (column.before_all.to_owned(), 0);
    loop {
        let mut tx = db.write().await?;
        let page = tx.all(column.page, args![&after, AT_ONCE]).await?;
        for found in &page {
            let (row, sealed): (String, String) = (found.get("row")?, found.get("sealed")?);
            if !vault.is_fresh(&sealed) {
                let place = Place { table: column.table, column: column.column, row: &row };
                let secret = vault.open(place, &sealed).map_err(Error::internal)?;
                let fresh = vault.seal(place, secret.expose(), entropy).map_err(Error::internal)?;
                rows += tx.exec(column.update, args![&row, sealed, fresh]).await?;
            }
            after = row;
        }
        tx.commit().await?;
        if page.is_empty() {
            return Ok(rows);
        }
    }
}
