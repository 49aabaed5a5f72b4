//! Files by their paths.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Refusal, Wish, refuse};
use crate::form::model::Field;

/// The absolute paths to attach. Relative ones start from the folder `base`, if there is one.
///
/// # Errors
/// `empty`, `two-values`, `not-a-path`, `relative-path`, `type-not-accepted`.
pub(crate) fn for_control(wish: &Wish, field: &Field, base: &str) -> Result<Vec<String>, Refusal> {
    let mut paths = Vec::new();
    match wish {
        Wish::Text(typed) => paths.push(typed.reveal().trim().to_string()),
        Wish::List(list) => {
            for one in list {
                match one {
                    Wish::Text(typed) => paths.push(typed.reveal().trim().to_string()),
                    _ => return Err(not_a_path()),
                }
            }
        }
        _ => return Err(not_a_path()),
    }
    if paths.is_empty() || paths.iter().any(String::is_empty) {
        return Err(refuse("empty", "give the path of a file"));
    }
    if paths.len() > 1 && !field.multiple {
        return Err(refuse("two-values", "the field takes one file"));
    }
    for path in &mut paths {
        if !base.is_empty() && !absolute(path) && !has_scheme(path) {
            *path = alloc::format!(
                "{}/{}",
                base.trim_end_matches(['/', '\\']),
                path.trim_start_matches("./")
            );
        }
        check(path, &field.accept)?;
    }
    Ok(paths)
}

fn not_a_path() -> Refusal {
    refuse("not-a-path", "give the absolute path of a file on this computer")
}

fn check(path: &str, accept: &str) -> Result<(), Refusal> {
    if path.chars().any(char::is_control) {
        return Err(refuse("control-character", "a path has no control characters"));
    }
    if has_scheme(path) {
        return Err(not_a_path());
    }
    if !absolute(path) {
        return Err(refuse("relative-path", "give the absolute path, from the root"));
    }
    if path.ends_with(['/', '\\']) {
        return Err(refuse("not-a-path", "this is a folder: give the path of a file"));
    }
    if accepts(accept, path) {
        Ok(())
    } else {
        Err(refuse(
            "type-not-accepted",
            &alloc::format!("the field takes files of the kinds {}", accept.trim()),
        ))
    }
}

/// `https://…`, `file:…`, `data:…`, but not `C:\…`.
fn has_scheme(path: &str) -> bool {
    path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    })
}

fn absolute(path: &str) -> bool {
    let bytes = path.as_bytes();
    let drive = matches!(bytes, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    path.starts_with('/') || path.starts_with("\\\\") || drive
}

/// The name of a file without its folders.
pub(crate) fn base_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Whether the `accept` attribute lets a file of this name in. A kind that is not known by its name is let in: only
/// the page can judge it.
fn accepts(accept: &str, path: &str) -> bool {
    let tokens: Vec<String> = accept
        .split(',')
        .map(|token| token.trim().to_ascii_lowercase())
        .filter(|token| !token.is_empty())
        .collect();
    if tokens.is_empty() {
        return true;
    }
    let name = base_name(path).to_ascii_lowercase();
    let kind = name.rsplit_once('.').and_then(|(_, extension)| mime(extension));
    let mut unjudged = false;
    for token in &tokens {
        let fits = if token.starts_with('.') {
            name.ends_with(token.as_str())
        } else if token == "*" || token == "*/*" {
            true
        } else if let Some(family) = token.strip_suffix("/*") {
            unjudged |= kind.is_none();
            kind.is_some_and(|kind| kind.split('/').next() == Some(family))
        } else {
            let known = EXTENSIONS.iter().any(|(kind, _)| *kind == token);
            unjudged |= !known || kind.is_none();
            kind.is_some_and(|kind| kind == token)
        };
        if fits {
            return true;
        }
    }
    // By an extension alone everything can be judged.
    unjudged
        && !(kind.is_some()
            && tokens.iter().all(|token| {
                token.starts_with('.') || token.ends_with("/*") || EXTENSIONS.iter().any(|(known, _)| known == token)
            }))
}

fn mime(extension: &str) -> Option<&'static str> {
    EXTENSIONS
        .iter()
        .find(|(_, extensions)| extensions.contains(&extension))
        .map(|(kind, _)| *kind)
}

const EXTENSIONS: &[(&str, &[&str])] = &[
    ("application/pdf", &["pdf"]),
    ("application/msword", &["doc", "dot"]),
    (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        &["docx"],
    ),
    ("application/vnd.ms-excel", &["xls"]),
    (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        &["xlsx"],
    ),
    ("application/vnd.ms-powerpoint", &["ppt"]),
    (
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        &["pptx"],
    ),
    ("application/vnd.oasis.opendocument.text", &["odt"]),
    ("application/vnd.oasis.opendocument.spreadsheet", &["ods"]),
    ("application/rtf", &["rtf"]),
    ("application/zip", &["zip"]),
    ("application/gzip", &["gz"]),
    ("application/json", &["json"]),
    ("application/xml", &["xml"]),
    ("text/plain", &["txt", "text", "log"]),
    ("text/csv", &["csv"]),
    ("text/html", &["html", "htm"]),
    ("text/markdown", &["md"]),
    ("text/calendar", &["ics"]),
    ("image/jpeg", &["jpg", "jpeg", "jpe", "jfif"]),
    ("image/png", &["png"]),
    ("image/gif", &["gif"]),
    ("image/webp", &["webp"]),
    ("image/svg+xml", &["svg"]),
    ("image/bmp", &["bmp"]),
    ("image/tiff", &["tif", "tiff"]),
    ("image/heic", &["heic", "heif"]),
    ("image/avif", &["avif"]),
    ("audio/mpeg", &["mp3"]),
    ("audio/wav", &["wav"]),
    ("audio/ogg", &["ogg", "oga"]),
    ("audio/mp4", &["m4a"]),
    ("audio/flac", &["flac"]),
    ("video/mp4", &["mp4", "m4v"]),
    ("video/quicktime", &["mov"]),
    ("video/webm", &["webm"]),
    ("video/x-msvideo", &["avi"]),
    ("video/x-matroska", &["mkv"]),
];

#[cfg(test)]
mod tests {
    use super::{accepts, for_control};
    use crate::form::model::Field;
    use crate::form::value::Wish;

    #[test]
    fn the_accept_attribute_is_obeyed_where_it_can_be_judged() {
        let table = [
            ("", "/a.exe", true),
            (".pdf,.docx", "/cv.PDF", true),
            (".pdf,.docx", "/cv.txt", false),
            ("image/*", "/me.png", true),
            ("image/*", "/cv.pdf", false),
            ("image/*", "/me.xyz", true),
            ("application/pdf", "/cv.docx", false),
            ("application/x-own", "/cv.docx", true),
            ("image/jpeg, .pdf", "/me.jpeg", true),
            (".tar.gz", "/a.tar.gz", true),
        ];
        for (accept, path, yes) in table {
            assert_eq!(accepts(accept, path), yes, "{path} for {accept}");
        }
    }

    #[test]
    fn a_path_is_absolute() {
        let wish = |text: &str| Wish::Text(text.into());
        let code = |text: &str| {
            for_control(&wish(text), &Field::default(), "")
                .map_err(|refusal| refusal.code)
                .map(|paths| paths.len())
        };
        assert_eq!(code("/home/me/cv.pdf"), Ok(1));
        assert_eq!(code("C:\\cv.pdf"), Ok(1));
        assert_eq!(code("cv.pdf"), Err("relative-path"));
        assert_eq!(code("~/cv.pdf"), Err("relative-path"));
        assert_eq!(code("https://example.com/cv.pdf"), Err("not-a-path"));
        assert_eq!(code("file:///cv.pdf"), Err("not-a-path"));
        assert_eq!(code("/home/me/"), Err("not-a-path"));
        assert_eq!(code(""), Err("empty"));
    }
}
