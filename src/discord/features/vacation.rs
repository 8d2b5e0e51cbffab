//! The card of a person's vacation, its button and menu, and what their opponents are told.

use std::time::{Duration, Instant};

use crate::app::{AppError, VacationNews, VacationView, VacationWord};
use crate::discord::channels::availability;
use crate::discord::components::actions::SettingsAction;
use crate::discord::context::Context;
use crate::discord::dispatch::follow_up;
use crate::discord::locale::unasked;
use crate::discord::reply::{Button, Card, MenuLine, MessageAt, Reply, Select};
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::{Failure, closes};
use crate::game::Millis;
use crate::words::{Label, Words};

/// How long posting a notice may take.
const POST: Duration = Duration::from_secs(5);

/// How a person's vacation stands, with a button that ends it.
pub fn card(words: &Words, view: VacationView) -> Reply {
    let told = words.vacation(view, &written);
    match view.until {
        Some(until) => Reply::private(told).buttons(vec![end(words, until)]),
        None if view.left == 0 => Reply::private(told),
        None => Reply::private(format!("{told} {}", words.vacation_how())),
    }
}

fn end(words: &Words, until: Millis) -> Button {
    Button::new(words, Label::EndVacation, SettingsAction::EndVacation(until))
}

/// The days that the menu offers, beside all that are left.
const DAYS: [u32; 9] = [1, 2, 3, 5, 7, 10, 14, 21, 30];

/// Adds the vacation to the card of settings: how it stands, and a button that ends it or a menu to begin one. If days are `chosen`
/// there, the card asks whether to begin them, because a vacation day that has begun is used up.
pub fn part(words: &Words, card: Card, view: VacationView, chosen: Option<u32>) -> Card {
    let label = words.setting_vacation();
    let card = card.text(format!("**{label}**\n{}", words.vacation(view, &written)));
    if let Some(until) = view.until {
        return card.buttons(vec![end(words, until)]);
    }
    let marked = |days| line(words, days).chosen(chosen == Some(days));
    let lines = days(view.left).map(marked).collect();
    let menu = Select { label, id: SettingsAction::Vacation(()).into(), lines };
    // Discord rejects a menu without lines.
    let card = if menu.lines.is_empty() { card } else { card.select(menu) };
    let Some(days) = chosen.filter(|days| *days <= view.left) else { return card };
    let begin = Button::new(words, Label::BeginVacation, SettingsAction::BeginVacation(days));
    card.text(words.vacation_question(days)).buttons(vec![begin])
}

/// A number of days as a line of a menu.
pub fn line(words: &Words, days: u32) -> MenuLine {
    MenuLine::new(&words.vacation_days(days), &days.to_string())
}

/// The choices where `left` days are left.
fn days(left: u32) -> impl Iterator<Item = u32> {
    let all = (left > 0 && !DAYS.contains(&left)).then_some(left);
    DAYS.into_iter().filter(move |days| *days <= left).chain(all)
}

/// Tells in each game, once, that a player is on vacation or back, and makes the board show it. A notice that may not have got
/// through is posted again; its nonce prevents a second message.
pub async fn tell(ctx: &Context) {
    let news = match ctx.app.untold_vacations(ctx.clock.now()).await {
        Ok(news) => news,
        Err(error) => return tracing::error!(%error, "vacations that are to be told were not looked for"),
    };
    for one in news {
        match tell_one(ctx, &one).await {
            Ok(true) => {}
            // Discord is out of reach, and each attempt takes its time.
            Ok(false) => return,
            Err(error) => tracing::error!(%error, game = %one.game, "that a vacation was told was not noted"),
        }
    }
}

/// `false` if Discord was out of reach.
async fn tell_one(ctx: &Context, news: &VacationNews) -> Result<bool, AppError> {
    if let Some(word) = news.word {
        if let Err(failure) = say(ctx, news, word).await {
            let code = closes(&failure);
            tracing::debug!(game = %news.game, %failure, "a vacation was not told");
            if code.is_some() || !failure.is_for_good() {
                ctx.store.vacation_later(news.untold(), ctx.clock.now()).await?;
                if let Some(code) = code.filter(|code| availability::nobody_plays(*code)) {
                    ctx.note_closed(news.place.channel, code).await;
                }
                return Ok(!failure.is_outage());
            }
        }
        ctx.store.vacation_said(news.untold()).await?;
    }
    let game = &news.game_now;
    if game.players[game.turn()] == Some(news.person) && !follow_up::relabel(ctx, news.game).await? {
        ctx.store.vacation_later(news.untold(), ctx.clock.now()).await?;
    } else {
        ctx.store.vacation_done(news.unshown()).await?;
    }
    Ok(true)
}

async fn say(ctx: &Context, news: &VacationNews, word: VacationWord) -> Result<MessageAt, Failure> {
    let words = unasked(&ctx.languages, news.locale.as_ref());
    let reply = Reply::public(words.vacation_news(news, word, &written));
    let letter = match word {
        VacationWord::Begun => 'v',
        VacationWord::Ended => 'b',
    };
    // The end of the vacation tells this notice from any other of the game.
    let nonce = format!("{letter}{}t{:x}", news.game, news.until.0);
    ctx.messenger.post(news.place.channel.0, &reply, &nonce, Instant::now() + POST).await
}
