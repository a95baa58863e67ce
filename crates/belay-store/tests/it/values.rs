//! Values on their way in and out.

use belay_core::{Entity, Id, entropy::Seeded, money::Amount};
use belay_store::{Arg, Sql, StoreError, args};
use jiff::{Timestamp, civil::Date};
use serde_json::{Value, json};

use crate::engines::on_each_engine;

#[test]
fn every_kind_of_value_comes_back_as_it_went_in() {
    on_each_engine(async |db| {
        let mut tx = db.write().await.unwrap();
        let create = "create table v (flag boolean, n bigint, x double precision, t text, b bytea, j text)";
        let create = if db.engine().to_string() == "SQLite" {
            "create table v (flag integer, n integer, x real, t text, b blob, j text) strict"
        } else {
            create
        };
        tx.exec(create, args![]).await.unwrap();
        let insert = "insert into v (flag, n, x, t, b, j) values ($1, $2, $3, $4, $5, $6)";
        let document = json!({"a": [1, null, "ü"]});
        let full = args![true, i64::MIN, 0.1, "Ünï\u{1f35c}", vec![0_u8, 255], document.clone()];
        assert_eq!(tx.exec(insert, full).await.unwrap(), 1);
        tx.exec(insert, vec![Arg::Null; 6]).await.unwrap();

        let rows = tx.all("select * from v order by t nulls last", args![]).await.unwrap();
        let row = &rows[0];
        assert!(row.get::<bool>("flag").unwrap());
        assert_eq!(row.get::<i64>("n").unwrap(), i64::MIN);
        assert!((row.get::<f64>("x").unwrap() - 0.1).abs() < f64::EPSILON);
        assert_eq!(row.get::<&str>("t").unwrap(), "Ünï\u{1f35c}");
        assert_eq!(row.get::<String>(3).unwrap(), "Ünï\u{1f35c}");
        assert_eq!(row.get::<Vec<u8>>("b").unwrap(), [0, 255]);
        assert_eq!(row.get::<Value>("j").unwrap(), document);
        assert_eq!(rows[1].get::<Option<bool>>("flag").unwrap(), None);
        assert_eq!(rows[1].get::<Option<Vec<u8>>>("b").unwrap(), None);
    });
}

#[test]
fn a_flag_is_read_from_an_integer_and_from_a_boolean() {
    on_each_engine(async |db| {
        let row =
            db.opt("select 1 as one, 0 as zero, 1 = 1 as yes, 2 as two", args![]).await.unwrap().unwrap();
        assert!(row.get::<bool>("one").unwrap());
        assert!(!row.get::<bool>("zero").unwrap());
        assert!(row.get::<bool>("yes").unwrap());
        assert!(matches!(row.get::<bool>("two"), Err(StoreError::Inconsistent { .. })));
    });
}

#[test]
fn parameters_are_bound_by_their_number_wherever_they_stand() {
    on_each_engine(async |db| {
        let sql = "select cast($2 as text) as second, cast($1 as text) as first, cast($2 as text) as again";
        let row = db.opt(sql, args!["a", "b"]).await.unwrap().unwrap();
        let read = ["first", "second", "again"].map(|name| row.get::<String>(name).unwrap());
        assert_eq!(read, ["a", "b", "b"]);
    });
}

#[test]
fn a_wrong_number_of_values_is_refused() {
    on_each_engine(async |db| {
        for args in [args![], args![1, 2]] {
            let error = db.all("select cast($1 as bigint) as n", args).await.unwrap_err();
            assert!(matches!(error, StoreError::Statement(_)), "{error:?}");
        }
    });
}

#[test]
fn a_value_of_another_type_is_an_error_that_names_the_column_and_not_the_value() {
    on_each_engine(async |db| {
        let row = db.opt("select 'secret' as name, null as absent", args![]).await.unwrap().unwrap();
        let error = row.get::<i64>("name").unwrap_err().to_string();
        assert!(error.contains("`name` holds text where an integer is expected"), "{error}");
        assert!(!error.contains("secret"));
        assert!(row.get::<String>("absent").is_err());
        assert!(matches!(row.get::<i64>("nobody"), Err(StoreError::Statement(_))));
    });
}

#[test]
fn an_integer_too_wide_for_its_type_is_refused() {
    on_each_engine(async |db| {
        let row = db.opt("select cast($1 as bigint) as n", args![i64::MAX]).await.unwrap().unwrap();
        assert_eq!(row.get::<i64>("n").unwrap(), i64::MAX);
        assert!(matches!(row.get::<i32>("n"), Err(StoreError::Inconsistent { .. })));
    });
}

#[test]
fn ids_instants_dates_and_amounts_keep_their_types() {
    struct Meal;
    impl Entity for Meal {
        const PREFIX: &'static str = "mea";
    }
    on_each_engine(async |db| {
        let (at, day) =
            (Timestamp::from_microsecond(1_700_000_000_123_456).unwrap(), Date::constant(2026, 2, 28));
        let (id, amount) = (Id::<Meal>::new(at, &Seeded::new(1)), Amount::from_units(-12_345).unwrap());
        let sql = "select cast($1 as text) as id, cast($2 as bigint) as at, cast($3 as text) as day,
            cast($4 as bigint) as amount";
        let row = db.opt(sql, args![&id, at, day, amount]).await.unwrap().unwrap();
        assert_eq!(row.get::<Id<Meal>>("id").unwrap(), id);
        assert_eq!(row.get::<Timestamp>("at").unwrap(), at);
        assert_eq!(row.get::<Date>("day").unwrap(), day);
        assert_eq!(row.get::<Amount>("amount").unwrap(), amount);
        assert!(row.get::<Id<Meal>>("day").is_err());
    });
}

#[test]
fn locking_rows_is_left_to_the_engine_that_needs_it() {
    on_each_engine(async |db| {
        let mut tx = db.write().await.unwrap();
        tx.exec("create table job (id bigint)", args![]).await.unwrap();
        tx.exec("insert into job (id) values ($1)", args![1]).await.unwrap();
        tx.commit().await.unwrap();
        let next = Sql::new("select id from job order by id limit 1").skip_locked();
        let mut one = db.write().await.unwrap();
        assert!(one.opt(next.clone(), args![]).await.unwrap().is_some());
        if db.engine().to_string() == "PostgreSQL" {
            let mut other = db.write().await.unwrap();
            assert!(other.opt(next, args![]).await.unwrap().is_none());
        }
    });
}
