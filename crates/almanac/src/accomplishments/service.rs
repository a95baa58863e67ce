//! Reading accomplishments.

use std::collections::BTreeMap;

use belay_core::{Ctx, Error};
use belay_store::Tx;
use jiff::civil::Date;

use super::model::{Accomplishment, Best, Code, Earned};
use super::{store, words};
use crate::day::after;
use crate::profile;
use crate::profile::model::Units;
use crate::wire::On;

/// Days that count as recent, today included.
const RECENT: i64 = 7;

/// All of a person's accomplishments, the newest first.
pub(crate) struct History {
    all: Vec<Earned>,
    units: Units,
    today: Date,
}

/// Reads them. There are few enough in a life to read them all.
pub(crate) async fn history(cx: &Ctx, tx: &mut Tx) -> Result<History, Error> {
    let profile = profile::service::load(cx, tx).await?;
    let today = profile.days().of(cx.now());
    let all = store::since(tx, cx.tenant(), Date::MIN).await?;
    Ok(History { all, units: profile.preferred_unit_system, today })
}

impl History {
    /// How many there are.
    pub(crate) fn total(&self) -> usize {
        self.all.len()
    }

    /// Those of the last seven days.
    pub(crate) fn recent(&self) -> Vec<Accomplishment> {
        let first = after(self.today, 1 - RECENT);
        self.all
            .iter()
            .filter(|earned| earned.reached.earned_on >= first)
            .map(|one| self.shown(one))
            .collect()
    }

    /// The newest, so many of them.
    pub(crate) fn newest(&self, limit: usize) -> Vec<Accomplishment> {
        self.all.iter().take(limit).map(|one| self.shown(one)).collect()
    }

    /// How many there are of each kind.
    pub(crate) fn by_type(&self) -> Vec<(Code, i64)> {
        let number = |code: Code| self.all.iter().filter(|earned| earned.reached.code == code).count();
        Code::ALL.map(|code| (code, i64::try_from(number(code)).unwrap_or(i64::MAX))).to_vec()
    }

    /// The largest value of each kind that has a best, on the first day it was reached; none where there is none.
    pub(crate) fn best_by_type(&self) -> BTreeMap<&'static str, Option<Best>> {
        let best = |code: Code| {
            let of_kind = self.all.iter().filter(|earned| code.has_best() && earned.reached.code == code);
            // The newest stand first, so the last of equal ones is the earliest.
            let best = of_kind.max_by(|one, other| one.reached.value.total_cmp(&other.reached.value));
            best.map(best_of)
        };
        Code::ALL.into_iter().map(|code| (code.name(), best(code))).collect()
    }

    fn shown(&self, earned: &Earned) -> Accomplishment {
        let reached = &earned.reached;
        Accomplishment {
            id: earned.id,
            code: reached.code,
            earned_on: On(reached.earned_on),
            value: reached.value,
            details: reached.details.clone(),
            message: words::message(earned, self.units),
            prior_best: self.prior(earned),
        }
    }

    /// The best earlier and smaller one of the same kind: of the same exercise for a record, good nights among good
    /// nights. Phases have none.
    fn prior(&self, earned: &Earned) -> Option<Best> {
        let reached = &earned.reached;
        if matches!(reached.code, Code::PhaseComplete | Code::PhaseHalfway | Code::TdeeMeasured) {
            return None;
        }
        let alike = |other: &&Earned| {
            let other = &other.reached;
            other.code == reached.code
                && ["exercise_id", "kind"]
                    .iter()
                    .all(|field| other.details.get(*field) == reached.details.get(*field))
                && other.earned_on < reached.earned_on
                && other.value < reached.value
        };
        let all = self.all.iter().filter(alike);
        all.max_by(|one, other| one.reached.value.total_cmp(&other.reached.value)).map(best_of)
    }
}

fn best_of(earned: &Earned) -> Best {
    Best { earned_on: On(earned.reached.earned_on), value: earned.reached.value }
}
