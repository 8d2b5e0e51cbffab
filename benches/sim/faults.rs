//! The faults of a round, as values.

use std::time::Duration;

use rookery::sandbox::{Fault, Trouble};
use rookery::store::StatementFault;

use super::dice::{chance, choice, roll};
use super::fate::Fate;
use super::process::Bot;
use super::town::{CLUBS, TABLES, Town};

/// Longer than a round. All faults end with the round.
const LONG: Duration = Duration::from_hours(1);
/// Discord's bits for View Channel and Send Messages.
const VIEW_AND_SEND: u64 = 1 << 10 | 1 << 11;

/// A fault in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// The process dies after this many accesses to its database or Discord, and restarts this many seconds
    /// later.
    Crash { after: u16, away: u32 },
    /// A crash after the round, while time passes and the bot does its due work.
    LateCrash { after: u16 },
    /// The process shuts down gracefully and restarts.
    Restart,
    /// Discord answers with errors for this many seconds.
    DiscordDown(u8),
    /// A proxy refuses this many requests with 403 and an HTML page.
    Blocked(u8),
    /// Cloudflare refuses everything for this many seconds.
    ShutOut(u8),
    /// This many messages are rate limited.
    RateLimited(u8),
    /// This many requests never arrive.
    LostRequests(u8),
    /// This many requests are carried out, but their responses are lost.
    LostAnswers(u8),
    /// This many responses are cut short.
    BrokenAnswers(u8),
    /// This many requests get no response for a long time.
    Swallowed(u8),
    /// Responses are slow for this many seconds.
    Slow(u8),
    /// Every command is delivered twice.
    Doubled,
    /// The gateway cuts its connections in one of four ways.
    GatewayCut(u8),
    /// The computer's clock jumps by this many minutes.
    ClockLeap(i16),
    /// The disk is full for this many seconds.
    DiskFull(u8),
    /// The disk fails for this many seconds.
    DiskFails(u8),
    /// Another process locks the database for this many seconds.
    DatabaseHeld(u8),
    /// Nothing can be stored for this many minutes: the disk is full, or the database server unreachable.
    NothingKept(u16),
    /// One of several processes is cut off from the database, but not from Discord, for this many seconds.
    CutOff(u8),
    /// Commits are slow for this many seconds.
    SlowDisk(u8),
    /// After a while, this many commits fail.
    CommitsFail(u8),
    /// The gateway and the rest of Discord are down for this many minutes.
    Outage(u16),
    /// Discord answers no request for this many minutes, while the gateway is up.
    Unanswered(u16),
    /// The guild is unavailable for this many minutes, and no member can act in it.
    ServerOutage(u16),
    /// The channel of a table is closed to the bot until a later round.
    ChannelClosed(u8),
    /// A table's or club's channel is deleted.
    ChannelDeleted(u8),
}

impl Mishap {
    /// A random crash.
    pub fn crash() -> Self {
        Self::Crash { after: crossings(), away: away() }
    }

    /// A random fault.
    pub fn any(by_http: bool, is_several: bool) -> Self {
        let few = roll(|dice| dice.u8(1..12));
        let seconds = roll(|dice| dice.u8(1..20));
        match roll(|dice| dice.u8(..32)) {
            0..6 => Self::crash(),
            6 | 7 => Self::LateCrash { after: crossings() },
            8 => Self::Restart,
            9 => Self::DiscordDown(seconds),
            10 => Self::Blocked(few),
            11 => Self::ShutOut(seconds.min(5)),
            12 => Self::RateLimited(few),
            13 => Self::LostRequests(few),
            14 | 15 => Self::LostAnswers(few),
            16 => Self::BrokenAnswers(few),
            17 => Self::Swallowed(few.min(4)),
            18 => Self::Slow(seconds),
            19 => Self::Doubled,
            20 if by_http => Self::Doubled,
            20 => Self::GatewayCut(roll(|dice| dice.u8(..4))),
            21 => Self::ClockLeap(*choice(&[-1_500, -90, -2, 2, 90, 1_500]).expect("some")),
            22..26 if is_several && chance(70) => Self::CutOff(seconds.saturating_mul(4)),
            22..26 if is_several => Self::NothingKept(long()),
            22 if chance(50) => Self::NothingKept(long()),
            22 => Self::DiskFull(seconds),
            23 => Self::DiskFails(seconds),
            24 => Self::DatabaseHeld(seconds.min(10)),
            25 => Self::SlowDisk(seconds),
            26 | 27 => Self::CommitsFail(few),
            // By HTTP the bot does not learn that no player can move.
            28 if by_http && chance(50) => Self::DiscordDown(seconds),
            28 if by_http => Self::Unanswered(long()),
            28 => match roll(|dice| dice.u8(..3)) {
                0 => Self::Outage(long()),
                1 => Self::Unanswered(long()),
                _ => Self::ServerOutage(long()),
            },
            29 | 30 => Self::ChannelClosed(roll(|dice| dice.u8(..TABLES as u8))),
            // By HTTP the bot is not notified of a deleted channel.
            _ if by_http => Self::Restart,
            _ => Self::ChannelDeleted(roll(|dice| dice.u8(..(TABLES + CLUBS) as u8))),
        }
    }

    /// The name of its kind.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Crash { away: 0, .. } => "crash",
            Self::Crash { .. } => "crash and absence",
            Self::LateCrash { .. } => "crash while time passes",
            Self::Restart => "restart",
            Self::DiscordDown(_) => "Discord down",
            Self::Blocked(_) => "403 of a proxy",
            Self::ShutOut(_) => "shut out by Cloudflare",
            Self::RateLimited(_) => "429",
            Self::LostRequests(_) => "lost requests",
            Self::LostAnswers(_) => "lost answers",
            Self::BrokenAnswers(_) => "broken answers",
            Self::Swallowed(_) => "swallowed requests",
            Self::Slow(_) => "slow answers",
            Self::Doubled => "doubled commands",
            Self::GatewayCut(_) => "gateway cut",
            Self::ClockLeap(_) => "clock leap",
            Self::DiskFull(_) => "disk full",
            Self::DiskFails(_) => "disk fails",
            Self::DatabaseHeld(_) => "database held",
            Self::NothingKept(_) => "nothing kept",
            Self::CutOff(_) => "cut off from the database",
            Self::SlowDisk(_) => "slow disk",
            Self::CommitsFail(_) => "commits fail",
            Self::Outage(_) => "outage",
            Self::Unanswered(_) => "no answer for long",
            Self::ServerOutage(_) => "outage of the server",
            Self::ChannelClosed(_) => "channel closed",
            Self::ChannelDeleted(_) => "channel deleted",
        }
    }

    /// Injects the fault, as far as the round does not do it.
    pub fn strike(self, town: &Town, bot: &Bot) {
        let faults = town.discord.faults();
        let seconds = |seconds: u8| Duration::from_secs(seconds.into());
        let each = |does: &dyn Fn(&Fate)| bot.fates().iter().for_each(|fate| does(fate));
        let times = |path, trouble, times: u8| faults.add(Fault::next(path, trouble).times(times.into()));
        match self {
            Self::DiscordDown(time) => faults.add(Fault::everywhere(Trouble::Status(503), seconds(time))),
            Self::Blocked(few) => times("", Trouble::Blocked, few),
            Self::ShutOut(time) => faults.add(Fault::everywhere(Trouble::ShutOut(1), seconds(time))),
            Self::RateLimited(few) => times("/messages", Trouble::RateLimit(0.7), few),
            Self::LostRequests(few) => times("", Trouble::DropBefore, few),
            // Of all responses, or of those to the bot's own messages.
            Self::LostAnswers(few) if few.is_multiple_of(2) => {
                times("/callback", Trouble::DropBefore, few);
                faults.add(Fault::next("/channels/", Trouble::DropAfter).method("POST").times(few.into()));
            }
            Self::LostAnswers(few) => times("", Trouble::DropAfter, few),
            Self::BrokenAnswers(few) => times("", Trouble::CutShort, few),
            Self::Swallowed(few) => times("", Trouble::Delay(Duration::from_mins(2)), few),
            Self::Slow(time) => {
                let slow = Trouble::SlowAnswer(Duration::from_millis(700));
                faults.add(Fault::everywhere(slow, seconds(time)));
            }
            Self::GatewayCut(way) => match way {
                0 => town.discord.gateway_reconnect(),
                1 => town.discord.gateway_invalidate(true),
                2 => town.discord.gateway_close(None),
                _ => town.discord.gateway_close(Some(4_000)),
            },
            Self::DiskFull(time) => each(&|fate| fate.fails(StatementFault::Full, seconds(time))),
            Self::DiskFails(time) => each(&|fate| fate.fails(StatementFault::Disk, seconds(time))),
            Self::DatabaseHeld(time) => each(&|fate| fate.fails(StatementFault::Busy, seconds(time))),
            Self::Unanswered(_) => faults.add(Fault::everywhere(Trouble::Status(503), LONG)),
            Self::NothingKept(_) if bot.is_several() => each(&|fate| fate.cuts_off(LONG)),
            Self::NothingKept(_) => each(&|fate| fate.fails(StatementFault::Full, LONG)),
            Self::CutOff(time) => bot.fate(time.into()).cuts_off(seconds(time)),
            Self::SlowDisk(time) => each(&|fate| fate.slows(seconds(time))),
            Self::CommitsFail(few) => each(&|fate| fate.fails_commits(few.into())),
            Self::ChannelClosed(table) => town.table(table.into()).deny_bot(VIEW_AND_SEND),
            Self::Crash { .. }
            | Self::LateCrash { .. }
            | Self::Restart
            | Self::Doubled
            | Self::ClockLeap(_)
            | Self::Outage(_)
            | Self::ServerOutage(_)
            | Self::ChannelDeleted(_) => {}
        }
    }

    /// Injects a fault while time passes, into the bot's own messages. Returns true if it is such a fault.
    pub fn strike_late(self, town: &Town, bot: &Bot) -> bool {
        let (trouble, few) = match self {
            Self::LateCrash { after } => {
                bot.dies_after(after.into());
                return true;
            }
            Self::RateLimited(few) => (Trouble::RateLimit(0.7), few),
            Self::LostRequests(few) => (Trouble::DropBefore, few),
            Self::LostAnswers(few) => (Trouble::DropAfter, few),
            Self::BrokenAnswers(few) => (Trouble::CutShort, few),
            _ => return false,
        };
        let posts = Fault::next("/channels/", trouble).method("POST").times(few.into());
        town.discord.faults().add(posts);
        true
    }
}

/// A number of minutes up to more than a day.
fn long() -> u16 {
    roll(|dice| dice.u16(1..2_000))
}

/// Some die in their first steps, some late in a round.
fn crossings() -> u16 {
    let most = *choice(&[5, 60, 400]).expect("some");
    roll(|dice| dice.u16(1..most))
}

/// Most restart at once, some within minutes, a few after hours.
fn away() -> u32 {
    if chance(60) {
        return 0;
    }
    roll(|dice| if dice.u8(..4) == 0 { dice.u32(3_600..100_000) } else { dice.u32(1..900) })
}
