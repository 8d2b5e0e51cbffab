//! Tests the weights in a game's file: faults are reported, and written weights read back.

use games::{Refused, of_file, with_weights};
use rules::PieceWeights;

const FILE: &str = include_str!("../../../docs/own-games/los-alamos.toml");

/// A valid section for a board of 36 squares.
const SOUND: &str = "[weights]\nslope = 200\nQ = [\"900\", \"850\"]\nR = [\"500\", \"520\"]\nN = [\"300\", \"-12\"]\nP = [\"100\", \"120\"]\n";

/// Returns the faults of the file with `from` replaced in this section.
fn told(from: &str, to: &str) -> Vec<String> {
    assert!(SOUND.contains(from), "{from}");
    match of_file("weighed", &format!("{FILE}\n{}", SOUND.replace(from, to))) {
        Err(Refused::Faults(faults)) => faults.into_iter().map(|fault| fault.text).collect(),
        other => panic!("{to}: {other:?}"),
    }
}

#[test]
fn a_file_says_what_its_pieces_are_worth() {
    let bare = of_file("bare", FILE).expect("a game");
    assert_eq!(bare.spec().weights, None);
    let game = of_file("weighed", &format!("{FILE}\n{SOUND}")).expect("a game");
    let weights = game.spec().weights.as_ref().expect("weights");
    assert_eq!((weights.slope, weights.hand, weights.kinds.len()), (Some(200), [0; 2], 5));
    assert_eq!(weights.kinds[0], [vec![0; 36], vec![0; 36]], "the King needs none");
    let knight = game.spec().kind('N').expect("a knight");
    assert_eq!(weights.kinds[knight.index()], [vec![300; 36], vec![-12; 36]]);
}

#[test]
fn what_is_wrong_with_weights_is_told() {
    let numbers = "must have one whole number from -5000 to 5000 for all squares, or 36 of them";
    let form =
        "must be two texts of numbers, for the opening and for the ending, such as [\"320\", \"300\"].";
    for (from, to, said) in [
        ("\"900\"", "\"900 900\"", format!("`Q` {numbers}")),
        ("\"900\"", "\"\"", format!("`Q` {numbers}")),
        ("\"900\"", "\"9.5\"", format!("`Q` {numbers}")),
        ("\"900\"", "\"5001\"", format!("`Q` {numbers}")),
        ("\"900\"", "\"99999999999\"", format!("`Q` {numbers}")),
        ("[\"900\", \"850\"]", "900", format!("`Q` {form}")),
        ("[\"900\", \"850\"]", "[\"900\"]", format!("`Q` {form}")),
        ("[\"900\", \"850\"]", "[900, 850]", format!("`Q` {form}")),
        (
            "Q =",
            "B =",
            "`B` is no piece of the game. [weights] has `slope`, and letters of pieces: K, Q, R, N, P."
                .to_owned(),
        ),
        ("Q =", "hand =", "`hand` is no piece of the game.".to_owned()),
        ("Q =", "# ", "`Q` is missing in [weights]".to_owned()),
        ("200", "9", "`slope` must be a whole number from 10".to_owned()),
    ] {
        let told = told(from, to);
        assert!(told.iter().any(|one| one.starts_with(&said)), "{to}: {told:#?} lacks {said}");
    }
}

#[test]
fn weights_that_are_no_section_are_refused() {
    let Err(Refused::Faults(faults)) = of_file("weighed", &format!("weights = 3\n{FILE}")) else {
        panic!("it is refused")
    };
    let told = |fault: &games::Fault| fault.line == 1 && fault.text.starts_with("`weights` is a section");
    assert!(faults.iter().any(told), "{faults:?}");
}

#[test]
fn each_mistake_has_its_line() {
    let lines = FILE.lines().count();
    let wrong = SOUND.replace("\"520\"", "\"x\"").replace("P =", "Z =");
    let Err(Refused::Faults(faults)) = of_file("weighed", &format!("{FILE}\n{wrong}")) else {
        panic!("it is refused")
    };
    let found: Vec<usize> = faults.iter().map(|fault| fault.line - lines).collect();
    assert_eq!(found, [2, 5, 7], "{faults:#?}");
}

#[test]
fn weights_are_written_as_the_last_section_and_read_back() {
    let bare = of_file("bare", FILE).expect("a game");
    let numbers = |first: i16| (first..first + 36).collect::<Vec<_>>();
    let kinds = (0..5).map(|kind| [numbers(-100 * kind), vec![7 * kind; 36]]).collect();
    let weights = PieceWeights { kinds, hand: [0; 2], slope: Some(321) };
    let written = with_weights(FILE, bare, &weights);
    assert!(written.starts_with(FILE.trim_end()));
    let read = of_file("weighed", &written).expect("a game");
    assert_eq!(read.spec().weights.as_ref(), Some(&weights));
    assert!(read.spec().plays_like(bare.spec()));
    for heading in ["[ weights ]", "[\"weights\"]", "['weights'] # of before"] {
        let again = with_weights(&written.replace("[weights]", heading), read, &weights);
        assert_eq!(again, written, "{heading}");
    }
    // Writing again replaces the section and keeps what follows it.
    let followed = format!("{written}\n[palace]\nwhite = \"a1\"\n");
    let again = with_weights(&followed, read, &PieceWeights { slope: None, ..weights.clone() });
    let read = of_file("again", &again).expect("a game");
    assert_eq!(read.spec().weights.as_ref().map(|weights| weights.slope), Some(None));
    assert!(!read.spec().palaces.white.is_empty() && again.matches("[weights]").count() == 1, "{again}");
}

#[test]
fn a_game_with_drops_says_what_a_piece_in_hand_is_worth() {
    let file = "name = \"A hand\"\nextends = \"birds-and-ninjas\"\n";
    let game = of_file("hand", file).expect("a game");
    let kinds = vec![
        [vec![1; game.spec().squares.len()], vec![2; game.spec().squares.len()]];
        game.spec().kinds().len()
    ];
    let weights = PieceWeights { kinds, hand: [90, 110], slope: None };
    let written = with_weights(file, game, &weights);
    let read = of_file("weighed", &written).expect("a game");
    assert_eq!(read.spec().weights.as_ref(), Some(&weights));
    let Err(Refused::Faults(faults)) = of_file("weighed", &written.replace("hand = ", "# ")) else {
        panic!("it is refused")
    };
    assert!(faults[0].text.starts_with("`hand` is missing in [weights]"), "{faults:?}");
}
