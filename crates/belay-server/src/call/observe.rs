//! Tells an application's observer of each call that has ended.

use std::time::Instant;

use belay_core::app::{Ended, Observed, Observer};
use belay_core::request::Request;

use super::{Call, Outcome};

pub(super) struct Watch {
    name: String,
    request: Request,
    started: Instant,
}

impl Watch {
    pub(super) fn start(call: &Call) -> Self {
        Self {
            name: call.operation.clone().into_owned(),
            request: call.request.clone(),
            started: Instant::now(),
        }
    }

    /// A call that waits for answers has not ended: the run that gets them tells.
    pub(super) async fn finish(self, outcome: &Outcome, observer: &Observer) {
        let ended = match outcome {
            Outcome::Done { .. } => Ended::Ok,
            Outcome::Refused(_) | Outcome::Unknown => Ended::Refused,
            Outcome::Fault(_) => Ended::Error,
            Outcome::Asks(_) => return,
        };
        observer(Observed { name: self.name, ended, took: self.started.elapsed(), request: self.request })
            .await;
    }
}
