//! Configuration: TOML and environment, checked once.
