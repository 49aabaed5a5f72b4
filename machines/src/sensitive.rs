//! Which fields and values are nobody's business.
