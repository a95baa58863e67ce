//! The work as plain routes: no validation, no authority, no audit but the row written by hand.

use std::error::Error;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::{get, post};
use belay_store::Db;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::work::{self, Echo, NewNote};

pub(super) async fn run(database: &str) -> Result<(), Box<dyn Error>> {
    let db = super::database(database).await?;
    let routes = Router::new()
        .route("/echo", post(echo))
        .route("/items/{id}", get(item))
        .route("/notes", post(add_note))
        .with_state(db);
    super::serve_bare(routes).await
}

async fn echo(body: Bytes) -> Result<Response, StatusCode> {
    answer(&read::<Echo>(&body)?)
}

async fn item(State(db): State<Db>, Path(id): Path<String>) -> Result<Response, StatusCode> {
    let item = work::item(&db, &id).await.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    answer(&item.ok_or(StatusCode::NOT_FOUND)?)
}

async fn add_note(State(db): State<Db>, body: Bytes) -> Result<Response, StatusCode> {
    let note = read::<NewNote>(&body)?;
    let noted = work::note_by_hand(&db, &note.text, "rest").await;
    answer(&noted.map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?)
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, StatusCode> {
    serde_json::from_slice(body).map_err(|_| StatusCode::BAD_REQUEST)
}

fn answer(value: &impl Serialize) -> Result<Response, StatusCode> {
    let body = serde_json::to_vec(value).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    let mut response = Response::new(Body::from(body));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}
