//! The card of a person's live games.

use crate::app::{GameLine, LostLine};
use crate::discord::actions::{GameRev, GamesAction, OfPerson, PageAction};
use crate::discord::context::{Context, HandlerError};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::reply::{Button, Card, CardPart, Reply};
use crate::discord::rest::mentions::{link, written};
use crate::game::{GameId, UserId};
use crate::words::{Label, Mentioned, Words};

/// Games on a page. Each is a section of three components, out of a card's 40.
const A_PAGE: usize = 10;

/// The part of the list to show.
#[derive(Clone, Copy, Debug)]
pub enum GamesPart {
    /// A page, counted from 0. A larger number means the last page.
    Page(u32),
    /// The page with this game, if it is still in the list.
    With(GameId),
}

/// A page of a person's current live games.
///
/// For the bot it lists only its games against the person who asks. People who ask for their own games also
/// see which ended because their channel or server is gone. `first` is shown above the list.
pub async fn present(
    ctx: &Context,
    interaction: &Interaction,
    (of, part): (UserId, GamesPart),
    first: Option<String>,
) -> Result<Reply, HandlerError> {
    let (asks, own) = (interaction.who.id, of == interaction.who.id);
    if of.0 == ctx.messenger.application {
        let lines = ctx.app.games_against(asks, of).await?;
        let head = private(interaction).games_with_me(lines.len());
        return Ok(card((first, head), (&lines, (&[], 0)), (of, asks, part), interaction));
    }
    let lines = ctx.app.games(of).await?;
    let lost = if own { ctx.app.lost_games(of, interaction.received_at).await? } else { (Vec::new(), 0) };
    let whose = (!own).then(|| written(Mentioned::Person(of)));
    let head = private(interaction).games_count(lines.len(), whose.as_deref());
    Ok(card((first, head), (&lines, (&lost.0, lost.1)), (of, of, part), interaction))
}

/// Builds the card. `asked`: the person whose list was requested; it is presented as the list of `of`.
fn card(
    (first, mut head): (Option<String>, String),
    (lines, (lost, more)): (&[GameLine], (&[LostLine], u32)),
    (asked, of, part): (UserId, UserId, GamesPart),
    interaction: &Interaction,
) -> Reply {
    let words = private(interaction);
    let own = of == interaction.who.id;
    let pages = lines.len().div_ceil(A_PAGE).max(1);
    let page = match part {
        GamesPart::Page(page) => page as usize,
        GamesPart::With(game) => lines.iter().position(|line| line.game == game).unwrap_or(0) / A_PAGE,
    };
    let page = page.min(pages - 1);
    if pages > 1 {
        head = format!("{head} {}", words.games_page(page + 1, pages));
    }
    if let Some(first) = first {
        head = format!("{first}\n{head}");
    }
    let shown = lines.iter().skip(page * A_PAGE).take(A_PAGE);
    let card = shown.fold(Card::of(head), |card, line| {
        let here = line.place.guild.is_some() && interaction.place.guild == line.place.guild;
        let place = here.then(|| written(Mentioned::Channel(line.place.channel)));
        let line =
            &GameLine { away: line.away.filter(|until| *until > interaction.received_at), ..line.clone() };
        let text = |place: Option<&str>| words.games_line(line, (of, own), place, &written);
        if let Some((_, rev)) = line.nudge.filter(|(at, _)| own && *at <= interaction.received_at) {
            let now = GameRev { game: line.game, rev };
            let button = Button::new(words, Label::Nudge, GamesAction::Nudge(now));
            // A section has only one button, so the link to the game is in the text.
            let place = place.unwrap_or_else(|| link(line.place));
            return card.part(CardPart::Beside { text: text(Some(&place)), button });
        }
        card.part(CardPart::Linked {
            text: text(place.as_deref()),
            label: words.label(Label::GoToGame),
            url: link(line.place),
        })
    });
    let mut buttons = turning(words, asked, page as u32, pages as u32);
    if own && asked == of && !lines.is_empty() {
        buttons.push(Button::new(words, Label::OpenPage, PageAction::Games(())));
    }
    let card = if buttons.is_empty() { card } else { card.buttons(buttons) };
    if lost.is_empty() {
        return Reply::card(card);
    }
    Reply::card(card.part(CardPart::Line).text(words.games_lost(lost, more, of, &written)))
}

/// The buttons to the previous and the next page.
fn turning(words: &Words, of: UserId, page: u32, pages: u32) -> Vec<Button> {
    let to = |label, page| Button::new(words, label, GamesAction::Page(OfPerson { user: of, page }));
    let before = page.checked_sub(1).map(|page| to(Label::EarlierGames, page));
    let behind = (page + 1 < pages).then(|| to(Label::LaterGames, page + 1));
    before.into_iter().chain(behind).collect()
}
