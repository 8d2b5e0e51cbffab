//! The command line; wiring only.

fn main() {}
