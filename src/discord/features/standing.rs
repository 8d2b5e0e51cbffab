//! Profiles and leaderboards, shown privately.

use crate::app::{Leaderboard, Profile};
use crate::discord::actions::{LeadersPage, StandingAction};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::reply::{Button, Card, CardPart, Content, Picture, Reply};
use crate::discord::rest::mentions::written;
use crate::words::{Label, NotDone, Words};

/// Handles a click on a leaderboard.
pub async fn run(ctx: &Context, interaction: &Interaction, action: StandingAction) -> HandlerResult {
    let page = match action {
        StandingAction::Leaders(page) => page,
        StandingAction::DailyTable(()) => return daily_table(ctx, interaction).await,
    };
    let board = ctx.app.leaderboard(&caller(interaction), page.game, page.everywhere, page.page).await?;
    Ok(Response::turn(leaderboard(private(interaction), &board, interaction.place.guild.is_some())))
}

/// The table of a server's puzzles of the day.
async fn daily_table(ctx: &Context, interaction: &Interaction) -> HandlerResult {
    let by = caller(interaction);
    let Some(guild) = by.guild else { return Err(HandlerError::not_done(interaction, NotDone::Unreadable)) };
    let table = ctx.app.daily_table(guild, by.user, by.now).await?;
    Ok(Response::say(Reply::private(private(interaction).daily_table(&table, &written))))
}

/// A profile with a rating chart, if there is one.
pub fn profile(words: &'static Words, profile: &Profile) -> Reply {
    let (above, below) = words.profile(profile, &written);
    let chart = profile.results.as_ref().ok().and_then(|results| results.chart.as_ref());
    let card = above.into_iter().fold(Card::default(), Card::text);
    let Some(chart) = chart else { return Reply::card(below.into_iter().fold(card, Card::text)) };
    let (caption, alt) = words.profile_chart(chart);
    let card = card.text(caption).part(CardPart::Picture);
    let reply = Reply::card(below.into_iter().fold(card, Card::text));
    let content = Content::Ratings { chart: Box::new(chart.chart.clone()), theme: chart.theme };
    reply.picture(Picture::new(words, "rating.png", content, &alt))
}

/// A page of a leaderboard. `in_server`: the server has its own leaderboard too.
pub fn leaderboard(words: &'static Words, board: &Leaderboard, in_server: bool) -> Reply {
    let card = words.leaderboard(board, &written).into_iter().fold(Card::default(), Card::text);
    let to = |label, everywhere, page| {
        let page = LeadersPage { game: board.game, everywhere, page };
        Button::new(words, label, StandingAction::Leaders(page))
    };
    let mut buttons = Vec::new();
    if board.page > 0 {
        buttons.push(to(Label::LeadersBefore, board.everywhere, board.page - 1));
    }
    if board.goes_on() {
        buttons.push(to(Label::LeadersAfter, board.everywhere, board.page + 1));
    }
    if in_server {
        let other = if board.everywhere { Label::LeadersHere } else { Label::LeadersEverywhere };
        buttons.push(to(other, !board.everywhere, 0));
    }
    Reply::card(if buttons.is_empty() { card } else { card.buttons(buttons) })
}
