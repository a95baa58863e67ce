//! The statements of days and their sums.

belay_store::statements! {
    /// The sums of a day.
    GET(tenant_id: Text, on_date: Text) =
        "select on_date, food_kcal, protein_g, carb_g, fat_g, meals, alcohol_kcal, drinks
         from almanac_day_total where tenant_id = $1 and on_date = $2";

    /// The sums of the days that have any, between two days.
    RANGE(tenant_id: Text, first: Text, last: Text) =
        "select on_date, food_kcal, protein_g, carb_g, fat_g, meals, alcohol_kcal, drinks
         from almanac_day_total where tenant_id = $1 and on_date >= $2 and on_date <= $3 order by on_date";

    /// Forgets the sums between two days.
    FORGET(tenant_id: Text, first: Text, last: Text) =
        "delete from almanac_day_total where tenant_id = $1 and on_date >= $2 and on_date <= $3";

    /// Sums the days between two days up.
    SUM_UP(tenant_id: Text, first: Text, last: Text) =
        "insert into almanac_day_total
            (tenant_id, on_date, food_kcal, protein_g, carb_g, fat_g, meals, alcohol_kcal, drinks)
         select cast($1 as text), on_date, cast(sum(food_kcal) as bigint), sum(protein_g), sum(carb_g), sum(fat_g),
                cast(sum(meals) as bigint), cast(sum(alcohol_kcal) as bigint), sum(drinks)
         from (select on_date, kcal as food_kcal, protein_g, carb_g, fat_g, 1 as meals, 0 as alcohol_kcal,
                      cast(0 as double precision) as drinks
               from almanac_meal where tenant_id = $1 and on_date >= $2 and on_date <= $3
               union all
               select on_date, 0, cast(0 as double precision), cast(0 as double precision),
                      cast(0 as double precision), 0, est_kcal, drinks_count
               from almanac_alcohol where tenant_id = $1 and on_date >= $2 and on_date <= $3) as rows
         group by on_date";

    /// The days between two on which anything was logged.
    LOGGED(tenant_id: Text, first: Text, last: Text) =
        "select on_date from almanac_day_total where tenant_id = $1 and on_date >= $2 and on_date <= $3
         union select measured_on from almanac_weight
         where tenant_id = $1 and measured_on >= $2 and measured_on <= $3
         union select slept_on from almanac_sleep where tenant_id = $1 and slept_on >= $2 and slept_on <= $3
         union select on_date from almanac_steps where tenant_id = $1 and on_date >= $2 and on_date <= $3
         union select on_date from almanac_cardio where tenant_id = $1 and on_date >= $2 and on_date <= $3
         union select on_date from almanac_workout where tenant_id = $1 and on_date >= $2 and on_date <= $3";

    /// What movement cost on the days between two that have any.
    MOVEMENT(tenant_id: Text, first: Text, last: Text) =
        "select on_date, cast(sum(cardio) as bigint) as cardio_kcal, cast(sum(workout) as bigint) as workout_kcal,
                cast(sum(steps) as bigint) as steps_kcal
         from (select on_date, est_kcal as cardio, 0 as workout, cast(null as bigint) as steps
               from almanac_cardio where tenant_id = $1 and on_date >= $2 and on_date <= $3
               union all
               select on_date, 0, coalesce(est_kcal, duration_min * 6, 0), cast(null as bigint)
               from almanac_workout where tenant_id = $1 and on_date >= $2 and on_date <= $3
               union all
               select on_date, 0, 0, coalesce(est_kcal, 0)
               from almanac_steps where tenant_id = $1 and on_date >= $2 and on_date <= $3) as moved
         group by on_date";

    /// Meals with the days they are filed under.
    FILED_MEALS(tenant_id: Text) = "select id, eaten_at as at, on_date from almanac_meal where tenant_id = $1";

    /// Drinks with the days they are filed under.
    FILED_ALCOHOL(tenant_id: Text) = "select id, started_at as at, on_date from almanac_alcohol where tenant_id = $1";

    /// Cardio sessions with the days they are filed under.
    FILED_CARDIO(tenant_id: Text) = "select id, started_at as at, on_date from almanac_cardio where tenant_id = $1";

    /// Workouts with the days they are filed under.
    FILED_WORKOUTS(tenant_id: Text) = "select id, started_at as at, on_date from almanac_workout where tenant_id = $1";

    /// Files a meal under another day.
    FILE_MEAL(tenant_id: Text, id: Int, on_date: Text) =
        "update almanac_meal set on_date = $3 where tenant_id = $1 and id = $2";

    /// Files drinks under another day.
    FILE_ALCOHOL(tenant_id: Text, id: Int, on_date: Text) =
        "update almanac_alcohol set on_date = $3 where tenant_id = $1 and id = $2";

    /// Files a cardio session under another day.
    FILE_CARDIO(tenant_id: Text, id: Int, on_date: Text) =
        "update almanac_cardio set on_date = $3 where tenant_id = $1 and id = $2";

    /// Files a workout under another day.
    FILE_WORKOUT(tenant_id: Text, id: Int, on_date: Text) =
        "update almanac_workout set on_date = $3 where tenant_id = $1 and id = $2";
}
