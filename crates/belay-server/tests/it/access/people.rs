//! Setting up, signing in and out, and what a person may see.

use belay_access::{people, sessions, setup};
use belay_core::Clock;
use belay_testkit::{Browser, TestApp};
use jiff::SignedDuration;
use serde_json::json;

use super::world::{PASSWORD, second};
use crate::demo_app::app;

async fn link(app: &TestApp) -> String {
    let secret = setup::offer(app.db(), app.clock.now(), &*app.served.shared.entropy).await.unwrap();
    format!("/setup?key={}", secret.expect("there is nobody yet"))
}

#[tokio::test]
async fn until_the_first_account_is_made_pages_lead_there_and_keys_work() {
    let app = TestApp::start(app()).await;
    let mut browser = Browser::new(&app);
    for place in ["/", "/signin", "/account/tokens", "/connect"] {
        let page = browser.get(place).await;
        assert!(page.body.contains("The program printed a link"), "{place}: {}", page.body);
    }
    assert_eq!(app.owner().mcp("notes", json!({})).await.status, 200);
    let old = link(&app).await;
    let newest = link(&app).await;
    assert!(browser.get(&old).await.body.contains("does not work any more"));
    let page = browser.get(&newest).await;
    let refused =
        browser.fill(&page, "/setup", &[("email", "anna@example.org"), ("password", "short")]).await;
    assert!(refused.body.contains("12 to 256 characters"), "{}", refused.body);
    let filled = [("email", "anna@example.org"), ("password", PASSWORD)];
    let page = browser.fill(&refused, "/setup", &filled).await;
    assert!(
        page.body.contains("Connect an assistant") && page.body.contains("anna@example.org"),
        "{}",
        page.body
    );
    let mut other = Browser::new(&app);
    let again =
        other.post("/setup", &[("key", "x"), ("email", "eve@example.org"), ("password", PASSWORD)]).await;
    assert!(again.form("/signin").is_some(), "it happens once: {}", again.body);
    assert_eq!(people::list(app.db()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn whoever_sets_up_owns_what_is_there() {
    let app = TestApp::start(app()).await;
    app.owner().mcp("keep", json!({ "text": "before" })).await;
    let mut browser = Browser::new(&app);
    let page = browser.get(&link(&app).await).await;
    browser.fill(&page, "/setup", &[("email", "anna@example.org"), ("password", PASSWORD)]).await;
    let page = browser.get("/account/tokens").await;
    let made = browser
        .fill(
            &page,
            "/account/tokens",
            &[("name", "laptop"), ("app", "demo"), ("access", "full"), ("days", "30")],
        )
        .await;
    let secret = made.body.split("id=\"secret\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    assert!(secret.starts_with("dm_"), "{secret}");
    assert_eq!(app.with_key(&secret).mcp("notes", json!({})).await.json(), json!(["before"]));
    let again = browser.get("/account/tokens").await;
    assert!(!again.body.contains(&secret) && again.body.contains("laptop"), "a secret is shown once");
    let trail = browser.get("/account/audit").await;
    assert!(trail.body.contains("keep"), "{}", trail.body);
    app.clock.advance(SignedDuration::from_hours(31 * 24));
    let expired = app.with_key(&secret).mcp("notes", json!({})).await;
    assert_eq!((expired.status.as_u16(), &expired.json()["code"]), (401, &json!("expired_token")));
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_are_told_the_same() {
    let app = TestApp::start(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let mut answers = Vec::new();
    for email in ["anna@example.org", "nobody@example.org"] {
        let page = Browser::new(&app).sign_in(email, "not the password").await;
        assert_eq!(page.status, 401);
        assert!(!page.body.contains("not the password"));
        let line = page.body.lines().find(|line| line.contains("role=\"alert\"")).unwrap().to_owned();
        answers.push(line);
    }
    assert_eq!(answers[0], answers[1]);
}

#[tokio::test]
async fn guessing_gets_nowhere_and_the_owner_gets_in_soon_after() {
    let app = TestApp::start(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let mut reached = 0;
    for place in 0..50_u8 {
        let mut browser = Browser::new(&app);
        browser.address = std::net::SocketAddr::from(([198, 51, 100, place], 40_000));
        let page = browser.get("/signin").await;
        for guess in 0..20 {
            let filled = [("email", "Anna@example.org"), ("password", &*format!("guess number {guess}"))];
            let answer = browser.fill(&page, "/signin", &filled).await;
            reached += u32::from(answer.status == 401);
            assert!(matches!(answer.status.as_u16(), 401 | 429));
        }
        app.clock.advance(SignedDuration::from_millis(1_200));
    }
    assert!((1..=10).contains(&reached), "{reached} of 1,000 guesses were compared with the password");
    app.clock.advance(SignedDuration::from_mins(15));
    let page = Browser::new(&app).sign_in("anna@example.org", PASSWORD).await;
    assert_eq!(page.status, 200, "{}", page.body);
}

#[tokio::test]
async fn a_session_ends_with_a_new_password_another_role_and_two_idle_weeks() {
    let app = TestApp::start(app()).await;
    app.person("first@example.org", PASSWORD).await;
    let person = app.person("anna@example.org", PASSWORD).await;
    let tenant = app.operator().await.tenant.unwrap();
    let signed_in = async || {
        let mut browser = Browser::new(&app);
        assert_eq!(browser.sign_in("anna@example.org", PASSWORD).await.status, 200);
        assert!(browser.get("/account/tokens").await.body.contains("Your tokens"));
        app.clock.advance(SignedDuration::from_mins(5));
        browser
    };
    let is_out = async |browser: &mut Browser| browser.get("/account/tokens").await.form("/signin").is_some();
    let mut browser = signed_in().await;
    app.join(&tenant, &person, "reader").await;
    assert!(is_out(&mut browser).await, "another role");
    let (mut here, mut there) = (signed_in().await, signed_in().await);
    let page = here.get("/account/tokens").await;
    let next = "another long password";
    here.fill(&page, "/account/password", &[("current", PASSWORD), ("next", next)]).await;
    assert!(is_out(&mut here).await && is_out(&mut there).await, "another password");
    app.clock.advance(SignedDuration::from_mins(10));
    let mut browser = Browser::new(&app);
    browser.sign_in("anna@example.org", next).await;
    app.clock.advance(SignedDuration::from_hours(13 * 24));
    assert!(!is_out(&mut browser).await, "it is kept alive by use");
    app.clock.advance(SignedDuration::from_hours(13 * 24));
    assert!(!is_out(&mut browser).await);
    app.clock.advance(SignedDuration::from_hours(15 * 24));
    assert!(is_out(&mut browser).await, "two weeks without a use");
}

#[tokio::test]
async fn signing_out_ends_the_session_itself_and_not_the_cookie_alone() {
    let app = TestApp::start(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let mut browser = Browser::new(&app);
    browser.sign_in("anna@example.org", PASSWORD).await;
    let secret = browser.cookie("belay").unwrap().to_owned();
    assert!(sessions::person(app.db(), &secret, app.clock.now()).await.unwrap().is_some());
    let page = browser.get("/account/tokens").await;
    browser.fill(&page, "/signout", &[]).await;
    assert!(sessions::person(app.db(), &secret, app.clock.now()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_form_of_another_page_does_nothing() {
    let app = TestApp::start(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let mut browser = Browser::new(&app);
    let forged =
        [("email", "anna@example.org"), ("password", PASSWORD), ("form_token", "x"), ("return_to", "/")];
    assert_eq!(browser.post("/signin", &forged).await.status, 403);
    browser.sign_in("anna@example.org", PASSWORD).await;
    for place in [
        "/account/tokens",
        "/account/tokens/revoke",
        "/account/keys/revoke",
        "/account/assistants/revoke",
        "/account/password",
        "/signout",
    ] {
        for form_token in ["", "x"] {
            let page =
                browser.post(place, &[("form_token", form_token), ("name", "x"), ("app", "demo")]).await;
            assert_eq!(page.status, 403, "{place}");
        }
    }
    assert!(belay_access::keys::of_person(app.db(), "x").await.unwrap().is_empty());
}

#[tokio::test]
async fn every_page_works_without_scripts_and_says_so_in_its_headers() {
    let app = TestApp::start(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let mut browser = Browser::new(&app);
    let signin = browser.get("/signin").await;
    browser.sign_in("anna@example.org", PASSWORD).await;
    let mut pages = vec![signin];
    for place in [
        "/",
        "/connect",
        "/demo/connect",
        "/account",
        "/account/tokens",
        "/account/assistants",
        "/account/audit",
        "/demo/api/v1",
    ] {
        pages.push(browser.get(place).await);
    }
    for page in pages {
        assert_eq!(page.status, 200, "{}", page.place);
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(part) && !policy.contains("unsafe"), "{}: {policy}", page.place);
        }
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
        assert_eq!(page.headers["cache-control"], "no-store");
        let body = &page.body;
        assert!(
            body.contains("<html lang=\"en\">")
                && body.contains("<main id=\"main\">")
                && body.contains("<h1>")
        );
        assert!(
            !body.contains("onclick") && !body.contains("<style") && !body.contains("style="),
            "{}",
            page.place
        );
        for input in body
            .split("<input")
            .skip(1)
            .filter(|input| !input.contains("type=\"hidden\"") && !input.contains("checkbox"))
        {
            let id = input
                .split(" id=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next())
                .expect("every field has an id");
            assert!(body.contains(&format!("<label for=\"{id}\">")), "{}: {id} has a label", page.place);
        }
    }
}

#[tokio::test]
async fn a_page_names_what_a_stranger_wrote_without_running_it() {
    let app = TestApp::start(app()).await;
    app.person("anna@example.org", PASSWORD).await;
    let mut browser = Browser::new(&app);
    browser.sign_in("anna@example.org", PASSWORD).await;
    let page = browser.get("/account/tokens").await;
    let name = "<script>alert(1)</script>";
    let made = browser
        .fill(&page, "/account/tokens", &[("name", name), ("app", "demo"), ("access", "read"), ("days", "1")])
        .await;
    assert!(!made.body.contains("<script>alert"), "{}", made.body);
    assert!(second(&app) > 0);
}
