//! Files for a place that is no file input.

use ostler_machines::fill::Trouble;
use ostler_machines::form::model::Ref;
use ostler_machines::settle::Patience;
use ostler_runtime::answer::HeldBack;
use ostler_runtime::ask::Question;

use super::fill::trouble;
use super::settle::settle;
use crate::drive::Run;
use crate::page::{PageError, Tab};

/// Gives `files` to what asks for files when `target` is pressed; where nothing does, drops them on it.
pub(crate) async fn give_files(tab: &Tab, target: Ref, files: &[String], run: &Run) -> Result<Trouble, PageError> {
    if files.is_empty() {
        return Ok(Trouble::Unable(
            "what it took cannot be taken off: use the page's own button for that",
        ));
    }
    tab.hear_choosers(target, true).await?;
    let outcome = pressed(tab, target, files, run).await;
    tab.hear_choosers(target, false).await?;
    if let Some(outcome) = outcome? {
        return Ok(outcome);
    }
    let told = tab.drop_files(target, files).await?;
    Ok(trouble(&told))
}

/// What came of a press: nothing, if it asked for no files.
async fn pressed(tab: &Tab, target: Ref, files: &[String], run: &Run) -> Result<Option<Trouble>, PageError> {
    // Whatever else the press does, it sends no form.
    let hold = |on| Question::Hold { on };
    let _: HeldBack = tab.ask_of(target, &hold(true)).await?;
    let told = tab.press(target).await;
    let _: HeldBack = tab.ask_of(target, &hold(false)).await?;
    let told = told?;
    if !told.is_empty() {
        return Ok(Some(trouble(&told)));
    }
    settle(tab, Patience::FILL, run).await?;
    let Some(chooser) = tab.chooser() else {
        return Ok(None);
    };
    if files.len() > 1 && !chooser.several {
        return Ok(Some(Trouble::Unable("it takes one file: name one")));
    }
    tab.choose_files(&chooser, files).await?;
    Ok(Some(Trouble::None))
}
