//! Autocomplete compared with the move reader: an exactly typed move comes first, and every move the reader
//! accepts is offered.

use super::looking::{typed, values};
use super::{Labelled as _, RED, Told as _, by, play, refused, start, with_app};
use rookery::app::RejectionKind;
use rookery::game::Ply;
use rookery::words::Words;

tests_on_both!(
    the_list_begins_with_what_is_exactly_typed,
    the_list_offers_what_the_reader_reads,
    the_empty_list_spreads_over_the_pieces,
    the_list_says_why_a_piece_cannot_move,
    the_list_says_why_nothing_can_be_dropped,
    names_of_choices_are_read_like_their_values,
);

const BOTH_WAYS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const SEVEN_WAYS: &str = "****2****/5k4/10/10/10/10/10/10/10/10/1R3K2R1/****2****[] w KQ - 0 1";

fn the_list_begins_with_what_is_exactly_typed() {
    for (slug, fen, firsts) in [
        (
            "chess",
            BOTH_WAYS,
            &[
                ("O-O", "O-Og1"),
                ("o-o", "O-Og1"),
                ("0-0", "O-Og1"),
                ("oo", "O-Og1"),
                ("castle", "O-Og1"),
                ("castle kingside", "O-Og1"),
                ("O-O-O", "O-O-Oc1"),
                ("0-0-0", "O-O-Oc1"),
                ("castle long", "O-O-Oc1"),
            ][..],
        ),
        (
            "birds-and-ninjas",
            SEVEN_WAYS,
            &[
                ("O-O", "O-Og1"),
                ("o-o", "O-Og1"),
                ("castle", "O-Og1"),
                ("O-O-O", "O-O-Oe1"),
                ("O-Oi1", "O-Oi1"),
                ("0-0-0 b1", "O-O-Ob1"),
                ("f1g1", "f1g1"),
            ],
        ),
    ] {
        with_app(async |app| {
            start(&app, slug, Some(fen)).await;
            for (text, first) in firsts {
                let found = values(&app, text).await;
                assert_eq!(found.first().map(String::as_str), Some(*first), "{text}: {found:?}");
            }
            let signs = values(&app, "O-O").await;
            assert!(signs.iter().all(|value| value.starts_with("O-O")), "{signs:?}");
            // In the order of the king's path.
            let ways = values(&app, "castle").await;
            let expected: &[&str] = if slug == "chess" {
                &["O-Og1", "O-O-Oc1"]
            } else {
                &["O-Og1", "O-O-Oe1", "O-Oh1", "O-O-Od1", "O-Oi1", "O-O-Oc1", "O-O-Ob1"]
            };
            assert_eq!(ways, expected);
        });
    }
}

fn the_list_offers_what_the_reader_reads() {
    for (slug, fen, text, expected) in [
        ("chess", "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "Nd5", &["c3d5"][..]),
        ("chess", "4k3/8/8/6p1/8/4B3/8/4K3 w - - 0 1", "bg5", &["e3g5"]),
        ("chess", BOTH_WAYS, "0-0", &["O-Og1", "O-O-Oc1"]),
        ("chess", "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "Ne4", &["c3e4", "g3e4"]),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", &["a7a8q", "a7a8r", "a7a8b", "a7a8n"]),
        ("chess", "4k3/8/8/8/8/2N5/7P/4K3 w - - 0 1", "1. \u{2658}d5", &["c3d5"]),
        ("chess", "4k3/8/8/8/8/2N5/7P/4K3 w - - 0 1", "knight to d5", &["c3d5"]),
        ("squirrel", "10/4P4k/10/10/10/10/10/10/9K/10 w - - 0 1 2/0", "e10", &["e9e10q"]),
        (
            "birds-and-ninjas",
            "****2****/9k/10/10/10/10/4F5/10/10/10/9K/****2****[] w - - 0 1",
            "bird e8",
            &["e5e8"],
        ),
        (
            "birds-and-ninjas",
            "****2****/9k/10/10/10/10/10/10/10/10/9K/****2****[J] w - - 0 1",
            "Je4",
            &["J@e4"],
        ),
    ] {
        with_app(async |app| {
            start(&app, slug, Some(fen)).await;
            assert_eq!(values(&app, text).await, expected, "{text}");
        });
    }
    with_app(async |app| {
        start(&app, "birds-and-ninjas", None).await;
        let bird = typed(&app, "bird").await;
        assert!(
            !bird.is_empty() && bird.iter().all(|choice| choice.label().starts_with("Flying Bomber")),
            "{bird:?}"
        );
    });
}

fn the_empty_list_spreads_over_the_pieces() {
    with_app(async |app| {
        // Forty drops, and two pieces that can move.
        let fen = "****2****/9k/10/10/10/10/4N5/10/10/10/9K/****2****[JJ] w - - 0 1";
        start(&app, "birds-and-ninjas", Some(fen)).await;
        let all = typed(&app, "").await;
        let of = |name: &str| all.iter().filter(|choice| choice.label().starts_with(name)).count();
        assert_eq!((of("Knight"), of("King")), (8, 3), "{all:?}");
        assert_eq!(of("Drop Ninja Pawn on "), 13, "{all:?}");
        assert!(all[..3].iter().any(|choice| choice.label().starts_with("King")), "{all:?}");
    });
    with_app(async |app| {
        // Capturing the checking rook comes before another capture and the king's steps.
        start(&app, "chess", Some("4k3/8/8/8/4r3/3P4/8/N3K2b w - - 0 1")).await;
        assert_eq!(values(&app, "").await[0], "d3e4");
    });
}

fn the_list_says_why_a_piece_cannot_move() {
    for (slug, fen, text, line) in [
        ("chess", None, "a1", "Rook a1 can't move: no free square to go to"),
        ("chess", None, "Ra1", "Rook a1 can't move: no free square to go to"),
        (
            "chess",
            Some("3k4/4r3/8/8/8/8/4N3/4K3 w - - 0 1"),
            "e2",
            "Knight e2 can't move: it shields the King from the Rook e7",
        ),
        (
            "chess",
            Some("k3r3/8/8/8/8/8/P7/4K3 w - - 0 1"),
            "pawn",
            "Pawn a2 can't move: it can't stop the check from the Rook e8",
        ),
        (
            "prison-break",
            Some("6/2P1k1/2i3/2F1I1/6/6/6/5K w - - 0 1"),
            "c5",
            "Flying Bomber c5 can't move: frozen by the Ice Queen c6",
        ),
        (
            "squirrel",
            Some("9k/10/10/10/10/1g8/1N8/10/10/9K w - - 0 1 0/0"),
            "knight",
            "Knight b4 can't move: braked by the Guard b5",
        ),
    ] {
        with_app(async |app| {
            start(&app, slug, fen).await;
            let found = typed(&app, text).await;
            let [choice] = found.as_slice() else { panic!("{text}: {found:?}") };
            assert_eq!(choice.label(), line);
            for sent in [&choice.value, &choice.label()] {
                let no = refused(app.play(&by(RED), sent).await);
                assert_eq!((no.why, no.text), (RejectionKind::Illegal, format!("The {line}.")), "{sent}");
            }
        });
    }
    with_app(async |app| {
        start(&app, "chess", None).await;
        let rooks = typed(&app, "rook").await;
        assert_eq!(rooks.iter().map(|choice| choice.value.as_str()).collect::<Vec<_>>(), ["a1", "h1"]);
    });
}

fn the_list_says_why_nothing_can_be_dropped() {
    let check = "****2****/9k/10/10/10/10/10/10/4n5/10/5K4/****2****[J] w - - 0 1";
    for (fen, why) in [
        (None, "no square is empty on rank 2, where it enters"),
        (Some(SEVEN_WAYS), "none is left in hand"),
        (Some(check), "it can't stop the check from the Knight e3"),
    ] {
        with_app(async |app| {
            start(&app, "birds-and-ninjas", fen).await;
            let line = format!("Ninja Pawn can't be dropped: {why}");
            for text in ["J@", "j@", "@", "drop", "drop ninja pawn"] {
                let found = typed(&app, text).await;
                let [choice] = found.as_slice() else { panic!("{text}: {found:?}") };
                assert_eq!(choice.label(), line, "{text}");
                for sent in [choice.value.as_str(), choice.label().as_str(), text] {
                    let no = refused(app.play(&by(RED), sent).await);
                    assert_eq!((no.why, no.text), (RejectionKind::Illegal, format!("The {line}.")), "{sent}");
                }
            }
        });
    }
    with_app(async |app| {
        start(&app, "birds-and-ninjas", None).await;
        play(&app, "e2e5 a9a8").await;
        for text in ["J@", "drop"] {
            let drops = values(&app, text).await;
            assert!(!drops.is_empty() && drops.iter().all(|value| value.starts_with("J@e")), "{drops:?}");
        }
    });
    with_app(async |app| {
        start(&app, "chess", None).await;
        assert!(values(&app, "J@").await.is_empty(), "there are no drops in Chess");
    });
}

fn names_of_choices_are_read_like_their_values() {
    with_app(async |app| {
        start(&app, "squirrel", None).await;
        let all = typed(&app, "").await;
        assert!(Words::english().is_more(&all[24].label()) && !Words::english().is_more(&all[23].label()));
        let hint = refused(app.play(&by(RED), &all[24].value).await);
        assert!(hint.text.starts_with("There is more than the list can show."), "{}", hint.text);
        let outcome = app.play(&by(RED), &all[0].label()).await.expect("a name is read");
        assert_eq!(outcome.view.ply, Ply(1));
    });
    with_app(async |app| {
        start(&app, "birds-and-ninjas", None).await;
        play(&app, "e2e5 a9a8").await;
        let drop = typed(&app, "drop e4").await;
        assert_eq!((drop[0].label().as_str(), drop[0].value.as_str()), ("Drop Ninja Pawn on e4", "J@e4"));
        let outcome = app.play(&by(RED), &drop[0].label()).await.expect("a name is read");
        assert!(outcome.view.text().contains("Ninja Pawn dropped on e4"), "{}", outcome.view.text());
    });
}
