//! What goes wrong, as values.

use std::time::Duration;

use rookery::sandbox::{Fault, Trouble};
use rookery::store::StatementFault;

use super::dice::{chance, choice, roll};
use super::fate::Fate;
use super::process::Bot;
use super::town::{CLUBS, TABLES, Town};

/// Longer than a round, at whose end all that fails works again.
const LONG: Duration = Duration::from_hours(1);
/// Discord's bits for View Channel and Send Messages.
const VIEW_AND_SEND: u64 = 1 << 10 | 1 << 11;

/// What goes wrong in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mishap {
    /// The process dies after so many turns to its database or to Discord, and is started again so many seconds later.
    Crash { after: u16, away: u32 },
    /// The same after the round, while time passes and the bot does what is due.
    LateCrash { after: u16 },
    /// The process ends in order and is started again.
    Restart,
    /// Discord answers with errors for so many seconds.
    DiscordDown(u8),
    /// A proxy refuses so many requests with 403 and a page.
    Blocked(u8),
    /// Cloudflare refuses everything for so many seconds.
    ShutOut(u8),
    /// So many messages are refused as too many.
    RateLimited(u8),
    /// So many requests never arrive.
    LostRequests(u8),
    /// So many requests are done, and the answer is lost.
    LostAnswers(u8),
    /// So many answers break off.
    BrokenAnswers(u8),
    /// So many requests are swallowed: nobody answers for long.
    Swallowed(u8),
    /// Answers take long for so many seconds.
    Slow(u8),
    /// Every command is delivered once more.
    Doubled,
    /// The gateway cuts its connections in one of four ways.
    GatewayCut(u8),
    /// The computer's clock leaps by so many minutes.
    ClockLeap(i16),
    /// The disk is full for so many seconds.
    DiskFull(u8),
    /// The disk fails for so many seconds.
    DiskFails(u8),
    /// Somebody else holds the database for so many seconds.
    DatabaseHeld(u8),
    /// Nothing can be kept for so many minutes: the disk is full, or the server of the database out of reach.
    NothingKept(u16),
    /// One of several processes is cut off from the database for so many seconds, but not from Discord.
    CutOff(u8),
    /// Whatever is to be kept takes the disk long, for so many seconds.
    SlowDisk(u8),
    /// So many transactions fail at their end, after a while.
    CommitsFail(u8),
    /// Discord's line to the bot is down, and all else of it, for so many minutes.
    Outage(u16),
    /// Discord answers nothing for so many minutes, while its line to the bot is up.
    Unanswered(u16),
    /// The server is in an outage for so many minutes, and nobody can act in it.
    ServerOutage(u16),
    /// The channel of a table is closed to the bot until a later round.
    ChannelClosed(u8),
    /// A channel is deleted: that of a table, or of a club.
    ChannelDeleted(u8),
}

impl Mishap {
    /// A crash, as the dice say.
    pub fn crash() -> Self {
        Self::Crash { after: crossings(), away: away() }
    }

    /// One of them, as the dice say.
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
            // By HTTP it is not known that nobody can move.
            28 if by_http && chance(50) => Self::DiscordDown(seconds),
            28 if by_http => Self::Unanswered(long()),
            28 => match roll(|dice| dice.u8(..3)) {
                0 => Self::Outage(long()),
                1 => Self::Unanswered(long()),
                _ => Self::ServerOutage(long()),
            },
            29 | 30 => Self::ChannelClosed(roll(|dice| dice.u8(..TABLES as u8))),
            // By HTTP nobody is told of a channel that is gone.
            _ if by_http => Self::Restart,
            _ => Self::ChannelDeleted(roll(|dice| dice.u8(..(TABLES + CLUBS) as u8))),
        }
    }

    /// What kind it is.
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

    /// Lets it happen, as far as that is not up to the round.
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
            // Of all that is sent, or of what the bot posts by itself.
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

    /// Lets happen what happens while time passes: it strikes what the bot posts by itself. Whether there is any such thing.
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

/// Minutes up to more than a day.
fn long() -> u16 {
    roll(|dice| dice.u16(1..2_000))
}

/// Some die in their first steps, some late in a round.
fn crossings() -> u16 {
    let most = *choice(&[5, 60, 400]).expect("some");
    roll(|dice| dice.u16(1..most))
}

/// Most come back at once, some within minutes, and a few stay away for hours.
fn away() -> u32 {
    if chance(60) {
        return 0;
    }
    roll(|dice| if dice.u8(..4) == 0 { dice.u32(3_600..100_000) } else { dice.u32(1..900) })
}
