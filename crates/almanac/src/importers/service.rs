//! Importing a file: read it as what it is, then put into the journal what is new.

use belay_core::upload::Upload;
use belay_core::{Ctx, Error};
use belay_store::CtxStore;

use super::model::{Setting, Source, Unit};
use super::{apple, hevy, myfitnesspal, strong};
use crate::archive::draft::Reading;
use crate::archive::refusal::FileRefusal;
use crate::archive::report::Report;
use crate::archive::{document, service};
use crate::profile;

/// What to do with a file.
#[derive(Debug)]
pub(crate) struct Instruction {
    pub(crate) from: Source,
    /// Whether to keep nothing.
    pub(crate) dry_run: bool,
    pub(crate) unit: Option<Unit>,
    pub(crate) rpe: f64,
}

/// Imports the file that came with the call: all that is new in it, in one transaction.
///
/// # Errors
/// [`FileRefusal`] for a file that is not what it is said to be.
pub(crate) async fn import(cx: &Ctx, instruction: Instruction) -> Result<Report, Error> {
    let file = cx.get::<Upload>().cloned().ok_or(FileRefusal::NoFile)?;
    let days = profile::service::load(cx, &mut cx.read().await?).await?.days();
    let setting = Setting { now: cx.now(), days, unit: instruction.unit, rpe: instruction.rpe };
    let reading = cx.long_work(|| read(cx, &file, instruction.from, &setting))?;
    service::put(cx, reading, instruction.dry_run).await
}

fn read(cx: &Ctx, file: &Upload, from: Source, setting: &Setting) -> Result<Reading, FileRefusal> {
    let opened = file.open().map_err(|_| FileRefusal::Unreadable)?;
    let length = file.length();
    match from {
        Source::Almanac => document::read(opened, setting.now),
        Source::AppleHealth => {
            apple::read(opened, setting, &mut |done| cx.report_progress(done, Some(length), "Reading"))
        }
        Source::Hevy => hevy::read(opened, setting),
        Source::Strong => strong::read(opened, setting),
        Source::MyFitnessPal => myfitnesspal::read(opened, setting),
    }
}
