//! The pages of people: setting up, signing in, and what a person may see and end.

mod assistants;
mod audit;
mod connect;
mod elsewhere;
mod form;
mod setup;
mod signin;
mod tokens;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use super::Site;

pub(super) fn routes(site: &Arc<Site>) -> Router {
    let mut router = Router::new()
        .route("/setup", get(setup::show).post(setup::make))
        .route("/signin", get(signin::show).post(signin::enter))
        .route("/signout", post(signin::leave))
        .route("/signin/elsewhere", get(elsewhere::begin))
        .route("/oauth/callback", get(elsewhere::finish))
        .route("/account", get(tokens::show))
        .route("/account/tokens", get(tokens::show).post(tokens::make))
        .route("/account/tokens/revoke", post(tokens::revoke))
        .route("/account/keys/revoke", post(tokens::revoke_key))
        .route("/account/password", post(tokens::change_password))
        .route("/account/assistants", get(assistants::show))
        .route("/account/assistants/revoke", post(assistants::revoke))
        .route("/account/audit", get(audit::show))
        .route("/connect", get(connect::show));
    for served in &site.apps {
        router = router.route(&format!("/{}/connect", served.app.name), get(connect::show));
    }
    router.with_state(Arc::clone(site))
}
