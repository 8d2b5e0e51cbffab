//! The expected values for each game, from `checks.toml` in its folder.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use rules::Variant;
use serde::Deserialize;

/// The expected values of one game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checks {
    /// The node count of `rookery bench --depth 4`. Changes that should not affect the bot's play must not
    /// change it.
    pub nodes: u64,
    /// Width and height of its picture in pixels.
    pub picture: [u32; 2],
    /// What `rookery game export` reports as inexpressible.
    pub export_lacks: String,
    /// A short game from the start position. The test finds its last move, which wins.
    pub whole_game: Option<String>,
    /// The longest known list of legal moves.
    pub longest: Longest,
    /// A late position, and the moves that end the game.
    pub ending: Option<Ending>,
    /// Perft counts from sources other than our own core.
    #[serde(default)]
    pub perft: Vec<Perft>,
}

/// A position with many legal moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Longest {
    /// The position as extended FEN.
    pub fen: String,
    /// The number of legal moves.
    pub moves: usize,
}

/// The end of a game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The position as extended FEN.
    pub fen: String,
    /// The moves, separated by spaces.
    pub moves: String,
}

/// The number of leaves of the move tree below a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Perft {
    /// The position as extended FEN.
    pub fen: String,
    /// The leaves at depth 1, 2, ...
    pub counts: Vec<u64>,
}

static ALL: LazyLock<Vec<Checks>> = LazyLock::new(|| games::all().map(read).collect());

fn read(game: Variant) -> Checks {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games").join(game.slug());
    let text = fs::read_to_string(folder.join("checks.toml"));
    let text = text.unwrap_or_else(|error| panic!("{}/checks.toml: {error}", game.slug()));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}/checks.toml: {error}", game.slug()))
}

/// Returns the checks of a built-in game.
pub fn checks(game: Variant) -> &'static Checks {
    &ALL[game.spec().place.expect("a game of the list")]
}
