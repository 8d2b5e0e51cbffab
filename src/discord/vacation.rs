//! The card that tells somebody of their vacation, its button, and what their opponents are told.

use std::time::{Duration, Instant};

use super::custom_id::Meaning;
use super::desk::{Desk, Done, Handled, Then, caller};
use super::event::Interaction;
use super::follow;
use super::language::{private, unasked};
use super::mentions::written;
use super::reply::{Button, Card, MenuLine, Reply, Select, Style};
use crate::app::{VacationNews, VacationView};
use crate::game::Millis;
use crate::words::{Label, Words};

/// How long the post of such a word may take.
const POST: Duration = Duration::from_secs(10);

/// How somebody stands with their vacation, with a button that ends it.
pub fn card(words: &Words, view: VacationView) -> Reply {
    let reply = Reply::private(words.vacation(view, &written));
    let Some(until) = view.until else { return reply };
    let (label, id) = (words.label(Label::EndVacation), Meaning::EndVacation(until));
    reply.buttons(vec![Button { label, id, style: Style::Plain }])
}

/// The vacation ends that would last `until` then.
///
/// # Errors
/// A private sentence.
pub async fn end(desk: &Desk, from: &Interaction, until: Millis) -> Handled {
    let (view, games) = desk.app.end_vacation(&caller(from), until).await?;
    let done = Done::turn(card(private(from), view));
    Ok(games.into_iter().map(Then::Relabel).fold(done, Done::then))
}

/// How many days the menu offers, beside all that are left.
const DAYS: [u32; 9] = [1, 2, 3, 5, 7, 10, 14, 21, 30];

/// The card of settings with how somebody stands with their vacation, and a menu that begins one or a button that ends it.
pub fn part(words: &Words, card: Card, view: VacationView) -> Card {
    let label = words.setting_vacation();
    let card = card.text(format!("**{label}**\n{}", words.vacation(view, &written)));
    if let Some(until) = view.until {
        let (label, id) = (words.label(Label::BackFromVacation), Meaning::Back(until));
        return card.buttons(vec![Button { label, id, style: Style::Plain }]);
    }
    let lines = days(view.left).map(|days| MenuLine::new(&words.vacation_days(days), &days.to_string()));
    let menu = Select { label, id: Meaning::Vacation(()), lines: lines.collect() };
    // Discord takes no menu without lines.
    if menu.lines.is_empty() { card } else { card.select(menu) }
}

/// What can be chosen where so many days are left.
fn days(left: u32) -> impl Iterator<Item = u32> {
    let all = (left > 0 && !DAYS.contains(&left)).then_some(left);
    DAYS.into_iter().filter(move |days| *days <= left).chain(all)
}

/// Says in some games that somebody is on vacation, once in each. A word that may not have got through is said again; its nonce makes
/// no second message of it.
pub async fn tell(desk: &Desk) {
    let news = match desk.app.untold_vacations(desk.clock.now()).await {
        Ok(news) => news,
        Err(error) => return tracing::error!(%error, "vacations that are to be told were not looked for"),
    };
    for one in news {
        if !tell_one(desk, &one).await {
            return;
        }
        if let Err(error) = desk.app.vacation_told(&one).await {
            tracing::error!(%error, game = %one.game, "that a vacation was told was not noted");
        }
        if one.game_now.turn() == one.side
            && let Err(error) = follow::relabel(desk, one.game).await
        {
            tracing::error!(%error, game = %one.game, "a board shows an old deadline");
        }
    }
}

/// Whether it was said, or never can be.
async fn tell_one(desk: &Desk, news: &VacationNews) -> bool {
    let words = unasked(&desk.languages, news.locale.as_ref());
    let reply = Reply::public(words.vacation_news(news, &written));
    // The end of the vacation tells it from any other of the game.
    let nonce = format!("v{}t{:x}", news.game, news.until.0);
    match desk.messenger.post(news.place.channel.0, &reply, &nonce, Instant::now() + POST).await {
        Ok(_) => true,
        Err(failure) => {
            tracing::debug!(game = %news.game, %failure, "a vacation was not told");
            failure.is_for_good()
        }
    }
}
