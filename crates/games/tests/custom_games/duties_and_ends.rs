//! What a game's own file says of checks, captures and the ends of the game.

use games::{Refused, of_file};
use rules::{Position, ReadError, read_move};

use super::{game, text};

/// An end of the game's own that contradicts another part of the file is named.
#[test]
fn ends_that_contradict_the_rest_are_named() {
    for (slug, from, to, said) in [
        ("antichess", "insufficient = false\n", "", "no game with ends of its own is drawn by material."),
        (
            "antichess",
            "\"wins\"\n\n[extinction]",
            "\"lost\"\n\n[extinction]",
            "`no_moves` must be \"draws\" or",
        ),
        (
            "antichess",
            "royal = \"none\"",
            "royal = \"white\"",
            "a pawn becomes neither a royal king nor a pawn.",
        ),
        ("antichess", "pieces = \"all\"", "pieces = \"every\"", "`pieces` takes the letters of pieces"),
        ("antichess", "pieces = \"all\"\n", "", "`pieces` is missing in [extinction]."),
        ("three-check", "checks = 3", "checks = 0", "`checks` must be a whole number from 1"),
        ("three-check", "[ends]", "[king]\nroyal = \"none\"\n[ends]", "only royal kings can be given check."),
        ("three-check", "3+3", "4+3", "ChecksLeft"),
        ("three-check", " 3+3", "", "FieldCount"),
        (
            "kinglet",
            "[extinction]\npieces = \"P\"",
            "",
            "without royal kings, the game needs another way to win.",
        ),
        (
            "racing-kings",
            "kind = \"arrival\"",
            "kind = \"arrival\"\npieces = \"\"",
            "no piece can arrive at a goal.",
        ),
        (
            "horde",
            "en_passant_from = [2]",
            "en_passant_from = [12]",
            "`en_passant_from` must be a list of ranks up to 11",
        ),
        (
            "horde",
            "en_passant_from = [2]",
            "en_passant_from = 2",
            "`en_passant_from` must be a list of ranks",
        ),
        (
            "three-check",
            "[ends]",
            "[moves]\nmay_check = false\n[ends]",
            "checks win only where they may be given.",
        ),
        (
            "racing-kings",
            "kind = \"arrival\"",
            "kind = \"escape\"\npieces = \"KQ\"",
            "only kings take scepters and escape: `kind` must be \"arrival\".",
        ),
        (
            "racing-kings",
            "kind = \"arrival\"",
            "kind = \"arrival\"\npieces = \"KQ\"",
            "only to the arrival of a king there is a last reply.",
        ),
        (
            "three-check",
            "[ends]\nchecks = 3",
            "[moves]\nmay_check = false",
            "without checks, the game needs another way to win.",
        ),
        ("atomic", "spares = \"P\"", "spares = \"Z\"", "'Z' is no kind of the game"),
    ] {
        let text = text(slug);
        assert!(text.contains(from), "{from}");
        let told = match of_file("changed", &text.replacen(from, to, 1)) {
            Err(Refused::Faults(faults)) => faults.iter().map(ToString::to_string).collect(),
            Err(Refused::Start(_, error)) => vec![format!("{error:?}")],
            Ok(_) => Vec::new(),
        };
        assert!(told.iter().any(|one| one.contains(said)), "{slug}: {told:#?} lacks {said}");
    }
}

/// The moves that end a game by a rule of its own, and what is refused because one must take.
#[test]
fn games_with_ends_of_their_own_end_by_them() {
    let ended = |slug, fen: &str, moves: &[&str]| {
        let mut position = Position::from_fen(game(slug), fen).expect("a position");
        for text in moves {
            assert_eq!(position.termination(), None, "{slug} {fen} before {text}");
            let mv = read_move(&position, text).unwrap_or_else(|error| panic!("{slug} {text}: {error}"));
            position = position.after(&mv).expect("a legal move");
        }
        assert!(position.legal_moves().is_empty(), "{slug} {fen}: the game is over");
        position.termination().map(|how| how.to_string())
    };
    for (slug, fen, moves, how) in [
        ("antichess", "8/8/8/8/8/8/1p6/R7 b - - 0 1", &["bxa1=K"][..], "giveaway white"),
        ("antichess", "8/8/8/8/8/2k5/1P6/8 b - - 0 1", &["Kxb2"], "giveaway white"),
        ("antichess", "8/p7/P7/8/8/8/8/6n1 b - - 0 1", &["Ne2"], "no-moves white"),
        ("three-check", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 1+3", &["Rh8"], "checks white"),
        ("kinglet", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", &["exd5"], "extinction white"),
        ("atomic", "3nk3/8/8/8/8/8/8/K2R4 w - - 0 1", &["Rxd8"], "explosion white"),
        ("breakthrough", "8/P7/8/8/8/8/p7/8 w - - 0 1", &["Pa8"], "arrival white"),
        ("breakthrough", "8/8/1p6/P7/8/8/8/8 w - - 0 1", &["Pxb6"], "stuck white"),
        ("horde", "4k3/8/8/8/8/8/4r3/4P3 b - - 0 1", &["Rxe1"], "extinction black"),
        // Black can still arrive: a draw if it does, a loss if not, and an end at once if it cannot.
        ("racing-kings", "8/4K2k/8/8/8/8/8/8 w - - 0 1", &["Ke8", "Kg8"], "draw both-arrived"),
        ("racing-kings", "8/4K2k/8/8/8/8/8/8 w - - 0 1", &["Ke8", "Kh6"], "arrival white"),
        ("racing-kings", "8/4K3/7k/8/8/8/8/8 w - - 0 1", &["Ke8"], "arrival white"),
        ("racing-kings", "8/4K2k/8/8/8/8/8/8 b - - 0 1", &["Kh8"], "arrival black"),
    ] {
        assert_eq!(ended(slug, fen, moves).as_deref(), Some(how), "{slug} {fen}");
    }
    let must = Position::from_fen(game("antichess"), "8/8/8/3p4/4P3/8/7P/8 w - - 0 1").expect("a position");
    let texts: Vec<String> = must.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["e4d5"]);
    for quiet in ["h3", "e5"] {
        match read_move(&must, quiet) {
            Err(ReadError::Illegal(reason)) => {
                assert!(format!("{reason:?}").starts_with("MustTake { instead: e4d5"), "{reason:?}");
            }
            other => panic!("{quiet}: {other:?}"),
        }
    }
}

/// Where captures explode or checks are forbidden, that is what a refusal says.
#[test]
fn a_move_that_endangers_the_wrong_king_is_refused_with_its_reason() {
    for (slug, fen, text, reason) in [
        ("atomic", "4k3/8/8/8/8/8/3Pp3/4K3 w - - 0 1", "Kxe2", "BlowsUpOwnKing(e1e2)"),
        ("atomic", "4k3/8/8/8/8/8/3Kp3/4R3 w - - 0 1", "Rxe2", "BlowsUpOwnKing(e1e2)"),
        ("atomic", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "KingInCheck { mv: e2c3"),
        ("racing-kings", "8/8/8/8/8/k7/8/1R5K w - - 0 1", "Ra1", "GivesCheck(b1a1)"),
    ] {
        let position = Position::from_fen(game(slug), fen).expect("a position");
        match read_move(&position, text) {
            Err(ReadError::Illegal(why)) => {
                assert!(format!("{why:?}").starts_with(reason), "{slug}: {why:?}");
            }
            other => panic!("{slug} {text}: {other:?}"),
        }
    }
    // Kings side by side are safe, and whoever blows up the other King need not leave check.
    for (fen, text) in [
        ("4r3/8/8/8/8/8/3k4/4K3 w - - 0 1", "Kf1"),
        ("r3r3/8/8/8/8/8/R4k2/4K3 w - - 0 1", "Rb2"),
        ("4r2k/6p1/8/8/8/8/8/4K1R1 w - - 0 1", "Rxg7"),
    ] {
        let position = Position::from_fen(game("atomic"), fen).expect("a position");
        read_move(&position, text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    }
}
