//! Reads slash commands and their suggestions into serenity's types.
//!
//! serenity's types say what Discord documents, so a change of its events is noticed here, counted and logged, while
//! people play on: serenity 0.12 refuses the whole event for one value it does not know, and then our lenient reader
//! takes over. Components and forms are read only by the lenient reader: serenity knows no cards, and drops the
//! values of labelled fields.

use serde::Deserialize;
use serde_json::Value;
use serenity::all::{
    AuthorizingIntegrationOwner, CommandDataOption, CommandDataOptionValue, CommandDataResolved,
    CommandInteraction, CommandOptionType, CommandType, InteractionContext, User,
};

use crate::discord::interaction::values::{DEPTH, SOMEBODY};
use crate::discord::interaction::{
    AttachedFile, Call, ChannelInfo, ChannelKind, Given, InteractionData, Person, Typing, UsedOn,
};
use crate::game::{ChannelId, GuildId, UserId};
use crate::words::seen;

/// Reads a slash command, or one that is being typed (`completing`).
///
/// Returns `None` for context menu commands, and if serenity refuses the interaction or a value in it.
pub fn command(raw: &Value, completing: bool) -> Option<(Person, ChannelInfo, UsedOn, InteractionData)> {
    // Not its inherent method of this name, which checks less.
    let read = <CommandInteraction as Deserialize>::deserialize(raw).ok()?;
    if read.data.kind != CommandType::ChatInput || read.data.name.is_empty() {
        return None;
    }
    // serenity fills a missing user with an invented one, and knows a server only by `guild_id`.
    let invented = read.member.is_none() && !raw["user"].is_object();
    if invented || read.guild_id.is_none() && raw["guild"].is_object() {
        return None;
    }
    let user = read.member.as_ref().map_or(&read.user, |member| &member.user);
    let nick = read.member.as_ref().and_then(|member| member.nick.as_deref());
    let channel = read.channel.as_ref();
    let kind = ChannelKind::of(channel.map(|channel| channel.kind));
    let place = ChannelInfo {
        channel: ChannelId(read.channel_id.get()),
        guild: read.guild_id.map(|guild| GuildId(guild.get())),
        kind,
        parent: channel
            .and_then(|channel| channel.parent_id)
            .filter(|_| kind.is_thread())
            .map(|parent| ChannelId(parent.get())),
        absent: is_absent(&read),
    };
    let mut call = Call { name: read.data.name.clone(), ..Call::default() };
    let mut focused = None;
    collect((&read.data.options, 0), &read.data.resolved, &mut call, &mut focused)?;
    let data = if completing {
        let (option, text) = focused.unwrap_or_default();
        InteractionData::Completing(Typing { call, option, text })
    } else {
        InteractionData::Command(call)
    };
    Some((person(user, nick), place, UsedOn::Nothing, data))
}

/// Whether the command is available only because the person installed the bot, while the server did not.
fn is_absent(read: &CommandInteraction) -> bool {
    let owners = &read.authorizing_integration_owners.0;
    let in_place = owners.iter().any(|owner| matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_)));
    let by_person = owners.iter().any(|owner| matches!(owner, AuthorizingIntegrationOwner::UserInstall(_)));
    !in_place && by_person && read.context != Some(InteractionContext::BotDm)
}

/// Returns a person, by the name shown in the server if there is one.
fn person(user: &User, nick: Option<&str>) -> Person {
    let names = [nick, user.global_name.as_deref(), Some(&*user.name)];
    let name = names.into_iter().flatten().map(seen).find(|name| !name.is_empty());
    Person { id: UserId(user.id.get()), name: name.unwrap_or_else(|| SOMEBODY.to_owned()), bot: user.bot }
}

/// Returns the person with this id, as far as the interaction describes them.
fn resolved_person(id: u64, resolved: &CommandDataResolved) -> Person {
    let key = serenity::all::UserId::new(id);
    let nick = resolved.members.get(&key).and_then(|member| member.nick.as_deref());
    let unknown = || Person { id: UserId(id), name: SOMEBODY.to_owned(), bot: false };
    resolved.users.get(&key).map_or_else(unknown, |user| person(user, nick))
}

/// Collects the options that hold values, and the name and text of the one being typed. `None`: an option has a type
/// that serenity does not know.
fn collect(
    (options, depth): (&[CommandDataOption], usize),
    resolved: &CommandDataResolved,
    into: &mut Call,
    focused: &mut Option<(String, String)>,
) -> Option<()> {
    for option in options {
        let value = match &option.value {
            CommandDataOptionValue::SubCommand(inner) | CommandDataOptionValue::SubCommandGroup(inner) => {
                if depth == DEPTH {
                    return None;
                }
                into.sub = Some(option.name.clone());
                collect((inner, depth + 1), resolved, into, focused)?;
                continue;
            }
            CommandDataOptionValue::Autocomplete { kind, value } => {
                focused.get_or_insert_with(|| (option.name.clone(), value.clone()));
                match kind {
                    CommandOptionType::String => Some(Given::Text(value.clone())),
                    CommandOptionType::Integer => value.trim().parse().ok().map(Given::Number),
                    _ => return None,
                }
            }
            CommandDataOptionValue::Boolean(flag) => Some(Given::Flag(*flag)),
            CommandDataOptionValue::Integer(number) => Some(Given::Number(*number)),
            CommandDataOptionValue::String(text) => Some(Given::Text(text.clone())),
            CommandDataOptionValue::User(id) => Some(Given::Person(resolved_person(id.get(), resolved))),
            CommandDataOptionValue::Mentionable(id) => {
                Some(Given::Person(resolved_person(id.get(), resolved)))
            }
            CommandDataOptionValue::Attachment(id) => {
                let file = resolved.attachments.get(id)?;
                Some(Given::File(AttachedFile { url: file.url.clone(), size: u64::from(file.size) }))
            }
            // No command of ours takes another type.
            _ => return None,
        };
        into.options.extend(value.map(|value| (option.name.clone(), value)));
    }
    Some(())
}
