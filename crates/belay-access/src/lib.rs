//! belay-access
