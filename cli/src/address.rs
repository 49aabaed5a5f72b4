//! The URL argument: what a person writes where a page is meant.

use std::net::IpAddr;
use std::path::Path;

use url::{Host, Url};

use crate::failure::Failure;

/// Reads `text` as the address of a page. A bare host gets `https://`; `localhost` and IP addresses get `http://`.
pub(crate) fn parse(text: &str) -> Result<Url, Failure> {
    let text = text.trim();
    if text.is_empty() {
        return Err(bad("the address is empty"));
    }
    if is_file(text) {
        return Err(Failure::usage(
            "file-address",
            "a file is not served by anybody, and its form goes nowhere",
        )
        .help("serve its folder, for instance with `python3 -m http.server 8000`, and give http://localhost:8000/…"));
    }
    let full = match scheme(text) {
        Some("http" | "https") => text.into(),
        Some(other) => {
            return Err(
                Failure::usage("scheme", format!("pages are read over http and https, not {other}"))
                    .help("give an address that starts with https:// or http://"),
            );
        }
        None => format!("{}://{text}", guess(text)),
    };
    let url = Url::parse(&full).map_err(|error| bad(&format!("this is not an address: {error}")))?;
    match url.host() {
        Some(Host::Domain(name)) if name.contains('%') => Err(bad("this is not an address: bad host")),
        Some(_) => Ok(url),
        None => Err(bad("the address names no host")),
    }
}

/// `url` as it may be shown: without a password.
pub(crate) fn shown(url: &str) -> String {
    let Ok(mut parsed) = Url::parse(url) else {
        return url.into();
    };
    if parsed.password().is_none() {
        return url.into(); // as it was written, not as it is normalised
    }
    // A URL that has a password can lose it.
    let _ = parsed.set_password(None);
    parsed.into()
}

fn bad(message: &str) -> Failure {
    Failure::usage("address", message).help("give an address such as https://example.com/contact")
}

/// The scheme in lower case. `localhost:8080` has none: digits follow the colon.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once(':')?;
    let wellformed = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if !wellformed || rest.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    match scheme.to_ascii_lowercase().as_str() {
        "http" if rest.starts_with("//") => Some("http"),
        "https" if rest.starts_with("//") => Some("https"),
        _ => Some(scheme),
    }
}

fn guess(text: &str) -> &'static str {
    let authority = text.split(['/', '?', '#']).next().unwrap_or(text);
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => authority.split(':').next().unwrap_or(authority),
    };
    let local = host.eq_ignore_ascii_case("localhost") || host.to_ascii_lowercase().ends_with(".localhost");
    if local || host.parse::<IpAddr>().is_ok() {
        "http"
    } else {
        "https"
    }
}

fn is_file(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("file:") || ["/", "./", "../", "~/"].iter().any(|start| text.starts_with(start)) {
        return true;
    }
    let page = [".html", ".htm", ".xhtml"].iter().any(|end| lower.ends_with(end));
    !text.contains("://") && page && (!text.contains('/') || Path::new(text).exists())
}

#[cfg(test)]
mod tests {
    use super::{parse, shown};

    #[test]
    fn a_bare_host_gets_the_scheme_a_person_would_expect() {
        let table = [
            ("example.com", "https://example.com/"),
            ("example.com/contact?x=1", "https://example.com/contact?x=1"),
            ("example.com:8443/a", "https://example.com:8443/a"),
            ("localhost:3000/form", "http://localhost:3000/form"),
            ("app.localhost", "http://app.localhost/"),
            ("127.0.0.1:8000", "http://127.0.0.1:8000/"),
            ("[::1]:8000/x", "http://[::1]:8000/x"),
            ("https://example.com/a.html", "https://example.com/a.html"),
            ("HTTP://example.com", "http://example.com/"),
            ("  example.com ", "https://example.com/"),
            ("bücher.example", "https://xn--bcher-kva.example/"),
            ("example.com/forms/a.html", "https://example.com/forms/a.html"),
        ];
        for (text, expected) in table {
            assert_eq!(parse(text).map(String::from), Ok(expected.into()), "{text}");
        }
    }

    #[test]
    fn what_is_no_page_on_the_web_is_refused_with_a_reason() {
        let table = [
            ("", "address"),
            ("https://", "address"),
            ("not an address", "address"),
            ("file:///tmp/form.html", "file-address"),
            ("./form.html", "file-address"),
            ("form.html", "file-address"),
            ("/tmp/form.html", "file-address"),
            ("ftp://example.com", "scheme"),
            ("javascript:alert(1)", "scheme"),
            ("data:text/html,x", "scheme"),
            ("about:blank", "scheme"),
            ("chrome://settings", "scheme"),
            ("mailto:a@example.com", "scheme"),
        ];
        for (text, code) in table {
            let failure = parse(text).expect_err(text);
            assert_eq!((failure.code.as_str(), failure.exit.code()), (code, 2), "{text}");
            assert!(!failure.help.is_empty(), "{text}");
        }
    }

    #[test]
    fn a_password_in_an_address_is_not_shown() {
        assert_eq!(shown("https://ada:secret@example.com/"), "https://ada@example.com/");
        assert_eq!(shown("https://example.com/"), "https://example.com/");
    }
}
