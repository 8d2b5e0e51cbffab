//! People who play against the bot.

use rookery::games;
use rookery::rules::Position;
use rookery::sandbox::Member;

use super::dice::{chance, choice, roll};
use super::people::{Read, read};
use super::sent::{Outcome, Sent};
use super::town::Town;

/// Performs one action of a person who plays against the bot; every other game is in direct messages.
pub async fn step(town: &Town, number: usize) {
    let place = if number.is_multiple_of(2) { format!("rival-{number}") } else { "dm".to_owned() };
    let me = town.discord.member(&format!("rival-{number}")).in_channel(&place);
    for _ in 0..roll(|dice| dice.usize(1..4)) {
        turn(town, &me).await;
    }
}

async fn turn(town: &Town, me: &Member) {
    let channel: i64 = me.channel().id().parse().expect("a snowflake");
    let live = format!(
        "SELECT id, engine = turn, variant, fen FROM games WHERE channel = {channel} AND state = 'live'"
    );
    match town.look.first::<(i64, bool, String, String)>(live).await {
        None => {
            let variants: Vec<_> = games::all().collect();
            let variant = choice(&variants).expect("some game").slug();
            let level = roll(|dice| dice.u8(1..4)).to_string();
            let color = *choice(&["white", "black"]).expect("a side");
            let answer = me
                .slash(
                    "challenge",
                    &[("variant", variant), ("level", &level), ("color", color), ("thread", "auto")],
                )
                .await;
            read(town, "challenge to the bot", answer);
        }
        Some((_, true, ..)) => {}
        Some(_) if chance(8) => {
            let answer = me.slash("takeback", &[]).await;
            read(town, "takeback from the bot", answer);
        }
        Some((game, _, variant, fen)) => {
            let variant = games::from_slug(&variant).expect("a game");
            let position = Position::from_fen(variant, &fen).expect("a stored position");
            let text = choice(position.legal_moves().clone()).expect("the game goes on").to_string();
            let answer = me.slash("move", &[("move", &text)]).await;
            let outcome = match read(town, "move against the bot", answer) {
                // A private answer can report success too; it then names the move.
                Read::Done(board) if board.is_ephemeral() && !tells_a_move(&board.content) => {
                    Outcome::Refused(board.content)
                }
                Read::Done(_) => Outcome::Acknowledged,
                // In direct messages without a board of its own.
                Read::Refused(told) if tells_a_move(&told) => Outcome::Acknowledged,
                Read::Refused(why) => Outcome::Refused(why),
                Read::Nothing => Outcome::Unknown,
            };
            town.sent.lock().expect("no panic").entry(game).or_default().push(Sent { text, outcome });
        }
    }
}

/// True if a board names the last move.
fn tells_a_move(content: &str) -> bool {
    ["White: ", "Black: "].iter().any(|side| content.starts_with(side))
}
