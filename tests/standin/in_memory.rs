//! Requests inside the process get the same responses as over a connection.

use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt as _;
use reqwest::RequestBuilder;
use rookery::sandbox::{Fault, StandIn, Trouble, Unanswered};

use super::{Bench, run};

tests!(
    faults_strike_as_over_a_connection,
    whoever_hangs_up_is_served_no_further,
    a_stop_finishes_what_has_come_and_refuses_the_rest,
);

/// The status, the received part of the body, and true if that is complete; or no response.
type Seen = Result<(u16, Vec<u8>, bool), Unanswered>;

async fn in_memory(discord: &StandIn, request: RequestBuilder) -> Seen {
    let request = request.header("user-agent", crate::USER_AGENT).build().expect("a request");
    let request = Request::<reqwest::Body>::try_from(request).expect("an address");
    let response = discord.call(request.map(Body::new)).await?;
    let (status, mut seen) = (response.status().as_u16(), Vec::new());
    let mut pieces = response.into_body().into_data_stream();
    while let Some(piece) = pieces.next().await {
        let Ok(piece) = piece else { return Ok((status, seen, false)) };
        seen.extend_from_slice(&piece);
    }
    Ok((status, seen, true))
}

async fn over_a_connection(request: RequestBuilder) -> Seen {
    let mut response = request
        .send()
        .await
        .map_err(|error| if error.is_connect() { Unanswered::Refused } else { Unanswered::Cut })?;
    let (status, mut seen) = (response.status().as_u16(), Vec::new());
    loop {
        match response.chunk().await {
            Ok(Some(piece)) => seen.extend_from_slice(&piece),
            Ok(None) => return Ok((status, seen, true)),
            Err(_) => return Ok((status, seen, false)),
        }
    }
}

fn faults_strike_as_over_a_connection() {
    run(async {
        let bench = Bench::start().await;
        for trouble in [
            Trouble::Delay(Duration::from_millis(1)),
            Trouble::SlowAnswer(Duration::from_millis(1)),
            Trouble::DropBefore,
            Trouble::DropAfter,
            Trouble::CutShort,
            Trouble::RateLimit(0.5),
            Trouble::ShutOut(1),
            Trouble::Status(503),
            Trouble::Refuse(403, 50_013),
            Trouble::Blocked,
            Trouble::PageAfter,
        ] {
            bench.discord.faults().add(Fault::next("/users/@me", trouble.clone()).times(2));
            let ask = || bench.ask("GET", "/users/@me");
            let seen = in_memory(&bench.discord, ask()).await;
            assert_eq!(seen, over_a_connection(ask()).await, "{trouble:?}");
            let is_cut = matches!(trouble, Trouble::DropBefore | Trouble::DropAfter);
            assert_eq!(seen == Err(Unanswered::Cut), is_cut, "{trouble:?}");
            let is_whole = seen.is_ok_and(|(.., is_whole)| is_whole);
            assert_eq!(is_whole, !is_cut && trouble != Trouble::CutShort, "{trouble:?}");
        }
        let foreign = || bench.ask("GET", "/users/@me").header("host", "evil.example");
        let seen = in_memory(&bench.discord, foreign()).await;
        assert_eq!(seen.as_ref().map(|seen| seen.0), Ok(403));
        assert_eq!(seen, over_a_connection(foreign()).await);
    });
}

fn whoever_hangs_up_is_served_no_further() {
    run(async {
        let bench = Bench::start().await;
        bench.discord.faults().add(Fault::next("", Trouble::Delay(Duration::from_millis(100))));
        let asked = in_memory(&bench.discord, bench.ask("GET", "/users/@me"));
        assert!(tokio::time::timeout(Duration::from_millis(10), asked).await.is_err());
        tokio::time::sleep(Duration::from_millis(150)).await;
        assert!(bench.discord.requests().is_empty());
    });
}

fn a_stop_finishes_what_has_come_and_refuses_the_rest() {
    run(async {
        let bench = Bench::with(|options| options.in_memory = true).await;
        let ask = || bench.ask("GET", "/users/@me");
        assert_eq!(over_a_connection(ask()).await, Err(Unanswered::Refused), "nobody listens");
        bench.discord.faults().add(Fault::next("", Trouble::SlowAnswer(Duration::from_millis(200))));
        let stop = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            bench.discord.stop().await;
            in_memory(&bench.discord, ask()).await
        };
        tokio::select! {
            biased;
            begun = in_memory(&bench.discord, ask()) => assert_eq!(begun.map(|seen| seen.0), Ok(200)),
            late = stop => panic!("the stop did not wait, and then {late:?}"),
        }
        assert_eq!(in_memory(&bench.discord, ask()).await, Err(Unanswered::Refused));
    });
}
