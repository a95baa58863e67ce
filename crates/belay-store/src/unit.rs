//! The one write transaction of a call.

use std::{
    fmt,
    ops::{Deref, DerefMut},
    sync::Arc,
};

use belay_core::{Ctx, Error, Kind};
use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard};

use crate::{Db, Tx};

type Opening = dyn for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, Result<(), Error>> + Send + Sync;

/// The write transaction of one call: opened when it is first wanted, committed by the call path alone.
///
/// The call path puts a clone into the call's slots, where [`CtxStore::tx`] finds it, and keeps one. When the
/// last clone is dropped with the transaction still in it, the transaction rolls back.
#[derive(Clone)]
pub struct Unit {
    db: Db,
    opening: Option<Arc<Opening>>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    tx: Option<Tx>,
    finished: bool,
}

impl Unit {
    /// A unit that has not opened its transaction.
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self { db, opening: None, state: Arc::default() }
    }

    /// Runs `opening` as the first thing in the transaction, before whoever asked for it gets it.
    ///
    /// This is where a call claims its idempotency key. Its error is what [`Unit::tx`] answers, and the
    /// transaction rolls back.
    #[must_use]
    pub fn opening(
        mut self,
        opening: impl for<'t> Fn(&'t mut Tx) -> BoxFuture<'t, Result<(), Error>> + Send + Sync + 'static,
    ) -> Self {
        self.opening = Some(Arc::new(opening));
        self
    }

    /// Lends the transaction out, opening it first if need be.
    ///
    /// # Errors
    ///
    /// Code `transaction_held` while another guard is alive, `transaction_finished` when the call path has
    /// taken the transaction; what the store or the opening says otherwise.
    pub async fn tx(&self) -> Result<UnitTx, Error> {
        let mut state = self.lock()?;
        if state.finished {
            return Err(fault("transaction_finished", "The call is over; its transaction has been taken."));
        }
        if state.tx.is_none() {
            let mut tx = self.db.write().await?;
            if let Some(opening) = &self.opening {
                opening(&mut tx).await?;
            }
            state.tx = Some(tx);
        }
        OwnedMutexGuard::try_map(state, |state| state.tx.as_mut())
            .map(UnitTx)
            .map_err(|_| Error::internal("the unit lost its transaction"))
    }

    /// Takes the transaction to add to it and commit it; `None` when nobody wanted it. It is not lent out again.
    ///
    /// # Errors
    ///
    /// Code `transaction_held` when a guard is still alive: the service let it escape.
    pub fn finish(&self) -> Result<Option<Tx>, Error> {
        let mut state = self.lock()?;
        state.finished = true;
        Ok(state.tx.take())
    }

    fn lock(&self) -> Result<OwnedMutexGuard<State>, Error> {
        Arc::clone(&self.state)
            .try_lock_owned()
            .map_err(|_| fault("transaction_held", "The call's transaction is in use by the call itself."))
    }
}

fn fault(code: &'static str, message: &str) -> Error {
    Error::new(Kind::Internal, code, message)
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unit").field("db", &self.db).finish_non_exhaustive()
    }
}

/// The call's transaction, on loan. Dropped, it goes back to its [`Unit`]; nothing is rolled back.
#[derive(Debug)]
pub struct UnitTx(OwnedMappedMutexGuard<State, Tx>);

impl Deref for UnitTx {
    type Target = Tx;

    fn deref(&self) -> &Tx {
        &self.0
    }
}

impl DerefMut for UnitTx {
    fn deref_mut(&mut self) -> &mut Tx {
        &mut self.0
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("finished", &self.finished).finish_non_exhaustive()
    }
}

/// What the store adds to the context of a call.
pub trait CtxStore {
    /// Lends out the call's write transaction: `let mut tx = cx.tx().await?;`, then `&mut tx` wherever a
    /// `&mut Tx` is wanted.
    ///
    /// # Errors
    ///
    /// As [`Unit::tx`]; an internal fault when the call has no unit.
    fn tx(&self) -> impl Future<Output = Result<UnitTx, Error>> + Send;

    /// Makes a snapshot. It does not see what the call's own open transaction has written.
    ///
    /// # Errors
    ///
    /// As [`Db::read`]; an internal fault when the application has no database.
    fn read(&self) -> impl Future<Output = Result<Tx, Error>> + Send;

    /// The application's database, for operations with transactions of their own.
    ///
    /// # Errors
    ///
    /// An internal fault when the application has no database.
    fn db(&self) -> Result<&Db, Error>;
}

impl CtxStore for Ctx {
    async fn tx(&self) -> Result<UnitTx, Error> {
        self.get::<Unit>().ok_or_else(|| Error::internal("the call has no unit of work"))?.tx().await
    }

    async fn read(&self) -> Result<Tx, Error> {
        Ok(self.db()?.read().await?)
    }

    fn db(&self) -> Result<&Db, Error> {
        self.get::<Db>().ok_or_else(|| Error::internal("the application has no database"))
    }
}
