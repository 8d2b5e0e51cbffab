//! Clicks. A button acts through the same calls as the commands; its id says on which game and which board.
//!
//! An old board loses its buttons when it is clicked. The newest keeps them, as the bot's move may just have come into its message.

use super::custom_id::{ComponentAction, CustomId, Foreign, GameRev};
use crate::app::{Accepted, Caller, Side, Target, What};
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::channels::threads::{members, open_thread};
use crate::discord::commands::help;
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, answering, caller};
use crate::discord::features::challenge::first_game;
use crate::discord::features::challenge::rematch::rematch;
use crate::discord::features::game::actions::{closed, confirmed, draw, resign_question, spoken};
use crate::discord::features::game::boards;
use crate::discord::features::game::choose_move;
use crate::discord::features::game::list;
use crate::discord::features::game::next;
use crate::discord::features::game::nudge;
use crate::discord::features::game::premoves;
use crate::discord::features::guild_settings;
use crate::discord::features::hint;
use crate::discord::features::history::{self, FileKind};
use crate::discord::features::lessons;
use crate::discord::features::privacy;
use crate::discord::features::puzzles;
use crate::discord::features::rulebook;
use crate::discord::features::settings;
use crate::discord::interaction::{Entered, Interaction, InteractionData};
use crate::discord::locale::{private, public};
use crate::discord::reply::{HintStep, MessageAt, Reply};
use crate::discord::rest::mentions::written;
use crate::discord::rest::wire;
use crate::game::{ChallengeId, GameId, MessageId, OfferKind, Ply, Rev};
use crate::words::{NotDone, Receipt};

/// A click on a button of the message `at`, or a choice in its select: the `custom_id`, and what was chosen. If the message is a
/// board but not the newest of its game, it loses its buttons.
///
/// # Errors
/// A private sentence for the person who clicked.
pub async fn press(
    ctx: &Context,
    from: &Interaction,
    (id, chosen): (&str, Option<&Entered>),
    at: MessageAt,
) -> HandlerResult {
    let meaning = match id.parse() {
        Ok(CustomId::Now(meaning)) => meaning,
        Ok(CustomId::Before { game, board }) => return before(ctx, from, game, board, at).await,
        Err(Foreign) => {
            return Err(HandlerError::say(private(from).foreign_button()));
        }
    };
    if let Some(now) = below_board(meaning)
        && !matches!(from.what, InteractionData::Component { private: true, .. })
        && !ctx.app.is_newest_board(now.game, MessageId(at.message)).await?
    {
        ctx.message_edits.want(at, wire::without_buttons());
    }
    if let ComponentAction::Invite(variant) = meaning {
        return first_game::invite(ctx, from, variant, chosen).await;
    }
    act(ctx, from, meaning, chosen.map_or(&[], Entered::lines), at).await
}

/// The payload of a button or menu below a live board; `None` for anything else.
pub fn below_board(meaning: ComponentAction) -> Option<GameRev> {
    match meaning {
        ComponentAction::ChoosePiece(now)
        | ComponentAction::TypeMove(now)
        | ComponentAction::Flip(now)
        | ComponentAction::Hint(now)
        | ComponentAction::Draw(now)
        | ComponentAction::DrawTake(now)
        | ComponentAction::Takeback(now)
        | ComponentAction::TakebackTake(now)
        | ComponentAction::TakeResignation(now)
        | ComponentAction::Resign(now) => Some(now),
        _ => None,
    }
}

async fn act(
    ctx: &Context,
    from: &Interaction,
    meaning: ComponentAction,
    chosen: &[String],
    at: MessageAt,
) -> HandlerResult {
    // The answer to a question's button is a receipt, so the new board is a message of its own.
    let (receipt, by) = (caller(from), answering(from));
    match meaning {
        ComponentAction::Accept(_) if from.place.absent => {
            Err(HandlerError::say(private(from).not_done(NotDone::OnlyAnswers)))
        }
        ComponentAction::Accept(challenge) => accept(ctx, from, &by, challenge, at).await,
        ComponentAction::Decline(challenge) => Ok(closed(from, &ctx.app.decline(&by, challenge).await?)),
        ComponentAction::Cancel(challenge) => Ok(closed(from, &ctx.app.cancel(&by, challenge).await?)),
        ComponentAction::ChoosePiece(_)
        | ComponentAction::SwapPiece(_)
        | ComponentAction::PlayTo(_)
        | ComponentAction::PlayAs(_)
        | ComponentAction::TypeMove(_) => choose_move::press(ctx, from, meaning, chosen).await,
        ComponentAction::Flip(now) => {
            let view = ctx.app.board_alone(&by, target(now), Some(Side::Flipped)).await?;
            let reply = Reply::private(private(from).flipped(view.board.side));
            Ok(Response::say(reply.picture(boards::picture(private(from), &view))))
        }
        ComponentAction::Draw(now) => draw(ctx, from, &by, target(now)).await,
        ComponentAction::DrawSure(now) => {
            Ok(confirmed(from, Receipt::Drawn, &ctx.app.draw_sure(&receipt, target(now)).await?))
        }
        ComponentAction::Takeback(now) => Ok(spoken(from, &ctx.app.take_back(&by, target(now)).await?, None)),
        ComponentAction::DrawAccept(_)
        | ComponentAction::DrawTake(_)
        | ComponentAction::DrawDecline(_)
        | ComponentAction::TakebackAccept(_)
        | ComponentAction::TakebackTake(_)
        | ComponentAction::TakebackDecline(_)
        | ComponentAction::AbortAgree(_)
        | ComponentAction::AbortRefuse(_) => answer_offer(ctx, from, &by, meaning, at).await,
        ComponentAction::Resign(_) | ComponentAction::ResignSure(_) | ComponentAction::TakeResignation(_) => {
            Box::pin(resign(ctx, from, meaning)).await
        }
        ComponentAction::AbortSure(now) => {
            let outcome = ctx.app.abort(&receipt, target(now)).await?;
            let told = match outcome.what {
                What::Asked(_) => Receipt::Asked,
                _ => Receipt::Aborted,
            };
            Ok(confirmed(from, told, &outcome))
        }
        ComponentAction::Rematch(then) => rematch(ctx, from, target(then)).await,
        ComponentAction::Never(now) => {
            ctx.app.goes_on(&by, target(now)).await?;
            Ok(Response::update(private(from).receipt(Receipt::Nothing)))
        }
        ComponentAction::MoveList(_)
        | ComponentAction::After(_)
        | ComponentAction::Replay(_)
        | ComponentAction::Export(_)
        | ComponentAction::Analyse(_) => look_back(ctx, from, &receipt, meaning).await,
        ComponentAction::ForgetPremoves(game) => premoves::forget(ctx, from, game).await,
        ComponentAction::Person(deed) => privacy::press(ctx, from, deed).await,
        ComponentAction::Hint(now) => hint::given(ctx, from, target(now), HintStep::Piece).await,
        ComponentAction::HintMove(now) => hint::given(ctx, from, target(now), HintStep::Move).await,
        ComponentAction::Setting(of) => settings::chosen(ctx, from, of, chosen).await,
        ComponentAction::Help(page) => Ok(Response::turn(help::all_commands(private(from), page))),
        ComponentAction::Start(with) => Ok(Response::say(first_game::games(private(from), with, 0))),
        ComponentAction::StartGame(with) => first_game::chosen(from, with, chosen),
        ComponentAction::StartLevel(variant) => first_game::level(ctx, from, variant, chosen).await,
        ComponentAction::Invite(variant) => first_game::invite(ctx, from, variant, None).await,
        ComponentAction::Games(list) => {
            let page = list::GamesPart::Page(list.page);
            Ok(Response::turn(list::present(ctx, from, (list.user, page), None).await?))
        }
        ComponentAction::Nudge(now) => nudge::press(ctx, from, now).await,
        ComponentAction::Next(_)
        | ComponentAction::NextPiece(_)
        | ComponentAction::NextTo(_)
        | ComponentAction::NextAs(_)
        | ComponentAction::NextType(_) => Box::pin(next::press(ctx, from, meaning, chosen)).await,
        ComponentAction::Lesson(deed) => Box::pin(lessons::press(ctx, from, deed, chosen)).await,
        ComponentAction::PuzzlePiece(_)
        | ComponentAction::PuzzleTo(_)
        | ComponentAction::PuzzleAs(_)
        | ComponentAction::PuzzleType(_)
        | ComponentAction::PuzzleHint(_)
        | ComponentAction::PuzzleMove(_)
        | ComponentAction::PuzzleSolution(_)
        | ComponentAction::PuzzleAgain(_)
        | ComponentAction::Puzzle(_)
        | ComponentAction::PuzzleNext(_) => Box::pin(puzzles::press(ctx, from, meaning, chosen)).await,
        ComponentAction::Language(()) => settings::language_chosen(ctx, from, chosen).await,
        ComponentAction::Vacation(()) => settings::vacation_chosen(ctx, from, chosen).await,
        ComponentAction::BeginVacation(days) => settings::begin_vacation(ctx, from, days).await,
        ComponentAction::EndVacation(until) => settings::end_vacation(ctx, from, until).await,
        ComponentAction::ServerPage(page) => Ok(Response::turn(guild_settings::page(ctx, from, page).await?)),
        ComponentAction::ServerSet(part) => guild_settings::chosen(ctx, from, part).await,
        ComponentAction::Rules(_)
        | ComponentAction::RulesOf(())
        | ComponentAction::Families(())
        | ComponentAction::OfFamily(_)
        | ComponentAction::Piece(_) => rulebook::press(from, meaning, chosen),
    }
}

/// An offer is accepted or declined: on its own message, or by a button of the board.
async fn answer_offer(
    ctx: &Context,
    from: &Interaction,
    by: &Caller,
    action: ComponentAction,
    at: MessageAt,
) -> HandlerResult {
    use OfferKind::{Abort, Draw, Takeback};
    let (kind, then, yes, own) = match action {
        ComponentAction::DrawAccept(then) => (Draw, then, true, Some(at)),
        ComponentAction::DrawTake(then) => (Draw, then, true, None),
        ComponentAction::DrawDecline(then) => (Draw, then, false, Some(at)),
        ComponentAction::TakebackAccept(then) => (Takeback, then, true, Some(at)),
        ComponentAction::TakebackTake(then) => (Takeback, then, true, None),
        ComponentAction::TakebackDecline(then) => (Takeback, then, false, Some(at)),
        ComponentAction::AbortAgree(then) => (Abort, then, true, Some(at)),
        ComponentAction::AbortRefuse(then) => (Abort, then, false, Some(at)),
        _ => return Err(HandlerError::say(private(from).not_done(NotDone::Unreadable))),
    };
    answer(ctx, from, by, kind, then, yes, own).await
}

/// Ends a game by resignation: the player's own, after a question, or the bot's.
async fn resign(ctx: &Context, from: &Interaction, meaning: ComponentAction) -> HandlerResult {
    let (receipt, by) = (caller(from), answering(from));
    match meaning {
        ComponentAction::Resign(now) => resign_question(ctx, from, &by, target(now)).await,
        ComponentAction::ResignSure(now) => {
            Ok(confirmed(from, Receipt::Resigned, &ctx.app.resign(&receipt, target(now)).await?))
        }
        ComponentAction::TakeResignation(now) => {
            Ok(spoken(from, &ctx.app.take_resignation(&by, target(now)).await?, None))
        }
        _ => Err(HandlerError::say(private(from).not_done(NotDone::Unreadable))),
    }
}

/// Shows a game as it is now, whatever has been played since, so its buttons never go stale.
async fn look_back(
    ctx: &Context,
    from: &Interaction,
    by: &Caller,
    meaning: ComponentAction,
) -> HandlerResult {
    let words = private(from);
    match meaning {
        ComponentAction::MoveList(leaf) => {
            let past = ctx.app.past(by, whole(leaf.game)).await?;
            Ok(Response::turn(history::moves(words, &past, Some(leaf.number))))
        }
        ComponentAction::After(leaf) => {
            let past = ctx.app.past(by, whole(leaf.game)).await?;
            Ok(Response::turn(history::position(words, &past, Ply(leaf.number))))
        }
        ComponentAction::Replay(game) => file(ctx, from, by, game, FileKind::Gif).await,
        ComponentAction::Export(game) => file(ctx, from, by, game, FileKind::Pgn).await,
        ComponentAction::Analyse(game) => {
            let past = ctx.app.past_to_analyse(by, whole(game)).await?;
            Ok(Response::study(past, words))
        }
        _ => Err(HandlerError::say(words.not_done(NotDone::Unreadable))),
    }
}

/// Answers the offer made at `then`. `offer` is the offer's own message, if the button was there and not on a board.
async fn answer(
    ctx: &Context,
    from: &Interaction,
    by: &Caller,
    ask: OfferKind,
    then: GameRev,
    yes: bool,
    offer: Option<MessageAt>,
) -> HandlerResult {
    let outcome = ctx.app.answer(by, ask, (then.game, then.rev), yes).await?;
    Ok(spoken(from, &outcome, offer.map(|at| (then.rev, at))))
}

fn target(now: GameRev) -> Target {
    Target::Button(now.game, now.rev)
}

/// A game, whatever has happened to it since.
fn whole(game: GameId) -> Target {
    Target::Button(game, Rev(0))
}

/// A game as a file, for the person who clicked.
async fn file(ctx: &Context, from: &Interaction, by: &Caller, game: GameId, kind: FileKind) -> HandlerResult {
    let past = ctx.app.past(by, whole(game)).await?;
    Ok(Response::say(history::file(ctx, from, &past, kind).await))
}

/// A button of an earlier release on a game, below a `board` or an offer. Nothing tells any more which position it was made for, so
/// it counts as stale, and the person sees how the game stands. The newest board gets today's buttons.
async fn before(
    ctx: &Context,
    from: &Interaction,
    game: GameId,
    board: bool,
    at: MessageAt,
) -> HandlerResult {
    if board
        && let Some((newest, view)) = ctx.app.newest_board(game, from.received_at).await?
        && newest.message.message <= MessageId(at.message)
    {
        let told = Reply::private(private(from).renewed_buttons());
        return Err(HandlerError::Old(Box::new(told.picture(boards::picture(private(from), &view)))));
    }
    Err(HandlerError::Refused(ctx.app.outdated(&caller(from), game).await?))
}

async fn accept(
    ctx: &Context,
    from: &Interaction,
    by: &Caller,
    challenge: ChallengeId,
    at: MessageAt,
) -> HandlerResult {
    begins_where_seen(ctx, from).await?;
    let mut accepted = ctx.app.accept(by, challenge, None).await?;
    if let Accepted::ThreadFirst(variant) = accepted {
        let asker = match &from.what {
            InteractionData::Component { asker: Some(asker), .. } => Some(asker.as_str()),
            _ => None,
        };
        let name = public(from).thread_name(variant, &from.who.name, asker);
        let thread = open_thread(ctx, from, Some(at.message), &name).await?;
        accepted = ctx.app.accept(by, challenge, Some(thread)).await?;
    }
    let Accepted::Started(view) = accepted else {
        return Err(HandlerError::say(private(from).no_thread_for_game()));
    };
    let settled = FollowUp::Settled(challenge);
    let words = public(from);
    let members = members(from, &view, ctx.messenger.application);
    if view.place.channel.0 == from.place.channel {
        let board = FollowUp::board(&view);
        return Ok(Response::say(boards::board(words, &view)).then(board).also(members).then(settled));
    }
    // The game has begun, so a failure to look this up only changes the text.
    let settled_as = ctx.app.settled_challenge(challenge).await.ok().flatten();
    let told = settled_as.map(|closed| words.closed(&closed, &written));
    let text = told.unwrap_or_else(|| words.played_elsewhere(view.place.channel, &written));
    Ok(Response::update(text).also(members).then(FollowUp::post_board(words, &view)).then(settled))
}
