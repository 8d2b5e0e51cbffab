//! Links to pages in a browser, and the list of somebody's open pages.

use crate::app::{Caller, Target};
use crate::discord::components::actions::PageAction;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::{own, private};
use crate::discord::reply::{Button, Card, CardPart, Reply};
use crate::discord::rest::mentions::written;
use crate::game::{GameId, UserId};
use crate::store::PageGrant;
use crate::words::{Label, Mentioned, NotDone};

/// A click on a button about pages.
pub async fn run(ctx: &Context, from: &Interaction, action: PageAction) -> HandlerResult {
    let person = UserId(from.who.id);
    match action {
        PageAction::Open(game) => link(ctx, from, game).await,
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
    let Some(base) = &ctx.pages else { return Err(HandlerError::not_done(from, NotDone::NoPages)) };
    let by = caller(from);
    // Where it is gone, that is said here and not on the page.
    let view = ctx.app.page_view(&by, game).await?.view;
    let locale = own(from).map(str::to_owned);
    let secret = ctx.app.link_page(by.user, Some(game), locale, by.now).await?;
    let words = private(from);
    let text = words.page_link(view.variant);
    let url = format!("{base}/#{}", secret.reveal());
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
    if pages.is_empty() {
        return Ok(Reply::card(head));
    }
    let line = |card: Card, (page, variant): &(PageGrant, Option<crate::rules::Variant>)| {
        let text = words.page_open(*variant, &written(Mentioned::Date(page.used_at)));
        let button = Button::new(words, Label::EndPage, PageAction::End(page.id));
        card.part(CardPart::Beside { text, button })
    };
    let card = pages.iter().take(SHOWN).fold(head, line);
    Ok(Reply::card(card.buttons(vec![Button::new(words, Label::EndPages, PageAction::EndAll(()))])))
}

/// Pages in the list: each counts as three of the forty components of a card.
const SHOWN: usize = 10;
