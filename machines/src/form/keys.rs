//! Which field a key means.
