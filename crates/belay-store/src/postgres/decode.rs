//! PostgreSQL's binary values as cells.

use std::error::Error as StdError;

use tokio_postgres::types::{FromSql, Type};

use crate::CellRef;

/// Reads any type the store knows; every other one has to be cast in the statement.
pub(super) struct AnyCell<'a>(pub(super) CellRef<'a>);

impl<'a> FromSql<'a> for AnyCell<'a> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        let cell = match *ty {
            Type::BOOL => CellRef::Bool(bool::from_sql(ty, raw)?),
            Type::INT8 => CellRef::Int(i64::from_sql(ty, raw)?),
            Type::INT4 => CellRef::Int(i32::from_sql(ty, raw)?.into()),
            Type::INT2 => CellRef::Int(i16::from_sql(ty, raw)?.into()),
            Type::FLOAT8 => CellRef::Real(f64::from_sql(ty, raw)?),
            Type::FLOAT4 => CellRef::Real(f32::from_sql(ty, raw)?.into()),
            Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN | Type::JSON => {
                CellRef::Text(std::str::from_utf8(raw)?)
            }
            Type::JSONB => match raw.split_first() {
                Some((1, text)) => CellRef::Text(std::str::from_utf8(text)?),
                _ => return Err("the version of the jsonb value is not known".into()),
            },
            Type::BYTEA => CellRef::Blob(raw),
            Type::VOID => CellRef::Null,
            _ => return Err(format!("type {} is not read: cast it in the statement", ty.name()).into()),
        };
        Ok(Self(cell))
    }

    fn from_sql_null(_: &Type) -> Result<Self, Box<dyn StdError + Sync + Send>> {
        Ok(Self(CellRef::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
