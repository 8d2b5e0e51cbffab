//! `/server`: the server's settings for games.

use crate::bot::permission;
use rookery::game::Color;
use rookery::games;
use rookery::render::Look;
use rookery::rules::Variant;
use rookery::sandbox::{Channel, ChannelType, Member, Message, Response, Upshot};
use rookery::words::{Label, Languages, Words};
use serde_json::{Value, json};

use crate::bot::bench::{Bench, done, message, wait_for};
use crate::bot::people::languages;
use crate::bot::people::settings::{drawn, in_theme, set as set_own, shows, usual};
use crate::house::languages::PSEUDO;

tests_on_both!(
    the_card_is_for_those_who_manage_the_server,
    what_is_set_is_kept_and_shown,
    games_begin_where_the_server_wants_them,
    games_that_the_server_does_not_offer_are_refused,
    what_a_challenge_does_not_say_is_as_the_server_has_it,
    challenges_to_anybody_notify_the_role_of_the_server,
    a_role_that_cannot_be_notified_is_told,
    a_channel_in_which_the_bot_lacks_permissions_is_not_taken,
    a_voice_channel_needs_one_permission_more,
    of_many_channels_in_which_the_bot_lacks_permissions_all_is_told,
    what_was_no_card_becomes_one,
    public_boards_are_drawn_as_the_server_wants_them,
    everybody_reads_the_language_of_the_server,
);

/// The card, on the page that this button opens.
pub async fn card(who: &Member, page: &str) -> Message {
    let first = message(&who.slash("server", &[]).await);
    let card = if page == "Places" { first } else { message(&who.click(&first, page).await) };
    assert!(card.is_card() && card.is_ephemeral(), "{}", card.content);
    card
}

/// Changes a setting. Returns the answer.
pub async fn set(who: &Member, page: &str, part: &str, values: &[&str]) -> Response {
    who.select(&card(who, page).await, &format!("v2:server-set:{part}"), values).await
}

/// Changes a setting and asserts that it is stored. Returns the card.
pub async fn kept(who: &Member, page: &str, part: &str, values: &[&str]) -> Message {
    let answer = set(who, page, part, values).await;
    assert_eq!(answer.outcome, Upshot::Update, "{}", answer.text());
    assert!(answer.text().starts_with("Saved. "), "{}", answer.text());
    message(&answer)
}

/// Makes Discord omit the bot's permissions in a selected channel.
pub fn says_nothing_of_permissions(bench: &Bench) {
    bench.discord.alter_interactions(|event| {
        let channels = event.pointer_mut("/data/resolved/channels").and_then(Value::as_object_mut);
        for (_, channel) in channels.into_iter().flatten() {
            channel.as_object_mut().expect("a channel").remove("app_permissions");
        }
    });
}

fn menu<'a>(card: &'a Message, part: &str) -> &'a Value {
    let id = format!("v2:server-set:{part}");
    card.components().find(|one| one["custom_id"] == id).unwrap_or_else(|| panic!("no {part}"))
}

/// The selected options of a menu.
fn chosen(card: &Message, part: &str) -> Vec<String> {
    let menu = menu(card, part);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let lines = menu["options"].as_array().into_iter().flatten();
    let lines = lines.filter(|line| line["default"] == true).map(|line| text(&line["value"]));
    lines.chain(menu["default_values"].as_array().into_iter().flatten().map(|one| text(&one["id"]))).collect()
}

async fn challenge(who: &Member, options: &[(&str, &str)]) -> Response {
    let mut all = vec![("variant", "chess")];
    all.extend(options);
    who.slash("challenge", &all).await
}

#[track_caller]
fn refused(answer: &Response, sentence: &str) {
    assert!(answer.outcome == Upshot::Message && answer.is_ephemeral(), "{answer:?}");
    assert_eq!(answer.text(), sentence);
}

/// The id of a role of the stand-in.
fn role(card: &Message, name: &str, bench: &Bench) -> String {
    assert!(menu(card, "role")["type"] == 6);
    bench.discord.role(name).expect("a role")
}

fn the_card_is_for_those_who_manage_the_server() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let commands = bench.discord.commands();
        let command = commands.iter().find(|command| command["name"] == "server").expect("the command");
        assert_eq!(command["default_member_permissions"], permission::MANAGE_GUILD.to_string());
        assert_eq!(command["contexts"], json!([0]));
        assert!(matches!(blue.slash("server", &[]).await.outcome, Upshot::Refused(_)));
        let card = card(&red, "Places").await;
        assert!(card.is_ephemeral() && card.pings().is_empty());
        // The permission may be lost while the card is open.
        red.set_permissions(0, permission::MANAGE_GUILD);
        let late = red.select(&card, "v2:server-set:thread", &["no"]).await;
        refused(&late, "Only those who may **Manage Server** can set this.");
        refused(&red.click(&card, "Games").await, "Only those who may **Manage Server** can set this.");
        assert_eq!(bench.count("SELECT count(*) FROM servers").await, 0);
        red.set_permissions(permission::ADMINISTRATOR, 0);
        kept(&red, "Places", "thread", &["no"]).await;
        bench.finish().await;
    });
}

fn what_is_set_is_kept_and_shown() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let (here, other) = (red.channel(), red.in_channel("other").channel());
        let first = card(&red, "Games").await;
        let players = role(&first, "Players", &bench);
        for (page, part, usual) in [
            ("Places", "thread", "auto"),
            ("Games", "pace", "none"),
            ("Boards", "side", "players"),
            ("Boards", "theme", "players"),
            ("Boards", "language", "none"),
        ] {
            assert_eq!(chosen(&card(&red, page).await, part), [usual], "{part}");
        }
        assert_eq!(chosen(&first, "games").len(), games::all().count(), "all games are offered");
        for (page, part, values) in [
            ("Places", "channels", vec![here.id(), other.id()]),
            ("Places", "lobby", vec![other.id()]),
            ("Places", "daily", vec![other.id()]),
            ("Places", "thread", vec!["yes"]),
            ("Games", "games", vec!["chess", "squirrel"]),
            ("Games", "pace", vec!["3d"]),
            ("Games", "role", vec![players.as_str()]),
            ("Games", "organisers", vec![players.as_str()]),
            ("Boards", "side", vec!["white"]),
            ("Boards", "theme", vec!["ice"]),
            ("Boards", "language", vec!["en"]),
        ] {
            let mut set = chosen(&kept(&red, page, part, &values).await, part);
            set.sort();
            let mut values = values;
            values.sort_unstable();
            assert_eq!(set, values, "{part}");
        }
        bench.stop().await;
        bench.start().await;
        // A card from before the restart works, and shows the current settings.
        let places = message(&red.select(&first, "v2:server-set:pace", &["1d"]).await);
        assert_eq!(chosen(&places, "pace"), ["1d"]);
        let places = card(&red, "Places").await;
        // Each setting is said once, by its menu.
        assert!(
            places.content.starts_with("**Places.** A thread counts as its channel.\n"),
            "{}",
            places.content
        );
        assert!(!places.content.contains(other.id()), "{}", places.content);
        // All settings can be undone.
        for (page, part) in [
            ("Places", "channels"),
            ("Places", "lobby"),
            ("Places", "daily"),
            ("Games", "role"),
            ("Games", "organisers"),
        ] {
            assert!(chosen(&kept(&red, page, part, &[]).await, part).is_empty(), "{part}");
        }
        bench.finish().await;
    });
}

fn games_begin_where_the_server_wants_them() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, other) = (bench.red("games"), bench.red("other"));
        kept(&red, "Places", "channels", &[red.channel().id()]).await;
        let sentence =
            format!("Games are not played in this channel; challenge in <#{}>.", red.channel().id());
        refused(&challenge(&other, &[]).await, &sentence);
        refused(&challenge(&other, &[("opponent", other.id())]).await, &sentence);
        assert_eq!(bench.count("SELECT count(*) FROM challenges").await, 0);
        // A thread counts as its channel, which here is merely occupied.
        done(&challenge(&red, &[("opponent", red.id()), ("thread", "yes")]).await);
        let thread = bench.discord.threads().remove(0);
        let there = challenge(&red.at(&thread), &[("opponent", red.id())]).await;
        assert!(there.text().starts_with("This channel already hosts a game"), "{}", there.text());
        done(&challenge(&red, &[]).await);
        // Once all channels are allowed, other channels are no longer refused.
        kept(&red, "Places", "channels", &[]).await;
        done(&challenge(&other, &[]).await);
        bench.finish().await;
    });
}

fn games_that_the_server_does_not_offer_are_refused() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        kept(&red, "Games", "games", &["Squirrel Chess", "claustrophobia"]).await;
        let sentence = "Chess is not played in this server; choose Squirrel Chess or Claustrophobia.";
        refused(&challenge(&red, &[]).await, sentence);
        done(&red.slash("challenge", &[("variant", "squirrel")]).await);
        let none = set(&red, "Games", "games", &[]).await;
        assert!(matches!(none.outcome, Upshot::Refused(_)), "one at least");
        let all: Vec<&str> = games::all().map(Variant::slug).collect();
        kept(&red, "Games", "games", &all).await;
        done(&challenge(&red, &[]).await);
        // Selecting all includes future ones.
        assert_eq!(bench.count("SELECT count(*) FROM servers WHERE games IS NULL").await, 1);
        bench.finish().await;
    });
}

fn what_a_challenge_does_not_say_is_as_the_server_has_it() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        kept(&red, "Games", "pace", &["1d"]).await;
        kept(&red, "Places", "thread", &["yes"]).await;
        let usual = challenge(&red, &[("opponent", blue.id())]).await;
        assert!(usual.text().contains("One day for each move."), "{}", usual.text());
        done(&blue.click(&message(&usual), "Accept").await);
        let thread = bench.discord.threads().remove(0);
        assert!(thread.wait_for(|m| m.picture().is_some()).await.is_some(), "in a thread");
        let said = challenge(&red, &[("opponent", blue.id()), ("pace", "none"), ("thread", "no")]).await;
        assert!(!said.text().contains("for each move"), "{}", said.text());
        let board = message(&blue.click(&message(&said), "Accept").await);
        assert!(board.picture().is_some() && board.channel_id == red.channel().id(), "here");
        // Where no thread is possible, nothing fails for lack of a thread that was not requested.
        let alone = challenge(&red.at(&thread), &[("opponent", red.id())]).await;
        assert!(alone.text().starts_with("This channel already hosts a game"), "{}", alone.text());
        bench.finish().await;
    });
}

fn challenges_to_anybody_notify_the_role_of_the_server() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let players = role(&card(&red, "Games").await, "Players", &bench);
        let card = kept(&red, "Games", "role", &[&players]).await;
        assert_eq!(chosen(&card, "role"), [players.as_str()]);
        assert_eq!(card.json["mention_roles"], json!([]), "nobody is notified of that");
        let open = message(&challenge(&red, &[]).await);
        assert_eq!(open.json["mention_roles"], json!([players]));
        assert!(open.pings().is_empty());
        let named = message(&challenge(&red, &[("opponent", blue.id())]).await);
        assert_eq!((&named.json["mention_roles"], named.pings()), (&json!([]), vec![blue.id().to_owned()]));
        bench.finish().await;
    });
}

/// The previous release's messages were not cards.
fn what_was_no_card_becomes_one() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let board = message(&red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await);
        let list = message(&red.slash("history", &[]).await);
        assert!(!board.is_card() && !list.is_card());
        let turned = red.click_stale(&list, "v2:server:places").await;
        assert_eq!(turned.outcome, Upshot::Update);
        let card = message(&turned);
        let heads = ["**Channels for games**", "**List of open challenges**", "**Threads**"];
        assert!(card.is_card() && heads.iter().all(|head| card.content.contains(head)), "{}", card.content);
        bench.finish().await;
    });
}

fn a_role_that_cannot_be_notified_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let games = card(&red, "Games").await;
        let (keeper, everybody) = (role(&games, "Keeper", &bench), role(&games, "@everyone", &bench));
        let told = kept(&red, "Games", "role", &[&keeper]).await;
        let sentence = format!("<@&{keeper}> can't be notified by me");
        assert!(told.content.contains(&sentence), "{}", told.content);
        refused(
            &set(&red, "Games", "role", &[&everybody]).await,
            "I don't notify everybody; choose a role for those who want to hear of open challenges.",
        );
        bench.finish().await;
    });
}

fn a_channel_in_which_the_bot_lacks_permissions_is_not_taken() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let (here, other) = (red.channel(), red.in_channel("other").channel());
        kept(&red, "Places", "channels", &[here.id()]).await;
        kept(&red, "Places", "lobby", &[here.id()]).await;
        kept(&red, "Places", "daily", &[here.id()]).await;
        let (send, files) = (permission::SEND_MESSAGES, permission::ATTACH_FILES);
        let threads = permission::CREATE_PUBLIC_THREADS | permission::SEND_MESSAGES_IN_THREADS;
        let told = |names: &str| {
            let named = if names.contains(", ") { "permissions" } else { "permission" };
            format!(
                "Nothing has changed. I lack the {named} {names} in <#{}>. Give me what is missing, or choose another channel.",
                other.id()
            )
        };
        for (part, denied, names) in [
            ("channels", permission::VIEW_CHANNEL, Some("**View Channel**")),
            ("channels", send | files, Some("**Send Messages**, **Attach Files**")),
            // If the server does not want a thread for each game, the permission is not needed.
            ("channels", threads, None),
            ("lobby", send, Some("**Send Messages**")),
            ("lobby", files, None),
            ("daily", files, Some("**Attach Files**")),
        ] {
            let chosen_ids = if part == "channels" { vec![here.id(), other.id()] } else { vec![other.id()] };
            other.deny_bot(denied);
            let answer = set(&red, "Places", part, &chosen_ids).await;
            if let Some(names) = names {
                refused(&answer, &told(names));
                assert_eq!(chosen(&card(&red, "Places").await, part), [here.id()], "{part}");
            } else {
                assert_eq!(answer.outcome, Upshot::Update, "{part}: {}", answer.text());
                kept(&red, "Places", part, &[here.id()]).await;
            }
            other.allow_bot();
        }
        kept(&red, "Places", "thread", &["yes"]).await;
        other.deny_bot(threads);
        refused(
            &set(&red, "Places", "channels", &[other.id()]).await,
            &told("**Create Public Threads**, **Send Messages in Threads**"),
        );
        // An already selected channel is not checked again.
        other.allow_bot();
        kept(&red, "Places", "channels", &[here.id(), other.id()]).await;
        other.deny_bot(send);
        kept(&red, "Places", "channels", &[other.id()]).await;
        // If Discord omits the bot's permissions, the channel is accepted.
        says_nothing_of_permissions(&bench);
        kept(&red, "Places", "lobby", &[other.id()]).await;
        bench.finish().await;
    });
}

fn a_voice_channel_needs_one_permission_more() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for (name, of) in [("Talk", ChannelType::Voice), ("Speech", ChannelType::Stage)] {
            let channel = bench.discord.new_channel(name, of);
            let choose = async || set(&red, "Places", "channels", &[channel.id()]).await;
            channel.deny_bot(CONNECT);
            let answer = choose().await;
            if of == ChannelType::Stage {
                // The menu does not offer channels of this type.
                assert!(matches!(answer.outcome, Upshot::Refused(_)), "{answer:?}");
            } else {
                let told = format!(
                    "Nothing has changed. I lack the permission **Connect** in <#{}>. Give me what is missing, or choose another channel.",
                    channel.id()
                );
                refused(&answer, &told);
            }
            let told = red.at(&channel).slash("challenge", &[("variant", "chess")]).await;
            assert!(told.is_ephemeral() && told.text().contains("**Connect**"), "{}", told.text());
            channel.allow_bot();
            done(&red.at(&channel).slash("challenge", &[("variant", "chess")]).await);
        }
        bench.finish().await;
    });
}

/// Discord's permission bit for Connect.
const CONNECT: u64 = 1 << 20;

fn of_many_channels_in_which_the_bot_lacks_permissions_all_is_told() {
    wait_for(async {
        let (bench, locales) = languages::bench().await;
        let red = bench.red("games");
        kept(&red, "Places", "thread", &["yes"]).await;
        let all: Vec<_> =
            (0..25).map(|at| bench.discord.new_channel(&format!("many-{at}"), ChannelType::Text)).collect();
        let ids: Vec<&str> = all.iter().map(Channel::id).collect();
        let bits = [
            permission::VIEW_CHANNEL,
            permission::SEND_MESSAGES,
            permission::ATTACH_FILES,
            permission::CREATE_PUBLIC_THREADS,
            permission::SEND_MESSAGES_IN_THREADS,
        ];
        let everything = bits.iter().fold(0, |all, bit| all | bit);
        for one in &all {
            one.deny_bot(everything);
        }
        let answer = set(&red, "Places", "channels", &ids).await;
        assert!(ids.iter().all(|id| answer.text().contains(&format!("<#{id}>"))), "{}", answer.text());
        // The missing permissions differ in each: the first channels are named, and the others counted.
        for (at, one) in (1..).zip(&all) {
            let missing = bits.iter().enumerate().filter(|(bit, _)| at >> bit & 1 == 1);
            one.deny_bot(missing.fold(0, |all, (_, bit)| all | bit));
        }
        let text = set(&red, "Places", "channels", &ids).await.text().to_owned();
        let rest = " In 20 more channels I lack permissions too. Give me what is missing, or choose another channel.";
        assert!(text.contains(&format!("<#{}>", ids[4])) && text.ends_with(rest), "{text}");
        // Nothing is truncated in a longer language.
        *locales.lock().expect("a lock") = [languages::MADE; 2];
        let text = set(&red, "Places", "channels", &ids).await.text().to_owned();
        assert!(text.contains(&format!("<#{}>", ids[4])) && !text.ends_with('…'), "{text}");
        bench.finish().await;
    });
}

fn public_boards_are_drawn_as_the_server_wants_them() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        set_own(&red, "theme", "green").await;
        set_own(&blue, "theme", "green").await;
        kept(&red, "Boards", "side", &["white"]).await;
        kept(&red, "Boards", "theme", &["ice"]).await;
        let (ice, green) = (in_theme("ice"), in_theme("green"));
        // Rendered here first: the first picture of a look is slow, and test and bot share the process.
        let (first, flip) = (drawn(&[], Color::White, &ice), drawn(&["e4"], Color::Black, &green));
        let game = bench.game("games", "chess", None).await;
        shows(&game.board, &first);
        let moved = message(&game.play(&["e4"]).await);
        shows(&moved, &drawn(&["e4"], Color::White, &ice));
        shows(&message(&blue.slash("board", &[]).await), &drawn(&["e4"], Color::White, &ice));
        // An explicit option takes precedence, and private boards follow the person's settings.
        let black = message(&blue.slash("board", &[("side", "black")]).await);
        shows(&black, &drawn(&["e4"], Color::Black, &ice));
        let flipped = message(&blue.click(&black, "Flip board").await);
        shows(&flipped, &flip);
        let green_person = bench.green("games");
        set_own(&green_person, "theme", "green").await;
        let looked_at = message(&green_person.slash("board", &[]).await);
        assert!(looked_at.is_ephemeral(), "Green does not play here");
        shows(&looked_at, &flip);
        bench.stop().await;
        bench.start().await;
        kept(&red, "Boards", "side", &["to-move"]).await;
        let usual_theme = kept(&red, "Boards", "theme", &["players"]).await;
        assert_eq!(chosen(&usual_theme, "theme"), ["players"]);
        let reply = message(&blue.slash("move", &[("move", "e5")]).await);
        shows(&reply, &drawn(&["e4", "e5"], Color::White, &green));
        set_own(&red, "theme", "wood").await;
        // A person whose setting is White below gets the side to move on public boards, as the server wants
        // it.
        set_own(&blue, "side", "white").await;
        let moved = message(&red.slash("move", &[("move", "d4")]).await);
        shows(&moved, &drawn(&["e4", "e5", "d4"], Color::Black, &green));
        let usual: Look = usual();
        shows(&message(&red.slash("board", &[]).await), &drawn(&["e4", "e5", "d4"], Color::Black, &usual));
        bench.finish().await;
    });
}

fn everybody_reads_the_language_of_the_server() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.settings.languages = Languages::embedded().with("fi", &PSEUDO);
        bench.start().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let card = kept(&red, "Boards", "language", &["fi"]).await;
        assert_eq!(chosen(&card, "language"), ["fi"]);
        let offer = challenge(&red, &[("opponent", blue.id())]).await;
        let made = |text: &str| !text.contains("challenges") && text.contains(blue.id());
        assert!(made(offer.text()), "{}", offer.text());
        let own = red.slash("rules", &[("variant", "chess"), ("piece", "xyzzy")]).await;
        let chess = games::from_slug("chess").expect("a game");
        assert_eq!(own.text(), Words::english().rules_no_such_piece(chess));
        let accepted = message(&blue.click(&message(&offer), &PSEUDO.label(Label::Accept)).await);
        assert!(accepted.labels().contains(&PSEUDO.label(Label::Flip)), "{:?}", accepted.labels());
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE locale = 'fi'").await, 1);
        kept(&red, "Boards", "language", &["none"]).await;
        let board = message(&red.slash("board", &[]).await);
        assert!(board.labels().contains(&Words::english().label(Label::Flip)));
        bench.finish().await;
    });
}
