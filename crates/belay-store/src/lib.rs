//! belay-store
