//! Values in the binary form of the type PostgreSQL inferred for the parameter.

use std::error::Error as StdError;

use bytes::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use crate::Arg;

type Encoded = Result<IsNull, Box<dyn StdError + Sync + Send>>;

impl ToSql for Arg {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Encoded {
        match self {
            Self::Null => Ok(IsNull::Yes),
            Self::Bool(flag) => bool(*flag, ty, out).unwrap_or_else(|| self.mismatch(ty)),
            Self::Int(number) => int(*number, ty, out).unwrap_or_else(|| self.mismatch(ty)),
            Self::Real(number) => real(*number, ty, out).unwrap_or_else(|| self.mismatch(ty)),
            Self::Text(text) => self.text(text, ty, out),
            Self::Json(value) => self.text(&value.to_string(), ty, out),
            Self::Blob(bytes) if *ty == Type::BYTEA => bytes.to_sql(ty, out),
            Self::Blob(_) => self.mismatch(ty),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl Arg {
    fn mismatch(&self, ty: &Type) -> Encoded {
        Err(format!("{} was bound where PostgreSQL expects {}", self.noun(), ty.name()).into())
    }

    fn text(&self, text: &str, ty: &Type, out: &mut BytesMut) -> Encoded {
        /// The version byte that goes before a `jsonb` value in binary form.
        const JSONB_VERSION: u8 = 1;
        match *ty {
            Type::JSONB => out.extend_from_slice(&[JSONB_VERSION]),
            Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN | Type::JSON => {}
            _ => return self.mismatch(ty),
        }
        out.extend_from_slice(text.as_bytes());
        Ok(IsNull::No)
    }
}

fn bool(flag: bool, ty: &Type, out: &mut BytesMut) -> Option<Encoded> {
    if *ty == Type::BOOL { Some(flag.to_sql(ty, out)) } else { int(i64::from(flag), ty, out) }
}

#[expect(clippy::cast_precision_loss, reason = "SQLite does the same to an integer in a real column")]
fn int(number: i64, ty: &Type, out: &mut BytesMut) -> Option<Encoded> {
    let out_of_range = || Err(format!("an integer is out of the range of {}", ty.name()).into());
    Some(match *ty {
        Type::INT8 => number.to_sql(ty, out),
        Type::INT4 => i32::try_from(number).map_or_else(|_| out_of_range(), |number| number.to_sql(ty, out)),
        Type::INT2 => i16::try_from(number).map_or_else(|_| out_of_range(), |number| number.to_sql(ty, out)),
        Type::FLOAT8 => (number as f64).to_sql(ty, out),
        Type::FLOAT4 => (number as f32).to_sql(ty, out),
        Type::BOOL if number == 0 || number == 1 => (number == 1).to_sql(ty, out),
        _ => return None,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "a real column of 4 bytes keeps what fits")]
fn real(number: f64, ty: &Type, out: &mut BytesMut) -> Option<Encoded> {
    match *ty {
        Type::FLOAT8 => Some(number.to_sql(ty, out)),
        Type::FLOAT4 => Some((number as f32).to_sql(ty, out)),
        _ => None,
    }
}
