//! How often each tool was called, how long it took, and how much it said.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::answer::Answer;
use crate::failure::Failure;
use crate::report::SCHEMA_VERSION;

/// How many of the last times of a tool the percentiles are taken from.
const TIMES: usize = 1_000;

/// The counts of one server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    tools: Mutex<BTreeMap<&'static str, Counts>>,
    file: Option<PathBuf>,
}

#[derive(Clone, Debug, Default)]
struct Counts {
    calls: u64,
    failures: u64,
    cancelled: u64,
    text_bytes: u64,
    data_bytes: u64,
    millis: VecDeque<u64>,
}

impl Metrics {
    /// Counts that are kept in `file` too, if there is one.
    pub(crate) fn new(file: Option<PathBuf>) -> Self {
        Self {
            file,
            ..Self::default()
        }
    }

    fn tools(&self) -> MutexGuard<'_, BTreeMap<&'static str, Counts>> {
        self.tools.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call was answered.
    pub(crate) fn answered(&self, tool: &'static str, millis: u64, answer: &Answer) {
        let text = answer.text().len();
        let data = answer.data.as_ref().map_or(0, |data| data.to_string().len());
        self.count(tool, millis, |counts| {
            counts.failures += u64::from(answer.failed());
            counts.text_bytes += text as u64;
            counts.data_bytes += data as u64;
        });
    }

    /// A call was dropped where it stood.
    pub(crate) fn cancelled(&self, tool: &'static str, millis: u64) {
        self.count(tool, millis, |counts| counts.cancelled += 1);
    }

    fn count(&self, tool: &'static str, millis: u64, change: impl FnOnce(&mut Counts)) {
        {
            let mut tools = self.tools();
            let counts = tools.entry(tool).or_default();
            counts.calls += 1;
            if counts.millis.len() == TIMES {
                counts.millis.pop_front();
            }
            counts.millis.push_back(millis);
            change(counts);
        }
        self.write();
    }

    /// All of them.
    pub(crate) fn json(&self) -> Value {
        let tools = self.tools();
        let entries: serde_json::Map<String, Value> = tools
            .iter()
            .map(|(name, counts)| ((*name).into(), counts.json()))
            .collect();
        json!({ "schema_version": SCHEMA_VERSION, "tools": entries })
    }

    /// Makes sure at the beginning that they can be kept.
    pub(crate) fn open(&self) -> Result<(), Failure> {
        self.try_write()
            .map_err(|error| Failure::unwritable(self.file.as_deref().unwrap_or(Path::new("")), &error))
    }

    /// Puts them into their file in one step, so that whoever reads it never meets half of it.
    pub(crate) fn write(&self) {
        if let Err(error) = self.try_write() {
            tracing::warn!(%error, "the metrics could not be written");
        }
    }

    fn try_write(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let mut beside = file.clone().into_os_string();
        beside.push(".new");
        let text = format!("{:#}\n", self.json());
        std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, file))
    }
}

impl Counts {
    fn json(&self) -> Value {
        let mut sorted: Vec<u64> = self.millis.iter().copied().collect();
        sorted.sort_unstable();
        json!({
            "calls": self.calls,
            "failures": self.failures,
            "cancelled": self.cancelled,
            "p50_ms": percentile(&sorted, 50),
            "p95_ms": percentile(&sorted, 95),
            "text_bytes": self.text_bytes,
            "data_bytes": self.data_bytes,
        })
    }
}

/// The least of `sorted` that `percent` of them do not exceed.
fn percentile(sorted: &[u64], percent: usize) -> u64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Metrics, percentile};
    use crate::serve::answer::Answer;
    use serde_json::json;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let table: [(&[u64], usize, u64); 5] = [
            (&[], 95, 0),
            (&[7], 50, 7),
            (&[1, 2, 3, 4], 50, 2),
            (&[1, 2, 3, 4], 95, 4),
            (
                &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
                95,
                19,
            ),
        ];
        for (times, percent, expected) in table {
            assert_eq!(percentile(times, percent), expected, "{times:?}");
        }
    }

    #[test]
    fn calls_failures_and_bytes_are_counted_a_tool_and_kept_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("m.json");
        let metrics = Metrics::new(Some(file.clone()));
        metrics.answered(
            "navigate",
            12,
            &Answer {
                said: vec!["four".into()],
                data: Some(json!({})),
                ..Answer::default()
            },
        );
        metrics.answered("navigate", 40, &Answer::default());
        metrics.cancelled("form_fill", 5);
        let written: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(written, metrics.json());
        assert_eq!(
            written["tools"]["navigate"],
            json!({"calls": 2, "failures": 1, "cancelled": 0, "p50_ms": 12, "p95_ms": 40, "text_bytes": 4, "data_bytes": 2})
        );
        assert_eq!(written["tools"]["form_fill"]["cancelled"], 1);
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing is left beside it"
        );
    }
}
