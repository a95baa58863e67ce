//! Who may do what, decided in one place and failing closed.

use std::collections::BTreeSet;

use belay_core::actor::{READ, WRITE};
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
    /// It is listed; called it answers that the credential reaches too little, and which scopes would do. The person
    /// behind the credential could grant them.
    StepUp,
}

/// Decides over one operation for one caller. Lists and calls both ask here.
#[must_use]
pub fn decide(actor: &Actor, operation: &Operation, rules: &Rules) -> Decision {
    let changes = operation.effect != Effect::Read;
    let switched_off = rules.disabled.contains(operation.name) || changes && rules.read_only;
    let managed = operation.administration && !actor.manages();
    if switched_off || managed || actor.access < operation.needs() || !is_for(actor, operation) {
        return Decision::Hidden;
    }
    if needed(operation).all(|scope| actor.holds(scope)) {
        Decision::Allow
    } else if actor.origin.can_step_up() {
        Decision::StepUp
    } else {
        Decision::Hidden
    }
}

/// The scopes that an operation takes, without the application's name.
pub fn needed(operation: &Operation) -> impl Iterator<Item = &'static str> {
    let own = if operation.effect == Effect::Read { READ } else { WRITE };
    [own].into_iter().chain(operation.scopes.iter().copied())
}

/// Whether an operation is for a caller's role. A caller without one is no person, and nothing is kept from it by role.
fn is_for(actor: &Actor, operation: &Operation) -> bool {
    let Some(role) = actor.role else { return true };
    let named = operation.roles.is_empty() || operation.roles.contains(&role.name);
    role.acts && named && operation.permissions.iter().all(|permission| role.permissions.contains(permission))
}

/// Decides over what an application lets be read besides its operations: resources and prompts.
#[must_use]
pub fn may_read(actor: &Actor, _rules: &Rules) -> Decision {
    let acts = actor.role.is_none_or(|role| role.acts);
    if actor.access < Access::Read || !acts || !actor.holds(READ) {
        Decision::Hidden
    } else {
        Decision::Allow
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use belay_core::actor::{Origin, Role};
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
    fn a_credential_that_only_reads_manages_nothing_whoevers_it_is() {
        let users = Operation::read("users", nothing).administration();
        let rules = Rules::default();
        for (access, admin, decision) in [
            (Access::Full, true, Decision::Allow),
            (Access::Full, false, Decision::Hidden),
            (Access::Read, true, Decision::Hidden),
        ] {
            assert_eq!(decide(&Actor { admin, ..actor(access) }, &users, &rules), decision);
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

    #[test]
    fn a_limited_credential_hides_what_it_does_not_reach_and_a_clients_token_says_what_to_ask_for() {
        let (read, write) = (Operation::read("r", nothing), Operation::write("w", nothing).scope("import"));
        let rules = Rules::default();
        let with = |origin: Origin, scopes: &[&str]| Actor {
            scopes: Some(scopes.iter().map(|scope| Arc::from(*scope)).collect()),
            ..Actor::new(origin, "x", "x", Access::Full)
        };
        for (scopes, of_read, of_write) in [
            (&["read"][..], Decision::Allow, Decision::StepUp),
            (&["write"], Decision::Allow, Decision::StepUp),
            (&["write", "import"], Decision::Allow, Decision::Allow),
            (&[], Decision::StepUp, Decision::StepUp),
        ] {
            let token = with(Origin::Grant, scopes);
            assert_eq!((decide(&token, &read, &rules), decide(&token, &write, &rules)), (of_read, of_write));
            let hidden = |decision| if decision == Decision::StepUp { Decision::Hidden } else { decision };
            let token = with(Origin::Token, scopes);
            let expected = (hidden(of_read), hidden(of_write));
            assert_eq!((decide(&token, &read, &rules), decide(&token, &write, &rules)), expected);
        }
    }

    #[test]
    fn an_operation_for_some_roles_does_not_exist_for_the_others() {
        const COACH: Role = Role::new("coach", Access::Full).with(&["program"]);
        let (for_owners, planning) = (
            Operation::write("w", nothing).roles(&["owner"]),
            Operation::write("p", nothing).permission("program"),
        );
        let rules = Rules::default();
        let of = |role: Role| Actor { role: Some(role), ..Actor::new(Origin::Token, "x", "x", role.access) };
        let owner = of(Role::new("owner", Access::Full));
        assert_eq!(decide(&owner, &for_owners, &rules), Decision::Allow);
        assert_eq!(decide(&owner, &planning, &rules), Decision::Hidden);
        assert_eq!(decide(&of(COACH), &for_owners, &rules), Decision::Hidden);
        assert_eq!(decide(&of(COACH), &planning, &rules), Decision::Allow);
        assert_eq!(decide(&of(COACH.outside()), &planning, &rules), Decision::Hidden);
        assert_eq!(may_read(&of(COACH.outside()), &rules), Decision::Hidden);
        assert_eq!(decide(&Actor::local(None), &for_owners, &rules), Decision::Allow);
    }
}
