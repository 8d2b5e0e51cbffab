//! Links to pages in a browser, and the list of a person's open pages.

use std::time::Duration;
use tokio::time::Instant;

use crate::app::{
    Caller, GameView, HasPage, LearningAt, PageGame, PageView, Rejection, SpectatorAccess, Target,
};
use crate::discord::actions::PageAction;
use crate::discord::channels::visibility::{self, Sight};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{own, private};
use crate::discord::reply::{Button, Card, CardPart, Reply};
use crate::discord::rest::mentions::written;
use crate::game::{GameId, UserId};
use crate::store::{PageGrant, PageScope};
use crate::words::{Label, Mentioned, NotDone, PageSays, Words};

/// Time limit for checking whether everyone can see a game's channel.
const LOOK: Duration = Duration::from_millis(500);

/// Handles a click on a button about pages.
pub async fn run(ctx: &Context, interaction: &Interaction, action: PageAction) -> HandlerResult {
    let person = interaction.who.id;
    match action {
        PageAction::Open(game) => Box::pin(link(ctx, interaction, game)).await,
        PageAction::Games(()) => {
            linked(ctx, interaction, PageScope::Games, |words, link| (words.page_link_games(), link)).await
        }
        PageAction::Puzzle(stand) => learn(ctx, interaction, &LearningAt::of_puzzle(stand)).await,
        // The page belongs to the person who clicks, even on another person's card.
        PageAction::Lesson(learner) => learn(ctx, interaction, &LearningAt::Step(learner.stand)).await,
        PageAction::LetNobodyWatch(game) => let_watch(ctx, interaction, game, false).await,
        PageAction::LetWatch(game) => let_watch(ctx, interaction, game, true).await,
        PageAction::End(grant) => {
            ctx.app.end_pages(person, Some(grant), ctx.clock.now()).await?;
            Ok(Response::turn(list(ctx, interaction).await?))
        }
        PageAction::EndAll(()) => {
            ctx.app.end_pages(person, None, ctx.clock.now()).await?;
            Ok(Response::turn(list(ctx, interaction).await?))
        }
    }
}

/// A private link to the page of the game in this channel.
pub async fn link_here(ctx: &Context, interaction: &Interaction, by: &Caller) -> HandlerResult {
    let view = ctx.app.board_alone(by, Target::Here, None).await?;
    Box::pin(link(ctx, interaction, view.game)).await
}

/// A private link to the page of a game. Those who do not play in it can watch.
async fn link(ctx: &Context, interaction: &Interaction, game: GameId) -> HandlerResult {
    if ctx.pages.is_none() {
        return Err(HandlerError::not_done(interaction, NotDone::NoPages));
    }
    // If the game is gone, say so here instead of on the page.
    let opened = ctx.app.page_game(game).await?.ok_or(Rejection::NotStored)?;
    let has_page = opened.has_page(interaction.who.id);
    let page = ctx.app.page_view(&caller(interaction), opened.clone()).await?;
    let no = |why| Err(HandlerError::say(private(interaction).page_says(why)));
    match has_page {
        HasPage::Yes => Ok(Response::say(to_play(ctx, interaction, &page).await?)),
        HasPage::NotThere => no(PageSays::NotThere),
        HasPage::NotTheirs => {
            if let Some(why) = why_unwatched(ctx, interaction, (&opened, &page.view)).await? {
                return no(why);
            }
            let tell = |words: &Words, link| (words.page_link_watch(page.view.variant), link);
            linked(ctx, interaction, PageScope::Watch(game), tell).await
        }
    }
}

/// A link for a player, with a button that controls whether others may watch.
async fn to_play(ctx: &Context, interaction: &Interaction, page: &PageView) -> Result<Reply, HandlerError> {
    let (words, view) = (private(interaction), &page.view);
    let tell = |words: &Words, link| (words.page_link(view.variant), link);
    let card = link_card(ctx, interaction, PageScope::Game(view.game), tell).await?;
    if page.watching == SpectatorAccess::Nowhere {
        return Ok(Reply::card(card));
    }
    let own = view.game_now.side_of(interaction.who.id);
    let button = if own.is_some_and(|own| page.watching.is_closed_by(own)) {
        Button::new(words, Label::LetWatch, PageAction::LetWatch(view.game))
    } else {
        Button::new(words, Label::LetNobodyWatch, PageAction::LetNobodyWatch(view.game))
    };
    let seen = match (page.watching, view.place.guild) {
        (SpectatorAccess::Open, Some(guild)) => {
            let until = interaction.last_moment().min(Instant::now() + LOOK);
            match visibility::sight(ctx, guild, view.place.channel, until).await {
                Sight::Open => Some(true),
                Sight::Hidden => Some(false),
                Sight::Unknown => None,
            }
        }
        _ => None,
    };
    let text = words.watching(page.watching, own, seen);
    Ok(Reply::card(card.part(CardPart::Beside { text, button })))
}

/// Allows or disallows others to watch a game.
///
/// The message then has a new link, because the old one is not stored.
async fn let_watch(ctx: &Context, interaction: &Interaction, game: GameId, yes: bool) -> HandlerResult {
    ctx.app.let_watch(interaction.who.id, game, yes).await?;
    let game = ctx.app.page_game(game).await?.ok_or(Rejection::NotStored)?;
    let page = ctx.app.page_view(&caller(interaction), game).await?;
    Ok(Response::turn(to_play(ctx, interaction, &page).await?))
}

/// Why a person who does not play in a game cannot watch it on a page. The person is in its channel.
async fn why_unwatched(
    ctx: &Context,
    interaction: &Interaction,
    (game, view): (&PageGame, &GameView),
) -> Result<Option<PageSays>, HandlerError> {
    match ctx.app.watching_page(game).await? {
        SpectatorAccess::Open => {}
        SpectatorAccess::Closed(_) => return Ok(Some(PageSays::NotWatched)),
        SpectatorAccess::Nowhere => return Ok(Some(PageSays::NotYours)),
    }
    let Some(guild) = view.place.guild else { return Ok(Some(PageSays::NotYours)) };
    Ok(match visibility::sight(ctx, guild, view.place.channel, interaction.last_moment()).await {
        Sight::Open => None,
        Sight::Hidden => Some(PageSays::HiddenPlace),
        Sight::Unknown => Some(PageSays::UnknownPlace),
    })
}

/// A private link to a puzzle or a step of a lesson.
async fn learn(ctx: &Context, interaction: &Interaction, at: &LearningAt) -> HandlerResult {
    // The place is not secret, so it is appended to the secret and stored nowhere.
    let with_place = |words: &Words, link| (words.page_link_learning(), format!("{link}/{at}"));
    linked(ctx, interaction, PageScope::Learning, with_place).await
}

async fn linked(
    ctx: &Context,
    interaction: &Interaction,
    scope: PageScope,
    tell: impl FnOnce(&Words, String) -> (String, String),
) -> HandlerResult {
    Ok(Response::say(Reply::card(link_card(ctx, interaction, scope, tell).await?)))
}

/// Creates a link and its card.
async fn link_card(
    ctx: &Context,
    interaction: &Interaction,
    scope: PageScope,
    tell: impl FnOnce(&Words, String) -> (String, String),
) -> Result<Card, HandlerError> {
    let Some(base) = &ctx.pages else { return Err(HandlerError::not_done(interaction, NotDone::NoPages)) };
    let (words, by) = (private(interaction), caller(interaction));
    let secret = ctx.app.link_page(&by, scope, own(interaction).map(str::to_owned)).await?;
    if scope == PageScope::Learning {
        ctx.app.note_learning_place(&by, UserId(ctx.messenger.application));
    }
    let (text, url) = tell(words, format!("{base}/#{}", secret.reveal()));
    let label = match scope {
        PageScope::Watch(_) => Label::Watch,
        PageScope::Game(_) | PageScope::Games | PageScope::Learning => Label::OpenPage,
    };
    let copied = words.page_link_text(&url);
    Ok(Card::default().part(CardPart::Linked { text, label: words.label(label), url }).text(copied))
}

/// Lists the person's open pages.
pub async fn list(ctx: &Context, interaction: &Interaction) -> Result<Reply, HandlerError> {
    if ctx.pages.is_none() {
        return Err(HandlerError::not_done(interaction, NotDone::NoPages));
    }
    let words = private(interaction);
    let person = interaction.who.id;
    let pages = ctx.app.pages_of(person, interaction.received_at).await?;
    let end_all = vec![Button::new(words, Label::EndPages, PageAction::EndAll(()))];
    if pages.is_empty() {
        // It also ends links that have not been used yet.
        let has_link = ctx.app.has_unused_link(person, interaction.received_at).await?;
        let head = Card::of(words.pages_none(has_link));
        return Ok(Reply::card(if has_link { head.buttons(end_all) } else { head }));
    }
    let head = Card::of(words.pages_open(pages.len()));
    let line = |card: Card, (page, variant): &(PageGrant, Option<crate::rules::Variant>)| {
        let used = written(Mentioned::Date(page.used_at));
        let text = match page.scope {
            PageScope::Learning => words.page_open_learning(&used),
            PageScope::Games => words.page_open_games(&used),
            PageScope::Game(_) => words.page_open(*variant, &used),
            PageScope::Watch(_) => words.page_open_watch(*variant, &used),
        };
        let device = page.device.as_deref().and_then(|device| device.parse().ok());
        let text = device.map_or(text.clone(), |device| words.page_on(device, &text));
        let button = Button::new(words, Label::EndPage, PageAction::End(page.id));
        card.part(CardPart::Beside { text, button })
    };
    let card = pages.iter().take(SHOWN).fold(head, line);
    let card = match pages.len().saturating_sub(SHOWN) {
        0 => card,
        more => card.text(words.pages_more(more)),
    };
    Ok(Reply::card(card.buttons(end_all)))
}

/// Maximum number of pages in the list: each counts as three of a card's 40 components.
const SHOWN: usize = 10;
