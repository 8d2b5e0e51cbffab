//! Worked examples: those on the inventors' pages, and one for each rule in which the games differ.

use super::{illegal, moves, place, play, starting, state, takes};

#[test]
fn an_extended_bomber_lands_on_any_empty_square_behind() {
    let (slug, text) = ("birds-extended", "w Ke0 kf11 Fa4 pd4");
    moves(slug, text, "a4", "a1 a2 a3 a5 a6 a7 a8 a9 a10 b4 c4 e4 f4 g4 h4 i4 j4");
    for to in ["e4", "j4"] {
        takes(slug, text, &format!("a4{to}"), "d4");
    }
    // Likewise on the other boards.
    illegal("birds-old", text, "a4f4 a4j4 a4d4");
    takes("birds-old", text, "a4e4", "d4");
    takes("flying-bombers", "w Ke1 kf10 Fa4 pd4", "a4j4", "d4");
    illegal("flying-bombers-ninja", "w Ke1 kf10 Fa4 nd4", "a4f4 a4j4 a4d4");
}

#[test]
fn an_extended_bomber_needs_the_square_right_behind() {
    let text = "w Ke0 kf11 Fa4 pd4 ne4";
    illegal("birds-extended", text, "a4d4 a4e4 a4f4 a4j4");
    moves("birds-extended", "w Ke0 kf11 Fa4 pd4 Pg4 Pa5 Pa3", "a4", "a2 a6 b4 c4 e4 f4");
}

#[test]
fn the_squares_of_a_bombing_run_tell_its_victims() {
    let slug = "flying-bombers";
    takes(slug, "w Ke1 kf10 Fa4 pb4", "a4c4", "b4");
    takes(slug, "w Ke1 kf10 Fa4 pb4", "a4f4", "b4");
    takes(slug, "w Ke1 kf10 Fa4 pb4 pc4", "a4c4", "b4 c4");
    illegal(slug, "w Ke1 kf10 Fa4 pb4 pc4", "a4d4 a4e4");
    takes(slug, "w Ke1 kf10 Fa4 pc4", "a4c4", "c4");
    takes(slug, "w Ke1 kf10 Fa4 pc4", "a4g4", "c4");
    takes(slug, "w Ke1 kf10 Fa4 Pb4 pc4", "a4c4", "c4");
    illegal(slug, "w Ke1 kf10 Fa4 Pb4 pc4", "a4d4");
}

#[test]
fn an_extended_bomber_gives_the_checks_of_a_limited_one() {
    for slug in ["birds-old", "birds-extended"] {
        state(slug, "b Ke0 kd4 Fa4", "check");
        state(slug, "b Ke0 kd4 Fa4 ne4", "ongoing");
        state(slug, "b Ke0 kc4 Fa4 Pb4 nd4", "check");
        state(slug, "b Ke0 kj4 Fa4", "ongoing");
    }
}

#[test]
fn a_hangar_is_entered_and_its_holes_end_lines() {
    let slug = "flying-bombers-hangars";
    for piece in ["R", "F"] {
        moves(slug, &format!("w Kd4 kd7 {piece}a0"), "a0", "a1 a2 a3 a4 a5 a6 a7 a8 a9");
    }
    moves(slug, "w Kd4 kd7 Bb1", "b1", "a0 a2 c2 d3 e4 f5 g6 h7");
    moves(slug, "w Kd4 kd7 Nb2", "b2", "a0 a4 c4 d1 d3");
    moves(slug, "w Ka0 kd7 qh0", "a0", "a1 b1");
    state(slug, "w Ka0 kd7 qh0", "ongoing");
    // A bomber captures nothing past the holes and cannot land on one.
    moves(slug, "w Kc3 ke7 Fa0 qh0", "a0", "a1 a2 a3 a4 a5 a6 a7 a8 a9");
    illegal(slug, "w Kd4 ke7 Fb5 nb1", "b5b0 b5b1");
}

#[test]
fn mates_of_a_king_in_its_hangar() {
    let slug = "flying-bombers-hangars";
    state(slug, "b Ka2 ka0 Bb1", "checkmate white");
    state(slug, "b Ka2 ka0 Nb2", "checkmate white");
}

#[test]
fn hangars_and_palaces_have_orthodox_pawns_and_castling() {
    for (slug, promotions) in [
        ("flying-bombers-hangars", "a8q a8r a8b a8n a8f"),
        ("palace-ninja-guards", "a8q a8r a8b a8n a8g"),
        ("capture-the-sceptre", "a8q a8r a8b a8n a8g"),
    ] {
        moves(slug, "w Kd4 kd6 Pa7", "a7", promotions);
        moves(slug, "w Kd4 kd6 Pb2", "b2", "b3 b4");
        moves(slug, "b Kd4 kd6 pb7", "b7", "b6 b5");
        moves(slug, "w Kd4 kd6 Pb3", "b3", "b4");
        starting(&place(slug, "w Ke1 Ra1 Rh1 ke8 castling=KQ"), "O", "-Og1 -O-Oc1");
        starting(&place(slug, "b Ke1 ra8 rh8 ke8 castling=kq"), "O", "-Og8 -O-Oc8");
    }
    let passed = play(&place("capture-the-sceptre", "w Kd4 kh7 Pb2 pa4"), "b2b4");
    starting(&passed, "a4", "a3 b3");
}

#[test]
fn ninja_pawns_in_the_array() {
    let slug = "flying-bombers-ninja";
    moves(slug, "w Kf1 kf10 Ja2", "a2", "a3 a4 a5 b2");
    moves(slug, "b Kf1 kf10 ja9", "a9", "a8 a7 a6 b9");
    moves(slug, "w Kf1 kf10 Ja6 nb6 nb7", "a6", "a7 b6 b7");
    moves(slug, "w Kf1 kf10 Ja9", "a9", "a10q a10r a10b a10n a10f b9");
    // A long advance is not taken en passant.
    starting(&play(&place(slug, "w Kf1 kf10 Ja2 jb4"), "a2a5"), "b4", "b3 a4 c4");
    let drops = place(slug, "w Kf1 kf10 hand=Jj Na2 nb4");
    let elsewhere: String =
        "cdefghij".chars().flat_map(|file| (2..=5).map(move |rank| format!("{file}{rank} "))).collect();
    starting(&drops, "J@", &format!("b2 b3 {elsewhere}"));
    starting(&place(slug, "b Kf1 kf10 hand=J"), "J@", "");
}

#[test]
fn nine_castlings_of_the_first_array() {
    for slug in ["birds-old", "birds-extended"] {
        let both = place(slug, "w Kf1 Ra1 Rj1 kf10 castling=KQ");
        starting(&both, "O-O", "g1 h1 i1 j1 -Oe1 -Od1 -Oc1 -Ob1 -Oa1");
        let black = place(slug, "b Kf1 ra10 rj10 kf10 castling=kq");
        starting(&black, "O-O", "g10 h10 i10 j10 -Oe10 -Od10 -Oc10 -Ob10 -Oa10");
        for (mv, rank) in
            [("O-Oj1", "/R7RK/"), ("O-Og1", "/R4RK3/"), ("O-O-Oa1", "/KR7R/"), ("O-O-Oe1", "/4KR3R/")]
        {
            let fen = play(&both, mv).fen();
            assert!(fen.contains(rank) && fen.contains(" b - "), "{fen}");
        }
        // Attacked squares are neither crossed nor reached.
        starting(&place(slug, "w Kf1 Ra1 Rj1 kf10 ri10 rb10 castling=KQ"), "O-O", "g1 h1 -Oe1 -Od1 -Oc1");
        starting(
            &place(slug, "w Kf1 Ra1 Rj1 kf10 rj10 ra10 castling=KQ"),
            "O-O",
            "g1 h1 i1 -Oe1 -Od1 -Oc1 -Ob1",
        );
        starting(&place(slug, "w Kf1 Ra1 Rj1 kf10 Ng1 Nb1 castling=KQ"), "O-O", "");
    }
}

#[test]
fn seven_castlings_of_the_others() {
    for slug in [
        "flying-bombers",
        "flying-bombers-ninja",
        "birds-second",
        "birds-leaping",
        "birds-scepter",
        "birds-insane",
        "insane-ninja",
        "insane-ninja-2",
    ] {
        let both = place(slug, "w Kf1 Rb1 Ri1 kf10 castling=KQ");
        starting(&both, "O-O", "g1 h1 i1 -Oe1 -Od1 -Oc1 -Ob1");
        starting(&place(slug, "b Kf1 rb10 ri10 kf10 castling=k"), "O-O", "g10 h10 i10");
    }
}

#[test]
fn pawns_of_the_birds() {
    for slug in ["flying-bombers", "birds-old", "birds-leaping", "birds-scepter", "insane-ninja"] {
        moves(slug, "w Kf1 kf10 Pa2", "a2", "a3 a4 a5");
        moves(slug, "w Kf1 kf10 Pa3", "a3", "a4 a5");
        moves(slug, "b Kf1 kf10 pa9", "a9", "a8 a7 a6");
        moves(slug, "b Kf1 kf10 pa6", "a6", "a5");
        let passed = play(&place(slug, "w Kf1 kf10 Pa2 pb4 pb5"), "a2a5");
        assert!(passed.fen().contains(" a3a4 "));
        starting(&passed, "b4", "a3 b3");
        starting(&passed, "b5", "a4");
    }
    for (slug, letters) in [
        ("flying-bombers", "qrbnf"),
        ("birds-old", "qrbngf"),
        ("birds-extended", "qrbngf"),
        ("birds-second", "qrbngf"),
        ("birds-leaping", "qrbnlf"),
        ("birds-scepter", "qrbngf"),
        ("birds-insane", "qrbngf"),
        ("insane-ninja", "qrbnly"),
        ("insane-ninja-2", "qrbngy"),
    ] {
        let expected: Vec<String> = letters.chars().map(|letter| format!("a10{letter}")).collect();
        moves(slug, "w Kf1 kf9 Pa9", "a9", &expected.join(" "));
    }
}

#[test]
fn drops_on_the_rear_squares_alone() {
    let slug = "birds-scepter";
    starting(&place(slug, "w Kf1 kf10 hand=JJjj"), "J@", "e0 f0");
    starting(&place(slug, "b Kf1 kf10 hand=JJjj"), "J@", "e11 f11");
    starting(&place(slug, "w Kf1 kf10 hand=J Ge0"), "J@", "f0");
    starting(&place(slug, "w Kf1 kf10 hand=j"), "J@", "");
    moves(slug, "w Kj1 kj10 Je0", "e0", "e1 e2 e3 e4 e5 f0");
    moves(slug, "w Kj1 kj10 Je0 ne3 nd1 nf0", "e0", "e1 e2 d1");
    moves(slug, "b Kj1 kj10 jf11", "f11", "f10 f9 f8 f7 f6 e11");
    moves(slug, "w Kj1 kj10 Ja1", "a1", "a2 a3 a4 a5 b1");
    // In other games they are dropped on the second rank.
    for slug in ["birds-second", "birds-insane"] {
        let board = place(slug, "w Kf1 kf10 hand=JJjj");
        let drops: Vec<String> =
            board.legal_moves().into_iter().filter(|text| text.starts_with('J')).collect();
        assert_eq!(drops.len(), 40);
        assert!(drops.contains(&"J@a2".to_owned()) && drops.contains(&"J@j5".to_owned()));
    }
}

#[test]
fn a_king_takes_the_scepter() {
    for (slug, from, to) in [
        ("birds-scepter", "Kd10", "d10e11"),
        ("birds-scepter", "Kf10", "f10f11"),
        ("ninjutsu", "Ke8", "e8f7"),
        ("ninjutsu", "Ke8", "e8f8"),
        ("capture-the-sceptre", "Kc8", "c8d9"),
        ("capture-the-sceptre", "Kf8", "f8e9"),
    ] {
        let won = play(&place(slug, &format!("w {from} ka5")), to);
        assert_eq!(won.state(), "scepter white");
        assert!(won.moves().is_empty());
    }
    state("ninjutsu", "b Kf7 ka5", "scepter white");
    for (slug, text) in [
        ("birds-scepter", "w ke0 Ka5"),
        ("birds-scepter", "w kf0 Ka5"),
        ("ninjutsu", "w kg2 Ka5"),
        ("capture-the-sceptre", "w ke0 Ka5"),
    ] {
        state(slug, text, "scepter black");
    }
    // A king cannot capture an attacked scepter, and its own scepter wins nothing.
    illegal("birds-scepter", "w Ke10 ka5 ng10", "e10e11");
    state("birds-scepter", "w Ke0 kf11", "ongoing");
    state("birds-second", "b Ke11 ka5 Ra1", "check");
    state("palace-ninja-guards", "b Kd9 ka5 Ra1", "check");
}

#[test]
fn knights_and_guards_become_insane_on_the_enemys_rear_squares() {
    let slug = "birds-insane";
    moves(slug, "w Kj1 kj10 Nd9", "d9", "b8 b10 c7 e7 e11z f8 f10");
    moves(slug, "w Kj1 kj10 Gd9", "d9", "c10 e10 c8 e8 b7 f7 f11z");
    moves(slug, "b Kj1 kj10 nd2", "d2", "b3 b1 c4 e4 e0z f3 f1");
    takes(slug, "w Kj1 kj10 Gd9 re10 bf11", "d9f11z", "e10 f11");
    // Not on its own side's rear squares, and no other piece.
    moves(slug, "w Kj1 kj10 Nd2", "d2", "b3 b1 c4 e4 e0 f3 f1");
    for piece in ["R", "Z", "F"] {
        takes(slug, &format!("w Kj1 ka5 {piece}e9"), "e9e11", "");
    }
    // Pawns cannot become one.
    moves(slug, "w Kj1 kj9 Pa9", "a9", "a10q a10r a10b a10n a10g a10f");
    moves(slug, "w Kj1 kj9 Ja9", "a9", "a10q a10r a10b a10n a10g a10f b9");
    // The half-move clock is not reset.
    let changed = play(&place(slug, "w Kj1 kj10 Nd9"), "d9e11z");
    assert_eq!(changed.fen(), "****Z1****/9k/10/10/10/10/10/10/10/10/9K/****2****[] b - - 1 1");
}

#[test]
fn leaping_guards_and_insane_ninjas_take_as_the_page_shows() {
    let slug = "insane-ninja";
    takes(slug, "w Kj1 kj10 Ld5 Pe6 nf7", "d5f7", "f7");
    takes(slug, "w Kj1 kj10 Ld5 pc4", "d5c4", "c4");
    takes(slug, "w Kj1 kj10 Ld5 pc4", "d5b3", "c4");
    takes(slug, "w Kj1 kj10 Ld5 pc4 pb3", "d5c4", "c4");
    takes(slug, "w Kj1 kj10 Ld5 pc4 pb3", "d5b3", "b3 c4");
    takes(slug, "w Kj1 kj10 Ld5 re4", "d5e4", "e4");
    takes(slug, "w Kj1 kj10 Ld5 re4", "d5f3", "e4");
    takes(slug, "w Kj1 kj10 Yd4 Pc4 nb4", "d4b4", "b4");
    takes(slug, "w Kj1 kj10 Yd4 pd5", "d4d5", "d5");
    takes(slug, "w Kj1 kj10 Yd4 pd5", "d4d6", "d5");
    takes(slug, "w Kj1 kj10 Yd4 pd5 pd6", "d4d6", "d5 d6");
    // A camel's leap takes only what it lands on.
    takes(slug, "w Kj1 kj10 Ld5 pd6 pd7 pe6 pe8", "d5e8", "e8");
}

#[test]
fn targets_of_the_new_pieces() {
    let around = "d4 d6 e4 e5 e6 c4 c5 c6";
    let diagonal = "c4 c6 e4 e6 b3 b7 f3 f7";
    let straight = "d4 d6 c5 e5 d3 d7 b5 f5";
    let camel = "a4 a6 c2 c8 e2 e8 g4 g6";
    let knight = "b4 b6 c3 c7 e3 e7 f4 f6";
    let far = "d3 d7 b5 f5 b3 b7 f3 f7";
    moves("birds-leaping", "w Kj1 kj10 Ld5", "d5", &format!("{diagonal} {camel}"));
    moves("insane-ninja-2", "w Kj1 kj10 Yd5", "d5", &format!("{diagonal} {straight}"));
    moves("birds-insane", "w Kj1 kj10 Zd5", "d5", &format!("{diagonal} {straight} {knight}"));
    moves("palace-ninja-guards", "w Kh1 kh8 Gd5", "d5", diagonal);
    moves("hiashatar", "w Kj1 kj10 Hd5 Pa2", "d5", &format!("{around} {far}"));
    moves("ninjutsu", "w Ka1 ka8 Wc4", "c4", "b4 a4 d4 e4 c3 c2 c5 c6");
}

#[test]
fn warriors_and_guards_become_insane_in_the_palace() {
    let slug = "ninjutsu";
    for (text, mv, without) in [
        ("w Ka1 kb8 Ge5", "e5g7z", "e5g7"),
        ("w Ka1 kb8 Wd7", "d7f7z", "d7f7"),
        ("b Ka1 kb8 wd2", "d2f2z", "d2f2"),
    ] {
        takes(slug, text, mv, "");
        illegal(slug, text, without);
    }
    takes(slug, "w Ka1 kb8 We8 nf8", "e8f8z", "f8");
    takes(slug, "w Ka1 kb8 We7 nf7 qg7", "e7g7z", "f7 g7");
    // A piece that is in the palace unchanged changes when it moves within it.
    moves(slug, "w Ka1 kb8 Wf7", "f7", "d7 e7 f8z g7z");
    // Knights and Queen-Guards do not change, and nothing changes in its own palace.
    moves(slug, "w Ka1 kb8 Ne6", "e6", "c5 c7 d4 d8 f8 g7");
    moves(slug, "w Ka1 kb8 Qe7", "e7", "d6 d7 d8 e6 e8 f7 f8");
    moves(slug, "w Ka1 kb8 Ge4", "e4", "d3 d5 c2 c6 g2");
    moves(slug, "w Ka1 kb8 Pe7", "e7", "e8z e8q e8w e8g e8n");
    moves(slug, "w Ka1 kb8 Pe7 nf8", "e7", "e8z e8q e8w e8g e8n f8z f8q f8w f8g f8n");
    // The sliding pawn of Claustrophobia.
    moves(slug, "w Ka1 ke8 Pb4 nb5", "b4", "a5 c5");
}

#[test]
fn a_warrior_leaps_over_anything() {
    let slug = "ninjutsu";
    moves(slug, "w Ka8 ke8 Wc1 Pc2 Nb1 Nd1", "c1", "a1 c3 e1");
    takes(slug, "w Ka8 ke8 Wc1 nc2", "c1c2", "c2");
    takes(slug, "w Ka8 ke8 Wc1 nc2", "c1c3", "c2");
    takes(slug, "w Ka8 ke8 Wc1 nc2 nc3", "c1c3", "c2 c3");
    takes(slug, "w Ka8 ke8 Wc1 Nc2 nc3", "c1c3", "c3");
    illegal(slug, "w Ka8 ke8 Wc1 nc2 Nc3", "c1c3");
    state(slug, "b Ka1 kd8 Wd6 Pd7", "check");
}

#[test]
fn a_bodyguard_brakes_riders() {
    let slug = "hiashatar";
    moves(slug, "w Kj1 kj10 Ra5 hd6", "a5", "a1 a2 a3 a4 a6 a7 a8 a9 a10 b5 c5");
    moves(slug, "w Kj1 kj10 Ra6 hd6", "a6", "a1 a2 a3 a4 a5 a7 a8 a9 a10 b6 c6");
    moves(slug, "w Kj1 kj10 Rc5 hd6", "c5", "b5 d5 c4 c6");
    moves(slug, "w Kj1 kj10 Rc6 hd6", "c6", "b6 c5 c7 d6");
    moves(slug, "w Kj1 kj10 Bb4 hd6", "b4", "a3 a5 c3 c5 d2 e1");
    moves(slug, "w Kj1 kj10 Qc5 hd6", "c5", "b4 b5 b6 c4 c6 d4 d5 d6");
    takes(slug, "w Kj1 kj10 Ra5 hd6 nc5", "a5c5", "c5");
    // A Bodyguard is braked too, and also captures on its second square.
    moves(slug, "w Kj1 kj10 Hd5 hd7", "d5", "d4 d3 d6 c4 c5 c6 e4 e5 e6 b3 b5 f3 f5");
    illegal(slug, "w Kj1 kj10 Hd6 hd7", "d6d8 d6d4 d6b6");
    takes(slug, "w Kj1 kj10 Hd6 hd7", "d6d7", "d7");
    takes(slug, "w Kj1 kj10 Hd5 nb7", "d5b7", "b7");
    illegal(slug, "w Kj1 kj10 Hd5 Pd6 nd7", "d5d6 d5d7");
    // A Bodyguard does not brake its own side's pieces.
    moves(slug, "w Kj1 kj10 Ra5 Hd6", "a5", "a1 a2 a3 a4 a6 a7 a8 a9 a10 b5 c5 d5 e5 f5 g5 h5 i5 j5");
}

#[test]
fn knights_and_kings_are_not_braked() {
    let slug = "hiashatar";
    moves(slug, "w Kj1 kj10 Nc6 hd6", "c6", "a5 a7 b4 b8 d4 d8 e5 e7");
    takes(slug, "w Kj1 kj10 Nb5 hd6", "b5d6", "d6");
    moves(slug, "w Kj1 kj10 Nb3 hd5", "b3", "a1 a5 c1 c5 d2 d4");
    moves(slug, "w Kc6 kj10 hd6", "c6", "b5 b6 b7 c5 c7 d5 d6 d7");
}

#[test]
fn a_bodyguard_takes_no_king() {
    let slug = "hiashatar";
    state(slug, "w Kc6 kj10 hd6 pa9", "ongoing");
    state(slug, "w Kc6 kj10 hc8 pa9", "ongoing");
    // It guards nothing against a king, and lets no king pass.
    takes(slug, "w Kc6 kj10 hd6 he7 pa9", "c6d6", "d6");
    illegal(slug, "w Kc6 kj10 hd6 re6 pa9", "c6d6");
    moves(slug, "w Kj1 kd7 Hd6 Pa2", "d6", "c7 e7 b8 f8 c6 b6 e6 f6 c5 b4 d5 d4 e5 f4");
    // The brake prevents a check.
    state(slug, "w Ka5 kj10 rj5 Hc6", "ongoing");
    state(slug, "w Ka5 kj10 rj5 pa9", "check");
}

#[test]
fn a_long_first_step_and_its_brake() {
    let slug = "hiashatar";
    moves(slug, "w Kj1 kj10 Pa2", "a2", "a3 a4 a5");
    moves(slug, "w Kj1 kj10 Pa3", "a3", "a4");
    moves(slug, "b Kj1 kj10 pa9", "a9", "a8 a7 a6");
    moves(slug, "w Kj1 kj10 Pa2 na4", "a2", "a3");
    moves(slug, "w Kj1 kj10 Pa2 hb6", "a2", "a3 a4 a5");
    moves(slug, "w Kj1 kj10 Pa2 hb5", "a2", "a3 a4");
    moves(slug, "w Kj1 kj10 Pa2 hb4", "a2", "a3");
    moves(slug, "w Kj1 kj10 Pa2 hc2", "a2", "a3 a4 a5");
    moves(slug, "w Kj1 kj10 Pa2 hb1", "a2", "a3");
    moves(slug, "w Kj1 kj10 Pa2 Hb4", "a2", "a3 a4 a5");
    moves(slug, "w Kj1 kj10 Pa9", "a9", "a10q");
    let passed = play(&place(slug, "w Kj1 kj10 Pa2 pb4 pb5"), "a2a5");
    assert!(passed.fen().contains(" a3a4 "));
    starting(&passed, "b4", "a3 b3");
    starting(&passed, "b5", "a4");
    let taken = play(&passed, "b4a3");
    assert!(taken.fen().starts_with("9k/10/10/10/10/1p8/10/p9/10/9K "), "{}", taken.fen());
}
