//! Links to pages in a browser, and the list of somebody's open pages.

use crate::app::{Caller, HasPage, LearningAt, Target};
use crate::discord::components::actions::PageAction;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{own, private};
use crate::discord::reply::{Button, Card, CardPart, Reply};
use crate::discord::rest::mentions::written;
use crate::game::{GameId, UserId};
use crate::store::{PageGrant, PageScope};
use crate::words::{Label, Mentioned, NotDone, PageSays, Words};

/// A click on a button about pages.
pub async fn run(ctx: &Context, from: &Interaction, action: PageAction) -> HandlerResult {
    let person = UserId(from.who.id);
    match action {
        PageAction::Open(game) => link(ctx, from, game).await,
        PageAction::Games(()) => {
            linked(ctx, from, PageScope::Games, |words, link| (words.page_link_games(), link)).await
        }
        PageAction::Puzzle(stand) => learn(ctx, from, &LearningAt::of_puzzle(stand)).await,
        // Whoever's card it is, the page is that of the person who clicks.
        PageAction::Lesson(learner) => learn(ctx, from, &LearningAt::Step(learner.stand)).await,
        PageAction::End(grant) => {
            ctx.app.end_pages(person, Some(grant)).await?;
            Ok(Response::turn(list(ctx, from).await?))
        }
        PageAction::EndAll(()) => {
            ctx.app.end_pages(person, None).await?;
            Ok(Response::turn(list(ctx, from).await?))
        }
    }
}

/// A private link to the page of the game in this channel.
pub async fn link_here(ctx: &Context, from: &Interaction, by: &Caller) -> HandlerResult {
    let view = ctx.app.board_alone(by, Target::Here, None).await?;
    link(ctx, from, view.game).await
}

/// A private link to the page of a game.
async fn link(ctx: &Context, from: &Interaction, game: GameId) -> HandlerResult {
    // Where it is gone, that is said here and not on the page.
    let view = ctx.app.page_view(&caller(from), game).await?.view;
    let why = match ctx.app.has_page(UserId(from.who.id), game).await? {
        HasPage::Yes => None,
        HasPage::NotTheirs => Some(PageSays::NotYours),
        HasPage::NotThere => Some(PageSays::NotThere),
    };
    if let Some(why) = why.filter(|_| ctx.pages.is_some()) {
        return Err(HandlerError::say(private(from).page_says(why)));
    }
    linked(ctx, from, PageScope::Game(game), |words, link| (words.page_link(view.variant), link)).await
}

/// A private link to a puzzle or a step of a lesson.
async fn learn(ctx: &Context, from: &Interaction, at: &LearningAt) -> HandlerResult {
    // What it shows is no secret, so it stands beside the secret and is kept nowhere.
    let with_place = |words: &Words, link| (words.page_link_learning(), format!("{link}/{at}"));
    linked(ctx, from, PageScope::Learning, with_place).await
}

async fn linked(
    ctx: &Context,
    from: &Interaction,
    scope: PageScope,
    tell: impl FnOnce(&Words, String) -> (String, String),
) -> HandlerResult {
    let Some(base) = &ctx.pages else { return Err(HandlerError::not_done(from, NotDone::NoPages)) };
    let (words, by) = (private(from), caller(from));
    let secret = ctx.app.link_page(by.user, scope, own(from).map(str::to_owned), by.now).await?;
    let (text, url) = tell(words, format!("{base}/#{}", secret.reveal()));
    let card = Card::default().part(CardPart::Linked { text, label: words.label(Label::OpenPage), url });
    Ok(Response::say(Reply::card(card)))
}

/// The open pages of the person.
pub async fn list(ctx: &Context, from: &Interaction) -> Result<Reply, HandlerError> {
    if ctx.pages.is_none() {
        return Err(HandlerError::not_done(from, NotDone::NoPages));
    }
    let words = private(from);
    let pages = ctx.app.pages_of(UserId(from.who.id), from.received_at).await?;
    let head = Card::of(words.pages_open(pages.len()));
    // Also where none is open: it ends the links that were not used yet.
    let end_all = vec![Button::new(words, Label::EndPages, PageAction::EndAll(()))];
    if pages.is_empty() {
        return Ok(Reply::card(head.buttons(end_all)));
    }
    let line = |card: Card, (page, variant): &(PageGrant, Option<crate::rules::Variant>)| {
        let used = written(Mentioned::Date(page.used_at));
        let text = match page.scope {
            PageScope::Learning => words.page_open_learning(&used),
            PageScope::Games => words.page_open_games(&used),
            PageScope::Game(_) => words.page_open(*variant, &used),
        };
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

/// Pages in the list: each counts as three of the forty components of a card.
const SHOWN: usize = 10;
