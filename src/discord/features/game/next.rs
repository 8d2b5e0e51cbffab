//! The card of the next game in which a person is to move. They move on it, and it then shows the game after
//! that.

use super::actions::{self, confirmed};
use super::choose_move;
use crate::app::{MoveMenu, NextGame, NextUp, Outcome};
use crate::discord::actions::{GameRev, NextAction, PageAction};
use crate::discord::components::click::Click;
use crate::discord::components::move_card::{self, CardShown, MoveCard, WantedPiece};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::messages::boards;
use crate::discord::messages::move_picker;
use crate::discord::messages::move_picker::{CardActions, CardState};
use crate::discord::reply::{Answer, Button, Card, CardPart, Reply, Select};
use crate::discord::rest::mentions::{link, written};
use crate::game::GameId;
use crate::words::{Label, MenuText, Receipt, Words};

/// The next game that waits for the person who asks, after the game `last`; or a card saying that there is
/// none.
pub async fn next(
    ctx: &Context,
    interaction: &Interaction,
    last: Option<GameId>,
) -> Result<Reply, HandlerError> {
    below(ctx, interaction, last, Card::default()).await
}

/// `next`, appended to `card`.
async fn below(
    ctx: &Context,
    interaction: &Interaction,
    last: Option<GameId>,
    card: Card,
) -> Result<Reply, HandlerError> {
    let words = private(interaction);
    Ok(match ctx.app.next(&caller(interaction), last).await? {
        NextUp::Game(next) => {
            let again = last == Some(next.view.game);
            game(words, &next, card.text(words.next_number(&next, again)))
        }
        NextUp::Nothing { live: 0, .. } => Reply::card(card.text(words.games_count(0, None))),
        NextUp::Nothing { live, soonest } => Reply::card(card.text(words.next_none(live, soonest, &written))),
    })
}

fn game(words: &'static Words, next: &NextGame, card: Card) -> Reply {
    let view = &next.view;
    let now = GameRev { game: view.game, rev: view.rev };
    let card = card
        .part(CardPart::Linked {
            text: words.next_game(next, &written),
            label: words.label(Label::GoToGame),
            url: link(view.place),
        })
        .part(CardPart::Picture);
    let pieces = move_picker::of_pieces(words, NextAction::Piece(now), &view.movers());
    Reply::card(to_move(words, card, vec![pieces], now)).picture(boards::picture(words, view))
}

/// Adds menus and the buttons below them.
fn to_move(words: &Words, card: Card, menus: Vec<Select>, shown: GameRev) -> Card {
    menus
        .into_iter()
        // Discord rejects a menu without lines.
        .filter(|menu| !menu.lines.is_empty())
        .fold(card, Card::select)
        .buttons(vec![
            Button::new(words, Label::TypeMove, NextAction::Type(shown)),
            Button::new(words, Label::OpenPage, PageAction::Open(shown.game)),
            on(words, shown.game),
        ])
}

fn on(words: &Words, last: GameId) -> Button {
    Button::new(words, Label::NextGame, NextAction::Next(last))
}

/// The board with the moves of the chosen piece.
fn chosen(words: &'static Words, menu: &MoveMenu, state: &CardState) -> Reply {
    let now = GameRev { game: menu.game, rev: menu.rev };
    let actions = CardActions { now, piece: NextAction::Piece, to: NextAction::To, becomes: NextAction::As };
    let menus = move_picker::of_card(words, &actions, (&menu.movers, menu.chosen.as_ref()), state);
    let Some(piece) = &menu.chosen else {
        return Reply::card(to_move(words, Card::of(words.menu(MenuText::Which)), menus, now));
    };
    let card = Card::of(words.told_mover(piece)).part(CardPart::Picture);
    let picture = boards::in_look(words, &piece.board, piece.look);
    Reply::card(to_move(words, card, menus, now)).picture(picture)
}

/// The card, with a game at the given revision.
struct NextCard(GameRev);

impl MoveCard for NextCard {
    async fn show(
        &self,
        ctx: &Context,
        interaction: &Interaction,
        wanted: &WantedPiece<'_>,
        state: CardState,
    ) -> Result<CardShown, HandlerError> {
        let menu = choose_move::pieces(ctx, interaction, self.0, wanted).await?;
        let response = Response::turn(chosen(private(interaction), &menu, &state));
        Ok(CardShown { response, lacks_piece: menu.chosen.is_none() })
    }

    async fn play(&self, ctx: &Context, interaction: &Interaction, text: &str) -> HandlerResult {
        let outcome = actions::play(ctx, interaction, &caller(interaction), self.0.into(), text).await?;
        Ok(played(ctx, interaction, &outcome).await)
    }
}

/// Handles a choice or a click on the card, or its submitted form.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: NextAction,
    click: Click<'_>,
) -> HandlerResult {
    let (now, done) = match action {
        NextAction::Next(last) => return Ok(Response::turn(next(ctx, interaction, Some(last)).await?)),
        NextAction::Piece(now) => {
            (now, move_card::piece(&NextCard(now), ctx, interaction, click.text()).await)
        }
        NextAction::To(then) | NextAction::As(then) => {
            let card = NextCard(then.now);
            (then.now, move_card::place(&card, ctx, interaction, then.from, click.text()).await)
        }
        NextAction::Type(now) => match click.fields {
            None => (now, choose_move::form(ctx, interaction, now, action).await),
            Some(fields) => {
                match choose_move::play_typed(ctx, interaction, &caller(interaction), now, fields).await {
                    Ok(outcome) => return Ok(played(ctx, interaction, &outcome).await),
                    Err(stop) => (now, Err(stop)),
                }
            }
        },
    };
    done.or_else(|stop| out_of_date(interaction, now, stop))
}

/// Posts the board where its game is played, and shows the next game on the card.
async fn played(ctx: &Context, interaction: &Interaction, outcome: &Outcome) -> Response {
    let Response { answer, then } = confirmed(interaction, Receipt::Played, outcome);
    let receipt = match answer {
        Answer::Update(text) => Card::of(text),
        _ => Card::default(),
    };
    // The move is stored, so it is confirmed even if there is nothing to show next.
    let card = below(ctx, interaction, Some(outcome.view.game), receipt.clone()).await;
    Response { answer: Answer::Turn(card.unwrap_or_else(|_| Reply::card(receipt))), then }
}

/// Marks an outdated card as such and shows the current game.
fn out_of_date(interaction: &Interaction, shown: GameRev, stop: HandlerError) -> HandlerResult {
    let words = private(interaction);
    match stop {
        HandlerError::Refused(refused) if refused.fresh().is_some() => {
            let card = Card::of(words.refused(&refused, &written)).part(CardPart::Picture);
            let reply = Reply::card(card.buttons(vec![on(words, shown.game)]));
            Ok(Response::turn(match refused.fresh() {
                Some(view) => reply.picture(boards::picture(words, view)),
                None => reply,
            }))
        }
        stop => Err(stop),
    }
}
