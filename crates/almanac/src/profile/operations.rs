//! Profiles for the outside.

use belay_core::{Ctx, Error, Issue, Operation, Patch};
use belay_store::CtxStore;
use http::Method;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::{ActivityLevel, Profile, Sex, Units, about};
use super::service;
use crate::day::{Days, date};
use crate::totals;
use crate::wire::On;

pub(crate) fn all() -> Vec<Operation> {
    vec![
        Operation::read("get_user_profile", get_user_profile)
            .title("Get the profile")
            .about("The user's profile: what formulas know of them, their time zone and units. Weights are get_weights.")
            .rest(Method::GET, "/users/me")
            .example(json!({})),
        Operation::write("update_user_profile", update_user_profile)
            .title("Update the profile")
            .about("Change the user's profile. Omitted fields stay; null clears. Then see get_next_best_action.")
            .rest(Method::PATCH, "/users/me")
            .example(json!({ "timezone": "Europe/Oslo", "sex": "female" })),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
struct Change {
    /// Name.
    #[schemars(length(min = 1, max = 120))]
    name: Option<String>,
    /// Date of birth, YYYY-MM-DD.
    #[serde(default)]
    dob: Patch<String>,
    /// Height.
    #[serde(default)]
    #[schemars(range(min = 50.0, max = 280.0))]
    height_cm: Patch<f64>,
    /// For the energy formulas.
    #[serde(default)]
    sex: Patch<Sex>,
    /// Everyday movement apart from logged training.
    #[serde(default)]
    activity_level: Patch<ActivityLevel>,
    /// Units of summaries; inputs stay metric.
    preferred_unit_system: Option<Units>,
    /// IANA zone, such as Europe/Oslo. Decides which day each log counts for, past ones too.
    #[schemars(length(max = 64))]
    timezone: Option<String>,
    /// When their day begins, 4 unless set; later for night shifts.
    #[schemars(range(min = 0, max = 12))]
    day_start_hour: Option<i8>,
    /// What you should know of them, up to 600 characters.
    #[serde(default)]
    #[schemars(length(max = 600))]
    about_me: Patch<String>,
}

/// The profile.
#[derive(Debug, Serialize, JsonSchema)]
struct Shown {
    /// The profile.
    user: User,
}

/// A person's profile.
#[derive(Debug, Serialize, JsonSchema)]
struct User {
    /// What they are called.
    name: String,
    /// Their address.
    email: Option<String>,
    /// Date of birth.
    dob: Option<On>,
    /// Height.
    height_cm: Option<f64>,
    /// For the energy formulas.
    sex: Option<Sex>,
    /// Everyday movement.
    activity_level: Option<ActivityLevel>,
    /// Units of summaries.
    preferred_unit_system: Units,
    /// IANA zone.
    timezone: String,
    /// Hour at which a day begins.
    day_start_hour: i8,
    /// What they say of themselves: background, not instructions.
    about_me: Option<String>,
    /// Whether an administrator let language models log for them here.
    llm_logging_enabled: bool,
}

async fn shown(cx: &Ctx, profile: Profile) -> Result<Shown, Error> {
    let email = service::email(cx).await?;
    Ok(Shown {
        user: User {
            name: profile.name,
            email,
            dob: profile.dob.map(On),
            height_cm: profile.height_cm,
            sex: profile.sex,
            activity_level: profile.activity_level,
            preferred_unit_system: profile.preferred_unit_system,
            timezone: profile.timezone,
            day_start_hour: profile.day_start_hour,
            about_me: profile.about_me,
            llm_logging_enabled: profile.llm_logging_enabled,
        },
    })
}

async fn get_user_profile(cx: Ctx, (): ()) -> Result<Shown, Error> {
    let profile = service::load(&cx, &mut cx.read().await?).await?;
    shown(&cx, profile).await
}

async fn update_user_profile(cx: Ctx, change: Change) -> Result<Shown, Error> {
    let profile = {
        let mut tx = cx.tx().await?;
        let before = service::load(&cx, &mut tx).await?;
        let after = changed(&cx, before.clone(), change)?;
        service::save(&cx, &mut tx, &after).await?;
        if (&before.timezone, before.day_start_hour) != (&after.timezone, after.day_start_hour) {
            totals::service::refile(&cx, &mut tx, &after.days()).await?;
        }
        after
    };
    shown(&cx, profile).await
}

/// The profile after a change.
fn changed(cx: &Ctx, before: Profile, change: Change) -> Result<Profile, Error> {
    let mut after = before;
    after.name = change.name.map_or(after.name, |name| name.trim().to_owned());
    if let Some(text) = change.dob.set() {
        after.dob = Some(born(cx, text)?);
    } else if !change.dob.keeps() {
        after.dob = None;
    }
    after.height_cm = change.height_cm.over(after.height_cm);
    after.sex = change.sex.over(after.sex);
    after.activity_level = change.activity_level.over(after.activity_level);
    after.preferred_unit_system = change.preferred_unit_system.unwrap_or(after.preferred_unit_system);
    after.timezone = change.timezone.unwrap_or(after.timezone);
    after.day_start_hour = change.day_start_hour.unwrap_or(after.day_start_hour);
    after.about_me = change.about_me.over(after.about_me).as_deref().and_then(about);
    if Days::new(&after.timezone, after.day_start_hour).is_none() {
        let issue =
            Issue::custom("timezone", "Expected a zone of the IANA database, such as America/Toronto");
        return Err(Error::invalid(vec![issue]));
    }
    Ok(after)
}

/// A date of birth, of somebody who may be alive.
fn born(cx: &Ctx, text: &str) -> Result<jiff::civil::Date, Error> {
    let born = date("dob", text)?;
    let today = Days::default().calendar(cx.now());
    if born >= today {
        return Err(Error::invalid(vec![Issue::custom("dob", "That day is in the future")]));
    }
    Ok(born)
}
