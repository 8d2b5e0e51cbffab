//! A person's live games, and remarks after an action.

use super::args;
use super::{Mentioned, Naming, Words};
use crate::app::{GameLine, LostLine, Outcome, SisterGame, Waits};
use crate::engine::Level;
use crate::game::{Ending, UserId};

impl Words {
    /// The number of a person's live games. `of` `None`: the reader's.
    pub fn games_count(&self, count: usize, of: Option<&str>) -> String {
        match (count, of) {
            (0, None) => self.plain("games-none"),
            (0, Some(person)) => self.say("games-none.of", &args! { "person" => person }),
            (_, None) => self.say("games-count", &args! { "count" => count }),
            (_, Some(person)) => self.say("games-count.of", &args! { "count" => count, "person" => person }),
        }
    }

    /// How many live games the reader has with the bot.
    pub fn games_with_me(&self, count: usize) -> String {
        match count {
            0 => self.plain("games-none.with-me"),
            _ => self.say("games-count.with-me", &args! { "count" => count }),
        }
    }

    /// The reader's games that ended because their place was deleted, and the number of further ones.
    pub fn games_lost(&self, lost: &[LostLine], more: u32, of: UserId, naming: Naming<'_>) -> String {
        let line = |line: &LostLine| {
            let args = args! {
                "title" => format!("**{}**", self.game(line.variant)), "against" => self.against(line.opponent, (of, true), naming),
                "at" => naming(Mentioned::Moment(line.at)),
            };
            self.say(if line.removed { "games-lost.removed" } else { "games-lost.deleted" }, &args)
        };
        let more = (more > 0).then(|| self.say("games-lost-more", &args! { "count" => more }));
        let lines = std::iter::once(self.plain("games-lost")).chain(lost.iter().map(line)).chain(more);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Names the opponent. `own`: the person is the reader.
    fn against(&self, opponent: Option<UserId>, (of, own): (UserId, bool), naming: Naming<'_>) -> String {
        match opponent {
            Some(user) if user == of && own => self.plain("games-against.yourself"),
            Some(user) if user == of => self.plain("games-against.oneself"),
            Some(user) => self.say("games-against", &args! { "person" => naming(Mentioned::Person(user)) }),
            None => self.plain("games-against.nobody"),
        }
    }

    /// A finished game of the reader.
    pub fn game_over_line(&self, line: &GameLine, ending: Ending, of: UserId, naming: Naming<'_>) -> String {
        let against = self.against(line.opponent, (of, true), naming);
        let against = match line.level {
            Some(level) => {
                self.say("games-against-level", &args! { "against" => against, "level" => level.slug() })
            }
            None => against,
        };
        let is_hot_seat = line.opponent == Some(of);
        let how = match ending.winner().filter(|_| is_hot_seat) {
            Some(winner) => self.say("ended-won", &args! { "winner" => winner }),
            None => self.ended_for(ending, line.side),
        };
        let args = args! {
            "title" => self.game(line.variant), "against" => against, "how" => how, "moves" => line.ply.0.div_ceil(2),
        };
        self.say("games-over", &args)
    }

    /// The bot with its level, as a player's name on a page.
    pub fn page_bot(&self, level: Level) -> String {
        self.say(
            "games-against-level",
            &args! { "against" => self.plain("page-bot"), "level" => level.slug() },
        )
    }

    /// Suggests a sister game of one that the person has played a few times.
    pub fn sister_game(&self, suggested: &SisterGame) -> String {
        let args = args! {
            "count" => suggested.count, "game" => suggested.played, "sister" => self.game(suggested.sister),
            "short" => self.game_in_short(suggested.sister),
        };
        self.say("games-sister", &args)
    }

    /// Private remarks to the person who acted.
    pub fn asides(&self, outcome: &Outcome) -> Vec<String> {
        let dropped = outcome.premoves_dropped.then(|| self.premoves_dropped(outcome.view.variant));
        let sister = outcome.sister.as_ref().map(|sister| self.sister_game(sister));
        let level = outcome.next_level.as_ref().map(|level| self.next_level(level));
        [dropped, level, sister].into_iter().flatten().collect()
    }

    /// The page of the list, counted from 1.
    pub fn games_page(&self, page: usize, pages: usize) -> String {
        self.say("games-page", &args! { "page" => page, "pages" => pages })
    }

    /// A live game of a person.
    ///
    /// `own`: the person is the reader. `place`: where it is played, if that can be named.
    pub fn games_line(
        &self,
        line: &GameLine,
        (of, own): (UserId, bool),
        place: Option<&str>,
        naming: Naming<'_>,
    ) -> String {
        let against = self.against(line.opponent, (of, own), naming);
        let against = match line.level {
            Some(level) => {
                self.say("games-against-level", &args! { "against" => against, "level" => level.slug() })
            }
            None => against,
        };
        let turn = self.plain(match (line.your_turn, own) {
            (true, true) => "games-turn.yours",
            (true, false) => "games-turn.theirs",
            (false, _) => "games-turn",
        });
        let turn = match line.until {
            Some(until) => self
                .say("games-until", &args! { "turn" => turn, "until" => naming(Mentioned::Moment(until)) }),
            None => turn,
        };
        let turn = match line.away {
            Some(until) => {
                self.say("games-away", &args! { "turn" => turn, "until" => naming(Mentioned::Moment(until)) })
            }
            None => turn,
        };
        let args = args! {
            "title" => format!("**{}**", self.game(line.variant)), "against" => against, "turn" => turn,
            // White's move and Black's reply count as one.
            "moves" => line.ply.0.div_ceil(2),
        };
        let mut told = self.say("games-line", &args);
        if let Some(place) = place {
            told = self.say("games-in", &args! { "line" => told, "place" => place });
        }
        let key = match line.waits {
            None => return told,
            Some(Waits::ChannelGone) => "games-waits-channel-gone",
            Some(Waits::Removed) => "games-waits-removed",
            Some(Waits::Locked) => "games-waits-locked",
            Some(Waits::Closed) => "games-waits-closed",
            Some(Waits::NoAnswer) => "games-waits-no-answer",
            Some(Waits::ServerOutage) => "games-waits-server-outage",
        };
        self.say(key, &args! { "line" => told })
    }
}
