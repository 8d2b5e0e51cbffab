//! Handles one interaction, from its handler to the follow-ups. It is always answered in time.
//!
//! An interaction that has waited behind others until 0.6 s before Discord's three seconds end is not
//! started, and the answer says so. For one that was started, the answer says that it may still happen, and
//! its board or sentence follows once it is known. One that can no longer be answered changes nothing. Each
//! interaction is a span in the log and is counted once, by its outcome.

use std::panic::AssertUnwindSafe;
use tokio::time::Instant;

use futures_util::FutureExt;
use tracing::field::Empty;
use tracing::{Instrument, Span};

use super::route::{Route, Routed};
use super::seen_in::{SeenIn, seen_in};
use super::{follow_up, redelivered};
use crate::app::MessageRef;
use crate::discord::actions::{ComponentAction, OfferAction};
use crate::discord::channels::private_threads;
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response};
use crate::discord::features::custom_games;
use crate::discord::interaction::Interaction;
use crate::discord::interaction::keyed_queue::QueuePlace;
use crate::discord::locale;
use crate::discord::metrics::{Asked, AskedOutcome};
use crate::discord::ops::in_flight::Permit;
use crate::discord::reply::{Answer, Reply};
use crate::discord::rest::messenger::Answered;
use crate::discord::rest::request::Failure;
use crate::discord::rest::wire;
use crate::timing::{Phase, TimeSpent};
use crate::words::NotDone;

/// An interaction that is being served: what it is, and where its time goes.
struct Served<'a> {
    ctx: &'a Context,
    interaction: &'a Interaction,
    route: &'a Route,
    asked: Asked,
    spent: TimeSpent,
}

impl<'a> Served<'a> {
    fn new(ctx: &'a Context, routed: &'a Routed) -> Self {
        let Routed { interaction, route } = routed;
        Self { ctx, interaction, route, asked: route.asked(), spent: TimeSpent::default() }
    }

    /// Returns its span for the log. It contains no user text and no token.
    fn span(&self) -> Span {
        let Interaction { id, place, .. } = self.interaction;
        let Asked { kind, command } = self.asked;
        tracing::info_span!(
            "interaction",
            id = id.0,
            guild = place.guild.map(|guild| guild.0),
            channel = place.channel.0,
            kind,
            command,
            game = Empty,
            outcome = Empty
        )
    }

    /// Records that it has been answered now, or will not be.
    fn ends(&self, outcome: AskedOutcome) {
        self.ctx.metrics.timed(self.interaction, self.asked, outcome, &self.spent);
        self.log(outcome);
    }

    /// Records the outcome of a slow answer that was deferred in time.
    fn ends_later(&self, outcome: AskedOutcome) {
        self.ctx.metrics.count(self.asked, outcome);
        self.log(outcome);
    }

    /// Records the outcome if the person was notified in time that it takes long: only a failure
    /// has yet to be counted.
    fn ends_after_all(&self, outcome: AskedOutcome) {
        if outcome == AskedOutcome::Failed {
            self.ctx.metrics.count(self.asked, outcome);
        }
        self.log(outcome);
    }

    /// Returns a private sentence, or an empty list for suggestions.
    fn refused(&self, reply: Reply) -> Response {
        if self.route.suggests() { Response::choices(Vec::new()) } else { Response::say(reply) }
    }

    fn log(&self, outcome: AskedOutcome) {
        Span::current().record("outcome", outcome.name());
        let ms = |part| self.spent.on(part).as_secs_f64() * 1_000.0;
        tracing::debug!(
            ms = self.interaction.received.elapsed().as_secs_f64() * 1_000.0,
            rules_ms = ms(Phase::Rules),
            store_ms = ms(Phase::Store),
            pictures_ms = ms(Phase::Pictures),
            discord_ms = ms(Phase::Discord),
            "answered"
        );
    }
}

/// Answers that the bot is too busy; nothing is done.
///
/// A redelivered interaction may have been carried out before, so its answer is a different one.
pub async fn turn_away(ctx: &Context, routed: &Routed) {
    let served = Served::new(ctx, routed);
    let outcome = turned_away(&served).await;
    served.ends(outcome);
}

async fn turned_away(served: &Served<'_>) -> AskedOutcome {
    let Served { ctx, interaction, .. } = *served;
    if Instant::now() >= interaction.deadline() {
        tell_late(interaction);
        return AskedOutcome::Late;
    }
    let words = locale::private(interaction);
    let told = if interaction.repeated { words.restarted() } else { words.not_done(NotDone::Busy) };
    match ctx.messenger.answer(interaction, &served.refused(Reply::private(told)).answer).await {
        Ok(_) => AskedOutcome::TurnedAway,
        Err(error) => {
            if interaction.repeated {
                // Usually it was answered before (40060).
                tracing::debug!(%error, id = interaction.id.0, "came again after a restart, and there was no answer to it");
            } else {
                tracing::warn!(%error, id = interaction.id.0, "the answer that there is too much to do was not delivered");
            }
            AskedOutcome::Unanswered
        }
    }
}

/// Reports to the operator an interaction that can no longer be answered.
///
/// After a restart the gateway repeats everything since the last stored sequence number: most of it was done
/// and answered before.
fn tell_late(interaction: &Interaction) {
    if interaction.repeated {
        tracing::debug!(
            id = interaction.id.0,
            "came again after a restart and is too old to be answered; whether it was done before is seen in its game"
        );
    } else {
        tracing::warn!(id = interaction.id.0, "too late to answer, so nothing was done");
    }
}

/// Drops the interaction because the bot is too busy even to refuse it.
pub fn drop_it(ctx: &Context, routed: &Routed) {
    Served::new(ctx, routed).ends(AskedOutcome::Dropped);
}

/// Handles an interaction, answers it and performs its follow-ups. `until_answered` is released as soon
/// as the answer is out.
pub async fn handle(ctx: &Context, routed: &Routed, until_answered: (QueuePlace, Permit)) {
    let served = Served::new(ctx, routed);
    let span = served.span();
    // On the heap because the future is large and most of them wait.
    served.spent.within(Box::pin(serve(&served, until_answered))).instrument(span).await;
}

async fn serve(served: &Served<'_>, until_answered: (QueuePlace, Permit)) {
    let Served { ctx, interaction, route, .. } = *served;
    ctx.app.note_name(interaction.who.id, &interaction.who.name);
    // An action that can no longer be answered is not started: the person would not see that it happened.
    if Instant::now() >= interaction.deadline() {
        tell_late(interaction);
        return served.ends(AskedOutcome::Late);
    }
    let until = interaction.answer_by();
    if interaction.repeated && route.changes() {
        match tokio::time::timeout_at(until, redelivered::was_answered(ctx, interaction)).await {
            Ok(false) => {}
            Ok(true) => return served.ends(AskedOutcome::Repeated),
            Err(_) => return served.ends(turned_away(served).await),
        }
    }
    // A redelivered interaction was counted when it first came.
    if let Some(what) = route.quota().filter(|_| !interaction.repeated)
        && let Err(wait) = ctx.user_rate_limit.take(what, interaction.who.id.0)
    {
        // Nothing waits for this answer: Discord may take its time for it.
        let (place, _held) = until_answered;
        drop(place);
        interaction.turn.release();
        let slower = Reply::private(locale::private(interaction).too_fast(wait.as_secs_f64().ceil() as u64));
        if let Err(error) = ctx.messenger.answer(interaction, &served.refused(slower).answer).await {
            tracing::debug!(%error, id = interaction.id.0, "the answer to go slower was not delivered");
        }
        return served.ends(AskedOutcome::TooFast);
    }
    let mut carrying = Box::pin(carried_out(served));
    let (slow, (done, outcome)) = match tokio::time::timeout_at(until, &mut carrying).await {
        Ok(came) => (false, came),
        // It only reads, so it can be abandoned and requested again.
        Err(_) if !route.changes() => {
            drop(carrying);
            return served.ends(turned_away(served).await);
        }
        // It continues meanwhile: others wait for what it holds in the store.
        Err(_) => tokio::join!(takes_long_to_do(served), carrying),
    };
    let done = if interaction.seen_alone { for_one(served, done) } else { done };
    if let Some(game) = done.then.iter().find_map(FollowUp::game) {
        Span::current().record("game", game.0);
    }
    // Its effect is stored: the next interaction in this channel may begin.
    interaction.turn.release();
    if slow {
        served.ends_after_all(outcome);
        drop(until_answered);
        // Its answer still has to be made, and replaces the message that it takes long.
        if let Answer::DeferredGame(game) = &done.answer
            && let Err(failure) = custom_games::put_added(ctx, interaction, game).await
        {
            tracing::warn!(id = interaction.id.0, %failure, "nobody was told what became of a file");
        }
        return follow_up(ctx, interaction, done, Ok(Answered::Otherwise)).await;
    }
    let (mut place, held) = until_answered;
    let mut beside = None;
    match seen_in(interaction, &done) {
        SeenIn::Answer => place.come_to_answer(interaction.last_moment_for_order()).await,
        SeenIn::Beside => beside = place.take_answer(),
        SeenIn::Nothing => drop(place.take_answer()),
    }
    let answered = answer(ctx, interaction, &done.answer, (place, held)).await;
    let outcome = if answered.is_ok() { outcome } else { AskedOutcome::Unanswered };
    if takes_long(&done.answer) && answered.is_ok() {
        served.ends_later(outcome);
    } else {
        served.ends(outcome);
    }
    if let Some(turn) = &mut beside {
        turn.come_by(interaction.last_moment_for_order()).await;
    }
    follow_up(ctx, interaction, done, answered).await;
}

/// Makes a public answer private because others do not see it here. If a game begins, the text says so.
fn for_one(served: &Served<'_>, mut done: Response) -> Response {
    if let Answer::Message(reply) = &mut done.answer
        && !reply.private
    {
        reply.private = true;
        if served.route.begins_game() {
            reply.text = format!("{}\n{}", reply.text, locale::private(served.interaction).seen_alone());
        }
    }
    done
}

/// Answers that it takes longer than an answer may. Returns whether that was the answer, or may have been.
async fn takes_long_to_do(served: &Served<'_>) -> bool {
    let Served { ctx, interaction, .. } = *served;
    tracing::warn!(id = interaction.id.0, "it takes too long, so that was said instead");
    let slow = Reply::private(locale::private(interaction).not_done(served.route.slow()));
    match ctx.messenger.answer(interaction, &served.refused(slow).answer).await {
        Ok(_) => {
            served.ctx.metrics.timed(interaction, served.asked, AskedOutcome::Slow, &served.spent);
            true
        }
        Err(failure @ Failure::Unreachable(_)) => {
            tracing::warn!(id = interaction.id.0, %failure, "perhaps nobody was told that it takes long");
            served.ctx.metrics.timed(interaction, served.asked, AskedOutcome::Unanswered, &served.spent);
            true
        }
        Err(_) => false,
    }
}

/// Runs the handler. Returns the response and its outcome.
async fn carried_out(served: &Served<'_>) -> (Response, AskedOutcome) {
    let Served { ctx, interaction, .. } = *served;
    let Ok(handled) = AssertUnwindSafe(dispatch(served)).catch_unwind().await else {
        tracing::error!(id = interaction.id.0, "a handler panicked");
        let reply = Reply::private(locale::private(interaction).not_done(NotDone::Failed));
        return (served.refused(reply), AskedOutcome::Failed);
    };
    let stop = match handled {
        Ok(done) => return (done, AskedOutcome::Done),
        Err(stop) => stop,
    };
    let outcome = match stop {
        HandlerError::AppFault(_) => AskedOutcome::Failed,
        HandlerError::AlreadyDone => AskedOutcome::Repeated,
        HandlerError::Reply(_) | HandlerError::Outdated(_) | HandlerError::Refused(_) => {
            AskedOutcome::Refused
        }
    };
    let Some((reply, old)) = stop.told(locale::private(interaction)) else {
        return (redelivered::carried_out_before(ctx, interaction).await, outcome);
    };
    let then = if old { outdated(served).await } else { None };
    let mut done = served.refused(reply);
    done.then.extend(then);
    (done, outcome)
}

/// Performs the follow-ups, or puts them off if there is no room for them now.
async fn follow_up(
    ctx: &Context,
    interaction: &Interaction,
    done: Response,
    answered: Result<Answered, Failure>,
) {
    let at = |message| MessageRef { channel: interaction.place.channel, message };
    // The process that answered it records the challenge, or the sweep does.
    let elsewhere = matches!(answered, Ok(Answered::Before));
    let is_ours = |then: &FollowUp, made: Option<MessageRef>| {
        made.is_some() || !elsewhere || !matches!(then, FollowUp::Challenge(_))
    };
    let Ok(_room) = ctx.following.try_acquire() else {
        let made = match answered {
            Ok(Answered::Now(made)) => made.map(at),
            Ok(Answered::Before | Answered::Otherwise) | Err(_) => None,
        };
        for then in done.then.into_iter().filter(|then| is_ours(then, made)) {
            follow_up::put_off(ctx, then, made).await;
        }
        return;
    };
    let updated =
        matches!((&done.answer, &answered), (Answer::Update(_), Ok(Answered::Now(_) | Answered::Before)));
    let made = match answered {
        Ok(Answered::Now(made)) => made.map(at),
        Ok(Answered::Before) => redelivered::answered_before(ctx, interaction, &done).await,
        Ok(Answered::Otherwise) => follow_up::besides(ctx, interaction, &done).await,
        Err(_) => follow_up::instead(ctx, interaction, &done).await,
    };
    for then in done.then.into_iter().filter(|then| is_ours(then, made)) {
        follow_up::follow(ctx, interaction, then.after_answer(updated), made).await;
    }
}

/// Whether the answer is deferred: a first answer keeps its place, and it follows later.
fn takes_long(answer: &Answer) -> bool {
    match answer {
        Answer::DeferredAnalysis(_) | Answer::DeferredHint(_) | Answer::DeferredGame(_) => true,
        Answer::Message(reply) => reply.takes_long(),
        Answer::Update(_) | Answer::Turn(_) | Answer::Choices(_) | Answer::Form(_) => false,
    }
}

/// Answers, and then releases the place in the queue.
///
/// What follows may wait for a busy server longer than the next interaction in this channel can, and an
/// analysis takes minutes: neither keeps the place.
async fn answer(
    ctx: &Context,
    interaction: &Interaction,
    answer: &Answer,
    until_answered: (QueuePlace, Permit),
) -> Result<Answered, Failure> {
    match answer {
        Answer::DeferredAnalysis(analysis) => {
            let place = ctx.messenger.defer_analysis(interaction, analysis, ctx.app.analyses()).await?;
            drop(until_answered);
            match place {
                Some(place) => ctx.messenger.put_analysis(interaction, analysis, place).await,
                None => Ok(Answered::Now(None)),
            }
        }
        Answer::DeferredHint(hint) => {
            let place = ctx.messenger.defer_hint(interaction, hint, ctx.app.hints()).await?;
            drop(until_answered);
            match place {
                Some(place) => ctx.messenger.put_hint(interaction, hint, place).await,
                None => Ok(Answered::Now(None)),
            }
        }
        Answer::DeferredGame(game) => {
            ctx.messenger.defer(interaction, &wire::deferred(true)).await?;
            drop(until_answered);
            custom_games::put_added(ctx, interaction, game).await
        }
        Answer::Message(film) if film.takes_long() => {
            let refused = |why| Reply::private(locale::private(interaction).no_film_now(why));
            let body = wire::deferred(film.private);
            let place = ctx.messenger.defer_to_one(interaction, ctx.app.films(), &body, refused).await?;
            drop(until_answered);
            if place.is_some() {
                ctx.messenger.put_drawn_in(interaction, film, place).await?;
            }
            Ok(Answered::Now(None))
        }
        _ => ctx.messenger.answer(interaction, answer).await,
    }
}

/// Returns the follow-up for a message whose button is outdated: it loses its buttons.
///
/// If only the offer or request behind the button is gone, the newest board of a game in progress is
/// updated instead. A newest board that was edited to show the bot's move, or is about to be, gets the
/// right buttons by that edit.
async fn outdated(served: &Served<'_>) -> Option<FollowUp> {
    let Served { ctx, interaction, route, .. } = *served;
    // A message that only one person sees cannot be changed afterwards.
    let message = interaction.clicked_in_public()?.id;
    let carried = route.clicked();
    if let Some(ComponentAction::Offer(OfferAction::DrawTake(asked) | OfferAction::TakebackTake(asked))) =
        carried
        && let Ok(true) = ctx.app.is_newest_board(asked.game, message).await
    {
        return Some(FollowUp::RedrawButtons(asked.game));
    }
    if let Some(action) = carried
        && let Some(now) = action.below_board()
        && let Ok(true) = ctx.app.is_noted_as_newest(now.game, message).await
    {
        return None;
    }
    Some(FollowUp::RemoveButtons(MessageRef { channel: interaction.place.channel, message }))
}

async fn dispatch(served: &Served<'_>) -> HandlerResult {
    let Served { ctx, interaction, route, .. } = *served;
    if !route.is_for_shut_out() {
        let (words, contact) = (locale::private(interaction), ctx.app.contact());
        if let Some(reason) = ctx.app.why_shut_out(interaction.who.id) {
            return Err(HandlerError::say(words.shut_out(&reason, contact)));
        }
        if let Some(guild) = interaction.place.guild.or(interaction.user_install_guild)
            && let Some(reason) = ctx.app.why_server_shut_out(guild)
        {
            // By HTTP an invitation may not be reported.
            if !ctx.hears_of_places && !interaction.place.absent {
                ctx.app.leave_if_shut_out(guild).await?;
            }
            return Err(HandlerError::say(words.server_shut_out(&reason, contact)));
        }
    }
    if route.acts_on_game() {
        private_threads::goes_on_where_seen(ctx, interaction).await?;
    }
    route.run(ctx, interaction).await
}
