//! The actions of people at a table.

use rookery::games;
use rookery::rules::{Move, Position};
use rookery::sandbox::{Member, Message, Response, Upshot};

use super::dice::{chance, choice, roll};
use super::invariant::{Invariant, holds};
use super::look::Look;
use super::sent::{Outcome, Sent};
use super::town::Town;

const PACES: [&str; 7] = ["none", "1h", "8h", "1d", "3d", "7d", "14d"];
/// How answers begin that leave the outcome open.
const UNKNOWN: [&str; 2] =
    ["I was interrupted while doing that", "This takes longer than usual, and may still happen"];
/// From this ply on, players resign more often.
const LONG: i64 = 14;

/// A stored game.
pub struct Standing {
    /// Its id.
    pub id: i64,
    variant: String,
    fen: Option<String>,
    state: String,
    to_move: Option<i64>,
    white: Option<i64>,
    black: Option<i64>,
    ply: i64,
}

impl Standing {
    async fn newest_in(channel: i64, look: &Look) -> Option<Self> {
        let game = format!(
            "SELECT id, variant, fen, state, to_move, white, black, ply FROM games WHERE channel = {channel} ORDER BY id DESC LIMIT 1"
        );
        let (id, variant, fen, state, to_move, white, black, ply) = look.first(game).await?;
        Some(Self { id, variant, fen, state, to_move, white, black, ply })
    }

    /// The live games of a channel's tournaments and ladders, each with its own channel.
    pub async fn live_in_club(channel: i64, look: &Look) -> Vec<(Self, i64)> {
        let games = format!(
            "SELECT id, variant, fen, state, to_move, white, black, ply, channel FROM games WHERE state = 'live' AND id IN (
                 SELECT game FROM tournament_games WHERE tournament IN (SELECT id FROM tournaments WHERE channel = {channel})
                 UNION SELECT game FROM ladder_challenges WHERE ladder IN (SELECT id FROM ladders WHERE channel = {channel}))"
        );
        let games = look.rows(games).await.into_iter();
        games
            .map(|(id, variant, fen, state, to_move, white, black, ply, place)| {
                (Self { id, variant, fen, state, to_move, white, black, ply }, place)
            })
            .collect()
    }

    fn position(&self) -> Position {
        let (Some(variant), Some(fen)) = (games::from_slug(&self.variant), &self.fen) else {
            panic!("game {} has no position", self.id)
        };
        Position::from_fen(variant, fen).expect("a sound position")
    }
}

/// How a person interprets an answer.
pub enum Read {
    /// A public message, or a private one that confirms the action.
    Done(Message),
    /// A refusal, with its sentence.
    Refused(String),
    /// No answer: the outcome is unknown.
    Nothing,
}

pub fn read(town: &Town, what: &str, response: Response) -> Read {
    match (response.outcome, response.message) {
        (Upshot::Failed(_) | Upshot::Refused(_), _) => {
            town.count(&format!("{what}, unanswered"));
            Read::Nothing
        }
        (_, Some(message)) if UNKNOWN.iter().any(|told| message.content.starts_with(told)) => {
            town.count(&format!("{what}, of unknown outcome"));
            Read::Nothing
        }
        (_, Some(message)) if message.is_ephemeral() && message.components().next().is_none() => {
            let told = message.content.split(['.', ':', ';', '<']).next().unwrap_or_default();
            holds(Invariant::EverybodyIsAnswered, !told.starts_with("Something went wrong"), || {
                format!("{what}: {}", message.content)
            });
            town.count(&format!("{what}, refused ({told})"));
            Read::Refused(message.content)
        }
        (_, Some(message)) => {
            town.count(what);
            Read::Done(message)
        }
        (_, None) => Read::Nothing,
    }
}

/// Performs one action at a table.
pub async fn step(town: &Town, table: usize) {
    let channel = town.table(table);
    let id: i64 = channel.id().parse().expect("a snowflake");
    let newest = Standing::newest_in(id, &town.look).await;
    let here = |member: &Member| member.at(&channel);
    match newest {
        Some(game) if game.state == "live" => play_on(town, &game, here).await,
        over => match over.filter(|_| chance(15)) {
            Some(game) => again(town, &game, here).await,
            None => begin(town, here).await,
        },
    }
}

async fn begin(town: &Town, here: impl Fn(&Member) -> Member) {
    let [white, black] = [(), ()].map(|()| here(choice(&town.people).expect("somebody")));
    // Some challenges are open to all.
    let is_open = white.id() != black.id() && chance(20);
    let variants: Vec<_> = games::all().collect();
    let variant = choice(&variants).expect("some game").slug();
    let pace = *choice(&PACES).expect("some pace");
    let color = *choice(&["white", "black", "random"]).expect("some side");
    let rated = if white.id() != black.id() && pace != "none" && chance(50) { "true" } else { "false" };
    let mut options =
        vec![("variant", variant), ("color", color), ("pace", pace), ("rated", rated), ("thread", "no")];
    if !is_open {
        options.push(("opponent", black.id()));
    }
    let what = if is_open { "open challenge" } else { "challenge" };
    let answer = white.slash("challenge", &options).await;
    let Read::Done(offer) = read(town, what, answer) else { return };
    if is_open && chance(20) {
        let answer = white.click(&offer, "Cancel").await;
        read(town, "open challenge: Cancel", answer);
    } else if white.id() != black.id() {
        answer_challenge(town, &black, &offer).await;
    }
}

async fn answer_challenge(town: &Town, opponent: &Member, offer: &Message) {
    let button = match roll(|dice| dice.u8(..20)) {
        0 => return town.count("challenge left to lapse"),
        1 if offer.labels().iter().any(|label| label == "Decline") => "Decline",
        _ => "Accept",
    };
    let answer = opponent.click(offer, button).await;
    read(town, &format!("challenge: {button}"), answer);
}

async fn again(town: &Town, game: &Standing, here: impl Fn(&Member) -> Member) {
    let (Some(white), Some(black)) = (game.white, game.black) else { return };
    let (white, black) = (here(&town.person(white)), here(&town.person(black)));
    let answer = white.slash("rematch", &[]).await;
    if let Read::Done(offer) = read(town, "rematch", answer)
        && white.id() != black.id()
    {
        answer_challenge(town, &black, &offer).await;
    }
}

/// A person's habit, by their id: some answer at once, some late.
fn is_late(id: i64) -> bool {
    (id >> 22) % 4 == 0
}

/// Some leave a game and never return. A game against oneself is never left, since no opponent could end it.
fn has_vanished(game: &Standing) -> bool {
    game.white != game.black && game.id % 7 == 3 && game.ply >= game.id % 11
}

pub async fn play_on(town: &Town, game: &Standing, here: impl Fn(&Member) -> Member) {
    let Some(mover) = game.to_move else { panic!("nobody is to move in game {}", game.id) };
    let other = if game.white == Some(mover) { game.black } else { game.white };
    let (me, other) = (here(&town.person(mover)), other.map(|id| here(&town.person(id))));
    let other = other.filter(|other| other.id() != me.id());
    if has_vanished(game) {
        if let Some(other) = other.filter(|_| chance(20)) {
            give_up_waiting(town, &other).await;
        }
        return;
    }
    if is_late(mover) && chance(75) {
        return;
    }
    match roll(|dice| dice.u8(..100)) {
        0..4 => agree(town, "draw", &me, other.as_ref(), ["Accept draw", "Decline"]).await,
        4..8 => {
            let asker = other.as_ref().unwrap_or(&me);
            agree(town, "takeback", asker, Some(&me), ["Allow takeback", "Decline"]).await;
        }
        8..10 => agree(town, "abort", &me, other.as_ref(), ["Agree to abort", "Play on"]).await,
        10 => stranger(town, &here).await,
        12..14 => resign(town, &me).await,
        14..20 => prepare(town, game, other.as_ref()).await,
        20 if chance(40) => vacation(town, &me).await,
        21..23 => nudge(town, other.as_ref()).await,
        _ if game.ply > LONG && chance(25) => resign(town, &me).await,
        _ => move_somehow(town, game, &me).await,
    }
}

fn any_move(position: &Position) -> Option<Move> {
    choice(position.legal_moves().clone())
}

async fn move_somehow(town: &Town, game: &Standing, me: &Member) {
    let text = any_move(&game.position()).expect("a game that goes on has a move").to_string();
    if chance(3) {
        let garbage = me.slash("move", &[("move", "z99")]).await;
        read(town, "nonsense", garbage);
        return;
    }
    let answer = if chance(3) {
        // Twice, as with a double click.
        let sent = [(), ()].map(|()| me.slash_now("move", &[("move", &text)]).expect("a command"));
        let [first, second] = [me.answer_to(&sent[0]).await, me.answer_to(&sent[1]).await];
        note(town, game.id, &text, read(town, "move, first of two", first));
        read(town, "move, second of two", second)
    } else {
        let answer = me.slash("move", &[("move", &text)]).await;
        read(town, "move", answer)
    };
    note(town, game.id, &text, answer);
}

fn note(town: &Town, game: i64, text: &str, answer: Read) {
    let outcome = match answer {
        // Too late: the answer shows the end of the game.
        Read::Done(board) if board.is_ephemeral() || board.content.contains("Time is up") => {
            Outcome::Refused(board.content)
        }
        Read::Done(_) => Outcome::Acknowledged,
        Read::Refused(why) => Outcome::Refused(why),
        Read::Nothing => Outcome::Unknown,
    };
    let sent = Sent { text: text.to_owned(), outcome };
    town.sent.lock().expect("no panic").entry(game).or_default().push(sent);
}

/// Runs a command, confirms it if required, and usually has the opponent answer.
async fn agree(town: &Town, what: &str, asker: &Member, other: Option<&Member>, answers: [&str; 2]) {
    let wish = asker.slash(what, &[]).await;
    let Read::Done(mut offer) = read(town, what, wish) else { return };
    if let Some(sure) =
        offer.labels().into_iter().find(|label| label.starts_with("Yes, ") || label == "Ask to abort")
    {
        let confirmed = asker.click(&offer, &sure).await;
        let Read::Done(message) = read(town, &format!("{what}: {sure}"), confirmed) else { return };
        offer = message;
    }
    let answer = if chance(40) { answers[0] } else { answers[1] };
    if let Some(other) = other.filter(|_| chance(80))
        && offer.labels().iter().any(|label| label == answer)
    {
        let reaction = other.click(&offer, answer).await;
        read(town, &format!("{what}: {answer}"), reaction);
    }
}

async fn resign(town: &Town, me: &Member) {
    let asked = me.slash("resign", &[]).await;
    if let Read::Done(question) = read(town, "resign", asked) {
        let answer = me.click(&question, "Yes, resign").await;
        read(town, "resign: Yes, resign", answer);
    }
}

async fn give_up_waiting(town: &Town, other: &Member) {
    let asked = other.slash("abort", &[]).await;
    if let Read::Done(question) = read(town, "abort after waiting", asked)
        && question.labels().iter().any(|label| label == "Yes, abort")
    {
        let answer = other.click(&question, "Yes, abort").await;
        read(town, "abort after waiting: Yes, abort", answer);
    }
}

/// The waiting player prepares a reply to some move, and sometimes the reply after that.
async fn prepare(town: &Town, game: &Standing, other: Option<&Member>) {
    let Some(other) = other else { return };
    let mut position = game.position();
    let mut line = Vec::new();
    let mut replies = Vec::new();
    for _ in 0..2 {
        let Some(condition) = any_move(&position) else { break };
        let after = position.after(&condition).expect("a legal move");
        let Some(reply) = any_move(&after) else { break };
        line.push(format!("{reply} if {condition}"));
        replies.push(reply.to_string());
        position = after.after(&reply).expect("a legal move");
    }
    if line.is_empty() {
        return;
    }
    let answer = other.slash("premove", &[("line", &line.join(", then "))]).await;
    // A premove stored before the bot was cut off may have been played or dropped by the time it is answered.
    let taken = !matches!(read(town, "premove", answer), Read::Refused(_)) || town.is_troubled();
    for text in replies.into_iter().filter(|_| taken) {
        note(town, game.id, &text, Read::Nothing);
    }
}

/// Goes on vacation for some days, or comes back.
async fn vacation(town: &Town, me: &Member) {
    let days = roll(|dice| dice.u8(1..4)).to_string();
    let answer = me.slash("vacation", &[("days", &days)]).await;
    if let Read::Done(card) = read(town, "vacation", answer)
        && chance(30)
        && let Some(end) = card.labels().first()
    {
        let answer = me.click(&card, end).await;
        read(town, &format!("vacation: {end}"), answer);
    }
}

async fn nudge(town: &Town, other: Option<&Member>) {
    if let Some(other) = other {
        let answer = other.slash("nudge", &[]).await;
        read(town, "nudge", answer);
    }
}

async fn stranger(town: &Town, here: &impl Fn(&Member) -> Member) {
    let stranger = here(&town.discord.member("stranger"));
    let answer = stranger.slash("resign", &[]).await;
    let heard = matches!(read(town, "stranger", answer), Read::Done(_));
    holds(Invariant::NobodyOutsideActed, !heard, || "a stranger resigned for others".to_owned());
}

/// A person starts a game with another one, later asks to be forgotten, and then does nothing any more.
pub async fn leave(town: &Town, number: usize) {
    let channel = town.discord.channel(&format!("leaving-{number}"));
    let me = town.leaver(number).at(&channel);
    let id = me.id().parse().expect("a snowflake");
    if town.forgotten.lock().expect("no panic").contains(&id) {
        return;
    }
    let other = choice(&town.people).expect("somebody").at(&channel);
    let options = [
        ("variant", "chess"),
        ("color", "white"),
        ("pace", "1d"),
        ("thread", "no"),
        ("opponent", other.id()),
    ];
    let card = me.slash("settings", &[]).await;
    if let Read::Done(card) = read(town, "settings of a leaver", card) {
        let answer = me.select(&card, "v2:setting:bot-games", &["channel"]).await;
        read(town, "settings of a leaver: bot games", answer);
    }
    let answer = me.slash("challenge", &options).await;
    if let Read::Done(offer) = read(town, "challenge of a leaver", answer) {
        let answer = other.click(&offer, "Accept").await;
        read(town, "challenge of a leaver: Accept", answer);
    }
    if chance(50) {
        return;
    }
    let card = me.slash("privacy", &[]).await;
    let Read::Done(card) = read(town, "privacy", card) else { return };
    let question = me.click(&card, "Delete").await;
    let Read::Done(question) = read(town, "privacy: Delete", question) else { return };
    let answer = me.click(&question, "Yes, delete").await;
    let deleted = answer.answered() && answer.text().contains("deleted");
    read(town, "privacy: Yes, delete", answer);
    if deleted {
        town.forgotten.lock().expect("no panic").insert(id);
    }
}
