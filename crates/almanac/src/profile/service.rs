//! What can be done with a profile.

use std::sync::{Arc, Mutex, PoisonError};

use belay_access::people;
use belay_core::{Ctx, Error};
use belay_store::{CtxStore, Tx};

use super::model::Profile;
use super::store;
use crate::undo::note::{self, Kind};

/// The caller's profile, once a call has read it: it is needed by nearly every step of one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known(Arc<Mutex<Option<Profile>>>);

impl Known {
    fn get(&self) -> Option<Profile> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, profile: &Profile) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(profile.clone());
    }
}

/// The caller's profile, within a transaction.
pub(crate) async fn load(cx: &Ctx, tx: &mut Tx) -> Result<Profile, Error> {
    let known = cx.get::<Known>();
    if let Some(profile) = known.and_then(Known::get) {
        return Ok(profile);
    }
    let kept = store::get(tx, cx.tenant()).await?;
    let profile = kept.unwrap_or_else(|| Profile::new(first_name(cx)));
    if let Some(known) = known {
        known.set(&profile);
    }
    Ok(profile)
}

/// The caller's profile, for what stands around a call.
pub(crate) async fn known(cx: &Ctx) -> Result<Profile, Error> {
    match cx.get::<Known>().and_then(Known::get) {
        Some(profile) => Ok(profile),
        None => load(cx, &mut cx.read().await?).await,
    }
}

/// Keeps a changed profile. Later steps of the call see it.
pub(crate) async fn save(cx: &Ctx, tx: &mut Tx, profile: &Profile) -> Result<(), Error> {
    note::changed(cx, tx, Kind::Profile, 0).await?;
    store::put(cx, tx, profile).await?;
    if let Some(known) = cx.get::<Known>() {
        known.set(profile);
    }
    Ok(())
}

/// The caller's address, where they have one here.
pub(crate) async fn email(cx: &Ctx) -> Result<Option<String>, Error> {
    let Some(person) = cx.actor().person.as_deref() else { return Ok(None) };
    Ok(people::by_id(cx.db()?, person).await?.and_then(|person| person.email))
}

/// What somebody is called until they say otherwise: the part of an address before its host.
pub(crate) fn first_name(cx: &Ctx) -> String {
    cx.actor().name.split('@').next().unwrap_or_default().to_owned()
}
