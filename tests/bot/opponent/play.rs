//! The bot itself as an opponent.

use crate::bot::bench::{Bench, done, long_after, message, soon, wait_for};
use rookery::sandbox::{Member, Message, Response, Upshot};

tests_on_both!(
    a_game_begins_at_once_and_each_answer_holds_both_moves,
    every_game_is_played_at_every_level,
    the_bot_begins_where_it_has_white,
    moves_are_taken_back_as_often_as_one_likes,
    a_newcomer_gets_there_by_buttons,
    a_rematch_begins_at_once_with_the_colours_swapped,
    it_is_played_in_direct_messages,
    what_a_process_left_unanswered_the_next_one_plays,
    a_draw_is_answered_at_once,
    a_long_thought_is_shown_in_the_same_message,
    it_ends_by_mate_either_way,
    other_bots_and_levels_of_people_are_refused,
    a_pace_is_refused_with_the_reason,
    nothing_is_prepared_for_the_bot,
    a_hundred_games_with_the_bot_leave_room_for_others,
    the_bot_tells_nobody_whom_else_it_plays,
);

/// Red plays White against the bot.
async fn against(who: &Member, variant: &str, level: &str, color: &str) -> Message {
    let options = [("variant", variant), ("level", level), ("color", color), ("thread", "auto")];
    replied(who, &who.slash("challenge", &options).await).await
}

/// The message of an answer once it includes the bot's move: on a slow machine that takes longer than an
/// answer waits.
async fn replied(who: &Member, response: &Response) -> Message {
    let id = message(response).id;
    soon("the bot's move", || {
        who.channel().message(&id).is_some_and(|shown| !shown.content.contains("I am thinking"))
    })
    .await;
    who.channel().message(&id).expect("it is still there")
}

fn a_game_begins_at_once_and_each_answer_holds_both_moves() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let begun = against(&red, "chess", "3", "white").await;
        let start = format!(
            "Chess: {0} plays White, I play Black (Level 3, Fledgling). You win by checkmate. White ({0}) to move: choose a piece below the newest board, or ",
            red.mention()
        );
        assert!(begun.content.starts_with(&start), "{}", begun.content);
        assert!(begun.pings().is_empty(), "nobody is notified of their own click");
        let board = replied(&red, &red.slash("move", &[("move", "e4")]).await).await;
        assert!(board.content.starts_with("White: Pawn e2-e4. I reply "), "{}", board.content);
        assert!(board.content.ends_with(&format!("White ({}) to move.", red.mention())), "{}", board.content);
        assert_eq!(board.labels(), ["Type a move", "Hint", "Flip board", "Offer draw", "Takeback", "Resign"]);
        assert_eq!(
            bench.count("SELECT count(*) FROM events WHERE kind = 'move' AND \"by\" = 'black'").await,
            1
        );
        // Moves made with menus are played in the same manner.
        let card = message(&red.select(&board, "Piece", &["d2"]).await);
        let played = red.select(&card, "To", &["d2d4"]).await;
        assert!(played.text().starts_with("White: Pawn d2-d4. I reply "), "{}", played.text());
        let shown = || red.channel().message(&begun.id).expect("the board").content;
        soon("the board", || shown().contains("White: Pawn d2-d4. I reply ")).await;
        // Other people cannot act in it.
        let refused = bench.green("games").slash("move", &[("move", "a3")]).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        let games = message(&red.slash("games", &[]).await);
        assert!(games.content.contains("**Your turn**"), "{}", games.content);
        assert!(games.content.contains(" (Level 3, Fledgling)"), "{}", games.content);
        bench.finish().await;
    });
}

fn every_game_is_played_at_every_level() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for (variant, first) in [
            ("claustrophobia", "1"),
            ("prison-break", "2"),
            ("birds-and-ninjas", "3"),
            ("squirrel", "4"),
            ("chess", "5"),
        ] {
            let begun = against(&red, variant, first, "white").await;
            assert!(begun.content.contains("I play Black"), "{}", begun.content);
            for _ in 0..2 {
                let offered = red.types("/move ").await.expect("moves");
                let board = replied(&red, &red.slash("move", &[("move", &offered[0].1)]).await).await;
                assert!(board.content.contains(". I reply "), "{}", board.content);
            }
            let asked = message(&red.slash("resign", &[]).await);
            done(&red.click(&asked, "Yes, resign").await);
        }
        for level in ["6", "7", "8", "maximum"] {
            let begun = against(&red, "prison-break", level, "white").await;
            assert!(begun.content.contains("I play Black"), "{}", begun.content);
            let asked = message(&red.slash("resign", &[]).await);
            done(&red.click(&asked, "Yes, resign").await);
        }
        bench.finish().await;
    });
}

fn the_bot_begins_where_it_has_white() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let begun = against(&red, "chess", "1", "black").await;
        let start = format!(
            "Chess: {} plays Black, I play White (Level 1, Hatchling). You win by checkmate.",
            red.mention()
        );
        assert!(begun.content.starts_with(&start) && begun.content.contains(" White: "), "{}", begun.content);
        assert!(begun.content.ends_with(&format!("Black ({}) to move.", red.mention())), "{}", begun.content);
        // The bot's own first move cannot be taken back.
        let usual = ["Type a move", "Hint", "Flip board", "Offer draw", "Resign"];
        assert_eq!(begun.labels(), usual);
        let id = &begun.buttons()[0].custom_id;
        let id = id.replace(id.split(':').nth(1).expect("a word"), "takeback");
        for nothing in [red.slash("takeback", &[]).await, red.click_stale(&begun, &id).await] {
            assert!(nothing.is_ephemeral(), "{}", nothing.text());
            assert_eq!(nothing.text(), "You have no move to take back yet.");
        }
        long_after().await;
        assert_eq!(red.channel().message(&begun.id).expect("the board").labels(), usual);
        bench.finish().await;
    });
}

fn moves_are_taken_back_as_often_as_one_likes() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        against(&red, "chess", "1", "white").await;
        for _ in 0..3 {
            let board = replied(&red, &red.slash("move", &[("move", "e4")]).await).await;
            let back = message(&red.click(&board, "Takeback").await);
            assert_eq!(
                back.content,
                format!("Taken back: it is move 1 again. White ({}) to move.", red.mention())
            );
        }
        bench.finish().await;
    });
}

fn a_newcomer_gets_there_by_buttons() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        let help = message(&red.slash("help", &[]).await);
        bench.stop().await;
        bench.start().await;
        let games = message(&red.click(&help, "Play me").await);
        assert_eq!(games.content, "Which game would you like to play against me?");
        let levels = message(&red.select(&games, "Choose a game", &["Squirrel Chess"]).await);
        assert!(
            levels.content.starts_with("Squirrel Chess: how strongly shall I play? New here: level 1 or 2. "),
            "{}",
            levels.content
        );
        let begun = red.select(&levels, "Choose a level", &["Level 1, Hatchling"]).await;
        let asked = message(&begun);
        assert_eq!(begun.outcome, Upshot::Update, "the card asks where");
        assert_eq!(asked.labels(), ["Here in a thread", "In our direct message", "Here in the channel"]);
        let told = message(&red.click(&asked, "Here in the channel").await);
        assert!(told.labels().is_empty() && told.content.contains("Level 1, Hatchling"), "{}", told.content);
        let board = red.channel().wait_for(|m| m.content.contains("(Level 1, Hatchling)")).await;
        assert!(board.expect("the board").picture().is_some());
        bench.finish().await;
    });
}

fn a_rematch_begins_at_once_with_the_colours_swapped() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        against(&red, "chess", "2", "white").await;
        let asked = message(&red.slash("resign", &[]).await);
        done(&red.click(&asked, "Yes, resign").await);
        let end = red.channel().wait_for(|m| m.content.contains("resigns")).await.expect("the end");
        let again = replied(&red, &red.click(&end, "Rematch").await).await;
        assert!(again.content.contains("plays Black, I play White (Level 2, Nestling)"), "{}", again.content);
        bench.finish().await;
    });
}

fn it_is_played_in_direct_messages() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games").in_channel("dm");
        let begun = against(&red, "prison-break", "1", "white").await;
        assert!(begun.content.contains("I play Black"), "{}", begun.content);
        let offered = red.types("/move ").await.expect("moves");
        let board = replied(&red, &red.slash("move", &[("move", &offered[0].1)]).await).await;
        assert!(board.content.contains(". I reply "), "{}", board.content);
        bench.finish().await;
    });
}

fn what_a_process_left_unanswered_the_next_one_plays() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let red = bench.red("games");
        against(&red, "chess", "1", "white").await;
        bench.stop().await;
        // As if the process had ended between the player's move and the bot's.
        bench
            .sql(
                "UPDATE games SET rev = 2, position_rev = 2, ply = 1, turn = 'black', to_move = black, due = 2,
                     fen = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'",
            )
            .await;
        bench.sql("INSERT INTO events (game, seq, kind, text, \"by\", at) SELECT id, 2, 'move', 'e2e4', 'white', 0 FROM games").await;
        bench.start().await;
        let shown = red.channel().wait_for(|m| m.content.contains("I reply ")).await;
        let shown = shown.expect("its move");
        assert_eq!(shown.pings(), [red.id()], "whoever waits is told");
        soon("its own move is the last", || !shown.buttons().is_empty()).await;
        let played = red.slash("move", &[("move", "d4")]).await;
        assert!(played.text().starts_with("White: Pawn d2-d4. I reply "), "{}", played.text());
        bench.finish().await;
    });
}

fn a_long_thought_is_shown_in_the_same_message() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        against(&red, "birds-and-ninjas", "maximum", "white").await;
        let offered = red.types("/move ").await.expect("moves");
        let board = replied(&red, &red.slash("move", &[("move", &offered[0].1)]).await).await;
        assert!(board.content.contains(". I reply ") && board.picture().is_some(), "{}", board.content);
        assert!(board.labels().contains(&"Takeback".to_owned()), "{:?}", board.labels());
        bench.soon_counts("SELECT count(*) FROM games WHERE shown = due AND rev = 3", 1).await;
        let boards = red.channel().messages().iter().filter(|m| m.content.contains("I reply")).count();
        assert_eq!(boards, 1, "and in no other");
        let back = red.click(&board, "Takeback").await;
        assert!(back.text().starts_with("Taken back: "), "{}", back.text());
        bench.finish().await;
    });
}

fn a_draw_is_answered_at_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        against(&red, "chess", "1", "white").await;
        let refused = red.slash("draw", &[]).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        assert_eq!(refused.text(), "I would rather play on for now, so this is no draw yet.");
        assert_eq!(
            bench.count("SELECT count(*) FROM events WHERE kind <> 'begun'").await,
            0,
            "nothing is kept"
        );
        bench.finish().await;
    });
}

fn it_ends_by_mate_either_way() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let mates = [
            ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "White"),
            ("1r4k1/8/8/8/8/8/P4PPP/6K1 w - - 0 1", "a3", "Black"),
        ];
        for (position, mv, winner) in mates {
            let options = [("variant", "chess"), ("level", "1"), ("color", "white"), ("position", position)];
            done(&red.slash("challenge", &options).await);
            let end = replied(&red, &red.slash("move", &[("move", mv)]).await).await;
            assert!(end.content.contains(&format!("Checkmate. {winner} (")), "{}", end.content);
            assert!(end.labels().contains(&"Rematch".to_owned()), "{:?}", end.labels());
        }
        bench.finish().await;
    });
}

fn other_bots_and_levels_of_people_are_refused() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let options = [("variant", "chess"), ("opponent", &*blue.id().to_string()), ("level", "3")];
        let refused = red.slash("challenge", &options).await;
        assert!(refused.is_ephemeral(), "{}", refused.text());
        assert_eq!(
            refused.text(),
            "Levels are for games against me: choose me as the opponent, or leave out the level."
        );
        bench.finish().await;
    });
}

fn a_pace_is_refused_with_the_reason() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, bot) = (bench.red("games"), bench.discord.bot());
        for against in [("opponent", bot.id()), ("level", "2")] {
            let refused = red.slash("challenge", &[("variant", "chess"), against, ("pace", "1d")]).await;
            assert!(refused.is_ephemeral(), "{}", refused.text());
            assert_eq!(
                refused.text(),
                "Games against me have no clock, so take all the time you like. Leave `pace` out."
            );
        }
        assert_eq!(bench.count("SELECT count(*) FROM games").await, 0);
        done(
            &red.slash(
                "challenge",
                &[("variant", "chess"), ("level", "1"), ("pace", "none"), ("thread", "auto")],
            )
            .await,
        );
        bench.finish().await;
    });
}

fn nothing_is_prepared_for_the_bot() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        against(&red, "chess", "1", "white").await;
        let refused = red.slash("premove", &[("line", "e7e5 d2d4")]).await;
        assert!(refused.is_ephemeral() && refused.text().starts_with("I answer your moves at once"));
        bench.finish().await;
    });
}

fn a_hundred_games_with_the_bot_leave_room_for_others() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        against(&red, "chess", "1", "white").await;
        bench
            .sql(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
                 INSERT INTO games (variant, rules_version, white, black, channel, state, created_at, moved_at, due_at, rev,
                     position_rev, due, ply, turn, fen, engine, level)
                 SELECT variant, rules_version, 1000 + i, black, 5000 + i, state, created_at, moved_at, due_at, rev,
                     position_rev, 0, ply, turn, fen, engine, level FROM games, n",
            )
            .await;
        let blue = bench.blue("talk");
        done(&blue.slash("challenge", &[("variant", "chess"), ("level", "1"), ("thread", "auto")]).await);
        bench.finish().await;
    });
}

fn the_bot_tells_nobody_whom_else_it_plays() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("dm"));
        against(&red, "chess", "1", "white").await;
        against(&blue, "squirrel", "1", "white").await;
        bench.game("talk", "prison-break", None).await;
        let asks = async |who: &Member| {
            let bot = bench.bot().application().to_string();
            let told = message(&who.slash("games", &[("user", &*bot)]).await);
            assert!(told.is_ephemeral());
            told.content
        };
        let told = asks(&red).await;
        assert!(told.starts_with("You have 1 live game with me:"), "{told}");
        assert!(told.contains("**Chess**, against ") && told.contains("**Your turn**"), "{told}");
        assert!(
            !told.contains(&blue.mention()) && !told.contains("Squirrel") && !told.contains("Prison"),
            "{told}"
        );
        let none = asks(&bench.green("games")).await;
        assert!(none.starts_with("You have no live game with me. Start one with "), "{none}");
        bench.finish().await;
    });
}
