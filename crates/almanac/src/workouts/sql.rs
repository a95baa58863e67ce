//! The statements of workouts.

belay_store::statements! {
    /// A workout by its number.
    GET(tenant_id: Text, id: Int) =
        "select id, on_date, template_id, started_at, duration_min, rpe, est_kcal, notes, created_at
         from almanac_workout where tenant_id = $1 and id = $2";

    /// Workouts between two days and two instants, of one template where it is given, the newest first. The plus keeps
    /// the planner to the index of days, which both ends always bound.
    LIST(tenant_id: Text, first: Text, last: Text, since: Int, before: Int, template_id: Int, limit: Int) =
        "select id, on_date, template_id, started_at, duration_min, rpe, est_kcal, notes, created_at
         from almanac_workout
         where tenant_id = $1 and on_date >= $2 and on_date <= $3 and +started_at >= $4 and +started_at < $5
           and (cast($6 as bigint) is null or template_id = cast($6 as bigint))
         order by on_date desc, started_at desc, id desc limit $7";

    /// The exercises of the workouts of some days, in their order. A cross join keeps the planner to this order: from the
    /// days, which are few, to what was done on them.
    INSTANCES(tenant_id: Text, first: Text, last: Text) =
        "select i.id, i.workout_id, i.exercise_id, e.name as exercise_name, i.display_order, i.planned_sets, i.notes,
                i.skipped_at
         from almanac_workout w cross join almanac_workout_exercise i cross join almanac_exercise e
         where i.tenant_id = w.tenant_id and i.workout_id = w.id and e.tenant_id = i.tenant_id
           and e.id = i.exercise_id and w.tenant_id = $1 and w.on_date >= $2 and w.on_date <= $3
         order by i.workout_id, i.display_order";

    /// The sets of the workouts of some days, in their order.
    SETS(tenant_id: Text, first: Text, last: Text) =
        "select s.id, s.instance_id, s.set_number, s.reps, s.weight_kg, s.notes
         from almanac_workout w cross join almanac_workout_exercise i cross join almanac_workout_set s
         where i.tenant_id = w.tenant_id and i.workout_id = w.id and s.tenant_id = i.tenant_id
           and s.instance_id = i.id and w.tenant_id = $1 and w.on_date >= $2 and w.on_date <= $3
         order by s.instance_id, s.set_number";

    /// Keeps a workout, new or changed.
    PUT(tenant_id: Text, id: Int, on_date: Text, template_id: Int, started_at: Int, duration_min: Int, rpe: Real,
        est_kcal: Int, notes: Text, created_at: Int) =
        "insert into almanac_workout
            (tenant_id, id, on_date, template_id, started_at, duration_min, rpe, est_kcal, notes, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (tenant_id, id) do update set
            on_date = excluded.on_date, template_id = excluded.template_id, started_at = excluded.started_at,
            duration_min = excluded.duration_min, rpe = excluded.rpe, est_kcal = excluded.est_kcal,
            notes = excluded.notes";

    /// Takes a workout away, with what was done in it.
    DELETE(tenant_id: Text, id: Int) = "delete from almanac_workout where tenant_id = $1 and id = $2";

    /// Adds an exercise to a workout.
    ADD_INSTANCE(tenant_id: Text, id: Int, workout_id: Int, exercise_id: Int, display_order: Int, planned_sets: Int,
        notes: Text, skipped_at: Int) =
        "insert into almanac_workout_exercise
            (tenant_id, id, workout_id, exercise_id, display_order, planned_sets, notes, skipped_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Takes an exercise out of a workout, with its sets.
    DELETE_INSTANCE(tenant_id: Text, id: Int) =
        "delete from almanac_workout_exercise where tenant_id = $1 and id = $2";

    /// The workout that an exercise is part of.
    OF_INSTANCE(tenant_id: Text, id: Int) =
        "select workout_id from almanac_workout_exercise where tenant_id = $1 and id = $2";

    /// Adds a set.
    ADD_SET(tenant_id: Text, id: Int, instance_id: Int, set_number: Int, reps: Int, weight_kg: Real, notes: Text) =
        "insert into almanac_workout_set (tenant_id, id, instance_id, set_number, reps, weight_kg, notes)
         values ($1, $2, $3, $4, $5, $6, $7)";

    /// A set by its number.
    GET_SET(tenant_id: Text, id: Int) =
        "select id, instance_id, set_number, reps, weight_kg, notes
         from almanac_workout_set where tenant_id = $1 and id = $2";

    /// Changes a set.
    CHANGE_SET(tenant_id: Text, id: Int, reps: Int, weight_kg: Real, notes: Text) =
        "update almanac_workout_set set reps = $3, weight_kg = $4, notes = $5 where tenant_id = $1 and id = $2";

    /// Takes a set away.
    DELETE_SET(tenant_id: Text, id: Int) = "delete from almanac_workout_set where tenant_id = $1 and id = $2";
}
