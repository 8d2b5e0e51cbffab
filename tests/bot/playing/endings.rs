//! Texts of game ends by the rules, and of claimable draws: above the board and in its description.

use std::time::Duration;

use rookery::sandbox::Message;

use crate::bot::bench::{Bench, Game, message, wait_for};

tests_on_both!(
    a_stalemate_is_told,
    a_position_for_the_fifth_time_is_told,
    seventy_five_moves_without_progress_are_told,
    too_few_pieces_to_mate_are_told,
    fifty_moves_without_progress_are_claimed,
    a_position_for_the_third_time_is_claimed,
    an_end_with_nothing_to_replay_or_repeat_leads_to_the_rules,
);

/// Both sides, as a sentence names them.
fn both(game: &Game) -> String {
    format!("White ({}) and Black ({})", game.red.mention(), game.blue.mention())
}

/// The last board of a game has the buttons for finished games, and pings at most one person.
#[track_caller]
fn last_board(board: &Message, says: &str, described: &str) {
    assert!(board.content.ends_with(says), "{says} does not end {}", board.content);
    assert_eq!(board.labels(), ["Rematch", "Replay", "Export", "Analysis"], "{}", board.content);
    assert!(board.pings().len() <= 1, "{:?}", board.pings());
    let picture = board.picture().expect("a board");
    assert!(picture.description.contains(described), "{described} is not in {}", picture.description);
}

/// Plays a game of chess from a position to its end, and checks these texts; then no move is possible.
fn ends(position: Option<&str>, moves: &[&str], sentence: &str, described: &str) {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", position).await;
        let (last, before) = moves.split_last().expect("some moves");
        if !before.is_empty() {
            let board = message(&game.play(before).await);
            assert!(board.labels().contains(&"Resign".to_owned()), "it goes on: {}", board.content);
        }
        let last_one = if before.len().is_multiple_of(2) { &game.red } else { &game.blue };
        let end = message(&last_one.slash("move", &[("move", last)]).await);
        last_board(&end, &format!("{sentence}: a draw between {}.", both(&game)), described);
        let late = game.blue.slash("move", &[("move", "Kd7")]).await;
        assert!(late.is_ephemeral(), "{}", late.text());
        bench.finish().await;
    });
}

/// Knights out and back, this many times.
fn shuffle(times: usize) -> Vec<&'static str> {
    ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(times)
}

fn a_stalemate_is_told() {
    let fen = "k7/3Q4/1K6/8/8/8/8/8 w - - 0 1";
    ends(Some(fen), &["Qc7"], "Stalemate", "Stalemate, Black has no legal move, a draw.");
}

fn a_position_for_the_fifth_time_is_told() {
    ends(None, &shuffle(4), "The same position for the fifth time", "A draw by repetition.");
}

fn seventy_five_moves_without_progress_are_told() {
    let fen = "4k3/8/8/8/8/8/P7/4K3 w - - 148 100";
    ends(Some(fen), &["Ke2", "Ke7"], "Seventy-five moves without progress", "A draw by the 75-move rule.");
}

fn too_few_pieces_to_mate_are_told() {
    let fen = "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1";
    ends(Some(fen), &["Kxe2"], "Neither side has enough pieces to mate", "A draw, neither side has enough");
}

/// After these moves the player to move is shown that a draw can be claimed, and claims it at once.
fn is_claimed(position: Option<&str>, moves: &[&str], offered: &str, sentence: &str) {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", position).await;
        let board = message(&game.play(moves).await);
        assert!(board.content.contains(offered), "{}", board.content);
        assert!(board.labels().contains(&"Claim draw".to_owned()), "{:?}", board.labels());
        let claims = if moves.len().is_multiple_of(2) { &game.red } else { &game.blue };
        let end = message(&claims.slash("draw", &[]).await);
        let told = format!("{} claims a draw. {sentence}: a draw between {}.", claims.mention(), both(&game));
        last_board(&end, &told, &format!("{sentence}: a draw between White and Black."));
        bench.finish().await;
    });
}

fn fifty_moves_without_progress_are_claimed() {
    let fen = "4k3/8/8/8/8/8/P7/4K3 w - - 99 80";
    is_claimed(Some(fen), &["Ke2"], "Fifty moves without progress: ", "Fifty moves without progress");
}

fn a_position_for_the_third_time_is_claimed() {
    is_claimed(None, &shuffle(2), "The position has come up three times: ", "Threefold repetition");
}

fn an_end_with_nothing_to_replay_or_repeat_leads_to_the_rules() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "prison-break", None).await;
        // Red's data is deleted before the first move.
        let card = message(&game.red.slash("privacy", &[]).await);
        let question = message(&game.red.click(&card, "Delete").await);
        let gone = game.red.click(&question, "Yes, delete").await;
        assert!(gone.text().starts_with("Done. One live game has ended"), "{}", gone.text());
        bench.pass(Duration::from_secs(10)).await;
        let end = game.red.channel().wait_for(|message| message.content.contains("a former player")).await;
        let end = end.expect("the end is told");
        assert_eq!(end.labels(), ["Rules"], "{}", end.content);
        let rules = game.blue.click(&end, "Rules").await;
        assert!(rules.is_ephemeral() && rules.text().contains("Prison Break"), "{}", rules.text());
        bench.finish().await;
    });
}
