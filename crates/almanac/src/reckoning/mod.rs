//! Every formula and threshold, as functions of values: nothing here reads a database or a clock.

pub(crate) mod cardio;
pub(crate) mod energy;
pub(crate) mod history;
pub(crate) mod lifting;
pub(crate) mod phase;
pub(crate) mod recommend;
pub(crate) mod round;
pub(crate) mod sleep;
pub(crate) mod stimulus;
pub(crate) mod tdee;
pub(crate) mod trend;
