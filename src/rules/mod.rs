//! The rules core. Pure: std only.
