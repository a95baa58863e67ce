//! Profiles in the database.

use belay_core::Ctx;
use belay_store::{StoreError, Tx, args};

use super::model::Profile;
use super::sql;

pub(crate) async fn get(tx: &mut Tx, tenant: &str) -> Result<Option<Profile>, StoreError> {
    let Some(row) = tx.opt(sql::GET, args![tenant]).await? else { return Ok(None) };
    let hour: i16 = row.get("day_start_hour")?;
    Ok(Some(Profile {
        name: row.get("name")?,
        dob: row.get("dob")?,
        height_cm: row.get("height_cm")?,
        sex: row.get("sex")?,
        preferred_unit_system: row.get("preferred_unit_system")?,
        timezone: row.get("timezone")?,
        day_start_hour: i8::try_from(hour).unwrap_or_default(),
        activity_level: row.get("activity_level")?,
        about_me: row.get("about_me")?,
        llm_logging_enabled: row.get("llm_logging_enabled")?,
    }))
}

pub(crate) async fn put(cx: &Ctx, tx: &mut Tx, profile: &Profile) -> Result<(), StoreError> {
    let args = args![
        cx.tenant(),
        &profile.name,
        profile.dob,
        profile.height_cm,
        profile.sex,
        profile.preferred_unit_system,
        &profile.timezone,
        i16::from(profile.day_start_hour),
        profile.activity_level,
        profile.about_me.as_deref(),
        cx.now()
    ];
    tx.exec(sql::PUT, args).await?;
    Ok(())
}
