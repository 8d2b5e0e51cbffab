//! The form of `/tournament create`: options are preselected, and a submission obeys the same rules as the
//! options.

use crate::bot::permission;
use rookery::sandbox::{Member, Response, Upshot};
use serde_json::{Value, json};

use super::settings_form::{as_filled, groups, instead, is_unread, opens};
use super::tournaments::{made, refused, stands};
use crate::bot::bench::{Bench, message, wait_for};
use crate::bot::places::server::kept;

tests_on_both!(
    without_options_a_form_makes_a_tournament,
    what_was_said_as_options_is_chosen_in_the_form,
    whoever_may_make_none_gets_no_form_and_makes_none_by_one,
    a_refused_form_can_be_filled_in_again,
    what_does_not_fit_the_kind_is_refused_as_with_options,
    what_the_form_does_not_have_makes_no_tournament;
    the_client_asks_for_a_kind_and_a_game,
);

/// Opens the form with these options.
async fn form(who: &Member, options: &[(&str, &str)]) -> Response {
    let opened = who.slash("tournament create", options).await;
    assert_eq!(opened.outcome, Upshot::Modal, "{}", opened.text());
    opened
}

async fn tournaments(bench: &Bench) -> i64 {
    bench.count("SELECT count(*) FROM tournaments").await
}

/// The selections and texts of a form's groups and fields.
fn shown(opened: &Response) -> Vec<Vec<String>> {
    let chosen = groups(opened).into_iter().map(|(_, chosen)| chosen);
    let mut all: Vec<Vec<String>> = chosen.collect();
    let form = opened.modal.as_ref().expect("a form");
    let days = form["components"].as_array().and_then(|all| all.last()).expect("the days");
    all.pop();
    all.push(days["component"]["value"].as_str().map(str::to_owned).into_iter().collect());
    all
}

fn lists(all: [&[&str]; 5]) -> Vec<Vec<String>> {
    all.iter().map(|one| one.iter().map(|text| (*text).to_owned()).collect()).collect()
}

#[track_caller]
fn is_made(told: &Response) {
    assert!(told.outcome == Upshot::Message && told.is_ephemeral(), "{told:?}");
    assert_eq!(told.text(), "The tournament is made. Its message follows in this channel.");
}

fn without_options_a_form_makes_a_tournament() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("hall");
        let opened = form(&red, &[]).await;
        assert_eq!(shown(&opened), lists([&[], &[], &["3d"], &[], &[]]));
        assert_eq!(tournaments(&bench).await, 0);
        let values = [
            ("Who meets whom", "Knock-out: whoever loses is out"),
            ("games", "chess"),
            ("games", "squirrel"),
            ("pace", "1d"),
            ("more", "rated"),
            ("days", "7 "),
        ];
        is_made(&red.submit(&opened, &values).await);
        let open = stands(&bench, &red.channel(), "For 4 to 32 players. It begins <t:").await;
        for told in [
            "Chess",
            "Squirrel Chess",
            "Knock-out: two games for each pair.",
            "One day for each move.",
            "Its games are rated.",
        ] {
            assert!(open.content.contains(told), "{told}: {}", open.content);
        }
        let stored = "SELECT count(*) FROM tournaments WHERE kind = 'knock-out' AND pace = '1d' AND starts_at IS NOT NULL";
        assert_eq!(bench.count(stored).await, 1);
        bench.finish().await;
    });
}

fn what_was_said_as_options_is_chosen_in_the_form() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("hall");
        let options = [
            ("variant", "squirrel"),
            ("second", "hiashatar"),
            ("pace", "8h"),
            ("rated", "true"),
            ("twice", "true"),
            ("least", "4"),
            ("most", "9"),
            ("days", "3"),
        ];
        let opened = form(&red, &options).await;
        assert_eq!(
            shown(&opened),
            lists([&[], &["squirrel", "hiashatar"], &["8h"], &["rated", "twice"], &["3"]])
        );
        let kind = form(&red, &[("kind", "swiss")]).await;
        assert_eq!(shown(&kind), lists([&["swiss"], &[], &["3d"], &[], &[]]));
        // Options without a field are kept with the form.
        bench.stop().await;
        bench.start().await;
        is_made(&red.submit(&opened, &[("kind", "round-robin"), ("days", "")]).await);
        let open = stands(&bench, &red.channel(), "For 4 to 9 players. It begins when it is full.").await;
        assert!(open.content.contains("everybody meets everybody twice"), "{}", open.content);
        bench.finish().await;
    });
}

fn whoever_may_make_none_gets_no_form_and_makes_none_by_one() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("hall"), bench.blue("hall"));
        let not_allowed = "Only people who manage this server, or have the role chosen in ";
        refused(&blue.slash("tournament create", &[]).await, not_allowed);
        let opened = form(&red, &[("variant", "chess")]).await;
        red.channel().deny_bot(permission::CREATE_PUBLIC_THREADS);
        for late in
            [red.slash("tournament create", &[]).await, red.submit(&opened, &[("kind", "swiss")]).await]
        {
            refused(&late, "I lack the permission **Create Public Threads** in this channel");
        }
        red.channel().allow_bot();
        red.set_permissions(0, permission::MANAGE_GUILD);
        refused(&red.submit(&opened, &[("kind", "swiss")]).await, not_allowed);
        assert_eq!(tournaments(&bench).await, 0);
        red.set_permissions(permission::MANAGE_GUILD, 0);
        // A variant no longer offered is refused, and so is a second tournament created meanwhile.
        kept(&red, "Games", "games", &["squirrel"]).await;
        refused(&red.submit(&opened, &[("kind", "swiss")]).await, "Chess is not played in this server");
        let games = red.submit(&form(&red, &[]).await, &[("kind", "swiss"), ("games", "squirrel")]).await;
        is_made(&games);
        let has_one = "This channel has a tournament that is not over.";
        refused(&red.slash("tournament create", &[]).await, has_one);
        assert_eq!(tournaments(&bench).await, 1);
        bench.finish().await;
    });
}

fn a_refused_form_can_be_filled_in_again() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("hall");
        let opened = form(&red, &[("most", "8")]).await;
        for days in ["0", "31", "-3", "so"] {
            let values = [("kind", "round-robin"), ("games", "chess"), ("more", "twice"), ("days", days)];
            let told = red.submit(&opened, &values).await;
            refused(
                &told,
                "The days until it begins are a number from 1 to 30, or are left empty. No tournament is made.",
            );
            assert_eq!(told.labels(), ["Fill in again"]);
            bench.stop().await;
            bench.start().await;
            let again = opens(&red, &message(&told), "Fill in again").await;
            assert_eq!(shown(&again), lists([&["round-robin"], &["chess"], &["3d"], &["twice"], &[]]));
        }
        assert_eq!(tournaments(&bench).await, 0);
        let told = red.submit(&opened, &[("kind", "swiss"), ("games", "chess"), ("days", "31")]).await;
        let again = opens(&red, &message(&told), "Fill in again").await;
        is_made(&red.submit(&again, &[("kind", "knock-out"), ("days", "30")]).await);
        stands(&bench, &red.channel(), "For 4 to 8 players. It begins <t:").await;
        bench.finish().await;
    });
}

fn what_does_not_fit_the_kind_is_refused_as_with_options() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("hall");
        let by_options =
            red.slash("tournament create", &[("kind", "swiss"), ("variant", "chess"), ("least", "3")]).await;
        let opened = form(&red, &[("variant", "chess"), ("least", "3")]).await;
        let told = red.submit(&opened, &[("kind", "swiss")]).await;
        assert_eq!(told.text(), by_options.text());
        refused(&told, "A Swiss tournament needs 9 players or more");
        let again = opens(&red, &message(&told), "Fill in again").await;
        assert_eq!(shown(&again)[0], ["swiss"]);
        assert_eq!(tournaments(&bench).await, 0);
        is_made(&red.submit(&again, &[("kind", "round-robin")]).await);
        // A form can create only one tournament in this channel.
        refused(
            &red.submit(&again, &[("kind", "round-robin")]).await,
            "This channel has a tournament that is not over.",
        );
        refused(
            &red.click(&message(&told), "Fill in again").await,
            "This channel has a tournament that is not over.",
        );
        assert_eq!(tournaments(&bench).await, 1);
        bench.finish().await;
    });
}

fn what_the_form_does_not_have_makes_no_tournament() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("hall");
        let opened = form(&red, &[]).await;
        let whole = [("kind", "knock-out"), ("games", "chess")];
        for (field, holds) in [
            ("kind", json!({ "value": "ladder" })),
            ("kind", json!({ "values": ["swiss"] })),
            ("games", json!({ "values": ["ludo"] })),
            ("games", json!({ "values": ["chess", "squirrel", "hiashatar", "ninjutsu"] })),
            ("games", json!({ "value": "chess" })),
            ("pace", json!({ "value": "14d" })),
            ("more", json!({ "values": ["rated", "free"] })),
            ("days", json!({ "value": true })),
        ] {
            instead(&bench, field, holds);
            is_unread(&red.submit(&opened, &whole).await);
        }
        let incomplete = "A tournament needs a kind and a game. No tournament is made.";
        for (field, holds) in
            [("kind", json!({ "value": null })), ("kind", Value::Null), ("games", json!({ "values": [] }))]
        {
            instead(&bench, field, holds);
            let told = red.submit(&opened, &whole).await;
            refused(&told, incomplete);
            assert_eq!(told.labels(), ["Fill in again"]);
        }
        bench
            .discord
            .alter_interactions(|event| event["data"]["custom_id"] = json!("v2:tournament-form:...:..:ludo"));
        refused(&red.submit(&opened, &whole).await, "I do not know this form.");
        assert_eq!(tournaments(&bench).await, 0);
        as_filled(&bench);
        is_made(&red.submit(&opened, &whole).await);
        bench.finish().await;
    });
}

fn the_client_asks_for_a_kind_and_a_game() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("hall");
        let opened = form(&red, &[]).await;
        for values in [&[][..], &[("kind", "swiss")], &[("games", "chess")]] {
            let refused = red.submit(&opened, values).await;
            assert_eq!((refused.answered(), refused.text()), (false, "This field is required"));
        }
        assert_eq!(tournaments(&bench).await, 0);
        // With kind and variant given as options no form is needed.
        made(&bench, &[("kind", "swiss")]).await;
        bench.finish().await;
    });
}
