//! Usability of the page: privacy, errors before sending, keyboard and screen reader, narrow windows,
//! restarts.

use futures_util::FutureExt;
use rookery::games;
use serde_json::json;

use super::screen::{FITS, NAMELESS, resize};
use super::table::{ENTER, ESCAPE, Match, TAB};
use super::{Scene, Table};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] = &[
    ("private_answers_are_for_their_person_alone", |table| private(table).boxed()),
    ("a_killed_sandbox_comes_back_with_its_games_and_buttons", |table| restart(table).boxed()),
    ("what_is_missing_is_said_before_sending", |table| errors(table).boxed()),
    ("everything_has_a_role_and_fits_a_narrow_window", |table| access(table).boxed()),
    ("markup_in_messages_stays_text", |table| markup(table).boxed()),
    ("what_somebody_hostile_writes_does_nothing", |table| hostile(table).boxed()),
    ("the_rules_are_read_from_a_challenge", |table| rules(table).boxed()),
    ("the_list_of_a_menu_is_seen_whole_wherever_the_menu_is", |table| lists(table).boxed()),
];

async fn private(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    blue.try_move("e7e5").await;
    blue.is_told("It is not your turn").await;
    assert_eq!(red.private().await, 0, "Red does not see what Blue was told");

    red.press("Flip board").await;
    red.until(
        "the private board",
        "return document.querySelector('.message.ephemeral .picture img')?.naturalWidth > 0",
        vec![],
    )
    .await;
    assert_eq!(blue.private().await, 1, "Blue sees only the answer to the move");

    blue.press("Dismiss message").await;
    blue.until("it is gone", "return document.querySelectorAll('.message.ephemeral').length === 0", vec![])
        .await;
    assert_eq!(red.private().await, 1);

    game.play("e2e4").await;
    let boards = "return [...document.querySelectorAll('.message[data-author=Rookery]:not(.ephemeral)')].filter((one) => one.querySelector('.press')).length === 1";
    red.until("only the newest board has buttons", boards, vec![]).await;
}

/// Finds the newest private message.
const PRIVATE: &str =
    "const message = [...document.querySelectorAll('.message.ephemeral')].pop(); if (!message) return null;";

async fn rules(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let variant = games::from_slug("prison-break").expect("a game");
    red.challenge(variant, blue.name, None).await;
    blue.reads("@Red challenges @Blue to Prison Break.").await;
    blue.press("Rules").await;
    blue.is_told("Ice Queen (I) moves and captures one square").await;
    let below = "return message.querySelector('.card .container')?.textContent.includes('Source:')";
    blue.until("our readings below", &format!("{PRIVATE} {below}"), vec![]).await;
    let menu = "const menu = message.querySelector('.menu-button'); menu?.focus(); return menu && document.activeElement === menu && menu.textContent.includes('See a piece of Prison Break')";
    blue.until("the menu", &format!("{PRIVATE} {menu}"), vec![]).await;
    blue.keys("\u{E015}").await;
    blue.keys("I").await;
    blue.keys(ENTER).await;
    blue.is_told("Upper board").await;
    let shown = "return message.querySelector('.picture img')?.naturalWidth > 0";
    blue.until("the diagrams", &format!("{PRIVATE} {shown}"), vec![]).await;
    assert_eq!(red.private().await, 0, "nobody else reads it");
    table.shot(blue, "rules.png", 1280, 1200).await;
    blue.press("Decline").await;
    red.reads("@Red, @Blue declined your challenge (Prison Break).").await;
    assert!(red.is_pinged().await && !blue.is_pinged().await, "the challenger is");
    assert!(!red.buttons().await.contains(&"Accept".to_owned()), "the challenge has said so itself");
    blue.challenge(variant, red.name, None).await;
    red.tap("Accept").await;
    blue.reads("You win by checkmate, or when your King escapes through an exit, a4 or a5.").await;
    blue.reads(" to move: choose a piece below the newest board, or /move.").await;
    let command = "return [...message.querySelectorAll('.text button.mention')].some((one) => one.textContent === '/move')";
    blue.until("a command to press", &format!("{} {command}", super::table::NEWEST), vec![]).await;
}

async fn restart(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    game.play("e2e4").await;
    red.press("Offer draw").await;
    blue.reads("White (@Red) offers a draw").await;
    game.play("e7e5").await;

    table.kill_and_start_again();
    for seat in [red, blue] {
        seat.until("the bot is back", "return document.getElementById('banner').hidden && !document.getElementById('app').classList.contains('lost')", vec![])
            .await;
        seat.reads("Pawn e7-e5").await;
    }
    // An earlier question shows its outcome.
    let settled = "White (@Red) offered a draw, but Black (@Blue) played on.";
    let script = "return document.getElementById('app').textContent.includes(arguments[0])";
    blue.until(settled, script, vec![json!(settled)]).await;
    // The board from before still has working buttons; after a move its question is outdated and says so.
    red.press("Resign").await;
    red.is_told("Really resign").await;
    game.play("g1f3").await;
    red.press("Yes, resign").await;
    red.is_told("That board is old: it is now move 2").await;
    let fresh = "return [...document.querySelectorAll('.message.ephemeral')].pop().querySelector('.picture img')?.naturalWidth > 0";
    red.until("a fresh board", fresh, vec![]).await;
    game.play("b8c6").await;
}

async fn errors(table: &Table) {
    let red = &table.red;
    red.begin("challenge").await;
    // Nothing selected: the list is closed, Enter would send.
    red.keys(ESCAPE).await;
    red.keys(ENTER).await;
    red.until(
        "the error",
        "return document.getElementById('oops').textContent.includes('This option is required')",
        vec![],
    )
    .await;
    red.until("the field is marked", "return document.activeElement.id === 'option-variant' && document.activeElement.getAttribute('aria-invalid') === 'true'", vec![])
        .await;
    red.choose("variant", "chess", "Chess").await;
    red.add("color").await;
    red.keys("blue").await;
    red.keys(ENTER).await;
    red.until(
        "the choice",
        "return document.getElementById('oops').textContent.includes('none of the choices')",
        vec![],
    )
    .await;
    // The first Escape removes the option, the second the list of games, which comes from the bot, and the
    // third the command.
    red.keys(ESCAPE).await;
    let games = "return document.activeElement.id === 'option-variant' && document.querySelectorAll('#suggest-list [role=option]').length > 0";
    red.until("the list of games", games, vec![]).await;
    red.keys(ESCAPE).await;
    red.keys(ESCAPE).await;
    red.until("plain text again", "return !document.getElementById('compose-text').hidden", vec![]).await;
    red.keys("/nothing").await;
    red.until(
        "no such command",
        "return document.getElementById('suggest-note').textContent.includes('No command')",
        vec![],
    )
    .await;
    red.keys(ENTER).await;
    red.until(
        "the error",
        "return document.getElementById('oops').textContent.includes('no command /nothing')",
        vec![],
    )
    .await;
    assert!(
        red.ask("return document.querySelectorAll('.message').length").await == json!(0),
        "nothing was sent"
    );
}

async fn access(table: &Table) {
    let red = &table.red;
    let roles = "const has = (what) => document.querySelector(what) !== null;
        return has('[role=log][aria-label]') && has('textarea[aria-autocomplete=list][aria-controls][aria-label]') &&
            has('#suggest-list[role=listbox]') && has('nav[aria-label] a[aria-current=page]') && has('a.skip')";
    red.until("roles and names", roles, vec![]).await;
    assert_eq!(red.ask(NAMELESS).await, json!([]), "everything that can be used has a name");

    Match::begin(red, &table.blue, "squirrel", None).await;
    red.picture().await;
    for width in [320, 380, 760] {
        table.client.set_window_size(width, 700).await.expect("the window changes");
        red.until(&format!("it fits {width} px"), FITS, vec![json!(width)]).await;
    }
    // From the picture's description back to the field by keyboard only.
    red.until("the description opens", "const alt = document.querySelector('.alt summary'); alt.focus(); return document.activeElement === alt", vec![]).await;
    red.keys(ENTER).await;
    red.until("the description", "return document.querySelector('.alt[open] p')?.offsetHeight > 0", vec![])
        .await;
    red.keys(TAB).await;
    let moved =
        "return document.activeElement !== document.body && !document.activeElement.matches('summary')";
    red.until("Tab goes on", moved, vec![]).await;
}

async fn markup(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    red.until("the field", "const field = document.getElementById('compose-text'); field.focus(); return document.activeElement === field", vec![]).await;
    red.keys("**bold** <img src=x onerror=alert(1)> `code` @Blue").await;
    red.keys(ENTER).await;
    // The first Enter accepted the suggested name.
    red.until(
        "the name is taken",
        "return document.getElementById('compose-text').value.endsWith('@Blue ')",
        vec![],
    )
    .await;
    red.keys(ENTER).await;
    let shown = "const message = [...document.querySelectorAll('.message')].pop();
        return message?.querySelector('strong')?.textContent === 'bold' && message.querySelector('code')?.textContent === 'code' &&
            !message.querySelector('.text img') && message.textContent.includes('<img src=x') &&
            message.classList.contains('pinged')";
    blue.until("the message", shown, vec![]).await;
}

/// Texts and a name that would be active in a page that does not escape them. They would set `window.hurt`.
const HOSTILE: [&str; 6] = [
    "<script>window.hurt = 1</script>",
    "<svg onload=window.hurt=1>",
    "[press](javascript:window.hurt=1)",
    "<https://x\" onmouseover=\"window.hurt=1>",
    "[a](data:text/html,<script>window.hurt=1</script>)",
    "</span><iframe srcdoc='<script>parent.hurt=1</script>'>",
];

async fn hostile(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    for text in HOSTILE {
        red.until("the field", "const field = document.getElementById('compose-text'); field.focus(); return document.activeElement === field", vec![]).await;
        red.keys(text).await;
        red.keys(ENTER).await;
        let last =
            "return [...document.querySelectorAll('.message')].pop()?.textContent.includes(arguments[0])";
        // A link may show only its words.
        let words = text.split(['(', '"']).next().expect("a part").trim_matches(['[', ']']);
        blue.until(text, last, vec![json!(words)]).await;
    }
    let named = "<img src=x onerror=window.hurt=1>";
    red.click("New thread", "return document.querySelector('[aria-label=\"New thread\"]')", vec![]).await;
    red.until("the form", "return document.activeElement?.matches('dialog input')", vec![]).await;
    red.keys(named).await;
    red.keys(ENTER).await;
    let shown = "return document.body.textContent.includes(arguments[0])";
    red.until("the thread's name", shown, vec![json!(named)]).await;
    blue.until("the thread's name", shown, vec![json!(named)]).await;
    let harmless = "return window.hurt === undefined && !document.querySelector(\"iframe, .message script, .message svg[onload], img[src=x]\")
        && [...document.querySelectorAll('a')].every((one) => /^(https?:|#|\\/|$)/.test(one.getAttribute('href') ?? ''))";
    for seat in [red, blue] {
        seat.until("nothing has happened", harmless, vec![]).await;
    }
}

async fn lists(table: &Table) {
    let red = &table.red;
    red.command("settings", &[]).await;
    red.is_told("Your settings.").await;
    red.tap("One by one").await;
    let many = "return document.querySelectorAll('.menu-button').length > 5";
    red.until("the menus", many, vec![]).await;
    let menus = red.ask("return document.querySelectorAll('.menu-button').length").await;
    let menus = menus.as_u64().expect("a number");
    for width in [1280, 320] {
        resize(table, red, width).await;
        for edge in ["start", "end"] {
            for menu in 0..menus {
                let scrolled = "const menu = document.querySelectorAll('.menu-button')[arguments[0]];
                    menu.scrollIntoView({ block: arguments[1] });
                    return menu";
                let at = vec![json!(menu), json!(edge)];
                red.click("a menu", scrolled, at).await;
                let whole = "const list = document.querySelector('.menu-list:not([hidden])');
                    const [box, room] = [list, document.getElementById('log')].map((one) => one?.getBoundingClientRect());
                    return box && box.top >= room.top && box.bottom <= room.bottom";
                red.until(&format!("the list of menu {menu} at the {edge} of {width} px"), whole, vec![])
                    .await;
                red.keys(ESCAPE).await;
                let closed = "return !document.querySelector('.menu-list:not([hidden])')";
                red.until("the list is closed", closed, vec![]).await;
            }
        }
    }
}
