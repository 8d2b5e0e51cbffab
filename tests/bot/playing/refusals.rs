//! Wrong inputs and the exact answer to each. The table is `refusals.txt`; `ROOKERY_BLESS=1` rewrites it.

use std::path::Path;

use crate::bot::permission;
use rookery::sandbox::{Response, Upshot};

use crate::bot::bench::{Bench, done, message, wait_for};
use crate::bot::process::program;

tests!(the_table_of_wrong_inputs);

/// The rows so far: the action and its answer.
pub struct Table {
    rows: Vec<(String, String)>,
    names: Vec<(String, String)>,
}

impl Table {
    /// Adds an answer. Ids are replaced by names, so that the table is reproducible.
    pub fn add(&mut self, what: &str, said: &str) {
        let mut said = said.replace('\n', " / ");
        for (id, name) in &self.names {
            said = said.replace(id.as_str(), name);
        }
        assert!(!said.trim().is_empty(), "{what}: nothing was said");
        self.rows.push((what.to_owned(), said));
    }

    fn private(&mut self, what: &str, response: &Response) {
        assert!(
            !matches!(response.outcome, Upshot::Failed(_)),
            "{what}: did not respond ({})",
            response.text()
        );
        assert!(response.is_ephemeral() || !response.answered(), "{what}: everybody saw {}", response.text());
        self.add(what, response.text());
    }
}

fn the_table_of_wrong_inputs() {
    wait_for(async {
        let bench = Bench::new().await;
        let names = ["red", "blue", "green"]
            .map(|name| (bench.discord.member(name).id().to_owned(), name.to_uppercase()));
        let mut names: Vec<_> = names.into();
        names.push((bench.discord.guild_id().to_string(), "SERVER".to_owned()));
        for channel in ["games", "quiet", "general", "knights", "pins", "pawns", "third"] {
            names.push((bench.discord.channel(channel).id().to_owned(), format!("#{channel}")));
        }
        for command in bench.discord.commands() {
            let text = |key: &str| command[key].as_str().expect("a text").to_owned();
            names.push((format!("</{}:{}>", text("name"), text("id")), format!("</{}>", text("name"))));
        }
        let mut table = Table { rows: Vec::new(), names };
        nothing_here(&bench, &mut table).await;
        challenges(&bench, &mut table).await;
        moves(&bench, &mut table).await;
        positions(&bench, &mut table).await;
        clicks(&bench, &mut table).await;
        permissions(&bench, &mut table).await;
        bench.finish().await;
        program::wrong_inputs(&mut table);

        assert!(table.rows.len() >= 40, "{} rows", table.rows.len());
        let rows: Vec<_> = table.rows.iter().map(|(what, said)| format!("{what}\n    {said}\n")).collect();
        let text = rows.concat();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bot/playing/refusals.txt");
        if std::env::var_os("ROOKERY_BLESS").is_some() {
            std::fs::write(&file, &text).expect("writable");
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        for (now, then) in text.lines().zip(expected.lines()) {
            assert_eq!(now, then, "refusals.txt says otherwise (ROOKERY_BLESS=1 writes it anew)");
        }
        assert_eq!(text.lines().count(), expected.lines().count(), "rows came or went");
        println!("figure wrong-inputs {} rows", table.rows.len());
    });
}

async fn nothing_here(bench: &Bench, table: &mut Table) {
    let red = bench.red("quiet");
    for (what, command, options) in [
        ("/move without any game", "move", &[("move", "e4")][..]),
        ("/board without any game", "board", &[]),
        ("/moves without any game", "moves", &[("square", "e2")]),
        ("/resign without any game", "resign", &[]),
        ("/draw without any game", "draw", &[]),
        ("/abort without any game", "abort", &[]),
    ] {
        table.private(what, &red.slash(command, options).await);
    }
}

async fn challenges(bench: &Bench, table: &mut Table) {
    let (red, blue, green) = (bench.red("third"), bench.blue("third"), bench.green("third"));
    let position = |fen: &'static str| [("variant", "chess"), ("position", fen)];
    table.private(
        "/challenge a person, at a level",
        &red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id()), ("level", "3")]).await,
    );
    table.private(
        "/challenge with a game that is none",
        &red.slash("challenge", &[("variant", "ludo")]).await,
    );
    for (what, fen) in [
        ("/challenge from a garbled position", "hello"),
        (
            "/challenge from a position of another game",
            "ffnggk*/pppppqn/5**/5**/5**/5**/PPPPPQN/FFNGGK* w - - 0 1",
        ),
        ("/challenge from a position with several defects", "8/8/8/8/8/8/8/P7 w KQkq e9 0 1"),
        (
            "/challenge from a position that is over",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        ),
    ] {
        table.private(what, &red.slash("challenge", &position(fen)).await);
    }
    let offer = message(&red.slash("challenge", &[("variant", "chess"), ("opponent", blue.id())]).await);
    let accept = offer.buttons()[0].custom_id.clone();
    table.private("accepting one's own challenge", &red.click(&offer, "Accept").await);
    table.private("accepting a challenge to another", &green.click(&offer, "Accept").await);
    table.private("declining a challenge to another", &green.click(&offer, "Decline").await);
    done(&blue.click(&offer, "Decline").await);
    table.private("accepting a declined challenge", &blue.click_stale(&offer, &accept).await);
    let open = message(&red.slash("challenge", &[("variant", "chess")]).await);
    table.private("cancelling another's challenge", &green.click(&open, "Cancel").await);
    let accept = open.buttons()[0].custom_id.clone();
    done(&green.click(&open, "Accept").await);
    table.private("accepting a challenge that is taken", &blue.click_stale(&open, &accept).await);
    let second = [("variant", "chess"), ("opponent", blue.id()), ("thread", "no")];
    table.private("a second game in a channel, without a thread", &red.slash("challenge", &second).await);
    let dm = [("variant", "chess"), ("opponent", red.id()), ("thread", "yes")];
    table.private("a thread in direct messages", &bench.red("dm").slash("challenge", &dm).await);
}

async fn moves(bench: &Bench, table: &mut Table) {
    let game = bench.game("games", "chess", None).await;
    let (red, blue, green) = (&game.red, &game.blue, bench.green("games"));
    table.private(
        "/move in another channel, with two games elsewhere",
        &bench.red("quiet").slash("move", &[("move", "e4")]).await,
    );
    table.private(
        "/move in another channel, with one game elsewhere",
        &bench.blue("quiet").slash("move", &[("move", "e4")]).await,
    );
    for (what, text) in [
        ("a move of garbage", "xyzzy"),
        ("a move to no square", "Nx9"),
        ("a pawn three squares ahead", "e2e5"),
        ("a move from an empty square", "e4e5"),
        ("a move of the opponent's piece", "e7e5"),
        ("a rook that is blocked", "a1a3"),
        ("castling too early", "O-O"),
        ("two moves at once", "1. e4 e5"),
        ("a square of a piece that can move", "e2"),
        ("a square of a piece that cannot", "a1"),
        ("a piece's name alone", "Knight"),
        ("a piece of another game", "Sd3"),
        ("a bishop's move the wrong way", "Bf1f5"),
        ("the hint of the list, chosen as a move", rookery::app::MORE),
        ("a move of one blank", " "),
        ("a move full of markup", "`**<@everyone>`"),
    ] {
        table.private(what, &red.slash("move", &[("move", text)]).await);
    }
    table.private("a move out of turn", &blue.slash("move", &[("move", "e5")]).await);
    table.private("a stranger's move", &green.slash("move", &[("move", "e4")]).await);
    table.private("/moves of a square that is none", &red.slash("moves", &[("square", "z9")]).await);
    let more = &[("square", rookery::app::MORE)];
    table.private("/moves of the line that counts", &red.slash("moves", more).await);
    table.private("/moves of an empty square", &red.slash("moves", &[("square", "e4")]).await);
    table.private("/moves beyond the board", &red.slash("moves", &[("square", "j9")]).await);
    for (what, command) in
        [("a stranger's /resign", "resign"), ("a stranger's /draw", "draw"), ("a stranger's /abort", "abort")]
    {
        table.private(what, &green.slash(command, &[]).await);
    }
}

async fn positions(bench: &Bench, table: &mut Table) {
    for (channel, fen, what, text) in [
        ("knights", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "a move that two knights can make", "Nd2"),
        ("pins", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "a move of a pinned knight", "Nc3"),
        ("pawns", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "a promotion without its piece", "e8"),
        ("kings", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "a king's move without its letter", "f2"),
    ] {
        let game = bench.game(channel, "chess", Some(fen)).await;
        table.private(what, &game.red.slash("move", &[("move", text)]).await);
    }
}

async fn clicks(bench: &Bench, table: &mut Table) {
    let channel = "games";
    let (red, blue, green) = (bench.red(channel), bench.blue(channel), bench.green(channel));
    let board = message(&red.slash("board", &[]).await);
    let id = |action: &str| {
        let flip = &board.buttons()[1].custom_id;
        flip.replace("flip", action)
    };
    table.private("a stranger's click on Resign", &green.click(&board, "Resign").await);
    table.private("a stranger's click on Offer draw", &green.click(&board, "Offer draw").await);
    table.private(
        "a stranger's click on a hidden confirmation",
        &green.click_stale(&board, &id("resign-yes")).await,
    );
    table.private("a button of another version", &red.click_stale(&board, "v9:flip:1:0").await);
    table.private("a button of nobody's", &red.click_stale(&board, "hello").await);
    table.private("a button of a game that never was", &red.click_stale(&board, "v2:flip:99999:0").await);
    table
        .private("a button of a challenge that never was", &red.click_stale(&board, "v2:accept:99999").await);
    table.private("accepting a draw that nobody offered", &red.click_stale(&board, &id("draw-yes")).await);
    let offer = message(&red.slash("draw", &[]).await);
    table.private("accepting one's own draw offer", &red.click(&offer, "Accept draw").await);
    table.private("a stranger accepts a draw offer", &green.click(&offer, "Accept draw").await);
    table.private("a second draw offer", &red.slash("draw", &[]).await);
    let old = id("flip");
    done(&red.slash("move", &[("move", "e4")]).await);
    table.private("a button under an old board", &blue.click_stale(&board, &old).await);
    let asked = message(&blue.slash("resign", &[]).await);
    let sure = asked.buttons()[0].custom_id.clone();
    done(&blue.click(&asked, "Yes, resign").await);
    table.private("resigning twice", &blue.click_stale(&asked, &sure).await);
    table.private("a move after the end", &red.slash("move", &[("move", "d4")]).await);
}

async fn permissions(bench: &Bench, table: &mut Table) {
    let red = bench.red("quiet");
    let channel = red.channel();
    channel.deny_bot(permission::ATTACH_FILES);
    table.private(
        "/challenge where files are forbidden",
        &red.slash("challenge", &[("variant", "chess")]).await,
    );
    channel.allow_bot();
    channel.deny_bot(permission::CREATE_PUBLIC_THREADS);
    let threaded = [("variant", "chess"), ("thread", "yes")];
    table.private("a thread where threads are forbidden", &red.slash("challenge", &threaded).await);
    channel.allow_bot();
}
