//! An application that keeps organizations apart, with roles, permissions and a scope of its own.

use belay_core::actor::Role;
use belay_core::app::Tenancy;
use belay_core::migration::{Migration, Migrations};
use belay_core::{Access, App, Ctx, Error, Kind, Operation};
use belay_store::{CtxStore, args};
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A plan to keep.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Plan {
    /// What to do.
    #[schemars(length(max = 200))]
    text: String,
}

/// Which plan.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Which {
    /// The plan's identifier.
    #[schemars(length(max = 64))]
    plan_id: String,
}

/// A plan as it is kept.
#[derive(Debug, Serialize, JsonSchema)]
struct Kept {
    /// Its identifier.
    plan_id: String,
    /// What to do.
    text: String,
}

const SQL: &str =
    "create table studio_plan (id text not null primary key, tenant_id text not null, text text not null)";
const MIGRATIONS: Migrations = Migrations {
    owner: "studio",
    list: &[Migration { number: 1, name: "0001_plans", sqlite: SQL, postgres: SQL }],
};

/// What people can be in a studio. Members come to train; they have none of the staff's tools.
const ROLES: &[Role] = &[
    Role::new("owner", Access::Full).with(&["program", "staff"]),
    Role::new("coach", Access::Full).with(&["program"]),
    Role::new("desk", Access::Read),
    Role::new("member", Access::Full).outside(),
];

fn missing(plan_id: &str) -> Error {
    Error::new(Kind::NotFound, "unknown_plan", format!("There is no plan {plan_id}; list_plans shows them"))
}

async fn add_plan(cx: Ctx, plan: Plan) -> Result<Kept, Error> {
    let plan_id = format!("plan_{:016x}", cx.entropy().next());
    let mut tx = cx.tx().await?;
    let values = args![plan_id.as_str(), cx.tenant(), plan.text.as_str()];
    tx.exec("insert into studio_plan (id, tenant_id, text) values ($1, $2, $3)", values).await?;
    Ok(Kept { plan_id, text: plan.text })
}

async fn list_plans(cx: Ctx, (): ()) -> Result<Vec<String>, Error> {
    let mut tx = cx.read().await?;
    let rows =
        tx.all("select id from studio_plan where tenant_id = $1 order by id", args![cx.tenant()]).await?;
    Ok(rows.iter().map(|row| row.get("id")).collect::<Result<_, _>>()?)
}

async fn get_plan(cx: Ctx, which: Which) -> Result<Kept, Error> {
    let mut tx = cx.read().await?;
    let sql = "select id, text from studio_plan where tenant_id = $1 and id = $2";
    let row = tx
        .opt(sql, args![cx.tenant(), which.plan_id.as_str()])
        .await?
        .ok_or_else(|| missing(&which.plan_id))?;
    Ok(Kept { plan_id: row.get("id")?, text: row.get("text")? })
}

async fn delete_plan(cx: Ctx, which: Which) -> Result<String, Error> {
    let mut tx = cx.tx().await?;
    let sql = "delete from studio_plan where tenant_id = $1 and id = $2";
    match tx.exec(sql, args![cx.tenant(), which.plan_id.as_str()]).await? {
        0 => Err(missing(&which.plan_id)),
        _ => Ok("deleted".to_owned()),
    }
}

async fn whoami(cx: Ctx, (): ()) -> Result<String, Error> {
    let role = cx.actor().role.map_or("none", |role| role.name);
    Ok(format!("{} as {role} in {}", cx.actor().origin.name(), cx.tenant()))
}

async fn nothing(_: Ctx, (): ()) -> Result<String, Error> {
    Ok("done".to_owned())
}

pub(crate) fn app() -> App {
    let one = json!({ "plan_id": "plan_0" });
    App {
        migrations: Some(MIGRATIONS),
        tenancy: Tenancy::Organizations { parameter: "orgId" },
        roles: ROLES,
        key_prefix: "stu",
        title: "Studio",
        about: "Plans of a studio.",
        ..App::new(
            "studio",
            "1.0.0",
            vec![
                Operation::read("whoami", whoami)
                    .title("Who am I")
                    .about("Says who calls.")
                    .rest(Method::GET, "/whoami"),
                Operation::read("list_plans", list_plans)
                    .title("List")
                    .about("Lists plans.")
                    .rest(Method::GET, "/plans"),
                Operation::read("get_plan", get_plan)
                    .title("Get")
                    .about("Shows a plan.")
                    .example(one.clone())
                    .rest(Method::GET, "/plans/{plan_id}"),
                Operation::write("add_plan", add_plan)
                    .title("Add")
                    .about("Adds a plan.")
                    .permission("program")
                    .example(json!({ "text": "squats" }))
                    .rest(Method::POST, "/plans"),
                Operation::destructive("delete_plan", delete_plan)
                    .title("Delete")
                    .about("Deletes a plan.")
                    .permission("program")
                    .example(one)
                    .rest(Method::DELETE, "/plans/{plan_id}"),
                Operation::write("import_members", nothing)
                    .title("Import")
                    .about("Imports members.")
                    .roles(&["owner"])
                    .scope("import")
                    .rest(Method::POST, "/imports"),
            ],
        )
    }
}
