//! Reasons for moves, and the results of an analysis, in English and in the pseudo language.

use std::sync::Arc;

use rookery::app::{Analysed, HintView, NoHint, NotAnalysed, NotTried, Past, Rejection, Unfair};
use rookery::discord::reply::{BUTTON_MAX, CONTENT_MAX};
use rookery::engine::{
    Analysis, Freedom, Lapse, Merit, Placed, Rescue, ShortWin, Turning, TurningKind, Victory,
};
use rookery::game::{Ending, Event, Game, GameId, Millis, Rev, UserId};
use rookery::games;
use rookery::render::{BoardView, Look};
use rookery::rules::piece_type::{BISHOP, FLYING_BOMBER, ICE_QUEEN, KNIGHT, PAWN, ROOK};
use rookery::rules::{ByColor, Color, DescribedMove, Goal, Line, Move, PieceType, Position, Square};
use rookery::words::{ByHand, Words};

use super::{PSEUDO, check_text, fits, named};

tests!(
    every_reason_is_a_sentence,
    every_reason_names_what_it_is_about,
    nothing_of_a_reason_is_left_in_english,
    what_a_move_would_cost_the_other_side_is_a_sentence_of_its_own,
    an_analysis_is_told,
    where_no_move_cost_much_one_sentence_says_so,
    a_short_win_is_told_in_words_of_its_own,
    six_moments_fit_whatever_is_told_of_them,
    nothing_of_an_analysis_is_left_in_english,
);

fn at(text: &str) -> Square {
    text.parse().expect("a square")
}

fn piece(piece: &'static PieceType, square: &str) -> Placed {
    Placed { piece, at: at(square) }
}

fn goal(slug: &str) -> &'static Goal {
    games::all().filter_map(|variant| variant.spec().goal).find(|goal| goal.slug == slug).expect("a goal")
}

fn mv(text: &str) -> Move {
    let chess = games::from_slug("chess").expect("chess");
    Position::start(chess).legal_move(text).expect("a legal move")
}

/// The described move of this text.
fn told(text: &str) -> DescribedMove {
    DescribedMove::bare(games::from_slug("chess").expect("chess"), &mv(text))
}

/// A reason for the move Knight b1-c3 of White, and its text.
type Told = (Merit, &'static str);

/// Every reason.
fn reasons() -> Vec<Told> {
    [forced(), seen(), room(), plans(), ahead()].into_iter().flatten().collect()
}

/// Wins, losses and forced moves.
fn forced() -> Vec<Told> {
    let rook = piece(&ROOK, "f7");
    let pawn = piece(&PAWN, "a2");
    let exit = Victory::Arrival(goal("escape"), at("a4"));
    let scepter = Victory::Arrival(goal("scepter"), at("f7"));
    vec![
        (Merit::Wins(Victory::Mate), "mates"),
        (Merit::Wins(exit), "escapes through a4"),
        (Merit::Wins(scepter), "captures the scepter"),
        (Merit::Forces { moves: 3, by: None }, "wins by force within 3 moves"),
        (Merit::Forces { moves: 2, by: Some(Victory::Mate) }, "forces mate within 2 moves"),
        (
            Merit::Forces { moves: 2, by: Some(exit) },
            "wins by force within 2 moves: the King escapes through a4",
        ),
        (Merit::HoldsOut(1), "loses at once, as every move does"),
        (
            Merit::HoldsOut(3),
            "holds out longest: every move loses, but after this one Black may need 3 moves",
        ),
        (Merit::Only, "is the only legal move"),
        (Merit::Promotes(&ICE_QUEEN), "promotes to an Ice Queen"),
        (Merit::Gains { won: vec![rook, pawn], lost: vec![] }, "wins the Rook f7 and the Pawn a2"),
        (Merit::Gains { won: vec![rook], lost: vec![&KNIGHT] }, "wins the Rook f7 for a Knight"),
        (
            Merit::Gains { won: vec![rook], lost: vec![&PAWN, &KNIGHT, &PAWN] },
            "wins the Rook f7 for two Pawns and a Knight",
        ),
        (Merit::Catches { check: false, won: vec![rook], lost: vec![] }, "wins the Rook f7 by force"),
        (
            Merit::Catches { check: false, won: vec![rook], lost: vec![&PAWN] },
            "wins the Rook f7 by force, for a Pawn",
        ),
        (Merit::Catches { check: true, won: vec![rook], lost: vec![] }, "gives check and wins the Rook f7"),
        (
            Merit::Catches { check: true, won: vec![rook], lost: vec![&PAWN] },
            "gives check and wins the Rook f7 for a Pawn",
        ),
    ]
}

/// Tactics on the board.
fn seen() -> Vec<Told> {
    let rook = piece(&ROOK, "f7");
    let pawn = piece(&PAWN, "a2");
    vec![
        (Merit::Thaws(vec![rook]), "lets the Rook f7 move again, frozen no longer"),
        (Merit::TakesBack(vec![rook]), "recaptures"),
        (Merit::Trades { won: vec![rook], lost: vec![&ROOK] }, "trades a Rook for the Rook f7"),
        (Merit::Forks(vec![rook, pawn]), "threatens the Rook f7 and the Pawn a2 at once"),
        (Merit::Threatens { victims: vec![rook], by: piece(&KNIGHT, "c3") }, "threatens to take the Rook f7"),
        (
            Merit::Threatens { victims: vec![rook], by: piece(&BISHOP, "b2") },
            "lets the Bishop b2 threaten the Rook f7",
        ),
        (Merit::Freezes(vec![rook]), "freezes the Rook f7"),
        (Merit::Brakes(vec![rook]), "brakes the Rook f7"),
        (Merit::Unbrakes(vec![rook]), "frees the Rook f7 from the brake"),
        (
            Merit::Guards { goal: goal("escape"), at: at("a4"), steps: 1 },
            "guards the exit a4, one step from the black King",
        ),
        (
            Merit::Guards { goal: goal("scepter"), at: at("f1"), steps: 2 },
            "guards the palace square f1, 2 steps from the black King",
        ),
        (
            Merit::Nears { goal: goal("escape"), at: at("a4"), steps: 1 },
            "brings the King within one step of the exit a4",
        ),
        (
            Merit::Nears { goal: goal("escape"), at: at("a4"), steps: 3 },
            "brings the King within 3 steps of the exit a4",
        ),
        (Merit::Advances { steps: 1 }, "brings the Knight within one step of promotion"),
        (Merit::Advances { steps: 2 }, "brings the Knight within 2 steps of promotion"),
        (Merit::Castles, "castles"),
    ]
}

/// Mobility.
fn room() -> Vec<Told> {
    let rook = piece(&ROOK, "f7");
    let reach = |before, after| Freedom { before, after };
    vec![
        (Merit::Pins(rook), "pins the black Rook f7 to its King"),
        (Merit::Unpins(rook), "frees the Rook f7 from having to shield the King"),
        (Merit::Escapes, "gets the King out of check"),
        (Merit::Checks(1), "gives check, to which there is one answer"),
        (Merit::Checks(4), "gives check, to which there are 4 answers"),
        (
            Merit::Develops(reach(2, 5)),
            "brings the Knight b1 into play, with 5 squares to go to instead of 2",
        ),
        (Merit::Develops(reach(1, 1)), "brings the Knight b1 into play, with one square to go to"),
        (Merit::Ranges(reach(3, 8)), "gives the Knight more room, with 8 squares to go to instead of 3"),
        (
            Merit::Opens(rook, reach(0, 5)),
            "makes room for the Rook f7, which then has 5 squares to go to instead of none",
        ),
        (
            Merit::Opens(rook, reach(3, 5)),
            "makes room for the Rook f7, which then has 5 squares to go to instead of 3",
        ),
        (
            Merit::Opens(rook, reach(0, 1)),
            "makes room for the Rook f7, which then has one square to go to instead of none",
        ),
        (Merit::Hems(rook, reach(4, 0)), "leaves the black Rook f7 no square to go to"),
        (Merit::Hems(rook, reach(4, 1)), "leaves the black Rook f7 one square to go to instead of 4"),
        (Merit::Hems(rook, reach(7, 2)), "leaves the black Rook f7 2 squares to go to instead of 7"),
    ]
}

/// Plans.
fn plans() -> Vec<Told> {
    let rook = piece(&ROOK, "f7");
    let pawn = piece(&PAWN, "a2");
    let other = mv("g1f3");
    let reach = |before, after| Freedom { before, after };
    vec![
        (
            Merit::Prevents { mv: other, costs: false },
            "makes Knight g1-f3 impossible, which Black would like to play",
        ),
        (Merit::Prevents { mv: other, costs: true }, "If Black plays g1-f3, White can take that Knight."),
        (
            Merit::Denies(rook, vec![at("e4"), at("d5")]),
            "Black's Rook f7 can be taken if it goes to e4 or d5.",
        ),
        (
            Merit::Follows { answer: mv("e2e4"), mv: other, merit: Box::new(Merit::Pins(rook)) },
            "prepares Knight g1-f3, which pins the black Rook f7 to its King if Black answers Pawn e2-e4",
        ),
        (Merit::Protects(rook), "protects the Rook f7"),
        (Merit::Approaches { pawn, own: true, steps: 1 }, "brings the King to the Pawn a2"),
        (
            Merit::Approaches { pawn, own: false, steps: 3 },
            "brings the King within 3 steps of the black Pawn a2",
        ),
        (Merit::Shelters(reach(3, 0)), "leaves Black no check to give"),
        (Merit::Shelters(reach(3, 1)), "leaves Black one check to give instead of 3"),
        (Merit::Enters, "brings the Knight from the hand into play"),
        (Merit::Repeats(2), "repeats the position"),
        (Merit::Repeats(3), "reaches the same position a third time, so that a draw can be claimed"),
        (Merit::Repeats(4), "reaches the same position once more, so that a draw can be claimed"),
    ]
}

/// Prevented and executed threats, and saved pieces.
fn ahead() -> Vec<Told> {
    let rook = piece(&ROOK, "f7");
    let pawn = piece(&PAWN, "a2");
    let exit = Victory::Arrival(goal("escape"), at("a4"));
    let scepter = Victory::Arrival(goal("scepter"), at("f7"));
    let other = mv("g1f3");
    let rescues = [
        (Rescue::Away, "brings the Rook f7 to safety from the black Pawn a2"),
        (Rescue::Covered, "protects the Rook f7 against the black Pawn a2"),
        (Rescue::Barred, "keeps the black Pawn a2 from taking the Rook f7"),
    ];
    let mut all: Vec<Told> =
        Vec::from(rescues.map(|(how, told)| (Merit::Saves { piece: rook, from: pawn, how }, told)));
    let ahead = [
        (1, Some(Victory::Mate), ["prevents mate by Knight g1-f3", "threatens mate by Knight g1-f3"]),
        (
            2,
            Some(Victory::Mate),
            [
                "prevents mate in 2 moves, beginning with Knight g1-f3",
                "threatens mate in 2 moves, beginning with Knight g1-f3",
            ],
        ),
        (1, Some(exit), ["keeps the black King from escaping through a4", "threatens to escape through a4"]),
        (
            2,
            Some(scepter),
            [
                "keeps the black King from capturing the scepter in 2 moves",
                "threatens to capture the scepter in 2 moves",
            ],
        ),
        (
            2,
            None,
            ["prevents a win that would begin with Knight g1-f3", "threatens Knight g1-f3, which would win"],
        ),
    ];
    for (moves, by, [stops, menaces]) in ahead {
        all.push((Merit::Stops { mv: other, takes: Vec::new(), moves, by }, stops));
        all.push((Merit::Menaces { mv: other, takes: Vec::new(), moves, by }, menaces));
    }
    let taking = Merit::Menaces { mv: other, takes: vec![rook], moves: 1, by: Some(Victory::Mate) };
    all.push((taking, "threatens mate by Knight g1-f3, taking the Rook f7"));
    all
}

fn every_reason_is_a_sentence() {
    for (merit, expected) in reasons() {
        let said = Words::english().merit(&told("b1c3"), Color::White, &merit);
        assert_eq!(said, expected, "{merit:?}");
    }
}

fn every_reason_names_what_it_is_about() {
    let castles = Words::english().merit(&told("b1c3"), Color::Black, &Merit::Pins(piece(&ROOK, "f7")));
    assert_eq!(castles, "pins the white Rook f7 to its King");
    let held = Words::english().merit(&told("b1c3"), Color::Black, &Merit::HoldsOut(2));
    assert!(held.ends_with("after this one White may need 2 moves"), "{held}");
}

fn nothing_of_a_reason_is_left_in_english() {
    for (merit, _) in reasons() {
        check_text(&PSEUDO.merit(&told("b1c3"), Color::White, &merit));
    }
}

fn what_a_move_would_cost_the_other_side_is_a_sentence_of_its_own() {
    let start = Position::start(games::from_slug("chess").expect("chess"));
    let costs = Merit::Prevents { mv: mv("c2c4"), costs: true };
    let hint = HintView {
        game: GameId(1),
        rev: Rev(1),
        side: Color::White,
        told: DescribedMove::new(&start, &mv("b1c3")),
        merit: Some(costs.clone()),
        board: BoardView::new(&start, None, Color::White),
        look: Look::default(),
    };
    let told = Words::english().hint_move(&hint, ByHand::Menus);
    assert_eq!(told, "Knight b1-c3. If Black plays c2-c4, you can take that pawn.");
    check_text(&PSEUDO.hint_move(&hint, ByHand::Taps));
    let better = Turning { answer: None, ..turning(LOST, Some(costs)) };
    let analysed = analysed(vec![better]);
    let told = Words::english().analysis(&analysed);
    assert!(
        told.ends_with("Better was Knight b1-c3. If Black plays c2-c4, White can take that pawn."),
        "{told}"
    );
    check_text(&PSEUDO.analysis(&analysed));
}

/// A fool's mate with its analysis and these moments.
fn analysed(turnings: Vec<Turning>) -> Analysed {
    let variant = games::from_slug("chess").expect("chess");
    let mut line = Line::new(Position::start(variant));
    for text in ["f3", "e5", "g4", "Qh4"] {
        line.play_typed(text).expect("a legal move");
    }
    let players = ByColor { white: Some(UserId(1)), black: Some(UserId(2)) };
    let mut game = Game::new(players, line, Millis(0));
    game.apply(&Event::Ended(Ending::Agreed), Millis(0)).expect("no move");
    let past = Past {
        game: GameId(1),
        variant,
        begun: Millis(0),
        pace: None,
        by: UserId(1),
        game_now: Arc::new(game),
        notes: Vec::new(),
    };
    let lapses = vec![Some(Lapse::Inaccuracy), Some(Lapse::MissedWin), Some(Lapse::Blunder), None];
    Analysed { past, analysis: Analysis { chances: vec![0.5, 0.4, 0.5, 0.0, 0.0], lapses, turnings } }
}

/// A moment named only for what it lost.
const LOST: TurningKind = TurningKind::Lapse(Lapse::Mistake);

fn turning(kind: TurningKind, why: Option<Merit>) -> Turning {
    let start = Position::start(games::from_slug("chess").expect("chess"));
    let told = |text| DescribedMove::new(&start, &mv(text));
    Turning {
        ply: 2,
        side: Color::White,
        kind,
        chances: [0.5, 0.0],
        played: told("g2g4"),
        better: told("b1c3"),
        answer: why.clone().map(|merit| (told("e2e4"), merit)),
        why,
    }
}

fn an_analysis_is_told() {
    let blunder = turning(TurningKind::Lapse(Lapse::Blunder), Some(Merit::Escapes));
    let told = Words::english().analysis(&analysed(vec![blunder]));
    let expected = "Chess, 2 moves.\n\
        White: 1 inaccuracy, 1 blunder.\n\
        Black: 1 missed win.\n\
        **①** 2. g4 (Pawn g2-g4) was a blunder: White's chance to win went from 50 % to 0 %. \
        Better was Knight b1-c3: it gets the King out of check. \
        After the move played, Black could answer Pawn e2-e4, which gets the King out of check.";
    assert_eq!(told, expected);
    let plain = Words::english().analysis(&analysed(vec![turning(LOST, None)]));
    assert!(
        plain.ends_with(
            "was a mistake: White's chance to win went from 50 % to 0 %. Better was Knight b1-c3."
        )
    );
}

fn where_no_move_cost_much_one_sentence_says_so() {
    let mut even = analysed(vec![]);
    even.analysis.lapses = vec![None; 4];
    let told = Words::english().analysis(&even);
    assert_eq!(told, "Chess, 2 moves.\nBoth sides played well: no mistakes.");
    check_text(&PSEUDO.analysis(&even));
    // A side that played well and one that did not.
    even.analysis.lapses[1] = Some(Lapse::Blunder);
    let told = Words::english().analysis(&even);
    assert_eq!(told, "Chess, 2 moves.\nWhite: no mistakes.\nBlack: 1 blunder.");
}

fn a_short_win_is_told_in_words_of_its_own() {
    #[track_caller]
    fn check(kind: TurningKind, expected: &str) {
        let told = Words::english().analysis(&analysed(vec![turning(kind, None)]));
        assert_eq!(told.lines().last(), Some(expected), "{kind:?}");
    }
    // A large loss is stated.
    let (missed, allowed) = (ShortWin::Missed, ShortWin::Allowed);
    check(
        TurningKind::Short(missed(1), None),
        "**①** 2. g4 (Pawn g2-g4) missed a win in one move: Knight b1-c3.",
    );
    check(
        TurningKind::Short(missed(2), Some(Lapse::MissedWin)),
        "**①** 2. g4 (Pawn g2-g4) missed a win in 2 moves: White's chance to win went from 50 % to 0 %. \
         Better was Knight b1-c3.",
    );
    check(
        TurningKind::Short(allowed(2), None),
        "**①** 2. g4 (Pawn g2-g4) let Black win in 2 moves. Better was Knight b1-c3.",
    );
    check(
        TurningKind::Short(allowed(1), Some(Lapse::Blunder)),
        "**①** 2. g4 (Pawn g2-g4) was a blunder that let Black win in one move: White's chance to win went \
         from 50 % to 0 %. Better was Knight b1-c3.",
    );
}

/// All kinds of moments.
fn kinds() -> impl Iterator<Item = TurningKind> {
    let short = [ShortWin::Missed(1), ShortWin::Missed(3), ShortWin::Allowed(1), ShortWin::Allowed(3)];
    let short = short
        .into_iter()
        .flat_map(|short| [None, Some(Lapse::MissedWin)].map(|lapse| TurningKind::Short(short, lapse)));
    Lapse::ALL.into_iter().map(TurningKind::Lapse).chain(short)
}

fn six_moments_fit_whatever_is_told_of_them() {
    let won = ["a2", "b2", "c2", "d2"].map(|at| piece(&FLYING_BOMBER, at)).to_vec();
    let long = Merit::Catches { check: true, won, lost: vec![&FLYING_BOMBER; 4] };
    for kind in kinds() {
        let analysed = analysed(vec![turning(kind, Some(long.clone())); 6]);
        for words in [Words::english(), &*PSEUDO] {
            let told = words.analysis(&analysed);
            fits(&told, CONTENT_MAX);
            for mark in "①②③④⑤⑥".chars() {
                assert!(told.contains(&format!("**{mark}**")), "{kind:?}: {told}");
            }
        }
    }
}

fn nothing_of_an_analysis_is_left_in_english() {
    let variant = games::from_slug("chess").expect("chess");
    let moments = kinds().map(|kind| vec![turning(kind, Some(Merit::Escapes)), turning(kind, None)]);
    for turnings in std::iter::once(vec![]).chain(moments) {
        let analysed = analysed(turnings);
        let text = PSEUDO.analysis(&analysed);
        check_text(&text);
        check_text(&PSEUDO.analysis_picture(&analysed));
        for (number, turning) in (1..).zip(&analysed.analysis.turnings) {
            fits(&PSEUDO.moment(&analysed, number, turning), BUTTON_MAX);
        }
    }
    for percent in [None, Some(40)] {
        check_text(&PSEUDO.analysis_wait(variant, percent));
    }
    check_text(&PSEUDO.analysis_not_drawn());
    for why in NoHint::ALL {
        check_text(&PSEUDO.refused(&Rejection::NoHint(why), &named));
    }
    for why in [Unfair::Stands, Unfair::GameHas, Unfair::Begins, Unfair::Plays(variant)] {
        check_text(&PSEUDO.refused(&Rejection::Unfair(why), &named));
    }
    for why in [NotTried::GoesOn, NotTried::NotDone, NotTried::Over, NotTried::TooMany(200)] {
        check_text(&PSEUDO.refused(&Rejection::NotTried(why), &named));
    }
    for why in NotAnalysed::ALL {
        check_text(&PSEUDO.not_analysed(why));
        check_text(&PSEUDO.refused(&Rejection::NotAnalysed(why), &named));
    }
}
