//! What stands on a page in a browser.

use crate::app::{BoardAt, Device, GameView, PageHolds, Setting, SpectatorAccess};
use crate::game::{Game, MOST_REPLIES, Rating, UserId};
use crate::render::{BoardView, Theme};
use crate::rules::piece_type::PIECE_TYPES;
use crate::rules::{Color, DescribedMove, Hold, Square, Termination, Variant, listed};
use crate::words::args;
use crate::words::{Joined, Mentioned, Naming, Words};

/// The texts of the page itself, each with the places that the page fills.
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
    ("page-no-link", &[]),
    ("page-analysis", &[]),
    ("page-curve", &[]),
    ("page-curve-start", &["percent"]),
    ("page-curve-move", &["number", "side", "move", "percent"]),
];

listed! {
    /// Somebody, as a page names them: it knows no names.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PagePerson {
        /// Whoever reads it.
        You,
        /// The other player, for a player.
        Opponent,
        Bot,
        /// A player, for somebody who looks on.
        Somebody,
        /// A player whose data was deleted.
        Former,
    }
}

listed! {
    /// Why a page shows nothing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PageSays {
        /// The link was used before, or is too old.
        Used,
        /// Nothing is open any more in this browser.
        Ended,
        /// The person does not play in this game.
        NotYours,
        /// The game is played where the bot can only answer.
        NotThere,
        /// Nobody may watch the game any more.
        NotWatched,
        /// The person does not play in the game, and not everybody sees its channel.
        HiddenPlace,
        /// Whether everybody sees the channel is not known.
        UnknownPlace,
        /// Nothing can be prepared, as it is the person's own turn.
        OwnTurn,
        /// Nobody asks for a rematch any more.
        RematchGone,
        /// Another game is played where it would begin.
        OtherGameThere,
        /// The rematch is asked for.
        RematchAsked,
        /// The game has had its rematch.
        Rematched,
        /// In this game nothing can be prepared.
        NothingToPrepare,
        /// As many replies are prepared as are kept.
        TooMuchPrepared,
        /// The browser's push service is not known, or what it has sent is none of a browser.
        NoPush,
    }
}

impl PagePerson {
    /// Who somebody is in a game, for this reader.
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
    /// What a push message says of a game to one of its players: a heading, and what has happened. It names nobody.
    pub fn push(&self, view: &GameView, to: UserId) -> (String, String) {
        let key = if view.to_move == Some(to) && !view.over { "page-title-yours" } else { "page-title" };
        let game = &view.game_now;
        let naming = |what: Mentioned| match what {
            Mentioned::Person(user) => self.page_person(PagePerson::of(game, to, user)),
            // The browser writes it in its own time.
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

    /// Says that a player's browsers could not be told what has happened in a game.
    pub fn push_failed(&self, view: &GameView, to: UserId, naming: Naming<'_>) -> String {
        let is_theirs = view.to_move == Some(to) && !view.over;
        let key = if is_theirs { "push-failed" } else { "push-failed.news" };
        self.say(key, &args! { "person" => naming(Mentioned::Person(to)), "game" => view.variant })
    }

    /// Somebody on a page.
    pub fn page_person(&self, who: PagePerson) -> String {
        self.plain(match who {
            PagePerson::You => "page-you",
            PagePerson::Opponent => "page-opponent",
            PagePerson::Bot => "page-bot",
            PagePerson::Somebody => "page-somebody",
            PagePerson::Former => "former-player",
        })
    }

    /// A player and how they stand.
    pub fn page_rated(&self, who: &str, rating: Rating) -> String {
        self.say("page-rated", &args! { "who" => who, "rating" => self.rating(rating) })
    }

    /// Why a page shows nothing.
    pub fn page_says(&self, what: PageSays) -> String {
        self.plain(match what {
            PageSays::Used => "page-used",
            PageSays::Ended => "page-ended",
            PageSays::NotYours => "page-not-yours",
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

    /// The texts of the page itself, by key, with the names of pieces and themes. What the page fills in stands in braces.
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

    /// What goes with a link to a page.
    pub fn page_link(&self, game: Variant) -> String {
        self.say("page-link", &args! { "game" => game })
    }

    /// What goes with a link to read along.
    pub fn page_link_watch(&self, game: Variant) -> String {
        self.say("page-link.watch", &args! { "game" => game })
    }

    /// Whether others may watch a game on a page, for the player of a side. `seen`: whether everybody in its server sees its channel, if
    /// that is known.
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

    /// What goes with a link to a page of lessons and puzzles.
    pub fn page_link_learning(&self) -> String {
        self.plain("page-link.learning")
    }

    /// The link as text, for whoever sees an empty page behind it.
    pub fn page_link_text(&self, link: &str) -> String {
        self.say("page-link-text", &args! { "link" => link })
    }

    /// The same for a page of all games.
    pub fn page_link_games(&self) -> String {
        self.plain("page-link.games")
    }

    /// How many pages somebody has open.
    pub fn pages_open(&self, count: usize) -> String {
        self.say("pages-open", &args! { "count" => count })
    }

    /// That no page is open. `has_link`: a link to one can still be opened.
    pub fn pages_none(&self, has_link: bool) -> String {
        self.plain(if has_link { "pages-none.link" } else { "pages-none" })
    }

    /// How many more there are than are listed.
    pub fn pages_more(&self, more: usize) -> String {
        self.say("pages-more", &args! { "more" => more })
    }

    /// One of them, by its game and when it was used last.
    pub fn page_open(&self, game: Option<Variant>, used: &str) -> String {
        match game {
            Some(game) => self.say("page-open", &args! { "game" => game, "used" => used }),
            None => self.say("page-open.gone", &args! { "used" => used }),
        }
    }

    /// One of them that the person watches, by its game and when it was used last.
    pub fn page_open_watch(&self, game: Option<Variant>, used: &str) -> String {
        match game {
            Some(game) => self.say("page-open.watch", &args! { "game" => game, "used" => used }),
            None => self.page_open(None, used),
        }
    }

    /// One of them with all games of the person, by when it was used last.
    pub fn page_open_games(&self, used: &str) -> String {
        self.say("page-open.games", &args! { "used" => used })
    }

    /// The same for lessons and puzzles.
    pub fn page_open_learning(&self, used: &str) -> String {
        self.say("page-open.learning", &args! { "used" => used })
    }

    /// A line of the list of open pages, with the kind of device that it is on.
    pub fn page_on(&self, device: Device, line: &str) -> String {
        let device: &str = device.into();
        self.say("page-on", &args! { "device" => device, "line" => line })
    }

    /// Why something was not done on an old board: this move was made since.
    pub fn page_changed(&self, side: Color, told: &DescribedMove) -> String {
        self.say("page-changed", &args! { "side" => side, "move" => self.told_move(told) })
    }

    /// A position that is tried: the move that led there, and how it would end the game.
    pub fn page_tried(&self, last: Option<&str>, ended: Option<Termination>) -> String {
        let Some(told) = last else { return self.page_then(None) };
        match ended {
            Some(how) => self.say("page-tried", &args! { "move" => told, "state" => self.termination(how) }),
            None => self.page_then(last),
        }
    }

    /// What stands above the board on which moves are tried from the start of a game, or from a position of it.
    pub fn page_board(&self, at: &BoardAt) -> String {
        let key = if at.is_start() { "page-board-of" } else { "page-board-of.position" };
        self.say(key, &args! { "game" => at.game })
    }

    /// What a list of all there is to learn says of such boards.
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

    /// A piece and where it stands, as its choice is told: `Ninja Guard e4`.
    pub fn page_piece(&self, view: &BoardView, square: Square) -> Option<String> {
        let piece = view.pieces.at(square)?;
        Some(self.placed(view.variant.spec().piece_type(piece.kind), square))
    }

    /// A square with all that is on it: `e4, White Ninja Guard, frozen by the Ice Queen on d5`.
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
            // Only what freezes or brakes is told of a square.
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
