//! A request by a page, and whether its browser may make it.

use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use super::answers::{failed, says};
use super::guard;
use super::reader::Reader;
use super::shared::Shared;
use crate::app::{Caller, PageSecret, Rejection};
use crate::game::{InteractionId, PageGrantId};
use crate::store::{PageGrant, PageScope};
use crate::words::PageSays;

/// A request by a page that may open something.
pub struct Visit {
    pub grant: PageGrant,
    pub browser: PageSecret,
    pub by: Caller,
    pub reader: Reader,
}

/// What stands in the address of a question.
#[derive(Deserialize)]
pub struct Asked {
    pub words: Option<u8>,
    pub ply: Option<u32>,
    pub rev: Option<i64>,
    #[serde(default)]
    pub r#move: String,
    /// What a page of lessons and puzzles shows.
    #[serde(default)]
    pub at: String,
}

impl Visit {
    /// Why something was refused.
    pub fn refused(&self, refusal: &Rejection) -> String {
        let game = match refusal {
            Rejection::InGame(refused) => Some(Arc::clone(&refused.game)),
            _ => None,
        };
        let naming = |what| match &game {
            Some(game) => self.reader.names(game, what),
            None => String::new(),
        };
        self.reader.words.refused(refusal, &naming)
    }
}

impl Shared {
    /// Whoever has this cookie, if it may open what has this number.
    pub async fn visit(&self, grant: &str, headers: &HeaderMap) -> Result<Visit, Response> {
        let now = (self.now)();
        let words = self.words_asked(headers);
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
        let words = grant.locale.as_deref().map_or(words, |locale| self.languages.of(locale));
        // There is no page of all games yet.
        if grant.scope == PageScope::Games {
            return Err(unknown());
        }
        let by = Caller::on_page(grant.person, grant.locale.clone(), InteractionId(0), now);
        let reader = Reader { person: grant.person, words, now };
        Ok(Visit { grant, browser, by, reader })
    }
}
