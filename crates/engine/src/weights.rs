//! Piece-square tables: the value of each piece on its square, in the opening and in the ending.

mod by_mobility;
mod of_file;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

use super::EngineDefect;
use super::game_files::{self, BY_WORTH, GameFile};
use super::network::{Network, NetworkDefect};
use super::score::Score;
use rules::{ByColor, CELLS, Color, Kind, Position, Square, Variant};

/// The phase of a start position, summed over all its pieces.
pub const FULL: i32 = 256;

/// The default scale of the logistic curve from score to winning chance.
const SLOPE: f64 = 144.0;
/// The flattest such curve between human players: a pawn ahead scores three points in five games.
const FLATTEST: f64 = 260.0;

/// A value in the opening and in the ending, in centipawns.
pub type Tapered = [i16; 2];

/// The error for a text that cannot be parsed as weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightsDefect {
    /// The number of the line, from 1.
    pub line: usize,
}

/// Weights that are created when a game first needs them. They stay in memory, as the game does.
#[derive(Default)]
pub(super) struct WeightsOfGames(RwLock<HashMap<Variant, &'static Weights>>);

impl WeightsOfGames {
    /// Returns the weights of a game, creating them with `make` if necessary.
    pub(super) fn of(&self, variant: Variant, make: fn(Variant) -> Weights) -> &'static Weights {
        if let Some(made) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&variant) {
            return made;
        }
        let weights = make(variant);
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.entry(variant).or_insert_with(|| Box::leak(Box::new(weights)))
    }
}

/// The weights of a game. Black's are White's on the mirrored board.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The tables of each side, by kind and cell; Black's are negated.
    pieces: ByColor<Box<[[Tapered; CELLS]; Kind::MOST]>>,
    /// Of a piece in hand.
    hand: Tapered,
    /// Each kind's contribution to the phase; all pieces of the start position add up to about [`FULL`].
    pub(super) phase: [i32; Kind::MOST],
    /// The average value of each kind, for exchanges.
    values: [i32; Kind::MOST],
    /// The scale of the curve from score to winning chance, chosen so that a pawn is worth about 100.
    pub(super) slope: f64,
    /// The network whose output is added, in a game that plays better with one.
    pub(super) network: Option<Arc<Network>>,
}

impl Weights {
    /// Returns the weights of a game; those of a game from a file are created on first use.
    ///
    /// # Panics
    /// If they cannot be parsed; [`defects`](super::defects) finds that at startup.
    pub fn of(variant: Variant) -> &'static Self {
        static ALL: OnceLock<Vec<(Variant, Weights)>> = OnceLock::new();
        let made = |variant| Self::shipped(variant).expect("weights that can be used");
        let all = ALL.get_or_init(|| games::all().map(|one| (one, made(one))).collect());
        let found = all.iter().find(|(one, _)| *one == variant).map(|(_, weights)| weights);
        found.unwrap_or_else(|| Self::of_a_file(variant))
    }

    fn of_a_file(variant: Variant) -> &'static Self {
        static MADE: LazyLock<WeightsOfGames> = LazyLock::new(WeightsOfGames::default);
        MADE.of(variant, Self::of_own)
    }

    /// Returns the weights and network of a listed game; its file may also say `as GAME`, or [`BY_WORTH`].
    ///
    /// # Errors
    /// They cannot be used: the bot would not play the game at its measured strength.
    fn shipped(variant: Variant) -> Result<Self, EngineDefect> {
        let slug = variant.slug();
        let (text, of) = GameFile::Weights.with_owner(variant);
        let made = if text.trim_end() == BY_WORTH {
            Ok(Self::by_worth(variant))
        } else if of == variant {
            Self::read(variant, text)
        } else {
            Self::read_of_another(variant, text)
        };
        let weights = made.map_err(|WeightsDefect { line }| EngineDefect::Weights { game: slug, line })?;
        match game_files::network(variant) {
            None => Ok(weights),
            Some(bytes) => {
                weights.with_network(variant, bytes).map_err(|NetworkDefect| EngineDefect::Network(slug))
            }
        }
    }

    /// Returns the weights and networks that cannot be used.
    pub(super) fn defects() -> Vec<EngineDefect> {
        games::all().filter_map(|variant| Self::shipped(variant).err()).collect()
    }

    /// Returns weights by the usual value of each kind, constant over the board.
    pub(super) fn by_worth(variant: Variant) -> Self {
        Self::uniform(variant, |kind| variant.spec().piece_type(kind).worth)
    }

    /// Adds a network that was made for these weights.
    ///
    /// # Errors
    /// [`NetworkDefect`] if the bytes are not a network of that game, or if it was made for other weights.
    pub fn with_network(&self, variant: Variant, bytes: &[u8]) -> Result<Self, NetworkDefect> {
        let network = Network::read(variant, bytes)?;
        if network.tables != self.mark(variant) {
            return Err(NetworkDefect);
        }
        Ok(Self { network: Some(Arc::new(network)), ..self.clone() })
    }

    /// Returns the hash (FNV-1a) by which a network identifies the tables it was made for.
    pub fn mark(&self, variant: Variant) -> u32 {
        let text = self.text(variant);
        text.bytes().fold(0x811c_9dc5, |mark, byte| (mark ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Returns the scale of the curve from score to winning chance.
    pub fn slope(&self) -> f64 {
        self.slope
    }

    /// Returns each kind's contribution to the phase.
    pub fn phase(&self) -> [i32; Kind::MOST] {
        self.phase
    }

    /// Sets the scale of the curve from score to winning chance.
    #[must_use]
    pub fn with_slope(self, slope: f64) -> Self {
        Self { slope, ..self }
    }

    /// Removes the network.
    #[must_use]
    pub fn without_network(&self) -> Self {
        Self { network: None, ..self.clone() }
    }

    /// Returns weights that are constant for a kind over the board.
    pub fn uniform(variant: Variant, value: impl Fn(Kind) -> i32) -> Self {
        let hand = variant.spec().ninja_pawn().map_or([0; 2], |kind| [value(kind) as i16; 2]);
        Self::from_places(variant, hand, |kind, _| [value(kind) as i16; 2])
    }

    /// Returns weights from White's value for each kind on each square of the board, and for a piece in hand.
    pub fn from_places(variant: Variant, hand: Tapered, value: impl Fn(Kind, Square) -> Tapered) -> Self {
        let mut white = Box::new([[[0; 2]; CELLS]; Kind::MOST]);
        for kind in variant.spec().kinds() {
            for square in variant.spec().squares {
                white[kind.index()][square.index()] = value(kind, square);
            }
        }
        Self::complete(variant, white, hand)
    }

    /// Derives everything else from White's tables.
    fn complete(variant: Variant, white: Box<[[Tapered; CELLS]; Kind::MOST]>, hand: Tapered) -> Self {
        let spec = variant.spec();
        let mut black = Box::new([[[0; 2]; CELLS]; Kind::MOST]);
        let mut values = [0; Kind::MOST];
        for kind in variant.spec().kinds() {
            let (mut sum, mut count) = (0, 0);
            for square in spec.squares {
                let value = white[kind.index()][square.index()];
                if let Some(mirrored) =
                    Square::at(square.file(), spec.relative_rank(Color::Black, square.rank()))
                {
                    black[kind.index()][mirrored.index()] = value.map(|one| -one);
                }
                sum += i32::from(value[0]) + i32::from(value[1]);
                count += 2;
            }
            values[kind.index()] = if kind == Kind::KING { 10_000 } else { sum / count.max(1) };
        }
        let phase = phases(variant, &values);
        Self { pieces: ByColor { white, black }, hand, phase, values, slope: SLOPE, network: None }
    }

    /// Returns a side's winning chance between people, 0 to 1, with a draw as half a win: a logistic curve. Its
    /// scale is limited, because people can win drawish games that the engine's short searches cannot.
    pub fn win_chance(&self, score: Score) -> f64 {
        logistic(f64::from(score.0) / self.slope.min(FLATTEST))
    }

    /// Returns the chance between engines for a score in fractional centipawns.
    pub fn expected(&self, score: f64) -> f64 {
        logistic(score / self.slope)
    }

    /// Returns what a piece adds to White's score on its square.
    #[inline]
    pub fn piece(&self, color: Color, kind: Kind, at: Square) -> Tapered {
        self.pieces[color][kind.index()][at.index()]
    }

    /// Returns the value of a piece in White's hand.
    #[inline]
    pub fn in_hand(&self) -> Tapered {
        self.hand
    }

    /// Returns the average value of a kind, for exchanges.
    #[inline]
    pub fn value(&self, kind: Kind) -> i32 {
        self.values[kind.index()]
    }

    /// Parses the output of [`Weights::text`].
    ///
    /// # Errors
    /// [`WeightsDefect`] with the line that cannot be parsed.
    pub fn read(variant: Variant, text: &str) -> Result<Self, WeightsDefect> {
        let (weights, unnamed) = Self::read_named(variant, text)?;
        if unnamed.is_empty() { Ok(weights) } else { Err(WeightsDefect { line: text.lines().count() + 1 }) }
    }

    /// Parses the weights of another game.
    ///
    /// A missing kind gets its usual value, scaled by how the other kinds count.
    ///
    /// # Errors
    /// See [`Weights::read`].
    fn read_of_another(variant: Variant, text: &str) -> Result<Self, WeightsDefect> {
        let (read, unnamed) = Self::read_named(variant, text)?;
        let sum = |weights: &Self| -> i32 {
            let named = variant.spec().kinds().filter(|kind| *kind != Kind::KING && !unnamed.contains(kind));
            named.map(|kind| weights.values[kind.index()]).sum()
        };
        let (here, usually) = (sum(&read), sum(&Self::by_worth(variant)).max(1));
        let mut white = read.pieces.white;
        for kind in &unnamed {
            for place in &mut white[kind.index()] {
                *place = place.map(|value| (i32::from(value) * here / usually) as i16);
            }
        }
        Ok(Self { slope: read.slope, ..Self::complete(variant, white, read.hand) })
    }

    /// Parses weights, and returns which kinds are missing from the text: these get their usual value.
    fn read_named(variant: Variant, text: &str) -> Result<(Self, Vec<Kind>), WeightsDefect> {
        let spec = variant.spec();
        let usual = Self::by_worth(variant);
        let (mut white, mut hand, mut slope) = (usual.pieces.white, usual.hand, SLOPE);
        let mut unnamed: Vec<Kind> = spec.kinds().collect();
        for (number, line) in (1..).zip(text.lines()) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let defect = || WeightsDefect { line: number };
            let (name, numbers) = line.split_once(' ').ok_or_else(defect)?;
            if name == "slope" {
                slope = numbers.parse().ok().filter(|slope| *slope > 0.0).ok_or_else(defect)?;
                continue;
            }
            let numbers: Vec<i16> = numbers
                .split_whitespace()
                .map(|number| number.parse().map_err(|_| defect()))
                .collect::<Result<_, _>>()?;
            if name == "hand" {
                hand = numbers.try_into().map_err(|_| defect())?;
                continue;
            }
            let (letter, phase) = match name.split_at_checked(1) {
                Some((letter, "0")) => (letter, 0),
                Some((letter, "1")) => (letter, 1),
                _ => return Err(defect()),
            };
            let kind = letter.chars().next().and_then(|letter| spec.kind(letter)).ok_or_else(defect)?;
            if numbers.len() != spec.squares.len() {
                return Err(defect());
            }
            unnamed.retain(|one| *one != kind);
            for (square, number) in spec.squares.iter().zip(numbers) {
                white[kind.index()][square.index()][phase] = number;
            }
        }
        Ok((Self { slope, ..Self::complete(variant, white, hand) }, unnamed))
    }

    /// Writes the weights as text.
    ///
    /// Each kind has a line for the opening (`N0`) and one for the ending (`N1`), with a number for each
    /// square, lowest first. `hand` has two numbers; `slope` is written if it is not the default.
    pub fn text(&self, variant: Variant) -> String {
        let spec = variant.spec();
        let mut text = String::new();
        for kind in spec.kinds() {
            let letter = spec.letter(kind);
            for phase in 0..2 {
                let numbers: Vec<String> = spec
                    .squares
                    .iter()
                    .map(|square| self.pieces.white[kind.index()][square.index()][phase].to_string())
                    .collect();
                let _ = writeln!(text, "{letter}{phase} {}", numbers.join(" "));
            }
        }
        if spec.drops.is_some() {
            let _ = writeln!(text, "hand {} {}", self.hand[0], self.hand[1]);
        }
        if self.slope != SLOPE {
            let _ = writeln!(text, "slope {}", self.slope);
        }
        text
    }
}

/// Computes the logistic function.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// Returns each kind's contribution to the phase: proportional to its value, but zero for pawns and kings.
fn phases(variant: Variant, values: &[i32; Kind::MOST]) -> [i32; Kind::MOST] {
    let heavy = |kind: Kind| {
        if variant.spec().is_pawn(kind) || kind == Kind::KING { 0 } else { values[kind.index()].max(0) }
    };
    let all: i32 = Position::start(variant).pieces().map(|(_, piece)| heavy(piece.kind)).sum();
    let mut phase = [0; Kind::MOST];
    for kind in variant.spec().kinds() {
        phase[kind.index()] = heavy(kind) * FULL / all.max(1);
    }
    phase
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_moves_more_than_a_knight_and_less_than_a_queen() {
        let chess = games::from_slug("chess").expect("a game");
        let weights = Weights::by_mobility(chess);
        let value = |letter| weights.value(chess.spec().kind(letter).expect("a piece"));
        assert!(value('P') < value('N') && value('N') < value('Q'));
        assert!(value('R') < value('Q'));
    }

    #[test]
    fn an_even_position_is_won_half_the_time() {
        for variant in games::all() {
            let weights = Weights::of(variant);
            assert!((weights.win_chance(Score(0)) - 0.5).abs() < 1e-9);
            let ahead = weights.win_chance(Score(100));
            assert!(ahead > 0.55 && ahead < 0.7, "{}: {ahead}", variant.slug());
        }
    }

    #[test]
    fn weights_read_back() {
        for variant in games::all() {
            let text = Weights::by_mobility(variant).text(variant);
            assert_eq!(Weights::read(variant, &text).map(|read| read.text(variant)), Ok(text));
        }
    }

    #[test]
    fn a_kind_that_another_game_does_not_have_is_measured_by_those_that_it_has() {
        let insane = games::from_slug("birds-insane").expect("a game");
        let kind = |letter| insane.spec().kind(letter).expect("a piece");
        let (weights, usual) = (Weights::of(insane), Weights::by_worth(insane));
        assert!(weights.value(kind('Z')) > weights.value(kind('N')), "a Knight becomes one");
        let to_a_queen =
            |weights: &Weights| f64::from(weights.value(kind('Z'))) / f64::from(weights.value(kind('Q')));
        let (ours, usually) = (to_a_queen(weights), to_a_queen(&usual));
        assert!((0.7..1.3).contains(&(ours / usually)), "{ours} of a Queen, usually {usually}");
    }

    #[test]
    fn a_network_goes_with_the_tables_that_it_was_made_for() {
        for variant in games::all() {
            let played = Weights::of(variant);
            let shipped = game_files::network(variant);
            assert_eq!(played.network.is_some(), shipped.is_some(), "{}", variant.slug());
            if let Some(bytes) = shipped {
                let other = Weights::uniform(variant, |_| 100);
                assert_eq!(other.with_network(variant, bytes).err(), Some(NetworkDefect));
            }
        }
    }

    #[test]
    fn what_is_no_weights_is_refused() {
        let chess = games::from_slug("chess").expect("a game");
        let whole = Weights::by_mobility(chess).text(chess);
        let kept: Vec<&str> = whole.lines().filter(|line| !line.starts_with('N')).collect();
        let without_knights = kept.join("\n");
        assert_eq!(Weights::read(chess, &without_knights).err(), Some(WeightsDefect { line: 11 }));
        assert!(Weights::read(chess, "").is_err());
        let chess = games::from_slug("chess").expect("a game");
        for text in ["N0 1 2 3", "X0 1", "N2 5", "hand 1", "N0 a", "slope 0", "slope b"] {
            assert!(Weights::read(chess, text).is_err(), "{text}");
        }
    }
}
