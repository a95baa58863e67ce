-- Text is compared by its bytes, as SQLite does: a list must not be sorted otherwise on another machine.

-- Who the person is, where their day begins, and what they let be done.
create table almanac_profile (
    tenant_id text collate "C" not null primary key references access_tenant (id) on delete cascade,
    name text collate "C" not null,
    dob text collate "C",
    height_cm double precision,
    sex text collate "C",
    preferred_unit_system text collate "C" not null,
    timezone text collate "C" not null,
    day_start_hour bigint not null,
    activity_level text collate "C",
    about_me text collate "C",
    llm_logging_enabled boolean not null,
    is_admin boolean not null,
    llm_daily_token_limit bigint,
    created_at bigint not null
);

-- The last number given to a row of each kind: identifiers are short, and never used twice.
create table almanac_counter (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    entity text collate "C" not null,
    last bigint not null,
    primary key (tenant_id, entity)
);

create table almanac_weight (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    measured_on text collate "C" not null,
    weight_kg double precision not null,
    -- The smoothed weight on that day, from all weigh-ins up to it.
    trend_kg double precision not null,
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id),
    constraint almanac_weight_day unique (tenant_id, measured_on)
);

create table almanac_stored_meal (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    name text collate "C" not null,
    folded_name text collate "C" not null,
    kcal bigint not null,
    protein_g double precision not null,
    carb_g double precision not null,
    fat_g double precision not null,
    description text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id),
    constraint almanac_stored_meal_name unique (tenant_id, folded_name)
);

create table almanac_meal (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    -- The person's day that the instant falls in.
    on_date text collate "C" not null,
    eaten_at bigint not null,
    name text collate "C",
    -- Name and notes in lower case, for search.
    folded_text text collate "C" not null,
    kcal bigint not null,
    protein_g double precision not null,
    carb_g double precision not null,
    fat_g double precision not null,
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id)
);

create index almanac_meal_day on almanac_meal (tenant_id, on_date);

create index almanac_meal_time on almanac_meal (tenant_id, eaten_at, id);

create table almanac_alcohol (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    on_date text collate "C" not null,
    started_at bigint not null,
    ended_at bigint,
    drinks_count double precision not null,
    est_kcal bigint not null,
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id)
);

create index almanac_alcohol_day on almanac_alcohol (tenant_id, on_date);

create index almanac_alcohol_time on almanac_alcohol (tenant_id, started_at, id);

-- What was eaten and drunk on each day, kept in step with the rows it sums up.
create table almanac_day_total (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    on_date text collate "C" not null,
    food_kcal bigint not null,
    protein_g double precision not null,
    carb_g double precision not null,
    fat_g double precision not null,
    meals bigint not null,
    alcohol_kcal bigint not null,
    drinks double precision not null,
    primary key (tenant_id, on_date)
);

create table almanac_sleep (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    slept_on text collate "C" not null,
    hours double precision not null,
    quality bigint,
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id),
    constraint almanac_sleep_day unique (tenant_id, slept_on)
);

create table almanac_steps (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    on_date text collate "C" not null,
    steps bigint not null,
    est_kcal bigint,
    source text collate "C" not null,
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id),
    constraint almanac_steps_day unique (tenant_id, on_date)
);

create table almanac_cardio (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    on_date text collate "C" not null,
    started_at bigint not null,
    duration_min bigint,
    modality text collate "C",
    avg_hr bigint,
    distance_km double precision,
    steps bigint,
    est_kcal bigint not null,
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id)
);

create index almanac_cardio_day on almanac_cardio (tenant_id, on_date);

create index almanac_cardio_time on almanac_cardio (tenant_id, started_at, id);

create table almanac_phase (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    name text collate "C" not null,
    intent text collate "C" not null,
    phase_type text collate "C" not null,
    tdee_at_phase_start bigint not null,
    tdee_source text collate "C" not null,
    deficit_kcal bigint not null,
    daily_kcal_target bigint not null,
    base_protein_g bigint not null,
    base_carb_g bigint not null,
    base_fat_g bigint not null,
    started_on text collate "C" not null,
    planned_end_on text collate "C",
    ended_on text collate "C",
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id)
);

create index almanac_phase_start on almanac_phase (tenant_id, started_on);

-- One phase at a time is open.
create unique index almanac_phase_active on almanac_phase (tenant_id) where ended_on is null;

create table almanac_untracked (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    started_on text collate "C" not null,
    ended_on text collate "C" not null,
    reason text collate "C" not null,
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id)
);

create index almanac_untracked_span on almanac_untracked (tenant_id, started_on, ended_on);

create table almanac_exercise_group (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    name text collate "C" not null,
    folded_name text collate "C" not null,
    display_order bigint not null,
    created_at bigint not null,
    primary key (tenant_id, id),
    constraint almanac_exercise_group_name unique (tenant_id, folded_name)
);

create table almanac_exercise (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    group_id bigint not null,
    name text collate "C" not null,
    folded_name text collate "C" not null,
    notes text collate "C",
    archived_at bigint,
    created_at bigint not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, group_id) references almanac_exercise_group (tenant_id, id)
);

create unique index almanac_exercise_name on almanac_exercise (tenant_id, folded_name) where archived_at is null;

create index almanac_exercise_group_of on almanac_exercise (tenant_id, group_id);

create table almanac_template (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    name text collate "C" not null,
    folded_name text collate "C" not null,
    notes text collate "C",
    archived_at bigint,
    created_at bigint not null,
    primary key (tenant_id, id)
);

create unique index almanac_template_name on almanac_template (tenant_id, folded_name) where archived_at is null;

create table almanac_template_item (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    template_id bigint not null,
    display_order bigint not null,
    exercise_id bigint not null,
    default_sets bigint not null,
    default_reps bigint,
    default_weight_kg double precision,
    notes text collate "C",
    primary key (tenant_id, template_id, display_order),
    foreign key (tenant_id, template_id) references almanac_template (tenant_id, id) on delete cascade,
    foreign key (tenant_id, exercise_id) references almanac_exercise (tenant_id, id)
);

create table almanac_workout (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    on_date text collate "C" not null,
    template_id bigint,
    started_at bigint not null,
    duration_min bigint,
    rpe double precision not null,
    est_kcal bigint,
    notes text collate "C",
    created_at bigint not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, template_id) references almanac_template (tenant_id, id)
);

create index almanac_workout_day on almanac_workout (tenant_id, on_date);

create index almanac_workout_time on almanac_workout (tenant_id, started_at, id);

create table almanac_workout_exercise (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    workout_id bigint not null,
    exercise_id bigint not null,
    display_order bigint not null,
    planned_sets bigint not null,
    notes text collate "C",
    skipped_at bigint,
    primary key (tenant_id, id),
    constraint almanac_workout_exercise_order unique (tenant_id, workout_id, display_order),
    foreign key (tenant_id, workout_id) references almanac_workout (tenant_id, id) on delete cascade,
    foreign key (tenant_id, exercise_id) references almanac_exercise (tenant_id, id)
);

create index almanac_workout_exercise_of on almanac_workout_exercise (tenant_id, exercise_id);

create table almanac_workout_set (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    instance_id bigint not null,
    set_number bigint not null,
    reps bigint not null,
    weight_kg double precision,
    notes text collate "C",
    primary key (tenant_id, id),
    constraint almanac_workout_set_number unique (tenant_id, instance_id, set_number),
    foreign key (tenant_id, instance_id) references almanac_workout_exercise (tenant_id, id) on delete cascade
);

create table almanac_accomplishment (
    tenant_id text collate "C" not null references access_tenant (id) on delete cascade,
    id bigint not null,
    code text collate "C" not null,
    earned_on text collate "C" not null,
    value double precision not null,
    dedup_key text collate "C" not null,
    details text collate "C" not null,
    created_at bigint not null,
    primary key (tenant_id, id),
    constraint almanac_accomplishment_once unique (tenant_id, code, dedup_key)
);

create index almanac_accomplishment_day on almanac_accomplishment (tenant_id, earned_on);
