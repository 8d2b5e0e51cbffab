//! The texts of pages in a browser.

use crate::app::{BoardAt, Device, GameView, PageHolds, Setting, SpectatorAccess};
use crate::game::{Game, MOST_REPLIES, Rating, UserId};
use crate::render::{BoardView, Theme};
use crate::rules::piece_type::PIECE_TYPES;
use crate::rules::{Color, DescribedMove, Hold, Square, Termination, Variant, listed};
use crate::words::args;
use crate::words::{Joined, Mentioned, Naming, Words};

/// The texts of the page itself, each with the placeholders that the page fills.
const TEXTS: &[(&str, &[&str])] = &[
    ("page-language", &[]),
    ("page-games", &[]),
    ("page-games-more", &[]),
    ("page-finished", &[]),
    ("page-games-lost", &["time"]),
    ("page-lessons", &[]),
    ("page-lesson", &[]),
    ("page-puzzles", &[]),
    ("page-title", &["game"]),
    ("page-title-yours", &["game"]),
    ("page-chat", &[]),
    ("page-flip", &[]),
    ("page-actions", &[]),
    ("page-rare-actions", &[]),
    ("page-type-move", &[]),
    ("page-send", &[]),
    ("page-legal-moves", &[]),
    ("page-moves", &[]),
    ("page-notes", &[]),
    ("page-steps", &[]),
    ("page-first", &[]),
    ("page-back", &[]),
    ("page-forth", &[]),
    ("page-last", &[]),
    ("page-back-to-now", &[]),
    ("page-looking", &["ply", "plies"]),
    ("page-pieces", &[]),
    ("page-settings", &[]),
    ("page-theme", &[]),
    ("page-coordinates", &[]),
    ("page-left-handed", &[]),
    ("page-sound", &[]),
    ("page-push", &[]),
    ("page-push-on", &[]),
    ("page-push-off", &[]),
    ("page-push-asking", &[]),
    ("page-push-saving", &[]),
    ("page-push-denied", &[]),
    ("page-push-failed", &[]),
    ("page-push-home", &[]),
    ("page-keys", &[]),
    ("page-white", &[]),
    ("page-black", &[]),
    ("page-to-move", &[]),
    ("page-taken", &["pieces"]),
    ("page-in-hand", &["piece", "count"]),
    ("page-hand", &[]),
    ("page-hand-waits", &["hand"]),
    ("page-legend", &[]),
    ("label-rules", &[]),
    ("page-what", &[]),
    ("page-what-pieces", &[]),
    ("page-all-rules", &[]),
    ("page-ahead", &["count"]),
    ("page-hole", &[]),
    ("page-target", &["square", "moves"]),
    ("page-chosen", &["piece", "targets"]),
    ("page-chosen-takes", &["piece", "takes"]),
    ("page-chosen-both", &["piece", "takes", "targets"]),
    ("page-takes-on", &["squares"]),
    ("page-takes-by", &["squares"]),
    ("page-takes-both", &["on", "by"]),
    ("page-from-hand", &["targets"]),
    ("page-or", &["first", "second"]),
    ("page-dropped", &[]),
    ("page-no-moves", &["piece"]),
    ("page-prepare", &["piece"]),
    ("page-prepared", &["square"]),
    ("page-no-move", &["from", "to"]),
    ("page-which", &[]),
    ("page-promote", &[]),
    ("page-cancel", &[]),
    ("page-no", &[]),
    ("page-until", &["time"]),
    ("page-time-over", &[]),
    ("page-lost", &["time", "move"]),
    ("page-lost-start", &["time"]),
    ("page-waiting-move", &["move"]),
    ("page-waiting", &["what"]),
    ("page-do-not-send", &[]),
    ("page-not-sent", &[]),
    ("page-outdated", &["what"]),
    ("page-unsent", &["what"]),
    ("page-one-at-a-time", &[]),
    ("page-not-reached", &[]),
    ("page-refused", &[]),
    ("page-prepared-played", &["move", "reply"]),
    ("page-nothing-here", &[]),
    ("page-stop-replay", &[]),
    ("page-not-now", &[]),
    ("page-watching", &[]),
    ("page-trying", &[]),
    ("page-best-line", &[]),
    ("page-leave-trying", &[]),
    ("page-position", &[]),
    ("page-set-up", &[]),
    ("page-copy-position", &[]),
    ("page-position-copied", &[]),
    ("page-position-by-hand", &[]),
    ("page-board", &[]),
    ("page-elsewhere", &[]),
    ("page-elsewhere-link", &[]),
    ("page-link-field", &[]),
    ("page-copy", &[]),
    ("page-share", &[]),
    ("page-close", &[]),
    ("page-copied", &[]),
    ("page-copy-by-hand", &[]),
    ("page-file", &[]),
    ("page-save", &[]),
    ("page-no-link", &[]),
    ("page-analysis", &[]),
    ("page-curve", &[]),
    ("page-curve-start", &["percent"]),
    ("page-curve-move", &["number", "side", "move", "percent"]),
];

listed! {
    /// A person as a page names them. It knows no names.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PagePerson {
        /// The reader.
        You,
        /// The other player, for a player.
        Opponent,
        Bot,
        /// A player, for a watcher.
        Somebody,
        /// A player whose data was deleted.
        Former,
    }
}

listed! {
    /// Why a page shows nothing or an action was not done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PageSays {
        /// The link was used before, or is too old.
        Used,
        /// Every page in this browser has ended.
        Ended,
        /// The person does not play in this game.
        NotYours,
        /// The game is no longer stored.
        Gone,
        /// The game is played where the bot can only respond to interactions.
        NotThere,
        /// The game is closed to watchers.
        NotWatched,
        /// The person does not play in the game, and its channel is not visible to everyone.
        HiddenPlace,
        /// It is unknown whether everyone can see the channel.
        UnknownPlace,
        /// Nothing can be prepared, because it is the person's own turn.
        OwnTurn,
        /// The request for a rematch is gone.
        RematchGone,
        /// Another game is being played in the rematch's place.
        OtherGameThere,
        /// A rematch was requested.
        RematchAsked,
        /// The game already had its rematch.
        Rematched,
        /// Nothing can be prepared in this game.
        NothingToPrepare,
        /// The maximum number of replies is prepared.
        TooMuchPrepared,
        /// The browser's push service is unknown, or the subscription is invalid.
        NoPush,
    }
}

impl PagePerson {
    /// Returns the role of `who` in a game, for this reader.
    pub fn of(game: &Game, reader: UserId, who: UserId) -> Self {
        if who == reader {
            Self::You
        } else if game.engine.is_some_and(|side| game.players[side] == Some(who)) {
            Self::Bot
        } else if game.side_of(reader).is_some() {
            Self::Opponent
        } else {
            Self::Somebody
        }
    }
}

impl Words {
    /// The heading and text of a push message to a player. It contains no names.
    pub fn push(&self, view: &GameView, to: UserId) -> (String, String) {
        let key = if view.to_move == Some(to) && !view.over { "page-title-yours" } else { "page-title" };
        let game = &view.game_now;
        let naming = |what: Mentioned| match what {
            Mentioned::Person(user) => self.page_person(PagePerson::of(game, to, user)),
            // The browser shows it in its time zone.
            Mentioned::Moment(at) | Mentioned::Clock(at) | Mentioned::Date(at) => {
                format!("<t:{}>", at.0.div_euclid(1_000) + 1)
            }
            Mentioned::Channel(_) | Mentioned::Role(_) | Mentioned::Place(_) | Mentioned::Message(..) => {
                String::new()
            }
        };
        let title = self.say(key, &args! { "game" => self.game(view.variant) });
        (title, self.news_for(view, to, &naming).replace(['`', '*'], ""))
    }

    /// Says in the chat that a player's browsers could not be notified about a game.
    pub fn push_failed(&self, view: &GameView, to: UserId, naming: Naming<'_>) -> String {
        let is_theirs = view.to_move == Some(to) && !view.over;
        let key = if is_theirs { "push-failed" } else { "push-failed.news" };
        self.say(key, &args! { "person" => naming(Mentioned::Person(to)), "game" => view.variant })
    }

    /// The name of a person on a page.
    pub fn page_person(&self, who: PagePerson) -> String {
        self.plain(match who {
            PagePerson::You => "page-you",
            PagePerson::Opponent => "page-opponent",
            PagePerson::Bot => "page-bot",
            PagePerson::Somebody => "page-somebody",
            PagePerson::Former => "former-player",
        })
    }

    /// A player with their rating.
    pub fn page_rated(&self, who: &str, rating: Rating) -> String {
        self.say("page-rated", &args! { "who" => who, "rating" => self.rating(rating) })
    }

    /// The message for a page.
    pub fn page_says(&self, what: PageSays) -> String {
        self.plain(match what {
            PageSays::Used => "page-used",
            PageSays::Ended => "page-ended",
            PageSays::NotYours => "page-not-yours",
            PageSays::Gone => "page-gone",
            PageSays::NotThere => "page-not-there",
            PageSays::NotWatched => "page-not-watched",
            PageSays::HiddenPlace => "page-hidden-place",
            PageSays::UnknownPlace => "page-unknown-place",
            PageSays::OwnTurn => "page-own-turn",
            PageSays::RematchGone => "page-rematch-gone",
            PageSays::OtherGameThere => "page-other-game-there",
            PageSays::RematchAsked => "page-rematch-asked",
            PageSays::Rematched => "page-rematched",
            PageSays::NothingToPrepare => "page-nothing-to-prepare",
            PageSays::NoPush => "page-no-push",
            PageSays::TooMuchPrepared => {
                return self.say("page-too-much-prepared", &args! { "count" => MOST_REPLIES });
            }
        })
    }

    /// The texts of the page itself, by key, with the names of pieces and themes. Placeholders are in braces.
    pub fn page_texts(&self) -> impl Iterator<Item = (String, String)> {
        let texts = TEXTS.iter().map(|(key, filled)| {
            let mut args = args! {};
            for name in *filled {
                args.set(*name, format!("{{{name}}}"));
            }
            ((*key).to_owned(), self.say(key, &args))
        });
        let pieces = PIECE_TYPES.iter().map(|piece| (format!("page-piece-{}", piece.slug), self.kind(piece)));
        let themes = Theme::all()
            .map(|theme| (format!("page-theme-{}", theme.name()), self.setting(Setting::Theme(theme))));
        texts.chain(pieces).chain(themes)
    }

    /// The text beside a link to a page.
    pub fn page_link(&self, game: Variant) -> String {
        self.say("page-link", &args! { "game" => game })
    }

    /// The text beside a link for a watcher.
    pub fn page_link_watch(&self, game: Variant) -> String {
        self.say("page-link.watch", &args! { "game" => game })
    }

    /// Whether others may watch a game on a page, for the player of a side.
    ///
    /// `seen`: whether everyone in its server can see its channel, if known.
    pub fn watching(&self, watching: SpectatorAccess, own: Option<Color>, seen: Option<bool>) -> String {
        self.plain(match watching {
            SpectatorAccess::Open => match seen {
                Some(true) => "page-watchers",
                Some(false) => "page-watchers.hidden",
                None => "page-watchers.perhaps",
            },
            SpectatorAccess::Closed(sides) if own.is_some_and(|own| !sides[own]) => {
                "page-watchers.closed-by-opponent"
            }
            SpectatorAccess::Closed(_) => "page-watchers.closed",
            SpectatorAccess::Nowhere => "page-watchers.nowhere",
        })
    }

    /// The text beside a link to a page of lessons and puzzles.
    pub fn page_link_learning(&self) -> String {
        self.plain("page-link.learning")
    }

    /// The link as text, for browsers in which it opens an empty page.
    pub fn page_link_text(&self, link: &str) -> String {
        self.say("page-link-text", &args! { "link" => link })
    }

    /// The text beside a link to a page of all games.
    pub fn page_link_games(&self) -> String {
        self.plain("page-link.games")
    }

    /// The number of a person's open pages.
    pub fn pages_open(&self, count: usize) -> String {
        self.say("pages-open", &args! { "count" => count })
    }

    /// Says that no page is open. `has_link`: a link to one can still be opened.
    pub fn pages_none(&self, has_link: bool) -> String {
        self.plain(if has_link { "pages-none.link" } else { "pages-none" })
    }

    /// The number of open pages beyond the listed ones.
    pub fn pages_more(&self, more: usize) -> String {
        self.say("pages-more", &args! { "more" => more })
    }

    /// An open page, with its game and the time of its last use.
    pub fn page_open(&self, game: Option<Variant>, used: &str) -> String {
        match game {
            Some(game) => self.say("page-open", &args! { "game" => game, "used" => used }),
            None => self.say("page-open.gone", &args! { "used" => used }),
        }
    }

    /// An open page of a watcher, with its game and the time of its last use.
    pub fn page_open_watch(&self, game: Option<Variant>, used: &str) -> String {
        match game {
            Some(game) => self.say("page-open.watch", &args! { "game" => game, "used" => used }),
            None => self.page_open(None, used),
        }
    }

    /// An open page of all games, with the time of its last use.
    pub fn page_open_games(&self, used: &str) -> String {
        self.say("page-open.games", &args! { "used" => used })
    }

    /// An open page of lessons and puzzles, with the time of its last use.
    pub fn page_open_learning(&self, used: &str) -> String {
        self.say("page-open.learning", &args! { "used" => used })
    }

    /// A line of the list of open pages, with the kind of device.
    pub fn page_on(&self, device: Device, line: &str) -> String {
        let device: &str = device.into();
        self.say("page-on", &args! { "device" => device, "line" => line })
    }

    /// Why an action on an outdated board was refused: this move was made since.
    pub fn page_changed(&self, side: Color, told: &DescribedMove) -> String {
        self.say("page-changed", &args! { "side" => side, "move" => self.told_move(told) })
    }

    /// A tried position: the move that led there, and how it would end the game.
    pub fn page_tried(&self, last: Option<&str>, ended: Option<Termination>) -> String {
        let Some(told) = last else { return self.page_then(None) };
        match ended {
            Some(how) => self.say("page-tried", &args! { "move" => told, "state" => self.termination(how) }),
            None => self.page_then(last),
        }
    }

    /// The text above a board for trying moves, from the start or another position.
    pub fn page_board(&self, at: &BoardAt) -> String {
        let key = if at.is_start() { "page-board-of" } else { "page-board-of.position" };
        self.say(key, &args! { "game" => at.game })
    }

    /// The text about such boards in the list of lessons and puzzles.
    pub fn page_board_way(&self) -> String {
        self.plain("page-board-way")
    }

    /// An earlier position, by the move that led there.
    pub fn page_then(&self, last: Option<&str>) -> String {
        match last {
            Some(told) => self.say("page-then", &args! { "move" => told }),
            None => self.plain("page-then.start"),
        }
    }

    /// A piece and its square, as a choice names it: `Ninja Guard e4`.
    pub fn page_piece(&self, view: &BoardView, square: Square) -> Option<String> {
        let piece = view.pieces.at(square)?;
        Some(self.placed(view.variant.spec().piece_type(piece.kind), square))
    }

    /// A square with its content: `e4, White Ninja Guard, frozen by the Ice Queen on d5`.
    pub fn page_square(&self, view: &BoardView, holds: &PageHolds, square: Square) -> String {
        let spec = view.variant.spec();
        let piece = view.pieces.at(square).map(|piece| {
            self.say("page-piece", &args! { "side" => piece.color, "kind" => spec.piece_type(piece.kind) })
        });
        let place = self.square_does(view, square);
        let last = view.last.as_ref();
        let marks = [
            ("page-in-check", view.check == Some(square)),
            ("page-moved", last.is_some_and(|last| last.to == square)),
            ("page-left", last.is_some_and(|last| last.from == Some(square))),
            ("page-captured", last.is_some_and(|last| last.victims.contains(square) && last.to != square)),
        ];
        let held = holds.iter().filter(|(at, _)| *at == square).map(|(_, hold)| match hold {
            Hold::Frozen { piece, by } => {
                self.say("page-frozen", &args! { "kind" => *piece, "square" => *by })
            }
            Hold::Braked { piece, by, .. } => {
                self.say("page-braked", &args! { "kind" => *piece, "square" => *by })
            }
            // A square's description only includes freezing and braking.
            _ => String::new(),
        });
        let marks = marks.into_iter().filter(|(_, is)| *is).map(|(key, _)| self.plain(key));
        let all: Vec<String> = [Some(square.to_string()), piece]
            .into_iter()
            .flatten()
            .chain(place)
            .chain(held)
            .chain(marks)
            .collect();
        self.list(Joined::More, &all)
    }
}
