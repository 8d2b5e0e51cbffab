//! Forced wins by exhaustive search: a move of the side to move that wins against every reply. No evaluation
//! is involved.

use rules::{Kind, Move, Position};

/// The most positions remembered, at sixteen bytes each. A forgotten position is just searched again.
const REMEMBERED: usize = 1 << 20;
/// The assumed number of replies to a non-check if they are not counted.
const UNCOUNTED: u64 = 100;
/// The most moves of the winning side in a win that is searched for.
pub const LONGEST_WIN: u32 = 8;

/// The known bounds of a position: the side to move wins within `wins` own moves (0: unknown), but not within
/// `holds`.
#[derive(Clone, Copy, Default)]
struct Proven {
    key: u64,
    wins: u8,
    holds: u8,
}

/// The error for an exhausted budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

/// Finds forced wins by trying every move of both sides.
///
/// It ignores the fifty-move rule and repetition: a win within a few moves repeats nothing, and callers must
/// not ask about a position close to the fifty-move limit.
pub struct Solver {
    memory: Vec<Proven>,
    /// By the attacker's remaining moves, the replies that last refuted a move, the newest first.
    refuting: [[u32; 2]; LONGEST_WIN as usize + 1],
    nodes: u64,
    most_nodes: u64,
}

/// True if a move wins at once, by mate, by an arrival or by a rule of the game's own.
pub(super) fn ends(position: &Position, mv: &Move, after: &Position) -> bool {
    position.is_arrival(mv) || after.is_lost(after.is_check())
}

impl Solver {
    /// Creates a solver that searches at most this many positions per question.
    pub fn new(most_nodes: u64) -> Self {
        Self {
            memory: vec![Proven::default(); REMEMBERED.min(most_nodes.next_power_of_two() as usize)],
            refuting: [[0; 2]; LONGEST_WIN as usize + 1],
            nodes: 0,
            most_nodes,
        }
    }

    /// Returns the number of positions searched for the last question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sets the budget in positions for all following questions that do not reset the count.
    ///
    /// These are [`Solver::win`], [`Solver::win_by_check`], [`Solver::least`] and [`Solver::still_wins`].
    pub(super) fn allow(&mut self, most_nodes: u64) {
        self.nodes = 0;
        self.most_nodes = most_nodes;
    }

    /// Returns a move that wins within `within` own moves, including this one, using the remaining budget.
    pub(super) fn win(&mut self, position: &Position, within: u32) -> Result<Option<Move>, OutOfBudget> {
        self.count_node()?;
        if position.is_dead() { Ok(None) } else { self.tried(position, position.key(), within) }
    }

    /// Like [`Solver::win`], for a win that begins with a check.
    pub(super) fn win_by_check(
        &mut self,
        position: &Position,
        within: u32,
    ) -> Result<Option<Move>, OutOfBudget> {
        self.count_node()?;
        let moves = position.legal_moves();
        let mut checks: Vec<(u64, &Move)> = moves
            .iter()
            .filter_map(|mv| {
                let after = position.after_known(mv);
                after.is_check().then(|| (after.count_legal_moves(), mv))
            })
            .collect();
        checks.sort_by_key(|(replies, _)| *replies);
        for (_, mv) in checks {
            if self.still_wins(position, mv, within)? {
                return Ok(Some(*mv));
            }
        }
        Ok(None)
    }

    /// Returns the number of own moves in which the side to move wins against the best defence, up to `most`.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the budget is exhausted.
    pub fn shortest(&mut self, position: &Position, most: u32) -> Result<Option<u32>, OutOfBudget> {
        self.nodes = 0;
        self.least(position, position.key(), most.min(LONGEST_WIN))
    }

    /// Returns all moves that win within `within` own moves, including this one.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the budget is exhausted.
    pub fn winning(&mut self, position: &Position, within: u32) -> Result<Vec<Move>, OutOfBudget> {
        self.nodes = 0;
        let mut found = Vec::new();
        for mv in position.legal_moves() {
            if self.still_wins(position, &mv, within)? {
                found.push(mv);
            }
        }
        Ok(found)
    }

    /// True if a move wins within `within` moves of its side, including this one.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the budget is exhausted.
    pub fn wins_by(&mut self, position: &Position, mv: &Move, within: u32) -> Result<bool, OutOfBudget> {
        self.nodes = 0;
        self.still_wins(position, mv, within)
    }

    /// Returns the replies against which the side that has just moved needs the most moves, and their number.
    ///
    /// The number is `None` if it does not win within `most`.
    ///
    /// # Errors
    /// [`OutOfBudget`] if the budget is exhausted.
    pub fn longest_replies(
        &mut self,
        position: &Position,
        most: u32,
    ) -> Result<(Vec<Move>, Option<u32>), OutOfBudget> {
        self.nodes = 0;
        let (mut longest, mut found) = (Some(0), Vec::new());
        for reply in position.legal_moves() {
            let after = position.after_known(&reply);
            let needed = if position.is_arrival(&reply) {
                None
            } else {
                self.least(&after, after.key(), most.min(LONGEST_WIN))?
            };
            // `None` is the longest of all: there is no win.
            let longer = match (needed, longest) {
                (None, Some(_)) => true,
                (Some(needed), Some(longest)) => needed > longest,
                (_, None) => false,
            };
            if longer {
                found.clear();
                longest = needed;
            }
            if needed == longest {
                found.push(reply);
            }
        }
        Ok((found, longest))
    }

    /// Like [`Solver::shortest`] with the remaining budget, for a caller that knows the position's key.
    pub(super) fn least(
        &mut self,
        position: &Position,
        key: u64,
        most: u32,
    ) -> Result<Option<u32>, OutOfBudget> {
        for within in 1..=most {
            if self.attack(position, key, within)? {
                return Ok(Some(within));
            }
        }
        Ok(None)
    }

    /// Like [`Solver::wins_by`] with the remaining budget.
    pub(super) fn still_wins(
        &mut self,
        position: &Position,
        mv: &Move,
        within: u32,
    ) -> Result<bool, OutOfBudget> {
        let after = position.after_known(mv);
        if ends(position, mv, &after) {
            return Ok(within > 0);
        }
        Ok(within > 1 && !self.defence(&after, after.key(), within - 1)?)
    }

    fn count_node(&mut self) -> Result<(), OutOfBudget> {
        self.nodes += 1;
        if self.nodes > self.most_nodes { Err(OutOfBudget) } else { Ok(()) }
    }

    /// True if the side to move wins within this many of its own moves.
    fn attack(&mut self, position: &Position, key: u64, within: u32) -> Result<bool, OutOfBudget> {
        let place = key as usize & (self.memory.len() - 1);
        let known = self.memory[place];
        let known = if known.key == key { known } else { Proven { key, ..Proven::default() } };
        if known.wins > 0 && u32::from(known.wins) <= within {
            return Ok(true);
        }
        if u32::from(known.holds) >= within {
            return Ok(false);
        }
        self.count_node()?;
        if position.is_won() {
            return Ok(true);
        }
        let won = !position.is_dead() && self.tried(position, key, within)?.is_some();
        let within = within as u8;
        let now = if won { Proven { wins: within, ..known } } else { Proven { holds: within, ..known } };
        self.memory[place] = now;
        Ok(won)
    }

    /// Returns the first move found to win within this many moves of the side to move.
    fn tried(&mut self, position: &Position, key: u64, within: u32) -> Result<Option<Move>, OutOfBudget> {
        let moves = position.legal_moves();
        let mut next = Vec::with_capacity(if within > 1 { moves.len() } else { 0 });
        for mv in &moves {
            if position.is_arrival(mv) {
                return Ok(Some(*mv));
            }
            let after = position.after_known(mv);
            let check = after.is_check();
            if after.is_lost(check) {
                return Ok(Some(*mv));
            }
            if within > 1 {
                // Checks are preferred, then moves that leave few replies. With two moves left, trying the
                // other moves costs less than counting their replies.
                let replies = if check || within > 2 { after.count_legal_moves() } else { UNCOUNTED };
                next.push((if check { replies } else { replies + 8 }, mv, after));
            }
        }
        next.sort_by_key(|(replies, ..)| *replies);
        for (_, mv, after) in next {
            let key = position.key_after(key, mv, &after);
            if !self.defence(&after, key, within - 1)? {
                return Ok(Some(*mv));
            }
        }
        Ok(None)
    }

    /// True if the side to move has a reply that prevents a win within this many moves of the other side.
    fn defence(&mut self, position: &Position, key: u64, within: u32) -> Result<bool, OutOfBudget> {
        self.count_node()?;
        let replies = position.legal_moves();
        // No legal move: the callers have excluded a win of the other side.
        if replies.is_empty() {
            return Ok(true);
        }
        // The replies that last refuted a move usually do so again.
        let refuting = self.refuting[within as usize];
        for code in refuting {
            if let Some(reply) = replies.iter().find(|reply| reply.code() == code)
                && self.holds(position, key, reply, within)?
            {
                return Ok(true);
            }
        }
        let rank = |reply: &Move| {
            if position.is_arrival(reply) {
                0
            } else if reply.is_capture() {
                1
            } else if reply.kind() == Kind::KING {
                2
            } else {
                3
            }
        };
        for wanted in 0..=3 {
            for reply in replies.iter().filter(|reply| rank(reply) == wanted) {
                if !refuting.contains(&reply.code()) && self.holds(position, key, reply, within)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// True if the other side does not win within this many of its moves after this reply.
    ///
    /// If so, the reply is remembered.
    fn holds(
        &mut self,
        position: &Position,
        key: u64,
        reply: &Move,
        within: u32,
    ) -> Result<bool, OutOfBudget> {
        if !position.is_arrival(reply) {
            let after = position.after_known(reply);
            if self.attack(&after, position.key_after(key, reply, &after), within)? {
                return Ok(false);
            }
        }
        let newest = &mut self.refuting[within as usize];
        if newest[0] != reply.code() {
            *newest = [reply.code(), newest[0]];
        }
        Ok(true)
    }
}
