//! The routes of the pages.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::{Stream, StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use super::actions::{self, GameRequest, Performed};
use super::answers::{Says, arrived, failed, json, read, says};
use super::metrics::PageAsked;
use super::reader::plain;
use super::shared::{Shared, SharedRef};
use super::state::State as PageState;
use super::visit::{About, Asked, Peer, Visit};
use super::{analysis, assets, elsewhere, export, games, guard, learning, push, rulebook, trying};
use crate::app::{AppError, AppResult, Device, PageSecret, PagesEnded, page_action};
use crate::game::{GameId, PageGrantId, Ply, Rev, UserId};
use crate::http_server::StreamsOn;
use crate::store::PageScope;
use crate::words::{Beside, PageSays};

/// The interval of keep-alive events on a stream, so that proxies keep the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// After this time a page reconnects, so that a page without access any more is refused.
const LISTENS: Duration = Duration::from_mins(15);
/// As [`LISTENS`], for watchers, because a player may close a game to them.
const WATCHES: Duration = Duration::from_mins(1);
/// How long the response to a move waits for the bot's reply. A later reply arrives by the stream.
const ENGINE: Duration = Duration::from_millis(400);

/// Returns all routes, with the guard.
pub fn all(shared: SharedRef) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/g/{grant}", get(index))
        .route("/link", post(redeem))
        .route("/g/{grant}/state", get(state))
        .route("/g/{grant}/why", get(why))
        .route("/g/{grant}/ways", get(ways))
        .route("/g/{grant}/rules", get(rulebook::rules))
        .route("/g/{grant}/picture", get(rulebook::picture))
        .route("/g/{grant}/pgn", get(export::pgn))
        .route("/g/{grant}/try", get(tried))
        .route("/g/{grant}/line", post(line))
        .route("/g/{grant}/act", post(act))
        .route("/g/{grant}/link", post(link))
        .route("/g/{grant}/push", get(push::stands).post(push::set))
        .route("/g/{grant}/analysis", get(analysed).post(analyse))
        .route("/g/{grant}/events", get(events))
        .fallback(get(file))
        .layer(from_fn_with_state(Arc::clone(&shared), guard::guard))
        .layer(from_fn_with_state(Arc::clone(&shared), count))
        .with_state(shared)
}

/// Counts responses.
async fn count(State(shared): State<SharedRef>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let asked = PageAsked::of(request.uri().path());
    let response = next.run(request).await;
    shared.metrics.count(asked, response.status(), begun.elapsed());
    response
}

async fn index(headers: HeaderMap) -> Response {
    assets::index(&headers)
}

async fn file(uri: Uri, headers: HeaderMap) -> Response {
    assets::file(uri.path(), &headers)
}

/// A link, as a page sends it.
#[derive(Deserialize)]
struct Token {
    token: String,
    /// A secret that the page created for this link. Retries repeat it.
    #[serde(default)]
    attempt: String,
}

#[derive(Serialize)]
struct Opened {
    grant: String,
    /// The first state of the page, which saves a request. `None` unless the page is for one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<PageState>,
}

async fn redeem(State(shared): State<SharedRef>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let words = shared.words_asked(&head.headers);
    let client = guard::client(&shared.trusted_proxies, &head.headers, head.extensions.get().copied());
    if let Err(wait) = shared.limits.link(client) {
        return says(StatusCode::TOO_MANY_REQUESTS, words.too_fast(wait));
    }
    let Token { token, attempt } = match arrived(body).await.and_then(|body| read(&body)) {
        Ok(token) => token,
        Err(refused) => return refused.into_response(),
    };
    let url = &shared.url;
    let browser = guard::browser(url, &head.headers).map_or_else(PageSecret::new, Ok);
    let opened = async {
        let browser = browser?;
        let Some(link) = PageSecret::read(&token) else { return Ok(None) };
        let attempt = PageSecret::read(&attempt);
        let grant = shared.app.redeem_page((&link, attempt.as_ref()), &browser, (shared.now)()).await?;
        Ok::<_, AppError>(grant.map(|grant| (grant, browser)))
    };
    let opened = opened.await;
    if !matches!(opened, Ok(None)) {
        shared.limits.link_was_good(client);
    }
    match opened {
        Ok(Some((grant, browser))) => {
            let id = grant.id.to_string();
            note_device(&shared, grant.id, &head.headers).await;
            let visit = shared.visit_of(grant, browser, words);
            if let Some(refused) = shared.refuses(&visit) {
                return refused;
            }
            let opened =
                json(StatusCode::OK, &Opened { grant: id, state: first_state(&shared, &visit).await });
            (AppendHeaders(guard::keep(url, &visit.browser)), opened).into_response()
        }
        Ok(None) => says(StatusCode::GONE, words.page_says(PageSays::Used)),
        Err(error) => failed(words, &error),
    }
}

/// Stores the kind of device of a page. A failure does not prevent the page from opening.
async fn note_device(shared: &Shared, page: PageGrantId, headers: &HeaderMap) {
    let name = headers.get(USER_AGENT).and_then(|name| name.to_str().ok());
    let Some(device) = name.and_then(Device::of_browser) else { return };
    if let Err(error) = shared.app.note_page_device(page, device).await {
        tracing::debug!(%error, "on what a page is open was not noted");
    }
}

/// Returns the first state of a link's page, with its texts. On failure the page requests it and shows the
/// error.
async fn first_state(shared: &Shared, visit: &Visit) -> Option<PageState> {
    let (PageScope::Game(_) | PageScope::Watch(_)) = visit.grant.scope else { return None };
    let About::Game(game) = shared.about(visit, "").await.ok()? else { return None };
    let page = shared.app.page_view(&visit.by, game).await.ok()?;
    Some(visit.state(&page, shared.chats.as_deref(), true))
}

async fn state(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    let game = match shared.about(&visit, &asked.at).await? {
        About::Game(game) => game,
        About::Games => return Ok(games::state(&shared, &visit, asked.words == Some(1)).await),
        About::Learning => return Ok(learning::state(&shared, &visit, &asked).await),
    };
    let lost = |error| failed(visit.reader.words, &error);
    let id = game.id();
    if let Some(ply) = asked.ply {
        let rev = game.rev();
        let then = shared.app.page_then(&visit.by, game, Ply(ply)).await.map_err(lost)?;
        let answer = json(StatusCode::OK, &visit.reader.then(rev.0, &then));
        return Ok((AppendHeaders(guard::keep(&shared.url, &visit.browser)), answer).into_response());
    }
    let page = shared.app.page_view(&visit.by, game).await.map_err(lost)?;
    if page.seat.is_some() {
        shared.app.seen_on_page(id, visit.grant.person, page.view.rev);
    }
    let until = page.view.game_now.clock.filter(|_| !page.view.over).map_or(0, |clock| clock.deadline.0);
    if asked.rev.is_some_and(|rev| rev >= page.view.rev.0) && asked.until == until {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let answer = json(StatusCode::OK, &visit.state(&page, shared.chats.as_deref(), asked.words == Some(1)));
    Ok((AppendHeaders(guard::keep(&shared.url, &visit.browser)), answer).into_response())
}

async fn why(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    let words = visit.reader.words;
    let game = match shared.about(&visit, &asked.at).await? {
        About::Game(game) => game,
        About::Games => return Ok(StatusCode::BAD_REQUEST.into_response()),
        About::Learning => return Ok(learning::why(&visit, &asked)),
    };
    let why = shared.app.why_no_move(&visit.by, game, &asked.r#move).await;
    let why = why.map_err(|error| failed(words, &error))?;
    Ok(says(StatusCode::OK, why.map(|refusal| visit.refused(&refusal, Beside::Dots)).unwrap_or_default()))
}

/// Returns the moves of a piece that cannot be moved now.
async fn ways(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    let ways = match shared.about(&visit, &asked.at).await? {
        About::Game(game) => {
            let ways = shared.app.page_ways(&visit.by, game, &asked.of).await;
            ways.map_err(|error| failed(visit.reader.words, &error))?
        }
        About::Learning => match learning::place(&asked.at) {
            Some(at) => at.ways(&asked.of),
            None => return Ok(StatusCode::BAD_REQUEST.into_response()),
        },
        About::Games => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    Ok(json(StatusCode::OK, &visit.reader.ways(&ways)))
}

/// Returns the board after tried moves.
async fn tried(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    trying::tried(&shared, &visit, &asked).await
}

/// Returns the best line from there.
async fn line(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    request: Request,
) -> Result<Response, Response> {
    let (visit, body) = shared.acts(&grant, request).await?;
    trying::line(&shared, &visit, &body).await
}

async fn act(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    request: Request,
) -> Result<Response, Response> {
    let (mut visit, body) = shared.acts(&grant, request).await?;
    if visit.grant.scope == PageScope::Learning {
        return Ok(learning::act(&shared, &visit, &body).await);
    }
    let request: GameRequest = read(&body).map_err(StatusCode::into_response)?;
    // Watchers cannot act.
    let acts = request.is_sound() && !matches!(visit.grant.scope, PageScope::Watch(_));
    let game = match shared.about(&visit, &request.at).await? {
        About::Game(game) if acts => game,
        _ => return Ok(StatusCode::BAD_REQUEST.into_response()),
    };
    visit.by.interaction = page_action(visit.grant.id, &request.id);
    let words = visit.reader.words;
    let id = game.id();
    let (mut arrows, mut go, mut after) = (Vec::new(), None, None);
    let (status, said) =
        match Box::pin(actions::perform(&shared.app, &visit.by, game, (&request, words))).await {
            Ok(Performed::Told(told)) => (StatusCode::OK, told),
            Ok(Performed::Shown(told, shown)) => {
                arrows.extend(shown);
                (StatusCode::OK, told)
            }
            Ok(Performed::Begun(view)) => {
                shared.happened(view.game, view.rev, view.game_now.is_engines_turn()).await;
                let way = shared.way_to(&visit, view.game).await;
                go = Some(way.map_err(|error| failed(words, &error))?);
                (StatusCode::OK, String::new())
            }
            Ok(Performed::Done(mut outcome, then)) => {
                // The page has already shown this.
                outcome.premoves_dropped = false;
                let view = &outcome.view;
                shared.happened(view.game, view.rev, view.game_now.is_engines_turn()).await;
                after = then;
                (StatusCode::OK, words.asides(&outcome).join(" "))
            }
            // A retry: the first attempt succeeded, but its response was lost.
            Err(AppError::Replayed) => (StatusCode::OK, String::new()),
            Err(AppError::Refused(refusal)) => (StatusCode::CONFLICT, visit.refused(&refusal, Beside::Page)),
            Err(error) => return Err(failed(words, &error)),
        };
    let state = match shared.game_after(&visit, id, after).await {
        Ok(page) => Some(visit.state(&page, shared.chats.as_deref(), false)),
        // The action is done. The page will request the state.
        Err(error) if status == StatusCode::OK => {
            tracing::debug!(%error, game = %id, "how a game stands after it was acted in could not be read");
            None
        }
        Err(error) => return Err(failed(words, &error)),
    };
    Ok(json(status, &Says { text: plain(&said), state, arrows, go }))
}

async fn link(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    request: Request,
) -> Result<Response, Response> {
    let (visit, body) = shared.acts(&grant, request).await?;
    elsewhere::link(&shared, &visit, &body).await
}

/// Returns the progress or result of a game's analysis.
async fn analysed(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let visit = shared.looks(&grant, &headers, peer).await?;
    match shared.about(&visit, &asked.at).await? {
        About::Game(game) => Ok(analysis::told(&shared, &visit, game.id()).await),
        About::Games | About::Learning => Ok(StatusCode::BAD_REQUEST.into_response()),
    }
}

/// Starts the analysis of a game.
async fn analyse(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    request: Request,
) -> Result<Response, Response> {
    let (visit, body) = shared.acts(&grant, request).await?;
    let wanted: analysis::Wanted = read(&body).map_err(StatusCode::into_response)?;
    match shared.about(&visit, &wanted.at).await? {
        About::Game(game) => Ok(analysis::begin(&shared, &visit, game.id()).await),
        About::Games | About::Learning => Ok(StatusCode::BAD_REQUEST.into_response()),
    }
}

async fn events(
    State(shared): State<SharedRef>,
    Path(grant): Path<String>,
    Query(asked): Query<Asked>,
    peer: Peer,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let ends = shared.app.hear_ended_pages();
    let visit = shared.visit(&grant, &headers, peer.as_deref().copied()).await?;
    // Lessons and puzzles change only by the page's own actions.
    let About::Game(game) = shared.about(&visit, &asked.at).await? else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let (game, rev) = (game.id(), game.rev());
    // The page polls every few seconds instead.
    let Some(place) = shared.limits.stream(visit.grant.person) else {
        return Ok(StatusCode::TOO_MANY_REQUESTS.into_response());
    };
    let watched = shared.live.watch(game, rev);
    shared.live.happened(game, rev);
    let is_player = !matches!(visit.grant.scope, PageScope::Watch(_));
    let news = told(watched, (place, is_player.then(|| shared.app.page_in_front(game, visit.grant.person))));
    let listens = if matches!(visit.grant.scope, PageScope::Watch(_)) { WATCHES } else { LISTENS };
    let ended = ended(ends, (visit.grant.person, game, is_player));
    let news = news.take_until(tokio::time::sleep(listens)).take_until(ended);
    let news = news.take_until(shared.stop.clone().cancelled_owned());
    let mut response = Sse::new(news).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response();
    // Proxies such as nginx would otherwise buffer the events.
    response.headers_mut().insert("x-accel-buffering", axum::http::HeaderValue::from_static("no"));
    response.extensions_mut().insert(StreamsOn);
    Ok(response)
}

/// Waits until pages have ended, possibly including this one. The page then requests its state and gets the
/// refusal.
///
/// `is_player`: the page belongs to a player.
async fn ended(mut ends: Receiver<PagesEnded>, (person, game, is_player): (UserId, GameId, bool)) {
    loop {
        match ends.recv().await {
            Ok(PagesEnded::Of(whose)) if whose == person => return,
            Ok(PagesEnded::Watching(watched)) if watched == game && !is_player => return,
            Ok(PagesEnded::Any) | Err(RecvError::Lagged(_)) => return,
            Ok(_) => {}
            Err(RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Sends the newest event at once and then each later one. `kept` lives as long as the stream.
fn told<Kept>(mut revs: watch::Receiver<Rev>, kept: Kept) -> impl Stream<Item = Result<Event, Infallible>> {
    let first = *revs.borrow_and_update();
    let event = |name: &str, rev: Rev| {
        Ok(Event::default().event(name).id(rev.to_string()).data(format!("{{\"rev\":{rev}}}")))
    };
    let hello = stream::once(async move { event("hello", first) });
    let later = stream::unfold((revs, kept), move |(mut revs, kept)| async move {
        revs.changed().await.ok()?;
        let rev = *revs.borrow_and_update();
        Some((event("rev", rev), (revs, kept)))
    });
    hello.chain(later)
}

impl Shared {
    /// Returns the address of another game of the same person: on the same page, or on a new one.
    pub(super) async fn way_to(&self, visit: &Visit, game: GameId) -> AppResult<String> {
        if visit.grant.scope == PageScope::Games {
            return Ok(format!("/g/{}?at={game}", visit.grant.id));
        }
        let locale = visit.grant.locale.clone();
        let secret = self.app.link_page(&visit.by, PageScope::Game(game), locale).await?;
        Ok(format!("/#{}", secret.reveal()))
    }

    /// Updates the chat and lets the bot reply.
    pub(super) async fn happened(&self, game: GameId, rev: Rev, engine_moves: bool) {
        if !engine_moves {
            self.app.done_on_page(game, rev);
            return;
        }
        let (app, now) = (self.app.clone(), Arc::clone(&self.now));
        let answer = tokio::spawn(async move {
            match app.engine_answer(game, rev, now()).await {
                Ok(Some(view)) => {
                    app.done_on_page(game, view.rev);
                }
                Ok(None) => {}
                Err(error) => tracing::error!(%error, %game, "the bot did not move"),
            }
        });
        // A quick reply is shown together with the move.
        let _ = tokio::time::timeout(ENGINE, answer).await;
    }
}
