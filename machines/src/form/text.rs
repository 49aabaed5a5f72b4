//! Text made comparable.
