//! Categories for the outside.

use belay_core::{Ctx, Error, Operation};
use http::Method;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::model::{Category, code};
use super::service;
use crate::list::All;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("list_categories", list_categories)
            .title("List categories")
            .about(
                "List the codes that transactions are sorted under, as pairs of a primary and a detailed code. Use them as \
                 category and category_detailed in query_transactions; as category_slug in lower case.",
            )
            .rest(Method::GET, "/categories")
            .example(json!({})),
    ]
}

/// A pair of codes.
#[derive(Debug, Serialize, JsonSchema)]
struct Pair {
    /// The code of the group, such as `FOOD_AND_DRINK`.
    primary: String,
    /// The code within the group, such as `FOOD_AND_DRINK_GROCERIES`.
    detailed: String,
}

impl Pair {
    /// A detailed category with its group. A group without any stands for itself.
    fn of(category: &Category, all: &[Category]) -> Option<Self> {
        let parent = category.parent_slug.as_deref();
        let has_children = || all.iter().any(|other| other.parent_slug.as_deref() == Some(&category.slug));
        match parent {
            Some(parent) => Some(Self { primary: code(parent), detailed: code(&category.slug) }),
            None if has_children() => None,
            None => Some(Self { primary: code(&category.slug), detailed: code(&category.slug) }),
        }
    }
}

async fn list_categories(cx: Ctx, (): ()) -> Result<All<Pair>, Error> {
    let all = service::list(&cx).await?;
    Ok(All { data: all.iter().filter_map(|category| Pair::of(category, &all)).collect() })
}
