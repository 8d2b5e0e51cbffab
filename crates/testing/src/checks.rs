//! What the tests hold each game to: `checks.toml` in its folder.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use rules::Variant;
use serde::Deserialize;

/// The checks of one game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checks {
    /// How many positions `rookery bench --depth 4` looks at: a change that is to leave the bot's play alone leaves it alone.
    pub nodes: u64,
    /// Width and height of its picture in pixels.
    pub picture: [u32; 2],
    /// What `rookery game export` says that it cannot express.
    pub export_lacks: String,
    /// A short game from the start; its last move, which wins, is found by the test.
    pub whole_game: Option<String>,
    /// The longest list of legal moves that is known.
    pub longest: Longest,
    /// A position late in a game, and the moves that end it.
    pub ending: Option<Ending>,
    /// Counts that are known from elsewhere than from our own core.
    #[serde(default)]
    pub perft: Vec<Perft>,
}

/// A position with many legal moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Longest {
    /// The position as extended FEN.
    pub fen: String,
    /// How many legal moves it has.
    pub moves: usize,
}

/// How a game ends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// The position as extended FEN.
    pub fen: String,
    /// Moves with spaces between.
    pub moves: String,
}

/// Leaves of the tree of moves below a position.
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

/// The checks of a game of the list.
pub fn checks(game: Variant) -> &'static Checks {
    &ALL[game.spec().place.expect("a game of the list")]
}
