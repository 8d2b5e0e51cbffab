//! Autocomplete: matches typed text against the legal moves. One read of the store, no picture.

use crate::app::caller::{Caller, Target};
use crate::app::load::replay;
use crate::app::view::{Choice, Shown};
use crate::app::{App, AppResult, MORE};
use crate::game::{ChannelId, UserId, suggested};
use crate::rules::{
    Color, DescribedMove, Move, Named, Notation, Piece, Position, Square, candidates, names_drop,
    names_piece, no_drop, stuck,
};
use crate::store::StoredGame;

/// Discord shows at most this many choices.
const CHOICES: usize = 25;
/// The value sent if a drop was named and none is possible.
const DROP: &str = "J@";

impl App {
    /// The choices for a half-typed move: at most 25. One read of the store, no picture. Empty for anyone but
    /// the player to move.
    pub async fn complete_move(
        &self,
        who: UserId,
        channel: ChannelId,
        typed: &str,
    ) -> AppResult<Vec<Choice>> {
        let row = self.store.live_in(channel).await?;
        if let Some(row) = &row {
            self.know_own_game(&row.variant).await?;
        }
        Ok(row.map(|row| completions(row, who, typed)).unwrap_or_default())
    }

    /// The choices for half-typed conditional moves: at most 25. Empty for anyone but the player waiting for
    /// the opponent's move.
    pub async fn complete_premove(
        &self,
        who: UserId,
        channel: ChannelId,
        typed: &str,
    ) -> AppResult<Vec<Choice>> {
        let Some(row) = self.store.live_in(channel).await? else { return Ok(Vec::new()) };
        self.know_own_game(&row.variant).await?;
        let Ok(loaded) = replay(row) else { return Ok(Vec::new()) };
        let game = &loaded.game;
        let waits = game.engine.is_none() && !game.is_hot_seat();
        if !waits || game.players[game.turn().other()] != Some(who) {
            return Ok(Vec::new());
        }
        let choice = |text: String| Choice { shown: Shown::Text(text.clone()), value: text };
        Ok(suggested(&game.line, typed, CHOICES).into_iter().map(choice).collect())
    }

    /// The value of the `/move` choice that `is_meant` accepts, out of all choices. Some clients send a
    /// choice's name, which only `words` can produce. `None` for anyone but the player to move.
    pub async fn named_move(
        &self,
        by: &Caller,
        target: Target,
        is_meant: impl Fn(&Shown) -> bool,
    ) -> AppResult<Option<String>> {
        let row = match target {
            Target::Here => self.store.live_in(by.channel).await?,
            Target::Game(game) | Target::Button(game, _) => self.store.game(game).await?,
        };
        let Some(row) = row else { return Ok(None) };
        self.know_own_game(&row.variant).await?;
        let Ok(loaded) = replay(row) else { return Ok(None) };
        let position = loaded.game.line.position();
        let choices = all_moves(position).filter(|_| loaded.game.to_move() == Some(by.user));
        Ok(choices.filter(|choice| is_meant(&choice.shown)).map(|choice| choice.value).next())
    }

    /// The choices for `/moves`: the squares of the pieces accepted by `is_meant`, the `named` one first,
    /// then those of the side to move; at most 25.
    pub async fn complete_square(
        &self,
        channel: ChannelId,
        named: Option<Square>,
        is_meant: impl Fn(&Shown, Square) -> bool,
    ) -> AppResult<Vec<Choice>> {
        // Also works after the end of a game, for the channel's last game.
        let Some(row) = self.store.newest_in(channel).await? else { return Ok(Vec::new()) };
        self.know_own_game(&row.variant).await?;
        let found = replay(row).map(|loaded| squares(loaded.game.line.position(), named, is_meant));
        Ok(found.unwrap_or_default())
    }
}

/// The choices of [`App::complete_move`], given the stored game.
pub fn completions(row: StoredGame, who: UserId, typed: &str) -> Vec<Choice> {
    match replay(row) {
        Ok(loaded) if loaded.game.to_move() == Some(who) => moves(loaded.game.line.position(), typed),
        _ => Vec::new(),
    }
}

/// The legal moves that match the text, in the move reader's order, then the reasons why a named piece or
/// drop has none.
fn moves(position: &Position, typed: &str) -> Vec<Choice> {
    let notation = Notation::new(position);
    let found = candidates(&notation, typed);
    let shown = found.iter().take(CHOICES);
    let mut choices: Vec<Choice> = shown.map(|(_, mv)| described(position, mv)).collect();
    let mut lines = stuck_lines(position, typed, choices.is_empty());
    lines.extend(names_drop(typed).then(|| no_drop_choice(position)).flatten());
    let all = found.len() + lines.len();
    choices.extend(lines);
    cut(choices, all)
}

/// Every legal move, then why each other piece has none, and why no drop is possible.
fn all_moves(position: &Position) -> impl Iterator<Item = Choice> {
    let own = position.pieces().filter(|(_, piece)| piece.color == position.turn());
    let stuck = own.filter_map(|(square, _)| stuck_choice(position, square));
    let moves = position.legal_moves().into_iter().map(|mv| described(position, &mv));
    moves.chain(stuck).chain(no_drop_choice(position))
}

fn described(position: &Position, mv: &Move) -> Choice {
    Choice { shown: Shown::Move(DescribedMove::new(position, mv)), value: mv.to_string() }
}

fn stuck_choice(position: &Position, square: Square) -> Option<Choice> {
    let shown = Shown::Stuck(position.piece_type_at(square)?, square, stuck(position, square)?);
    Some(Choice { shown, value: square.to_string() })
}

fn no_drop_choice(position: &Position) -> Option<Choice> {
    let spec = position.spec();
    let dropped = spec.piece_type(spec.ninja_pawn()?);
    Some(Choice { shown: Shown::NoDrop(dropped, no_drop(position)?), value: DROP.to_owned() })
}

/// A line for each named piece that cannot move, with the reason. Its value is the piece's square; choosing
/// it gives that explanation.
///
/// A piece kind alone matches only if no move matches.
fn stuck_lines(position: &Position, typed: &str, nothing_else: bool) -> Vec<Choice> {
    let own = position.pieces().filter(|(_, piece)| piece.color == position.turn());
    own.filter(|(square, _)| match names_piece(position, *square, typed) {
        Some(Named::BySquare) => true,
        Some(Named::ByKind) => nothing_else,
        None => false,
    })
    .filter_map(|(square, _)| stuck_choice(position, square))
    .collect()
}

/// The squares of the accepted pieces: the named one first, so that a1 comes before a10, then those of the
/// side to move.
fn squares(
    position: &Position,
    named: Option<Square>,
    is_meant: impl Fn(&Shown, Square) -> bool,
) -> Vec<Choice> {
    let shown = |(square, piece): (Square, Piece)| {
        let name = position.spec().piece_type(piece.kind);
        (square, piece.color, Shown::Piece(piece.color, name, square))
    };
    let mut found: Vec<_> =
        position.pieces().map(shown).filter(|(square, _, shown)| is_meant(shown, *square)).collect();
    found.sort_by_key(|(square, color, _)| {
        (Some(*square) != named, *color != position.turn(), square.index())
    });
    let all = found.len();
    let choice = |(square, _, shown): (Square, Color, Shown)| Choice { shown, value: square.to_string() };
    cut(found.into_iter().map(choice).collect(), all)
}

/// True if the text is the value of the line that counts hidden choices.
pub(in crate::app) fn is_more(typed: &str) -> bool {
    typed.trim() == MORE
}

/// Truncates the choices to the limit; the last line then counts the hidden ones.
fn cut(mut choices: Vec<Choice>, all: usize) -> Vec<Choice> {
    if all > CHOICES {
        choices.truncate(CHOICES - 1);
        let hidden = all - choices.len();
        choices.push(Choice { shown: Shown::More(hidden), value: MORE.to_owned() });
    }
    choices
}

#[cfg(test)]
mod tests;
