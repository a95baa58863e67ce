//! Who may do what, decided in one place and failing closed.

use std::collections::BTreeSet;

use belay_core::operation::Effect;
use belay_core::{Access, Actor, Operation};

/// What the operator switched off, whoever calls.
#[derive(Debug, Default, Clone)]
pub struct Rules {
    /// Nothing may be changed.
    pub read_only: bool,
    /// Operations that do not exist here.
    pub disabled: BTreeSet<String>,
}

/// What an operation is to a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// It is listed and may be called.
    Allow,
    /// It is not listed, and called it answers as one that does not exist.
    Hidden,
}

/// Decides over one operation for one caller. Lists and calls both ask here.
#[must_use]
pub fn decide(actor: &Actor, operation: &Operation, rules: &Rules) -> Decision {
    let changes = operation.effect != Effect::Read;
    let switched_off = rules.disabled.contains(operation.name) || changes && rules.read_only;
    if switched_off || actor.access < operation.needs() { Decision::Hidden } else { Decision::Allow }
}

/// Decides over what an application lets be read besides its operations: resources and prompts.
#[must_use]
pub fn may_read(actor: &Actor, _rules: &Rules) -> Decision {
    if actor.access < Access::Read { Decision::Hidden } else { Decision::Allow }
}

#[cfg(test)]
mod tests {
    use belay_core::{Ctx, Error};

    use super::*;

    async fn nothing(_: Ctx, (): ()) -> Result<(), Error> {
        Ok(())
    }

    fn actor(access: Access) -> Actor {
        Actor { access, ..Actor::anonymous() }
    }

    #[test]
    fn each_access_sees_exactly_what_it_may_do() {
        let (read, write) = (Operation::read("r", nothing), Operation::write("w", nothing));
        let delete = Operation::destructive("d", nothing);
        let rules = Rules::default();
        for (access, visible) in [(Access::Nothing, ""), (Access::Read, "r"), (Access::Full, "rwd")] {
            let seen: String = [&read, &write, &delete]
                .into_iter()
                .filter(|operation| decide(&actor(access), operation, &rules) == Decision::Allow)
                .map(|operation| operation.name)
                .collect();
            assert_eq!(seen, visible);
        }
    }

    #[test]
    fn what_is_switched_off_is_hidden_from_everybody() {
        let (read, write) = (Operation::read("r", nothing), Operation::write("w", nothing));
        let owner = actor(Access::Full);
        let read_only = Rules { read_only: true, ..Rules::default() };
        assert_eq!(decide(&owner, &write, &read_only), Decision::Hidden);
        assert_eq!(decide(&owner, &read, &read_only), Decision::Allow);
        let disabled = Rules { disabled: BTreeSet::from(["r".to_owned()]), ..Rules::default() };
        assert_eq!(decide(&owner, &read, &disabled), Decision::Hidden);
    }
}
