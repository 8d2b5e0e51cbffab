//! The state set by the operator's commands. Kept in memory so that no action waits for it, and reread when
//! it has changed.

use std::sync::{Arc, PoisonError, RwLock};

use crate::app::operator::feature::Feature;
use crate::app::{App, AppResult, PagesEnded};
use crate::game::{Color, Game, GuildId, Millis, UserId};
use crate::store::{Act, ActOn, OperatorState, PreferencesRow, StoredGame};

/// The state last read.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct KnownState(Arc<RwLock<Arc<OperatorState>>>);

impl KnownState {
    pub(in crate::app) fn now(&self) -> Arc<OperatorState> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl App {
    /// Rereads the operator's state if it has changed. Call it before serving users, and then every few
    /// seconds. On an error the previous state still holds.
    ///
    /// Returns true if a user is newly blocked.
    pub async fn read_operator_state(&self) -> AppResult<bool> {
        let known = self.operator_state.now();
        let Some(state) = self.store.operator_state(&known).await? else { return Ok(false) };
        let has_more = state.shuts_out_more_than(&known);
        let off: Vec<&str> = state.off.iter().map(String::as_str).collect();
        let is_known =
            state.people() > 0 || state.servers() > 0 || !off.is_empty() || state.announced.is_some();
        if is_known || known.is_read() {
            tracing::info!(
                blocked = state.people(),
                servers_blocked = state.servers(),
                off = off.join(" "),
                announces = state.announced.is_some(),
                "read the operator's blocks, switches and announcement"
            );
        }
        *self.operator_state.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(state);
        if has_more {
            // Open pages check whether their user is now blocked.
            self.tell_ended(PagesEnded::Any);
        }
        Ok(has_more)
    }

    /// Why a user is blocked, in the operator's words; `None`: they are not.
    pub fn why_shut_out(&self, person: UserId) -> Option<String> {
        self.operator_state.now().why_shut_out(person).map(str::to_owned)
    }

    /// Why a server is blocked, in the operator's words; `None`: it is not.
    pub fn why_server_shut_out(&self, guild: GuildId) -> Option<String> {
        self.operator_state.now().why_server_shut_out(guild).map(str::to_owned)
    }

    /// The operator's current announcement.
    pub fn announced(&self, now: Millis) -> Option<Arc<str>> {
        let state = self.operator_state.now();
        let (text, until) = state.announced.as_ref()?;
        until.is_none_or(|until| now < until).then(|| text.as_str().into())
    }

    /// When the announcement ends; `None`: it has no end, or there is none.
    pub fn announced_until(&self) -> Option<Millis> {
        self.operator_state.now().announced.as_ref()?.1
    }

    /// Announces a text, until a time or without an end; `None` ends the announcement. False: there was none.
    pub async fn announce(&self, text: Option<(&str, Option<Millis>)>, now: Millis) -> AppResult<bool> {
        let (what, reason) = match text {
            Some((text, _)) => ("announce", text),
            None => ("announce-end", ""),
        };
        let act = Act { at: now, what: what.to_owned(), on: ActOn::Bot, reason: reason.to_owned() };
        Ok(self.store.announce(text, &act).await?)
    }

    /// The names of the features that are switched off.
    pub async fn features_off(&self) -> AppResult<Vec<String>> {
        self.read_operator_state().await?;
        Ok(self.operator_state.now().off.iter().cloned().collect())
    }

    /// Replaces a blocked user to be notified: by the opponent, if the news is for both, else by no one.
    pub(in crate::app) fn let_in_of(
        &self,
        game: &Game,
        who: Option<UserId>,
        for_both: bool,
    ) -> Option<UserId> {
        let who = who?;
        if self.why_shut_out(who).is_none() {
            return Some(who);
        }
        let people = Color::BOTH.into_iter().filter(|side| for_both && game.engine != Some(*side));
        let mut others = people.filter_map(|side| game.players[side]).filter(|other| *other != who);
        others.find(|other| self.why_shut_out(*other).is_none())
    }

    /// Suppresses notifications to blocked users, and uses pings while push messages are switched off.
    pub(in crate::app) fn silence(&self, row: &mut StoredGame) {
        let state = self.operator_state.now();
        let preferences = &mut row.preferences;
        if state.off.contains(Feature::Push.slug()) {
            preferences.pushed = [false; 2];
        }
        if state.people() == 0 {
            return;
        }
        let sides = [(row.white, &mut preferences.white, 0), (row.black, &mut preferences.black, 1)];
        for (player, kept, side) in sides {
            if player.is_some_and(|player| state.why_shut_out(player).is_some()) {
                let silent = (Some(false), Some("none".to_owned()));
                *kept = PreferencesRow { pings: silent.0, reminders: silent.1, ..kept.clone() };
                preferences.pushed[side] = false;
            }
        }
    }
}
