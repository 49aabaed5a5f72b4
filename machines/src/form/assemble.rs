//! From the controls of a document to the fields of a form.
