//! The form of `/settings`: its content, and that only fields the user changed take effect.

use rookery::sandbox::{Member, Message, Response, Upshot};
use serde_json::{Value, json};

use super::settings::{menus, set};
use crate::bot::bench::{Bench, message, wait_for};

tests_on_both!(
    the_form_shows_what_is_set_and_sets_several_at_once,
    a_form_in_which_nothing_was_changed_changes_nothing,
    what_was_set_since_the_form_opened_stays,
    what_the_form_does_not_have_is_refused_and_changes_nothing,
    a_group_that_comes_empty_or_not_at_all_is_as_it_was;
    the_client_takes_no_group_without_a_choice,
);

/// Opens a form by its button.
pub async fn opens(who: &Member, card: &Message, button: &str) -> Response {
    let opened = who.click(card, button).await;
    assert_eq!(opened.outcome, Upshot::Modal, "{}", opened.text());
    opened
}

/// The groups of a form: their names and selections.
pub fn groups(opened: &Response) -> Vec<(String, Vec<String>)> {
    let form = opened.modal.as_ref().expect("a form");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let group = |label: &Value| {
        let part = &label["component"];
        let lines = part["options"].as_array().into_iter().flatten();
        let chosen = lines.filter(|line| line["default"] == true).map(|line| text(&line["value"]));
        (text(&part["custom_id"]), chosen.collect())
    };
    form["components"].as_array().expect("labels").iter().map(group).collect()
}

/// Replaces the value of a field in later submissions; null removes the field.
pub fn instead(bench: &Bench, field: &'static str, holds: Value) {
    bench.discord.alter_interactions(move |event| {
        let parts = event.pointer_mut("/data/components").and_then(Value::as_array_mut);
        for label in parts.into_iter().flatten() {
            let part = &mut label["component"];
            if part["custom_id"] == field {
                let of_the_field = json!({ "type": part["type"], "id": part["id"], "custom_id": field });
                *part = if holds.is_null() { json!({}) } else { of_the_field };
                for (key, value) in holds.as_object().into_iter().flatten() {
                    part[key] = value.clone();
                }
            }
        }
    });
}

/// Ends such replacements.
pub fn as_filled(bench: &Bench) {
    bench.discord.alter_interactions(|_| ());
}

#[track_caller]
pub fn is_unread(answer: &Response) {
    assert!(answer.outcome == Upshot::Message && answer.is_ephemeral(), "{answer:?}");
    assert!(answer.text().starts_with("I could not read that."), "{}", answer.text());
}

async fn form(who: &Member) -> Response {
    opens(who, &message(&who.slash("settings", &[]).await), "Change several").await
}

/// Number of people who have set something in the form.
async fn have_set(bench: &Bench) -> i64 {
    bench
        .count(
            "SELECT count(*) FROM people WHERE pings IS NOT NULL OR side IS NOT NULL OR theme IS NOT NULL
             OR coordinates IS NOT NULL OR size IS NOT NULL OR reminders IS NOT NULL OR standing IS NOT NULL",
        )
        .await
}

fn the_form_shows_what_is_set_and_sets_several_at_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        set(&red, "side", "white").await;
        let opened = form(&red).await;
        let shown = |of: &str, chosen: &[&str]| {
            (of.to_owned(), chosen.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(
            groups(&opened),
            [
                shown("switches", &["pings", "coordinates"]),
                shown("reminders", &["channel"]),
                shown("side", &["white"]),
                shown("theme", &["wood"]),
                shown("standing", &["server"]),
            ]
        );
        let values =
            [("switches", "coordinates"), ("switches", "size"), ("theme", "ice"), ("Reminders", "none")];
        let set = red.submit(&opened, &values).await;
        assert_eq!(set.outcome, Upshot::Update, "{}", set.text());
        let told = "Changed: **Pings: off, your games name you without notifying you**, **Board size: large**, **Reminders: none** and \
            **Theme: ice**. Your settings.";
        assert!(set.text().starts_with(told), "{}", set.text());
        let now = "Coordinates: shown\nBoard size: large\nReminders: none\nBoard side: always White at the bottom\nTheme: ice\n";
        assert!(set.text().contains(now), "{}", set.text());
        let kept =
            "SELECT count(*) FROM people WHERE theme = 'ice' AND size = 'large' AND reminders = 'none'";
        assert_eq!(bench.count(kept).await, 1);
        // The returned card opens the form again, with the current values.
        let again = groups(&opens(&red, &message(&set), "Change several").await);
        assert_eq!(again[0], shown("switches", &["coordinates", "size"]));
        assert_eq!(again[3], shown("theme", &["ice"]));
        bench.finish().await;
    });
}

fn a_form_in_which_nothing_was_changed_changes_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let same = red.submit(&form(&red).await, &[]).await;
        assert_eq!(same.outcome, Upshot::Update, "{}", same.text());
        assert!(same.text().starts_with("Nothing has changed. Your settings."), "{}", same.text());
        assert_eq!(have_set(&bench).await, 0);
        bench.finish().await;
    });
}

fn what_was_set_since_the_form_opened_stays() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let opened = form(&red).await;
        set(&red, "theme", "green").await;
        set(&red, "pings", "off").await;
        // Another process can receive the submission.
        bench.stop().await;
        bench.start().await;
        let told = red
            .submit(&opened, &[("switches", "pings"), ("switches", "coordinates"), ("switches", "size")])
            .await;
        assert!(told.text().starts_with("Changed: **Board size: large**. Your settings."), "{}", told.text());
        assert!(
            told.text().contains("Pings: off") && told.text().contains("Theme: green"),
            "{}",
            told.text()
        );
        // A setting changed in both gets the form's value, which came last.
        let told = red.submit(&opened, &[("theme", "ice")]).await;
        assert!(told.text().starts_with("Changed: **Theme: ice**. Your settings."), "{}", told.text());
        assert!(told.text().contains("Board size: large"), "{}", told.text());
        bench.finish().await;
    });
}

fn what_the_form_does_not_have_is_refused_and_changes_nothing() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let opened = form(&red).await;
        for (field, holds) in [
            ("theme", json!({ "value": "mud" })),
            ("theme", json!({ "value": "" })),
            ("theme", json!({ "value": true })),
            ("theme", json!({ "values": ["ice"] })),
            ("switches", json!({ "values": ["size", "gravity"] })),
            ("switches", json!({ "value": "size" })),
            ("switches", json!({ "value": false })),
        ] {
            instead(&bench, field, holds);
            is_unread(&red.submit(&opened, &[("reminders", "none")]).await);
        }
        for id in [
            "v2:settings-form",
            "v2:settings-form:on.on",
            "v2:settings-form:on.on.normal.channel.own.mud.server",
            "v2:settings",
        ] {
            bench.discord.alter_interactions(move |event| event["data"]["custom_id"] = json!(id));
            let told = red.submit(&opened, &[("reminders", "none")]).await;
            assert!(
                told.is_ephemeral() && told.text().starts_with("I do not know this form."),
                "{id}: {}",
                told.text()
            );
        }
        assert_eq!(have_set(&bench).await, 0);
        as_filled(&bench);
        assert_eq!(red.submit(&opened, &[("reminders", "none")]).await.outcome, Upshot::Update);
        bench.finish().await;
    });
}

fn a_group_that_comes_empty_or_not_at_all_is_as_it_was() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let opened = form(&red).await;
        for holds in [json!({ "value": null }), Value::Null] {
            instead(&bench, "theme", holds);
            let told = red.submit(&opened, &[("theme", "ice"), ("reminders", "none")]).await;
            assert!(told.text().starts_with("Changed: **Reminders: none**. "), "{}", told.text());
        }
        instead(&bench, "switches", Value::Null);
        let told = red.submit(&opened, &[("switches", "size"), ("theme", "ice")]).await;
        assert!(told.text().starts_with("Changed: **Theme: ice**. "), "{}", told.text());
        as_filled(&bench);
        // With all boxes unticked the group is submitted empty.
        let told = red.submit(&opened, &[("switches", "")]).await;
        let off = "Changed: **Pings: off, your games name you without notifying you** and **Coordinates: not shown**. ";
        assert!(told.text().starts_with(off), "{}", told.text());
        assert!(!menus(&red).await.content.is_empty());
        bench.finish().await;
    });
}

fn the_client_takes_no_group_without_a_choice() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let opened = form(&red).await;
        for (values, why) in [
            ([("theme", "")], "This field is required"),
            ([("theme", "mud")], "The form has no such option."),
            ([("switches", "gravity")], "The form has no such option."),
        ] {
            let refused = red.submit(&opened, &values).await;
            assert_eq!((refused.answered(), refused.text()), (false, why));
        }
        assert_eq!(have_set(&bench).await, 0);
        bench.finish().await;
    });
}
