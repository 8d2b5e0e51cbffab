//! What a running bot knows of the commands of whoever runs it. It is in memory, so that no action waits for it, and read anew when it has changed.

use std::sync::{Arc, PoisonError, RwLock};

use crate::app::operator::feature::Feature;
use crate::app::{App, AppResult, PagesEnded};
use crate::game::{Color, Game, Millis, UserId};
use crate::store::{Act, ActOn, OperatorState, PreferencesRow, StoredGame};

/// What was read last.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct KnownState(Arc<RwLock<Arc<OperatorState>>>);

impl KnownState {
    pub(in crate::app) fn now(&self) -> Arc<OperatorState> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl App {
    /// Reads what whoever runs the bot has changed by commands, and says whether they have. Call it every few seconds.
    ///
    /// # Errors
    /// A failure; what was known before still holds.
    pub async fn read_operator_state(&self) -> AppResult<bool> {
        let known = self.operator_state.now();
        let Some(state) = self.store.operator_state(&known).await? else { return Ok(false) };
        *self.operator_state.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(state);
        // Whoever may look no more is told so.
        self.tell_ended(PagesEnded::Any);
        Ok(true)
    }

    /// How many people are shut out, as far as is known here.
    pub fn shut_out_people(&self) -> usize {
        self.operator_state.now().people()
    }

    /// Why a person is shut out, as whoever runs the bot has said it; none: they are not.
    pub fn why_shut_out(&self, person: UserId) -> Option<String> {
        self.operator_state.now().why_shut_out(person).map(str::to_owned)
    }

    /// What whoever runs the bot announces at this moment.
    pub fn announced(&self, now: Millis) -> Option<Arc<str>> {
        let state = self.operator_state.now();
        let (text, until) = state.announced.as_ref()?;
        until.is_none_or(|until| now < until).then(|| text.as_str().into())
    }

    /// When that ends; none: it has no end, or there is nothing.
    pub fn announced_until(&self) -> Option<Millis> {
        self.operator_state.now().announced.as_ref()?.1
    }

    /// Announces a text until this moment, or without an end; without a text nothing is announced any more. False: nothing was.
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

    /// Whom to notify: where that one is shut out, their opponent.
    pub(in crate::app) fn let_in_of(&self, game: &Game, who: Option<UserId>) -> Option<UserId> {
        let who = who?;
        if self.why_shut_out(who).is_none() {
            return Some(who);
        }
        Color::BOTH.into_iter().filter_map(|side| game.players[side]).find(|other| *other != who)
    }

    /// Notifies nobody who is shut out, and by Discord whom no browser tells for now.
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
