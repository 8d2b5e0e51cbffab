//! The bot's responses to interactions: the callback, and the follow-ups and edits that the token allows.

use serde_json::{Value, json};

use super::World;
use super::objects::{ANSWER_FLAGS, CHANNEL_FLAGS};
use crate::check::{Draft, Form, check_choices, check_message, check_modal};
use crate::error::ApiError;
use crate::id::Id;
use crate::interaction::{InteractionState, SentInteraction, TOKEN_LIFE_MS, kind};
use crate::model::{APPLICATION, StoredMessage, flag};
use crate::upload::Upload;

/// Types of callbacks, by Discord's numbers.
pub(crate) mod callback {
    pub const MESSAGE: u8 = 4;
    pub const DEFER: u8 = 5;
    pub const DEFER_UPDATE: u8 = 6;
    pub const UPDATE: u8 = 7;
    pub const CHOICES: u8 = 8;
    pub const MODAL: u8 = 9;
}

/// Returns the callback types that fit an interaction.
fn fitting(interaction: &SentInteraction) -> &'static [i64] {
    match (interaction.act.kind, interaction.act.source) {
        (kind::COMMAND, _) => &[4, 5, 9],
        (kind::AUTOCOMPLETE, _) => &[8],
        (kind::MODAL, None) => &[4, 5],
        (kind::MODAL, Some(_)) => &[4, 5, 6, 7],
        _ => &[4, 5, 6, 7, 9],
    }
}

impl World {
    /// Handles the first response. Returns the body for `with_response=true`.
    pub fn callback(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        files: Vec<Upload>,
        too_late: bool,
    ) -> Result<Value, ApiError> {
        let unknown = || ApiError::unknown("interaction");
        let interaction = self.interactions.get(&id).filter(|i| i.token == token).ok_or_else(unknown)?;
        match interaction.state {
            InteractionState::Answered(_) => return Err(ApiError::already_acknowledged()),
            InteractionState::Failed => return Err(unknown()),
            InteractionState::Waiting if too_late => {
                self.overdue(id);
                return Err(unknown());
            }
            InteractionState::Waiting => {}
        }
        let mut interaction = interaction.clone();
        let mut form = Form::default();
        let Some(answer) = form.one_of(body, "type", fitting(&interaction)) else {
            form.finish()?;
            return Err(unknown());
        };
        let (answer, data) = (answer as u8, &body["data"]);
        let mut draft = Draft::default();
        form.inside("data", |form| -> Result<(), ApiError> {
            match answer {
                callback::MESSAGE | callback::UPDATE => {
                    if data.is_null() && answer == callback::MESSAGE {
                        form.required("");
                    }
                    let new = answer == callback::MESSAGE;
                    let flags = if new { ANSWER_FLAGS } else { CHANNEL_FLAGS };
                    let clicked = interaction.act.source.filter(|_| !new);
                    let clicked = clicked.and_then(|(channel, id)| self.find_message(channel, id));
                    draft = check_message(form, data, files, flags, clicked)?;
                }
                callback::DEFER => {
                    let flags = form.number(data, "flags", 0, i64::MAX).unwrap_or(0) as u64;
                    // Whether the message is a card is decided when its content is sent.
                    draft.flags = flags & ANSWER_FLAGS & !flag::COMPONENTS_V2;
                }
                callback::CHOICES => interaction.choices = Some(check_choices(form, data)),
                callback::MODAL => {
                    check_modal(form, data);
                    interaction.modal = Some(data.clone());
                }
                _ => {}
            }
            Ok(())
        })?;
        form.finish()?;
        let made = self.apply_callback(&mut interaction, answer, draft)?;
        interaction.state = InteractionState::Answered(answer);
        interaction.answered = Some(interaction.sent.elapsed());
        self.tell_answer(&interaction);
        let with_response = callback_response(&interaction, answer, made.map(|m| (self.message(&m), m)));
        self.interactions.insert(id, interaction);
        Ok(with_response)
    }

    fn apply_callback(
        &mut self,
        interaction: &mut SentInteraction,
        answer: u8,
        draft: Draft,
    ) -> Result<Option<StoredMessage>, ApiError> {
        match answer {
            callback::MESSAGE => {
                let message = self.compose(interaction.act.channel, draft)?;
                self.publish(interaction, message).map(Some)
            }
            callback::DEFER => {
                let (id, now) = (self.fresh_id(), self.now());
                let mut message = StoredMessage::new(id, interaction.act.channel, APPLICATION, now);
                message.flags = draft.flags | flag::LOADING;
                self.publish(interaction, message).map(Some)
            }
            callback::DEFER_UPDATE => {
                interaction.original = interaction.act.source;
                Ok(None)
            }
            callback::UPDATE => {
                interaction.original = interaction.act.source;
                let (channel, id) = interaction.act.source.ok_or_else(|| ApiError::unknown("Message"))?;
                let mut message =
                    self.find_message(channel, id).cloned().ok_or_else(|| ApiError::unknown("Message"))?;
                self.revise(&mut message, draft)?;
                self.put_message(&message, None);
                Ok(Some(message))
            }
            _ => Ok(None),
        }
    }

    /// Stores a message created by an interaction.
    fn publish(
        &mut self,
        interaction: &mut SentInteraction,
        mut message: StoredMessage,
    ) -> Result<StoredMessage, ApiError> {
        if !self.channels.contains_key(&message.channel) {
            return Err(ApiError::unknown("Channel"));
        }
        if self.is_locked_to_bot(message.channel) {
            return Err(ApiError::thread_archived());
        }
        message.interaction = Some(interaction.cause());
        if self.answers_are_private(interaction.act.person, message.channel) {
            message.flags |= flag::EPHEMERAL;
        }
        if message.flags & flag::EPHEMERAL != 0 {
            message.only_for = Some(interaction.act.person);
        }
        if interaction.original.is_none() {
            if interaction.act.kind == kind::COMMAND {
                message.kind = 20;
            } else if let Some(source) = interaction.act.source {
                (message.kind, message.reply_to) = (19, Some(source));
            }
            interaction.original = Some((message.channel, message.id));
        } else {
            (message.kind, message.reply_to) = (19, interaction.original);
            interaction.followups.push(message.id);
        }
        self.wake(message.channel);
        self.put_message(&message, None);
        Ok(message)
    }

    fn tell_answer(&self, interaction: &SentInteraction) {
        if let Some(choices) = &interaction.choices {
            let told = json!({ "t": "autocomplete", "nonce": interaction.act.nonce, "choices": choices });
            return self.tell_actor(interaction, &told);
        }
        if let Some(modal) = &interaction.modal {
            let told = json!({ "t": "modal", "modal": interaction.id, "title": modal["title"], "components": modal["components"], "channel_id": interaction.act.channel });
            self.tell_actor(interaction, &told);
        }
        self.tell_actor(interaction, &interaction.told("done"));
    }

    /// Finds the interaction behind a webhook address, if it was answered and its token is still valid.
    pub fn by_token(&self, application: Id, token: &str) -> Result<SentInteraction, ApiError> {
        if application != APPLICATION {
            return Err(ApiError::unknown("Webhook"));
        }
        let interaction = self.tokens.get(token).and_then(|id| self.interactions.get(id));
        let interaction = interaction.ok_or_else(ApiError::invalid_webhook_token)?;
        if self.now() > interaction.sent_ms + TOKEN_LIFE_MS {
            return Err(ApiError::invalid_webhook_token());
        }
        match interaction.state {
            InteractionState::Answered(_) => Ok(interaction.clone()),
            _ => Err(ApiError::unknown("Webhook")),
        }
    }

    /// Sends a follow-up message. The first one after "is thinking" replaces it.
    pub fn follow_up(
        &mut self,
        application: Id,
        token: &str,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<Value, ApiError> {
        let mut interaction = self.by_token(application, token)?;
        let mut form = Form::default();
        let draft = check_message(&mut form, body, files, ANSWER_FLAGS, None)?;
        form.finish()?;
        let thinking = interaction
            .original
            .and_then(|(c, m)| self.find_message(c, m))
            .filter(|m| m.flags & flag::LOADING != 0)
            .cloned();
        let message = if let Some(mut message) = thinking {
            self.revise(&mut message, draft)?;
            interaction.edits += 1;
            self.put_message(&message, None);
            message
        } else {
            let message = self.compose(interaction.act.channel, draft)?;
            self.publish(&mut interaction, message)?
        };
        self.interactions.insert(interaction.id, interaction);
        Ok(self.message(&message))
    }

    /// Finds the message `@original` or with this id, if the token may change it.
    pub fn answered_message(
        &self,
        application: Id,
        token: &str,
        which: &str,
    ) -> Result<(SentInteraction, StoredMessage), ApiError> {
        let interaction = self.by_token(application, token)?;
        let unknown = || ApiError::unknown("Message");
        let place = if which == "@original" {
            interaction.original.ok_or_else(unknown)?
        } else {
            let id: Id = which.parse().map_err(|_| unknown())?;
            let mine =
                interaction.followups.contains(&id) || interaction.original.is_some_and(|(_, o)| o == id);
            let source = interaction.act.source.is_some_and(|(_, s)| s == id);
            if !mine && !source {
                return Err(unknown());
            }
            (interaction.act.channel, id)
        };
        let message = self.find_message(place.0, place.1).cloned().ok_or_else(unknown)?;
        Ok((interaction, message))
    }

    /// Edits a response with the token.
    pub fn edit_answer(
        &mut self,
        application: Id,
        token: &str,
        which: &str,
        body: &Value,
        files: Vec<Upload>,
    ) -> Result<Value, ApiError> {
        let (interaction, mut message) = self.answered_message(application, token, which)?;
        let mut form = Form::default();
        let draft = check_message(&mut form, body, files, CHANNEL_FLAGS, Some(&message))?;
        form.finish()?;
        self.revise(&mut message, draft)?;
        self.put_message(&message, None);
        if let Some(interaction) = self.interactions.get_mut(&interaction.id) {
            interaction.edits += 1;
        }
        Ok(self.message(&message))
    }
}

fn callback_response(
    interaction: &SentInteraction,
    answer: u8,
    made: Option<(Value, StoredMessage)>,
) -> Value {
    let mut about = json!({ "id": interaction.id, "type": interaction.act.kind });
    let mut response = json!({});
    if let Some((shown, message)) = made {
        about["response_message_id"] = json!(message.id);
        about["response_message_loading"] = json!(message.flags & flag::LOADING != 0);
        about["response_message_ephemeral"] = json!(message.only_for.is_some());
        // Discord has no resource of type 5: "is thinking" is a message too.
        let kind = if answer == callback::DEFER { callback::MESSAGE } else { answer };
        response["resource"] = json!({ "type": kind, "message": shown });
    }
    response["interaction"] = about;
    response
}
