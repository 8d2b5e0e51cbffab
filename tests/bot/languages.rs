//! Private answers are in the person's language, public ones in the server's.

use std::sync::{Arc, LazyLock, Mutex};

use rookery::discord::mentions::written;
use rookery::game::ChannelId;
use rookery::render::{BoardView, Look, png};
use rookery::rules::{Color, Position, Variant};
use rookery::words::{Languages, NotDone, Words};
use serde_json::{Value, json};

use super::bench::{Bench, message, wait_for};
use crate::house::languages::{PSEUDO, check};

tests!(
    a_private_answer_is_in_the_persons_language,
    a_public_answer_is_in_the_servers_language,
    an_odd_locale_is_answered_in_english,
    a_picture_says_whose_turn_it_is_in_its_readers_language,
);

/// The locale of the made language, one that Discord knows.
const MADE: &str = "fi";
/// A locale of English.
const ENGLISH: &str = "en-US";

/// A bot that speaks the made language too; the locales that interactions carry, the person's and the server's, can be set.
async fn bench() -> (Bench, Arc<Mutex<[&'static str; 2]>>) {
    bench_with(&PSEUDO).await
}

/// The same with another language in its place.
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
    Variant::from_slug("chess").expect("a game")
}

/// A text without mentions and addresses.
fn bare(text: &str) -> String {
    text.split('<').map(|part| part.split_once('>').map_or(part, |(_, after)| after)).collect()
}

fn a_private_answer_is_in_the_persons_language() {
    wait_for(async {
        let (bench, locales) = bench().await;
        let red = bench.red("games");
        assert!(red.slash("help", &[]).await.text().starts_with("**To start:** use "));
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
        // The server's language is not asked.
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
            assert!(thread.name().ends_with(&words.alone(red.name())), "{}", thread.name());
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

/// A language of one message, whose letters our font has.
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
        // The first picture of a look takes long, and the bot would not wait for it.
        let [_, english] = ["am Zug", "to move"].map(|to_move| drawn(Color::White, to_move));
        let game = bench.game("games", "chess", None).await;
        assert!(game.board.files[0].bytes == english);
        for (locale, to_move) in [(MADE, "am Zug"), (ENGLISH, "to move")] {
            // What all see, in the server's language.
            *locales.lock().expect("a lock") = [ENGLISH, locale];
            let answer = game.red.slash("board", &[]).await;
            let shown = message(&answer);
            assert!(
                !answer.is_ephemeral() && shown.files[0].bytes == drawn(Color::White, to_move),
                "{to_move}"
            );
            // What one sees, in theirs.
            *locales.lock().expect("a lock") = [locale, ENGLISH];
            let flipped = message(&game.blue.click(&shown, "Flip board").await);
            assert!(flipped.files[0].bytes == drawn(Color::Black, to_move), "{to_move}");
        }
        bench.finish().await;
    });
}
