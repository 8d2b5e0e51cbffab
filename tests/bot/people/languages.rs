//! Private answers use the person's language, public ones the server's.

use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use rookery::discord::rest::mentions::written;
use rookery::game::ChannelId;
use rookery::games;
use rookery::render::{BoardView, Look, png};
use rookery::rules::piece_type::KNIGHT;
use rookery::rules::{Color, Position, Variant};
use rookery::sandbox::Message;
use rookery::words::{Label, Languages, NotDone, Words};
use serde_json::{Value, json};

use crate::bot::bench::{Bench, done, message, soon, wait_for};
use crate::bot::delivery::closed_challenges::a_day_passes;
use crate::house::languages::{PSEUDO, check};

tests!(
    a_private_answer_is_in_the_persons_language,
    a_public_answer_is_in_the_servers_language,
    an_odd_locale_is_answered_in_english,
    a_picture_says_whose_turn_it_is_in_its_readers_language,
    all_see_the_servers_language_and_a_refusal_is_in_the_persons,
    a_board_owed_after_a_restart_is_in_the_language_of_its_game,
    a_board_owed_in_direct_messages_is_in_the_persons_language,
    a_challenge_that_lapsed_says_so_in_its_servers_language,
    a_game_that_is_set_aside_is_told_in_its_language,
    a_move_is_played_by_the_translated_name_of_its_choice,
    pieces_are_found_and_read_by_their_names_in_any_language,
);

/// The locale of the pseudo language, one that Discord knows.
pub const MADE: &str = "fi";
/// A locale of English.
const ENGLISH: &str = "en-US";

/// A bot that also has the pseudo language, and the locales of its interactions: the person's and the
/// server's.
pub async fn bench() -> (Bench, Arc<Mutex<[&'static str; 2]>>) {
    bench_with(&PSEUDO).await
}

/// Like `bench`, with this language instead.
async fn bench_with(made: &'static Words) -> (Bench, Arc<Mutex<[&'static str; 2]>>) {
    let mut bench = Bench::without_bot().await;
    bench.settings.languages = Languages::embedded().with(MADE, made);
    bench.start().await;
    let locales = Arc::new(Mutex::new([ENGLISH; 2]));
    let sent = Arc::clone(&locales);
    bench.discord.alter_interactions(move |raw: &mut Value| {
        let [own, servers] = *sent.lock().expect("a lock");
        raw["locale"] = json!(own);
        if raw["guild_id"].is_string() {
            (raw["guild_locale"], raw["guild"]["locale"]) = (json!(servers), json!(servers));
        }
    });
    (bench, locales)
}

fn chess() -> Variant {
    games::from_slug("chess").expect("a game")
}

/// A text without mentions and timestamps.
fn bare(text: &str) -> String {
    text.split('<').map(|part| part.split_once('>').map_or(part, |(_, after)| after)).collect()
}

fn a_private_answer_is_in_the_persons_language() {
    wait_for(async {
        let (bench, locales) = bench().await;
        let red = bench.red("games");
        assert!(red.slash("help", &[]).await.text().starts_with("**To start:** press "));
        *locales.lock().expect("a lock") = [MADE, ENGLISH];
        let help = red.slash("help", &[]).await;
        assert!(help.is_ephemeral() && help.text().chars().count() > 100, "{}", help.text());
        check(&bare(help.text()));
        let refused = red.slash("rules", &[("variant", "chess"), ("piece", "xyzzy")]).await;
        assert!(refused.is_ephemeral());
        assert_eq!(refused.text(), PSEUDO.rules_no_such_piece(chess()));
        let rules = red.slash("rules", &[("variant", "chess")]).await;
        check(&bare(rules.text()));
        let none = red.slash("games", &[]).await;
        check(&bare(none.text()));
        let direct = red.in_channel("dm");
        let ask = [("variant", "chess"), ("opponent", red.id()), ("thread", "yes")];
        assert_eq!(direct.slash("challenge", &ask).await.text(), PSEUDO.not_done(NotDone::NoThreadAlone));
        // The server's language is not used.
        *locales.lock().expect("a lock") = [ENGLISH, MADE];
        let refused = red.slash("rules", &[("variant", "chess"), ("piece", "xyzzy")]).await;
        assert_eq!(refused.text(), Words::english().rules_no_such_piece(chess()));
        bench.finish().await;
    });
}

fn a_public_answer_is_in_the_servers_language() {
    wait_for(async {
        let (bench, locales) = bench().await;
        let red = bench.red("games");
        let ask = [("variant", "chess"), ("opponent", red.id()), ("thread", "yes")];
        for (number, (own, servers, words)) in
            [(MADE, ENGLISH, Words::english()), (ENGLISH, MADE, &*PSEUDO)].into_iter().enumerate()
        {
            *locales.lock().expect("a lock") = [own, servers];
            let told = red.slash("challenge", &ask).await;
            assert!(!told.is_ephemeral(), "{}", told.text());
            let thread = &bench.discord.threads()[number];
            assert_eq!(
                told.text(),
                words.played_elsewhere(ChannelId(thread.id().parse().expect("a number")), &written)
            );
            assert_eq!(thread.name(), words.thread_name_alone(chess(), red.name()));
            assert!(thread.name().starts_with(&words.game(chess())), "{}", thread.name());
        }
        bench.finish().await;
    });
}

fn an_odd_locale_is_answered_in_english() {
    wait_for(async {
        let (bench, locales) = bench().await;
        for odd in ["", "tlh", "no locale at all", "fifi"] {
            *locales.lock().expect("a lock") = [odd, odd];
            let refused =
                bench.red("games").slash("rules", &[("variant", "chess"), ("piece", "xyzzy")]).await;
            assert_eq!(refused.text(), Words::english().rules_no_such_piece(chess()), "{odd}");
        }
        bench.finish().await;
    });
}

/// A language with one message, in letters that our font has.
static OTHER: LazyLock<Words> = LazyLock::new(|| {
    let files = std::iter::once("picture-to-move = am Zug".to_owned());
    Words::new("de", files).unwrap_or_else(|defects| panic!("{}", defects.join("; ")))
});

fn a_picture_says_whose_turn_it_is_in_its_readers_language() {
    wait_for(async {
        let (bench, locales) = bench_with(&OTHER).await;
        let drawn = |side, to_move| {
            let view = BoardView::new(&Position::start(chess()), None, side);
            png(&view, &Look::default().saying(to_move))
        };
        // The first picture of a look is slow, and the bot would not wait for it.
        let [_, english] = ["am Zug", "to move"].map(|to_move| drawn(Color::White, to_move));
        let game = bench.game("games", "chess", None).await;
        assert!(game.board.files[0].bytes == english);
        for (locale, to_move) in [(MADE, "am Zug"), (ENGLISH, "to move")] {
            // Public messages use the server's language.
            *locales.lock().expect("a lock") = [ENGLISH, locale];
            let answer = game.red.slash("board", &[]).await;
            let shown = message(&answer);
            assert!(
                !answer.is_ephemeral() && shown.files[0].bytes == drawn(Color::White, to_move),
                "{to_move}"
            );
            // Private messages use the person's.
            *locales.lock().expect("a lock") = [locale, ENGLISH];
            let flipped = message(&game.blue.click(&shown, "Flip board").await);
            assert!(flipped.files[0].bytes == drawn(Color::Black, to_move), "{to_move}");
        }
        bench.finish().await;
    });
}

/// Asserts that a message and its buttons are in the pseudo language.
fn check_message(told: &Message) {
    check(&bare(&told.content));
    told.labels().iter().for_each(|label| check(label));
}

fn all_see_the_servers_language_and_a_refusal_is_in_the_persons() {
    wait_for(async {
        let (bench, locales) = bench().await;
        let game = bench.game("games", "chess", None).await;
        *locales.lock().expect("a lock") = [ENGLISH, MADE];
        check_message(&message(&game.play(&["e4"]).await));
        let refused = game.red.slash("move", &[("move", "d4")]).await;
        assert!(
            refused.is_ephemeral() && refused.text().starts_with("It is not your turn"),
            "{}",
            refused.text()
        );
        *locales.lock().expect("a lock") = [MADE, ENGLISH];
        let board = message(&game.blue.slash("move", &[("move", "e5")]).await);
        assert_eq!(board.labels()[2], "Offer draw");
        let refused = game.blue.slash("move", &[("move", "d5")]).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        check(&bare(refused.text()));
        // The board is edited without an interaction: the offer is shown in the server's current language.
        *locales.lock().expect("a lock") = [ENGLISH, MADE];
        check_message(&message(&game.red.slash("draw", &[]).await));
        let accept = PSEUDO.label(Label::AcceptDraw);
        soon("the board shows the offer", || {
            game.red.channel().message(&board.id).is_some_and(|board| board.labels()[2] == accept)
        })
        .await;
        bench.finish().await;
    });
}

fn a_board_owed_after_a_restart_is_in_the_language_of_its_game() {
    wait_for(async {
        for (servers, translated) in [(MADE, true), ("tlh", false)] {
            let (mut bench, locales) = bench().await;
            let game = bench.game("games", "chess", None).await;
            *locales.lock().expect("a lock") = [ENGLISH, servers];
            done(&game.play(&["e4"]).await);
            bench.stop().await;
            bench.play_unanswered(&game.blue, "7", "e5").await;
            *locales.lock().expect("a lock") = [ENGLISH, ENGLISH];
            bench.start().await;
            let owed = game.red.channel().wait_for(|m| m.content.contains("e7-e5")).await.expect("the board");
            assert!(owed.picture().is_some() && owed.pings() == [game.red.id()]);
            if translated {
                check_message(&owed);
            } else {
                assert_eq!(owed.labels(), ["Type a move", "Flip board", "Offer draw", "Takeback", "Resign"]);
            }
            bench.finish().await;
        }
    });
}

fn a_board_owed_in_direct_messages_is_in_the_persons_language() {
    wait_for(async {
        let (mut bench, locales) = bench().await;
        *locales.lock().expect("a lock") = [MADE, ENGLISH];
        let red = bench.red("dm");
        done(&red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await);
        bench.stop().await;
        bench.play_unanswered(&red, "7", "e4").await;
        *locales.lock().expect("a lock") = [ENGLISH, ENGLISH];
        bench.start().await;
        let owed = red.channel().wait_for(|m| m.content.contains("e2-e4")).await.expect("the board");
        check_message(&owed);
        bench.finish().await;
    });
}

fn a_challenge_that_lapsed_says_so_in_its_servers_language() {
    wait_for(async {
        let (mut bench, locales) = bench().await;
        *locales.lock().expect("a lock") = [ENGLISH, MADE];
        let red = bench.red("games");
        let challenge = message(&red.slash("challenge", &[("variant", "chess")]).await);
        bench.soon_counts("SELECT count(*) FROM challenges WHERE message IS NOT NULL", 1).await;
        bench.stop().await;
        bench.settings.clock.advance(Duration::from_hours(25));
        bench.start().await;
        a_day_passes(&bench).await;
        let now = || red.channel().message(&challenge.id).expect("the challenge");
        soon("it says what became of it", || now().buttons().is_empty()).await;
        check_message(&now());
        bench.soon_counts("SELECT count(*) FROM settled_challenges", 0).await;
        bench.finish().await;
    });
}

fn a_game_that_is_set_aside_is_told_in_its_language() {
    wait_for(async {
        let (mut bench, locales) = bench().await;
        let game = bench.game("games", "chess", None).await;
        *locales.lock().expect("a lock") = [ENGLISH, MADE];
        done(&game.play(&["e4"]).await);
        bench.stop().await;
        bench.sql("UPDATE games SET rules_version = 0, fen = 'of other rules'").await;
        bench.start().await;
        // In either language; commands are written as mentions.
        let begins = |words: &Words| words.set_aside().split('`').next().unwrap_or_default().to_owned();
        let (own, english) = (begins(&PSEUDO), begins(Words::english()));
        let told = |m: &Message| m.content.starts_with(&own) || m.content.starts_with(&english);
        let notice = game.red.channel().wait_for(told).await.expect("a notice");
        assert!(notice.content.starts_with(&own), "{}", notice.content);
        bench.finish().await;
    });
}

fn a_move_is_played_by_the_translated_name_of_its_choice() {
    wait_for(async {
        let (bench, locales) = bench().await;
        let game = bench.game("games", "chess", None).await;
        *locales.lock().expect("a lock") = [MADE, ENGLISH];
        for (who, typed, value) in [(&game.red, "g1f3", "g1f3"), (&game.blue, "e7e5", "e7e5")] {
            let choices = who.types(&format!("/move move:{typed}")).await.expect("choices");
            let (name, _) = choices.iter().find(|(_, sent)| sent == value).expect("the move");
            check(name);
            let played = who.slash("move", &[("move", name)]).await;
            assert!(!played.is_ephemeral(), "{name}: {}", played.text());
            assert!(played.text().contains(&format!("{}-{}", &value[..2], &value[2..])), "{}", played.text());
        }
        // A choice that explains why a piece cannot move is taken for its square.
        let choices = game.red.types("/move move:a1").await.expect("choices");
        let (name, value) = &choices[0];
        assert_eq!(value, "a1");
        let by_name = game.red.slash("move", &[("move", name)]).await;
        assert!(by_name.is_ephemeral());
        assert_eq!(by_name.text(), game.red.slash("move", &[("move", value)]).await.text());
        // The other player has no such choice.
        let refused = game.blue.slash("move", &[("move", name)]).await;
        assert!(refused.is_ephemeral() && !refused.text().contains("a1"), "{}", refused.text());
        bench.finish().await;
    });
}

/// A language in which a choice does not start with its square.
static TURNED: LazyLock<Words> = LazyLock::new(|| {
    let text = "choice-piece = { KIND($kind) } ({ $square }), { COLOR($side) }\nkind-knight = Häst";
    Words::new(MADE, std::iter::once(text.to_owned())).unwrap_or_else(|defects| panic!("{defects:?}"))
});

fn pieces_are_found_and_read_by_their_names_in_any_language() {
    wait_for(async {
        for words in [&*PSEUDO, &*TURNED] {
            let (bench, locales) = bench_with(words).await;
            let game = bench.game("games", "chess", None).await;
            *locales.lock().expect("a lock") = [MADE, ENGLISH];
            let knight = words.kind(&KNIGHT);
            for typed in [knight.clone(), knight.to_uppercase(), "knight".to_owned()] {
                let found = game.red.types(&format!("/moves square: {typed}")).await.expect("pieces");
                let values: Vec<_> = found.iter().map(|(_, value)| value.as_str()).collect();
                assert_eq!(values, ["b1", "g1", "b8", "g8"], "{typed}");
            }
            let found = game.red.types(&format!("/moves square: {knight} g1")).await.expect("pieces");
            let [(name, value)] = &found[..] else { panic!("{found:?}") };
            let by_value = game.red.slash("moves", &[("square", value)]).await;
            assert!(message(&by_value).picture().is_some(), "{}", by_value.text());
            let by_name = game.red.slash("moves", &[("square", name)]).await;
            assert_eq!(by_name.text(), by_value.text(), "{name}");
            bench.finish().await;
        }
    });
}
