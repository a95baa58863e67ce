//! The text of a statement on its way to an engine.

use std::borrow::Cow;

use crate::StoreError;

/// A statement's text with its `$n` parameters.
///
/// It is made of constants only: a `&'static str`, a [`Statement`](crate::Statement), or pieces of text that a
/// [`Filter`](crate::Filter) puts together. Nothing a caller sent can become part of it.
#[derive(Clone, Debug)]
pub struct Sql {
    text: Cow<'static, str>,
    skip_locked: bool,
    fault: Option<&'static str>,
}

impl Sql {
    /// Makes a statement out of a constant text.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Self { text: Cow::Borrowed(text), skip_locked: false, fault: None }
    }

    /// Puts a constant text at the end, for instance an `order by`, with a space between.
    #[must_use]
    pub fn then(mut self, text: &'static str) -> Self {
        let whole = self.text.to_mut();
        whole.push(' ');
        whole.push_str(text);
        self
    }

    /// Locks the rows a `select` returns and passes over rows that another transaction has locked.
    ///
    /// PostgreSQL gets ` for update skip locked` at the end of the text. SQLite has a single writer and needs
    /// nothing. Only a plain `select` can carry it.
    #[must_use]
    pub const fn skip_locked(mut self) -> Self {
        self.skip_locked = true;
        self
    }

    /// A text put together from constants by this crate, or the reason why it could not be.
    pub(crate) const fn composed(text: String, fault: Option<&'static str>) -> Self {
        Self { text: Cow::Owned(text), skip_locked: false, fault }
    }

    /// Refuses a text that was put together wrongly.
    pub(crate) fn checked(self) -> Result<Self, StoreError> {
        match self.fault {
            None => Ok(self),
            Some(fault) => Err(StoreError::fault(fault).with_sql(&self.text)),
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The text as SQLite runs it.
    pub(crate) fn into_sqlite(self) -> Cow<'static, str> {
        self.text
    }

    /// The text as PostgreSQL runs it.
    pub(crate) fn into_postgres(self) -> Cow<'static, str> {
        if self.skip_locked { Cow::Owned(format!("{} for update skip locked", self.text)) } else { self.text }
    }
}

impl From<&'static str> for Sql {
    fn from(text: &'static str) -> Self {
        Self::new(text)
    }
}
