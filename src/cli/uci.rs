//! The Universal Chess Interface, a protocol between engines and other programs:
//! <https://backscattering.de/chess/uci/>.
//!
//! Moves are in canonical text. Castling is written by the king's squares unless those are another move.
//! `UCI_Variant` takes the names of our games.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::engine::{Engine, Level, SearchLimits, Thought, Weights};
use crate::games;
use crate::rules::{Color, Line, Move, Position, Variant};

/// The default size of the transposition table, in megabytes.
const HASH: usize = 16;
const MOST_HASH: usize = 1_024;
/// Without `movestogo`, the time left on the clock is shared among this many moves.
const MOVES_TO_GO: u64 = 30;
/// The time reserved for sending the response.
const RESERVE: Duration = Duration::from_millis(10);

/// The state of a session: the settings, and the running search.
struct Player<W: Write + Send + 'static> {
    variant: Variant,
    level: Level,
    hash: usize,
    line: Line,
    engine: Option<Engine>,
    running: Option<Thinking>,
    output: Output<W>,
}

/// A running search.
struct Thinking {
    thread: JoinHandle<Engine>,
    stop: Arc<AtomicBool>,
    /// Whether only `stop` ends it.
    endless: bool,
}

/// The output of both the search and the commands, written a line at a time.
struct Output<W>(Arc<Mutex<W>>);

impl<W: Write> Output<W> {
    fn say(&self, text: &str) -> io::Result<()> {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{text}")?;
        output.flush()
    }
}

/// Serves the protocol until `quit` or the end of the input.
///
/// # Errors
/// The input cannot be read or the output cannot be written.
pub fn uci<W: Write + Send + 'static>(input: impl BufRead, output: W) -> io::Result<()> {
    let chess = games::from_slug("chess").or_else(|| games::all().next());
    let Some(variant) = chess else { return Ok(()) };
    let mut player = Player {
        variant,
        level: Level::MAXIMUM,
        hash: HASH,
        line: Line::new(Position::start(variant)),
        engine: None,
        running: None,
        output: Output(Arc::new(Mutex::new(output))),
    };
    for line in input.lines() {
        if !player.hear(&line?)? {
            player.finish();
            return Ok(());
        }
    }
    // At the end of the input, an endless search is stopped and any other finishes, so that its result is
    // written.
    if player.running.as_ref().is_some_and(|running| running.endless) {
        player.finish();
    }
    player.wait();
    Ok(())
}

impl<W: Write + Send + 'static> Player<W> {
    /// Handles one line. Returns false after `quit`. Unknown lines are ignored, as the protocol requires.
    fn hear(&mut self, line: &str) -> io::Result<bool> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("uci") => self.introduce()?,
            Some("isready") => self.output.say("readyok")?,
            Some("setoption") => self.set(&words.collect::<Vec<_>>()),
            Some("ucinewgame") => {
                self.finish();
                self.engine = None;
            }
            Some("position") => {
                self.finish();
                self.place(&words.collect::<Vec<_>>())?;
            }
            Some("go") => self.go(&words.collect::<Vec<_>>()),
            Some("stop") => self.finish(),
            Some("quit") => return Ok(false),
            _ => {}
        }
        Ok(true)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let variants: Vec<String> = games::all().map(|variant| format!("var {}", variant.slug())).collect();
        let levels: Vec<String> = Level::all().map(|level| format!("var {level}")).collect();
        let text = format!(
            "id name Rookery {}\nid author the Rookery project\n\
             option name UCI_Variant type combo default {} {}\n\
             option name Level type combo default {} {}\n\
             option name Hash type spin default {HASH} min 1 max {MOST_HASH}\nuciok",
            env!("CARGO_PKG_VERSION"),
            self.variant.slug(),
            variants.join(" "),
            Level::MAXIMUM,
            levels.join(" "),
        );
        self.output.say(&text)
    }

    fn set(&mut self, words: &[&str]) {
        self.finish();
        let ["name", name, "value", value] = words else { return };
        match name.to_ascii_lowercase().as_str() {
            "uci_variant" => {
                if let Some(variant) = games::from_slug(value) {
                    self.variant = variant;
                    self.line = Line::new(Position::start(variant));
                    self.engine = None;
                }
            }
            "level" => self.level = value.parse().unwrap_or(self.level),
            "hash" => {
                self.hash = value.parse().unwrap_or(self.hash).clamp(1, MOST_HASH);
                self.engine = None;
            }
            _ => {}
        }
    }

    /// Handles `position`: `startpos` or `fen ...`, then `moves ...`.
    fn place(&mut self, words: &[&str]) -> io::Result<()> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let start = match place {
            ["startpos"] => Position::start(self.variant),
            ["fen", fen @ ..] => match games::position(self.variant, &fen.join(" ")) {
                Ok(position) => position,
                Err(_) => return self.output.say("info string no such position"),
            },
            _ => return self.output.say("info string no such position"),
        };
        let mut line = Line::new(start);
        for text in moves.iter().skip(1) {
            let played = read(line.position(), text).is_some_and(|mv| line.play(mv).is_ok());
            if !played {
                self.output.say(&format!("info string no legal move {text}"))?;
                break;
            }
        }
        self.line = line;
        Ok(())
    }

    /// Starts a search that ends at the requested limits or on `stop`.
    fn go(&mut self, words: &[&str]) {
        self.finish();
        let position = self.line.position();
        let (time, endless) = (time_to_think(words, position.turn()), words.contains(&"infinite"));
        let asked = limits(words, time.is_some() || endless).filter(|_| self.level == Level::MAXIMUM);
        let limits = asked.unwrap_or_else(|| self.level.limits(self.variant, position.key()));
        // A time beyond the range of the clock counts as none.
        let deadline = time.and_then(|time| Instant::now().checked_add(time.saturating_sub(RESERVE)));
        let mut engine =
            self.engine.take().unwrap_or_else(|| Engine::new(Weights::of(self.variant), self.hash << 20));
        let (line, stop) = (self.line.clone(), Arc::new(AtomicBool::new(false)));
        let (halt, output) = (Arc::clone(&stop), Output(Arc::clone(&self.output.0)));
        let thread = std::thread::spawn(move || {
            let begun = Instant::now();
            let over = || halt.load(Ordering::Relaxed) || deadline.is_some_and(|at| Instant::now() >= at);
            let thought = engine.think(&line, limits, &over, &mut |thought| {
                let _ = output.say(&told(line.position(), thought, begun.elapsed()));
            });
            let best = thought.best().map_or("(none)".to_owned(), |mv| written(line.position(), &mv));
            let _ = output.say(&format!("bestmove {best}"));
            engine
        });
        self.running = Some(Thinking { thread, stop, endless });
    }

    /// Stops a running search, which then writes its best move.
    fn finish(&mut self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.wait();
    }

    /// Waits for the running search to end.
    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            self.engine = running.thread.join().ok();
        }
    }
}

/// Returns the number after this word.
fn number(words: &[&str], name: &str) -> Option<u64> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1)?.parse().ok()
}

/// Returns the time for a search, by the clock of the side to move.
fn time_to_think(words: &[&str], turn: Color) -> Option<Duration> {
    let [clock, gain] = if turn == Color::White { ["wtime", "winc"] } else { ["btime", "binc"] };
    let share = || {
        let left = number(words, clock)?;
        let moves = number(words, "movestogo").unwrap_or(MOVES_TO_GO).max(1);
        let gained = number(words, gain).unwrap_or(0).saturating_mul(3) / 4;
        Some((left / moves).saturating_add(gained).min(left / 2))
    };
    number(words, "movetime").or_else(share).map(Duration::from_millis)
}

/// Returns the search limits in these words, or `None` to use those of the level.
///
/// `ends_otherwise`: a clock or `stop` ends the search too.
fn limits(words: &[&str], ends_otherwise: bool) -> Option<SearchLimits> {
    let (nodes, depth) = (number(words, "nodes"), number(words, "depth"));
    let most = SearchLimits::nodes(nodes.unwrap_or(u64::MAX));
    let plies = depth.map_or(most.depth, |depth| depth.clamp(1, most.depth.into()) as u32);
    (ends_otherwise || nodes.is_some() || depth.is_some()).then_some(SearchLimits { depth: plies, ..most })
}

/// Formats castling as the protocol does, by the king's squares, unless those are another move.
///
/// In Birds and Ninjas they can be.
fn by_the_king(position: &Position, mv: &Move) -> Option<String> {
    let text = format!("{}{}", mv.from().filter(|_| mv.is_castling())?, mv.to());
    position.legal_move(&text).is_none().then_some(text)
}

/// Formats a move for the protocol: in canonical text, except for castling.
fn written(position: &Position, mv: &Move) -> String {
    by_the_king(position, mv).unwrap_or_else(|| mv.to_string())
}

/// Parses a legal move.
fn read(position: &Position, text: &str) -> Option<Move> {
    let castling =
        || position.legal_moves().into_iter().find(|mv| by_the_king(position, mv).as_deref() == Some(text));
    position.legal_move(text).or_else(castling)
}

fn told(position: &Position, thought: &Thought, spent: Duration) -> String {
    let mut at = *position;
    let mut line = Vec::new();
    for mv in &thought.line {
        line.push(written(&at, mv));
        at = at.after_known(mv);
    }
    format!(
        "info depth {} seldepth {} score {} nodes {} nps {:.0} time {} pv {}",
        thought.depth,
        thought.furthest,
        thought.score,
        thought.nodes,
        thought.nodes as f64 / spent.as_secs_f64().max(1e-3),
        spent.as_millis(),
        line.join(" "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const BIRDS: &str = "****ff****/grnbqkbnrg/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/GR3K2RG/****FF****[JJJJjjjj] w KQkq - 0 1";

    #[test]
    fn castling_is_written_so_that_it_is_read_back() {
        let castlings = [
            ("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-Og1", "e1g1"),
            ("chess", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "O-O-Oc8", "e8c8"),
            ("birds-and-ninjas", BIRDS, "O-Og1", "O-Og1"),
            ("birds-and-ninjas", BIRDS, "O-O-Ob1", "f1b1"),
        ];
        for (game, fen, text, told) in castlings {
            let variant = games::from_slug(game).expect("a game");
            let position = Position::from_fen(variant, fen).expect("a position");
            let mv = position.legal_move(text).expect("a legal move");
            assert_eq!(written(&position, &mv), told, "{game}");
            assert_eq!((read(&position, told), read(&position, text)), (Some(mv), Some(mv)), "{game}");
        }
    }
}
