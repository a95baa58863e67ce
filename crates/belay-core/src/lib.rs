//! belay-core
