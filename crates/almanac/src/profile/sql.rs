//! The statements of profiles.

belay_store::statements! {
    /// A person's profile.
    GET(tenant_id: Text) =
        "select name, dob, height_cm, sex, preferred_unit_system, timezone, day_start_hour, activity_level, about_me,
                llm_logging_enabled
         from almanac_profile where tenant_id = $1";

    /// Keeps a profile, in place of the one before.
    PUT(tenant_id: Text, name: Text, dob: Text, height_cm: Real, sex: Text, preferred_unit_system: Text,
        timezone: Text, day_start_hour: Int, activity_level: Text, about_me: Text, created_at: Int) =
        "insert into almanac_profile
            (tenant_id, name, dob, height_cm, sex, preferred_unit_system, timezone, day_start_hour, activity_level,
             about_me, llm_logging_enabled, is_admin, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false, false, $11)
         on conflict (tenant_id) do update set
            name = excluded.name, dob = excluded.dob, height_cm = excluded.height_cm, sex = excluded.sex,
            preferred_unit_system = excluded.preferred_unit_system, timezone = excluded.timezone,
            day_start_hour = excluded.day_start_hour, activity_level = excluded.activity_level,
            about_me = excluded.about_me";
}
