//! Each command once, in ordinary use.

use crate::bot::bench::{Bench, done, message, soon, wait_for};
use rookery::games;

tests!(
    autocomplete_of_moves,
    an_exact_square_comes_before_longer_ones,
    board_in_all_ways,
    a_board_in_words_names_what_its_picture_marks,
    moves_of_a_piece,
    what_brakes_a_piece_is_told,
    games_are_listed,
    rules_of_every_game,
    help_names_every_command,
    the_registration_is_what_people_get,
    flip_is_private_and_from_the_other_side,
    user_text_never_pings,
);

fn autocomplete_of_moves() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let all = game.red.types("/move ").await.expect("an answer");
        assert_eq!(all.len(), 20, "the twenty first moves fit");
        let knights = game.red.types("/move kni").await.expect("an answer");
        assert!(
            !knights.is_empty() && knights.iter().all(|(name, _)| name.contains("Knight")),
            "{knights:?}"
        );
        assert_eq!(game.blue.types("/move e").await, Ok(vec![]), "not Blue's turn");
        assert_eq!(bench.green("games").types("/move e").await, Ok(vec![]), "not Green's game");
        assert_eq!(bench.red("general").types("/move e").await, Ok(vec![]), "no game here");
        let squares = game.red.types("/moves e").await.expect("an answer");
        assert!(!squares.is_empty() && squares.len() <= 25);
        let played = game.red.slash("move", &[("move", &knights[0].1)]).await;
        assert!(!played.is_ephemeral(), "{}", played.text());
        bench.finish().await;
    });
}

fn an_exact_square_comes_before_longer_ones() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "squirrel", None).await;
        done(&game.play(&["e3e4"]).await);
        for typed in ["/moves a1", "/moves A1", "/moves white a1"] {
            let found = game.blue.types(typed).await.expect("an answer");
            assert_eq!(found.first().map(|(_, value)| value.as_str()), Some("a1"), "{typed}: {found:?}");
        }
        let both = game.blue.types("/moves a1").await.expect("an answer");
        let values: Vec<&str> = both.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, ["a1", "a10"], "Black's own comes second");
        bench.finish().await;
    });
}

fn board_in_all_ways() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "birds-and-ninjas", None).await;
        let channel = game.red.channel();
        let shown = message(&game.blue.slash("board", &[]).await);
        assert!(!shown.is_ephemeral() && shown.picture().is_some() && shown.pings().is_empty());
        soon("the older board loses its buttons", || {
            channel.message(&game.board.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        let (mut pictures, picture) = (Vec::new(), |message: &rookery::sandbox::Message| {
            message.picture().map(|file| file.bytes.clone())
        });
        for side in ["white", "black", "mine"] {
            pictures.push(picture(&message(&game.blue.slash("board", &[("side", side)]).await)));
        }
        assert!(pictures[0] != pictures[1] && pictures[1] == pictures[2], "Blue is Black");
        let text = game.blue.slash("board", &[("text", "true")]).await;
        assert!(text.is_ephemeral() && text.text().contains("```"), "{}", text.text());
        assert!(text.text().chars().count() <= 2_000);
        for part in ["to move", "Birds and Ninjas", "in hand", "In hand"] {
            let most = usize::from(part != "in hand");
            assert_eq!(text.text().matches(part).count(), most, "{part} in {}", text.text());
        }
        bench.finish().await;
    });
}

fn a_board_in_words_names_what_its_picture_marks() {
    wait_for(async {
        let bench = Bench::new().await;
        let guards = "5k4/10/10/3g6/10/10/5G4/10/10/5K4 w - - 0 1 0/0";
        for (channel, variant, position, told, letters) in [
            (
                "games",
                "claustrophobia",
                None,
                ["White's palace: f1, f2, g2.", "Black's palace: f7, g7, f8."],
                ["\n 7  p p p p p+q+n\n", "\n```\n`+` palace\n"],
            ),
            (
                "quiet",
                "prison-break",
                None,
                ["Exits: a4, a5."; 2],
                ["\n 5  > . . . . .\n", "\n```\n`>` exit"],
            ),
            (
                "general",
                "squirrel",
                Some(guards),
                [
                    "White's Guard brakes e3 f3 g3 e4 g4 e5 f5 g5.",
                    "Black's Guard brakes c6 d6 e6 c7 e7 c8 d8 e8.",
                ],
                ["\n 4  . . . . - G - . . .\n", "\n```\n`-` braked by White's Guards\n"],
            ),
        ] {
            let game = bench.game(channel, variant, position).await;
            let shown = message(&game.red.slash("board", &[("side", "white")]).await);
            let alt = &shown.picture().expect("a picture").description;
            let text = game.red.slash("board", &[("side", "white"), ("text", "true")]).await;
            for part in told {
                assert!(alt.contains(part), "{part} in {alt}");
                assert!(text.text().contains(part), "{part} in {}", text.text());
            }
            for part in letters {
                assert!(text.text().contains(part), "{part} in {}", text.text());
            }
        }
        bench.finish().await;
    });
}

fn moves_of_a_piece() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        for who in [&game.red, &game.blue, &bench.green("games")] {
            let seen = who.slash("moves", &[("square", "g1")]).await;
            assert!(seen.is_ephemeral() && message(&seen).picture().is_some());
            assert!(seen.text().contains("f3") && seen.text().contains("h3"), "{}", seen.text());
        }
        bench.finish().await;
    });
}

fn what_brakes_a_piece_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let fen = "9k/10/10/10/10/1g8/1RN4Pg1/10/10/9K w - - 0 1 0/0";
        let game = bench.game("games", "squirrel", Some(fen)).await;
        for (square, says) in [
            (
                "b4",
                "The white Rook b4 can go to b3 or a4, or take Guard b5.\n- The Rook b4 is braked by the Guard b5 and moves one \
                 square at most.",
            ),
            ("c4", "The Knight c4 is braked by the Guard b5 and cannot move."),
            (
                "h4",
                "The white Pawn h4 can go to h3 or h5.\n- The Pawn h4 is braked by the Guard i4: one step at most.",
            ),
        ] {
            for who in [&game.red, &game.blue, &bench.green("games")] {
                let seen = who.slash("moves", &[("square", square)]).await;
                assert!(seen.is_ephemeral() && message(&seen).picture().is_some(), "{}", seen.text());
                assert_eq!(seen.text(), says);
            }
        }
        bench.finish().await;
    });
}

fn games_are_listed() {
    wait_for(async {
        let bench = Bench::new().await;
        let none = bench.red("games").slash("games", &[]).await;
        assert!(none.is_ephemeral() && none.text().contains("no live game"), "{}", none.text());
        let first = bench.game("games", "chess", None).await;
        bench.game("quiet", "prison-break", None).await;
        let list = first.red.slash("games", &[]).await;
        assert!(
            list.text().contains("2 live games") && list.text().contains("Prison Break"),
            "{}",
            list.text()
        );
        assert!(list.text().contains(first.red.channel().id()));
        let of_blue = first.red.slash("games", &[("user", first.blue.id())]).await;
        assert!(of_blue.is_ephemeral() && message(&of_blue).pings().is_empty());
        bench.finish().await;
    });
}

fn rules_of_every_game() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for variant in games::all() {
            let told = red.slash("rules", &[("variant", variant.slug())]).await;
            assert!(told.is_ephemeral() && told.text().contains(variant.name()), "{}", told.text());
            assert!(told.text().contains(&variant.spec().source_url));
            assert!(message(&told).picture().is_some());
        }
        let piece = red.slash("rules", &[("variant", "prison-break"), ("piece", "Ice Queen")]).await;
        assert!(piece.text().contains("frozen"), "{}", piece.text());
        bench.finish().await;
    });
}

fn help_names_every_command() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let help = red.slash("help", &[]).await;
        assert!(help.is_ephemeral());
        let first = message(&red.click(&message(&help), "All commands").await);
        let told = first.json.to_string();
        let told = told + &message(&red.click(&first, "More commands").await).json.to_string();
        for command in bench.discord.commands().into_iter().filter(|command| command["type"] == 1) {
            let name = command["name"].as_str().unwrap_or_default().to_owned();
            assert!(told.contains(&format!("/{name}")), "/{name}");
        }
        bench.finish().await;
    });
}

fn the_registration_is_what_people_get() {
    wait_for(async {
        let bench = Bench::new().await;
        let mut commands = bench.discord.commands();
        // Context menu commands have tests of their own.
        commands.retain(|command| command["type"] == 1);
        let mut names: Vec<_> = commands.iter().filter_map(|command| command["name"].as_str()).collect();
        names.sort_unstable();
        // `docs/commands.md` lists the same ones, as a house test checks.
        let mut all: Vec<_> = rookery::discord::commands::ALL.iter().map(|command| command.name()).collect();
        all.sort_unstable();
        assert_eq!(names, all);
        bench.finish().await;
    });
}

fn flip_is_private_and_from_the_other_side() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let flipped = bench.green("games").click(&game.board, "Flip board").await;
        assert!(flipped.is_ephemeral(), "{}", flipped.text());
        let (there, here) = (message(&flipped), &game.board);
        assert_ne!(there.picture().map(|file| &file.bytes), here.picture().map(|file| &file.bytes));
        bench.finish().await;
    });
}

fn user_text_never_pings() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let text = format!("<@{}> @everyone", game.blue.id());
        let said = game.red.slash("move", &[("move", &text)]).await;
        assert!(said.is_ephemeral() && message(&said).pings().is_empty(), "{}", said.text());
        let fen = format!("@here <@{}>", game.blue.id());
        let said = bench.red("quiet").slash("challenge", &[("variant", "chess"), ("position", &fen)]).await;
        assert!(said.is_ephemeral() && message(&said).pings().is_empty(), "{}", said.text());
        bench.finish().await;
    });
}
