//! Pictures of boards from a plain view.
