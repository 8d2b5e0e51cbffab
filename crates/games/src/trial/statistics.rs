//! The statistics of a trial.

use rules::{ByColor, Claim, Color, DrawReason, Kind, LineOf, Move, PositionOf, Spec, Termination};

/// The ending of a trial game. Every claimable draw is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Ending {
    /// Checkmate.
    Mate,
    /// A side reached its goal.
    Goal,
    /// Both sides reached their goals.
    BothArrived,
    /// A side won by a rule of the game's own.
    Rule,
    /// The side to move had no move and was not in check.
    Stalemate,
    /// A repetition.
    Repetition,
    /// Fifty moves of each side without a capture, a pawn move or a drop.
    FiftyMoves,
    /// Neither side could mate.
    Material,
    /// The game reached [`MOST_PLIES`](super::MOST_PLIES).
    Unfinished,
}

impl Ending {
    /// All endings, in the order of their discriminants.
    pub const ALL: [Self; 9] = [
        Self::Mate,
        Self::Goal,
        Self::BothArrived,
        Self::Rule,
        Self::Stalemate,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Material,
        Self::Unfinished,
    ];

    pub(super) fn of(line: &LineOf<'_>) -> Option<Self> {
        Some(match (line.termination(), line.claim()) {
            (Some(Termination::Checkmate(_)), _) => Self::Mate,
            (Some(Termination::Goal(_)), _) => Self::Goal,
            (Some(Termination::Rule(_)), _) => Self::Rule,
            (Some(Termination::Stalemate), _) => Self::Stalemate,
            (Some(Termination::Draw(DrawReason::BothArrived)), _) => Self::BothArrived,
            (Some(Termination::Draw(DrawReason::Material)), _) => Self::Material,
            (Some(Termination::Draw(DrawReason::Fivefold)), _) | (None, Some(Claim::Threefold)) => {
                Self::Repetition
            }
            (Some(Termination::Draw(DrawReason::SeventyFive)), _) | (None, Some(Claim::FiftyMoves)) => {
                Self::FiftyMoves
            }
            (None, None) => return None,
        })
    }
}

/// What the pieces of a kind did, for both sides.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Use {
    /// Moves, drops and castlings.
    moved: u64,
    took: u64,
    /// Promotions to this kind.
    became: u64,
}

/// The events of one game.
pub(super) struct Tally {
    positions: u64,
    moves: u64,
    uses: Vec<Use>,
}

impl Tally {
    pub(super) fn new(game: &Spec) -> Self {
        Self { positions: 0, moves: 0, uses: unused(game) }
    }

    /// Counts a played move and the number of legal moves.
    pub(super) fn add(&mut self, position: &PositionOf<'_>, moves: usize, mv: &Move) {
        self.positions += 1;
        self.moves += moves as u64;
        let used = &mut self.uses[mv.kind().index()];
        used.moved += 1;
        used.took += u64::from(mv.is_capture());
        if let Some(kind) = mv.promotion() {
            self.uses[kind.index()].became += 1;
        }
        if let Some(rook) = position.spec().rook.filter(|_| mv.is_castling()) {
            self.uses[rook.index()].moved += 1;
        }
    }
}

fn unused(game: &Spec) -> Vec<Use> {
    vec![Use::default(); game.kinds().len()]
}

/// Returns the kinds that other pieces of a game can promote to.
fn promoted_to(game: &Spec) -> Vec<Kind> {
    let rows = (0..=u16::from(u8::MAX)).map(|made| game.promotions(made));
    let mut possible: Vec<Kind> = rows.flatten().copied().collect();
    if !game.kinds().any(|kind| game.is_pawn(kind)) {
        possible.clear();
    }
    possible.extend(game.zone.as_ref().map(|zone| zone.becomes));
    possible.sort_unstable_by_key(|kind| kind.index());
    possible.dedup();
    possible
}

/// A share of all games, from 0 to 1, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The observed share.
    pub seen: f64,
    /// The lower bound.
    pub least: f64,
    /// The upper bound.
    pub most: f64,
}

/// The statistics of the games in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    kinds: Vec<Kind>,
    /// The kinds that other pieces can promote to.
    promoted_to: Vec<Kind>,
    /// Lengths in plies, ascending.
    lengths: Vec<u32>,
    endings: [u32; Ending::ALL.len()],
    wins: ByColor<u32>,
    positions: u64,
    moves: u64,
    uses: Vec<Use>,
}

impl Statistics {
    pub(super) fn new(game: &Spec) -> Self {
        Self {
            kinds: game.kinds().collect(),
            promoted_to: promoted_to(game),
            lengths: Vec::new(),
            endings: [0; Ending::ALL.len()],
            wins: ByColor::default(),
            positions: 0,
            moves: 0,
            uses: unused(game),
        }
    }

    /// Adds a finished or abandoned game.
    pub(super) fn add(&mut self, tally: Tally, line: &LineOf<'_>, ending: Ending) {
        let plies = line.moves().len() as u32;
        let place = self.lengths.partition_point(|length| *length <= plies);
        self.lengths.insert(place, plies);
        self.endings[ending as usize] += 1;
        if let Some(winner) = line.termination().and_then(Termination::winner) {
            self.wins[winner] += 1;
        }
        self.positions += tally.positions;
        self.moves += tally.moves;
        for (all, one) in self.uses.iter_mut().zip(tally.uses) {
            all.moved += one.moved;
            all.took += one.took;
            all.became += one.became;
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.lengths.len() as u32
    }

    /// Returns the median length in plies; 0 without games.
    pub fn median_plies(&self) -> u32 {
        self.lengths.get(self.lengths.len() / 2).copied().unwrap_or_default()
    }

    /// Returns the plies of the longest game; 0 without games.
    pub fn longest_plies(&self) -> u32 {
        self.lengths.last().copied().unwrap_or_default()
    }

    /// Returns the endings with their counts, the most frequent first.
    pub fn endings(&self) -> Vec<(Ending, u32)> {
        let mut counts: Vec<_> = Ending::ALL.into_iter().zip(self.endings).collect();
        counts.retain(|(_, count)| *count > 0);
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    /// Returns the number of games that this side won.
    pub fn wins(&self, side: Color) -> u32 {
        self.wins[side]
    }

    /// Returns the number of games without a winner, including unfinished ones.
    pub fn drawn(&self) -> u32 {
        self.games() - self.wins.white - self.wins.black
    }

    /// Returns White's score: 1 for a win, a half for a game without a winner. `None` without games.
    pub fn white_scored(&self) -> Option<Share> {
        let [wins, losses, games] = [self.wins.white, self.wins.black, self.games()].map(f64::from);
        if self.lengths.is_empty() {
            return None;
        }
        let seen = (wins + (games - wins - losses) / 2.0) / games;
        // Agresti-Coull: adding two wins and two losses keeps the interval meaningful if all games ended
        // alike.
        let (all, won) = (games + 4.0, wins + 2.0);
        let mean = (seen * games + 2.0) / all;
        let square = (won + (games - wins - losses) / 4.0) / all;
        let around = 1.96 * ((square - mean * mean) / all).sqrt();
        Some(Share { seen, least: (mean - around).clamp(0.0, seen), most: (mean + around).clamp(seen, 1.0) })
    }

    /// Returns the average number of legal moves; 0 without games.
    pub fn moves_in_a_position(&self) -> f64 {
        self.moves as f64 / self.positions.max(1) as f64
    }

    /// Returns the kinds of which no piece ever moved.
    pub fn never_moved(&self) -> Vec<Kind> {
        self.kinds_without(|one| one.moved)
    }

    /// Returns the kinds of which no piece ever captured.
    pub fn never_took(&self) -> Vec<Kind> {
        self.kinds_without(|one| one.took)
    }

    /// Returns the kinds that other pieces can promote to but never did.
    pub fn never_became(&self) -> Vec<Kind> {
        let mut never = self.kinds_without(|one| one.became);
        never.retain(|kind| self.promoted_to.contains(kind));
        never
    }

    fn kinds_without(&self, count: impl Fn(&Use) -> u64) -> Vec<Kind> {
        let uses = self.kinds.iter().zip(&self.uses);
        uses.filter(|(_, one)| count(one) == 0).map(|(kind, _)| *kind).collect()
    }
}
