//! The list of all games with small boards, the end of a game against the bot, and a replay.

use std::time::Duration;

use futures_util::FutureExt;
use serde_json::json;

use super::super::table::Match;
use super::super::{Scene, Table};
use super::{Board, link};

/// The scenes, by name.
pub const SCENES: &[(&str, Scene)] =
    &[("all_games_have_small_boards_and_an_end_leads_on", |table| all(table).boxed())];

async fn all(table: &Table) {
    let (red, blue) = (&table.red, &table.blue);
    let mut game = Match::begin(red, blue, "chess", None).await;
    game.play("f2f3 e7e5 g2g4").await;
    red.command("games", &[]).await;
    red.is_told("1 live game").await;
    let games = link(red).await;
    let board = Board::empty(table).await;
    board.on_a_phone().await;
    board.visit(&games).await;
    let small = |squares: usize, pieces: usize| {
        format!(
            "const mini = document.querySelector('#games-list .mini'); return mini && mini.querySelectorAll('rect').length === {squares} && mini.querySelectorAll('use').length === {pieces} && mini.getBoundingClientRect().width > 60"
        )
    };
    board.until("its board", &small(64, 32)).await;
    board.shot("tap-games.png").await;

    // The end is shown in a banner with further actions.
    board.ask("document.querySelector('#games-list a').click()", vec![]).await;
    board.says("Last move, White: Pawn g2-g4").await;
    blue.play("d8h4", "Queen d8-h4").await;
    board
        .until("a banner", "return document.querySelector('.says.banner')?.textContent.includes('Checkmate')")
        .await;
    board.shot("tap-banner.png").await;
    let below = "const [says, actions, answer] = ['says', 'actions', 'answer'].map((one) => document.getElementById(one).getBoundingClientRect());
        return actions.top >= says.bottom && actions.top < says.bottom + 20 && answer.top >= actions.bottom && actions.bottom <= innerHeight";
    board.until("what can be done is right below, in sight", below).await;
    board.press("Replay").await;
    board
        .until("the start", "return document.getElementById('looking-at').textContent.includes(': 0 of 4')")
        .await;
    board
        .until(
            "it goes on by itself",
            "return document.getElementById('looking-at').textContent.includes(': 2 of 4')",
        )
        .await;
    board.until("its end", "return document.getElementById('looking').hidden").await;
    board.press("Replay").await;
    board
        .until(
            "the first move",
            "return document.getElementById('looking-at').textContent.includes(': 1 of 4')",
        )
        .await;
    board.touch("e4").await;
    let stands = "const told = document.getElementById('looking-at').textContent; return new Promise((tell) => setTimeout(() => tell(told === document.getElementById('looking-at').textContent), 1_600))";
    assert_eq!(board.ask(stands, vec![]).await, json!(true), "a tap ends it");
    board.press("Replay").await;
    board.press("Stop").await;
    board.until("it has ended", "return document.querySelector('#actions [data-do=replay]') !== null").await;
    assert_eq!(board.ask(stands, vec![]).await, json!(true), "a button ends it");
    exported(&board).await;
    board.ask("document.getElementById('home').click()", vec![]).await;
    let over = "const line = document.querySelector('#games-over li'); return line?.textContent.includes('You lost; 2 moves') && line.querySelector('.mini use') !== null && document.querySelectorAll('#games-list li').length === 0";
    board.until("it is listed below", over).await;
    board.on_a_desk().await;
    board.shot("desk-games.png").await;

    // Against the bot a new game can start at once.
    red.command(
        "challenge",
        &[
            ("variant", "Chess", Some("Chess")),
            ("level", "1", Some("1, Hatchling: knows how the pieces move")),
            ("color", "wh", Some("White")),
            ("thread", "only", Some("Only if this channel hosts a game")),
        ],
    )
    .await;
    red.reads("White (@Red) to move").await;
    let own = Board::open(table, red).await;
    own.on_a_phone().await;
    own.until(
        "the level",
        "return document.querySelector('.strip.top').textContent.includes('the bot (Level 1, Hatchling)')",
    )
    .await;
    own.tap_here("e2").await;
    own.tap_here("e4").await;
    own.until("the bot's move", "return document.querySelectorAll('#history .ply').length === 2").await;
    own.press("Resign").await;
    own.press("Resign").await;
    own.press("Play me again").await;
    own.until("another game", "return document.querySelector('.strip.bottom')?.textContent.startsWith('Black') && document.querySelectorAll('#history .ply').length === 1").await;
    let told = "return document.getElementById('whisper').textContent.startsWith('Chess, move 1: ')
        && document.activeElement.id === 'game-name'";
    own.until("it is told, and the focus is at its name", told).await;
    own.on_a_desk().await;
    assert_eq!(own.ask(SHIFTS, vec![]).await, json!([true, 0]), "a scrollbar shifts nothing");
}

/// Whether a page that is high gets a scrollbar, and by how much that moves its board.
const SHIFTS: &str = "const [page, board] = [document.documentElement, document.getElementById('board-box')];
    const left = () => board.getBoundingClientRect().left;
    for (const one of document.querySelectorAll('.more, .history, .typed, .talk')) one.hidden = true;
    const before = left();
    document.body.append(Object.assign(document.createElement('div'), { style: 'height: 3000px' }));
    return [page.scrollHeight > page.clientHeight && innerWidth > page.clientWidth, left() - before]";

/// The game is shown as a file, to be copied or saved.
async fn exported(board: &Board) {
    board.press("Export").await;
    let shown = "const field = document.querySelector('dialog[open] textarea'); return field?.value.includes('1. f3 e5 2. g4 Qh4#')";
    board.until("the moves", shown).await;
    board.shot("tap-export.png").await;
    let folder = tempfile::tempdir().expect("a folder");
    let allowed = json!({ "behavior": "allow", "downloadPath": folder.path() });
    board.developers("Browser.setDownloadBehavior", &allowed).await;
    board.press("Save as a file").await;
    let saved = || {
        let files = std::fs::read_dir(folder.path()).expect("the folder").filter_map(Result::ok);
        let name = |file: std::fs::DirEntry| file.file_name().to_string_lossy().into_owned();
        let is_whole =
            |name: &String| name.strip_suffix(".pgn").is_some_and(|stem| stem.starts_with("chess-"));
        files.map(name).find(is_whole)
    };
    for _ in 0..100 {
        if saved().is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let name = saved().expect("a file");
    let text = std::fs::read_to_string(folder.path().join(name)).expect("a text");
    assert!(text.contains("1. f3 e5 2. g4 Qh4#"), "{text}");
    board.press("Close").await;
    board.until("it is closed", "return document.querySelector('dialog') === null").await;
}
