//! Outages: a closed port, refused connections, a silent gateway.

use std::time::Duration;
use tokio::time::Instant;

use rookery::sandbox::GatewayTrouble;

use super::super::bench::{Bench, idle, soon, wait_for};
use super::{answers, apart, back, identifies_keep_apart};

tests_on_both_and_by_http2!(
    a_closed_port_is_waited_out_and_nothing_is_missed,
    a_refused_upgrade_is_tried_again,
    a_gateway_that_says_nothing_is_left_soon,
    a_heartbeat_that_is_not_answered_costs_the_connection_and_not_the_session,
    a_day_s_sessions_are_not_used_up,
);

fn a_closed_port_is_waited_out_and_nothing_is_missed() {
    wait_for(async {
        let bench = apart(|_| {}).await;
        let discord = &bench.discord;
        discord.gateway_down().await;
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let red = bench.red("games");
        // Sent while the bot is away, and still within its three seconds when it is back.
        let asked = tokio::spawn(async move { red.slash("help", &[]).await });
        idle().await;
        let opened = Instant::now();
        discord.gateway_up();
        let handshake = back(discord, 1).await;
        assert!(handshake.resume.is_some() && handshake.path == "/resume", "{handshake:?}");
        // Pauses are 2 s at most.
        assert!(opened.elapsed() < Duration::from_secs(6), "{:?}", opened.elapsed());
        let told = asked.await.expect("no panic");
        assert!(told.answered(), "missed: {}", told.text());
        bench.finish().await;
    });
}

fn a_refused_upgrade_is_tried_again() {
    wait_for(async {
        let bench = apart(|_| {}).await;
        let discord = &bench.discord;
        discord.gateway_trouble(GatewayTrouble { refuse: true, ..GatewayTrouble::default() });
        discord.gateway_close(None);
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        assert!(!discord.bot_is_online());
        discord.gateway_trouble(GatewayTrouble::default());
        assert!(back(discord, 1).await.resume.is_some());
        answers(&bench).await;
        bench.finish().await;
    });
}

fn a_gateway_that_says_nothing_is_left_soon() {
    let no_hello = GatewayTrouble { no_hello: true, ..GatewayTrouble::default() };
    let deaf = GatewayTrouble { deaf: true, ..GatewayTrouble::default() };
    wait_for(async {
        tokio::join!(left_alone(no_hello), left_alone(deaf));
    });
}

/// The gateway accepts the connection and stays silent; meanwhile it recovers, for new connections only.
async fn left_alone(trouble: GatewayTrouble) {
    let bench = Bench::new().await;
    let discord = &bench.discord;
    discord.gateway_trouble(trouble);
    let begun = Instant::now();
    discord.gateway_close(None);
    tokio::time::sleep(Duration::from_secs(5)).await;
    discord.gateway_trouble(GatewayTrouble::default());
    let (tries, well) = (discord.handshakes().len(), Instant::now());
    let came = || discord.handshakes().iter().skip(1).any(|one| one.taken);
    soon("the bot comes back", came).await;
    // A connection from before gets twice the time of the first one, and some more on a busy machine.
    assert!(well.elapsed() < Duration::from_secs(15), "{trouble:?} is waited for too long");
    assert!(tries < 6, "{trouble:?} is given some time, not {tries} tries in {:?}", begun.elapsed());
    assert!(discord.handshakes().iter().skip(1).all(|one| one.resume.is_some()), "the session is kept");
    answers(&bench).await;
    bench.finish().await;
}

fn a_heartbeat_that_is_not_answered_costs_the_connection_and_not_the_session() {
    wait_for(async {
        for trouble in [
            GatewayTrouble { no_ack: true, ..GatewayTrouble::default() },
            GatewayTrouble { mute: true, ..GatewayTrouble::default() },
        ] {
            let bench = apart(|options| options.heartbeat = Duration::from_millis(600)).await;
            let discord = &bench.discord;
            // Counted before the trouble: a session that stays silent in several attempts is dropped, and
            // rightly.
            let before = discord.handshakes().len();
            discord.gateway_trouble(trouble);
            soon("the dead connection is noticed", || {
                !discord.bot_is_online() || discord.handshakes().len() > before
            })
            .await;
            discord.gateway_trouble(GatewayTrouble::default());
            let known = discord.handshakes().len();
            // A connection made during the trouble may have to be closed again.
            discord.gateway_close(None);
            assert!(back(discord, known).await.resume.is_some(), "{trouble:?}");
            answers(&bench).await;
            assert_eq!(discord.handshakes().iter().filter(|one| one.resume.is_none()).count(), 1);
            bench.finish().await;
        }
    });
}

fn a_day_s_sessions_are_not_used_up() {
    wait_for(async {
        let bench = apart(|options| {
            options.session_starts = 1;
            options.session_starts_reset = Duration::from_secs(8);
        })
        .await;
        let discord = &bench.discord;
        let begun = Instant::now();
        discord.gateway_invalidate(false);
        let handshake = back(discord, 1).await;
        assert!(handshake.resume.is_none());
        assert!(begun.elapsed() > Duration::from_millis(5_500), "{:?}", begun.elapsed());
        let asked: Vec<_> = discord.handshakes().into_iter().filter(|one| one.resume.is_none()).collect();
        assert!(asked.iter().all(|one| one.taken), "one was too many: {asked:?}");
        identifies_keep_apart(discord);
        bench.finish().await;
    });
}
