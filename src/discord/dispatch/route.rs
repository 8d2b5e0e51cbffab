//! Routes interactions. The command or the action that one names is looked up once, and
//! states its properties.

use std::fmt;

use crate::app::AppResult;
use crate::discord::actions::{ActionProperty, ComponentAction};
use crate::discord::commands::menu_actions;
use crate::discord::commands::menus::MenuCommand;
use crate::discord::commands::{self, DynCommand};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::dispatch::press;
use crate::discord::features::custom_games;
use crate::discord::interaction::keyed_queue::WaitsFor;
use crate::discord::interaction::{Call, Entered, Interaction, InteractionData, MenuOf, Received, Typing};
use crate::discord::locale::private;
use crate::discord::metrics::Asked;
use crate::discord::ops::user_rate_limit::RateLimited;
use crate::words::NotDone;

/// An interaction that is about to be served.
#[derive(Debug)]
pub struct Routed {
    /// Who sent it, where and when.
    pub interaction: Interaction,
    /// Its target.
    pub route: Route,
}

/// The target of an interaction.
pub enum Route {
    /// A slash command.
    Command(&'static dyn DynCommand, Call),
    /// A slash command that suggests what to type.
    Autocomplete(&'static dyn DynCommand, Typing),
    /// A context menu command.
    Menu(MenuCommand, MenuOf),
    /// The action of a button or of a line of a menu.
    Component(NamedAction, Option<Entered>),
    /// The action of a form, with the `custom_id` of each field and what was entered there.
    Modal(NamedAction, Vec<(String, Entered)>),
    /// It has no target.
    Nowhere(Unknown),
}

/// The action that a `custom_id` names.
#[derive(Debug)]
pub struct NamedAction {
    id: String,
    /// `None`: the id is not ours, of an unknown version, or of a game from a file unknown to this process.
    action: Option<ComponentAction>,
}

/// Why an interaction has no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// There is no such command.
    Command,
    /// There is no such context menu command.
    Menu,
    /// Its kind is unknown.
    Kind,
    /// It could not be read.
    Unreadable,
    /// Suggestions were requested for something unknown.
    Suggestions,
    /// Suggestions were requested for something that could not be read.
    UnreadableSuggestions,
}

impl fmt::Debug for Route {
    /// Shows no user text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Asked { kind, command } = self.asked();
        write!(f, "{kind} {command}")
    }
}

impl NamedAction {
    fn of(id: String) -> Self {
        Self { action: id.parse().ok(), id }
    }

    fn is(&self, property: ActionProperty) -> bool {
        self.action.is_some_and(|action| action.is(property))
    }

    fn name(&self) -> &'static str {
        self.action.map_or("unknown", ComponentAction::name)
    }

    /// Returns the action, including one of a game from a file that another process has added meanwhile.
    async fn action(&self, ctx: &Context) -> AppResult<Option<ComponentAction>> {
        if self.action.is_none() {
            for part in self.id.split(':') {
                ctx.app.know_own_game(part).await?;
            }
            return Ok(self.id.parse().ok());
        }
        Ok(self.action)
    }
}

impl Routed {
    /// Finds the target of an interaction.
    pub fn of(received: Received) -> Self {
        let Received { interaction, data, .. } = received;
        let route = match data {
            InteractionData::Command(call) => match commands::find(&call.name) {
                Some(command) => Route::Command(command, call),
                None => Route::Nowhere(Unknown::Command),
            },
            InteractionData::Completing(typing) => match commands::find(&typing.call.name) {
                Some(command) => Route::Autocomplete(command, typing),
                None => Route::Nowhere(Unknown::Suggestions),
            },
            InteractionData::Menu { name, of } => match MenuCommand::of(&name) {
                Some(command) => Route::Menu(command, of),
                None => Route::Nowhere(Unknown::Menu),
            },
            InteractionData::Component { id, chosen } => Route::Component(NamedAction::of(id), chosen),
            InteractionData::Form { id, fields } => Route::Modal(NamedAction::of(id), fields),
            InteractionData::Other => Route::Nowhere(Unknown::Kind),
            InteractionData::Unreadable { completing: true } => {
                Route::Nowhere(Unknown::UnreadableSuggestions)
            }
            InteractionData::Unreadable { completing: false } => Route::Nowhere(Unknown::Unreadable),
        };
        Self { interaction, route }
    }

    /// Loads what its command or button needs to know about games from files.
    ///
    /// Games that are switched off are not suggested; a person who names one sees when it can be begun again.
    pub async fn note_custom_games(&mut self, ctx: &Context) {
        let Self { interaction, route } = self;
        match route {
            Route::Command(command, _) if command.takes_custom_games() => {
                interaction.custom_games = custom_games::known_here(ctx, interaction).await;
            }
            Route::Autocomplete(command, _) if command.takes_custom_games() => {
                interaction.custom_games = custom_games::offered_here(ctx, interaction).await;
            }
            Route::Component(named, _) | Route::Modal(named, _) => match named.action(ctx).await {
                Ok(action) => named.action = action,
                Err(error) => {
                    tracing::debug!(%error, id = interaction.id.0, "the game of a button was not found");
                }
            },
            Route::Command(..) | Route::Autocomplete(..) | Route::Menu(..) | Route::Nowhere(_) => {}
        }
    }

    /// Returns what it waits for before it begins.
    pub fn waits_for(&self) -> WaitsFor {
        let Self { interaction, route } = self;
        match route {
            Route::Command(command, call) => command.waits_for(call, interaction),
            route if !route.changes() => WaitsFor::Nothing,
            Route::Component(named, _) | Route::Modal(named, _) if named.is(ActionProperty::ForOne) => {
                WaitsFor::Person(interaction.who.id)
            }
            _ => WaitsFor::Channel(interaction.place.channel),
        }
    }
}

impl Route {
    /// Runs the command or action.
    pub async fn run(&self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        match self {
            Self::Command(command, call) => command.run(ctx, interaction, call).await,
            Self::Menu(command, of) => menu_actions::run(ctx, interaction, *command, of).await,
            Self::Autocomplete(command, typing) => {
                Ok(Response::choices(command.complete(ctx, interaction, typing).await?))
            }
            Self::Component(named, chosen) => match named.action(ctx).await? {
                Some(action) => press::press(ctx, interaction, action, chosen.as_ref()).await,
                None => Err(HandlerError::say(private(interaction).foreign_button())),
            },
            Self::Modal(named, fields) => match named.action(ctx).await? {
                Some(action) if action.is(ActionProperty::Form) => {
                    press::submit(ctx, interaction, action, fields).await
                }
                _ => Err(HandlerError::not_done(interaction, NotDone::UnknownForm)),
            },
            Self::Nowhere(Unknown::Suggestions) => Ok(Response::choices(Vec::new())),
            Self::Nowhere(Unknown::Command | Unknown::Menu) => {
                Err(HandlerError::not_done(interaction, NotDone::UnknownCommand))
            }
            Self::Nowhere(Unknown::Kind) => Err(HandlerError::not_done(interaction, NotDone::UnknownForm)),
            Self::Nowhere(Unknown::Unreadable | Unknown::UnreadableSuggestions) => {
                Err(HandlerError::not_done(interaction, NotDone::Unreadable))
            }
        }
    }

    /// Returns its kind and command, for the metrics and the log.
    pub fn asked(&self) -> Asked {
        let (kind, command) = match self {
            Self::Command(command, _) => ("command", command.name()),
            Self::Autocomplete(command, _) => ("suggestions", command.name()),
            Self::Menu(command, _) => ("menu", (*command).into()),
            Self::Component(named, _) => ("button", named.name()),
            Self::Modal(named, _) => ("form", named.name()),
            Self::Nowhere(Unknown::Command) => ("command", "unknown"),
            Self::Nowhere(Unknown::Menu) => ("menu", "unknown"),
            Self::Nowhere(Unknown::Suggestions) => ("suggestions", "unknown"),
            Self::Nowhere(Unknown::Kind | Unknown::Unreadable | Unknown::UnreadableSuggestions) => {
                ("other", "unknown")
            }
        };
        Asked { kind, command }
    }

    /// Whether it may change something. Reads need not wait for anything.
    pub fn changes(&self) -> bool {
        match self {
            Self::Command(command, call) => !command.only_reads(call),
            Self::Component(named, _) => !named.is(ActionProperty::Reads),
            Self::Modal(..) | Self::Nowhere(Unknown::Kind) => true,
            Self::Menu(..) | Self::Autocomplete(..) | Self::Nowhere(_) => false,
        }
    }

    /// Returns the quota that it counts against; `None` for reads. Boards have a quota of their own, taken
    /// once it is known who sees them.
    pub fn quota(&self) -> Option<RateLimited> {
        match self {
            Self::Command(command, call) => command.quota(call),
            Self::Menu(..) | Self::Nowhere(Unknown::Menu) => Some(RateLimited::Commands),
            // Others do not see it, but it takes much work.
            Self::Component(named, _) if named.is(ActionProperty::TakesWork) => Some(RateLimited::Commands),
            _ => self.changes().then_some(RateLimited::Moves),
        }
    }

    /// Whether it acts on the game of the channel, and so needs a game in progress.
    pub fn acts_on_game(&self) -> bool {
        match self {
            Self::Command(command, _) => command.acts_on_game(),
            Self::Component(named, _) | Self::Modal(named, _) => named.is(ActionProperty::ActsOnGame),
            Self::Menu(..) | Self::Autocomplete(..) | Self::Nowhere(_) => false,
        }
    }

    /// Whether it may begin a game.
    pub fn begins_game(&self) -> bool {
        match self {
            Self::Command(command, _) => command.begins_game(),
            Self::Component(named, _) => named.is(ActionProperty::BeginsGame),
            Self::Modal(..) | Self::Menu(..) | Self::Autocomplete(..) | Self::Nowhere(_) => false,
        }
    }

    /// Whether it is also allowed for people who are shut out, because it concerns their own data.
    pub fn is_for_shut_out(&self) -> bool {
        match self {
            Self::Command(command, _) => command.is_for_shut_out(),
            Self::Component(named, _) => named.is(ActionProperty::ForShutOut),
            Self::Modal(..) | Self::Menu(..) | Self::Autocomplete(..) | Self::Nowhere(_) => false,
        }
    }

    /// Returns what is shown if it takes longer than an answer may.
    pub fn slow(&self) -> NotDone {
        match self {
            Self::Command(command, call) => command.slow(call),
            route if route.acts_on_game() => NotDone::Slow,
            _ => NotDone::SlowElsewhere,
        }
    }

    /// Whether suggestions are requested, which leave no room for a sentence.
    pub fn suggests(&self) -> bool {
        matches!(
            self,
            Self::Autocomplete(..) | Self::Nowhere(Unknown::Suggestions | Unknown::UnreadableSuggestions)
        )
    }

    /// Returns the action of the button or menu line that was used.
    pub fn clicked(&self) -> Option<ComponentAction> {
        match self {
            Self::Component(named, _) => named.action,
            _ => None,
        }
    }
}
