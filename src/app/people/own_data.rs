//! A user's own data: an export of everything stored, and a preview of what its deletion would end.

use crate::app::{App, AppResult};
use crate::game::{ChannelId, Color, GuildId, MessageId, Premoves, PreparedReply, UserId};
use crate::store::{ClosedChallenge, EventRow, GameRow, PersonRows, StoredRating};
use serde_json::{Value, json};

/// The most bytes of game logs in an export: it must be uploaded while the response is pending.
const ROOM: usize = 4_000_000;

/// Everything stored about a user.
#[derive(Clone, Debug)]
pub struct PersonFile {
    /// The file, in JSON.
    pub json: String,
    /// The number of oldest games included without their logs, for lack of room.
    pub without_log: usize,
}

/// What deleting a user's data would end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Live games against others, which are resigned.
    pub resigned: usize,
    /// Live hot-seat games, which are aborted.
    pub aborted: usize,
}

impl App {
    /// Everything stored about a user, as a file for them alone.
    pub async fn person_file(&self, person: UserId) -> AppResult<PersonFile> {
        let kept = self.store.kept_of(person, ROOM).await?;
        let without_log = kept.games.iter().filter(|game| game.log.is_none()).count();
        Ok(PersonFile { json: format!("{:#}\n", file(person, kept)), without_log })
    }

    /// What [`App::forget`] would end now.
    pub async fn leaving(&self, person: UserId) -> AppResult<Leaving> {
        let live = self.store.live_of(person).await?;
        let aborted = live.iter().filter(|game| game.white == game.black).count();
        Ok(Leaving { resigned: live.len() - aborted, aborted })
    }
}

/// The user's own rows as the store returns them, and those shared with others. Ids are strings; times are
/// milliseconds since 1970.
fn file(person: UserId, kept: PersonRows) -> Value {
    let mut file = kept.own;
    file["person"] = id(person).into();
    file["games"] = kept.games.iter().map(|one| game(person, one)).collect();
    file["ratings"] = kept.ratings.iter().map(rating).collect();
    file["settled_challenges"] = kept.closed_challenges.iter().map(closed_challenge).collect();
    file
}

/// A rating at the end of a week.
fn rating(one: &StoredRating) -> Value {
    json!({
        "variant": one.variant,
        "week_ended_ms": one.period.next().begins().0,
        "rating": one.rating.billionths as f64 / 1e9,
        "deviation": one.rating.deviation as f64 / 1e9,
        "volatility": one.rating.volatility as f64 / 1e9,
    })
}

fn id(user: UserId) -> String {
    user.0.to_string()
}

/// A server and a channel.
fn place(guild: Option<GuildId>, channel: ChannelId) -> Value {
    json!({ "server": guild.map(|guild| guild.0.to_string()), "channel": channel.0.to_string() })
}

/// A message, by its channel and id.
fn message((channel, id): (ChannelId, MessageId)) -> Value {
    json!({ "channel": channel.0.to_string(), "message": id.0.to_string() })
}

fn game(person: UserId, game: &GameRow) -> Value {
    let role = match (game.white == Some(person), game.black == Some(person)) {
        (true, true) => "both",
        (true, false) => Color::White.slug(),
        (false, _) => Color::Black.slug(),
    };
    let own = if role == "white" { Color::White } else { Color::Black };
    let opponent = if role == "white" { game.black } else { game.white };
    let told = |log: &Vec<EventRow>| log.iter().map(event).collect::<Vec<_>>();
    json!({
        "game": game.id.0,
        "variant": game.variant,
        "rules_version": game.rules_version,
        "role": role,
        "opponent": opponent.filter(|_| role != "both").map(id),
        "place": place(game.guild, game.channel),
        "thread_of": game.parent.map(|parent| parent.0.to_string()),
        "board": game.board.map(message),
        "offers": game.offers.iter().copied().map(message).collect::<Vec<_>>(),
        "rematch_of": game.rematch_of.map(|of| of.0),
        "locale_there": game.locale,
        "began_ms": game.created_at.0,
        "moved_ms": game.moved_at.0,
        "pace": game.pace,
        "rated": game.rated,
        "reminded": game.reminded,
        "nudged_ms": game.nudged_at.map(|at| at.0),
        "left_told": game.left_told.iter().map(|side| side.slug()).collect::<Vec<_>>(),
        "lets_nobody_watch": game.unwatched.contains(&own),
        "time_runs_out_ms": game.deadline.map(|at| at.0),
        "bot_plays": game.engine.as_ref().map(|engine| json!({
            "color": engine.side.slug(),
            "level": engine.level,
            "other_level_for_a_move": engine.lowered.as_ref().map(|(level, _)| level),
        })),
        "prepared": prepared(game, own),
        "state": game.state,
        "ending": game.ending,
        "stopped_because": game.stopped,
        "position": game.fen,
        "log": game.log.as_ref().map(told),
    })
}

/// The user's own premoves; never the opponent's.
fn prepared(game: &GameRow, own: Color) -> Vec<Value> {
    let all = game.premoves.as_ref().map_or_else(Premoves::default, |kept| Premoves::read(&kept.0));
    let reply =
        |one: &PreparedReply| json!({ "when": one.when.as_deref().unwrap_or("any"), "reply": one.reply });
    all.of(own).iter().map(|line| line.iter().map(reply).collect()).collect()
}

fn event(event: &EventRow) -> Value {
    json!({ "kind": event.kind, "by": event.by, "text": event.text, "at_ms": event.at.0 })
}

fn closed_challenge(row: &ClosedChallenge) -> Value {
    json!({
        "challenge": row.id.0,
        "outcome": row.outcome,
        "challenger": row.challenger.map(id),
        "answerer": row.answerer.map(id),
        "variant": row.variant,
        "channel": row.channel.0.to_string(),
        "message": row.message.map(|message| message.0.to_string()),
        "played_in": row.place.map(|place| place.0.to_string()),
        "decline_told": row.told,
        "locale_there": row.locale,
        "at_ms": row.at.0,
    })
}
