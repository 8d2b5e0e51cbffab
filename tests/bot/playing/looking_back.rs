//! Looking back at a game: its moves, positions and files.

use std::time::Duration;

use rookery::discord::ops::user_rate_limit::RateQuota;
use rookery::games;
use rookery::render::BoardView;
use rookery::rules::{Color, Line, Pgn, Position, Score};
use rookery::sandbox::{Fault, Member, Message, Recorded, Response, Trouble, Upshot};

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::people::privacy::delete;

tests!(
    the_moves_are_listed_in_columns,
    a_long_list_is_paged_also_after_a_restart,
    a_position_is_shown_by_its_number,
    positions_are_walked_through_by_buttons,
    what_was_taken_back_is_not_listed,
    a_game_is_exported_as_pgn,
    a_pgn_names_both_players_to_them_alone,
    a_pgn_names_the_bot,
    a_position_is_exported_as_fen,
    a_game_is_exported_as_an_animation,
    one_animation_at_a_time_is_made_for_each,
    an_animation_counts_as_work,
    an_animation_that_cannot_be_sent_is_told,
    an_animation_is_put_where_it_was_deferred_whatever_is_lost,
    the_last_board_has_the_game_as_a_file_also_after_a_restart,
    a_game_without_moves_has_no_files_at_its_end,
);

/// The text of a private answer.
#[track_caller]
fn private(response: &Response) -> &str {
    assert!(response.answered() && response.is_ephemeral(), "{}", response.text());
    response.text()
}

fn chess(moves: &[&str]) -> Line {
    let mut line = Line::new(Position::start(games::from_slug("chess").expect("chess")));
    for text in moves {
        line.play_typed(text).expect("a legal move");
    }
    line
}

fn the_moves_are_listed_in_columns() {
    wait_for(async {
        let bench = Bench::new().await;
        let none = bench.green("quiet").slash("history", &[]).await;
        assert!(private(&none).starts_with("There is no game in this channel;"), "{}", none.text());
        let game = bench.game("games", "chess", None).await;
        let start = game.red.slash("history", &[]).await;
        assert_eq!(private(&start), "Chess: no move has been played yet.");
        assert_eq!(start.labels(), Vec::<String>::new());
        done(&game.play(&["f3", "e5", "g4"]).await);
        // Everyone who can see the channel may use it.
        let shown = bench.green("games").slash("history", &[]).await;
        assert_eq!(private(&shown), "Chess, 2 moves.\n```\n1. f3  e5\n2. g4\n```");
        assert_eq!(shown.labels(), ["See the board"]);
        done(&game.blue.slash("move", &[("move", "Qh4")]).await);
        let over = game.red.slash("history", &[]).await;
        assert_eq!(private(&over), "Chess, 2 moves.\n```\n1. f3  e5\n2. g4  Qh4#\n0-1\n```");
        bench.finish().await;
    });
}

fn a_long_list_is_paged_also_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        for pawns in [["a3", "a6"], ["b3", "b6"], ["c3", "c6"]] {
            // Knights out and back, without a fivefold repetition.
            for _ in 0..3 {
                done(&game.play(&["Nf3", "Nf6", "Ng1", "Ng8"]).await);
            }
            done(&game.play(&pawns).await);
        }
        let last = message(&game.red.slash("history", &[]).await);
        assert_eq!(last.content, "Chess, 21 moves. Page 2 of 2:\n```\n21. c3  c6\n```");
        assert_eq!(last.labels(), ["Earlier moves", "See the board"]);
        bench.stop().await;
        bench.start().await;
        let turned = game.red.click(&last, "Earlier moves").await;
        assert_eq!(turned.outcome, Upshot::Update);
        let first = message(&turned);
        assert!(first.id == last.id && first.is_ephemeral(), "the same message, as a page is turned");
        assert!(
            first.content.contains("Page 1 of 2:\n```\n 1. Nf3  Nf6\n 2. Ng1  Ng8\n"),
            "{}",
            first.content
        );
        assert!(first.content.ends_with("\n20. Ng1  Ng8\n```"), "{}", first.content);
        assert_eq!(first.labels(), ["Later moves", "See the board"]);
        let again = message(&game.red.click(&first, "Later moves").await);
        assert_eq!(again.content, last.content);
        bench.finish().await;
    });
}

fn a_position_is_shown_by_its_number() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let moves = ["e4", "e5", "Nf3", "Nf6", "Nxe5"];
        let early = game.red.slash("history", &[("move", "1")]).await;
        assert_eq!(private(&early), "No move has been played yet.");
        done(&game.play(&moves).await);
        for (number, plies, told) in [
            ("0", 0, "Chess: the start position."),
            ("1", 2, "Chess, after 1... e5: Pawn e7-e5."),
            ("2", 4, "Chess, after 2... Nf6: Knight g8-f6."),
            ("3", 5, "Chess, after 3. Nxe5: Knight f3-e5, takes Pawn e5."),
        ] {
            for (who, side) in [(&game.blue, Color::Black), (&bench.green("games"), Color::White)] {
                let shown = who.slash("history", &[("move", number)]).await;
                assert_eq!(private(&shown), told);
                let drawn = crate::bot::drawn(&BoardView::of_line(&chess(&moves[..plies]), side));
                let shown = message(&shown);
                assert!(shown.picture().is_some_and(|picture| picture.bytes == drawn), "{told}");
            }
        }
        let captured = message(&game.red.slash("history", &[("move", "3")]).await);
        let alt = &captured.picture().expect("a picture").description;
        assert!(alt.contains("White has captured a Pawn."), "{alt}");
        let late = game.red.slash("history", &[("move", "4")]).await;
        assert_eq!(
            private(&late).split_once(" </history").map(|(said, _)| said),
            Some("There is no move of that number; the last one is move 3.")
        );
        let less = game.red.slash("history", &[("move", "-1")]).await;
        assert!(!less.answered(), "Discord itself takes no such number");
        bench.finish().await;
    });
}

fn positions_are_walked_through_by_buttons() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        let list = message(&game.red.slash("history", &[]).await);
        let shown = message(&game.red.click(&list, "See the board").await);
        assert_eq!(shown.content, "Chess, after 1... e5: Pawn e7-e5.");
        assert_eq!(shown.labels(), ["Previous move", "All moves"]);
        let back = message(&game.red.click(&shown, "Previous move").await);
        assert_eq!(back.content, "Chess, after 1. e4: Pawn e2-e4.");
        assert_eq!(back.labels(), ["Previous move", "Next move", "All moves"]);
        assert!(back.files.len() == 1 && back.id == list.id, "one picture in the place of the other");
        let start = message(&game.red.click(&back, "Previous move").await);
        assert_eq!((start.content.as_str(), start.labels().len()), ("Chess: the start position.", 2));
        // Later moves are shown as well.
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        let all = message(&game.red.click(&start, "All moves").await);
        assert_eq!(all.content, "Chess, 2 moves.\n```\n1. e4   e5\n2. Nf3\n```");
        assert!(all.files.is_empty(), "the list has no picture");
        bench.finish().await;
    });
}

fn what_was_taken_back_is_not_listed() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let ask = [("variant", "chess"), ("opponent", red.id()), ("thread", "no")];
        done(&red.slash("challenge", &ask).await);
        for text in ["e4", "e5", "Nf3"] {
            done(&red.slash("move", &[("move", text)]).await);
        }
        let after = message(&red.slash("history", &[("move", "2")]).await);
        for _ in 0..2 {
            done(&red.slash("takeback", &[]).await);
        }
        done(&red.slash("move", &[("move", "c5")]).await);
        let list = red.slash("history", &[]).await;
        assert_eq!(private(&list), "Chess, 1 move.\n```\n1. e4  c5\n```");
        // A button for a line that was taken back shows the current one.
        let back = message(&red.click(&after, "Previous move").await);
        assert_eq!(back.content, "Chess, after 1... c5: Pawn c7-c5.");
        bench.finish().await;
    });
}

/// The name and text of a message's only file.
#[track_caller]
fn file(message: &Message) -> (&str, &str) {
    let [file] = &message.files[..] else { panic!("one file: {message:?}") };
    assert!(file.content_type.starts_with("text/plain"), "{}", file.content_type);
    (&file.name, std::str::from_utf8(&file.bytes).expect("text"))
}

fn a_game_is_exported_as_pgn() {
    wait_for(async {
        let bench = Bench::new().await;
        for variant in games::all() {
            let game = bench.game(variant.slug(), variant.slug(), None).await;
            let mut line = Line::new(Position::start(variant));
            for ply in 0..4 {
                let who = if ply % 2 == 0 { &game.red } else { &game.blue };
                let moves = line.position().legal_moves();
                let mv = moves[ply * 5 % moves.len()];
                line.play(mv).expect("a legal move");
                done(&who.slash("move", &[("move", &mv.to_string())]).await);
            }
            let exported = game.red.slash("export", &[]).await;
            assert_eq!(private(&exported), format!("{}, 2 moves.", variant.name()));
            let exported = message(&exported);
            let (name, text) = file(&exported);
            let number = bench.count("SELECT max(id) FROM games").await;
            assert_eq!(name, &format!("{}-{number}.pgn", variant.slug()));
            let read = Pgn::read(text).expect("one game");
            assert_eq!(games::of_pgn(&read), Some(variant));
            let mut again = Line::new(Position::start(variant));
            for written in &read.moves {
                again.play_typed(written).expect("it reads back");
            }
            assert_eq!(again.moves(), line.moves(), "{text}");
            let tags = ["White", "Black", "Termination"].map(|tag| read.tag(tag));
            assert_eq!(tags, [Some("Red"), Some("Blue"), Some("unterminated")]);
            assert_eq!(read.score, Some(Score::Open));
        }
        let sure = message(&bench.red("chess").slash("resign", &[]).await);
        done(&bench.red("chess").click(&sure, "Yes, resign").await);
        let exported = message(&bench.blue("chess").slash("export", &[("format", "pgn")]).await);
        let read = Pgn::read(file(&exported).1).expect("one game");
        let tags = ["White", "Black", "Termination", "Result"].map(|tag| read.tag(tag));
        assert_eq!(tags, [Some("Red"), Some("Blue"), Some("normal"), Some("0-1")]);
        // A spectator is not named.
        let exported = message(&bench.green("chess").slash("export", &[]).await);
        assert!(!file(&exported).1.contains("Green"), "{}", file(&exported).1);
        bench.finish().await;
    });
}

/// The player names in the PGN of the channel's game.
async fn named(who: &Member) -> [String; 2] {
    let exported = message(&who.slash("export", &[]).await);
    let read = Pgn::read(file(&exported).1).expect("one game");
    ["White", "Black"].map(|tag| read.tag(tag).expect("a player").to_owned())
}

fn a_pgn_names_both_players_to_them_alone() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let end = message(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        for who in [&game.red, &game.blue] {
            assert_eq!(named(who).await, ["Red", "Blue"]);
        }
        assert_eq!(named(&bench.green("games")).await, ["?"; 2]);
        let exported = message(&game.red.click(&end, "Export").await);
        assert!(file(&exported).1.contains("[Black \"Blue\"]\n"), "{}", file(&exported).1);
        // If Discord does not answer in time, or the person is no longer a member, the name is unknown, and
        // no id is shown.
        bench.discord.faults().add(Fault::next("/members/", Trouble::Status(503)).times(1_000));
        assert_eq!(named(&game.red).await, ["Red", "?"]);
        bench.discord.faults().clear();
        game.blue.leave();
        assert_eq!(named(&game.red).await, ["Red", "?"]);
        game.blue.come_back();
        // The names of people with deleted data are not requested.
        delete(&game.blue).await;
        bench.discord.forget_requests();
        assert_eq!(named(&game.red).await, ["Red", "?"]);
        assert!(!bench.discord.requests().iter().any(|sent| sent.path.contains("/members/")));
        bench.finish().await;
    });
}

fn a_pgn_names_the_bot() {
    wait_for(async {
        let bench = Bench::new().await;
        for place in ["games", "dm"] {
            let red = bench.red(place);
            let options = [("variant", "chess"), ("level", "1"), ("color", "white"), ("thread", "auto")];
            done(&red.slash("challenge", &options).await);
            assert_eq!(named(&red).await, ["Red", "Rookery"], "{place}");
        }
        bench.finish().await;
    });
}

fn a_position_is_exported_as_fen() {
    wait_for(async {
        let bench = Bench::new().await;
        let none = bench.green("quiet").slash("export", &[("format", "fen")]).await;
        assert!(private(&none).starts_with("There is no game in this channel;"), "{}", none.text());
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4"]).await);
        let fen = chess(&["e4"]).position().fen();
        let exported = message(&bench.green("games").slash("export", &[("format", "fen")]).await);
        assert_eq!(exported.content, format!("Chess, 1 move.\n```\n{fen}\n```"));
        let (name, text) = file(&exported);
        assert_eq!((name, text), (file_of(&bench, "fen").await.as_str(), format!("{fen}\n").as_str()));
        bench.finish().await;
    });
}

/// The file name for the only game of chess.
async fn file_of(bench: &Bench, ending: &str) -> String {
    format!("chess-{}.{ending}", bench.count("SELECT id FROM games").await)
}

/// Number of positions in a message's animation.
#[track_caller]
fn frames(message: &Message) -> usize {
    let [file] = &message.files[..] else { panic!("one file: {message:?}") };
    assert_eq!(file.content_type, "image/gif");
    let mut decoder = gif::DecodeOptions::new().read_info(&file.bytes[..]).expect("a GIF");
    std::iter::from_fn(|| decoder.next_frame_info().expect("a frame").map(|_| ())).count()
}

fn a_game_is_exported_as_an_animation() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        let exported = bench.green("games").slash("export", &[("format", "gif")]).await;
        assert_eq!(private(&exported), "Chess, 2 moves.");
        assert_eq!(exported.outcome, Upshot::Message);
        let exported = message(&exported);
        assert_eq!(frames(&exported), 5);
        assert!(!exported.is_thinking() && exported.files[0].name == file_of(&bench, "gif").await);
        let alt = &exported.files[0].description;
        assert_eq!(alt, "Chess: an animation of the game from its first position to its last.");
        // A request is recorded with its response, after its effect is visible.
        let put = |sent: &Recorded| {
            sent.method == "PATCH" && sent.path.ends_with("/messages/@original") && !sent.files.is_empty()
        };
        soon("the file is put", || bench.discord.requests().iter().any(put)).await;
        let requests = bench.discord.requests();
        let deferred = requests.iter().position(|sent| sent.body["type"] == 5).expect("it is deferred");
        assert_eq!(requests[deferred].body["data"]["flags"], 64, "seen by nobody else from the beginning");
        assert!(requests[deferred..].iter().any(put), "it is made where that was said");
        bench.finish().await;
    });
}

/// Plays White's first move and waits until the first board has lost its buttons, so that no request for that
/// is in flight.
async fn play_and_settle(game: &Game, text: &str) {
    done(&game.play(&[text]).await);
    let channel = game.red.channel();
    soon("the first board loses its buttons", || {
        channel.message(&game.board.id).is_some_and(|old| old.buttons().is_empty())
    })
    .await;
}

fn one_animation_at_a_time_is_made_for_each() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let end = message(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        let green = bench.green("games");
        let wanted = [("format", "gif")];
        // A second request of one person does not delay others.
        let (one, two, others) = tokio::join!(
            game.red.slash("export", &wanted),
            game.red.click(&end, "Replay"),
            green.click(&end, "Replay")
        );
        let (made, told) = if message(&one).files.is_empty() { (two, one) } else { (one, two) };
        assert_eq!(private(&told), "I am making an animation for you already. One at a time, please.");
        assert_eq!((frames(&message(&made)), frames(&message(&others))), (5, 5));
        // And then the next one.
        assert_eq!(frames(&message(&game.red.click(&end, "Replay").await)), 5);
        bench.finish().await;
    });
}

fn an_animation_counts_as_work() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.settings.quotas.commands = RateQuota::new(3, Duration::from_mins(1));
        bench.start().await;
        let game = bench.game("games", "chess", None).await;
        let end = message(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        let green = bench.green("games");
        for _ in 0..2 {
            assert_eq!(frames(&message(&green.click(&end, "Replay").await)), 5);
        }
        assert_eq!(frames(&message(&green.slash("export", &[("format", "gif")]).await)), 5);
        for answer in [green.click(&end, "Replay").await, green.slash("export", &[("format", "gif")]).await] {
            assert!(message(&answer).files.is_empty(), "{}", answer.text());
        }
        // A text export does not count.
        assert_eq!(message(&green.slash("export", &[]).await).files.len(), 1);
        bench.finish().await;
    });
}

fn an_animation_that_cannot_be_sent_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        play_and_settle(&game, "e4").await;
        bench.discord.faults().add(Fault::next("/@original", Trouble::Refuse(413, 40_005)).method("PATCH"));
        let told = game.red.slash("export", &[("format", "gif")]).await;
        let began = "Chess, 1 move.\nThe animation could not be made,";
        assert!(private(&told).starts_with(began), "{}", told.text());
        assert!(told.text().ends_with("gives all the moves.") && message(&told).files.is_empty());
        bench.finish().await;
    });
}

fn an_animation_is_put_where_it_was_deferred_whatever_is_lost() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        play_and_settle(&game, "e4").await;
        for trouble in [Trouble::DropAfter, Trouble::PageAfter, Trouble::Status(503), Trouble::DropBefore] {
            for path in ["/callback", "/@original"] {
                bench.discord.faults().add(Fault::next(path, trouble.clone()));
                let exported = message(&game.red.slash("export", &[("format", "gif")]).await);
                assert_eq!(frames(&exported), 2, "{trouble:?} at {path}");
            }
        }
        assert_eq!(game.red.ephemerals().len(), 8, "one answer each");
        bench.finish().await;
    });
}

fn the_last_board_has_the_game_as_a_file_also_after_a_restart() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let end = message(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        assert_eq!(end.labels(), ["Rematch", "Replay", "Export", "Analysis"]);
        // Another game in the channel does not affect the buttons of the last one.
        let next = bench.game("games", "squirrel", None).await;
        bench.stop().await;
        bench.start().await;
        for who in [&game.blue, &bench.green("games")] {
            let replay = who.click(&end, "Replay").await;
            assert_eq!(private(&replay), "Chess, 2 moves.");
            assert_eq!(frames(&message(&replay)), 5);
            let exported = who.click(&end, "Export").await;
            assert_eq!(private(&exported), "Chess, 2 moves.");
            let exported = message(&exported);
            let read = Pgn::read(file(&exported).1).expect("one game");
            assert_eq!(
                (read.moves.join(" "), read.score),
                ("f3 e5 g4 Qh4#".to_owned(), Some(Score::Won(Color::Black)))
            );
        }
        let kept = game.red.channel().message(&end.id).expect("the end");
        assert_eq!(
            kept.labels(),
            ["Rematch", "Replay", "Export", "Analysis"],
            "whoever looks takes nothing away"
        );
        assert!(next.board.labels().contains(&"Resign".to_owned()));
        bench.finish().await;
    });
}

fn a_game_without_moves_has_no_files_at_its_end() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let sure = message(&game.red.slash("abort", &[]).await);
        done(&game.red.click(&sure, "Yes, abort").await);
        let end = game.red.channel().wait_for(|told| told.content.contains("ended the game of")).await;
        assert_eq!(end.expect("the end is told").labels(), ["Rematch"]);
        bench.finish().await;
    });
}
