//! Nudges in games without a clock.

use crate::app::{NoNudge, Nudge};
use crate::game::UserId;
use crate::words::args;
use crate::words::{Mentioned, Naming, Words};

impl Words {
    /// Asks the player to move because the opponent is waiting.
    pub fn nudge(&self, nudge: &Nudge, naming: Naming<'_>) -> String {
        let game = &nudge.game_now;
        let mut args = args! { "game" => nudge.variant, "turn" => self.side(game, game.turn(), naming) };
        args.set("waits", naming(Mentioned::Person(nudge.by)));
        args.set("since", naming(Mentioned::Moment(game.moved_at)));
        self.say("news-nudge", &args)
    }

    /// Confirms that a nudge will be posted where the game is played.
    pub fn nudge_sent(&self) -> String {
        self.plain("nudge-sent")
    }

    /// Says that the nudge failed because the bot cannot post where the game is played.
    pub fn nudge_not_sent(&self) -> String {
        self.plain("nudge-not-sent")
    }

    /// Says to the opponent, in place of a nudge, that the player to move has left the server.
    pub fn nudge_left(&self, nudge: &Nudge, naming: Naming<'_>) -> String {
        let game = &nudge.game_now;
        self.say("nudge-left", &args! { "turn" => self.side(game, game.turn(), naming) })
    }

    /// Says that the opponent, who would have to answer, has left the server.
    pub fn asked_left(&self, who: UserId, naming: Naming<'_>) -> String {
        self.say("asked-left", &args! { "person" => naming(Mentioned::Person(who)) })
    }

    /// Why a nudge is refused.
    pub(in crate::words) fn no_nudge(&self, why: NoNudge, naming: Naming<'_>) -> String {
        let (person, moment) = (|user| naming(Mentioned::Person(user)), |at| naming(Mentioned::Moment(at)));
        match why {
            NoNudge::Clock => self.plain("no-nudge-clock"),
            NoNudge::OwnTurn => self.plain("no-nudge-own-turn"),
            NoNudge::Before(until) => {
                self.say("no-nudge-before", &args! { "until" => naming(Mentioned::Date(until)) })
            }
            NoNudge::Away(user, until) => {
                self.say("no-nudge-away", &args! { "person" => person(user), "until" => moment(until) })
            }
            NoNudge::NoPings(user) => self.say("no-nudge-no-pings", &args! { "person" => person(user) }),
        }
    }
}
