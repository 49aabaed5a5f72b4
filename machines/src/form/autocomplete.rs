//! The `autocomplete` attribute, parsed.

use alloc::string::String;

/// An `autocomplete` attribute taken apart as the HTML standard orders its tokens (4.10.18.7.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Autocomplete {
    /// The section name after `section-`, else empty.
    pub section: String,
    /// `shipping` or `billing`, else empty.
    pub address: String,
    /// `home`, `work`, `mobile`, `fax` or `pager`, else empty.
    pub contact: String,
    /// The field token (`given-name`, `tel-national`, …), `on`, `off`, or empty if there is none or it is unknown.
    pub token: String,
    /// Whether `webauthn` was given.
    pub webauthn: bool,
}
