//! The gateway connection under every fault of the stand-in, as a table; and the cost of restarts and kills
//! under load.

use std::time::Duration;

use tokio::time::Instant;

use rookery::sandbox::{GatewayTrouble, StandIn};

use super::has_ended;
use crate::bot::bench::{Bench, on_real_time};
use crate::bot::running::Process;

/// A fault, and the seconds until the gateway works again.
enum What {
    Close(Option<u16>),
    Bare,
    Reconnect,
    Invalid(bool),
    Trouble(GatewayTrouble, u64),
    Down(u64),
    Garbage,
}

fn faults() -> Vec<(String, What)> {
    let mut faults =
        vec![("cut (1006)".to_owned(), What::Close(None)), ("close without a code".to_owned(), What::Bare)];
    for code in [1000, 1001].into_iter().chain(4000..=4014) {
        faults.push((format!("close {code}"), What::Close(Some(code))));
    }
    let none = GatewayTrouble::default();
    faults.extend([
        ("op 7".to_owned(), What::Reconnect),
        ("op 9 true".to_owned(), What::Invalid(true)),
        ("op 9 false".to_owned(), What::Invalid(false)),
        ("no HELLO for 5 s".to_owned(), What::Trouble(GatewayTrouble { no_hello: true, ..none }, 5)),
        ("deaf to RESUME for 5 s".to_owned(), What::Trouble(GatewayTrouble { deaf: true, ..none }, 5)),
        ("no ACK (heartbeat 5 s)".to_owned(), What::Trouble(GatewayTrouble { no_ack: true, ..none }, 0)),
        (
            "silent gateway (heartbeat 5 s)".to_owned(),
            What::Trouble(GatewayTrouble { mute: true, ..none }, 0),
        ),
        ("upgrade refused for 15 s".to_owned(), What::Trouble(GatewayTrouble { refuse: true, ..none }, 15)),
        ("garbage".to_owned(), What::Garbage),
    ]);
    for seconds in [1, 15, 40, 90] {
        faults.push((format!("port closed for {seconds} s"), What::Down(seconds)));
    }
    faults
}

/// Prints a row for each fault: its duration, and when and how the bot reconnected.
pub fn every_fault() {
    println!(
        "| fault | fault lasts, s | back after it, s | how | CPU, s | missed, answered |\n|---|---|---|---|---|---|"
    );
    on_real_time(async {
        for (name, what) in faults() {
            println!("| {name} | {} |", one_fault(what).await);
        }
    });
}

async fn one_fault(what: What) -> String {
    // These codes are final: a wrong token, shard or intent.
    let may_end = matches!(&what, What::Close(Some(4004 | 4010..=4014)));
    let quick = matches!(&what, What::Trouble(t, _) if t.no_ack || t.mute);
    let bench = Bench::with(|options| {
        (options.in_memory, options.gateway_apart) = (false, true);
        if quick {
            options.heartbeat = Duration::from_secs(5);
        }
    })
    .await;
    let (discord, dir) = (&bench.discord, tempfile::tempdir().expect("a directory"));
    let mut bot = Process::start(discord, dir.path());
    assert!(discord.wait_for_command("help").await);
    // Longer than the 5 s after an IDENTIFY, and until the startup's pictures are rendered.
    tokio::time::sleep(Duration::from_secs(6)).await;
    let (cpu, begun) = (crate::processor_time(&bot), Instant::now());
    let (mut lasted, mut asked) = (Duration::ZERO, Vec::new());
    let mut ask = |n: usize| {
        let red = discord.member("red").in_channel(&format!("hall-{n}"));
        asked.push(tokio::spawn(async move { red.slash("help", &[]).await.answered() }));
    };
    match what {
        What::Close(code) => discord.gateway_close(code),
        What::Bare => discord.gateway_close_without_code(),
        What::Reconnect => discord.gateway_reconnect(),
        What::Invalid(resumable) => discord.gateway_invalidate(resumable),
        What::Garbage => {
            for _ in 0..1_000 {
                discord.gateway_say("garbage");
            }
        }
        What::Trouble(trouble, seconds) => {
            discord.gateway_trouble(trouble);
            if seconds > 0 {
                discord.gateway_close(None);
                tokio::time::sleep(Duration::from_secs(seconds)).await;
            } else {
                // Until the bot closes the connection itself.
                while discord.bot_is_online() {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
            (0..5).for_each(&mut ask);
            lasted = begun.elapsed();
            discord.gateway_trouble(GatewayTrouble::default());
        }
        What::Down(seconds) => {
            discord.gateway_down().await;
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            (0..5).for_each(&mut ask);
            lasted = begun.elapsed();
            discord.gateway_up();
        }
    }
    if lasted.is_zero() {
        (0..5).for_each(&mut ask);
    }
    let handshake = loop {
        if has_ended(&mut bot) {
            break None;
        }
        if let Some(last) =
            discord.handshakes().into_iter().skip(1).find(|one| one.taken && one.at >= begun + lasted)
        {
            break Some(last);
        }
        // Longer than the 15 s that the bot gives a silent gateway.
        if begun.elapsed() > lasted + Duration::from_secs(20) {
            break None;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    let ended = has_ended(&mut bot);
    assert!(may_end || !ended, "the bot has ended");
    assert!(ended || discord.bot_is_online(), "the bot did not come back");
    let cpu = if ended { 0.0 } else { crate::processor_time(&bot) - cpu };
    let mut answered = 0;
    let total = asked.len();
    for one in asked {
        answered += usize::from(one.await.unwrap_or(false));
    }
    let (back, how) = match handshake {
        Some(at) => {
            let how = if at.resume.is_some() { "RESUME" } else { "IDENTIFY" };
            (format!("{:.2}", (at.at - begun).saturating_sub(lasted).as_secs_f64()), how)
        }
        None if ended => ("-".to_owned(), "ends"),
        None => ("0".to_owned(), "stays connected"),
    };
    if !ended {
        bot.signal("-TERM");
    }
    discord.stop().await;
    format!("{:.1} | {back} | {how} | {cpu:.2} | {total}, {answered}", lasted.as_secs_f64())
}

/// Forty people in ten channels send twenty commands a second, while the bot is repeatedly restarted
/// gracefully, and then killed.
pub fn restarts_under_load(times: u32) {
    on_real_time(async {
        for signal in ["-TERM", "-KILL"] {
            let bench =
                Bench::with(|options| (options.in_memory, options.gateway_apart) = (false, true)).await;
            let (discord, dir) = (bench.discord.clone(), tempfile::tempdir().expect("a directory"));
            let mut bot = Process::start(&discord, dir.path());
            assert!(discord.wait_for_command("help").await);
            let stop = tokio_util::sync::CancellationToken::new();
            let load = tokio::spawn(load(discord.clone(), stop.clone()));
            let mut away = Vec::new();
            for _ in 0..times {
                tokio::time::sleep(Duration::from_millis(1_000 + fastrand::u64(..1_000))).await;
                let (known, begun) = (discord.handshakes().len(), Instant::now());
                bot.signal(signal);
                bot = Process::start(&discord, dir.path());
                while !discord.handshakes().iter().skip(known).any(|one| one.taken) {
                    assert!(begun.elapsed() < Duration::from_secs(20), "the bot did not come back");
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                away.push(begun.elapsed());
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
            stop.cancel();
            let (asked, silent) = load.await.expect("no panic");
            away.sort();
            let resumed = discord.handshakes().iter().filter(|one| one.resume.is_some() && one.taken).count();
            println!(
                "{times} x {signal}: {asked} commands, {} without an answer in 3 s; {resumed} RESUMEs; away {:.2} s (median), {:.2} s (longest)",
                silent.len(),
                away[away.len() / 2].as_secs_f64(),
                away[away.len() - 1].as_secs_f64(),
            );
            for one in silent {
                println!("  {one}");
            }
            drop(bot);
            discord.stop().await;
        }
    });
}

/// Sends twenty commands a second until stopped. Returns their number, and those without an answer.
async fn load(discord: StandIn, stop: tokio_util::sync::CancellationToken) -> (usize, Vec<String>) {
    let mut asked = Vec::new();
    let mut turn = tokio::time::interval(Duration::from_millis(50));
    while !stop.is_cancelled() {
        turn.tick().await;
        let number = asked.len();
        let red = discord.member(&format!("p{}", number % 40)).in_channel(&format!("hall-{}", number % 10));
        asked.push(tokio::spawn(async move {
            let told = match number % 3 {
                0 => red.slash("challenge", &[("variant", "chess"), ("opponent", red.id())]).await,
                1 => red.slash("help", &[]).await,
                _ => red.slash("move", &[("move", "e4")]).await,
            };
            (!told.answered()).then(|| format!("{} after {:?}", told.text(), told.elapsed))
        }));
    }
    let total = asked.len();
    let mut silent = Vec::new();
    for one in asked {
        silent.extend(one.await.expect("no panic"));
    }
    (total, silent)
}
