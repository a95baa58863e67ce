//! The routes of language models that this server would call itself. None is set up, so each answers that it is off; what
//! administrators decide about them stands in `admin`.

pub(crate) mod operations;
