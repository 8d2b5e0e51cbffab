//! A request by a page, and the check that its browser may make it.

use axum::Extension;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::answers::{arrived, failed, says};
use super::guard;
use super::reader::{Reader, plain};
use super::shared::Shared;
use super::state::State;
use crate::app::{AppResult, Caller, HasPage, PageGame, PageSecret, PageView, Rejection, SpectatorAccess};
use crate::game::{GameId, InteractionId, NotPrepared, PageGrantId, Refusal};
use crate::http_server::ClientAddress;
use crate::rules::DescribedMove;
use crate::store::{PageGrant, PageScope};
use crate::words::{Beside, PageSays, Words};

/// The peer of a request.
pub type Peer = Option<Extension<ClientAddress>>;

/// A request by a page with a valid grant.
pub struct Visit {
    pub grant: PageGrant,
    pub browser: PageSecret,
    pub by: Caller,
    pub reader: Reader,
}

/// The query of a request.
#[derive(Deserialize)]
pub struct Asked {
    pub words: Option<u8>,
    pub ply: Option<u32>,
    pub rev: Option<i64>,
    /// The deadline that the page shows. 0 for none. A vacation postpones it without an event.
    #[serde(default)]
    pub until: i64,
    #[serde(default)]
    pub r#move: String,
    /// Moves that are tried after the position of `ply`, separated by commas.
    #[serde(default)]
    pub moves: String,
    /// The square, or the hand, of the piece in question.
    #[serde(default)]
    pub of: String,
    /// The place that a page of lessons and puzzles, or of all games, shows.
    #[serde(default)]
    pub at: String,
}

impl Visit {
    /// Builds the state of a game's page. On a page for all games the address includes the game.
    pub fn state(&self, page: &PageView, chats: Option<&str>, with_texts: bool) -> State {
        let has_all = self.grant.scope == PageScope::Games;
        let state = self.reader.state(page, (chats, has_all), with_texts);
        let at = has_all.then(|| page.view.game.to_string());
        State { at, ..state }
    }

    /// Returns the sentence for a refusal.
    pub fn refused(&self, refusal: &Rejection, beside: Beside) -> String {
        let words = self.reader.words;
        match refusal {
            Rejection::OwnTurn => return words.page_says(PageSays::OwnTurn),
            Rejection::NotPrepared(_, why) if matches!(**why, NotPrepared::TooMany) => {
                return words.page_says(PageSays::TooMuchPrepared);
            }
            Rejection::PremoveEngine | Rejection::PremoveAlone => {
                return words.page_says(PageSays::NothingToPrepare);
            }
            Rejection::ChallengeGone => return words.page_says(PageSays::RematchGone),
            Rejection::Occupied => return words.page_says(PageSays::OtherGameThere),
            Rejection::Rematched(_) => return words.page_says(PageSays::Rematched),
            _ => {}
        }
        let Rejection::InGame(refused) = refusal else {
            return words.refused(refusal, &|what| self.reader.writes(what));
        };
        let game = &refused.game;
        if let (Refusal::Stale | Refusal::Played, Some((position, mv))) = (&refused.refusal, game.line.last())
        {
            return words.page_changed(position.turn(), &DescribedMove::new(position, mv));
        }
        // A page has no list to pick a move from.
        words
            .refused_beside(refusal, beside)
            .or_else(|| words.refused_on_page(refusal))
            .unwrap_or_else(|| words.refused(refusal, &|what| self.reader.names(game, what)))
    }
}

/// The subject of a request.
pub enum About {
    Game(PageGame),
    /// All live games of the person.
    Games,
    Learning,
}

impl Shared {
    /// Returns the subject of a request, within the scope of its grant. `at`: the place that the page shows.
    pub async fn about(&self, visit: &Visit, at: &str) -> Result<About, Response> {
        let words = visit.reader.words;
        let not_yours = || says(StatusCode::NOT_FOUND, words.page_says(PageSays::NotYours));
        let game = match visit.grant.scope {
            PageScope::Game(game) | PageScope::Watch(game) => game,
            PageScope::Learning => return Ok(About::Learning),
            PageScope::Games if at.is_empty() => return Ok(About::Games),
            PageScope::Games => GameId(at.parse().map_err(|_| not_yours())?),
        };
        let opened = self.app.page_game(game).await.map_err(|error| failed(words, &error))?;
        if let PageScope::Watch(_) = visit.grant.scope {
            let not_watched = || says(StatusCode::NOT_FOUND, words.page_says(PageSays::NotWatched));
            let game = opened.ok_or_else(not_watched)?;
            return match self.app.watching_page(&game).await {
                Ok(SpectatorAccess::Open) => Ok(About::Game(game)),
                Ok(_) => Err(not_watched()),
                Err(error) => Err(failed(words, &error)),
            };
        }
        let gone = || says(StatusCode::NOT_FOUND, words.page_says(PageSays::Gone));
        let game = opened.ok_or_else(gone)?;
        match game.has_page(visit.reader.person) {
            HasPage::Yes => Ok(About::Game(game)),
            HasPage::NotTheirs => Err(not_yours()),
            HasPage::NotThere => Err(says(StatusCode::NOT_FOUND, words.page_says(PageSays::NotThere))),
        }
    }

    /// Returns a game after an action. `after` is the new state if the action returned it.
    pub async fn game_after(
        &self,
        visit: &Visit,
        game: GameId,
        after: Option<PageGame>,
    ) -> AppResult<PageView> {
        let after = match after {
            Some(after) => Some(after),
            None => self.app.page_game(game).await?,
        };
        self.app.page_view(&visit.by, after.ok_or(Rejection::NotStored)?).await
    }

    /// Authorizes a read, unless the person is over the rate limit.
    pub async fn looks(&self, grant: &str, headers: &HeaderMap, peer: Peer) -> Result<Visit, Response> {
        let visit = self.visit(grant, headers, peer.as_deref().copied()).await?;
        match self.limits.look(visit.grant.person) {
            Ok(()) => Ok(visit),
            Err(wait) => Err(says(StatusCode::TOO_MANY_REQUESTS, visit.reader.words.too_fast(wait))),
        }
    }

    /// Authorizes an action and returns it with its body, unless the person is over the rate limit.
    pub async fn acts(&self, grant: &str, request: Request) -> Result<(Visit, Bytes), Response> {
        let (head, body) = request.into_parts();
        let body = arrived(body).await.map_err(StatusCode::into_response)?;
        let visit = self.visit(grant, &head.headers, head.extensions.get().copied()).await?;
        match self.limits.act(visit.grant.person) {
            Ok(()) => Ok((visit, body)),
            Err(wait) => Err(says(StatusCode::TOO_MANY_REQUESTS, visit.reader.words.too_fast(wait))),
        }
    }

    /// Checks that the request's cookie may open this grant.
    pub async fn visit(
        &self,
        grant: &str,
        headers: &HeaderMap,
        peer: Option<ClientAddress>,
    ) -> Result<Visit, Response> {
        let now = (self.now)();
        let words = self.words_asked(headers);
        if let Err(wait) = self.limits.visit(guard::client(&self.trusted_proxies, headers, peer)) {
            return Err(says(StatusCode::TOO_MANY_REQUESTS, words.too_fast(wait)));
        }
        let unknown = || says(StatusCode::UNAUTHORIZED, words.page_says(PageSays::Ended));
        let Ok(id) = grant.parse().map(PageGrantId) else { return Err(unknown()) };
        let Some(browser) = guard::browser(&self.url, headers) else {
            return Err(unknown());
        };
        let grant = match self.app.page_grant(id, &browser, now).await {
            Ok(Some(grant)) => grant,
            Ok(None) => return Err(unknown()),
            Err(error) => return Err(failed(words, &error)),
        };
        let visit = self.visit_of(grant, browser, words);
        match self.refuses(&visit) {
            Some(refused) => Err(refused),
            None => Ok(visit),
        }
    }

    /// Returns the response for a blocked person. `None` for all others.
    pub fn refuses(&self, visit: &Visit) -> Option<Response> {
        let reason = self.app.why_shut_out(visit.grant.person)?;
        Some(says(
            StatusCode::UNAUTHORIZED,
            plain(&visit.reader.words.shut_out_on_page(&reason, self.app.contact())),
        ))
    }

    /// Builds the visit of a page with this grant.
    ///
    /// `words` are in the browser's language, for people without a language of their own.
    pub fn visit_of(&self, grant: PageGrant, browser: PageSecret, words: &'static Words) -> Visit {
        let now = (self.now)();
        let words = grant.locale.as_deref().map_or(words, |locale| self.languages.of(locale));
        let by = Caller::on_page(&grant, InteractionId(0), now);
        let reader = Reader { person: grant.person, words, now };
        Visit { grant, browser, by, reader }
    }
}
