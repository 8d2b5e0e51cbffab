//! Reproducible randomness: each act has its own seed and does not depend on what others draw.

use std::cell::RefCell;

use fastrand::Rng;

tokio::task_local! {
    static DICE: RefCell<Rng>;
}

/// Runs an act with its own random numbers.
pub async fn with_dice<F: Future>(seed: u64, act: F) -> F::Output {
    DICE.scope(RefCell::new(Rng::with_seed(seed)), act).await
}

/// Draws from the random numbers of the current act.
pub fn roll<T>(ask: impl FnOnce(&mut Rng) -> T) -> T {
    DICE.with(|dice| ask(&mut dice.borrow_mut()))
}

/// True in `percent` of a hundred cases.
pub fn chance(percent: u8) -> bool {
    roll(|dice| dice.u8(..100)) < percent
}

/// A random element, unless there are none.
pub fn choice<I: IntoIterator>(from: I) -> Option<I::Item>
where
    I::IntoIter: ExactSizeIterator,
{
    roll(|dice| dice.choice(from))
}

/// A seed derived from others.
pub fn mixed(parts: &[u64]) -> u64 {
    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    parts.iter().fold(0x9E37_79B9_7F4A_7C15, |seed: u64, part| {
        let mut mixed = seed ^ part.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    })
}

/// Like `with_dice`, for synchronous code.
pub fn with_dice_now<T>(seed: u64, make: impl FnOnce() -> T) -> T {
    DICE.sync_scope(RefCell::new(Rng::with_seed(seed)), make)
}
