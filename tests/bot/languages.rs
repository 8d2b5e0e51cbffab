//! Private answers are in the person's language, public ones in the server's.

use std::sync::{Arc, Mutex};

use rookery::discord::mentions::written;
use rookery::game::ChannelId;
use rookery::rules::Variant;
use rookery::words::{Languages, NotDone, Words};
use serde_json::{Value, json};

use super::bench::{Bench, wait_for};
use crate::house::languages::{PSEUDO, check};

tests!(
    a_private_answer_is_in_the_persons_language,
    a_public_answer_is_in_the_servers_language,
    an_odd_locale_is_answered_in_english,
);

/// The locale of the made language, one that Discord knows.
const MADE: &str = "fi";
/// A locale of English.
const ENGLISH: &str = "en-US";

/// A bot that speaks the made language too; the locales that interactions carry, the person's and the server's, can be set.
async fn bench() -> (Bench, Arc<Mutex<[&'static str; 2]>>) {
    let mut bench = Bench::without_bot().await;
    bench.settings.languages = Languages::embedded().with(MADE, &PSEUDO);
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
