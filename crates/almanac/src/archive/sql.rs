//! The statements by which a whole journal is read, written and taken away.

belay_store::statements! {
    /// The profile, if there is one.
    READ_PROFILE(tenant_id: Text) =
        "select name, dob, height_cm, sex, preferred_unit_system, timezone, day_start_hour,
                activity_level, about_me
         from almanac_profile where tenant_id = $1 order by name";

    /// All exercise groups.
    READ_GROUPS(tenant_id: Text) =
        "select id, name, display_order, created_at
         from almanac_exercise_group where tenant_id = $1 order by id";

    /// All exercises.
    READ_EXERCISES(tenant_id: Text) =
        "select id, group_id, name, notes, archived_at, created_at
         from almanac_exercise where tenant_id = $1 order by id";

    /// All templates.
    READ_TEMPLATES(tenant_id: Text) =
        "select id, name, notes, archived_at, created_at
         from almanac_template where tenant_id = $1 order by id";

    /// All exercises of templates.
    READ_TEMPLATE_ITEMS(tenant_id: Text) =
        "select template_id, display_order, exercise_id, default_sets, default_reps, default_weight_kg,
                notes
         from almanac_template_item where tenant_id = $1 order by template_id, display_order";

    /// All stored meals.
    READ_STORED_MEALS(tenant_id: Text) =
        "select id, name, kcal, protein_g, carb_g, fat_g, description, created_at
         from almanac_stored_meal where tenant_id = $1 order by id";

    /// All meals.
    READ_MEALS(tenant_id: Text) =
        "select id, eaten_at, name, kcal, protein_g, carb_g, fat_g, notes, created_at
         from almanac_meal where tenant_id = $1 order by id";

    /// All drinks.
    READ_ALCOHOL(tenant_id: Text) =
        "select id, started_at, ended_at, drinks_count, est_kcal, notes, created_at
         from almanac_alcohol where tenant_id = $1 order by id";

    /// All weigh-ins.
    READ_WEIGHTS(tenant_id: Text) =
        "select id, measured_on, weight_kg, notes, created_at
         from almanac_weight where tenant_id = $1 order by id";

    /// All nights.
    READ_SLEEP(tenant_id: Text) =
        "select id, slept_on, hours, quality, notes, created_at
         from almanac_sleep where tenant_id = $1 order by id";

    /// All step counts.
    READ_STEPS(tenant_id: Text) =
        "select id, on_date, steps, est_kcal, source, notes, created_at
         from almanac_steps where tenant_id = $1 order by id";

    /// All cardio sessions.
    READ_CARDIO(tenant_id: Text) =
        "select id, started_at, duration_min, modality, avg_hr, distance_km, steps, est_kcal, notes,
                created_at
         from almanac_cardio where tenant_id = $1 order by id";

    /// All phases.
    READ_PHASES(tenant_id: Text) =
        "select id, name, intent, phase_type, tdee_at_phase_start, tdee_source, deficit_kcal,
                daily_kcal_target, base_protein_g, base_carb_g, base_fat_g, started_on, planned_end_on,
                ended_on, notes, created_at
         from almanac_phase where tenant_id = $1 order by id";

    /// All untracked periods.
    READ_UNTRACKED(tenant_id: Text) =
        "select id, started_on, ended_on, reason, notes, created_at
         from almanac_untracked where tenant_id = $1 order by id";

    /// All workouts.
    READ_WORKOUTS(tenant_id: Text) =
        "select id, template_id, started_at, duration_min, rpe, est_kcal, notes, created_at
         from almanac_workout where tenant_id = $1 order by id";

    /// All exercises of workouts.
    READ_WORKOUT_EXERCISES(tenant_id: Text) =
        "select id, workout_id, exercise_id, display_order, planned_sets, notes, skipped_at
         from almanac_workout_exercise where tenant_id = $1 order by id";

    /// All sets.
    READ_WORKOUT_SETS(tenant_id: Text) =
        "select id, instance_id, set_number, reps, weight_kg, notes
         from almanac_workout_set where tenant_id = $1 order by id";

    /// All accomplishments.
    READ_ACCOMPLISHMENTS(tenant_id: Text) =
        "select id, code, earned_on, value, dedup_key, details, created_at
         from almanac_accomplishment where tenant_id = $1 order by id";

    /// Adds an exercise group.
    WRITE_GROUPS(
        tenant_id: Text, id: Int, name: Text, display_order: Int, created_at: Int, folded_name: Text
    ) =
        "insert into almanac_exercise_group
            (tenant_id, id, name, display_order, created_at, folded_name)
         values ($1, $2, $3, $4, $5, $6)";

    /// Adds an exercise.
    WRITE_EXERCISES(
        tenant_id: Text, id: Int, group_id: Int, name: Text, notes: Text, archived_at: Int,
        created_at: Int, folded_name: Text
    ) =
        "insert into almanac_exercise
            (tenant_id, id, group_id, name, notes, archived_at, created_at, folded_name)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Adds a template.
    WRITE_TEMPLATES(
        tenant_id: Text, id: Int, name: Text, notes: Text, archived_at: Int, created_at: Int,
        folded_name: Text
    ) =
        "insert into almanac_template
            (tenant_id, id, name, notes, archived_at, created_at, folded_name)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// Adds an exercise of a template.
    WRITE_TEMPLATE_ITEMS(
        tenant_id: Text, template_id: Int, display_order: Int, exercise_id: Int, default_sets: Int,
        default_reps: Int, default_weight_kg: Real, notes: Text
    ) =
        "insert into almanac_template_item
            (tenant_id, template_id, display_order, exercise_id, default_sets, default_reps,
             default_weight_kg, notes)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Adds a stored meal.
    WRITE_STORED_MEALS(
        tenant_id: Text, id: Int, name: Text, kcal: Int, protein_g: Real, carb_g: Real, fat_g: Real,
        description: Text, created_at: Int, folded_name: Text
    ) =
        "insert into almanac_stored_meal
            (tenant_id, id, name, kcal, protein_g, carb_g, fat_g, description, created_at, folded_name)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

    /// Adds a meal.
    WRITE_MEALS(
        tenant_id: Text, id: Int, eaten_at: Int, name: Text, kcal: Int, protein_g: Real, carb_g: Real,
        fat_g: Real, notes: Text, created_at: Int, on_date: Text, folded_text: Text
    ) =
        "insert into almanac_meal
            (tenant_id, id, eaten_at, name, kcal, protein_g, carb_g, fat_g, notes, created_at, on_date,
             folded_text)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

    /// Adds an occasion with drinks.
    WRITE_ALCOHOL(
        tenant_id: Text, id: Int, started_at: Int, ended_at: Int, drinks_count: Real, est_kcal: Int,
        notes: Text, created_at: Int, on_date: Text
    ) =
        "insert into almanac_alcohol
            (tenant_id, id, started_at, ended_at, drinks_count, est_kcal, notes, created_at, on_date)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

    /// Adds a weigh-in.
    WRITE_WEIGHTS(
        tenant_id: Text, id: Int, measured_on: Text, weight_kg: Real, notes: Text, created_at: Int,
        trend_kg: Real
    ) =
        "insert into almanac_weight
            (tenant_id, id, measured_on, weight_kg, notes, created_at, trend_kg)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// Adds a night.
    WRITE_SLEEP(
        tenant_id: Text, id: Int, slept_on: Text, hours: Real, quality: Int, notes: Text,
        created_at: Int
    ) =
        "insert into almanac_sleep
            (tenant_id, id, slept_on, hours, quality, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// Adds a step count.
    WRITE_STEPS(
        tenant_id: Text, id: Int, on_date: Text, steps: Int, est_kcal: Int, source: Text, notes: Text,
        created_at: Int
    ) =
        "insert into almanac_steps
            (tenant_id, id, on_date, steps, est_kcal, source, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Adds a cardio session.
    WRITE_CARDIO(
        tenant_id: Text, id: Int, started_at: Int, duration_min: Int, modality: Text, avg_hr: Int,
        distance_km: Real, steps: Int, est_kcal: Int, notes: Text, created_at: Int, on_date: Text
    ) =
        "insert into almanac_cardio
            (tenant_id, id, started_at, duration_min, modality, avg_hr, distance_km, steps, est_kcal,
             notes, created_at, on_date)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

    /// Adds a phase.
    WRITE_PHASES(
        tenant_id: Text, id: Int, name: Text, intent: Text, phase_type: Text, tdee_at_phase_start: Int,
        tdee_source: Text, deficit_kcal: Int, daily_kcal_target: Int, base_protein_g: Int,
        base_carb_g: Int, base_fat_g: Int, started_on: Text, planned_end_on: Text, ended_on: Text,
        notes: Text, created_at: Int
    ) =
        "insert into almanac_phase
            (tenant_id, id, name, intent, phase_type, tdee_at_phase_start, tdee_source, deficit_kcal,
             daily_kcal_target, base_protein_g, base_carb_g, base_fat_g, started_on, planned_end_on,
             ended_on, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";

    /// Adds an untracked period.
    WRITE_UNTRACKED(
        tenant_id: Text, id: Int, started_on: Text, ended_on: Text, reason: Text, notes: Text,
        created_at: Int
    ) =
        "insert into almanac_untracked
            (tenant_id, id, started_on, ended_on, reason, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// Adds a workout.
    WRITE_WORKOUTS(
        tenant_id: Text, id: Int, template_id: Int, started_at: Int, duration_min: Int, rpe: Real,
        est_kcal: Int, notes: Text, created_at: Int, on_date: Text
    ) =
        "insert into almanac_workout
            (tenant_id, id, template_id, started_at, duration_min, rpe, est_kcal, notes, created_at,
             on_date)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";

    /// Adds an exercise of a workout.
    WRITE_WORKOUT_EXERCISES(
        tenant_id: Text, id: Int, workout_id: Int, exercise_id: Int, display_order: Int,
        planned_sets: Int, notes: Text, skipped_at: Int
    ) =
        "insert into almanac_workout_exercise
            (tenant_id, id, workout_id, exercise_id, display_order, planned_sets, notes, skipped_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Adds a set.
    WRITE_WORKOUT_SETS(
        tenant_id: Text, id: Int, instance_id: Int, set_number: Int, reps: Int, weight_kg: Real,
        notes: Text
    ) =
        "insert into almanac_workout_set
            (tenant_id, id, instance_id, set_number, reps, weight_kg, notes)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// Adds an accomplishment.
    WRITE_ACCOMPLISHMENTS(
        tenant_id: Text, id: Int, code: Text, earned_on: Text, value: Real, dedup_key: Text,
        details: Text, created_at: Int
    ) =
        "insert into almanac_accomplishment
            (tenant_id, id, code, earned_on, value, dedup_key, details, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Another count for a day whose count was imported before.
    RECOUNT(tenant_id: Text, id: Int, steps: Int, est_kcal: Int) =
        "update almanac_steps set steps = $3, est_kcal = $4 where tenant_id = $1 and id = $2 and source = 'import'";

    /// The last number given to each kind of row.
    READ_COUNTERS(tenant_id: Text) =
        "select entity, last from almanac_counter where tenant_id = $1 order by entity";

    /// Counts a kind of row on to a number at least.
    RAISE_COUNTER(tenant_id: Text, entity: Text, last: Int) =
        "insert into almanac_counter (tenant_id, entity, last) values ($1, $2, $3)
         on conflict (tenant_id, entity) do update set
            last = case when almanac_counter.last < excluded.last then excluded.last else almanac_counter.last end";
}
