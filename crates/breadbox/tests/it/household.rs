//! A household to test on.

use belay_core::app::Setup;
use belay_core::upload::Upload;
use belay_server::call::Outcome;
use belay_testkit::TestApp;
use serde_json::{Value, json};

/// Breadbox without data.
pub(crate) async fn empty() -> TestApp {
    TestApp::start(breadbox::app(&Setup::default()).unwrap()).await
}

/// Breadbox with a checking account in dollars and one in euros.
pub(crate) async fn small() -> TestApp {
    let app = empty().await;
    let dollars = "Date,Description,Merchant,Category,Amount\n\
        2025-01-02,COFFEE #12,Blue Bottle,FOOD_AND_DRINK,12\n\
        2025-01-02,COFFEE #12,Blue Bottle,FOOD_AND_DRINK,12\n\
        2025-01-15,SALARY,,INCOME,-2500.10\n\
        2025-02-01,RENT 100%,,RENT_AND_UTILITIES,1400\n\
        2025-02-03,REFUND Coffee,Blue Bottle,Food_and_Drink,-12\n";
    import(&app, dollars, json!({ "account": "Checking", "currency": "USD", "sign": "positive_is_out" }))
        .await;
    let euros = "Datum;Beschreibung;Betrag\n31.01.2025;Bäckerei Ümlaut;-9,99\n28.02.2025;Miete;-800,00\n";
    let input = json!({ "account": "Konto", "currency": "EUR", "sign": "positive_is_in" });
    import(&app, euros, input).await;
    app
}

/// Imports a file as the operator and returns the report.
pub(crate) async fn import(app: &TestApp, csv: &str, input: Value) -> Value {
    match try_import(app, csv.as_bytes(), input).await {
        Outcome::Done { value, .. } => value["data"].clone(),
        other => unreachable!("the import was refused: {other:?}"),
    }
}

/// Imports a file as the operator.
pub(crate) async fn try_import(app: &TestApp, csv: &[u8], input: Value) -> Outcome {
    let upload = Upload::new(Some("statement.csv".into()), csv.to_vec());
    app.owner().command(app.operator().await, "import_transactions", input, Some(upload)).await
}

/// The rows of a page.
pub(crate) fn rows(page: &Value) -> Vec<Value> {
    page["data"].as_array().unwrap().clone()
}
