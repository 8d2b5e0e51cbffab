//! Looking back at a game, privately: its moves in columns, and any of its positions.

use std::sync::Arc;

use crate::app::{Past, Target};
use crate::discord::actions::{HistoryAction, Leaf};
use crate::discord::channels::members::name_of;
use crate::discord::context::{Context, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::messages::boards;
use crate::discord::reply::{Button, Content, Document, Picture, Reply};
use crate::game::{GameId, Ply};
use crate::render::Look;
use crate::rules::{ByColor, Color};
use crate::words::{Label, Words};

/// The content type of files in a chess notation.
const PLAIN: &str = "text/plain; charset=utf-8";

/// Handles a click that looks back at a game.
///
/// It shows the current game, whatever has been played since, so its buttons are never out of date.
pub async fn run(ctx: &Context, interaction: &Interaction, action: HistoryAction) -> HandlerResult {
    let (by, words) = (caller(interaction), private(interaction));
    let whole = |game: GameId| Target::Game(game);
    let (game, kind) = match action {
        HistoryAction::MoveList(leaf) => {
            let past = ctx.app.past(&by, whole(leaf.game)).await?;
            return Ok(Response::turn(moves(words, &past, Some(leaf.number))));
        }
        HistoryAction::After(leaf) => {
            let past = ctx.app.past(&by, whole(leaf.game)).await?;
            return Ok(Response::turn(position(words, &past, Ply(leaf.number))));
        }
        HistoryAction::Analyse(game) => {
            return Ok(Response::analysis(ctx.app.past_to_analyse(&by, whole(game)).await?, words));
        }
        HistoryAction::Replay(game) => (game, FileKind::Gif),
        HistoryAction::Export(game) => (game, FileKind::Pgn),
    };
    let past = ctx.app.past(&by, whole(game)).await?;
    Ok(Response::say(file(ctx, interaction, &past, kind).await))
}

/// A page of the moves, counted from 0; `None` means the last one.
pub fn moves(words: &'static Words, past: &Past, page: Option<u32>) -> Reply {
    let last = past.pages() - 1;
    let page = page.unwrap_or(last).min(last);
    let to =
        |label, number| Button::new(words, label, HistoryAction::MoveList(Leaf { game: past.game, number }));
    let mut buttons = Vec::new();
    if page > 0 {
        buttons.push(to(Label::EarlierMoves, page - 1));
    }
    if page < last {
        buttons.push(to(Label::LaterMoves, page + 1));
    }
    if past.plies() > Ply(0) {
        let end = Leaf { game: past.game, number: past.end_of_page(page).0 };
        buttons.push(Button::new(words, Label::SeePosition, HistoryAction::After(end)));
    }
    boards::with_buttons(Reply::private(words.past_moves(past, page)), buttons)
}

/// The file formats of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The whole game, for programs.
    Pgn,
    /// Its current position.
    Fen,
    /// An animation.
    Gif,
}

/// The players' names, if a player asks; a spectator gets none.
///
/// A player whose data was deleted has no name here, and neither has one whose name Discord does not return
/// in time: a file of moves must not contain ids.
async fn names(ctx: &Context, interaction: &Interaction, past: &Past) -> ByColor<Option<String>> {
    let game = &past.game_now;
    let mut names = ByColor { white: None, black: None };
    if game.side_of(past.by).is_none() {
        return names;
    }
    for side in Color::BOTH {
        names[side] = match game.players[side] {
            Some(player) if player == past.by => Some(interaction.who.name.clone()),
            Some(_) if game.engine == Some(side) => Some(ctx.name.to_string()),
            Some(player) => name_of(ctx, interaction, player).await,
            None => None,
        };
    }
    names
}

/// A game as a file, sent privately.
pub async fn file(ctx: &Context, interaction: &Interaction, past: &Past, kind: FileKind) -> Reply {
    let words = private(interaction);
    let told = words.past_played(past);
    match kind {
        FileKind::Pgn => {
            let text = past.pgn(&names(ctx, interaction, past).await);
            Reply::private(told).document(Document { name: past.file_name("pgn"), text, kind: PLAIN })
        }
        FileKind::Fen => {
            let fen = past.game_now.line.position().fen();
            let text = format!("{told}\n```\n{fen}\n```");
            Reply::private(text).document(Document {
                name: past.file_name("fen"),
                text: format!("{fen}\n"),
                kind: PLAIN,
            })
        }
        FileKind::Gif => {
            let content = Content::Film { game: Arc::clone(&past.game_now), side: past.side() };
            let (alt, instead) = (words.past_film(past), words.past_not_filmed());
            Reply::private(told).picture(Picture { name: past.file_name("gif"), content, alt, instead })
        }
    }
}

/// The position after `ply` half-moves.
pub fn position(words: &'static Words, past: &Past, ply: Ply) -> Reply {
    let position = past.position(ply);
    let Ply(ply) = position.ply;
    let to =
        |label, number| Button::new(words, label, HistoryAction::After(Leaf { game: past.game, number }));
    let mut buttons = Vec::new();
    if ply > 0 {
        buttons.push(to(Label::MoveBack, ply - 1));
    }
    if position.ply < past.plies() {
        buttons.push(to(Label::MoveForward, ply + 1));
    }
    let list = Leaf { game: past.game, number: past.page_of(position.ply) };
    buttons.push(Button::new(words, Label::AllMoves, HistoryAction::MoveList(list)));
    let reply = Reply::private(words.past_position(past, &position));
    let picture = boards::of_game(words, &position.board, &past.game_now, Look::default());
    boards::with_buttons(reply.picture(picture), buttons)
}
