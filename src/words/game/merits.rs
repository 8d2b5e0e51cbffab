//! Explains why a move is good.

use crate::app::{HintView, NoHint};
use crate::engine::{Freedom, Merit, Placed, Rescue, Victory};
use crate::rules::{Color, DescribedMove, Goal, Kind, Move, PieceType, Square, Variant};
use crate::words::args;
use crate::words::{ByHand, Joined, Words};

impl Words {
    /// Why there is no hint.
    pub fn no_hint(&self, why: NoHint) -> String {
        self.plain(match why {
            NoHint::Others => "hint-others",
            NoHint::OneAtATime => "hint-one-at-a-time",
            NoHint::Busy => "hint-busy",
            NoHint::Late => "hint-late",
        })
    }

    /// The first part of a hint: the piece to look at.
    pub fn hint_piece(&self, hint: &HintView) -> String {
        let (mv, telling) = (&hint.told.mv, Telling { words: self, game: hint.told.game });
        match mv.from() {
            Some(at) => self.say(
                "hint-piece",
                &args! { "piece" => telling.named(&Placed { piece: hint.told.piece, at }) },
            ),
            None => self.plain("hint-hand"),
        }
    }

    /// The second part of a hint: the move and the reason.
    pub fn hint_move(&self, hint: &HintView, by: ByHand) -> String {
        let told = self.told_to_make(&hint.told, by);
        match &hint.merit {
            None => self.say("hint-move", &args! { "told" => told }),
            Some(Merit::Prevents { mv, costs: true }) => {
                let telling = Telling { words: self, game: hint.told.game };
                let why = telling.costs("merit-costs.you", mv, hint.side);
                self.say("hint-move.then", &args! { "told" => told, "why" => why })
            }
            Some(merit) => {
                let why = self.merit(&hint.told, hint.side, merit);
                let key = if merit.is_sentence() { "hint-move.then" } else { "hint-move.why" };
                self.say(key, &args! { "told" => told, "why" => why })
            }
        }
    }

    /// Why a move of `side` is good, as a continuation of "it" or "which": "wins the Rook f7".
    ///
    /// A move that now costs the other side a piece gets a whole sentence instead.
    pub fn merit(&self, described: &DescribedMove, side: Color, merit: &Merit) -> String {
        Telling { words: self, game: described.game }.merit(&described.mv, side, merit)
    }
}

/// Describes the merits of moves in one game.
struct Telling<'a> {
    words: &'a Words,
    game: Variant,
}

impl Telling<'_> {
    fn piece(&self, kind: Kind) -> &'static PieceType {
        self.game.spec().piece_type(kind)
    }

    /// Why a move of `side` is good, as a continuation of "it" or "which": "wins the Rook f7".
    ///
    /// A move that now costs the other side a piece gets a whole sentence instead.
    fn merit(&self, mv: &Move, side: Color, merit: &Merit) -> String {
        match merit {
            Merit::Wins(Victory::Mate) => self.words.plain("merit-mates"),
            Merit::Wins(Victory::Rule(_)) => self.words.plain("merit-mates.rule"),
            Merit::Wins(Victory::Arrival(goal, at)) => self.of_goal(goal, "wins", *at),
            Merit::Forces { moves, by } => self.forces(*moves, *by),
            Merit::HoldsOut(moves) => {
                self.words.say("merit-holds-out", &args! { "moves" => *moves, "side" => side.other() })
            }
            Merit::Only => self.words.plain("merit-only"),
            Merit::Promotes(piece) => self.words.say("merit-promotes", &args! { "kind" => *piece }),
            Merit::Gains { won, lost } => self.won(["merit-gains", "merit-gains.for"], won, lost),
            Merit::Catches { check: false, won, lost } => {
                self.won(["merit-catches", "merit-catches.for"], won, lost)
            }
            Merit::Catches { check: true, won, lost } => {
                self.won(["merit-catches.check", "merit-catches.check-for"], won, lost)
            }
            Merit::Stops { mv, takes, moves, by } => self.ahead(
                ["merit-stops", "merit-stops.mate", "merit-stops.goal"],
                (mv, takes),
                (*moves, *by),
                side.other(),
            ),
            Merit::Menaces { mv, takes, moves, by } => self.ahead(
                ["merit-menaces", "merit-menaces.mate", "merit-menaces.goal"],
                (mv, takes),
                (*moves, *by),
                side,
            ),
            Merit::Saves { piece, from, how } => self.saves(side, piece, from, *how),
            Merit::TakesBack(_) => self.words.plain("merit-takes-back"),
            Merit::Trades { won, lost } => self.won(["merit-trades"; 2], won, lost),
            Merit::Forks(pieces) => self.pieces_of("merit-forks", pieces),
            Merit::Threatens { victims, by } => {
                let key = if by.at == mv.to() { "merit-threatens" } else { "merit-threatens.other" };
                self.words.say(key, &args! { "pieces" => self.each(victims), "by" => self.named(by) })
            }
            Merit::Follows { answer, mv, merit } => {
                let (then, answer) = (self.told_plainly(mv), self.told_plainly(answer));
                let mut args = args! { "move" => then, "answer" => answer, "side" => side.other() };
                args.set("merit", self.merit(mv, side, merit));
                self.words.say("merit-follows", &args)
            }
            _ => self.quiet_merit(mv, side, merit),
        }
    }

    /// Describes merits that can be seen on the board.
    fn quiet_merit(&self, mv: &Move, side: Color, merit: &Merit) -> String {
        let enemy = |piece: &Placed| self.enemy(side.other(), piece);
        match merit {
            Merit::Thaws(pieces) => self.pieces_of("merit-thaws", pieces),
            Merit::Freezes(pieces) => self.pieces_of("merit-freezes", pieces),
            Merit::Brakes(pieces) => self.pieces_of("merit-brakes", pieces),
            Merit::Unbrakes(pieces) => self.pieces_of("merit-unbrakes", pieces),
            Merit::Guards { goal, at, steps } => {
                let place = self.of_goal(goal, "place", *at);
                let args = args! { "place" => place, "steps" => *steps, "side" => side.other() };
                self.words.say("merit-guards", &args)
            }
            Merit::Nears { goal, at, steps } => {
                let place = self.of_goal(goal, "place", *at);
                self.words.say("merit-nears", &args! { "place" => place, "steps" => *steps })
            }
            Merit::Advances { steps } => self
                .words
                .say("merit-advances", &args! { "kind" => self.piece(mv.kind()), "steps" => *steps }),
            Merit::Castles => self.words.plain("merit-castles"),
            Merit::Pins(piece) => self.words.say("merit-pins", &args! { "piece" => enemy(piece) }),
            Merit::Unpins(piece) => self.words.say("merit-unpins", &args! { "piece" => self.named(piece) }),
            Merit::Escapes => self.words.plain("merit-escapes"),
            Merit::Checks(answers) => self.words.say("merit-checks", &args! { "answers" => *answers }),
            Merit::Develops(reach) => self.develops(mv, *reach),
            Merit::Ranges(Freedom { before, after }) => {
                let args = args! { "kind" => self.piece(mv.kind()), "before" => *before, "after" => *after };
                self.words.say("merit-ranges", &args)
            }
            Merit::Opens(piece, reach) => self.room("merit-opens", self.named(piece), *reach),
            Merit::Hems(piece, reach) => self.room("merit-hems", enemy(piece), *reach),
            Merit::Prevents { mv, costs: true } => self.costs("merit-costs", mv, side),
            Merit::Prevents { mv, costs: false } => {
                let args = args! { "move" => self.told_plainly(mv), "side" => side.other() };
                self.words.say("merit-prevents", &args)
            }
            Merit::Denies(piece, squares) => {
                let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
                let args = args! {
                    "side" => side.other(), "kind" => piece.piece, "square" => piece.at,
                    "squares" => self.words.list(Joined::Or, &squares),
                };
                self.words.say("merit-denies", &args)
            }
            Merit::Protects(piece) => {
                self.words.say("merit-protects", &args! { "piece" => self.named(piece) })
            }
            Merit::Approaches { pawn, own, steps } => {
                let piece = if *own { self.named(pawn) } else { enemy(pawn) };
                self.words.say("merit-approaches", &args! { "piece" => piece, "steps" => *steps })
            }
            Merit::Shelters(Freedom { before, after }) => {
                let args = args! { "before" => *before, "after" => *after, "side" => side.other() };
                self.words.say("merit-shelters", &args)
            }
            Merit::Enters => self.words.say("merit-enters", &args! { "kind" => self.piece(mv.kind()) }),
            Merit::Repeats(times) => self.words.say("merit-repeats", &args! { "times" => *times }),
            // All others are handled above.
            _ => String::new(),
        }
    }

    /// The cost of a move of the other side: "If Black plays c7-c5, White can take that pawn."
    fn costs(&self, key: &str, mv: &Move, side: Color) -> String {
        let way = mv.from().map_or_else(|| mv.to_string(), |from| format!("{from}-{}", mv.to()));
        let args =
            args! { "side" => side.other(), "by" => side, "move" => way, "kind" => self.piece(mv.kind()) };
        self.words.say(key, &args)
    }

    /// A text of a game's own goal for one of its squares.
    fn of_goal(&self, goal: &Goal, form: &str, at: Square) -> String {
        self.words.say(&format!("goal-{}.{form}", goal.slug), &args! { "square" => at })
    }

    fn forces(&self, moves: u32, by: Option<Victory>) -> String {
        let args = args! { "moves" => moves };
        match by {
            None | Some(Victory::Rule(_)) => self.words.say("merit-forces", &args),
            Some(Victory::Mate) => self.words.say("merit-forces.mate", &args),
            Some(Victory::Arrival(goal, at)) => {
                let wins = self.of_goal(goal, "wins", at);
                self.words.say("merit-forces.goal", &args! { "moves" => moves, "wins" => wins })
            }
        }
    }

    /// A threatened win of `side`.
    fn ahead(
        &self,
        [somehow, mate, arrival]: [&str; 3],
        (mv, takes): (&Move, &[Placed]),
        (moves, by): (u32, Option<Victory>),
        side: Color,
    ) -> String {
        let mut way = self.told_plainly(mv);
        if !takes.is_empty() {
            way = self.words.say("merit-taking", &args! { "move" => way, "pieces" => self.each(takes) });
        }
        let mut args = args! { "move" => way, "moves" => moves, "side" => side };
        match by {
            None | Some(Victory::Rule(_)) => self.words.say(somehow, &args),
            Some(Victory::Mate) => self.words.say(mate, &args),
            Some(Victory::Arrival(goal, at)) => {
                args.set("doing", self.of_goal(goal, "doing", at));
                args.set("deed", self.of_goal(goal, "deed", at));
                self.words.say(arrival, &args)
            }
        }
    }

    /// Describes a gain, for nothing or for something.
    fn won(&self, [free, paid]: [&str; 2], won: &[Placed], lost: &[&PieceType]) -> String {
        let args = args! { "won" => self.each(won), "lost" => self.words.counted(lost, "piece-given") };
        self.words.say(if lost.is_empty() { free } else { paid }, &args)
    }

    fn saves(&self, side: Color, piece: &Placed, from: &Placed, how: Rescue) -> String {
        let key = match how {
            Rescue::Away => "merit-saves-away",
            Rescue::Covered => "merit-saves-covered",
            Rescue::Barred => "merit-saves-barred",
        };
        self.words.say(key, &args! { "piece" => self.named(piece), "from" => self.enemy(side.other(), from) })
    }

    fn develops(&self, mv: &Move, Freedom { before, after }: Freedom) -> String {
        let key = if after > before { "merit-develops.more" } else { "merit-develops" };
        let piece = Placed { piece: self.piece(mv.kind()), at: mv.from().unwrap_or(mv.to()) };
        self.words.say(key, &args! { "piece" => self.named(&piece), "before" => before, "after" => after })
    }

    fn room(&self, key: &str, piece: String, Freedom { before, after }: Freedom) -> String {
        self.words.say(key, &args! { "piece" => piece, "before" => before, "after" => after })
    }

    fn pieces_of(&self, key: &str, pieces: &[Placed]) -> String {
        self.words.say(key, &args! { "pieces" => self.each(pieces) })
    }

    /// "the Rook f7 and the Pawn a2"
    fn each(&self, pieces: &[Placed]) -> String {
        let named: Vec<String> = pieces.iter().map(|piece| self.named(piece)).collect();
        self.words.list(Joined::And, &named)
    }

    /// "the Rook f7"
    fn named(&self, piece: &Placed) -> String {
        self.words.say("merit-piece", &args! { "kind" => piece.piece, "square" => piece.at })
    }

    /// "the black Rook f7"
    fn enemy(&self, side: Color, piece: &Placed) -> String {
        self.words.say("merit-enemy", &args! { "side" => side, "kind" => piece.piece, "square" => piece.at })
    }

    /// A move without its captures: "Rook a1-a8".
    fn told_plainly(&self, mv: &Move) -> String {
        self.words.told_move(&DescribedMove::bare(self.game, mv))
    }
}
