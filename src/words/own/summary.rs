//! The goal of a game from a file and its special moves, from its specification.

use crate::rules::{Brake, ByColor, Color, Ends, Kind, NoMoves, Spec, SquareSet, Variant};
use crate::words::args;
use crate::words::{Joined, Words};

impl Words {
    /// The goal of a game from a file and its special moves, for readers who know chess.
    pub(in crate::words) fn own_summary(&self, game: Variant) -> String {
        let spec = game.spec();
        let parts = [
            Some(self.own_win(spec)),
            spec.duties.must_take.then(|| self.plain("own-must-take")),
            self.own_explosion(spec),
            self.own_ground(spec),
            self.own_palaces(spec),
            Some(self.own_castling(spec)),
            self.own_promotion(spec),
            self.own_zone(spec),
            self.own_drops(spec),
            self.own_freezer(spec),
            self.own_brake(spec),
            Some(self.own_dead(spec)),
            Some(self.plain(if spec.drops.is_some() { "own-draws.drops" } else { "own-draws" })),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Lists names of kinds.
    fn own_kinds(&self, spec: &Spec, kinds: impl IntoIterator<Item = Kind>, joined: Joined) -> String {
        let names: Vec<String> = kinds.into_iter().map(|kind| self.kind(spec.piece_type(kind))).collect();
        self.list(joined, &names)
    }

    /// Lists names of kinds in the plural: "Rooks and Bishops".
    pub(in crate::words) fn own_kinds_many(
        &self,
        spec: &Spec,
        kinds: impl IntoIterator<Item = Kind>,
    ) -> String {
        let many = |kind| self.say("own-kinds", &args! { "kind" => spec.piece_type(kind) });
        self.list(Joined::And, &kinds.into_iter().map(many).collect::<Vec<_>>())
    }

    /// Lists names of kinds in the plural: "Rooks or Bishops".
    fn own_kinds_many_or(&self, spec: &Spec, kinds: impl IntoIterator<Item = Kind>) -> String {
        let many = |kind| self.say("own-kinds", &args! { "kind" => spec.piece_type(kind) });
        self.list(Joined::Or, &kinds.into_iter().map(many).collect::<Vec<_>>())
    }

    fn by_side(&self, squares: &ByColor<SquareSet>) -> [String; 2] {
        Color::BOTH.map(|color| self.squares(squares[color], Joined::Or))
    }

    pub(in crate::words) fn own_win(&self, spec: &Spec) -> String {
        if spec.has_own_ends() {
            return self.own_ends(spec);
        }
        let Some(goal) = spec.goal else { return self.plain("own-win") };
        let [white, black] = self.by_side(&spec.goals);
        let kings = if white == black {
            self.say("own-goal", &args! { "squares" => white })
        } else {
            self.say("own-goal.apart", &args! { "white" => white, "black" => black })
        };
        self.say("own-win.goal", &args! { "kings" => kings, "goal" => goal.slug })
    }

    /// The ways to win of a game that has some of its own, a sentence each.
    fn own_ends(&self, spec: &Spec) -> String {
        let Ends { no_moves, checks, extinction } = &spec.ends;
        let king = match (spec.royal.white, spec.royal.black) {
            (true, true) if !spec.duties.may_check => self.plain("own-ends-king.no-checks"),
            (true, true) if spec.explosion.is_some() => self.plain("own-ends-king.explosion"),
            (true, true) => self.plain("own-ends-king"),
            (false, false) => self.plain("own-ends-king.none"),
            (white, _) => {
                let mated = if white { Color::White } else { Color::Black };
                self.say("own-ends-king.one", &args! { "side" => mated, "winner" => mated.other() })
            }
        };
        let goal = spec.goal.map(|goal| {
            let [white, black] = self.by_side(&spec.goals);
            let args =
                args! { "white" => white.clone(), "black" => black.clone(), "kinds" => self.arriving(spec) };
            let kings = if !spec.is_won_by_kings() {
                self.say("own-goal.kinds", &args)
            } else if white == black {
                self.say("own-goal", &args! { "squares" => white })
            } else {
                self.say("own-goal.apart", &args)
            };
            let mates = spec.duties.may_check && (spec.royal.white || spec.royal.black);
            let key = if mates { "own-ends-goal" } else { "own-ends-goal.alone" };
            self.say(key, &args! { "kings" => kings, "goal" => goal.slug })
        });
        let last_reply = spec.last_reply.then(|| self.plain("own-last-reply"));
        let checks = checks.map(|checks| self.say("own-ends-checks", &args! { "checks" => checks }));
        let few = extinction.as_ref().map(|rule| {
            let result = if rule.wins { "wins" } else { "loses" };
            let args = args! {
                "result" => result, "left" => rule.at_most,
                "kinds" => self.own_kinds_many_or(spec, rule.kinds.iter().copied()),
            };
            self.say(if rule.kinds.is_empty() { "own-ends-few" } else { "own-ends-few.kinds" }, &args)
        });
        let no_moves = self.plain(match no_moves {
            NoMoves::Draws => "own-ends-no-moves",
            NoMoves::Loses => "own-ends-no-moves.loses",
            NoMoves::Wins => "own-ends-no-moves.wins",
        });
        let parts = [Some(king), goal, last_reply, checks, few, Some(no_moves)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// The holes of the board, and the squares that only kings enter.
    fn own_ground(&self, spec: &Spec) -> Option<String> {
        let cells = usize::from(spec.files) * usize::from(spec.last_rank - spec.first_rank + 1);
        let holes = (spec.squares.len() < cells).then(|| {
            let key = if spec.lines_end_at_holes() { "own-holes.end" } else { "own-holes" };
            self.say(key, &args! { "squares" => spec.squares.len() })
        });
        let exits = (!spec.exits.is_empty())
            .then(|| self.say("own-exits", &args! { "squares" => self.squares(spec.exits, Joined::And) }));
        let parts: Vec<String> = holes.into_iter().chain(exits).collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    /// What captures blow up.
    fn own_explosion(&self, spec: &Spec) -> Option<String> {
        let spared = &spec.explosion.as_ref()?.spared;
        let kinds = self.own_kinds_many(spec, spared.iter().copied());
        let some = if spared.is_empty() { "none" } else { "some" };
        let told = self.say("own-explosion", &args! { "spared" => some, "kinds" => kinds });
        let kings_go = spec.royal.white && spec.royal.black && !spared.contains(&Kind::KING);
        Some(if kings_go { told + " " + &self.plain("own-explosion.kings") } else { told })
    }

    fn own_palaces(&self, spec: &Spec) -> Option<String> {
        let palaces = Color::BOTH.map(|color| spec.palaces[color]);
        if palaces.iter().any(|palace| palace.is_empty()) {
            return None;
        }
        let [white, black] = palaces.map(|palace| self.squares(palace, Joined::And));
        Some(self.say("own-palaces", &args! { "white" => white, "black" => black }))
    }

    fn own_castling(&self, spec: &Spec) -> String {
        let of = |color| spec.castlings.iter().filter(move |row| row.color == color);
        let (Some(rook), Some(black)) = (spec.rook, of(Color::Black).next()) else {
            return self.plain("own-castling.none");
        };
        let ways: Vec<String> = of(Color::White)
            .map(|row| {
                let args = args! {
                    "king" => row.king, "king_to" => row.king_to, "rook" => spec.piece_type(rook),
                    "rook_from" => row.rook, "rook_to" => row.rook_to,
                };
                self.say("own-castling.way", &args)
            })
            .collect();
        let ways = self.either(ways);
        self.say("own-castling", &args! { "ways" => ways, "rank" => black.king.rank() })
    }

    fn own_promotion(&self, spec: &Spec) -> Option<String> {
        let pawns: Vec<Kind> = spec.kinds().filter(|kind| spec.is_pawn(*kind)).collect();
        let rows: Vec<&[Kind]> = spec.promotion_rows().collect();
        let (last, earlier) = rows.split_last()?;
        if pawns.is_empty() || rows.iter().any(|row| row.is_empty()) {
            return None;
        }
        let ranks = &spec.promotion_rank;
        let mut args = args! {
            "pawns" => self.own_kinds_many(spec, pawns), "white" => ranks[Color::White], "black" => ranks[Color::Black],
        };
        let kinds = |row: &[Kind]| self.own_kinds(spec, row.iter().copied(), Joined::Or);
        if earlier.is_empty() {
            args.set("kinds", kinds(last));
            return Some(self.say("own-promotion", &args));
        }
        let row = |(number, row): (usize, &&[Kind])| {
            self.say("own-promotion-row", &args! { "number" => number, "kinds" => kinds(row) })
        };
        let others = self.say("own-promotion-row.last", &args! { "kinds" => kinds(last) });
        let rows: Vec<String> = (1..).zip(earlier).map(row).chain([others]).collect();
        args.set("rows", self.list(Joined::More, &rows));
        Some(self.say("own-promotion.counted", &args))
    }

    fn own_zone(&self, spec: &Spec) -> Option<String> {
        let zone = spec.zone.as_ref()?;
        let [white, black] = self.by_side(&zone.squares);
        let args = args! {
            "kinds" => self.own_kinds_many(spec, zone.kinds.iter().copied()),
            "becomes" => self.own_kinds_many(spec, [zone.becomes]), "white" => white, "black" => black,
        };
        Some(self.say("own-zone", &args))
    }

    fn own_drops(&self, spec: &Spec) -> Option<String> {
        let rule = spec.drops?;
        let [white, black] = self.by_side(&rule.squares);
        let args = args! {
            "kind" => spec.piece_type(rule.kind), "letter" => spec.letter(rule.kind), "white" => white, "black" => black,
            "pushes" => if rule.pushes { "yes" } else { "no" },
            "white_half" => rule.half[Color::White], "black_half" => rule.half[Color::Black],
        };
        Some(self.say("own-drops", &args))
    }

    fn own_freezer(&self, spec: &Spec) -> Option<String> {
        let freezer = spec.freezer?;
        Some(self.say("own-freezer", &args! { "kind" => spec.piece_type(freezer) }))
    }

    fn own_brake(&self, spec: &Spec) -> Option<String> {
        let braker = spec.piece_type(spec.braker?.kind);
        let those = |brake: Brake| spec.kinds().filter(move |kind| spec.brake(*kind) == brake);
        let parts: Vec<String> = [
            (Brake::OneSquare, "own-brake.one-square"),
            (Brake::Held, "own-brake.held"),
            (Brake::NoSecondStep, "own-brake.no-second-step"),
        ]
        .into_iter()
        .filter(|(brake, _)| those(*brake).next().is_some())
        .map(|(brake, key)| {
            let kinds = self.own_kinds_many(spec, those(brake));
            self.say(key, &args! { "kinds" => kinds, "kind" => braker })
        })
        .collect();
        let what = self.list(Joined::Apart, &parts);
        Some(self.say("own-brake", &args! { "kind" => braker, "what" => what }))
    }

    fn own_dead(&self, spec: &Spec) -> String {
        let Some(dead) = &spec.dead else { return self.plain("own-dead.never") };
        let is = |holds: bool| if holds { "yes" } else { "no" };
        let mut args = args! { "lone" => is(!dead.lone.is_empty()), "bishops" => is(dead.bishop.is_some()) };
        args.set("kinds", self.own_kinds(spec, dead.lone.iter().copied(), Joined::Or));
        if let Some(bishop) = dead.bishop {
            args.set("bishop", self.own_kinds_many(spec, [bishop]));
        }
        self.say("own-dead", &args)
    }
}
