//! Identity for Belay's applications: people, credentials, an authorization server, tenants, the policy over operations,
//! and the audit trail.
//!
//! Who somebody is, is decided in one place, [`identity::Identity::authenticate`], whatever they show and whichever
//! route they take. What they may do is decided in one place, [`policy::decide`], for every door, for lists and for
//! calls alike.

pub mod allowlist;
pub mod audit;
pub mod confirmation;
pub mod digest;
pub mod farewell;
pub mod idempotency;
pub mod identity;
pub mod issuers;
pub mod keys;
pub mod oauth;
pub mod outbound;
pub mod passwords;
pub mod people;
pub mod policy;
mod rows;
pub mod seal;
pub mod secret;
pub mod sessions;
pub mod setup;
pub mod tenants;
pub mod throttle;
pub mod token;
pub mod upstream;
pub mod vault;

use belay_core::migration::Migrations;

/// The tables of this crate.
pub const MIGRATIONS: Migrations = Migrations {
    owner: "access",
    list: &[
        belay_store::migration!(1, "0001_identity"),
        belay_store::migration!(2, "0002_seal"),
        belay_store::migration!(3, "0003_gates"),
        belay_store::migration!(4, "0004_people"),
    ],
};

/// Every statement of this crate, for the test that tries them on both databases.
#[must_use]
pub fn statements() -> Vec<belay_store::Statement> {
    [
        audit::sql::ALL,
        farewell::sql::ALL,
        keys::sql::ALL,
        oauth::sql::ALL,
        people::sql::ALL,
        seal::sql::ALL,
        sessions::sql::ALL,
        setup::sql::ALL,
        tenants::sql::ALL,
        upstream::sql::ALL,
        confirmation::sql::ALL,
        idempotency::sql::ALL,
    ]
    .concat()
}
