//! A club's round: people create tournaments and open ladders, join and leave, and play their moves.

use rookery::game::TournamentKind;
use rookery::games;
use rookery::sandbox::{Channel, Member};

use super::dice::{chance, choice, roll};
use super::people::{Read, Standing, play_on, read};
use super::town::{TOURNAMENTS, Town};

/// Most players of a tournament beyond the minimum of its kind.
const MORE: u32 = 4;
/// How many places above them people may challenge.
const ABOVE: usize = 3;

/// Plays one round in a club.
pub async fn step(town: &Town, club: usize) {
    let hall = town.club(club);
    let id: i64 = hall.id().parse().expect("a snowflake");
    tournament(town, &hall, id).await;
    // A server has at most one ladder per variant.
    ladder(town, &hall, games::all().nth(club).expect("a variant").slug()).await;
    for (game, place) in Standing::live_in_club(id, &town.look).await {
        if let Some(place) = town.discord.channel_by_id(&place.to_string())
            && chance(60)
        {
            play_on(town, &game, |member| member.at(&place)).await;
        }
    }
}

/// A random person, in this channel.
fn somebody(town: &Town, hall: &Channel) -> Member {
    choice(&town.people).expect("somebody").at(hall)
}

/// The server's manager, in this channel.
fn manager(town: &Town, hall: &Channel) -> Member {
    town.discord.member("red").at(hall)
}

async fn tournament(town: &Town, hall: &Channel, id: i64) {
    let newest = format!("SELECT id, state FROM tournaments WHERE channel = {id} ORDER BY id DESC LIMIT 1");
    let newest: Option<(i64, String)> = town.look.first(newest).await;
    match newest {
        Some((_, state)) if state == "open" => {
            for _ in 0..3 {
                let answer = somebody(town, hall).slash("tournament join", &[]).await;
                read(town, "tournament join", answer);
            }
            if chance(10) {
                let answer = somebody(town, hall).slash("tournament leave", &[]).await;
                read(town, "tournament leave", answer);
            }
            if chance(5) {
                let answer = manager(town, hall).slash("tournament start", &[]).await;
                read(town, "tournament start", answer);
            }
        }
        Some((of, state)) if state == "running" => {
            let players = format!(
                "SELECT person FROM tournament_players WHERE tournament = {of} AND state = 'in' AND person IS NOT NULL"
            );
            let players: Vec<(i64,)> = town.look.rows(players).await;
            if let Some((player,)) = choice(&players).filter(|_| chance(2)) {
                confirmed(town, &town.person(*player).at(hall), "tournament withdraw", "Yes, withdraw").await;
            }
            let answer = somebody(town, hall).slash("tournament standings", &[]).await;
            read(town, "tournament standings", answer);
        }
        _ => make(town, hall).await,
    }
}

async fn make(town: &Town, hall: &Channel) {
    let made = town.look.number("SELECT count(*) FROM tournaments").await;
    if made >= TOURNAMENTS {
        return;
    }
    let kinds = [TournamentKind::RoundRobin, TournamentKind::KnockOut, TournamentKind::Swiss];
    let kind = *choice(&kinds).expect("a kind");
    let most = (kind.players().0 + roll(|dice| dice.u32(0..=MORE))).to_string();
    let flag = |percent| if chance(percent) { "true" } else { "false" };
    let pace = *choice(&["8h", "1d", "3d"]).expect("a pace");
    let mut options = vec![
        ("kind", kind.slug()),
        ("variant", "chess"),
        ("pace", pace),
        ("most", &*most),
        ("rated", flag(50)),
    ];
    if kind == TournamentKind::RoundRobin {
        options.push(("twice", flag(20)));
    }
    if chance(40) {
        options.push(("second", "prison-break"));
    }
    if chance(30) {
        options.push(("days", "3"));
    }
    let answer = manager(town, hall).slash("tournament create", &options).await;
    read(town, "tournament create", answer);
}

/// Runs a command and confirms it.
async fn confirmed(town: &Town, who: &Member, what: &str, sure: &str) {
    let asked = who.slash(what, &[]).await;
    if let Read::Done(question) = read(town, what, asked)
        && question.labels().iter().any(|label| label == sure)
    {
        let answer = who.click(&question, sure).await;
        read(town, &format!("{what}: {sure}"), answer);
    }
}

async fn ladder(town: &Town, hall: &Channel, variant: &str) {
    let open =
        format!("SELECT id FROM ladders WHERE variant = '{variant}' AND state = 'open' AND channel <> 0");
    let Some((id,)) = town.look.first::<(i64,)>(open).await else {
        let answer = manager(town, hall)
            .slash("ladder open", &[("variant", variant), ("pace", "1d"), ("rated", "true")])
            .await;
        read(town, "ladder open", answer);
        return;
    };
    if chance(30) {
        let answer = somebody(town, hall).slash("ladder join", &[("variant", variant)]).await;
        read(town, "ladder join", answer);
    }
    let order = format!("SELECT person FROM ladder_players WHERE ladder = {id} ORDER BY place");
    let order: Vec<(i64,)> = town.look.rows(order).await;
    if order.len() < 2 {
        return;
    }
    let challenger = roll(|dice| dice.usize(1..order.len()));
    let above = roll(|dice| dice.usize(challenger.saturating_sub(ABOVE)..challenger));
    let [challenger, opponent] = [challenger, above].map(|place| town.person(order[place].0).at(hall));
    if chance(3) {
        confirmed(town, &challenger, "ladder leave", "Yes, leave").await;
        return;
    }
    let options = [("opponent", opponent.id()), ("variant", variant)];
    let answer = challenger.slash("ladder challenge", &options).await;
    let Read::Done(offer) = read(town, "ladder challenge", answer) else { return };
    match roll(|dice| dice.u8(..10)) {
        0 => town.count("ladder challenge left to lapse"),
        1..3 => {
            let answer = opponent.click(&offer, "Decline").await;
            read(town, "ladder challenge: Decline", answer);
        }
        _ => {
            let answer = opponent.click(&offer, "Accept").await;
            read(town, "ladder challenge: Accept", answer);
        }
    }
}
