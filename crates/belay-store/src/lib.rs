//! SQLite and PostgreSQL behind one facade: one SQL text, two engines, the same behaviour.
//!
//! A [`Db`] hands out [`Tx`], a transaction that is cancel-safe at every await: dropped, it rolls back; only an
//! acknowledged [`Tx::commit`] keeps anything. Statements take their values through [`args!`] and name them
//! `$1`, `$2`, … ; rows are read by column name with [`Row::get`]. This crate alone knows which engine runs.
//!
//! ```
//! # async fn example() -> Result<(), belay_store::StoreError> {
//! use belay_store::{Db, Options, args};
//!
//! let db = Db::open("sqlite::memory:", Options::default()).await?;
//! let mut tx = db.write().await?;
//! tx.exec("create table meal (id integer primary key, name text not null)", args![]).await?;
//! tx.exec("insert into meal (id, name) values ($1, $2)", args![1, "soup"]).await?;
//! tx.commit().await?;
//!
//! let row = db.read().await?.one("select name from meal where id = $1", args![1]).await?;
//! assert_eq!(row.get::<String>("name")?, "soup");
//! # Ok(())
//! # }
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(example()).unwrap();
//! ```

mod arg;
pub mod bus;
pub mod call_log;
mod cell;
pub mod check;
mod copy;
mod db;
mod error;
pub mod event;
mod filter;
mod migrate;
mod postgres;
mod row;
pub mod session;
mod sql;
mod sqlite;
mod statement;
pub mod task;
mod tx;
mod unit;
mod vocabulary;

pub use arg::Arg;
pub use belay_core::migration::{Migration, Migrations};
pub use cell::{CellRef, FromCell, WrongCell};
pub use copy::CopyError;
pub use db::{Db, Engine, Options};
pub use error::{StatementFault, StoreError};
pub use filter::Filter;
pub use migrate::Migrated;
pub use row::{Column, Row};
pub use sql::Sql;
pub use statement::{Kind, Parameter, Statement};
pub use tx::{STATEMENTS, Tx};
pub use unit::{CtxStore, Unit, UnitTx};
