//! All ways in which Discord ends a connection.

use std::time::Duration;
use tokio::time::Instant;

use super::super::bench::{Bench, wait_for};
use super::{answers, back, identifies_keep_apart};

tests_and_by_http2!(
    a_lost_connection_is_resumed_where_it_was,
    a_lost_session_is_begun_anew,
    what_cannot_be_mended_ends_the_bot,
    garbage_is_passed_over,
);

fn a_lost_connection_is_resumed_where_it_was() {
    wait_for(async {
        let bench = Bench::new().await;
        let discord = &bench.discord;
        // None: cut without a close frame; 0: a close frame without a code.
        let codes = [
            None,
            Some(0),
            Some(1001),
            Some(4000),
            Some(4001),
            Some(4002),
            Some(4003),
            Some(4005),
            Some(4008),
        ];
        for code in codes {
            let known = discord.handshakes().len();
            let begun = Instant::now();
            match code {
                Some(0) => discord.gateway_close_without_code(),
                code => discord.gateway_close(code),
            }
            let handshake = back(discord, known).await;
            assert!(handshake.resume.is_some(), "{code:?}: a new session");
            assert_eq!(handshake.path, "/resume", "{code:?}: the address for resuming was not used");
            assert!(begun.elapsed() < Duration::from_secs(8), "{code:?}: {:?}", begun.elapsed());
            answers(&bench).await;
        }
        let known = discord.handshakes().len();
        discord.gateway_reconnect();
        assert!(back(discord, known).await.resume.is_some(), "op 7");
        let known = discord.handshakes().len();
        discord.gateway_invalidate(true);
        assert!(back(discord, known).await.resume.is_some(), "op 9 true");
        answers(&bench).await;
        assert!(bench.bot().counts().contains("1 new sessions, 11 resumed"), "{}", bench.bot().counts());
        bench.finish().await;
    });
}

fn a_lost_session_is_begun_anew() {
    wait_for(async {
        let bench = Bench::new().await;
        let discord = &bench.discord;
        for how in ["4007", "4009", "op 9 false"] {
            let known = discord.handshakes().len();
            match how {
                "4007" => discord.gateway_close(Some(4007)),
                "4009" => discord.gateway_close(Some(4009)),
                _ => discord.gateway_invalidate(false),
            }
            let handshake = back(discord, known).await;
            assert!(handshake.resume.is_none(), "{how}: a session that is over was resumed");
            assert_eq!(handshake.path, "/gateway", "{how}");
            answers(&bench).await;
        }
        identifies_keep_apart(discord);
        bench.finish().await;
    });
}

fn what_cannot_be_mended_ends_the_bot() {
    wait_for(async {
        for (code, part) in [
            (4004, "does not accept the token"),
            (4010, "check discord.shards"),
            (4011, "the next start asks for more"),
            (4012, "no longer speaks this version"),
            (4013, "does not know what the bot wants"),
            (4014, "does not allow what the bot wants"),
        ] {
            let bench = Bench::new().await;
            bench.discord.gateway_close(Some(code));
            let why = tokio::time::timeout(Duration::from_secs(5), bench.bot().ended()).await;
            let why = why.unwrap_or_else(|_| panic!("{code} did not end the bot"));
            assert!(why.to_string().contains(part), "{code}: {why}");
            assert_eq!(bench.discord.handshakes().len(), 1, "{code}: it tried again");
            bench.finish().await;
        }
    });
}

fn garbage_is_passed_over() {
    wait_for(async {
        let bench = Bench::new().await;
        let discord = &bench.discord;
        discord.gateway_say("");
        discord.gateway_say("no JSON at all");
        discord.gateway_say("{\"op\":0,");
        discord.gateway_say(r#"{"op":"zero"}"#);
        discord.gateway_say(r#"{"t":"INTERACTION_CREATE","s":null,"op":0,"d":[1,2]}"#);
        discord.gateway_say(r#"{"t":"SOMETHING_NEW","s":3,"op":0,"d":{"a":[{}]}}"#);
        discord.gateway_say(r#"{"op":99,"d":{}}"#);
        discord.gateway_say(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)));
        discord.gateway_say(&format!(
            r#"{{"t":"TYPING_START","s":null,"op":0,"d":"{}"}}"#,
            "x".repeat(8_000_000)
        ));
        discord.gateway_say_bytes(&[0, 159, 146, 150]);
        answers(&bench).await;
        assert_eq!(discord.handshakes().len(), 1, "it cost the connection");
        assert!(bench.bot().counts().contains("1 interactions unread"), "{}", bench.bot().counts());
        bench.finish().await;
    });
}
