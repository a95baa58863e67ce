//! What Almanac declares.

use belay_core::app::Setup;
use belay_testkit::{authority, declarations};

use crate::journal::empty;

#[test]
fn every_declaration_is_sound_and_portable() {
    let app = almanac::app(&Setup::default()).unwrap();
    // What the list of tools may cost has a test of its own: there are far more tools here than elsewhere.
    let found: Vec<_> =
        declarations(&app).into_iter().filter(|fault| !fault.starts_with("the tools cost")).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[tokio::test]
async fn every_operation_is_closed_to_who_may_not_call_it() {
    let wrong = authority(&empty().await).await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_setting_that_does_not_exist_is_refused() {
    for (key, value, said) in [
        ("speed", "fast", "almanac.speed: is no setting of this application"),
        ("structured_content", "perhaps", "almanac.structured_content: expected true or false"),
    ] {
        let settings = [(key.to_owned(), value.to_owned())].into();
        assert_eq!(almanac::app(&Setup { settings }).err().unwrap().to_string(), said);
    }
}

#[test]
fn the_instructions_stay_short() {
    let app = almanac::app(&Setup::default()).unwrap();
    assert!(app.instructions.len() < 2_000, "{}", app.instructions.len());
}
