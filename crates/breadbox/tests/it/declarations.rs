//! What Breadbox declares.

use belay_core::app::Setup;
use belay_testkit::{authority, declarations};

use crate::household::small;

#[test]
fn every_declaration_is_sound_and_portable() {
    let app = breadbox::app(&Setup::default()).unwrap();
    let found = declarations(&app);
    assert!(found.is_empty(), "{found:#?}");
}

#[tokio::test]
async fn every_operation_is_closed_to_who_may_not_call_it() {
    let wrong = authority(&small().await).await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_a_model_is_told_names_only_what_exists_and_stays_short() {
    let app = breadbox::app(&Setup::default()).unwrap();
    assert!(app.instructions.len() < 2_000, "{}", app.instructions.len());
    let known: Vec<&str> = app.operations.iter().map(|operation| operation.name).collect();
    let texts = app.operations.iter().map(|operation| operation.about).chain([app.instructions]);
    for text in texts {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let verb =
                ["get_", "list_", "query_", "import_", "trigger_"].iter().any(|verb| word.starts_with(verb));
            assert!(!verb || known.contains(&word), "`{word}` is no operation");
        }
    }
}

#[test]
fn a_setting_that_does_not_exist_is_refused() {
    let settings = [("speed".to_owned(), "fast".to_owned())].into();
    let error = breadbox::app(&Setup { settings }).err().unwrap();
    assert_eq!(error.to_string(), "breadbox.speed: is no setting of this application");
}
