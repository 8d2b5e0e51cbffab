//! Checks of the messages in channels.
//!
//! A message pings at most one person, a board or a reminder only the player to move, and there is at most
//! one reminder per turn.

use std::collections::{BTreeMap, VecDeque};

use rookery::sandbox::{Channel, Message};
use serde_json::{Value, json};

use super::invariant::{Invariant, broken, holds};
use super::look::Look;
use super::town::Town;

tests!(
    what_people_should_not_read_is_noticed,
    what_comes_again_when_its_nonce_is_forgotten_notifies_nobody,
    what_a_tournament_tells_twice_is_noticed
);

/// How long the bot relies on Discord's deduplication by nonce, in milliseconds.
const NONCE_LIFE: u64 = 120_000;
/// How many messages of a channel are reported when one of them is wrong.
const LAST_READ: usize = 20;
/// How a daily puzzle begins.
const DAILY: &str = "**Puzzle of the day:** ";

/// What has been read so far.
#[derive(Debug, Default)]
pub struct Heard {
    /// Places by channel id.
    places: BTreeMap<String, Place>,
    counts: Counts,
    /// Times of messages that are sent once, by nonce: a tournament's announcement, each of its games, its
    /// end, and each daily puzzle.
    told: BTreeMap<String, u64>,
    /// A clock was wrong for a while, so a daily puzzle may have come twice.
    leapt: bool,
}

#[derive(Debug, Default)]
struct Counts {
    messages: usize,
    pinging: usize,
    reminders: usize,
    /// Messages that were read when their channel was deleted.
    last_words: usize,
}

impl Counts {
    /// Counts a message. Returns true if it is a correct reminder.
    fn note(&mut self, message: &Message, place: &Place, read: Result<bool, String>) {
        let is_reminder = read.unwrap_or_else(|wrong| {
            let before: Vec<_> = place.before.iter().map(String::as_str).collect();
            let before = before.join("\n  ");
            broken(Invariant::OnePingATurn, format!("{wrong}: {message:?}\nlast read there:\n  {before}"))
        });
        self.messages += 1;
        self.pinging += usize::from(!message.pings().is_empty());
        self.reminders += usize::from(is_reminder);
    }
}

/// How far a channel has been read, and its state.
#[derive(Debug, Default)]
struct Place {
    /// The id of the last message read.
    newest: String,
    /// The player to move on the last board.
    turn: Option<String>,
    /// The last board that pinged, without its timestamps, until a game is over here.
    notified: Option<String>,
    /// The reminded turns, by the nonces of the reminders. A reminder in flight may arrive after the move.
    reminded: BTreeMap<String, u64>,
    /// The person reminded before the board of their turn: after a fault a pending board may arrive later.
    ahead: Option<String>,
    /// The last messages, for error reports.
    before: VecDeque<String>,
}

impl Heard {
    /// Records that a clock is wrong for a while.
    pub fn clock_leaps(&mut self) {
        self.leapt = true;
    }

    /// Reads the new messages of all channels.
    pub fn read(&mut self, town: &Town) {
        for channel in town.channels() {
            let place = self.places.entry(channel.id().to_owned()).or_default();
            let new = channel.messages_after(&place.newest);
            // A deferred response has no content yet.
            for message in new.iter().take_while(|message| !message.is_thinking()) {
                let read = place
                    .reads(message)
                    .and_then(|read| once(&mut self.told, message, self.leapt).and(Ok(read)));
                self.counts.note(message, place, read);
            }
        }
    }

    /// Deletes a channel after reading its last messages.
    pub fn delete(&mut self, channel: &Channel) {
        let mut place = self.places.remove(channel.id()).unwrap_or_default();
        for message in channel.delete() {
            if !place.knows(&message) {
                self.counts.last_words += 1;
                let read = place
                    .reads(&message)
                    .and_then(|read| once(&mut self.told, &message, self.leapt).map(|()| read));
                self.counts.note(&message, &place, read);
            }
        }
    }

    /// The counts, as text.
    pub fn counted(&self) -> String {
        let Counts { messages, pinging, reminders, last_words } = &self.counts;
        format!(
            "{messages} messages ({last_words} of them read when their channel was deleted), {pinging} with a ping, {reminders} reminders"
        )
    }

    /// Checks reminders while no outbox entries are pending.
    ///
    /// For every reminder sent before its board, that board must have arrived, unless the game is over or its
    /// channel closed. It may be above an older board that came late.
    pub async fn nobody_was_reminded_for_nothing(&self, look: &Look) {
        for (channel, place) in &self.places {
            let Some(who) = &place.ahead else { continue };
            let channel: i64 = channel.parse().expect("a snowflake");
            let games = format!(
                "SELECT count(*) FROM games WHERE channel = {channel} AND state = 'live' AND NOT (to_move = {who} AND shown >= due)
                     AND channel NOT IN (SELECT channel FROM closed_channels)"
            );
            let goes_on = look.number(games).await;
            holds(Invariant::EveryDebtIsPaid, goes_on == 0, || {
                format!("in {channel} the board of a reminder never came: {place:?}")
            });
        }
    }
}

/// Checks that a tournament's messages and a daily puzzle are sent once.
///
/// The only ping allowed is that of the start, for the players of Black in the first round.
fn once(told: &mut BTreeMap<String, u64>, message: &Message, leapt: bool) -> Result<(), String> {
    let content = &message.content;
    if leapt && content.starts_with(DAILY) {
        return Ok(());
    }
    let is_told_once = content.starts_with("**Tournament of ")
        || content.starts_with("The tournament of ")
        || content.starts_with(DAILY)
        || content.starts_with("Round ");
    if message.is_ephemeral() || !is_told_once && !content.starts_with("**Ladder of ") {
        return Ok(());
    }
    let begins = content.strip_prefix("Round 1: ").and_then(|rest| rest.split_once(" has White, "));
    let black = begins.and_then(|(_, rest)| rest.split_once(" Black. ")).map(|(black, _)| black);
    let is_black = |one: String| black == Some(&*format!("<@{one}>"));
    so(message.pings().into_iter().all(is_black), "somebody is called by what calls nobody")?;
    if !is_told_once {
        return Ok(());
    }
    let nonce = message.nonce.clone().ok_or("told without a nonce")?;
    so(is_news(told, nonce, message), "told twice")
}

/// True if no message with this nonce has been read before.
///
/// A message of unknown delivery is sent again when Discord has forgotten the nonce, and then it pings
/// nobody.
fn is_news(told: &mut BTreeMap<String, u64>, nonce: String, message: &Message) -> bool {
    // A snowflake's upper bits are milliseconds since 2015, above 22 other bits.
    let at = message.id.parse::<u64>().unwrap_or_default() >> 22;
    let before = told.insert(nonce, at);
    before.is_none_or(|before| at.saturating_sub(before) >= NONCE_LIFE && message.pings().is_empty())
}

/// The mention before these words: the player said to be to move.
fn mentioned_before(content: &str, words: &str) -> Option<String> {
    // The lines below it may hold a description in place of a picture.
    let content = content.lines().next()?;
    let before = &content[..content.find(words)?];
    let start = before.rfind("<@")?;
    Some(before[start + 2..].trim_end_matches([')', '>']).to_owned())
}

/// A text without its timestamps, which differ between two messages of the same board.
fn without_moments(content: &str) -> String {
    let mut parts = content.split("<t:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('>').map_or(part, |(_, rest)| rest))
}

impl Place {
    fn knows(&self, message: &Message) -> bool {
        let number = |id: &str| id.parse::<u64>().unwrap_or(0);
        number(&message.id) <= number(&self.newest)
    }

    /// Reads a message that is newer than all before. Returns true for a reminder, or the error.
    fn reads(&mut self, message: &Message) -> Result<bool, String> {
        message.id.clone_into(&mut self.newest);
        if self.before.len() == LAST_READ {
            self.before.pop_front();
        }
        self.before.push_back(format!("{} {:?} {:?}", message.id, message.content, message.labels()));
        let (content, pings) = (&message.content, message.pings());
        let only = |who: &str| so(pings.iter().all(|ping| ping == who), "somebody else is pinged");
        so(pings.len() <= 1, "more than one is pinged")?;
        if let Some(who) = mentioned_before(content, " to move") {
            only(&who)?;
            // The same two people may start another game. A pending request was already shown on the board
            // before.
            let requested = content.contains(" asks to ") || content.contains(" offers a draw");
            if !pings.is_empty() && !requested && !content.contains(" plays White, ") {
                let told = without_moments(content);
                so(self.notified.as_ref() != Some(&told), "a board notifies twice")?;
                self.notified = Some(told);
            }
            self.board(who, content.split(" to move").next().unwrap_or_default())?;
        } else if let Some(who) = mentioned_before(content, ", it is your move") {
            only(&who)?;
            let turn = message.nonce.clone().ok_or("a reminder without a nonce")?;
            so(is_news(&mut self.reminded, turn, message), "reminded twice")?;
            if self.turn.as_ref() != Some(&who) {
                self.ahead = Some(who);
            }
            return Ok(true);
        } else if content.contains(" to take back a move, and ") || content.contains(" offered a draw, and ")
        {
            // A request is no longer on the board when that is read later, and the next board may look the
            // same.
            self.notified = None;
        } else if content.contains(" waits for your move in ") {
            only(self.turn.as_deref().unwrap_or_default())?;
        } else if message.labels().iter().any(|label| label == "Rematch" || label == "Replay") {
            // A game is over: the last one here, unless other people played it.
            if self.turn.as_ref().is_none_or(|turn| content.contains(&format!("<@{turn}>"))) {
                self.turn = None;
            }
            (self.ahead, self.notified) = (None, None);
        }
        Ok(false)
    }

    fn board(&mut self, who: String, said: &str) -> Result<(), String> {
        let early = self.ahead.take();
        let for_this_turn = early.as_ref() == Some(&who);
        // If the message shows a move, the person reminded before its board may have made it; a start belongs
        // to another game.
        let another = said.contains(" plays ") || said.starts_with("White: ") || said.starts_with("Black: ");
        so(early.is_none() || for_this_turn || another, "who is not to move was reminded before")?;
        self.turn = Some(who);
        Ok(())
    }
}

fn so(is_so: bool, otherwise: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// A message at this millisecond with these pings; a prefix `NONCE|` gives the nonce of a turn.
fn said(at: usize, content: &str, pings: &[&str]) -> Message {
    let (nonce, content) = content.split_once('|').unwrap_or(("", content));
    let mentions: Vec<Value> = pings.iter().map(|id| json!({ "id": id })).collect();
    Message {
        id: ((at as u64) << 22).to_string(),
        channel_id: "1".to_owned(),
        author: "Rookery".to_owned(),
        content: content.to_owned(),
        json: json!({ "flags": 0, "components": [], "mentions": mentions }),
        nonce: Some(nonce.to_owned()),
        files: Vec::new(),
    }
}

/// The first error in these messages, read in order.
fn wrong(messages: &[(&str, &[&str])]) -> Option<String> {
    let mut place = Place::default();
    let mut read = messages.iter().enumerate().map(|(number, (content, pings))| {
        let message = said(number + 1, content, pings);
        place.reads(&message)
    });
    read.find_map(Result::err)
}

fn what_people_should_not_read_is_noticed() {
    let (red, blue): (&[&str], &[&str]) = (&["1"], &["2"]);
    let begun =
        ("Chess: <@1> plays White, <@2> Black. White (<@1>) to move; moves are made with `/move`.", red);
    let moved = ("White: Pawn e2-e4. Black (<@2>) to move. Time runs out <t:1:R>.", blue);
    let again =
        ("White: Pawn e2-e4. Black (<@2>) to move. Time runs out <t:2:R>. White (<@1>) offers a draw.", blue);
    let replied = ("Black: Pawn e7-e5. White (<@1>) to move.", red);
    let standing = ("Chess, move 1: Black (<@2>) to move.", blue);
    let of_red = ("t1r1|White (<@1>), it is your move in Chess. Time runs out <t:1:R>.", red);
    let of_blue = ("t1r2|Black (<@2>), it is your move in Chess. Time runs out <t:1:R>.", blue);
    let of_red_again = ("t1r3|White (<@1>), it is your move in Chess. Time runs out <t:2:R>.", red);
    let nudged = ("Black (<@2>), White (<@1>) waits for your move in Chess.", blue);
    for right in [
        &[begun, of_red, moved, of_blue, replied, of_red_again][..],
        &[begun, moved, nudged, again, of_blue],
        // The turn's board comes after the reminder, or the reminded player moves before it comes.
        &[begun, of_blue, moved, replied],
        &[begun, of_blue, replied, of_red_again],
        &[begun, of_blue, begun, of_red],
        // The reminder was in flight during the move.
        &[begun, moved, of_red, replied, of_red_again],
    ] {
        assert_eq!(wrong(right), None, "{right:?}");
    }
    for (why, messages) in [
        ("more than one is pinged", &[("Draw?", &["1", "2"][..])][..]),
        ("somebody else is pinged", &[begun, (moved.0, red)]),
        ("somebody else is pinged", &[begun, moved, (of_blue.0, red)]),
        ("somebody else is pinged", &[begun, nudged]),
        ("reminded twice", &[begun, moved, of_blue, again, of_blue]),
        ("reminded twice", &[begun, of_blue, moved, of_blue]),
        ("who is not to move was reminded before", &[begun, moved, of_red, standing]),
        ("a board notifies twice", &[begun, moved, moved]),
    ] {
        assert_eq!(wrong(messages).as_deref(), Some(why), "{messages:?}");
    }
}

fn what_comes_again_when_its_nonce_is_forgotten_notifies_nobody() {
    let reminder = |at, pings: &[&str]| said(at, "t1r2|Black (<@2>), it is your move in Chess.", pings);
    let puzzle = |at| said(at, "p1d1|**Puzzle of the day:** Chess.", &[]);
    let life = NONCE_LIFE as usize;
    for (pause, pings, wrong) in [
        (life, &[][..], None),
        (life, &["2"][..], Some("reminded twice")),
        (life - 1, &[][..], Some("reminded twice")),
    ] {
        let mut place = Place::default();
        place.reads(&reminder(1, &["2"])).expect("the first one");
        assert_eq!(place.reads(&reminder(1 + pause, pings)).err().as_deref(), wrong, "{pause} {pings:?}");
    }
    for (pause, wrong) in [(life, None), (life - 1, Some("told twice"))] {
        let mut told = BTreeMap::new();
        once(&mut told, &puzzle(1), false).expect("the first one");
        assert_eq!(once(&mut told, &puzzle(1 + pause), false).err().as_deref(), wrong, "{pause}");
    }
}

fn what_a_tournament_tells_twice_is_noticed() {
    let heard = |messages: &[(&str, &[&str])]| {
        let mut told = BTreeMap::new();
        let mut all =
            messages.iter().map(|(content, pings)| once(&mut told, &said(1, content, pings), false));
        all.find_map(Result::err)
    };
    let (made, game) = ("t1|**Tournament of Chess**", "t1g1|Round 1: <@1> has White, <@2> Black. Chess.");
    let (over, ladder) = ("te1|The tournament of Chess is over. <@1> wins.", "l1c1|**Ladder of Chess**");
    let board = "t1|Black (<@2>), it is your move in Chess.";
    let puzzle = "p1d1|**Puzzle of the day:** Chess.";
    let right: &[(&str, &[&str])] = &[
        (made, &[]),
        (game, &[]),
        ("t1g2|Round 1: <@1> has White", &[]),
        (over, &[]),
        (ladder, &[]),
        (ladder, &[]),
        (board, &["2"]),
        (puzzle, &[]),
    ];
    assert_eq!(heard(right), None);
    for (why, messages) in [
        ("told twice", &[(made, &[][..]), (made, &[])][..]),
        ("told twice", &[(game, &[]), (game, &[])]),
        ("told twice", &[(over, &[]), (over, &[])]),
        ("told twice", &[(puzzle, &[]), (puzzle, &[])]),
        ("somebody is called by what calls nobody", &[(over, &["1"])]),
        ("somebody is called by what calls nobody", &[(ladder, &["1"])]),
    ] {
        assert_eq!(heard(messages).as_deref(), Some(why), "{messages:?}");
    }
}
