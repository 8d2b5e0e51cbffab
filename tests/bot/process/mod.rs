//! The program as one or several processes.

use libtest_mimic::Trial;

pub(super) mod broken;
pub(super) mod disk;
pub(super) mod endpoint;
pub(super) mod evading;
pub(super) mod first_start;
pub(super) mod fleet;
pub(super) mod helping;
pub(super) mod mistyped;
pub(super) mod operating;
pub(super) mod operator;
pub(super) mod owner;
pub(super) mod power;
pub(super) mod program;
pub(super) mod restores;
pub(super) mod salvage;
pub(super) mod several;
pub(super) mod shards;
pub(super) mod starting;
pub(super) mod upgrades;
pub(super) mod watched;

/// The tests of all modules here.
pub fn tests() -> Vec<Trial> {
    [
        broken::tests(),
        disk::tests(),
        disk::needing_more(),
        endpoint::tests(),
        evading::tests(),
        first_start::tests(),
        fleet::tests(),
        helping::tests(),
        mistyped::tests(),
        operating::tests(),
        operator::tests(),
        owner::tests(),
        power::tests(),
        program::tests(),
        restores::tests(),
        salvage::tests(),
        shards::tests(),
        starting::tests(),
        upgrades::tests(),
        watched::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
