//! `/help`

use super::{ALL, CommandGroup, DynCommand, OptionKind, SlashCommand};
use crate::app::Feature;
use crate::discord::actions::{FirstStepsAction, LessonAction, StartWith};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale;
use crate::discord::reply::{Button, CARD_TEXT_MAX, Card, CardPart, Reply};
use crate::discord::rest::mentions::with_mentions;
use crate::words::{CommandText, Label, Words};

/// Explains how to play.
pub struct Help;

impl SlashCommand for Help {
    const NAME: &'static str = "help";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const ONLY_READS: bool = true;

    fn read(_call: &Call, _from: &Interaction) -> Result<Self, HandlerError> {
        Ok(Self)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let words = locale::private(interaction);
        let announced = ctx.app.announced(ctx.clock.now()).map(|text| words.announced(&text));
        let pages = ctx.pages.is_some() && !ctx.app.is_off(Feature::Pages);
        Ok(Response::say(card(words, pages, plays(ctx), announced)))
    }
}

/// True if games against the bot can be started.
pub fn plays(ctx: &Context) -> bool {
    !ctx.app.is_off(Feature::BotGames)
}

/// How to begin, in three sentences, with three buttons to begin and one that shows all commands.
///
/// `pages`: boards also open in a browser. `bot`: the bot plays too. `announced`: the operator's
/// announcement, which comes first.
pub fn card(words: &Words, pages: bool, bot: bool, announced: Option<String>) -> Reply {
    let mut buttons = starts(words, bot);
    buttons.push(Button::new(words, Label::AllCommands, FirstStepsAction::Commands(0)));
    let lines: Vec<String> = announced.into_iter().chain(words.help(pages, bot)).collect();
    Reply::card(Card::of(lines.join("\n")).buttons(buttons))
}

/// A page of all commands, counted from 0, with the buttons to begin below it. One card has no room for all.
pub fn all_commands(words: &Words, bot: bool, page: u32) -> Reply {
    let pages = pages(words, CARD_TEXT_MAX);
    let page = (page as usize).min(pages.len() - 1);
    let mut buttons = starts(words, bot);
    if pages.len() > 1 {
        let next = (page + 1) % pages.len();
        buttons.push(Button::new(words, Label::MoreCommands, FirstStepsAction::Commands(next as u32)));
    }
    Reply::card(Card::of(&pages[page]).part(CardPart::Line).buttons(buttons))
}

/// The buttons to begin with.
fn starts(words: &Words, bot: bool) -> Vec<Button> {
    let mut buttons = vec![
        Button::new(words, Label::PlayFriend, FirstStepsAction::Start(StartWith::Friend)),
        Button::new(words, Label::LearnGame, LessonAction::All(())),
    ];
    if bot {
        buttons.insert(1, Button::new(words, Label::PlayBot, FirstStepsAction::Start(StartWith::Bot)));
    }
    buttons
}

/// The commands and what they do, in groups, split into pages of at most `room` characters.
fn pages(words: &Words, room: usize) -> Vec<String> {
    let mut pages = vec![String::new()];
    for group in CommandGroup::ALL {
        let of_group = ALL.iter().filter(|command| command.group() == group);
        let mut lines: Vec<String> = of_group.map(|command| line(words, *command)).collect();
        // A heading stays with the line below it.
        if let Some(first) = lines.first_mut() {
            *first = format!("{}\n{first}", words.command_group(group));
        }
        let whole = lines.join("\n");
        // A group is split only if it is longer than a page.
        let parts = if with_mentions(&whole) < room { vec![whole] } else { lines };
        for part in parts {
            match pages.last_mut() {
                Some(page) if page.is_empty() => *page = part,
                Some(page) if with_mentions(page) + with_mentions(&part) < room => page.extend(["\n", &part]),
                _ => pages.push(part),
            }
        }
    }
    pages
}

/// What a command does, after its clickable names: a command with subcommands is called only by those.
fn line(words: &Words, command: &dyn DynCommand) -> String {
    let name = command.name();
    let below =
        command.options().into_iter().filter(|option| matches!(option.kind, OptionKind::Subcommand(_)));
    let mut called: Vec<String> = below.map(|option| format!("`/{name} {}`", option.name)).collect();
    if called.is_empty() {
        called.push(format!("`/{name}`"));
    }
    format!("{} {}", called.join(" "), words.command(CommandText::Help(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_need_more_room_have_more_pages() {
        let words = Words::english();
        let whole = pages(words, CARD_TEXT_MAX);
        let parts = pages(words, 700);
        assert!(parts.len() > 2 && parts.iter().all(|page| with_mentions(page) <= 700));
        assert_eq!(parts.join("\n"), whole.join("\n"), "each command once");
    }
}
