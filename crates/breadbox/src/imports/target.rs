//! Which account a file goes into: one there is, or a new one under the name given.

use belay_core::money::Currency;
use belay_core::{Ctx, Error, Id};
use belay_store::Tx;

use super::error::ImportRefusal;
use crate::accounts::model::Account;
use crate::accounts::service as accounts;
use crate::connections::model::{Connection, Status};
use crate::connections::service as connections;

/// The account that a file goes into.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) account: Account,
    /// Whether it is new with this import.
    pub(crate) new: bool,
}

/// Finds the account by identifier or by name, or makes it.
///
/// # Errors
/// [`ImportRefusal`] when it cannot be told which account is meant, or in which currency.
pub(crate) async fn find(
    cx: &Ctx,
    tx: &mut Tx,
    named: &str,
    currency: Option<&str>,
    file_has_currency: bool,
) -> Result<Target, Error> {
    let named = named.trim();
    if named.is_empty() {
        return Err(ImportRefusal::NoAccount.into());
    }
    let currency = currency.map(Currency::parse).transpose().map_err(|_| ImportRefusal::UnknownCurrency)?;
    let there = accounts::all(cx, tx).await?.into_iter();
    let folded = named.to_lowercase();
    let mut same: Vec<Account> = match Id::parse(named) {
        Some(id) => there.filter(|account| account.id == id).collect(),
        None => there.filter(|account| account.name.to_lowercase() == folded).collect(),
    };
    match (same.pop(), same.len()) {
        (Some(account), 0) => of_currency(account, currency, file_has_currency),
        (Some(_), others) => Err(ImportRefusal::AmbiguousAccount(others + 1).into()),
        (None, _) if Id::<Account>::parse(named).is_some() => Err(ImportRefusal::UnknownAccount.into()),
        (None, _) => {
            if currency.is_none() && !file_has_currency {
                return Err(ImportRefusal::NoCurrency.into());
            }
            create(cx, tx, named, currency).await
        }
    }
}

fn of_currency(
    mut account: Account,
    given: Option<Currency>,
    file_has_currency: bool,
) -> Result<Target, Error> {
    match (account.currency, given) {
        (Some(kept), Some(given)) if kept != given => {
            return Err(ImportRefusal::OtherCurrency { account: kept.code().to_owned() }.into());
        }
        (None, None) if !file_has_currency => return Err(ImportRefusal::NoCurrency.into()),
        (None, given) => account.currency = given,
        _ => {}
    }
    Ok(Target { account, new: false })
}

async fn create(cx: &Ctx, tx: &mut Tx, name: &str, currency: Option<Currency>) -> Result<Target, Error> {
    let connection = Connection {
        id: cx.new_id(),
        member_id: None,
        provider: "csv".to_owned(),
        institution_name: name.to_owned(),
        status: Status::Active,
        error_message: None,
        last_synced_at: None,
    };
    let account = Account {
        id: cx.new_id(),
        connection_id: Some(connection.id.clone()),
        owner_id: None,
        import_key: Some(name.to_lowercase()),
        name: name.to_owned(),
        kind: "depository".to_owned(),
        subtype: Some("checking".to_owned()),
        mask: None,
        balance_current: None,
        balance_available: None,
        balance_limit: None,
        currency,
    };
    connections::add(cx, tx, &connection).await?;
    if !accounts::add(cx, tx, &account).await? {
        // Another process made the same account a moment ago; this call changed nothing yet.
        return Err(ImportRefusal::AccountJustMade.into());
    }
    Ok(Target { account, new: true })
}
