//! The shell: load, decide, append, view.
