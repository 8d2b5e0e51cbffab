//! The shape of the rows of each table and index, so that a page can be assigned to one even if nothing links
//! to it any more.

use super::cells::{Row, Value};
use crate::db::schema::{in_memory_of, migrations};
use crate::db::sql::{SqlRow, SqlValue};
use sqlx::migrate::Migrator;

/// A table or an index.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) name: String,
    pub(super) is_index: bool,
    /// Whether its rows have a rowid.
    pub(super) is_numbered: bool,
    /// Its columns, in storage order.
    pub(super) columns: Vec<Column>,
    /// How many of them every row has. Columns added later are missing in older rows.
    least: usize,
}

#[derive(Debug)]
pub(super) struct Column {
    pub(super) name: String,
    kind: Kind,
    may_be_null: bool,
    /// Whether it is the rowid, which is not stored as a value.
    is_number: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    Any,
}

/// The tables, each with its columns in storage order.
const TABLES: &str = "SELECT t.name AS of, t.sql LIKE '%WITHOUT ROWID%' AS is_index, c.name, c.type, c.\"notnull\" AS is_set,
        c.dflt_value IS NOT NULL AS has_default, c.pk, (SELECT count(*) FROM pragma_table_info(t.name) k WHERE k.pk > 0) AS keys
    FROM sqlite_schema t CROSS JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND c.hidden = 0
    ORDER BY t.rowid, CASE WHEN t.sql LIKE '%WITHOUT ROWID%' AND c.pk > 0 THEN c.pk ELSE 1000 END, c.cid";

/// The indexes, likewise. Indexed expressions may have any type.
const INDEXES: &str = "SELECT i.name AS of, 1 AS is_index, coalesce(c.name, '') AS name,
        CASE WHEN c.cid = -1 THEN 'INTEGER' ELSE coalesce(t.type, '') END AS type, 0 AS is_set, 0 AS has_default, 0 AS pk, 0 AS keys
    FROM sqlite_schema i CROSS JOIN pragma_index_xinfo(i.name) c LEFT JOIN pragma_table_info(i.tbl_name) t ON t.cid = c.cid
    WHERE i.type = 'index' ORDER BY i.rowid, c.seqno";

/// Returns the migrations up to this one.
pub(super) fn steps_to(last: i64) -> Migrator {
    Migrator::with_migrations(migrations().iter().filter(|step| step.version <= last).cloned().collect())
}

/// Returns all tables and indexes of a schema.
pub(super) async fn shapes(steps: &Migrator) -> Result<Vec<Shape>, sqlx::Error> {
    let mut memory = in_memory_of(steps).await?;
    let mut shapes = Vec::new();
    for (list, is_index) in [(TABLES, false), (INDEXES, true)] {
        let rows = memory.all::<SqlRow>(list, ()).await?;
        let of = |row: &SqlRow| row.try_get::<String>("of").ok();
        for rows in rows.chunk_by(|one, next| of(one) == of(next)) {
            shapes.push(Shape::read(rows, is_index)?);
        }
    }
    Ok(shapes)
}

impl Shape {
    fn read(rows: &[SqlRow], is_index: bool) -> Result<Self, sqlx::Error> {
        let (name, is_numbered) = (rows[0].try_get("of")?, !rows[0].try_get::<bool>("is_index")?);
        let (mut columns, mut least) = (Vec::new(), 1);
        for row in rows {
            let (kind, is_key): (&str, bool) = (row.try_get("type")?, row.try_get::<i64>("pk")? > 0);
            let is_set = row.try_get("is_set")? || is_key && !is_numbered;
            let column = Column {
                name: row.try_get("name")?,
                is_number: is_numbered && is_key && kind == "INTEGER" && row.try_get::<i64>("keys")? == 1,
                may_be_null: !is_set,
                kind: match kind {
                    "TEXT" => Kind::Text,
                    "INTEGER" | "BIGINT" | "BOOLEAN" => Kind::Number,
                    _ => Kind::Any,
                },
            };
            columns.push(column);
            if is_index || is_set && !row.try_get::<bool>("has_default")? {
                least = columns.len();
            }
        }
        Ok(Self { name, is_index, is_numbered, columns, least })
    }

    /// The shape of the schema table.
    pub(super) fn of_schema() -> Self {
        let column = |kind| Column { name: String::new(), kind, may_be_null: true, is_number: false };
        let columns = [Kind::Text, Kind::Text, Kind::Text, Kind::Number, Kind::Text].map(column).into();
        let name = "sqlite_schema".to_owned();
        Self { name, is_index: false, is_numbered: true, columns, least: 4 }
    }

    /// Whether a row may belong here.
    pub(super) fn fits(&self, row: &Row) -> bool {
        (self.least..=self.columns.len()).contains(&row.values.len())
            && row.number.is_some() == self.is_numbered
            && self.columns.iter().zip(&row.values).all(|(column, value)| match value {
                Value::Null => column.may_be_null || column.is_number,
                Value::Number(_) => column.kind != Kind::Text && !column.is_number,
                Value::Text(_) => column.kind != Kind::Number,
                Value::Bytes(_) => column.kind == Kind::Any,
            })
    }

    /// Returns the values of a fitting row, for as many columns as it has.
    pub(super) fn values(&self, row: Row) -> impl Iterator<Item = SqlValue> {
        self.columns.iter().zip(row.values).map(move |(column, value)| match value {
            Value::Null if column.is_number => SqlValue::Number(row.number),
            Value::Null if column.kind == Kind::Text => SqlValue::Text(None),
            Value::Null => SqlValue::Number(None),
            Value::Number(number) => SqlValue::Number(Some(number)),
            Value::Text(text) => SqlValue::Text(Some(text)),
            Value::Bytes(bytes) => SqlValue::Bytes(Some(bytes)),
        })
    }
}
