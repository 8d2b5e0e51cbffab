//! A slow database does not delay requests that do not need it.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use rookery::app::App;
use rookery::discord;
use rookery::store::{Interference, StatementFault, Store, StoreOptions};
use tokio::sync::watch;

use super::super::bench::{Bench, idle, wait_for};
use super::back;

tests!(a_slow_look_at_the_servers_holds_up_no_answer);

/// While this is set, reads of the left servers block.
#[derive(Debug)]
struct SlowServers(watch::Sender<bool>);

impl Interference for SlowServers {
    fn before<'a>(&'a self, sql: &'a str) -> BoxFuture<'a, Result<(), StatementFault>> {
        Box::pin(async move {
            if sql.contains("left_servers") {
                let released = self.0.subscribe().wait_for(|held| !held).await.map(|_| ());
                released.expect("the sender is here");
            }
            Ok(())
        })
    }

    fn after<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<(), StatementFault>> {
        Box::pin(std::future::ready(Ok(())))
    }
}

fn a_slow_look_at_the_servers_holds_up_no_answer() {
    wait_for(async {
        let bench = Bench::without_bot().await;
        let slow = Arc::new(SlowServers(watch::Sender::new(false)));
        let options = StoreOptions { interference: Some(slow.clone()), ..StoreOptions::default() };
        let store = Store::open_at(&bench.store, options).await.expect("a database");
        let bot = discord::start(App::new(store), bench.settings.clone()).await.expect("a bot");
        bot.connected().await.expect("a connection");
        assert!(bench.discord.wait_for_command("help").await, "the bot did not register");
        slow.0.send_replace(true);
        let known = bench.discord.handshakes().len();
        bench.discord.gateway_invalidate(false);
        assert!(back(&bench.discord, known).await.resume.is_none(), "a new session");
        idle().await;
        let told = bench.red("games").slash("help", &[]).await;
        assert!(told.answered(), "held up: {}", told.text());
        slow.0.send_replace(false);
        bot.connected().await.expect("a connection");
        bot.stop().await;
        bench.finish().await;
    });
}
