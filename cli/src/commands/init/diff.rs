//! What changes in a file, for a person.

use std::path::Path;

/// How many lines that stay are shown around a change.
const AROUND: usize = 2;

/// The lines between those that are the same at the beginning and at the end.
pub(super) fn render(path: &Path, old: &str, new: &str) -> String {
    let before: Vec<&str> = old.lines().collect();
    let after: Vec<&str> = new.lines().collect();
    let head = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let left = before.len().min(after.len()) - head;
    let tail = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take(left)
        .take_while(|(a, b)| a == b)
        .count();
    let mut text = format!("--- {0}\n+++ {0}\n", path.display());
    let mut show = |sign: char, lines: &[&str]| {
        for line in lines {
            text.push(sign);
            text.push_str(line);
            text.push('\n');
        }
    };
    show(' ', &before[head.saturating_sub(AROUND)..head]);
    show('-', &before[head..before.len() - tail]);
    show('+', &after[head..after.len() - tail]);
    let end = after.len() - tail;
    show(' ', &after[end..(end + AROUND).min(after.len())]);
    text
}

#[cfg(test)]
mod tests {
    use super::render;
    use std::path::Path;

    #[test]
    fn only_what_changes_is_shown_with_its_neighbours() {
        let text = render(Path::new("f"), "a\nb\nc\nd\ne\n", "a\nb\nc\nX\nY\nd\ne\n");
        assert_eq!(text, "--- f\n+++ f\n b\n c\n+X\n+Y\n d\n e\n");
        assert_eq!(render(Path::new("f"), "", "a\n"), "--- f\n+++ f\n+a\n");
        assert_eq!(render(Path::new("f"), "a\nb", "a\nc"), "--- f\n+++ f\n a\n-b\n+c\n");
    }
}
