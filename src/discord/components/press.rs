//! Clicks. A button acts through the same calls as the commands; what it carries says on which game and which board.

use super::custom_id::{Carried, Foreign, Meaning, Moment};
use crate::app::{Accepted, Caller, Side, Target, What};
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::channels::threads::{members, open_thread};
use crate::discord::commands::help;
use crate::discord::context::{Desk, Done, Handled, Stop, Then, answering, caller};
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
use crate::discord::interaction::{Deed, Entered, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::reply::{AdviceStep, MessageAt, Reply};
use crate::discord::rest::mentions::written;
use crate::discord::rest::wire;
use crate::game::{Ask, ChallengeId, GameId, MessageId, Ply, Rev};
use crate::words::{NotDone, Receipt};

/// A click on the button of the message `at`, or a choice in its select: its `custom_id`, and what was chosen. A board that is
/// not its game's newest loses its buttons by that.
///
/// # Errors
/// A private sentence for whoever clicked.
pub async fn press(
    desk: &Desk,
    from: &Interaction,
    (id, chosen): (&str, Option<&Entered>),
    at: MessageAt,
) -> Handled {
    let meaning = match id.parse() {
        Ok(Carried::Now(meaning)) => meaning,
        Ok(Carried::Before { game, board }) => return before(desk, from, game, board, at).await,
        Err(Foreign) => {
            return Err(Stop::say(private(from).foreign_button()));
        }
    };
    if let Some(now) = below_board(meaning)
        && !matches!(from.what, Deed::Component { private: true, .. })
        && !desk.app.is_newest_board(now.game, MessageId(at.message)).await?
    {
        desk.tidy.want(at, wire::without_buttons());
    }
    if let Meaning::Invite(variant) = meaning {
        return first_game::invite(desk, from, variant, chosen).await;
    }
    act(desk, from, meaning, chosen.map_or(&[], Entered::lines), at).await
}

/// What the button or menu of a board that is played on carries; none: it is not one of those.
pub fn below_board(meaning: Meaning) -> Option<Moment> {
    match meaning {
        Meaning::ChoosePiece(now)
        | Meaning::TypeMove(now)
        | Meaning::Flip(now)
        | Meaning::Hint(now)
        | Meaning::Draw(now)
        | Meaning::DrawTake(now)
        | Meaning::Takeback(now)
        | Meaning::TakebackTake(now)
        | Meaning::TakeResignation(now)
        | Meaning::Resign(now) => Some(now),
        _ => None,
    }
}

async fn act(desk: &Desk, from: &Interaction, meaning: Meaning, chosen: &[String], at: MessageAt) -> Handled {
    // The answer to a question's button is a receipt, so the new board is a message of its own.
    let (receipt, by) = (caller(from), answering(from));
    match meaning {
        Meaning::Accept(_) if from.place.absent => {
            Err(Stop::say(private(from).not_done(NotDone::OnlyAnswers)))
        }
        Meaning::Accept(challenge) => accept(desk, from, &by, challenge, at).await,
        Meaning::Decline(challenge) => Ok(closed(from, &desk.app.decline(&by, challenge).await?)),
        Meaning::Cancel(challenge) => Ok(closed(from, &desk.app.cancel(&by, challenge).await?)),
        Meaning::ChoosePiece(_)
        | Meaning::SwapPiece(_)
        | Meaning::PlayTo(_)
        | Meaning::PlayAs(_)
        | Meaning::TypeMove(_) => choose_move::press(desk, from, meaning, chosen).await,
        Meaning::Flip(now) => {
            let view = desk.app.board_alone(&by, target(now), Some(Side::Flipped)).await?;
            let reply = Reply::private(private(from).flipped(view.board.side));
            Ok(Done::say(reply.picture(boards::picture(private(from), &view))))
        }
        Meaning::Draw(now) => draw(desk, from, &by, target(now)).await,
        Meaning::DrawSure(now) => {
            Ok(confirmed(from, Receipt::Drawn, &desk.app.draw_sure(&receipt, target(now)).await?))
        }
        Meaning::DrawAccept(then) => answer(desk, from, &by, Ask::Draw, then, true, Some(at)).await,
        Meaning::DrawTake(then) => answer(desk, from, &by, Ask::Draw, then, true, None).await,
        Meaning::DrawDecline(then) => answer(desk, from, &by, Ask::Draw, then, false, Some(at)).await,
        Meaning::Takeback(now) => Ok(spoken(from, &desk.app.take_back(&by, target(now)).await?, None)),
        Meaning::TakebackAccept(then) => answer(desk, from, &by, Ask::Takeback, then, true, Some(at)).await,
        Meaning::TakebackTake(then) => answer(desk, from, &by, Ask::Takeback, then, true, None).await,
        Meaning::TakebackDecline(then) => answer(desk, from, &by, Ask::Takeback, then, false, Some(at)).await,
        Meaning::Resign(_) | Meaning::ResignSure(_) | Meaning::TakeResignation(_) => {
            Box::pin(resign(desk, from, meaning)).await
        }
        Meaning::AbortSure(now) => {
            let outcome = desk.app.abort(&receipt, target(now)).await?;
            let told = match outcome.what {
                What::Asked(_) => Receipt::Asked,
                _ => Receipt::Aborted,
            };
            Ok(confirmed(from, told, &outcome))
        }
        Meaning::AbortAgree(then) => answer(desk, from, &by, Ask::Abort, then, true, Some(at)).await,
        Meaning::AbortRefuse(then) => answer(desk, from, &by, Ask::Abort, then, false, Some(at)).await,
        Meaning::Rematch(then) => rematch(desk, from, target(then)).await,
        Meaning::Never(now) => {
            desk.app.goes_on(&by, target(now)).await?;
            Ok(Done::update(private(from).receipt(Receipt::Nothing)))
        }
        Meaning::MoveList(_)
        | Meaning::After(_)
        | Meaning::Replay(_)
        | Meaning::Export(_)
        | Meaning::Analyse(_) => look_back(desk, from, &receipt, meaning).await,
        Meaning::ForgetPremoves(game) => premoves::forget(desk, from, game).await,
        Meaning::Person(deed) => privacy::press(desk, from, deed).await,
        Meaning::Hint(now) => hint::given(desk, from, target(now), AdviceStep::Piece).await,
        Meaning::HintMove(now) => hint::given(desk, from, target(now), AdviceStep::Move).await,
        Meaning::Setting(of) => settings::chosen(desk, from, of, chosen).await,
        Meaning::Help(page) => Ok(Done::turn(help::all_commands(private(from), page))),
        Meaning::Start(with) => Ok(Done::say(first_game::games(private(from), with, 0))),
        Meaning::StartGame(with) => first_game::chosen(from, with, chosen),
        Meaning::StartLevel(variant) => first_game::level(desk, from, variant, chosen).await,
        Meaning::Invite(variant) => first_game::invite(desk, from, variant, None).await,
        Meaning::Games(list) => {
            let page = list::GamesPart::Page(list.page);
            Ok(Done::turn(list::present(desk, from, (list.user, page), None).await?))
        }
        Meaning::Nudge(now) => nudge::press(desk, from, now).await,
        Meaning::Next(_)
        | Meaning::NextPiece(_)
        | Meaning::NextTo(_)
        | Meaning::NextAs(_)
        | Meaning::NextType(_) => Box::pin(next::press(desk, from, meaning, chosen)).await,
        Meaning::Lesson(deed) => Box::pin(lessons::press(desk, from, deed, chosen)).await,
        Meaning::PuzzlePiece(_)
        | Meaning::PuzzleTo(_)
        | Meaning::PuzzleAs(_)
        | Meaning::PuzzleType(_)
        | Meaning::PuzzleHint(_)
        | Meaning::PuzzleMove(_)
        | Meaning::PuzzleSolution(_)
        | Meaning::PuzzleAgain(_)
        | Meaning::Puzzle(_)
        | Meaning::PuzzleNext(_) => Box::pin(puzzles::press(desk, from, meaning, chosen)).await,
        Meaning::Language(()) => settings::language_chosen(desk, from, chosen).await,
        Meaning::Vacation(()) => settings::vacation_chosen(desk, from, chosen).await,
        Meaning::BeginVacation(days) => settings::begin_vacation(desk, from, days).await,
        Meaning::EndVacation(until) => settings::end_vacation(desk, from, until).await,
        Meaning::ServerPage(page) => Ok(Done::turn(guild_settings::page(desk, from, page).await?)),
        Meaning::ServerSet(part) => guild_settings::chosen(desk, from, part).await,
        Meaning::Rules(_)
        | Meaning::RulesOf(())
        | Meaning::Families(())
        | Meaning::OfFamily(_)
        | Meaning::Piece(_) => rulebook::press(from, meaning, chosen),
    }
}

/// What ends a game by resigning: one's own, after a question, or the bot's.
async fn resign(desk: &Desk, from: &Interaction, meaning: Meaning) -> Handled {
    let (receipt, by) = (caller(from), answering(from));
    match meaning {
        Meaning::Resign(now) => resign_question(desk, from, &by, target(now)).await,
        Meaning::ResignSure(now) => {
            Ok(confirmed(from, Receipt::Resigned, &desk.app.resign(&receipt, target(now)).await?))
        }
        Meaning::TakeResignation(now) => {
            Ok(spoken(from, &desk.app.take_resignation(&by, target(now)).await?, None))
        }
        _ => Err(Stop::say(private(from).not_done(NotDone::Unreadable))),
    }
}

/// What shows a game as it is now, whatever has been played since: old buttons are as good as new ones.
async fn look_back(desk: &Desk, from: &Interaction, by: &Caller, meaning: Meaning) -> Handled {
    let words = private(from);
    match meaning {
        Meaning::MoveList(leaf) => {
            let past = desk.app.past(by, whole(leaf.game)).await?;
            Ok(Done::turn(history::moves(words, &past, Some(leaf.number))))
        }
        Meaning::After(leaf) => {
            let past = desk.app.past(by, whole(leaf.game)).await?;
            Ok(Done::turn(history::position(words, &past, Ply(leaf.number))))
        }
        Meaning::Replay(game) => file(desk, from, by, game, FileKind::Gif).await,
        Meaning::Export(game) => file(desk, from, by, game, FileKind::Pgn).await,
        Meaning::Analyse(game) => {
            let past = desk.app.past_to_analyse(by, whole(game)).await?;
            Ok(Done::study(past, words))
        }
        _ => Err(Stop::say(words.not_done(NotDone::Unreadable))),
    }
}

/// Answers what was asked at `then`; its own message, if the button is not that of a board.
async fn answer(
    desk: &Desk,
    from: &Interaction,
    by: &Caller,
    ask: Ask,
    then: Moment,
    yes: bool,
    offer: Option<MessageAt>,
) -> Handled {
    let outcome = desk.app.answer(by, ask, (then.game, then.rev), yes).await?;
    Ok(spoken(from, &outcome, offer.map(|at| (then.rev, at))))
}

fn target(now: Moment) -> Target {
    Target::Button(now.game, now.rev)
}

/// A game whatever has happened to it since.
fn whole(game: GameId) -> Target {
    Target::Button(game, Rev(0))
}

/// A game as a file, for whoever clicked.
async fn file(desk: &Desk, from: &Interaction, by: &Caller, game: GameId, kind: FileKind) -> Handled {
    let past = desk.app.past(by, whole(game)).await?;
    Ok(Done::say(history::file(desk, from, &past, kind).await))
}

/// A game's button of the release before this one, below a `board` or an offer: nothing says any more which position it was made
/// for, so it counts as old, and whoever clicked sees how the game stands. The newest board gets the buttons of today.
async fn before(desk: &Desk, from: &Interaction, game: GameId, board: bool, at: MessageAt) -> Handled {
    if board
        && let Some((newest, view)) = desk.app.newest_board(game, from.received_at).await?
        && newest.message.message <= MessageId(at.message)
    {
        let told = Reply::private(private(from).renewed_buttons());
        return Err(Stop::Old(Box::new(told.picture(boards::picture(private(from), &view)))));
    }
    Err(Stop::Refused(desk.app.outdated(&caller(from), game).await?))
}

async fn accept(
    desk: &Desk,
    from: &Interaction,
    by: &Caller,
    challenge: ChallengeId,
    at: MessageAt,
) -> Handled {
    begins_where_seen(desk, from).await?;
    let mut accepted = desk.app.accept(by, challenge, None).await?;
    if let Accepted::ThreadFirst(variant) = accepted {
        let asker = match &from.what {
            Deed::Component { asker: Some(asker), .. } => Some(asker.as_str()),
            _ => None,
        };
        let name = public(from).thread_name(variant, &from.who.name, asker);
        let thread = open_thread(desk, from, Some(at.message), &name).await?;
        accepted = desk.app.accept(by, challenge, Some(thread)).await?;
    }
    let Accepted::Started(view) = accepted else {
        return Err(Stop::say(private(from).no_thread_for_game()));
    };
    let settled = Then::Settled(challenge);
    let words = public(from);
    let members = members(from, &view, desk.messenger.application);
    if view.place.channel.0 == from.place.channel {
        let board = Then::board(&view);
        return Ok(Done::say(boards::board(words, &view)).then(board).also(members).then(settled));
    }
    // The game has begun, whether or not this can be looked up now.
    let settled_as = desk.app.settled_challenge(challenge).await.ok().flatten();
    let told = settled_as.map(|closed| words.closed(&closed, &written));
    let text = told.unwrap_or_else(|| words.played_elsewhere(view.place.channel, &written));
    Ok(Done::update(text).also(members).then(Then::post_board(words, &view)).then(settled))
}
