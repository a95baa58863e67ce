//! The three pieces of work that every server does: the same input, the same statements, the same answer.

use belay_access::audit;
use belay_core::clock::SystemClock;
use belay_core::entropy::Entropy;
use belay_core::{Clock, Entity, Id};
use belay_server::entropy::SystemEntropy;
use belay_store::{Db, StoreError, args};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sql;

/// How many items there are to read.
pub(crate) const ITEMS: u32 = 1_000;
/// The item that is read.
pub(crate) const READ_ITEM: &str = "item_0500";

/// Input and answer of the work that does nothing.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Echo {
    /// Any text.
    pub(crate) text: String,
    /// Any number.
    pub(crate) count: i64,
}

/// Which item to read.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Which {
    /// The item's identifier.
    pub(crate) id: String,
}

/// An item.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Item {
    /// Its identifier.
    id: String,
    /// Its name.
    name: String,
    /// Its amount.
    amount: i64,
}

/// What to note.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct NewNote {
    /// The text.
    pub(crate) text: String,
}

/// What was noted.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Noted {
    /// The note's identifier.
    pub(crate) id: String,
    /// What became of it.
    pub(crate) state: String,
}

/// A note, for its identifier.
pub(crate) struct Note;

impl Entity for Note {
    const PREFIX: &'static str = "nte";
}

impl Noted {
    pub(crate) fn new(id: &Id<Note>) -> Self {
        Self { id: id.to_string(), state: "noted".to_owned() }
    }
}

/// The items to read.
pub(crate) async fn fill(db: &Db) -> Result<(), StoreError> {
    let mut tx = db.write().await?;
    for number in 0..ITEMS {
        tx.exec(
            sql::ADD_ITEM,
            args![format!("item_{number:04}"), format!("Item of number {number}"), number],
        )
        .await?;
    }
    tx.commit().await
}

/// One row by its key.
pub(crate) async fn item(db: &Db, id: &str) -> Result<Option<Item>, StoreError> {
    let row = db.opt(sql::ITEM, args![id]).await?;
    row.map(|row| Ok(Item { id: row.get("id")?, name: row.get("name")?, amount: row.get("amount")? }))
        .transpose()
}

/// What the bare servers do for a write: the note and its audit row in one transaction.
pub(crate) async fn note_by_hand(db: &Db, text: &str, door: &str) -> Result<Noted, StoreError> {
    let (now, entropy) = (SystemClock.now(), SystemEntropy);
    let id = Id::<Note>::new(now, &entropy);
    let mut tx = db.write().await?;
    tx.exec(sql::ADD_NOTE, args![&id, text, now]).await?;
    let request = format!("req_{:016x}", entropy.next());
    let audit = Id::<audit::Entry>::new(now, &entropy);
    tx.exec(sql::AUDIT, args![&audit, now, "add_note", door, "bench", request]).await?;
    tx.commit().await?;
    Ok(Noted::new(&id))
}
