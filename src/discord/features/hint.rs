//! A hint in two steps: first the piece, then its move and why it is good. Both answers are deferred.

use std::time::Duration;

use crate::app::{ExclusiveJobs, HintPatience, HintView, NoPlace, OwnPlace, Target};
use crate::discord::actions::{GameRev, HintAction};
use crate::discord::context::{Context, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::messages::boards;
use crate::discord::reply::{Button, DeferredHint, HintStep, Reply};
use crate::discord::rest::messenger::{Answered, Messenger};
use crate::discord::rest::request::Failure;
use crate::discord::rest::wire;
use crate::words::{ByHand, Label, Words};

/// How long a person waits for a deferred hint.
const PATIENCE: HintPatience =
    HintPatience { queue: Duration::from_secs(20), search: Duration::from_secs(40) };

/// Handles a click that asks for a hint, or for its second step.
///
/// # Errors
/// See [`given`].
pub async fn run(ctx: &Context, interaction: &Interaction, action: HintAction) -> HandlerResult {
    match action {
        HintAction::Piece(now) => given(ctx, interaction, now.into(), HintStep::Piece).await,
        HintAction::Move(now) => given(ctx, interaction, now.into(), HintStep::Move).await,
    }
}

/// A hint up to the requested step.
///
/// # Errors
/// A private sentence: the game has no hints, it is not the player's turn, or the game has continued.
pub async fn given(
    ctx: &Context,
    interaction: &Interaction,
    target: Target,
    step: HintStep,
) -> HandlerResult {
    let asked = ctx.app.ask_hint(&caller(interaction), target).await?;
    Ok(Response::hint(asked, step, private(interaction)))
}

impl Messenger {
    /// Defers a hint and reserves the person's slot for it; each person has one.
    ///
    /// Returns `None` if no slot is free; the person has then been notified.
    pub(in crate::discord) async fn defer_hint(
        &self,
        to: &Interaction,
        hint: &DeferredHint,
        hints: &ExclusiveJobs,
    ) -> Result<Option<OwnPlace>, Failure> {
        let refused = |why: NoPlace| Reply::private(hint.words.no_hint(why.into()));
        self.defer_to_one(to, hints, &wire::deferred_hint(hint.step), refused).await
    }

    /// Searches for a hint and replaces the deferred answer by it.
    pub(in crate::discord) async fn put_hint(
        &self,
        to: &Interaction,
        hint: &DeferredHint,
        place: OwnPlace,
    ) -> Result<Answered, Failure> {
        let DeferredHint { asked, step, words } = hint;
        let reply = match asked.clone().searched(PATIENCE).await {
            Ok(hint) => told(words, &hint, *step),
            Err(why) => Reply::private(words.no_hint(why)),
        };
        // A person who sees the piece may ask for its move at once.
        drop(place);
        self.put_drawn(to, &reply).await?;
        Ok(Answered::Now(None))
    }
}

fn told(words: &'static Words, hint: &HintView, step: HintStep) -> Reply {
    match step {
        HintStep::Piece => {
            let now = GameRev { game: hint.game, rev: hint.rev };
            let more = Button::new(words, Label::ShowMove, HintAction::Move(now));
            Reply::private(words.hint_piece(hint)).buttons(vec![more])
        }
        HintStep::Move => Reply::private(words.hint_move(hint, ByHand::Menus)).picture(boards::in_look(
            words,
            &hint.board,
            hint.look,
        )),
    }
}
