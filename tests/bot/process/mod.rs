//! The program as a process, or as several.

pub(super) mod broken;
pub(super) mod disk;
pub(super) mod endpoint;
pub(super) mod first_start;
pub(super) mod fleet;
pub(super) mod operating;
pub(super) mod owner;
pub(super) mod power;
pub(super) mod program;
pub(super) mod restores;
pub(super) mod several;
pub(super) mod shards;
pub(super) mod starting;
pub(super) mod watched;
