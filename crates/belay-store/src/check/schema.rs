//! Comparing the schemas of the two engines: each is written down as lines, and the lines must be the same.

use std::collections::BTreeSet;

use crate::{Db, Engine, Row, StoreError, Tx, args};

/// The statements that describe a schema; one text cannot do for both engines here.
struct Catalogue {
    /// Gives table, name, type, `required`.
    columns: &'static str,
    /// Gives table, name, `origin` (`pk`, `u`, `c`), `is_unique`, `is_partial`, `column_name`, in order.
    indexes: &'static str,
    /// Gives table, an id, `column_name`, `other_table`, `other_column`, `on_delete`, in order.
    references: &'static str,
}

const SQLITE: Catalogue = Catalogue {
    columns: r#"
        select t.name as table_name, c.name as column_name, lower(c.type) as type,
            (c."notnull" or c.pk > 0) as required
        from pragma_table_list t join pragma_table_info(t.name) c
        where t.schema = 'main' and t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_'"#,
    indexes: r#"
        select t.name as table_name, i.name as index_name, i.origin as origin, i."unique" as is_unique,
            i.partial as is_partial, c.seqno as place, c.name as column_name
        from pragma_table_list t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
        where t.schema = 'main' and t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_'
        union all
        select t.name, '', 'pk', true, false, c.pk, c.name
        from pragma_table_list t join pragma_table_info(t.name) c
        where t.schema = 'main' and t.type = 'table' and substr(t.name, 1, 7) <> 'sqlite_' and c.pk > 0
            and not exists (select 1 from pragma_index_list(t.name) i where i.origin = 'pk')
        order by table_name, index_name, place"#,
    references: r#"
        select t.name as table_name, cast(f.id as text) as id, f."from" as column_name,
            f."table" as other_table,
            coalesce(f."to", (select p.name from pragma_table_info(f."table") p where p.pk = f.seq + 1))
                as other_column,
            lower(f.on_delete) as on_delete
        from pragma_table_list t join pragma_foreign_key_list(t.name) f
        where t.schema = 'main' and t.type = 'table'
        order by t.name, f.id, f.seq"#,
};

const POSTGRES: Catalogue = Catalogue {
    columns: "
        select cast(c.table_name as text) as table_name, cast(c.column_name as text) as column_name,
            cast(c.udt_name as text) as type, c.is_nullable = 'NO' as required
        from information_schema.columns c
        join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
        where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'",
    indexes: "
        select t.relname as table_name, i.relname as index_name,
            case when x.indisprimary then 'pk' when n.oid is null then 'c' else 'u' end as origin,
            x.indisunique as is_unique, x.indpred is not null as is_partial, a.attname as column_name
        from pg_index x
        join pg_class t on t.oid = x.indrelid
        join pg_class i on i.oid = x.indexrelid
        join pg_namespace s on s.oid = t.relnamespace and s.nspname = current_schema()
        left join pg_constraint n on n.conindid = x.indexrelid and n.contype in ('p', 'u')
        cross join lateral unnest(cast(x.indkey as int2[])) with ordinality as k (attnum, place)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and k.attnum > 0
        order by t.relname, i.relname, k.place",
    references: "
        select t.relname as table_name, n.conname as id, a.attname as column_name, o.relname as other_table,
            b.attname as other_column,
            case n.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'd' then 'set default'
                when 'r' then 'restrict' else 'no action' end as on_delete
        from pg_constraint n
        join pg_class t on t.oid = n.conrelid
        join pg_class o on o.oid = n.confrelid
        join pg_namespace s on s.oid = t.relnamespace and s.nspname = current_schema()
        cross join lateral unnest(n.conkey, n.confkey) with ordinality as k (here, there, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.here
        join pg_attribute b on b.attrelid = o.oid and b.attnum = k.there
        where n.contype = 'f'
        order by t.relname, n.conname, k.place",
};

/// Compares two migrated databases and gives one sentence for each difference.
///
/// Compared are tables, columns with type and nullability, primary and unique keys, indexes by name, and
/// references. `except` names tables, `table.column`s and indexes that differ on purpose, as full-text search
/// does. SQLite's virtual tables are left out.
///
/// # Errors
///
/// As [`Db::read`].
pub async fn same_schema(one: &Db, other: &Db, except: &[&str]) -> Result<Vec<String>, StoreError> {
    let (left, right) = (lines(one, except).await?, lines(other, except).await?);
    let only = |side: &Db, line: &String| format!("only {} has {line}", side.engine());
    let mut differences: Vec<_> = left.difference(&right).map(|line| only(one, line)).collect();
    differences.extend(right.difference(&left).map(|line| only(other, line)));
    Ok(differences)
}

async fn lines(db: &Db, except: &[&str]) -> Result<BTreeSet<String>, StoreError> {
    let catalogue = match db.engine() {
        Engine::Sqlite => SQLITE,
        Engine::Postgres => POSTGRES,
    };
    let mut tx = db.read().await?;
    let mut lines = Lines { except, lines: BTreeSet::new() };
    columns(&mut tx, &catalogue, &mut lines).await?;
    indexes(&mut tx, &catalogue, &mut lines).await?;
    references(&mut tx, &catalogue, &mut lines).await?;
    Ok(lines.lines)
}

struct Lines<'a> {
    except: &'a [&'a str],
    lines: BTreeSet<String>,
}

impl Lines<'_> {
    /// Adds a line unless one of the names it is about is excepted.
    fn add(&mut self, names: &[&str], line: String) {
        if !names.iter().any(|name| self.except.contains(name)) {
            self.lines.insert(line);
        }
    }
}

async fn columns(tx: &mut Tx, catalogue: &Catalogue, lines: &mut Lines<'_>) -> Result<(), StoreError> {
    for row in tx.all(catalogue.columns, args![]).await? {
        let (table, column) = (row.get::<&str>("table_name")?, row.get::<&str>("column_name")?);
        let null = if row.get("required")? { "not null" } else { "null" };
        let (name, class) = (format!("{table}.{column}"), class(row.get("type")?));
        lines.add(&[table, &name], format!("column {name}: {class} {null}"));
    }
    Ok(())
}

/// What a type is on both engines. SQLite's strict tables know neither booleans nor JSON.
fn class(kind: &str) -> &str {
    match kind {
        "int" | "integer" | "bigint" | "int2" | "int4" | "int8" | "bool" => "integer",
        "real" | "float4" | "float8" => "real",
        "text" | "varchar" | "json" | "jsonb" => "text",
        "blob" | "bytea" => "blob",
        other => other,
    }
}

async fn indexes(tx: &mut Tx, catalogue: &Catalogue, lines: &mut Lines<'_>) -> Result<(), StoreError> {
    let rows = tx.all(catalogue.indexes, args![]).await?;
    for group in rows.chunk_by(|a, b| same(a, b, &["table_name", "index_name"])) {
        let Some(first) = group.first() else { continue };
        let (table, index) = (first.get::<&str>("table_name")?, first.get::<&str>("index_name")?);
        let columns = list(group, "column_name")?;
        let partial = if first.get("is_partial")? { " where …" } else { "" };
        let unique = if first.get("is_unique")? { "unique " } else { "" };
        let line = match first.get("origin")? {
            "pk" => format!("primary key of {table} ({columns})"),
            "u" => format!("unique key of {table} ({columns})"),
            _ => format!("{unique}index {index} on {table} ({columns}){partial}"),
        };
        lines.add(&[table, index], line);
    }
    Ok(())
}

async fn references(tx: &mut Tx, catalogue: &Catalogue, lines: &mut Lines<'_>) -> Result<(), StoreError> {
    let rows = tx.all(catalogue.references, args![]).await?;
    for group in rows.chunk_by(|a, b| same(a, b, &["table_name", "id"])) {
        let Some(first) = group.first() else { continue };
        let (table, other) = (first.get::<&str>("table_name")?, first.get::<&str>("other_table")?);
        let (here, there) = (list(group, "column_name")?, list(group, "other_column")?);
        let action = first.get::<&str>("on_delete")?;
        lines.add(
            &[table, other],
            format!("reference {table} ({here}) to {other} ({there}) on delete {action}"),
        );
    }
    Ok(())
}

fn same(one: &Row, other: &Row, columns: &[&str]) -> bool {
    columns.iter().all(|column| match (one.get::<&str>(*column), other.get::<&str>(*column)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    })
}

fn list(rows: &[Row], column: &str) -> Result<String, StoreError> {
    let names: Result<Vec<&str>, _> =
        rows.iter().map(|row| Ok(row.get::<Option<&str>>(column)?.unwrap_or("an expression"))).collect();
    names.map(|names| names.join(", "))
}
