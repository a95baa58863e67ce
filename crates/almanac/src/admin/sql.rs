//! The statements of users as administrators see them. People and the journals they own are kept by the server's
//! identity; here they are only read.

belay_store::statements! {
    /// Everybody with their journal, if they have one, in the order of their coming.
    USERS() =
        "select p.id, p.name, p.email, p.admin, f.llm_logging_enabled, f.llm_daily_token_limit
         from access_person p
         left join (select m.person_id, t.id from access_membership m join access_tenant t on t.id = m.tenant_id
                    where t.app = 'almanac' and m.left_at is null) j on j.person_id = p.id
         left join almanac_profile f on f.tenant_id = j.id
         where p.disabled_at is null order by p.created_at, p.id";

    /// Somebody, with their journal, if they have one.
    USER(person_id: Text) =
        "select p.id, p.name, p.email, p.admin, j.id as tenant_id, f.llm_logging_enabled, f.llm_daily_token_limit
         from access_person p
         left join (select m.person_id, t.id from access_membership m join access_tenant t on t.id = m.tenant_id
                    where t.app = 'almanac' and m.left_at is null) j on j.person_id = p.id
         left join almanac_profile f on f.tenant_id = j.id
         where p.id = $1 and p.disabled_at is null";

    /// Decides over language models for a user, who may have said nothing of themselves yet.
    DECIDE(tenant_id: Text, name: Text, llm_logging_enabled: Bool, llm_daily_token_limit: Int, created_at: Int) =
        "insert into almanac_profile
            (tenant_id, name, preferred_unit_system, timezone, day_start_hour, llm_logging_enabled, is_admin,
             llm_daily_token_limit, created_at)
         values ($1, $2, 'metric', 'UTC', 4, $3, false, $4, $5)
         on conflict (tenant_id) do update set
            llm_logging_enabled = excluded.llm_logging_enabled,
            llm_daily_token_limit = excluded.llm_daily_token_limit";
}
