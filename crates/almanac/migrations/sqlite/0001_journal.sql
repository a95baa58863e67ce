-- Who the person is, where their day begins, and what they let be done.
create table almanac_profile (
    tenant_id text not null primary key references access_tenant (id) on delete cascade,
    name text not null,
    dob text,
    height_cm real,
    sex text,
    preferred_unit_system text not null,
    timezone text not null,
    day_start_hour integer not null,
    activity_level text,
    about_me text,
    llm_logging_enabled integer not null,
    is_admin integer not null,
    llm_daily_token_limit integer,
    created_at integer not null
) strict;

-- The last number given to a row of each kind: identifiers are short, and never used twice.
create table almanac_counter (
    tenant_id text not null references access_tenant (id) on delete cascade,
    entity text not null,
    last integer not null,
    primary key (tenant_id, entity)
) strict;

create table almanac_weight (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    measured_on text not null,
    weight_kg real not null,
    -- The smoothed weight on that day, from all weigh-ins up to it.
    trend_kg real not null,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id),
    constraint almanac_weight_day unique (tenant_id, measured_on)
) strict;

create table almanac_stored_meal (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    name text not null,
    folded_name text not null,
    kcal integer not null,
    protein_g real not null,
    carb_g real not null,
    fat_g real not null,
    description text,
    created_at integer not null,
    primary key (tenant_id, id),
    constraint almanac_stored_meal_name unique (tenant_id, folded_name)
) strict;

create table almanac_meal (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    -- The person's day that the instant falls in.
    on_date text not null,
    eaten_at integer not null,
    name text,
    -- Name and notes in lower case, for search.
    folded_text text not null,
    kcal integer not null,
    protein_g real not null,
    carb_g real not null,
    fat_g real not null,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id)
) strict;

create index almanac_meal_day on almanac_meal (tenant_id, on_date);

create index almanac_meal_time on almanac_meal (tenant_id, eaten_at, id);

create table almanac_alcohol (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    on_date text not null,
    started_at integer not null,
    ended_at integer,
    drinks_count real not null,
    est_kcal integer not null,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id)
) strict;

create index almanac_alcohol_day on almanac_alcohol (tenant_id, on_date);

create index almanac_alcohol_time on almanac_alcohol (tenant_id, started_at, id);

-- What was eaten and drunk on each day, kept in step with the rows it sums up.
create table almanac_day_total (
    tenant_id text not null references access_tenant (id) on delete cascade,
    on_date text not null,
    food_kcal integer not null,
    protein_g real not null,
    carb_g real not null,
    fat_g real not null,
    meals integer not null,
    alcohol_kcal integer not null,
    drinks real not null,
    primary key (tenant_id, on_date)
) strict;

create table almanac_sleep (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    slept_on text not null,
    hours real not null,
    quality integer,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id),
    constraint almanac_sleep_day unique (tenant_id, slept_on)
) strict;

create table almanac_steps (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    on_date text not null,
    steps integer not null,
    est_kcal integer,
    source text not null,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id),
    constraint almanac_steps_day unique (tenant_id, on_date)
) strict;

create table almanac_cardio (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    on_date text not null,
    started_at integer not null,
    duration_min integer,
    modality text,
    avg_hr integer,
    distance_km real,
    steps integer,
    est_kcal integer not null,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id)
) strict;

create index almanac_cardio_day on almanac_cardio (tenant_id, on_date);

create index almanac_cardio_time on almanac_cardio (tenant_id, started_at, id);

create table almanac_phase (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    name text not null,
    intent text not null,
    phase_type text not null,
    tdee_at_phase_start integer not null,
    tdee_source text not null,
    deficit_kcal integer not null,
    daily_kcal_target integer not null,
    base_protein_g integer not null,
    base_carb_g integer not null,
    base_fat_g integer not null,
    started_on text not null,
    planned_end_on text,
    ended_on text,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id)
) strict;

create index almanac_phase_start on almanac_phase (tenant_id, started_on);

-- One phase at a time is open.
create unique index almanac_phase_active on almanac_phase (tenant_id) where ended_on is null;

create table almanac_untracked (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    started_on text not null,
    ended_on text not null,
    reason text not null,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id)
) strict;

create index almanac_untracked_span on almanac_untracked (tenant_id, started_on, ended_on);

create table almanac_exercise_group (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    name text not null,
    folded_name text not null,
    display_order integer not null,
    created_at integer not null,
    primary key (tenant_id, id),
    constraint almanac_exercise_group_name unique (tenant_id, folded_name)
) strict;

create table almanac_exercise (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    group_id integer not null,
    name text not null,
    folded_name text not null,
    notes text,
    archived_at integer,
    created_at integer not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, group_id) references almanac_exercise_group (tenant_id, id)
) strict;

create unique index almanac_exercise_name on almanac_exercise (tenant_id, folded_name) where archived_at is null;

create index almanac_exercise_group_of on almanac_exercise (tenant_id, group_id);

create table almanac_template (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    name text not null,
    folded_name text not null,
    notes text,
    archived_at integer,
    created_at integer not null,
    primary key (tenant_id, id)
) strict;

create unique index almanac_template_name on almanac_template (tenant_id, folded_name) where archived_at is null;

create table almanac_template_item (
    tenant_id text not null references access_tenant (id) on delete cascade,
    template_id integer not null,
    display_order integer not null,
    exercise_id integer not null,
    default_sets integer not null,
    default_reps integer,
    default_weight_kg real,
    notes text,
    primary key (tenant_id, template_id, display_order),
    foreign key (tenant_id, template_id) references almanac_template (tenant_id, id) on delete cascade,
    foreign key (tenant_id, exercise_id) references almanac_exercise (tenant_id, id)
) strict;

create table almanac_workout (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    on_date text not null,
    template_id integer,
    started_at integer not null,
    duration_min integer,
    rpe real not null,
    est_kcal integer,
    notes text,
    created_at integer not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, template_id) references almanac_template (tenant_id, id)
) strict;

create index almanac_workout_day on almanac_workout (tenant_id, on_date);

create index almanac_workout_time on almanac_workout (tenant_id, started_at, id);

create table almanac_workout_exercise (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    workout_id integer not null,
    exercise_id integer not null,
    display_order integer not null,
    planned_sets integer not null,
    notes text,
    skipped_at integer,
    primary key (tenant_id, id),
    constraint almanac_workout_exercise_order unique (tenant_id, workout_id, display_order),
    foreign key (tenant_id, workout_id) references almanac_workout (tenant_id, id) on delete cascade,
    foreign key (tenant_id, exercise_id) references almanac_exercise (tenant_id, id)
) strict;

create index almanac_workout_exercise_of on almanac_workout_exercise (tenant_id, exercise_id);

create table almanac_workout_set (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    instance_id integer not null,
    set_number integer not null,
    reps integer not null,
    weight_kg real,
    notes text,
    primary key (tenant_id, id),
    constraint almanac_workout_set_number unique (tenant_id, instance_id, set_number),
    foreign key (tenant_id, instance_id) references almanac_workout_exercise (tenant_id, id) on delete cascade
) strict;

create table almanac_accomplishment (
    tenant_id text not null references access_tenant (id) on delete cascade,
    id integer not null,
    code text not null,
    earned_on text not null,
    value real not null,
    dedup_key text not null,
    details text not null,
    created_at integer not null,
    primary key (tenant_id, id),
    constraint almanac_accomplishment_once unique (tenant_id, code, dedup_key)
) strict;

create index almanac_accomplishment_day on almanac_accomplishment (tenant_id, earned_on);
