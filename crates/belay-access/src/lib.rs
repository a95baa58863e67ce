//! Identity for Belay's applications: tenants, keys, the policy over operations, and the audit trail.
//!
//! Authority is decided in one place, [`policy::decide`], for every door, for lists and for calls alike.

pub mod audit;
pub mod confirmation;
pub mod digest;
pub mod idempotency;
pub mod keys;
pub mod policy;
pub mod seal;
pub mod secret;
pub mod tenants;
pub mod throttle;
pub mod vault;

use belay_core::migration::Migrations;

/// The tables of this crate.
pub const MIGRATIONS: Migrations = Migrations {
    owner: "access",
    list: &[
        belay_store::migration!(1, "0001_identity"),
        belay_store::migration!(2, "0002_seal"),
        belay_store::migration!(3, "0003_gates"),
    ],
};

/// Every statement of this crate, for the test that tries them on both databases.
#[must_use]
pub fn statements() -> Vec<belay_store::Statement> {
    [
        audit::sql::ALL,
        confirmation::sql::ALL,
        idempotency::sql::ALL,
        keys::sql::ALL,
        seal::sql::ALL,
        tenants::sql::ALL,
    ]
    .concat()
}
