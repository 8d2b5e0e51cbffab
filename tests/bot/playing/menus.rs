//! Moves with menus and the form: the same game as with `/move`, for the player to move only.

use rookery::games;
use rookery::rules::{Line, Move, Position};
use rookery::sandbox::{Channel, Member, Message, Response, Upshot};
use serde_json::Value;

use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests!(
    a_game_is_played_by_menus_alone,
    a_game_with_drops_and_promotions_is_played_by_menus_alone,
    more_pieces_than_a_menu_holds_are_on_two_pages,
    another_piece_is_chosen_on_the_card,
    where_a_piece_can_go_names_every_victim,
    only_the_player_to_move_chooses,
    what_is_out_of_date_shows_the_present_board,
    menus_and_forms_of_before_a_restart_work,
    a_choice_that_is_made_twice_is_played_once,
    a_typed_move_is_read_as_by_the_command,
    the_form_of_a_board_opens_nowhere_else,
    an_old_board_loses_its_menus,
);

/// The labels and values of a menu's options; empty without such a menu.
fn lines(of: &Message, menu: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let found = of.components().find(|part| part["type"] == 3 && part["placeholder"] == menu);
    let options = found.map_or(&[][..], |menu| menu["options"].as_array().expect("options"));
    options.iter().map(|option| (text(&option["label"]), text(&option["value"]))).collect()
}

fn values(of: &Message, menu: &str) -> Vec<String> {
    lines(of, menu).into_iter().map(|(_, value)| value).collect()
}

/// The selected option of a menu.
fn chosen(of: &Message, menu: &str) -> Option<String> {
    let found = of.components().find(|part| part["type"] == 3 && part["placeholder"] == menu)?;
    let option = found["options"].as_array()?.iter().find(|option| option["default"] == true)?;
    option["label"].as_str().map(str::to_owned)
}

/// The card that a selection opens or changes.
#[track_caller]
fn card(answer: &Response) -> Message {
    let card = message(answer);
    assert!(answer.answered() && card.is_ephemeral(), "{}", answer.text());
    card
}

/// Selects an option that may be on a later page.
async fn choose(who: &Member, on: &Message, menu: &str, value: &str) -> Response {
    let mut on = on.clone();
    for page in 1.. {
        if values(&on, menu).iter().any(|one| one == value) {
            break;
        }
        on = card(&who.select(&on, menu, &[&format!("page-{page}")]).await);
    }
    who.select(&on, menu, &[value]).await
}

/// The card of a piece.
async fn piece(who: &Member, board: &Message, from: &str) -> Message {
    card(&choose(who, board, "Piece", from).await)
}

/// Waits for a newer board than this.
async fn next_board(channel: &Channel, before: &Message) -> Message {
    let newest = || channel.messages().into_iter().rfind(|m| !m.is_ephemeral() && m.picture().is_some());
    soon("the new board", || newest().is_some_and(|newest| newest.id != before.id)).await;
    newest().expect("a board")
}

/// Plays a move with menus only. Returns the new board.
async fn by_menus(who: &Member, board: &Message, mv: &Move) -> Message {
    let from = mv.from().map_or_else(|| "hand".to_owned(), |from| from.to_string());
    let shown = piece(who, board, &from).await;
    assert!(shown.picture().is_some(), "the card has a board");
    let text = mv.to_string();
    let played = if mv.promotion().is_some() {
        let place = format!("{}=", &text[..text.len() - 1]);
        let card = card(&choose(who, &shown, "To", &place).await);
        who.select(&card, "Promote to …", &[&text]).await
    } else {
        choose(who, &shown, "To", &text).await
    };
    assert_eq!((&played.outcome, played.text()), (&Upshot::Update, "Your move is played."));
    let receipt = message(&played);
    assert!(receipt.components().next().is_none() && receipt.picture().is_none(), "nothing is left of it");
    next_board(&who.channel(), board).await
}

/// Plays a complete game with menus. Returns the text of each board.
async fn play(variant: &str, fen: Option<&str>, moves: &[&str]) -> Vec<String> {
    let bench = Bench::new().await;
    let game = bench.game("games", variant, fen).await;
    let kind = games::from_slug(variant).expect("a game");
    let start = fen.map_or(Position::start(kind), |fen| Position::from_fen(kind, fen).expect("a position"));
    let mut line = Line::new(start);
    let (mut board, mut told) = (game.board.clone(), Vec::new());
    for (ply, text) in moves.iter().enumerate() {
        let who = if ply % 2 == 0 { &game.red } else { &game.blue };
        let mv = line.play_text(text).expect("a legal move");
        board = by_menus(who, &board, &mv).await;
        told.push(board.content.clone());
        let next = if ply % 2 == 0 { &game.blue } else { &game.red };
        assert_eq!(board.pings(), [next.id()], "as after /move");
    }
    assert!(lines(&board, "Piece").is_empty() && board.labels().contains(&"Rematch".to_owned()));
    bench.finish().await;
    told
}

fn a_game_is_played_by_menus_alone() {
    wait_for(async {
        let moves = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"];
        let told = play("chess", None, &moves).await;
        assert!(told[0].contains("Pawn e2-e4"), "{told:?}");
        assert!(told[6].contains("Queen h5-f7, takes Pawn f7") && told[6].contains("Checkmate"), "{told:?}");
    });
}

fn a_game_with_drops_and_promotions_is_played_by_menus_alone() {
    wait_for(async {
        let fen = "****2****/1k8/4P3R1/10/10/10/10/10/10/10/5K4/****2****[J] w - - 0 1";
        let told = play("birds-and-ninjas", Some(fen), &["J@j5", "b10a10", "e9e10r"]).await;
        assert!(told[0].contains("Ninja Pawn dropped on j5"), "{told:?}");
        assert!(told[2].contains("promotes to Rook") && told[2].contains("Checkmate"), "{told:?}");
    });
}

fn more_pieces_than_a_menu_holds_are_on_two_pages() {
    wait_for(async {
        let bench = Bench::new().await;
        let fen = "****2****/7k2/10/10/10/10/10/PPPPPPPPPP/1J1J2J1J1/10/GRNBQKBNRG/****FF****[] w - - 0 1";
        let game = bench.game("games", "birds-and-ninjas", Some(fen)).await;
        let first = lines(&game.board, "Piece");
        assert_eq!(first.len(), 24);
        assert_eq!(first[23], ("… page 2 of 2".to_owned(), "page-1".to_owned()));
        let listed = card(&game.red.select(&game.board, "Piece", &["page-1"]).await);
        assert!(listed.content == "Choose a piece." && listed.picture().is_none(), "{}", listed.content);
        let second = lines(&listed, "Piece");
        assert_eq!((second.len(), second[0].1.as_str()), (4, "page-0"));
        let all: std::collections::BTreeSet<_> = first[..23].iter().chain(&second[1..]).collect();
        assert_eq!(all.len(), 26, "each once");
        // A piece of the second page, and back from its card to the first one.
        let last = card(&game.red.select(&listed, "Piece", &[&second[3].1]).await);
        assert_eq!(last.id, listed.id, "the same card");
        assert!(last.picture().is_some() && chosen(&last, "Piece").as_ref() == Some(&second[3].0));
        let back = card(&game.red.select(&last, "Piece", &["page-0"]).await);
        assert!(back.picture().is_none() && lines(&back, "Piece") == first);
        // Only the person who selects sees any of it.
        assert!(game.blue.ephemerals().is_empty());
        bench.finish().await;
    });
}

fn another_piece_is_chosen_on_the_card() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let pieces = game.board.components().find(|part| part["type"] == 3).expect("a menu").clone();
        let knight = pieces["options"].as_array().and_then(|all| all.iter().find(|one| one["value"] == "g1"));
        let knight = knight.expect("the Knight can move");
        assert_eq!((&knight["label"], &knight["description"]), (&"Knight g1".into(), &"2 moves".into()));
        assert_eq!(lines(&game.board, "Piece").len(), 10, "what cannot move is not listed");
        let shown = piece(&game.red, &game.board, "g1").await;
        assert_eq!(shown.content, "The white Knight g1 can go to f3 or h3.");
        assert_eq!(chosen(&shown, "Piece").as_deref(), Some("Knight g1"));
        assert_eq!(values(&shown, "To"), ["g1f3", "g1h3"]);
        let words = &shown.picture().expect("a board").description;
        assert!(words.contains("Knight g1"), "{words}");
        let other = game.red.select(&shown, "Piece", &["e2"]).await;
        assert_eq!((&other.outcome, message(&other).id), (&Upshot::Update, shown.id.clone()));
        let other = message(&other);
        assert_eq!(lines(&other, "To")[0], ("Pawn e2-e3".to_owned(), "e2e3".to_owned()));
        assert_ne!(other.picture().expect("a board").bytes, shown.picture().expect("a board").bytes);
        // Some clients send an option's label instead of its value.
        let named = card(&game.red.select(&game.board, "Piece", &["Knight b1"]).await);
        assert_eq!(chosen(&named, "Piece").as_deref(), Some("Knight b1"));
        bench.finish().await;
    });
}

fn where_a_piece_can_go_names_every_victim() {
    wait_for(async {
        let bench = Bench::new().await;
        let fen = "4k1*/7/5**/1n3**/2p2**/3G1**/7/K5* w - - 0 1";
        let game = bench.game("games", "claustrophobia", Some(fen)).await;
        let shown = piece(&game.red, &game.board, "d3").await;
        let ways = lines(&shown, "To");
        for (line, value) in [
            ("Ninja Guard d3-b5, takes Pawn c4 and Knight b5", "d3b5"),
            ("Ninja Guard d3-c4, takes Pawn c4", "d3c4"),
            ("Ninja Guard d3-e4", "d3e4"),
        ] {
            assert!(ways.contains(&(line.to_owned(), value.to_owned())), "{line} is not in {ways:?}");
        }
        done(&game.red.select(&shown, "To", &["d3b5"]).await);
        let board = next_board(&game.red.channel(), &game.board).await;
        assert!(board.content.contains("d3-b5, takes Pawn c4 and Knight b5"), "{}", board.content);
        bench.finish().await;
    });
}

fn only_the_player_to_move_chooses() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        for (who, why) in [(&game.blue, "It is not your turn: White"), (&bench.green("games"), "Only ")] {
            let chosen = who.select(&game.board, "Piece", &["e2"]).await;
            let clicked = who.click(&game.board, "Type a move").await;
            for told in [chosen, clicked] {
                assert!(told.is_ephemeral() && told.text().starts_with(why), "{}", told.text());
                assert!(message(&told).components().next().is_none());
            }
        }
        // A person who plays alone moves both sides.
        let alone = bench.red("alone");
        let ask = [("variant", "chess"), ("opponent", alone.id()), ("thread", "no")];
        let mut board = message(&alone.slash("challenge", &ask).await);
        let mut line = Line::new(Position::start(games::from_slug("chess").expect("a game")));
        for text in ["e2e4", "e7e5"] {
            board = by_menus(&alone, &board, &line.play_text(text).expect("a move")).await;
        }
        assert!(board.content.contains("Pawn e7-e5"), "{}", board.content);
        bench.finish().await;
    });
}

fn what_is_out_of_date_shows_the_present_board() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let shown = piece(&game.red, &game.board, "g1").await;
        let form = game.red.click(&game.board, "Type a move").await;
        assert_eq!(form.outcome, Upshot::Modal);
        let ids: Vec<String> =
            game.board.components().filter_map(|c| c["custom_id"].as_str()).map(str::to_owned).collect();
        let ids: Vec<String> =
            ids.into_iter().filter(|id| id.contains("choose") || id.contains("type")).collect();
        assert_eq!(ids.len(), 2);
        done(&game.play(&["e4", "e5"]).await);
        soon("the first board has no buttons", || {
            game.red.channel().message(&game.board.id).is_some_and(|board| board.buttons().is_empty())
        })
        .await;
        for id in ids {
            let stale = game.red.click_stale(&game.board, &id).await;
            assert!(stale.is_ephemeral() && stale.text().contains("it is now move 2"), "{}", stale.text());
            assert!(message(&stale).picture().is_some());
        }
        let typed = game.red.submit(&form, &[("move", "d4")]).await;
        assert!(typed.is_ephemeral() && typed.text().contains("it is now move 2"), "{}", typed.text());
        assert!(message(&typed).picture().is_some());
        // A card becomes the current board, without its menus.
        let other = piece(&game.red, &message(&game.red.slash("board", &[]).await), "d2").await;
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        for (card, menu, value) in [(&shown, "To", "g1h3"), (&other, "Piece", "b1")] {
            let stale = game.red.select(card, menu, &[value]).await;
            assert_eq!(stale.outcome, Upshot::Update, "{}", stale.text());
            assert!(stale.text().contains("board is old"), "{}", stale.text());
            let stale = message(&stale);
            assert!(stale.picture().is_some() && stale.components().next().is_none());
        }
        bench.finish().await;
    });
}

fn menus_and_forms_of_before_a_restart_work() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let shown = piece(&game.red, &game.board, "e2").await;
        bench.stop().await;
        bench.start().await;
        done(&game.red.select(&shown, "To", &["e2e4"]).await);
        let board = next_board(&game.red.channel(), &game.board).await;
        let form = game.blue.click(&board, "Type a move").await;
        bench.stop().await;
        bench.start().await;
        let board = message(&game.blue.submit(&form, &[("move", "e5")]).await);
        assert!(board.content.contains("Pawn e7-e5"), "{}", board.content);
        bench.stop().await;
        bench.start().await;
        assert_eq!(
            piece(&game.red, &board, "g1").await.content,
            "The white Knight g1 can go to e2, f3 or h3."
        );
        bench.finish().await;
    });
}

fn a_choice_that_is_made_twice_is_played_once() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let shown = piece(&game.red, &game.board, "e2").await;
        let choose = || game.red.select(&shown, "To", &["e2e4"]);
        let (one, other) = tokio::join!(choose(), choose());
        // Both answers edit the same card, so it shows the later one.
        let told = [one.text(), other.text()];
        let known = ["Your move is played.", "Your move is played already: ", "no such"];
        assert!(told.iter().all(|text| known.iter().any(|known| text.contains(known))), "{told:?}");
        next_board(&game.red.channel(), &game.board).await;
        assert_eq!(bench.count("SELECT count(*) FROM events WHERE kind = 'move'").await, 1);
        bench.finish().await;
    });
}

fn a_typed_move_is_read_as_by_the_command() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let opened = game.red.click(&game.board, "Type a move").await;
        let form = opened.modal.clone().expect("a form");
        assert_eq!(form["title"], "Type a move");
        let label = &form["components"][0];
        assert_eq!((&label["type"], &label["label"]), (&18.into(), &"Your move".into()));
        assert_eq!(
            (&label["component"]["type"], &label["component"]["max_length"]),
            (&4.into(), &100.into())
        );
        assert_eq!(game.red.submit(&opened, &[]).await.text(), "This field is required");
        for text in ["Nx9", "e2e5", "e4 e5", "?more", "Ke2"] {
            let typed = game.red.submit(&opened, &[("move", text)]).await;
            let said = game.red.slash("move", &[("move", text)]).await;
            assert!(typed.is_ephemeral() && said.is_ephemeral(), "{text}: {}", typed.text());
            // The form has no list to choose from.
            assert_eq!(typed.text(), said.text().replace(", or pick from the list", ""), "{text}");
        }
        let board = message(&game.red.submit(&opened, &[("Your move", " pawn e4 ")]).await);
        assert!(!board.is_ephemeral() && board.content.contains("Pawn e2-e4"), "{}", board.content);
        assert!(board.picture().is_some() && board.pings() == [game.blue.id()]);
        let late = game.red.submit(&opened, &[("move", "d4")]).await;
        assert!(late.is_ephemeral() && late.text().contains("board is old"), "{}", late.text());
        let twice = game.red.submit(&opened, &[("move", "e4")]).await;
        assert!(twice.is_ephemeral() && message(&twice).picture().is_some(), "{}", twice.text());
        assert_eq!(twice.text(), "Your move is played already: it is now move 1, Black to move.");
        done(&game.blue.submit(&game.blue.click(&board, "Type a move").await, &[("move", "e5")]).await);
        bench.finish().await;
    });
}

fn the_form_of_a_board_opens_nowhere_else() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let id =
            game.board.buttons().into_iter().find(|button| button.label == "Type a move").expect("a button");
        let elsewhere = game.red.in_channel("quiet");
        let privately = message(&elsewhere.slash("help", &[]).await);
        let told = elsewhere.click_stale(&privately, &id.custom_id).await;
        assert!(
            told.is_ephemeral() && told.text().starts_with("That game is no longer stored"),
            "{}",
            told.text()
        );
        assert_eq!(bench.count("SELECT rev FROM games").await, 1);
        bench.finish().await;
    });
}

fn an_old_board_loses_its_menus() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let channel = game.red.channel();
        let bare = |id: &str| channel.message(id).is_some_and(|old| old.components().next().is_none());
        let mut line = Line::new(Position::start(games::from_slug("chess").expect("a game")));
        let second = by_menus(&game.red, &game.board, &line.play_text("e2e4").expect("a move")).await;
        soon("the first board is bare", || bare(&game.board.id)).await;
        let third = message(&game.blue.slash("board", &[]).await);
        soon("the second board is bare", || bare(&second.id)).await;
        assert_eq!(lines(&third, "Piece").len(), 10);
        // The board keeps them when it shows an offer.
        done(&game.red.slash("draw", &[]).await);
        let now = || channel.message(&third.id).expect("the board");
        soon("the offer is on the board", || now().labels().contains(&"Accept draw".to_owned())).await;
        assert_eq!(lines(&now(), "Piece"), lines(&third, "Piece"));
        bench.finish().await;
    });
}
