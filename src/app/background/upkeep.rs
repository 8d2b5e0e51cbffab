//! Upkeep: board messages, deleted channels, games from older rules, and users who delete their data.

use crate::app::load::{Loaded, Unplayable, ended, replay};
use crate::app::people::pings;
use crate::app::view::{
    BoardNoted, Expected, GameView, MessageRef, Missed, News, Notice, OldBoard, PendingAnswer, Place, Posted,
    Reviewed, Untold,
};
use crate::app::{App, AppResult, PagesEnded};
use crate::game::{
    AnswerToken, ChannelId, Color, Ending, Event, EventKind, GameId, InteractionId, MessageId, Millis,
    OfferKind, Offers, Ply, Rev, UserId,
};
use crate::store::{BoardMessage, Effect, Forgotten, LiveGame, NotedBoard, StoredState, WriteError};
use std::sync::Arc;

/// If the bot's move took longer than this many milliseconds, the player is pinged.
const LONG: i64 = 30_000;
/// Live games reviewed per batch.
const AT_A_TIME: u32 = 100;

impl Loaded {
    /// The player's last event, with the bot's answer, if nothing has happened since; otherwise the current
    /// state.
    pub(in crate::app) fn last_news(&self) -> News {
        let game = &self.game;
        let is_last = self.row.log.last().is_some_and(|last| last.kind == EventKind::Move);
        if game.engine.is_some() && (is_last || game.ending.is_some()) && self.has_answered().is_some() {
            return News::Answered;
        }
        if self.has_just_begun() {
            return News::Started;
        }
        let Some(last) = self.row.log.last() else { return News::Standing };
        let moved = game.engine.is_none() && last.kind == EventKind::Move;
        if let Some((position, mv)) = game.line.last()
            && (moved || matches!(game.ending, Some(Ending::Played(_))))
        {
            let who = game.players[position.turn()];
            return who.map_or(News::Standing, |who| News::Happened(Event::Moved(*mv), who));
        }
        let Some((side, who)) = last.by.and_then(|side| Some((side, game.players[side]?))) else {
            return News::Standing;
        };
        let ask = || last.text.parse::<OfferKind>().ok();
        let event = match last.kind {
            EventKind::Asked => ask().map(|ask| Event::Asked(ask, side)),
            EventKind::Declined => ask().map(|ask| Event::Declined(ask, side.other())),
            EventKind::Ended => match game.ending {
                Some(Ending::Aborted) if self.was_asked_to_abort(side.other()) => return News::AbortAgreed,
                ending => ending.map(Event::Ended),
            },
            EventKind::Takeback => last.text.parse().ok().map(|ply| Event::TakenBack(Ply(ply))),
            EventKind::Withdrawn => ask().map(|ask| Event::Withdrawn(ask, side)),
            EventKind::Begun | EventKind::Move | EventKind::SetAside => None,
        };
        event.map_or(News::Standing, |event| News::Happened(event, who))
    }

    /// True if nothing has happened since the game began.
    pub(in crate::app) fn has_just_begun(&self) -> bool {
        self.row.log.len() == 1
    }

    /// The first ply not yet played at this event, lowered by takebacks since.
    fn played_since(&self, shown: Rev) -> Ply {
        let (mut ply, mut since) = (0, None);
        for (number, entry) in (1..).zip(&self.row.log) {
            match entry.kind {
                EventKind::Move => ply += 1,
                EventKind::Takeback => ply = entry.text.parse().unwrap_or(ply),
                _ => {}
            }
            if number >= shown.0 {
                since = Some(since.unwrap_or(ply).min(ply));
            }
        }
        Ply(since.unwrap_or(ply))
    }

    /// True if this side asked to abort just before the last event.
    fn was_asked_to_abort(&self, by: Color) -> bool {
        let before = self.row.log.iter().rev().nth(1);
        before.is_some_and(|entry| {
            entry.kind == EventKind::Asked
                && entry.by == Some(by)
                && entry.text.parse() == Ok(OfferKind::Abort)
        })
    }
}

impl App {
    /// Records the newest message that shows a game's board.
    ///
    /// Returns the message that now loses its buttons (the previous one, or this one if a newer board was
    /// recorded meanwhile), and whether the board lacks an offer made meanwhile.
    pub async fn board_posted(&self, posted: Posted) -> AppResult<BoardNoted> {
        let shown = BoardMessage {
            channel: posted.message.channel,
            message: posted.message.message,
            rev: posted.rev,
            answer: posted.answer.map(|answer| (answer.interaction, answer.token)),
            now: posted.now,
        };
        let NotedBoard { old, below, behind, overtaken, offers } =
            self.store.show_board(posted.game, &shown).await?;
        let asked = old.as_ref().filter(|_| offers).map(|(_, rev)| *rev);
        let old = old.map(|(old, _)| old);
        let token = old.as_ref().and_then(|old| old.token.clone());
        let below = below.zip(token).map(|(interaction, token)| Expected { interaction, token });
        let old = old.map(|old| OldBoard {
            message: MessageRef { channel: old.channel, message: old.message },
            token: old.token,
        });
        Ok(BoardNoted { old, asked, below, behind, overtaken, offers })
    }

    /// The newest message showing a live game's board, if known, and its new content after an offer was made
    /// or closed.
    ///
    /// The content is `None` if the message shows an older position: the board of the current position is on
    /// its way.
    pub async fn newest_board(
        &self,
        game: GameId,
        now: Millis,
    ) -> AppResult<Option<(OldBoard, Option<GameView>)>> {
        let Some((shown, rev)) = self.store.shown_board(game, now).await? else { return Ok(None) };
        let row = self.store.game(game).await?.filter(|row| row.stands.state == StoredState::Live);
        let Some(row) = row else { return Ok(None) };
        let message = MessageRef { channel: shown.channel, message: shown.message };
        let board = OldBoard { message, token: shown.token };
        if row.stands.position_rev > rev {
            return Ok(Some((board, None)));
        }
        Ok(Some((board, Some(self.first_notified(self.replayed(row, now).await?.standing()).await?))))
    }

    /// A game as a message shows it that is no longer its newest board: the position after this event, without
    /// offers and time, which have passed. `None`: it cannot be replayed, or the bot was to move.
    pub async fn left_behind(&self, game: GameId, shown: Rev) -> AppResult<Option<GameView>> {
        let Some(mut row) = self.store.game(game).await? else { return Ok(None) };
        self.silence(&mut row);
        self.know_own_game(&row.variant).await?;
        row.log.truncate(usize::try_from(shown.0).unwrap_or_default());
        // That of the current position.
        row.stands.fen = None;
        (row.set_back, row.voided) = (false, None);
        let Some(mut loaded) = replay(row).ok().filter(|loaded| !loaded.game.is_engines_turn()) else {
            return Ok(None);
        };
        (loaded.game.offers, loaded.game.clock) = (Offers::default(), None);
        Ok(Some(GameView { asks_to_resign: false, lowered_level: None, ..loaded.standing() }))
    }

    /// Removes the pings from a game's first board if another message notifies the player to move.
    async fn first_notified(&self, view: GameView) -> AppResult<GameView> {
        if view.ply > Ply(0) || self.store.first_board_notifies(view.game).await? {
            return Ok(view);
        }
        Ok(GameView { ping: None, to_move_pinged: None, ..view })
    }

    /// The game's current view for everyone; `None` if it does not exist or is set aside.
    pub async fn game_standing(&self, game: GameId, now: Millis) -> AppResult<Option<GameView>> {
        let row = self.store.game(game).await?.filter(|row| row.stands.state != StoredState::SetAside);
        match row {
            Some(row) => {
                let view = self.replayed(row, now).await?.standing();
                Ok(Some(self.with_change_of_ratings(view, now).await))
            }
            None => Ok(None),
        }
    }

    /// True if the game is live and no later message is known to show its board.
    pub async fn is_newest_board(&self, game: GameId, message: MessageId) -> AppResult<bool> {
        let live = self.store.live_board(game).await?;
        Ok(live.is_some_and(|(newest, _)| newest.is_none_or(|newest| newest <= message)))
    }

    /// The last event shown, if this message is recorded as the newest board of the game, live or over.
    pub async fn shown_by(&self, game: GameId, message: MessageId, now: Millis) -> AppResult<Option<Rev>> {
        let newest = self.store.shown_board(game, now).await?;
        Ok(newest.filter(|(board, _)| board.message == message).map(|(_, shown)| shown))
    }

    /// True if this message is recorded as the newest board of a live game. Later messages that are not yet
    /// recorded are ignored.
    pub async fn is_noted_as_newest(&self, game: GameId, message: MessageId) -> AppResult<bool> {
        Ok(self.store.live_board(game).await?.is_some_and(|(newest, _)| newest == Some(message)))
    }

    /// True if this message is still the newest board of a live game and nothing has happened since this
    /// event. Does not replay the game.
    pub async fn still_shows(&self, game: GameId, message: MessageId, rev: Rev) -> AppResult<bool> {
        Ok(self.store.live_board(game).await? == Some((Some(message), rev)))
    }

    /// Handles a deleted channel or thread: abandons its tournament, ends its live games (also those in its
    /// threads), and withdraws its challenges. Returns the last game ended.
    pub async fn channel_deleted(&self, channel: ChannelId, now: Millis) -> AppResult<Option<GameId>> {
        // Before its games: ending those would start the next round.
        if let Some(tournament) = self.store.tournament_in(channel).await? {
            self.abandon_tournament(tournament, now).await?;
        }
        self.store.end_challenges_in(channel).await?;
        let mut last = None;
        loop {
            let Some(row) = self.store.live_under(channel).await? else { return Ok(last) };
            let mut end = ended(&row.stands, Ending::ChannelDeleted, now);
            // A deleted channel cannot receive a board.
            end.effects.push(Effect::NoBoard);
            match self.store.change(row.id, row.stands.rev, &end).await {
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(()) => {
                    self.search_pool.went_on(row.id);
                    last = Some(row.id);
                }
            }
        }
    }

    /// Replays a batch of live games after a start and sets aside those that the current rules cannot
    /// continue. Call again with [`Reviewed::next`] until it is `None`, with pauses: nothing waits for this.
    pub async fn review(&self, from: Option<ChannelId>, now: Millis) -> AppResult<Reviewed> {
        let mut set_aside = Vec::new();
        let some = self.store.some_live(from, AT_A_TIME).await?;
        let next = some.last().map(|(_, channel)| *channel);
        for (id, _) in some {
            // Replaying is slow; let other tasks run first.
            tokio::task::yield_now().await;
            let row = match self.store.game(id).await {
                Ok(Some(row)) => row,
                Ok(None) => continue,
                Err(error) => {
                    tracing::error!(game = id.0, %error, "a stored game was not reviewed");
                    continue;
                }
            };
            self.know_own_game(&row.variant).await?;
            if let Err(unplayable) = replay(row) {
                let Unplayable { row, why } = *unplayable;
                if self.set_aside(&row, &why, now).await? {
                    set_aside.push((row.id, row.stands.rev.next()));
                }
            }
        }
        Ok(Reviewed { set_aside, next })
    }

    /// What to post for an event that has not been shown yet; `None` if it was shown, or if the game has
    /// moved on.
    ///
    /// # Errors
    /// Refused if the current rules cannot replay the game.
    pub async fn missed(&self, game: GameId, rev: Rev, now: Millis) -> AppResult<Option<Missed>> {
        if self.store.owed_board(game).await? != Some(rev) {
            return Ok(None);
        }
        let Some(row) = self.store.game(game).await? else { return Ok(None) };
        if row.stands.state == StoredState::SetAside {
            let place = Place { guild: row.guild, channel: row.channel };
            return Ok(Some(Missed::SetAside(Notice { place, locale: row.locales.game })));
        }
        let loaded = self.replayed(row, now).await?;
        let set_back = self.store.was_set_back(game, rev).await?;
        let stopped = self.store.stopped(game, rev).await?.map(Arc::new);
        // A repeat of earlier events, so it answers no interaction.
        let again = set_back || stopped.is_some();
        let ping = if again && loaded.game.engine.is_none() {
            pings::concerns(&loaded.game)
        } else {
            self.told_of_last(&loaded).await?
        };
        let ping = self.let_in_of(&loaded.game, ping, again || loaded.game.ending.is_some());
        let newest = self.store.shown_board(game, now).await?;
        let untold_from = newest.as_ref().filter(|_| !again).map(|(_, shown)| loaded.played_since(*shown));
        let in_place_of = newest.filter(|_| loaded.game.engine.is_some() && !again);
        let revs = (rev, loaded.has_answered());
        let news = match (set_back, &stopped) {
            (_, Some(_)) => News::Stopped,
            (true, None) => News::SetBack,
            (false, None) => loaded.last_news(),
        };
        let view = self.with_change_of_ratings(loaded.view_asked(news, ping), now).await;
        let untold = view.untold.or(untold_from.map(Untold::Moves));
        let view = self.first_notified(GameView { rev, stopped, untold, ..view }).await?;
        // The response that once showed this event is above the lost part.
        let pending = if again { None } else { self.store.pending_answer(game, revs, now).await? };
        let answer = pending.map(|pending| PendingAnswer {
            expected: Expected { interaction: pending.interaction, token: pending.token },
            is_whole: pending.rev == rev,
            message: pending.message,
        });
        let in_place_of =
            in_place_of.map(|(board, _)| MessageRef { channel: board.channel, message: board.message });
        Ok(Some(Missed::Board { view: Box::new(view), answer, in_place_of }))
    }

    /// Returns the user to notify about the last event.
    pub(in crate::app) async fn told_of_last(&self, loaded: &Loaded) -> AppResult<Option<UserId>> {
        Ok(match loaded.game.engine {
            Some(_) if !self.took_long(loaded).await? => None,
            _ => pings::of_last(&loaded.game, loaded.row.log.last()),
        })
    }

    /// True if the player may have stopped waiting: the bot took long over its move and no open page of
    /// theirs shows the game.
    async fn took_long(&self, loaded: &Loaded) -> AppResult<bool> {
        let is_seen = |who| self.pages_in_front.is_any(loaded.row.id, who);
        if loaded.has_answered().is_none() || loaded.game.alone().is_some_and(is_seen) {
            return Ok(false);
        }
        let took = self.store.took(loaded.row.id, loaded.game.position_rev).await?;
        Ok(took.is_some_and(|took| took > LONG))
    }

    /// The event that the response to this interaction should show, if the interaction was acted on and no
    /// board of that event is known: the process ended before it responded.
    ///
    /// The flag is false if the bot has moved since, so that the response cannot show everything.
    pub async fn unanswered(&self, interaction: InteractionId) -> AppResult<Option<(GameId, Rev, bool)>> {
        let Some((game, rev)) = self.store.answer_of(interaction).await? else { return Ok(None) };
        let Some(owed) = self.store.owed_board(game).await? else { return Ok(None) };
        if owed == rev {
            return Ok(Some((game, rev, true)));
        }
        let row = self.store.game(game).await?;
        if let Some(row) = &row {
            self.know_own_game(&row.variant).await?;
        }
        let loaded = row.and_then(|row| replay(row).ok());
        let is_answered = loaded.is_some_and(|loaded| loaded.has_answered() == Some(rev));
        Ok(is_answered.then_some((game, owed, false)))
    }

    /// The newest board message of a game and the token that created it, if it shows this event and the token
    /// is still valid.
    pub async fn board_of(
        &self,
        game: GameId,
        rev: Rev,
        now: Millis,
    ) -> AppResult<Option<(MessageRef, AnswerToken)>> {
        let board = self.store.board_of(game, rev, now).await?;
        Ok(board.map(|(channel, message, token)| (MessageRef { channel, message }, token)))
    }

    /// Removes a user's id everywhere. Resigns their live games (aborts hot-seat games) and deletes
    /// challenges from and to them. Finished games stay for the opponent.
    pub async fn forget(&self, user: UserId, now: Millis) -> AppResult<Forgotten> {
        let end = |game: &LiveGame| {
            let ending = match (game.white == Some(user), game.black == Some(user)) {
                (true, true) => Ending::Aborted,
                (true, false) => Ending::Resigned(Color::Black),
                (false, _) => Ending::Resigned(Color::White),
            };
            ended(&game.stands, ending, now)
        };
        let pushed = self.pushed_pages(user, None).await?;
        let forgotten = self.store.forget(user, now, end).await?;
        self.tell_ended(PagesEnded::Of(user));
        self.forget_in_browsers(user, pushed, now);
        self.names.forget(user);
        self.search_pool.all_went_on();
        Ok(forgotten)
    }
}
