//! The operator's block of a person is effective at once: before Discord answers, and for games and
//! challenges started before all processes know of it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use libtest_mimic::Trial;
use rookery::discord;
use rookery::discord::rest::network::{Network, NetworkError, NetworkRequest, NetworkResponse};

use super::helping::{does, taken_up, told_in};
use crate::bot::bench::{Bench, Game, done, message, wait_for};
use crate::bot::pages::visitor::{Browser, link};
use crate::databases::on_both;

/// The tests of this module.
pub fn tests() -> Vec<Trial> {
    let named = |name: &str| format!("{}::{name}", module_path!());
    let mut tests: Vec<Trial> = Vec::new();
    for (name, test) in [
        (
            "a_block_holds_on_pages_while_discord_is_away",
            a_block_holds_on_pages_while_discord_is_away as fn(),
        ),
        (
            "what_was_begun_before_a_block_was_known_is_undone",
            what_was_begun_before_a_block_was_known_is_undone,
        ),
    ] {
        tests.extend(on_both(&named(name), test));
    }
    tests
}

/// A network without any server.
struct Away;

impl fmt::Debug for Away {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Away")
    }
}

impl Network for Away {
    fn send(&self, _: NetworkRequest, _: Duration) -> BoxFuture<'_, Result<NetworkResponse, NetworkError>> {
        Box::pin(async { Err(NetworkError::NotConnected("nobody is there".to_owned())) })
    }

    fn with_fresh_connections(&self) -> Result<Arc<dyn Network>, NetworkError> {
        Ok(Arc::new(Self))
    }
}

fn a_block_holds_on_pages_while_discord_is_away() {
    wait_for(async {
        let mut bench = Bench::with_pages().await;
        let dir = tempfile::tempdir().expect("a directory");
        let game = bench.game("games", "chess", None).await;
        let browsers = [Browser::new(&bench), Browser::new(&bench)];
        let red = browsers[0].clone().open(&link(&game.red, &game.board).await).await;
        let blue = browsers[1].clone().open(&link(&game.blue, &game.board).await).await;
        bench.stop().await;
        does(&bench, dir.path(), &["person", game.red.id(), "--block", "spam", "--games", "keep"]).await;
        let network = bench.settings.network.replace(Arc::new(Away));
        let (app, settings) = bench.begin_to_start().await;
        let holds = async {
            let refused = red.ask("state").await;
            assert_eq!(refused.status, 401, "{}", refused.body);
            assert!(refused.says().contains("have shut you out of it: spam."), "{}", refused.says());
            assert_eq!(blue.ask("state").await.status, 200);
            does(&bench, dir.path(), &["person", game.blue.id(), "--block", "spam", "--games", "keep"]).await;
            taken_up(&bench).await;
            assert_eq!(blue.ask("state").await.status, 401, "while it still waits");
        };
        tokio::select! {
            biased;
            () = holds => {}
            started = discord::start(app, settings) => panic!("nobody has answered: {:?}", started.err()),
        }
        bench.stop().await;
        bench.settings.network = network;
        bench.finish().await;
    });
}

fn what_was_begun_before_a_block_was_known_is_undone() {
    wait_for(async {
        let bench = Bench::new().await;
        let dir = tempfile::tempdir().expect("a directory");
        let kept = bench.game("kept", "chess", None).await;
        let blue = kept.blue.id();
        does(&bench, dir.path(), &["person", blue, "--block", "spam", "--games", "keep"]).await;
        // The bot does not know of the block yet.
        let begun = Game::between(bench.red("begun"), bench.blue("begun"), "chess", None).await;
        let asked = begun.blue.in_channel("asked").slash("challenge", &[("variant", "chess")]).await;
        done(&asked);
        let live = "SELECT count(*) FROM games WHERE state = 'live'";
        assert_eq!(bench.count(live).await, 2);
        taken_up(&bench).await;
        bench.soon_counts(live, 1).await;
        assert_eq!(bench.count("SELECT max(id) - min(id) FROM games WHERE state = 'live'").await, 0);
        done(&kept.red.slash("move", &[("move", "e4")]).await);
        told_in(&bench, &begun.red, "no result").await;
        let asked = message(&asked);
        let accept = &asked.buttons()[0].custom_id;
        let late = kept.red.in_channel("asked").click_stale(&asked, accept).await;
        assert!(late.is_ephemeral(), "{}", late.text());
        let acts = does(&bench, dir.path(), &["acts"]).await;
        assert_eq!(acts.matches("block").count(), 1, "it is one act: {acts}");
        bench.finish().await;
    });
}
