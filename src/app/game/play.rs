//! Actions in a game: load it, decide, append the events, build the view.

use super::acting::{agrees_to_abort, as_rated, entry, is_of_offer, is_quiet, what};
use super::autocomplete::is_more;
use crate::app::caller::{Caller, Target};
use crate::app::error::{AppError, AppFault, Rejection, RejectionInGame};
use crate::app::ladder::refusals::NoLadder;
use crate::app::load::{Loaded, snapshot};
use crate::app::people::pings;
use crate::app::tournament::refusals::NoTournament;
use crate::app::view::{Confirm, Drawn, News, Outcome, Question};
use crate::app::{App, AppResult, PageGame};
use crate::game::{
    Ending, Event, Game, GameId, Intent, LogEntry, OfferKind, Premoves, Refusal, Rev, UserId, abort_is_free,
    decide,
};
use crate::store::{Change, Effect, PremovesRow, WriteError};
use crate::timing::{self, Phase};
use std::convert::Infallible;
use std::sync::Arc;

/// Each lost race means that another action was stored, so this many in a row is a fault.
pub(in crate::app) const TRIES: u32 = 20;

impl App {
    /// Plays a typed (or chosen) move in the caller's channel.
    ///
    /// # Errors
    /// Refused: unreadable, ambiguous, illegal and why, not your turn, not your game, no game here (with a
    /// link to the only live game elsewhere).
    pub async fn play(&self, by: &Caller, typed: &str) -> AppResult<Outcome> {
        self.play_in(by, Target::Here, typed).await
    }

    /// Plays a move in the game of a button, a menu or a form.
    ///
    /// # Errors
    /// As [`App::play`]; stale.
    pub async fn play_in(&self, by: &Caller, target: Target, typed: &str) -> AppResult<Outcome> {
        if is_more(typed) {
            return Err(Rejection::TypeMore.into());
        }
        self.act(by, target, &Intent::Move(typed.to_owned())).await
    }

    /// Plays a move from a page that shows the game as of this event. Also returns the game afterwards.
    ///
    /// # Errors
    /// As [`App::play_in`].
    pub async fn play_on_page(
        &self,
        by: &Caller,
        (game, rev): (PageGame, Rev),
        typed: &str,
    ) -> AppResult<(Outcome, Option<PageGame>)> {
        if is_more(typed) {
            return Err(Rejection::TypeMore.into());
        }
        let target = Target::Button(game.id(), rev);
        let loaded = match self.of_page(by, game).await {
            Err(AppError::Refused(refused)) => return Err(self.refused_or_replayed(by, refused).await?),
            loaded => loaded?,
        };
        let opened = (loaded, Some(rev));
        let intent = Intent::Move(typed.to_owned());
        let done = self.act_on(by, (target, Some(opened)), &intent, Ok::<_, Infallible>);
        let Ok((outcome, after)) = Box::pin(done).await?;
        Ok((outcome, after.map(PageGame::played)))
    }

    /// Resigns; in a hot-seat game, for the side to move.
    ///
    /// # Errors
    /// Refused: no game here, not your game, stale.
    pub async fn resign(&self, by: &Caller, target: Target) -> AppResult<Outcome> {
        self.act(by, target, &Intent::Resign).await
    }

    /// Claims a draw if one can be claimed, accepts if the opponent has offered one, else offers one.
    ///
    /// After an offer ([`What::Asked`](crate::app::What::Asked)), post it with Accept / Decline carrying the
    /// game and rev of the outcome's view. In a hot-seat game it is confirmed first.
    ///
    /// # Errors
    /// Refused: an offer is already open, or the caller has not moved since the last; the bot, as the
    /// opponent, does not agree; stale.
    pub async fn draw(&self, by: &Caller, target: Target) -> AppResult<Drawn> {
        let asks = |game: &Game| game.is_hot_seat() && game.line.claim().is_none();
        let first = |loaded: Loaded| {
            if asks(&loaded.game) { Err(confirm(loaded, by, Question::Draw)) } else { Ok(loaded) }
        };
        Ok(match Box::pin(self.act_unless(by, target, &Intent::Draw, first)).await? {
            Ok(outcome) => Drawn::Done(Box::new(outcome)),
            Err(question) => Drawn::AskFirst(question),
        })
    }

    /// Does the same after the confirmation.
    ///
    /// # Errors
    /// Refused as [`App::draw`] would be.
    pub async fn draw_sure(&self, by: &Caller, target: Target) -> AppResult<Outcome> {
        self.act(by, target, &Intent::Draw).await
    }

    /// Takes back the caller's last move: at once in a hot-seat game and against the bot.
    ///
    /// Otherwise accepts the opponent's request for a takeback, or makes one. After a request
    /// ([`What::Asked`](crate::app::What::Asked)), post it with Accept / Decline carrying the game and rev of
    /// the outcome's view.
    ///
    /// # Errors
    /// Refused: nothing to take back; already asked, or the caller has not moved since the last offer; stale.
    pub async fn take_back(&self, by: &Caller, target: Target) -> AppResult<Outcome> {
        self.act(by, target, &Intent::Takeback).await
    }

    /// Handles the Accept (`yes`) or Decline button of an offer; `offer` is its rev.
    ///
    /// # Errors
    /// Refused: the offer is gone (the game has continued, or it was answered), or is the caller's own.
    pub async fn answer(
        &self,
        by: &Caller,
        ask: OfferKind,
        (game, offer): (GameId, Rev),
        yes: bool,
    ) -> AppResult<Outcome> {
        self.act(by, Target::Button(game, offer), &Intent::Answer { ask, rev: offer, yes }).await
    }

    /// Aborts if that is free, else asks the opponent.
    ///
    /// It is free if not both sides have moved, if the opponent has been silent for 14 days, if the caller
    /// manages channels, and in hot-seat games. After asking ([`What::Asked`](crate::app::What::Asked)), post
    /// it with Accept / Decline.
    ///
    /// # Errors
    /// Refused: no game here, not your game, already asked, stale.
    pub async fn abort(&self, by: &Caller, target: Target) -> AppResult<Outcome> {
        self.act(by, target, &Intent::Abort { manages: by.manages }).await
    }

    /// Refuses to abort tournament and ladder games: a player about to lose would gain by it.
    async fn may_be_called_off(&self, loaded: &Loaded) -> AppResult<()> {
        if self.store.is_of_tournament(loaded.row.id).await? {
            return Err(NoTournament::NoAbort.into());
        }
        if self.store.is_for_place(loaded.row.id).await? {
            return Err(NoLadder::NoAbort.into());
        }
        Ok(())
    }

    /// Withdraws the caller's own offer; `game` and `offer` (its rev) are those of the offer's view.
    ///
    /// # Errors
    /// Refused: the offer is gone (the game has continued, or it was answered), or is the opponent's.
    pub async fn withdraw(
        &self,
        by: &Caller,
        ask: OfferKind,
        (game, offer): (GameId, Rev),
    ) -> AppResult<Outcome> {
        self.act(by, Target::Button(game, offer), &Intent::Withdraw { ask, rev: offer }).await
    }

    /// The confirmation before accepting a draw offered on a board; its button carries the offer.
    ///
    /// # Errors
    /// Refused as [`App::answer`] would be.
    pub async fn ask_accept(&self, by: &Caller, (game, offer): (GameId, Rev)) -> AppResult<Confirm> {
        let accept = Intent::Answer { ask: OfferKind::Draw, rev: offer, yes: true };
        let (loaded, _) = self.would(by, Target::Button(game, offer), &accept).await?;
        Ok(Confirm { rev: offer, ..confirm(loaded, by, Question::AcceptDraw) })
    }

    /// The confirmation of `/resign`; its button carries the game and rev given.
    ///
    /// # Errors
    /// Refused as [`App::resign`] would be.
    pub async fn ask_resign(&self, by: &Caller, target: Target) -> AppResult<Confirm> {
        let (loaded, _) = self.would(by, target, &Intent::Resign).await?;
        Ok(confirm(loaded, by, Question::Resign))
    }

    /// Checks that the game is live, after a player has chosen to play on.
    ///
    /// # Errors
    /// Refused if it is over.
    pub async fn goes_on(&self, by: &Caller, target: Target) -> AppResult<()> {
        let (loaded, _) = self.load(by, target).await?;
        match loaded.game.ending {
            Some(ending) => Err(refused(loaded, by.user, Refusal::Over(ending)).into()),
            None => Ok(()),
        }
    }

    /// The confirmation of `/abort`: that it ends the game, or that it asks the opponent.
    ///
    /// # Errors
    /// Refused as [`App::abort`] would be.
    pub async fn ask_abort(&self, by: &Caller) -> AppResult<Confirm> {
        let (loaded, events) = self.would(by, Target::Here, &Intent::Abort { manages: by.manages }).await?;
        self.may_be_called_off(&loaded).await?;
        let free = loaded.game.side_of(by.user).is_some_and(|side| abort_is_free(&loaded.game, side, by.now));
        let question = match events.first() {
            Some(Event::Asked(..)) => Question::AskToAbort,
            Some(Event::Ended(Ending::Aborted)) if !free && (!by.manages || loaded.row.rated) => {
                Question::AgreeToAbort
            }
            _ => Question::Abort,
        };
        Ok(confirm(loaded, by, question))
    }

    /// The events an intent would produce, without storing them.
    async fn would(&self, by: &Caller, target: Target, intent: &Intent) -> AppResult<(Loaded, Vec<Event>)> {
        let (loaded, at) = self.load(by, target).await?;
        match decide(
            &loaded.game,
            by.user,
            &as_rated(&loaded, intent),
            at.filter(|_| !is_of_offer(intent)),
            by.now,
        ) {
            Ok(events) => Ok((loaded, events)),
            Err(refusal) => Err(refused(loaded, by.user, refusal).into()),
        }
    }

    async fn act(&self, by: &Caller, target: Target, intent: &Intent) -> AppResult<Outcome> {
        let Ok(outcome) = Box::pin(self.act_unless(by, target, intent, Ok::<_, Infallible>)).await?;
        Ok(outcome)
    }

    /// Carries out an intent, unless `first` returns a question.
    pub(in crate::app) async fn act_unless<Q>(
        &self,
        by: &Caller,
        target: Target,
        intent: &Intent,
        first: impl Fn(Loaded) -> Result<Loaded, Q>,
    ) -> AppResult<Result<Outcome, Q>> {
        let done = Box::pin(self.act_on(by, (target, None), intent, first)).await?;
        Ok(done.map(|(outcome, _)| outcome))
    }

    /// Does the same for a game that may already be loaded. Also returns the game afterwards, for a page.
    async fn act_on<Q>(
        &self,
        by: &Caller,
        (target, mut loaded): (Target, Option<(Loaded, Option<Rev>)>),
        intent: &Intent,
        first: impl Fn(Loaded) -> Result<Loaded, Q>,
    ) -> AppResult<Result<(Outcome, Option<Loaded>), Q>> {
        for _ in 0..TRIES {
            let decided = match Box::pin(self.decided(by, (target, loaded.take()), intent)).await {
                Ok(decided) => decided,
                Err(AppError::Refused(refused)) => return Err(self.refused_or_replayed(by, refused).await?),
                Err(other) => return Err(other),
            };
            let decided = match first(decided.loaded) {
                Ok(loaded) => Decided { loaded, ..decided },
                Err(question) => return Ok(Err(question)),
            };
            match Box::pin(self.append(by, decided)).await {
                // Another action was stored first: reload and decide again.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(outcome) => return Ok(Ok(outcome)),
            }
        }
        Err(AppFault::internal("an action lost every race for its game").into())
    }

    /// The events an intent produces, and the game afterwards.
    async fn decided(
        &self,
        by: &Caller,
        (target, loaded): (Target, Option<(Loaded, Option<Rev>)>),
        intent: &Intent,
    ) -> AppResult<Decided> {
        let (loaded, at) = match loaded {
            Some(loaded) => loaded,
            None => self.load(by, target).await?,
        };
        if let Intent::Abort { .. } = intent {
            self.may_be_called_off(&loaded).await?;
        }
        let takes_back =
            matches!(intent, Intent::Takeback | Intent::Answer { ask: OfferKind::Takeback, yes: true, .. });
        if loaded.row.rated && takes_back {
            return Err(Rejection::RatedTakeback.into());
        }
        let intent = &as_rated(&loaded, intent);
        let at = at.filter(|_| !is_of_offer(intent));
        let intent = &match intent {
            Intent::Draw => self.draw_intent(by, &loaded).await?,
            other => other.clone(),
        };
        let _time = timing::start(Phase::Rules);
        let mut events = match decide(&loaded.game, by.user, intent, at, by.now) {
            Ok(events) => events,
            Err(refusal) => return Err(refused(loaded, by.user, refusal).into()),
        };
        let mut after = loaded.game.clone();
        let apply = |after: &mut Game, event: &Event| {
            after.apply(event, by.now).map_err(|error| AppFault::internal(error.to_string()))
        };
        events.iter().try_for_each(|event| apply(&mut after, event))?;
        // The opponent's matching premove is played in the same action.
        let met = loaded.premoves().met(&after, &events);
        let mut premoves = met.left;
        if let Some(reply) = met.reply {
            let replies = after.answered_by(reply);
            replies.iter().try_for_each(|event| apply(&mut after, event))?;
            events.extend(replies);
        }
        // The actor is notified if their lines were dropped.
        let actor = loaded.game.side_of(by.user);
        let dropped = actor.is_some_and(|side| premoves.was_dropped(side));
        if let Some(side) = actor {
            premoves = premoves.told(side);
        }
        Ok(Decided { loaded, events, after, premoves, dropped })
    }

    /// Returns `Replayed` if the interaction was already acted on, else the refusal.
    ///
    /// A redelivered interaction must not be refused because of its own action, for example as out of turn.
    pub(in crate::app) async fn refused_or_replayed(
        &self,
        by: &Caller,
        refused: Rejection,
    ) -> AppResult<AppError> {
        Ok(if self.store.seen(by.interaction).await? { AppError::Replayed } else { refused.into() })
    }

    async fn append(&self, by: &Caller, decided: Decided) -> Result<(Outcome, Option<Loaded>), WriteError> {
        let Decided { loaded, events, mut after, premoves, dropped } = decided;
        let Loaded { mut row, variant, game, announced } = loaded;
        let actor = game.side_of(by.user);
        let added: Vec<LogEntry> =
            events.iter().enumerate().map(|(index, event)| entry(event, index, actor)).collect();
        let effects = added.iter().cloned().map(Effect::Event);
        let premoves_kept = (row.premoves.is_some() && after.ending.is_none())
            .then(|| Effect::Premoves { seen: row.premoves.clone(), now: premoves.text().map(PremovesRow) });
        let late = after.ending.is_some_and(Ending::is_on_time).then_some(Effect::IfLate);
        // In chat, the response shows the action. For actions on a page or quiet ones, a board shows it,
        // together with the bot's move.
        let quiet = is_quiet(by, &row);
        let by_board = (by.is_on_page() || quiet) && !after.is_engines_turn();
        let at_once = by_board.then_some(Effect::BoardAtOnce);
        let change = Change {
            effects: effects
                .chain(premoves_kept)
                .chain(late)
                .chain(at_once)
                .chain(by.locales(game.players, &row.locales))
                .collect(),
            after: snapshot(&after),
            interaction: Some(by.interaction),
            // Outside the game's own channel, the response is not its board.
            answer: by.answer.clone().filter(|_| by.channel == row.channel && !quiet),
            now: by.now,
        };
        self.store.change(row.id, row.stands.rev, &change).await?;
        self.search_pool.went_on(row.id);
        self.tell_happened(row.id, after.rev);
        if after.position_rev != game.position_rev {
            // Mirrors how the stored deadline is extended.
            after.put_off(by.now);
        }
        if let Some(locale) = change.game_locale() {
            row.locales.game = Some(locale.to_owned());
        }
        row.log.extend(added);
        row.stands = change.after;
        if after.ending.is_none() {
            row.premoves = premoves.text().map(PremovesRow);
        }
        let what = what(&events);
        let answered = matches!(events[..], [Event::Moved(_), Event::Moved(_), ..]);
        let (news, ping) = match events.first() {
            Some(_) if answered && after.ending.is_none() => (News::Answered, after.to_move()),
            Some(event) => {
                let news = match event {
                    _ if answered => News::Answered,
                    Event::Ended(Ending::Aborted) if agrees_to_abort(&game, actor) => News::AbortAgreed,
                    _ => News::Happened(*event, by.user),
                };
                (news, pings::of_event(&game, &after, event, by.user))
            }
            None => (News::Standing, None),
        };
        let after = Loaded { row, variant, game: after, announced };
        let sister = match after.game.ending {
            Some(ending) if !ending.is_abort() => self.sister_game(by, variant).await,
            _ => None,
        };
        let next_level = match (after.game.ending.and_then(Ending::winner), after.level()) {
            (Some(winner), Some(level)) if after.game.side_of(by.user) == Some(winner) => {
                self.next_level(by, level).await
            }
            _ => None,
        };
        // The page continues with this game.
        let kept = by.is_on_page().then(|| after.clone());
        let view = self.with_change_of_ratings(after.view_asked(news, ping), by.now).await;
        Ok((Outcome { what, view, quiet, premoves_dropped: dropped, sister, next_level }, kept))
    }
}

/// The result of deciding an intent.
struct Decided {
    loaded: Loaded,
    events: Vec<Event>,
    /// The game afterwards.
    after: Game,
    /// The players' remaining premoves.
    premoves: Premoves,
    /// Lines were dropped, and the actor has not been notified.
    dropped: bool,
}

fn confirm(loaded: Loaded, by: &Caller, question: Question) -> Confirm {
    Confirm {
        game: loaded.row.id,
        rev: loaded.game.rev,
        question,
        who: by.user,
        variant: loaded.variant,
        game_now: Arc::new(loaded.game),
    }
}

/// Converts the game layer's refusal. For stale buttons and offers it includes the current board.
pub(in crate::app) fn refused(loaded: Loaded, who: UserId, refusal: Refusal) -> Rejection {
    let reader = loaded.game.one_side_of(who);
    let brings_board =
        matches!(refusal, Refusal::Stale | Refusal::Played | Refusal::Over(_) | Refusal::NothingAsked(_));
    let (game, fresh) = if brings_board {
        let view = loaded.standing();
        (view.game_now.clone(), Some(view))
    } else {
        (Arc::new(loaded.game), None)
    };
    Rejection::InGame(Box::new(RejectionInGame { refusal, game, reader, fresh }))
}
