//! The form of `/server`: its content, its permissions, and that only fields the user changed take effect.

use crate::bot::permission;
use rookery::sandbox::{Response, Upshot};
use serde_json::{Value, json};

use super::server::{card, kept};
use crate::bot::bench::{Bench, message, wait_for};
use crate::bot::people::settings_form::{as_filled, groups, instead, is_unread, opens};

tests_on_both!(
    the_form_shows_what_a_server_has_and_sets_several_at_once,
    nothing_changed_changes_nothing,
    what_somebody_else_set_since_the_form_opened_stays,
    whoever_no_longer_manages_the_server_sets_nothing,
    what_the_form_does_not_have_is_refused_and_changes_nothing,
);

/// The form, opened from a page by the server's manager.
async fn form(bench: &Bench, page: &str) -> Response {
    let red = bench.red("games");
    opens(&red, &card(&red, page).await, "Change several").await
}

async fn servers(bench: &Bench) -> i64 {
    bench.count("SELECT count(*) FROM servers").await
}

fn the_form_shows_what_a_server_has_and_sets_several_at_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        kept(&red, "Places", "bot-games", &["threads"]).await;
        let opened = form(&bench, "Games").await;
        let shown = |of: &str, chosen: &str| (of.to_owned(), vec![chosen.to_owned()]);
        assert_eq!(
            groups(&opened),
            [
                shown("pace", "none"),
                shown("thread", "auto"),
                shown("bot-games", "threads"),
                shown("side", "players"),
                shown("theme", "players"),
            ]
        );
        let set = red.submit(&opened, &[("pace", "3d"), ("Threads", "no"), ("theme", "ice")]).await;
        assert_eq!(set.outcome, Upshot::Update, "{}", set.text());
        let told = "Changed: **Pace: 3 days a move**, **Threads: No** and **Theme: ice**. **Games.** ";
        assert!(set.text().starts_with(told), "{}", set.text());
        let stored = "SELECT count(*) FROM servers WHERE pace = '3d' AND thread = 'no' AND theme = 'ice' AND side IS NULL";
        assert_eq!(bench.count(stored).await, 1);
        // The page from which it was opened is shown again, with its menus.
        let page = message(&set);
        let menu = page.components().find(|one| one["custom_id"] == "v2:server-set:pace").expect("a menu");
        let chosen: Vec<&Value> =
            menu["options"].as_array().into_iter().flatten().filter(|one| one["default"] == true).collect();
        assert_eq!(chosen.iter().map(|one| &one["value"]).collect::<Vec<_>>(), ["3d"]);
        // The settings apply to a challenge.
        let blue = bench.blue("games");
        let offer = message(&red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await);
        assert!(offer.content.contains("Three days for each move."), "{}", offer.content);
        bench.finish().await;
    });
}

fn nothing_changed_changes_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let same = bench.red("games").submit(&form(&bench, "Places").await, &[]).await;
        assert_eq!(same.outcome, Upshot::Update, "{}", same.text());
        assert!(same.text().starts_with("Nothing has changed. **Places.** "), "{}", same.text());
        assert_eq!(servers(&bench).await, 0);
        bench.finish().await;
    });
}

fn what_somebody_else_set_since_the_form_opened_stays() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let opened = form(&bench, "Boards").await;
        kept(&red, "Places", "thread", &["no"]).await;
        kept(&red, "Boards", "theme", &["green"]).await;
        bench.stop().await;
        bench.start().await;
        let told = red.submit(&opened, &[("side", "white")]).await;
        let only = "Changed: **Board side: always White at the bottom**. **Boards.** ";
        assert!(told.text().starts_with(only), "{}", told.text());
        let stored =
            "SELECT count(*) FROM servers WHERE thread = 'no' AND theme = 'green' AND side = 'white'";
        assert_eq!(bench.count(stored).await, 1);
        bench.finish().await;
    });
}

fn whoever_no_longer_manages_the_server_sets_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let card = card(&red, "Games").await;
        let opened = opens(&red, &card, "Change several").await;
        red.set_permissions(0, permission::MANAGE_GUILD);
        for late in [red.submit(&opened, &[("pace", "1d")]).await, red.click(&card, "Change several").await] {
            assert!(late.outcome == Upshot::Message && late.is_ephemeral(), "{late:?}");
            assert_eq!(late.text(), "Only those who may **Manage Server** can set this.");
        }
        assert_eq!(servers(&bench).await, 0);
        bench.finish().await;
    });
}

fn what_the_form_does_not_have_is_refused_and_changes_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let opened = form(&bench, "Games").await;
        for (field, holds) in [
            ("pace", json!({ "value": "1s" })),
            ("pace", json!({ "values": ["1d"] })),
            ("theme", json!({ "value": false })),
            ("side", json!({ "value": "own" })),
        ] {
            instead(&bench, field, holds);
            is_unread(&red.submit(&opened, &[("thread", "no")]).await);
        }
        assert_eq!(servers(&bench).await, 0);
        instead(&bench, "pace", json!({ "value": null }));
        let told = red.submit(&opened, &[("thread", "no")]).await;
        assert!(told.text().starts_with("Changed: **Threads: No**. "), "{}", told.text());
        as_filled(&bench);
        let refused = red.submit(&opened, &[("pace", "")]).await;
        assert_eq!((refused.answered(), refused.text()), (false, "This field is required"));
        bench.finish().await;
    });
}
