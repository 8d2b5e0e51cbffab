//! Tournaments in the chat.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::{Channel, Fault, Member, Message, Response, Trouble, Upshot};

use crate::bot::bench::{Bench, done, long_after, message, soon, wait_for};
use crate::bot::places::server::kept;
use crate::bot::places::threads::announced;

tests_on_both!(
    three_play_a_round_robin_from_its_making_to_its_end,
    where_the_bot_lacks_permissions_no_tournament_is_made,
    whoever_may_not_make_one_is_told,
    a_server_with_as_many_tournaments_as_it_may_have_is_told,
    a_server_says_who_may_make_one,
    a_tournament_that_does_not_fill_up_is_called_off,
    whoever_manages_the_server_ends_a_tournament,
    a_tournament_that_runs_ends_as_it_stands,
    whoever_withdraws_loses_what_is_left,
    four_play_a_knock_out,
    a_beginning_calls_each_player_once,
    a_deciding_game_says_so_and_calls_whoever_moves_first,
    until_its_games_have_begun_they_are_being_set_up,
    finalists_who_block_each_other_do_not_meet,
    whoever_lets_two_games_go_is_out,
    nine_play_a_swiss_system,
    whoever_hides_their_rating_is_seeded_as_a_newcomer,
);

/// A tournament of chess in the channel `hall`.
pub async fn made(bench: &Bench, options: &[(&str, &str)]) -> (Member, Channel) {
    let red = bench.red("hall");
    let all = [&[("variant", "chess")], options].concat();
    let told = red.slash("tournament create", &all).await;
    assert!(told.outcome == Upshot::Message && told.is_ephemeral(), "{told:?}");
    assert_eq!(told.text(), "The tournament is made. Its message follows in this channel.");
    (red.clone(), red.channel())
}

/// Waits until the tournament's message shows this.
pub async fn stands(bench: &Bench, hall: &Channel, text: &str) -> Message {
    let look = async || {
        let shown = hall.messages().into_iter().find(|one| one.content.starts_with("**Tournament of "));
        shown.filter(|shown| shown.content.contains(text))
    };
    let all = || hall.messages().into_iter().map(|one| one.content).collect::<Vec<_>>();
    bench.pass_until(Duration::from_secs(1), look).await.unwrap_or_else(|| panic!("{text}: {:?}", all()))
}

/// The threads with a live board.
pub fn with_a_board(bench: &Bench) -> Vec<Channel> {
    // The last board of a finished game may still have buttons above it for a moment. Discord's own lines on
    // who was added have no text.
    let goes_on = |thread: &Channel| {
        let is_told = |one: &Message| !one.is_ephemeral() && !one.content.is_empty();
        let newest = thread.messages().into_iter().rfind(is_told);
        newest.is_some_and(|newest| newest.labels().contains(&"Resign".to_owned()))
    };
    bench.discord.threads().into_iter().filter(goes_on).collect()
}

/// Lets time pass until this many threads have a live board.
pub async fn threads(bench: &Bench, count: usize) -> Vec<Channel> {
    let look = async || {
        let begun = with_a_board(bench);
        let live = bench.count("SELECT count(*) FROM games WHERE state = 'live'").await;
        (begun.len() == count && live == count as i64).then_some(begun)
    };
    let begun = bench.pass_until(Duration::from_secs(1), look).await;
    begun.unwrap_or_else(|| panic!("not {count} games in {} threads", bench.discord.threads().len()))
}

#[track_caller]
pub fn refused(answer: &Response, text: &str) {
    assert!(answer.is_ephemeral() && answer.text().contains(text), "{}", answer.text());
}

/// The player to move in a thread, one of these, resigns.
pub async fn gives_up(thread: &Channel, people: &[&Member]) {
    let newest = thread.messages().into_iter().rfind(|one| one.labels().contains(&"Resign".to_owned()));
    let board = newest.expect("a board");
    let is_named = |member: &&&Member| board.content.contains(&format!("({}) to move", member.mention()));
    let mover = people.iter().find(is_named).expect("the player to move is named");
    let mover = mover.at(thread);
    let sure = message(&mover.slash("resign", &[]).await);
    done(&mover.click(&sure, "Yes, resign").await);
}

fn a_server_with_as_many_tournaments_as_it_may_have_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let create = async |channel: &str| {
            let all = [("kind", "round-robin"), ("variant", "chess")];
            bench.red(channel).slash("tournament create", &all).await
        };
        for number in 1..=10 {
            refused(&create(&format!("hall-{number}")).await, "The tournament is made.");
        }
        let many = "This server has 10 tournaments that are not over, which is the most. Make this one when one of them has ended.";
        refused(&create("hall-11").await, many);
        // The local obstacle is reported first: another channel would not help, but ending this tournament
        // does.
        refused(&create("hall-10").await, "This channel has a tournament that is not over.");
        bench.finish().await;
    });
}

fn where_the_bot_lacks_permissions_no_tournament_is_made() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("hall");
        for (denied, names) in [
            (permission::ATTACH_FILES, "**Attach Files** in this channel, so I could not show the boards"),
            (
                permission::CREATE_PUBLIC_THREADS,
                "**Create Public Threads** in this channel, so I could not open",
            ),
            (
                permission::SEND_MESSAGES_IN_THREADS,
                "**Send Messages in Threads** in this channel, so I could not",
            ),
        ] {
            red.channel().deny_bot(denied);
            let ask = [("kind", "round-robin"), ("variant", "chess")];
            refused(&red.slash("tournament create", &ask).await, &format!("I lack the permission {names}"));
            red.channel().allow_bot();
        }
        assert_eq!(bench.count("SELECT count(*) FROM tournaments").await, 0);
        bench.finish().await;
    });
}

fn three_play_a_round_robin_from_its_making_to_its_end() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, hall) = made(&bench, &[("kind", "round-robin"), ("most", "3")]).await;
        let (blue, green) = (bench.blue("hall"), bench.discord.member("green").in_channel("hall"));
        let open = stands(&bench, &hall, "Nobody has joined yet.").await;
        assert_eq!(open.labels(), ["Join", "Leave", "Begin now"]);
        assert!(open.pings().is_empty());
        refused(
            &red.slash("tournament create", &[("kind", "swiss"), ("variant", "chess")]).await,
            "This channel has a tournament that is not over. Make this one in another channel, or end that one with",
        );
        for who in [&red, &blue] {
            refused(&who.click(&open, "Join").await, "You are in the tournament.");
        }
        refused(&red.click(&open, "Join").await, "You are in this tournament already.");
        refused(&red.slash("tournament start", &[]).await, "2 of the 3 players that it needs have joined.");
        let two = stands(&bench, &hall, "For 3 players. It begins when it is full.\n2 have joined: ").await;
        assert!(
            two.content.contains(&format!("{} and {}", red.mention(), blue.mention())),
            "{}",
            two.content
        );
        refused(&green.slash("tournament join", &[]).await, "You are in the tournament.");
        // It is full, so it starts, with all its games at once.
        let running = stands(&bench, &hall, "3 games are still to be played.").await;
        let mark = "The rows are those of the table. `*` is a game that is not over.";
        assert!(running.content.ends_with(mark), "{}", running.content);
        assert_eq!(running.labels(), ["My games", "Withdraw"]);
        assert!(running.picture().is_some() && running.pings().is_empty());
        refused(
            &bench.discord.member("late").in_channel("hall").slash("tournament join", &[]).await,
            "Nobody can join",
        );
        let games = threads(&bench, 3).await;
        for thread in &games {
            let first = thread.messages().into_iter().find(|one| one.picture().is_some()).expect("a board");
            let says = [
                "Chess: <@",
                "> plays White, <@",
                "> Black. You win by checkmate. White (<@",
                ") to move: choose a piece below",
            ];
            assert!(says.iter().all(|part| first.content.contains(part)), "{}", first.content);
            let all_in = async || (thread.members().len() == 3).then_some(());
            assert!(
                bench.pass_until(Duration::from_secs(1), all_in).await.is_some(),
                "{:?}",
                thread.members()
            );
            assert!(announced(thread).is_empty(), "no line says who was added");
            let players = thread
                .name()
                .strip_prefix("Chess: ")
                .and_then(|name| name.split_once(" (round "))
                .map(|(two, _)| two.to_owned());
            let two: Vec<String> = players.expect("who plays").split(" – ").map(str::to_owned).collect();
            assert!(
                two.len() == 2
                    && two.iter().all(|one| ["Red", "Blue", "green", "Green"].contains(&one.as_str())),
                "{two:?}"
            );
        }
        refused(&red.slash("tournament leave", &[]).await, "This tournament has begun.");
        refused(&red.at(&games[0]).slash("abort", &[]).await, "Games of a tournament are not called off.");
        let own = red.click(&running, "My games").await;
        assert_eq!(own.text().lines().count(), 3, "{}", own.text());
        for thread in &games {
            gives_up(thread, &[&red, &blue, &green]).await;
        }
        let over = stands(&bench, &hall, "It is over.").await;
        assert!(over.labels().is_empty());
        let first = over.content.lines().find(|line| line.starts_with("1\\. <@")).expect("who is first");
        assert!(
            first.contains(">, ") && first.contains(" points (row ") || first.contains(", 1 point (row "),
            "{first}"
        );
        let said = || {
            let all = hall.messages().into_iter();
            all.filter(|one| one.content.starts_with("The tournament of Chess is over.")).collect::<Vec<_>>()
        };
        soon("the end is told", || !said().is_empty()).await;
        bench.pass(Duration::from_mins(1)).await;
        let said = said();
        assert_eq!(said.len(), 1);
        assert!(
            said[0].pings().is_empty() && said[0].content.contains(" wins.")
                || said[0].content.contains("share")
        );
        // The command's answer is private.
        let shown = message(&blue.slash("tournament standings", &[]).await);
        assert!(shown.is_ephemeral() && shown.picture().is_some() && shown.content.contains("It is over."));
        assert!(!shown.content.contains("`*`"), "{}", shown.content);
        let told = shown.picture().expect("a table").description.clone();
        assert!(told.contains("Row 1: against row 2: ") && told.contains("; points: "), "{told}");
        assert_eq!(bench.count("SELECT count(*) FROM tournament_games WHERE result IS NOT NULL").await, 3);
        bench.finish().await;
    });
}

fn whoever_may_not_make_one_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("hall");
        let options = [("kind", "round-robin"), ("variant", "chess"), ("least", "5"), ("most", "4")];
        refused(&red.slash("tournament create", &options).await, "`least` is more than `most`.");
        let sizes = [
            ("round-robin", "most", "12", "A round robin needs 3 to 10 players. For more, take a knock-out"),
            ("knock-out", "least", "3", "A knock-out needs 4 to 32 players. For fewer, take a round robin"),
            (
                "swiss",
                "most",
                "8",
                "A Swiss tournament needs 9 players or more, 64 at most. For fewer, take a round",
            ),
        ];
        for (kind, option, size, told) in sizes {
            let options = [("kind", kind), ("variant", "chess"), (option, size)];
            refused(&red.slash("tournament create", &options).await, told);
        }
        refused(&red.slash("tournament join", &[]).await, "There is no tournament in this channel.");
        refused(&red.slash("tournament withdraw", &[]).await, "There is no tournament in this channel.");
        assert_eq!(bench.count("SELECT count(*) FROM tournaments").await, 0);
        bench.finish().await;
    });
}

fn a_server_says_who_may_make_one() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("hall"), bench.blue("hall"));
        let options = [("kind", "round-robin"), ("variant", "chess")];
        refused(
            &blue.slash("tournament create", &options).await,
            "Only people who manage this server, or have the role",
        );
        let players = bench.discord.role("Players").expect("a role");
        let card = kept(&red, "Games", "organisers", &[&players]).await;
        let told = "**Role that may make tournaments and open ladders, as those who manage the server may**";
        assert!(card.content.contains(told), "{}", card.content);
        assert_eq!(card.json["mention_roles"], serde_json::json!([]), "nobody is notified of that");
        refused(
            &blue.slash("tournament create", &options).await,
            "Only people who manage this server, or have the role",
        );
        refused(
            &blue.slash("ladder open", &[("variant", "chess")]).await,
            "Only people who manage this server, or have the role",
        );
        blue.take_role("Players");
        refused(&blue.slash("tournament create", &options).await, "The tournament is made.");
        refused(&blue.slash("ladder open", &[("variant", "chess")]).await, "The ladder is open.");
        kept(&red, "Games", "organisers", &[]).await;
        refused(
            &blue.slash("tournament start", &[]).await,
            "Only people who manage this server, or have the role",
        );
        let sure = message(&blue.slash("ladder close", &[]).await);
        refused(
            &blue.click(&sure, "Yes, close").await,
            "Only people who manage this server, or have the role",
        );
        // Everyone has the role with that name.
        let everybody = bench.discord.role("@everyone").expect("a role");
        kept(&red, "Games", "organisers", &[&everybody]).await;
        refused(&blue.click(&sure, "Yes, close").await, "The ladder is closed.");
        bench.finish().await;
    });
}

fn a_tournament_that_does_not_fill_up_is_called_off() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, hall) = made(&bench, &[("kind", "round-robin"), ("days", "2")]).await;
        let open = stands(&bench, &hall, "It begins <t:").await;
        refused(&red.click(&open, "Join").await, "You are in the tournament.");
        refused(&red.click(&open, "Leave").await, "You are no longer in the tournament.");
        refused(&red.click(&open, "Leave").await, "You do not play in this tournament.");
        bench.settings.clock.advance(Duration::from_hours(49));
        let off =
            stands(&bench, &hall, "It was called off before it began: 3 players were needed, and").await;
        assert!(off.labels().is_empty());
        refused(&red.slash("tournament join", &[]).await, "Nobody can join");
        bench.finish().await;
    });
}

fn whoever_withdraws_loses_what_is_left() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, hall) = made(&bench, &[("kind", "round-robin"), ("most", "3")]).await;
        let (blue, green) = (bench.blue("hall"), bench.discord.member("green").in_channel("hall"));
        for who in [&red, &blue, &green] {
            refused(&who.slash("tournament join", &[]).await, "You are in the tournament.");
        }
        threads(&bench, 3).await;
        let sure = message(&green.slash("tournament withdraw", &[]).await);
        assert_eq!(sure.labels(), ["Yes, withdraw", "Stay in"]);
        assert!(green.click(&sure, "Stay in").await.answered());
        let sure = message(&green.slash("tournament withdraw", &[]).await);
        refused(&green.click(&sure, "Yes, withdraw").await, "You have withdrawn from the tournament.");
        let all = || bench.discord.threads().into_iter().flat_map(|thread| thread.messages());
        let is_told =
            |one: &Message| one.content.contains(&format!("({}) has left the tournament.", green.mention()));
        soon("the opponents are told", || all().filter(is_told).count() == 2).await;
        // With fewer than half of their games played, none of them counts.
        let struck = stands(&bench, &hall, "~~").await;
        let line = struck.content.lines().find(|line| line.contains(green.id())).expect("a line");
        assert!(line.starts_with("~~") && line.contains("~~, 0 points (row "), "{line}");
        refused(&green.click(&sure, "Yes, withdraw").await, "You do not play in this tournament.");
        // Only the game of the other two continues.
        let left = threads(&bench, 1).await;
        gives_up(&left[0], &[&red, &blue]).await;
        stands(&bench, &hall, "It is over.").await;
        bench.finish().await;
    });
}

fn four_play_a_knock_out() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, hall) = made(&bench, &[("kind", "knock-out"), ("most", "4")]).await;
        let people = [
            red,
            bench.blue("hall"),
            bench.discord.member("green").in_channel("hall"),
            bench.discord.member("grey").in_channel("hall"),
        ];
        for who in &people {
            refused(&who.slash("tournament join", &[]).await, "You are in the tournament.");
        }
        let all: Vec<&Member> = people.iter().collect();
        // The player to move resigns, so the first two games of each pair are level, and Black wins the
        // third.
        for round in [4, 2, 2, 1] {
            for thread in threads(&bench, round).await {
                gives_up(&thread, &all).await;
            }
        }
        stands(&bench, &hall, "It is over.").await;
        assert_eq!(bench.count("SELECT count(*) FROM tournament_games").await, 9);
        bench.finish().await;
    });
}

/// Number of pings per player in a tournament that starts with this many games.
async fn called(kind: &str, games: usize) {
    let bench = Bench::new().await;
    let (red, hall) = made(&bench, &[("kind", kind), ("most", "4")]).await;
    let people = [
        red.clone(),
        bench.blue("hall"),
        bench.green("hall"),
        bench.discord.member("grey").in_channel("hall"),
    ];
    for who in &people {
        refused(&who.slash("tournament join", &[]).await, "You are in the tournament.");
    }
    stands(&bench, &hall, if kind == "round-robin" { "still to be played" } else { "Round 1" }).await;
    let threads = threads(&bench, games).await;
    for thread in &threads {
        let all_in = async || (thread.members().len() == 3).then_some(());
        assert!(bench.pass_until(Duration::from_secs(1), all_in).await.is_some(), "{:?}", thread.members());
    }
    long_after().await;
    let told = hall.messages().into_iter().map(|one| (one.content.clone(), one));
    let boards =
        threads.iter().flat_map(|thread| thread.messages().into_iter().map(|one| (thread.name(), one)));
    let all: Vec<(String, Message)> = told.chain(boards).collect();
    for who in &people {
        let calls: Vec<&String> = all
            .iter()
            .filter(|(_, one)| one.pings().iter().any(|id| *id == who.id()))
            .map(|(at, _)| at)
            .collect();
        assert_eq!(calls.len(), 1, "{kind}: {} is called by {calls:?}", who.mention());
        assert!(!calls[0].starts_with("Round "), "{kind}: {} is called where it has to move", who.mention());
    }
    bench.finish().await;
}

fn a_beginning_calls_each_player_once() {
    wait_for(called("round-robin", 6));
    wait_for(called("knock-out", 4));
}

fn a_deciding_game_says_so_and_calls_whoever_moves_first() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "knock-out"), ("most", "4")]).await;
        let people = join(&bench, &["red", "blue", "green", "grey"]).await;
        for thread in threads(&bench, 4).await {
            assert!(!thread.name().contains("deciding"), "{}", thread.name());
            gives_up(&thread, &people.iter().collect::<Vec<_>>()).await;
        }
        for thread in threads(&bench, 2).await {
            let all_in = async || (thread.members().len() == 3).then_some(());
            assert!(
                bench.pass_until(Duration::from_secs(1), all_in).await.is_some(),
                "{:?}",
                thread.members()
            );
            long_after().await;
            assert!(thread.name().ends_with(" (round 1, deciding game)"), "{}", thread.name());
            let told = hall.messages().into_iter().find(|one| one.id == thread.id()).expect("its message");
            let says = |part: &str| assert!(told.content.contains(part), "{part}: {}", told.content);
            says("Deciding game of round 1: <@");
            says("If it is drawn, Black goes through.");
            let first = thread.messages().into_iter().find(|one| one.picture().is_some()).expect("a board");
            let moves = |who: &&Member| first.content.contains(&format!("({}) to move", who.mention()));
            let white = people.iter().find(moves).expect("who moves");
            assert_eq!(first.pings(), [white.id()], "{}", first.content);
        }
        bench.finish().await;
    });
}

fn until_its_games_have_begun_they_are_being_set_up() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, hall) = made(&bench, &[("kind", "round-robin"), ("most", "3")]).await;
        // For now nothing can be posted there.
        let faults = bench.discord.faults();
        faults.add(Fault::next("/threads", Trouble::Status(503)).method("POST").times(u32::MAX));
        for who in [&red, &bench.blue("hall"), &bench.green("hall")] {
            refused(&who.slash("tournament join", &[]).await, "You are in the tournament.");
        }
        let running = stands(&bench, &hall, "The games are being set up.").await;
        assert_eq!(running.labels(), ["My games", "Withdraw"]);
        bench.discord.faults().clear();
        stands(&bench, &hall, "3 games are still to be played.").await;
        bench.finish().await;
    });
}

fn finalists_who_block_each_other_do_not_meet() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "knock-out"), ("most", "4")]).await;
        let people = join(&bench, &["red", "blue", "green", "grey"]).await;
        let all: Vec<&Member> = people.iter().collect();
        for thread in threads(&bench, 4).await {
            gives_up(&thread, &all).await;
        }
        let deciding = threads(&bench, 2).await;
        for (at, one) in people.iter().enumerate() {
            for other in &people[at + 1..] {
                assert!(one.slash("block", &[("user", other.id())]).await.answered());
            }
        }
        for thread in deciding {
            gives_up(&thread, &all).await;
        }
        let over = stands(&bench, &hall, "It is over.").await;
        assert!(over.content.contains("1\\. "), "{}", over.content);
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 6);
        assert_eq!(bench.count("SELECT count(*) FROM tournament_games WHERE result = 'halves'").await, 3);
        bench.finish().await;
    });
}

fn whoever_manages_the_server_ends_a_tournament() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, hall) = made(&bench, &[("kind", "round-robin"), ("least", "3"), ("most", "4")]).await;
        let people = join(&bench, &["red", "blue", "green"]).await;
        refused(&people[1].slash("tournament cancel", &[]).await, "Only people who manage this server");
        let sure = message(&red.slash("tournament cancel", &[]).await);
        assert!(
            sure.content.starts_with("Really end this tournament before it has begun?"),
            "{}",
            sure.content
        );
        assert_eq!(sure.labels(), ["Yes, end it", "Keep it"]);
        stands(&bench, &hall, "There are enough players now.").await;
        refused(&people[2].slash("tournament leave", &[]).await, "You are no longer in the tournament.");
        refused(&red.click(&sure, "Yes, end it").await, "The tournament is ended.");
        let off = stands(&bench, &hall, "It was called off by the organiser before it began.").await;
        assert!(off.labels().is_empty());
        refused(&red.click(&sure, "Yes, end it").await, "This tournament is over.");
        assert_eq!(bench.count("SELECT count(*) FROM tournament_games").await, 0);
        bench.finish().await;
    });
}

fn a_tournament_that_runs_ends_as_it_stands() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, hall) = made(&bench, &[("kind", "round-robin"), ("most", "3")]).await;
        let people = join(&bench, &["red", "blue", "green"]).await;
        let games = threads(&bench, 3).await;
        gives_up(&games[0], &people.iter().collect::<Vec<_>>()).await;
        let sure = message(&red.slash("tournament cancel", &[]).await);
        assert!(sure.content.starts_with("Really end this tournament?"), "{}", sure.content);
        let kept = red.click(&sure, "Keep it").await;
        assert!(kept.answered(), "{kept:?}");
        let sure = message(&red.slash("tournament cancel", &[]).await);
        refused(&red.click(&sure, "Yes, end it").await, "The tournament is ended.");
        stands(&bench, &hall, "It was ended early. No winner.").await;
        soon("the end is told", || {
            hall.messages()
                .iter()
                .any(|one| one.content == "The tournament of Chess was ended early. No winner.")
        })
        .await;
        // Live games are played to their end.
        assert_eq!(bench.count("SELECT count(*) FROM games WHERE state = 'live'").await, 2);
        let left = with_a_board(&bench);
        gives_up(&left[0], &people.iter().collect::<Vec<_>>()).await;
        let is_told = |one: &Message| one.content.contains("so this game does not count in it.");
        soon("its end is told", || left[0].messages().iter().any(is_told)).await;
        refused(&red.slash("tournament cancel", &[]).await, "This tournament is over.");
        // Another one can be created here.
        made(&bench, &[("kind", "knock-out")]).await;
        bench.finish().await;
    });
}

/// Members with these names join a tournament.
pub async fn join(bench: &Bench, names: &[&str]) -> Vec<Member> {
    let mut all = Vec::new();
    for name in names {
        let who = bench.discord.member(name).in_channel("hall");
        refused(&who.slash("tournament join", &[]).await, "You are in the tournament.");
        all.push(who);
    }
    all
}

fn whoever_lets_two_games_go_is_out() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "round-robin"), ("most", "4"), ("pace", "8h")]).await;
        join(&bench, &["red", "blue", "green", "grey"]).await;
        threads(&bench, 6).await;
        // Nobody moves, so White loses each game on time, and a player who lost two of them has lost the
        // third as well.
        bench.settings.clock.advance(Duration::from_hours(9));
        stands(&bench, &hall, "It is over.").await;
        let out = bench.count("SELECT count(*) FROM tournament_players WHERE state = 'out'").await;
        assert!(out >= 2, "{out} are out");
        let played = "SELECT count(*) FROM tournament_games WHERE result NOT IN ('white-forfeits', 'black-forfeits', 'both-forfeit')";
        assert_eq!(bench.count(played).await, 0, "nobody came");
        bench.finish().await;
    });
}

fn nine_play_a_swiss_system() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "swiss"), ("most", "9")]).await;
        let people = join(&bench, &["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"]).await;
        let all: Vec<&Member> = people.iter().collect();
        for round in 1..=5 {
            stands(&bench, &hall, &format!("Round {round} of 5.")).await;
            let games = threads(&bench, 4).await;
            let running = stands(&bench, &hall, &format!("Round {round} of 5.")).await;
            let mut sit_out = 0;
            for who in &all {
                let own = who.click(&running, "My games").await;
                sit_out += usize::from(own.text() == format!("You sit out round {round} and get a point."));
            }
            assert_eq!(sit_out, 1, "one of nine has no opponent");
            // The start pings all players: White by a board, Black by the game's message. Later Black is not
            // pinged, with nothing to do yet.
            let begins = format!("Round {round}: ");
            for one in hall.messages().into_iter().filter(|one| one.content.starts_with(&begins)) {
                let called = one.pings().first().map(|who| format!(" <@{who}> Black."));
                assert_eq!(called.is_some(), round == 1, "{}", one.content);
                assert!(called.is_none_or(|black| one.content.contains(&black)), "{}", one.content);
            }
            for thread in games {
                gives_up(&thread, &all).await;
            }
        }
        stands(&bench, &hall, "It is over.").await;
        assert_eq!(bench.count("SELECT count(*) FROM tournament_games WHERE result = 'bye'").await, 5);
        let twice = "SELECT count(*) FROM tournament_games one JOIN tournament_games other ON one.number < other.number
            WHERE (one.white = other.white AND one.black = other.black) OR (one.white = other.black AND one.black = other.white)";
        assert_eq!(bench.count(twice).await, 0, "nobody meets twice");
        bench.finish().await;
    });
}

fn whoever_hides_their_rating_is_seeded_as_a_newcomer() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, hall) = made(&bench, &[("kind", "round-robin"), ("most", "3")]).await;
        let people = join(&bench, &["red", "blue"]).await;
        // Both have the same rating from a week long ago.
        for (number, (who, seen)) in people.iter().zip(["hidden", "everywhere"]).enumerate() {
            let who = who.id();
            for sql in [
                format!("DELETE FROM people WHERE id = {who}"),
                format!("INSERT INTO people (id, standing) VALUES ({who}, '{seen}')"),
                format!("INSERT INTO rated_players (id, person) VALUES ({number} + 1, {who})"),
                format!(
                    "INSERT INTO ratings (player, variant, period, rating, deviation, volatility, settled_until)
                     VALUES ({number} + 1, 'chess', 1, 1900000000000, 60000000000, 60000000, 5)"
                ),
            ] {
                bench.run_sql(&sql).await;
            }
        }
        bench.sql("INSERT INTO rating_periods (period, closed_at) VALUES (1, 0)").await;
        join(&bench, &["green"]).await;
        stands(&bench, &hall, "3 games are still to be played.").await;
        let first = "SELECT count(*) FROM tournament_players WHERE rating = 1900 AND number = 1";
        assert_eq!(bench.count(first).await, 1);
        assert_eq!(bench.count("SELECT count(*) FROM tournament_players WHERE rating = 1500").await, 2);
        bench.finish().await;
    });
}
