//! Addresses of the servers that a memory speaks to.

use url::{Host, Url};

/// What is wrong with an address. It holds no more of it than scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum AddressError {
    #[error("the address of {0} needs a scheme: http://127.0.0.1:{1}, for one")]
    Scheme(&'static str, u16),
    #[error("the address of {0} cannot be read: it is like http://127.0.0.1:{1}")]
    Unreadable(&'static str, u16),
    #[error("the address of {0} holds a name or password: leave it out of there")]
    Login(&'static str),
    #[error("plain http to {1} would send what {0} is told over the network for anybody to read: use https")]
    Plain(&'static str, String),
}

/// Reads the address of `whose` server. Plain http may leave this machine only if `insecure`.
pub(super) fn read(whose: &'static str, text: &str, port: u16, insecure: bool) -> Result<Url, AddressError> {
    let text = text.trim();
    if !text.contains("://") {
        return Err(AddressError::Scheme(whose, port));
    }
    let url = Url::parse(text).map_err(|_| AddressError::Unreadable(whose, port))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(AddressError::Unreadable(whose, port));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::Login(whose));
    }
    if url.scheme() == "http" && !insecure && !is_loopback(&url) {
        return Err(AddressError::Plain(whose, url.host_str().unwrap_or_default().into()));
    }
    Ok(url)
}

/// Whether an address never leaves this machine.
fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback() || ip.to_ipv4_mapped().is_some_and(|ip| ip.is_loopback()),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn plain_http_stays_on_this_machine() {
        let table = [
            ("http://127.0.0.1:6334", true),
            ("http://127.8.9.1:6334", true),
            ("http://localhost:6334", true),
            ("http://[::1]:6334", true),
            ("http://[::ffff:127.0.0.1]:6334", true),
            ("https://x.cloud.example:6334", true),
            ("http://10.0.0.5:11434", false),
            ("http://0.0.0.0:6334", false),
            ("http://localhost.example:6334", false),
            ("http://127.0.0.1.example:6334", false),
            ("127.0.0.1:6334", false),
            ("localhost:6334", false),
            ("ftp://127.0.0.1", false),
            ("http://", false),
            ("", false),
            ("http://key:secret@127.0.0.1:6334", false),
        ];
        for (text, good) in table {
            assert_eq!(read("Qdrant", text, 6334, false).is_ok(), good, "{text}");
        }
        assert!(read("Qdrant", "http://10.0.0.5:6334", 6334, true).is_ok());
        let told = read("Qdrant", "http://key:secret@127.0.0.1:6334", 6334, false).unwrap_err();
        assert!(!told.to_string().contains("secret"));
        let told = read("Ollama", "10.0.0.5:11434", 11434, false).unwrap_err();
        assert!(told.to_string().contains("needs a scheme"), "{told}");
    }
}
