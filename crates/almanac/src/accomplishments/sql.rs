//! The statements of accomplishments, and of the facts they rest on.

belay_store::statements! {
    /// Those of a kind, the oldest first.
    OF_CODE(tenant_id: Text, code: Text) =
        "select id, code, earned_on, value, dedup_key, details from almanac_accomplishment
         where tenant_id = $1 and code = $2 order by earned_on, id";

    /// Those from a day on, the newest first.
    SINCE(tenant_id: Text, first: Text) =
        "select id, code, earned_on, value, dedup_key, details from almanac_accomplishment
         where tenant_id = $1 and earned_on >= $2 order by earned_on desc, id desc";

    /// Keeps one, unless it is there.
    ADD(tenant_id: Text, id: Int, code: Text, earned_on: Text, value: Real, dedup_key: Text, details: Text,
        created_at: Int) =
        "insert into almanac_accomplishment
            (tenant_id, id, code, earned_on, value, dedup_key, details, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)";

    /// Takes one back.
    REMOVE(tenant_id: Text, id: Int) = "delete from almanac_accomplishment where tenant_id = $1 and id = $2";

    /// How many meals there are up to a day.
    MEALS(tenant_id: Text, last: Text) =
        "select count(*) as number from almanac_meal where tenant_id = $1 and on_date <= $2";

    /// How many weigh-ins there are up to a day.
    WEIGH_INS(tenant_id: Text, last: Text) =
        "select count(*) as number from almanac_weight where tenant_id = $1 and measured_on <= $2";

    /// How many workouts there are up to a day.
    WORKOUTS(tenant_id: Text, last: Text) =
        "select count(*) as number from almanac_workout where tenant_id = $1 and on_date <= $2";

    /// The day of a meal by its place in time, from 0.
    MEAL_DAY(tenant_id: Text, place: Int) =
        "select on_date from almanac_meal where tenant_id = $1 order by on_date limit 1 offset $2";

    /// The day of a weigh-in by its place in time, from 0.
    WEIGH_IN_DAY(tenant_id: Text, place: Int) =
        "select measured_on as on_date from almanac_weight where tenant_id = $1 order by measured_on limit 1 offset $2";

    /// The day of a workout by its place in time, from 0.
    WORKOUT_DAY(tenant_id: Text, place: Int) =
        "select on_date from almanac_workout where tenant_id = $1 order by on_date limit 1 offset $2";

    /// The kilograms moved on each day that has any.
    VOLUMES(tenant_id: Text) =
        "select w.on_date, sum(s.reps * s.weight_kg) as kg
         from almanac_workout w
         join almanac_workout_exercise i on i.tenant_id = w.tenant_id and i.workout_id = w.id
         join almanac_workout_set s on s.tenant_id = i.tenant_id and s.instance_id = i.id
         where w.tenant_id = $1 and s.weight_kg is not null group by w.on_date order by w.on_date";

    /// The sets of an exercise that tell a single repetition, in the order of their workouts.
    LIFTS(tenant_id: Text, exercise_id: Int) =
        "select w.id as workout_id, w.on_date, s.weight_kg, s.reps, e.name
         from almanac_workout_exercise i cross join almanac_workout w cross join almanac_workout_set s
         cross join almanac_exercise e
         where w.tenant_id = i.tenant_id and w.id = i.workout_id and s.tenant_id = i.tenant_id
           and s.instance_id = i.id and e.tenant_id = i.tenant_id and e.id = i.exercise_id and i.tenant_id = $1 and i.exercise_id = $2 and s.weight_kg > 0 and s.reps >= 1 and s.reps <= 12
         order by w.started_at, w.id, s.id";
}
