//! Rematches: another game with the same settings and swapped colours.

use super::Asking;
use crate::app::caller::{Caller, ColorWish, Target, ThreadWish};
use crate::app::error::{AppError, AppFault, Rejection};
use crate::app::game::play::refused;
use crate::app::load::Loaded;
use crate::app::view::{Accepted, ChallengeView, Challenged, Place};
use crate::app::{App, AppResult};
use crate::game::{ChallengeId, ChannelId, MessageId, Millis, Refusal, UserId};
use crate::render::BoardView;
use crate::rules::{Color, Position};
use crate::store::{CHALLENGE_LASTS, ChallengeShown, StoredState};

/// Each lost race means that another request asked, agreed or began, so this many in a row is a fault.
const TRIES: u32 = 20;

/// The outcome of asking for a rematch.
#[derive(Clone, Debug)]
pub enum Rematched {
    /// The opponent is asked; against oneself the game has begun.
    Asked(Challenged),
    /// The opponent had already asked, so this agrees.
    Agreed {
        /// The opponent's challenge.
        challenge: ChallengeId,
        challenger: UserId,
        /// Its message, if known.
        message: Option<MessageId>,
        /// The outcome of accepting it.
        accepted: Accepted,
    },
}

impl App {
    /// Asks the opponent of a finished game for a rematch, with swapped colours and from the same start, or
    /// agrees if the opponent has asked.
    ///
    /// Against oneself and against the bot it begins at once. A command refers to the caller's newest game in
    /// the channel.
    ///
    /// `ThreadFirst` in the result: nothing is stored yet; open a thread and call again with `thread`. After
    /// posting the challenge, call `Store::challenge_posted`.
    ///
    /// # Errors
    /// Refused: the game is not over, is not the caller's, has had its rematch, or a rematch is already asked
    /// for; the opponent is a former player; and everything that [`App::challenge`] and [`App::accept`]
    /// refuse.
    pub async fn rematch(
        &self,
        by: &Caller,
        target: Target,
        thread: Option<ChannelId>,
    ) -> AppResult<Rematched> {
        self.tried_rematch(by, target, (thread, ChallengeShown::ByAnswer)).await
    }

    /// Asks for a rematch from a page. No response shows the challenge, so the outbox posts it to the
    /// channel.
    pub(in crate::app) async fn rematch_on_page(&self, by: &Caller, target: Target) -> AppResult<Rematched> {
        self.tried_rematch(by, target, (None, ChallengeShown::ByOutbox)).await
    }

    async fn tried_rematch(
        &self,
        by: &Caller,
        target: Target,
        how: (Option<ChannelId>, ChallengeShown),
    ) -> AppResult<Rematched> {
        for _ in 0..TRIES {
            // `None`: lost a race; retry, because there is now another action to take.
            if let Some(done) = self.try_rematch(by, target, how).await? {
                return Ok(done);
            }
        }
        Err(AppFault::internal("a rematch lost every race for its game").into())
    }

    /// The user a challenge is addressed to; `None`: anyone, or it is not stored.
    pub async fn challenged(&self, id: ChallengeId) -> AppResult<Option<UserId>> {
        Ok(self.store.challenge(id).await?.and_then(|challenge| challenge.asked.opponent))
    }

    /// A challenge made on a page, for posting its message, and the locale to use; `None`: no longer open.
    pub async fn asked_on_page(
        &self,
        id: ChallengeId,
        now: Millis,
    ) -> AppResult<Option<(ChallengeView, Option<String>)>> {
        let Some(stored) = self.store.challenge(id).await? else { return Ok(None) };
        let asked = &stored.asked;
        self.know_own_game(&asked.variant).await?;
        let variant = super::begin::variant(asked)?;
        let is_open = now.since(asked.created_at) <= CHALLENGE_LASTS && stored.message.is_none();
        let start = Position::from_fen(variant, &asked.start).ok().filter(|_| is_open);
        let Some(start) = start else { return Ok(None) };
        let stakes = if asked.rated {
            let players = (asked.challenger, asked.opponent);
            Some(self.stakes_offered(players, asked.guild, variant.slug(), now).await?)
        } else {
            None
        };
        let color: ColorWish = asked.color.parse().unwrap_or_default();
        let side = if color == ColorWish::Black { Color::Black } else { Color::White };
        let view = ChallengeView {
            challenge: id,
            challenger: asked.challenger,
            color,
            pace: asked.pace,
            hints: asked.hints,
            stakes,
            own_position: start != Position::start(variant),
            rematch: asked.rematch_of.is_some(),
            for_place: None,
            lapses: Millis(asked.created_at.0 + CHALLENGE_LASTS),
            ping: asked.opponent,
            ping_role: None,
            board: BoardView::new(&start, None, side),
        };
        let locale = asked.locale.clone();
        Ok(Some((view, locale)))
    }

    async fn try_rematch(
        &self,
        by: &Caller,
        target: Target,
        (thread, shown): (Option<ChannelId>, ChallengeShown),
    ) -> AppResult<Option<Rematched>> {
        let loaded = self.played(by, target).await?;
        let game = loaded.row.id;
        let asking = Asking { shown, ..once_more(loaded, by.user)? };
        if let Some((guild, channel)) = self.store.rematch_of(game).await? {
            let elsewhere = (channel != by.channel).then_some(Place { guild, channel });
            return Err(self.refused_or_replayed(by, Rejection::Rematched(elsewhere)).await?);
        }
        match self.store.rematch_asked(game, by.now).await? {
            None => Ok(self.ask(by, &asking, thread).await?.map(Rematched::Asked)),
            Some(asked) if asked.asked.challenger == by.user => {
                Err(self.refused_or_replayed(by, Rejection::RematchAsked).await?)
            }
            Some(asked) => match self.accept(by, asked.id, thread).await {
                Ok(accepted) => {
                    let (challenger, message) = (asked.asked.challenger, asked.message);
                    Ok(Some(Rematched::Agreed { challenge: asked.id, challenger, message, accepted }))
                }
                Err(AppError::Refused(Rejection::ChallengeGone)) => Ok(None),
                Err(error) => Err(error),
            },
        }
    }

    /// The game to be repeated: the button's, else the caller's newest in the channel, else the newest of
    /// others there.
    async fn played(&self, by: &Caller, target: Target) -> AppResult<Loaded> {
        let row = match target {
            Target::Game(id) | Target::Button(id, _) => {
                self.store.game(id).await?.ok_or(Rejection::NotStored)?
            }
            Target::Here => match self.store.newest_of(by.user, by.channel).await? {
                Some(own) => own,
                None => match self.store.newest_in(by.channel).await? {
                    Some(newest) => newest,
                    None => return Err(self.no_game_here(by).await?),
                },
            },
        };
        if row.stands.state == StoredState::SetAside {
            return Err(Rejection::SetAside.into());
        }
        self.replayed(row, by.now).await
    }
}

/// The challenge that asks for a rematch of the game.
fn once_more(loaded: Loaded, who: UserId) -> AppResult<Asking> {
    let game = &loaded.game;
    let Some(side) = game.side_of(who) else { return Err(refused(loaded, who, Refusal::NotAPlayer).into()) };
    if game.ending.is_none() {
        return Err(Rejection::GoesOn.into());
    }
    let Some(opponent) = game.players[side.other()] else { return Err(Rejection::FormerOpponent.into()) };
    let start = *game.line.start();
    let engine = loaded.level();
    Ok(Asking {
        opponent: Some(opponent),
        engine,
        color: match side {
            Color::White => ColorWish::Black,
            Color::Black => ColorWish::White,
        },
        pace: loaded.row.pace,
        hints: loaded.row.hints,
        rated: loaded.row.rated,
        thread: ThreadWish::Auto,
        own_position: start != Position::start(loaded.variant),
        start,
        rematch_of: Some(loaded.row.id),
        ladder: None,
        shown: ChallengeShown::default(),
    })
}
