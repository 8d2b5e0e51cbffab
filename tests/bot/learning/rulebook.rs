//! Help texts: `/rules`, the *Rules* button, `/help` and the commands mentioned in texts.

use rookery::games;
use rookery::sandbox::Message;
use rookery::words::Words;
use serde_json::Value;

use crate::bot::bench::{Bench, done, message, wait_for};

tests!(
    every_piece_of_every_game_is_told,
    every_piece_is_chosen_from_the_menu,
    only_the_pieces_of_the_game_are_suggested,
    a_piece_is_read_forgivingly,
    the_rules_are_a_click_away,
    texts_name_commands_that_can_be_clicked,
    the_end_is_shown_again,
    the_end_is_drawn_from_the_winners_side,
);

fn menu(of: &Message) -> &Value {
    of.components().find(|part| part["type"] == 3).expect("a menu")
}

fn every_piece_of_every_game_is_told() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for variant in games::all() {
            let told = message(&red.slash("rules", &[("variant", variant.slug())]).await);
            assert!(told.is_ephemeral() && told.picture().is_some());
            let lines: Vec<&str> = told.content.lines().collect();
            let mut last = 0;
            for piece in variant.spec().piece_types() {
                let name = format!("**{piece}**");
                let line = lines.iter().position(|line| line.starts_with(&format!("- {name}")));
                let line = line.unwrap_or_else(|| panic!("{variant:?} does not tell the {name}"));
                let sentence = lines[line].split_once("** ").map_or("", |(_, sentence)| sentence);
                assert!(sentence.len() > 20 && sentence.ends_with('.'), "{}", lines[line]);
                assert!(line > last, "in order");
                last = line;
            }
            let goal = lines.iter().position(|line| line.contains("Goal and special moves"));
            assert!(goal.is_some_and(|goal| goal > last), "the pieces come first: {}", told.content);
            let whole = told.json.to_string();
            assert!(whole.contains(&variant.spec().source_url));
            for reading in Words::english().readings(variant) {
                assert!(whole.contains(&reading.replace('"', "\\\"")), "{reading}");
            }
        }
        bench.finish().await;
    });
}

fn every_piece_is_chosen_from_the_menu() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for variant in games::all() {
            let told = message(&red.slash("rules", &[("variant", variant.slug())]).await);
            let menu = menu(&told);
            let options: Vec<&str> = menu["options"]
                .as_array()
                .map_or(&[][..], Vec::as_slice)
                .iter()
                .filter_map(|option| option["label"].as_str())
                .collect();
            let spec = variant.spec();
            assert_eq!(options, spec.piece_types().iter().map(|piece| &*piece.name).collect::<Vec<_>>());
            let id = menu["custom_id"].as_str().expect("an id");
            for kind in spec.kinds() {
                let shown = message(&red.select(&told, id, &[&spec.piece_type(kind).name]).await);
                assert!(shown.is_ephemeral() && shown.picture().is_some(), "{}", shown.content);
                assert!(
                    spec.diagrams_of(kind)
                        .all(|d| shown.content.contains(&Words::english().caption(variant, d))),
                    "{}",
                    shown.content
                );
            }
        }
        bench.finish().await;
    });
}

fn only_the_pieces_of_the_game_are_suggested() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for variant in games::all() {
            let typed = format!("/rules variant: {} piece:", variant.slug());
            let names: Vec<String> =
                red.types(&typed).await.expect("pieces").into_iter().map(|(n, _)| n).collect();
            let all: Vec<_> = variant.spec().piece_types().iter().map(|piece| &*piece.name).collect();
            assert_eq!(names, all);
        }
        let some = red.types("/rules variant: prison-break piece: ice").await.expect("pieces");
        assert_eq!(some, [("Ice Queen".to_owned(), "Ice Queen".to_owned())]);
        bench.finish().await;
    });
}

fn a_piece_is_read_forgivingly() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        for typed in ["flying bomber", "F", "bomber"] {
            let told = red.slash("rules", &[("variant", "claustrophobia"), ("piece", typed)]).await;
            assert!(told.text().starts_with("**Flying Bomber**"), "{typed}: {}", told.text());
        }
        let told = red.slash("rules", &[("variant", "chess"), ("piece", "Camel")]).await;
        assert!(told.is_ephemeral() && told.text().contains("Chess has"), "{}", told.text());
        assert!(told.text().contains("King, Queen, Rook, Bishop, Knight, Pawn"), "{}", told.text());
        bench.finish().await;
    });
}

fn the_rules_are_a_click_away() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask =
            [("variant", "prison-break"), ("opponent", blue.id()), ("color", "white"), ("thread", "no")];
        let challenge = message(&red.slash("challenge", &ask).await);
        bench.stop().await;
        bench.start().await;
        for who in [&red, &blue, &bench.green("games")] {
            let told = message(&who.click(&challenge, "Rules").await);
            assert!(told.is_ephemeral() && told.content.contains("Ice Queen"), "{}", told.content);
            assert_eq!(menu(&told)["options"].as_array().map(Vec::len), Some(6));
        }
        let board = message(&blue.click(&challenge, "Accept").await);
        assert_eq!(board.labels(), ["Type a move", "Flip board", "Offer draw", "Resign", "Rules"]);
        let told = message(&bench.green("games").click(&board, "Rules").await);
        assert!(told.is_ephemeral() && told.content.contains("Ice Queen"), "{}", told.content);
        let moved = message(&red.slash("move", &[("move", "d2d4")]).await);
        assert_eq!(moved.labels(), ["Type a move", "Flip board", "Offer draw", "Takeback", "Resign"]);
        bench.finish().await;
    });
}

fn texts_name_commands_that_can_be_clicked() {
    wait_for(async {
        let bench = Bench::new().await;
        let commands = bench.discord.commands();
        let mention = |name: &str| {
            let command = commands.iter().find(|command| command["name"] == name).expect("a command");
            format!("</{name}:{}>", command["id"].as_str().expect("an id"))
        };
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let ask = [("variant", "chess"), ("opponent", blue.id()), ("color", "white"), ("thread", "no")];
        let challenge = message(&red.slash("challenge", &ask).await);
        let board = message(&blue.click(&challenge, "Accept").await);
        let help = message(&red.slash("help", &[]).await);
        for told in [&board.content, &help.content] {
            assert!(told.contains(&mention("move")), "{told}");
        }
        let first = message(&red.click(&help, "All commands").await);
        let all = first.json.to_string();
        let all = all + &message(&red.click(&first, "More commands").await).json.to_string();
        for command in commands.iter().filter(|command| command["type"] == 1) {
            let name = command["name"].as_str().expect("a name");
            // Discord has no mention for a command with subcommands.
            let below = command["options"].as_array().into_iter().flatten();
            // Each subcommand can be clicked instead.
            let below: Vec<&str> = below
                .filter(|option| option["type"] == 1)
                .filter_map(|option| option["name"].as_str())
                .collect();
            let named: Vec<String> = if below.is_empty() {
                vec![mention(name)]
            } else {
                let id = command["id"].as_str().expect("an id");
                below.iter().map(|sub| format!("</{name} {sub}:{id}>")).collect()
            };
            for named in named {
                assert!(all.contains(&named), "{named}: {all}");
            }
        }
        let nothing = bench.red("quiet").slash("board", &[]).await;
        assert!(
            nothing.text().contains(&mention("challenge")) || nothing.text().contains("your game is here")
        );
        let green = bench.green("quiet").slash("board", &[]).await;
        assert!(green.text().contains(&mention("challenge")), "{}", green.text());
        bench.finish().await;
    });
}

fn the_end_is_shown_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        let board = message(&game.red.slash("board", &[]).await);
        assert!(!board.is_ephemeral() && board.content.contains("Checkmate"), "{}", board.content);
        assert!(board.picture().is_some() && board.labels() == ["Rematch", "Replay", "Export", "Analysis"]);
        let seen = message(&bench.green("games").slash("board", &[]).await);
        assert!(seen.is_ephemeral() && seen.content == board.content, "{}", seen.content);
        assert!(seen.picture().is_some() && seen.labels() == ["Replay", "Export", "Analysis"]);
        let text = game.red.slash("board", &[("text", "true")]).await;
        assert!(text.is_ephemeral() && text.text().contains("```"), "{}", text.text());
        assert!(!game.red.types("/moves h4").await.expect("squares").is_empty());
        let moves = message(&game.red.slash("moves", &[("square", "h4")]).await);
        assert!(moves.is_ephemeral() && moves.picture().is_some(), "{}", moves.content);
        let move_after = game.red.slash("move", &[("move", "e4")]).await;
        assert!(move_after.text().contains("no game"), "{}", move_after.text());
        bench.finish().await;
    });
}

fn the_end_is_drawn_from_the_winners_side() {
    use rookery::render::BoardView;
    use rookery::rules::{Color, Line, Position};
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let end = message(&game.play(&["f3", "e5", "g4", "Qh4"]).await);
        let mut line = Line::new(Position::start(games::from_slug("chess").expect("chess")));
        for text in ["f3", "e5", "g4", "Qh4"] {
            line.play_typed(text).expect("a move");
        }
        let drawn = crate::bot::drawn(&BoardView::of_line(&line, Color::Black));
        assert!(end.picture().is_some_and(|picture| picture.bytes == drawn), "Black has won");
        let again = message(&game.red.slash("board", &[]).await);
        assert!(again.picture().is_some_and(|picture| picture.bytes == drawn), "also when it is shown again");
        bench.finish().await;
    });
}
