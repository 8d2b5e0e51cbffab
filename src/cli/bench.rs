//! `rookery bench`: deterministic searches. A change that should not alter the search must not change the
//! node counts.

use std::fmt::Write as _;
use std::time::Instant;

use crate::engine::{Engine, SearchLimits, Weights};
use crate::games;
use crate::rules::{Line, Position, Variant};

/// The number of positions searched in each game, and the plies between them.
const POSITIONS: usize = 6;
const APART: usize = 9;
const TABLE: usize = 16 << 20;

/// Returns the nodes and nodes per second of each game, then the sum of the nodes.
pub(super) fn run(depth: u32) -> String {
    let mut text = String::new();
    let mut all = 0;
    for variant in games::all() {
        let begun = Instant::now();
        let nodes = nodes(variant, depth);
        let a_second = nodes as f64 / begun.elapsed().as_secs_f64().max(1e-6);
        all += nodes;
        let _ = writeln!(text, "{} {nodes} nodes {a_second:.0} nps", variant.slug());
    }
    let _ = writeln!(text, "{all} nodes");
    text
}

/// Returns the nodes searched in one game.
fn nodes(variant: Variant, depth: u32) -> u64 {
    let mut engine = Engine::new(Weights::of(variant), TABLE);
    positions(variant)
        .iter()
        .map(|line| engine.think(line, SearchLimits::depth(depth), &|| false, &mut |_| ()).nodes)
        .sum()
}

/// Returns the start position and some later ones. Moves are chosen by index, so that they do not depend on
/// the search.
fn positions(variant: Variant) -> Vec<Line> {
    let mut line = Line::new(Position::start(variant));
    let mut found = vec![line.clone()];
    for ply in 1.. {
        let moves = line.position().legal_moves();
        let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        if line.play(*mv).is_err() || line.termination().is_some() || found.len() == POSITIONS {
            break;
        }
        if ply % APART == 0 {
            found.push(line.clone());
        }
    }
    found
}
