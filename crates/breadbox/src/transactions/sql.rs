//! The statements of transactions.

use super::model::{Order, SortBy};

belay_store::statements! {
    /// Adds a transaction, unless its account has it already.
    INSERT(
        id: Text, tenant_id: Text, account_id: Text, source_key: Text, amount: Int, currency: Text, date: Text,
        authorized_date: Text, name: Text, merchant_name: Text, folded_name: Text, folded_merchant: Text,
        category_primary: Text, category_detailed: Text, folded_category: Text, payment_channel: Text, pending: Bool,
        created_at: Int
    ) = "insert into breadbox_transaction
            (id, tenant_id, account_id, source_key, amount, currency, date, authorized_date, name, merchant_name,
             folded_name, folded_merchant, category_primary, category_detailed, folded_category, payment_channel,
             pending, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
         on conflict (account_id, source_key) do nothing";
}

/// The rows of a list, up to the conditions.
pub(crate) const ROWS: &str =
    "select t.id, t.account_id, a.name as account_name, m.id as user_id, m.name as user_name, t.amount, t.currency,
            t.date, t.authorized_date, t.name, t.merchant_name, t.folded_name, t.category_primary,
            t.category_detailed, t.payment_channel, t.pending
     from breadbox_transaction t
     join breadbox_account a on a.id = t.account_id
     left join breadbox_connection c on c.id = a.connection_id
     left join breadbox_member m on m.id = coalesce(a.owner_id, c.member_id)";

/// The number of rows, up to the conditions.
pub(crate) const COUNT: &str = "select count(*) as count
     from breadbox_transaction t
     join breadbox_account a on a.id = t.account_id
     left join breadbox_connection c on c.id = a.connection_id";

pub(crate) const OF_TENANT: &str = "t.tenant_id = $";
pub(crate) const FROM_DAY: &str = "t.date >= $";
pub(crate) const TO_DAY: &str = "t.date <= $";
pub(crate) const OF_ACCOUNT: &str = "t.account_id = $";
pub(crate) const OF_MEMBER: &str = "coalesce(a.owner_id, c.member_id) = $";
pub(crate) const OF_CATEGORY: &str = "t.folded_category = $";
pub(crate) const OF_DETAILED: &str = "t.category_detailed = $";
pub(crate) const OF_GROUP: &str = "(t.category_primary = $1 or t.category_detailed = $1)";
pub(crate) const AT_LEAST: &str = "abs(t.amount) >= $";
pub(crate) const AT_MOST: &str = "abs(t.amount) <= $";
pub(crate) const IS_PENDING: &str = "t.pending = $";
/// A word's wildcards are escaped, so that a percent sign is a percent sign.
pub(crate) const HAS_WORD: &str =
    "(t.folded_name like $1 escape '!' or t.folded_merchant like $1 escape '!')";

/// The condition that goes on after a place in a sorted list: row values compare like the sort.
pub(crate) fn after(by: SortBy, order: Order) -> &'static str {
    match (by, order) {
        (SortBy::Date, Order::Descending) => "(t.date, t.id) < ($1, $2)",
        (SortBy::Date, Order::Ascending) => "(t.date, t.id) > ($1, $2)",
        (SortBy::Amount, Order::Descending) => "(t.amount, t.id) < ($1, $2)",
        (SortBy::Amount, Order::Ascending) => "(t.amount, t.id) > ($1, $2)",
        (SortBy::Name, Order::Descending) => "(t.folded_name, t.id) < ($1, $2)",
        (SortBy::Name, Order::Ascending) => "(t.folded_name, t.id) > ($1, $2)",
    }
}

/// The sort and the size of a page.
pub(crate) fn page(by: SortBy, order: Order) -> &'static str {
    match (by, order) {
        (SortBy::Date, Order::Descending) => "order by t.date desc, t.id desc limit $",
        (SortBy::Date, Order::Ascending) => "order by t.date, t.id limit $",
        (SortBy::Amount, Order::Descending) => "order by t.amount desc, t.id desc limit $",
        (SortBy::Amount, Order::Ascending) => "order by t.amount, t.id limit $",
        (SortBy::Name, Order::Descending) => "order by t.folded_name desc, t.id desc limit $",
        (SortBy::Name, Order::Ascending) => "order by t.folded_name, t.id limit $",
    }
}
