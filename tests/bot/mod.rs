//! The bot against the stand-in: the real bot, used by scripted people, mostly without sockets.

mod bench;
mod delivery;
pub mod faults;
mod learning;
mod line;
mod load;
mod log;
pub mod network;
mod openapi;
mod opponent;
mod pages;
mod people;
mod permission;
mod places;
pub mod playing;
mod process;
mod push_services;
mod random_lines;
mod running;

use axum::body::Body;
use axum::http::{Method, Request};
use libtest_mimic::Trial;
use rookery::render::{self, BoardView};
use serde_json::Value;

/// The picture of a view in the look of the chat, for tests of messages and pages.
pub fn drawn(view: &BoardView) -> Vec<u8> {
    render::png(view, &crate::render::usual())
}

/// Sends a request to the stand-in as the bot, past the bot.
pub async fn ask_beside(bench: &bench::Bench, method: Method, path: &str, body: &Value) {
    let request = Request::builder()
        .method(method)
        .uri(format!("{}/api/v10{path}", bench.discord.url()))
        .header("authorization", format!("Bot {}", bench.discord.token()))
        .header("user-agent", crate::USER_AGENT)
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()));
    let answer = bench.discord.call(request.expect("a request")).await.expect("an answer");
    assert!(answer.status().is_success(), "{}", answer.status());
}

/// The tests of all modules here except [`faults`].
pub fn tests() -> Vec<Trial> {
    [
        delivery::tests(),
        playing::analysis::tests(),
        places::archived::tests(),
        people::blocks::tests(),
        opponent::gives_up::tests(),
        learning::cards::tests(),
        places::command_scopes::tests(),
        playing::commands::tests(),
        load::crowd::tests(),
        learning::daily::tests(),
        playing::endings::tests(),
        playing::fair::tests(),
        playing::flow::tests(),
        pages::analysis::tests(),
        pages::attacks::tests(),
        pages::choosing::tests(),
        pages::elsewhere::tests(),
        pages::learning::tests(),
        pages::players::tests(),
        pages::playing::tests(),
        pages::positions::tests(),
        pages::preparing::tests(),
        pages::pushing::tests(),
        pages::ending::tests(),
        pages::rules::tests(),
        pages::trying::tests(),
        pages::watching::tests(),
        playing::forms::tests(),
        places::gone::tests(),
        places::left::tests(),
        people::unlogged::tests(),
        people::user_rate_limit::tests(),
        playing::hints::tests(),
        places::installed::tests(),
        places::kinds::tests(),
        people::languages::tests(),
        learning::rulebook::tests(),
        learning::lessons::tests(),
        learning::many_games::tests(),
        people::limits::tests(),
        line::tests(),
        places::lobby::tests(),
        places::named::tests(),
        places::custom_games::tests(),
        playing::looking_back::tests(),
        people::members::tests(),
        people::menus::tests(),
        playing::menus::tests(),
        playing::next::tests(),
        people::nudges::tests(),
        playing::offers::tests(),
        opponent::places::tests(),
        opponent::play::tests(),
        opponent::quiet::tests(),
        opponent::shown::tests(),
        openapi::tests(),
        openapi::cut::tests(),
        openapi::keywords::tests(),
        playing::pictures::tests(),
        places::channels::tests(),
        playing::premoves::tests(),
        people::privacy::tests(),
        learning::puzzles::tests(),
        load::quotas::tests(),
        load::quotas::at_several_processes(),
        load::queues::tests(),
        playing::refusals::tests(),
        playing::rematch::tests(),
        people::reminders::tests(),
        places::server::tests(),
        people::settings::tests(),
        people::tests_of_forms(),
        people::standing::tests(),
        people::ladders::tests(),
        people::tournament_leavers::tests(),
        people::tournaments::tests(),
        playing::simultaneous::tests(),
        load::slow_heads::tests(),
        load::swallowed::tests(),
        playing::takebacks::tests(),
        places::threads_refused::tests(),
        places::threads::tests(),
        playing::time::tests(),
        people::vacations::tests(),
        learning::which_game::tests(),
        playing::whole_games::tests(),
        process::tests(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
