//! Migrations as data: what a crate's tables look like, step by step.

/// One forward step of a crate's tables, written for each database.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Place in the crate's own history, from 1 without gaps.
    pub number: u32,
    /// A short `snake_case` name, the same on both databases.
    pub name: &'static str,
    /// The statements for SQLite.
    pub sqlite: &'static str,
    /// The statements for PostgreSQL.
    pub postgres: &'static str,
}

/// The history of one crate.
#[derive(Debug, Clone, Copy)]
pub struct Migrations {
    /// The crate, which is also the prefix of its tables.
    pub owner: &'static str,
    /// Its steps in order.
    pub list: &'static [Migration],
}
