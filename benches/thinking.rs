//! The cost of the bot's moves: nodes per second, the time for a move at each level, and the time to analyse
//! a game.

use std::cell::OnceCell;
use std::rc::Rc;

use rookery::engine::{Analysis, Engine, Level, SearchLimits, Weights};
use rookery::games;
use rookery::rules::{Line, Position, Variant};

use super::{Figure, figure, seconds};

/// Size of a search thread's transposition table in bytes.
const TABLE: usize = 16 << 20;
/// Nodes of a long search: the limit of the strongest level.
const LONG: u64 = 400_000;
/// Plies of the analysed game.
const PLIES: usize = 100;
/// Plies after which positions are searched, in addition to the start.
const MIDGAME: [usize; 2] = [16, 40];

/// A game at its start and in its middle, and the engine that searches it.
struct Case {
    engine: Engine,
    lines: Vec<Line>,
}

impl Case {
    /// The middlegame positions come from a game that the engine plays against itself. If the game ends
    /// early, the last position before its end is used.
    fn of(variant: Variant) -> Self {
        let mut engine = Engine::new(Weights::of(variant), TABLE);
        let played = played(&mut engine, variant, MIDGAME[MIDGAME.len() - 1]);
        let lines = std::iter::once(0).chain(MIDGAME).map(|ply| played[ply.min(played.len() - 1)].clone());
        Self { engine, lines: lines.collect() }
    }

    /// The nodes and seconds for a move in each of the lines.
    fn think(&mut self, limits: impl Fn(Variant, usize) -> SearchLimits) -> (u64, f64) {
        let mut nodes = 0;
        let time = seconds(|| {
            for (number, line) in self.lines.iter().enumerate() {
                let thought = self.engine.think(
                    line,
                    limits(line.position().variant(), number),
                    &|| false,
                    &mut |_| {},
                );
                assert!(thought.best().is_some(), "it finds a move");
                nodes += thought.nodes;
            }
        });
        (nodes, time)
    }
}

/// A game that the engine plays against itself: the line at the start and after each ply, up to the last one
/// before the game's end.
fn played(engine: &mut Engine, variant: Variant, plies: usize) -> Vec<Line> {
    let mut line = Line::new(Position::start(variant));
    let mut played = vec![line.clone()];
    while played.len() <= plies {
        let limits = SearchLimits { noise: 60, seed: played.len() as u64, ..SearchLimits::nodes(2_000) };
        let best = engine.think(&line, limits, &|| false, &mut |_| {}).best();
        line.play(best.expect("the game goes on")).expect("a legal move");
        if line.termination().is_some() {
            break;
        }
        played.push(line.clone());
    }
    played
}

/// Seconds to analyse a game of a hundred plies as `/analysis` does; the mean of the games that last that
/// long.
fn analysis() -> Figure {
    let games: OnceCell<Vec<(Variant, Line)>> = OnceCell::new();
    figure("analysis-100-plies", "s", move || {
        let games = games.get_or_init(|| {
            let last = |variant| played(&mut Engine::new(Weights::of(variant), TABLE), variant, PLIES).pop();
            let all = games::all().filter_map(|variant| Some((variant, last(variant)?)));
            all.filter(|(_, line)| line.moves().len() == PLIES).collect()
        });
        assert!(!games.is_empty(), "some game lasts so long");
        let mut time = 0.0;
        for (variant, line) in games {
            let mut engine = Engine::new(Weights::of(*variant), TABLE);
            time += seconds(|| {
                let judged = engine.analyse(line, Analysis::NODES, &|| false, &mut |_, _| {});
                assert!(judged.is_some(), "nothing stops it");
            });
        }
        time / games.len() as f64
    })
}

/// The games of all variants, made when first needed.
type Cases = Rc<OnceCell<Vec<std::cell::RefCell<Case>>>>;

fn cases(all: &Cases) -> &[std::cell::RefCell<Case>] {
    all.get_or_init(|| games::all().map(|variant| Case::of(variant).into()).collect())
}

/// Nodes per second of long searches in each game; milliseconds per move at each level, as the mean of all games;
/// seconds per analysis.
pub fn figures() -> Vec<Figure> {
    let all: Cases = Rc::default();
    let searches = games::all().enumerate().map(|(number, variant)| {
        let all = all.clone();
        figure(format!("search-nps-{}", variant.slug()), "Mnode/s", move || {
            let (nodes, time) = cases(&all)[number].borrow_mut().think(|_, _| SearchLimits::nodes(LONG));
            nodes as f64 / time / 1e6
        })
    });
    let moves = Level::all().filter(|level| *level != Level::MAXIMUM).map(|level| {
        let all = all.clone();
        figure(format!("bot-move-level{level}"), "ms", move || {
            let cases = cases(&all);
            let time: f64 = cases
                .iter()
                .map(|case| case.borrow_mut().think(|variant, seed| level.limits(variant, seed as u64)).1)
                .sum();
            time * 1e3 / (cases.len() * (1 + MIDGAME.len())) as f64
        })
    });
    searches.chain(moves).chain([analysis()]).collect()
}
