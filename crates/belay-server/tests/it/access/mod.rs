//! Who may do what, and how they prove it.

mod agreement;
mod authorize;
mod issuers;
mod pains;
mod people;
mod secrets;
mod studio;
mod tenants;
mod tokens;
mod upstream;
mod world;
