//! How playbooks of other forms are ranked.

use alloc::collections::BTreeSet;

use crate::recall::model::{Playbook, Seconds};

/// A playbook of this age counts half.
const HALF_LIFE: Seconds = 90 * 24 * 60 * 60;

/// How much alike two forms are, times how well the one did, times how new that is.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of labels and wins are small, and ages need no precision"
)]
pub(super) fn score(labels: usize, common: usize, playbook: &Playbook, now: Seconds) -> f32 {
    let theirs = playbook.labels.iter().collect::<BTreeSet<_>>().len();
    let alike = common as f32 / (labels + theirs - common).max(1) as f32;
    alike * win_rate(playbook.wins, playbook.losses) * recency(playbook.verified, now)
}

/// How often something does well, as far as can be told from so few times: one half if it was never tried.
#[expect(clippy::cast_precision_loss, reason = "they are small")]
fn win_rate(wins: u32, losses: u32) -> f32 {
    (wins as f32 + 1.0) / (wins as f32 + losses as f32 + 2.0)
}

/// 1 for now, one half after ninety days, a third after twice as long.
#[expect(clippy::cast_precision_loss, reason = "ages need no precision")]
fn recency(verified: Seconds, now: Seconds) -> f32 {
    let age = now.saturating_sub(verified);
    HALF_LIFE as f32 / (HALF_LIFE as f32 + age as f32)
}
