//! Tests conversion of `variants.ini` sections: move counts equal Fairy-Stockfish's for the same sections,
//! and sections that cannot be converted are reported.

use games::{MOST_BYTES_OF_INI, Refused, of_file, of_ini};
use rules::{Position, Variant, perft};

const INI: &str = include_str!("converted/variants.ini");

fn converted(ini: &str, name: &str) -> Variant {
    let found = of_ini(ini, Some(name)).unwrap_or_else(|refused| panic!("{name}: {refused:#?}"));
    of_file(name, &found.file).unwrap_or_else(|refused| panic!("{name}: {refused:?}\n{}", found.file))
}

/// Compares the counts of a table and returns its names.
fn compare(table: &'static str, game_of: impl Fn(&str) -> Variant) -> Vec<&'static str> {
    let mut games: Vec<(&str, Variant)> = Vec::new();
    for row in table.lines() {
        let fields: Vec<&str> = row.split(" | ").collect();
        let [name, fen, counts] = fields[..] else { panic!("{row:?}") };
        if games.last().is_none_or(|(last, _)| *last != name) {
            games.push((name, game_of(name)));
        }
        let (_, game) = games[games.len() - 1];
        let position = Position::from_fen(game, fen).unwrap_or_else(|error| panic!("{name} {fen}: {error}"));
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&position, depth).to_string(), count, "{name} {fen}, depth {depth}");
        }
    }
    games.into_iter().map(|(name, _)| name).collect()
}

/// Returns the names of the sections of a text.
fn sections(ini: &str) -> Vec<&str> {
    let headings = ini.lines().filter_map(|line| line.strip_prefix('['));
    headings.filter_map(|heading| heading.split([':', ']']).next()).collect()
}

/// The counts are those of Fairy-Stockfish 14.0.1 (Python module 0.0.90), which loaded the same sections.
#[test]
fn converted_games_have_as_many_moves_as_fairy_stockfish_finds() {
    let names = compare(include_str!("converted/perft.txt"), |name| converted(INI, name));
    assert_eq!(names, sections(INI));
}

/// The counts are those of Fairy-Stockfish for its own games of these names.
#[test]
fn games_that_need_no_section_are_those_of_fairy_stockfish() {
    let mine = |name: &str| converted(&format!("[mine:{name}]\n"), "mine");
    let names = compare(include_str!("converted/built_in.txt"), mine);
    assert_eq!(names, sections(include_str!("../src/ini/built_in.ini")));
}

/// Returns the reported lines and sentences for a section.
fn told(ini: &str) -> Vec<String> {
    match of_ini(ini, Some("x")) {
        Ok(found) => panic!("{ini}: {}", found.file),
        Err(Refused::Faults(faults)) => faults.iter().map(ToString::to_string).collect(),
        Err(Refused::Start(line, why)) => vec![format!("line {line}: {why:?}")],
    }
}

/// Asserts that each text is refused with a sentence with this prefix.
fn refused_with(rows: &[(&str, &str)]) {
    for (ini, said) in rows {
        let told = told(ini);
        assert!(told.iter().any(|one| one.starts_with(said)), "{ini}: {told:#?} lacks {said}");
    }
}

#[test]
fn headings_and_keys_that_cannot_be_expressed_are_named_with_their_lines() {
    refused_with(&[
        ("", "line 1: there is no section, such as [my-game:chess]."),
        ("PNG\u{1}\u{0}\n=\n;", "line 1: there is no section, such as [my-game:chess]."),
        ("[x:chess", "line 1: a heading is written [name] or [name:parent]."),
        ("[]", "line 1: a heading is written [name] or [name:parent]."),
        ("[x:chess]\nking", "line 2: a line of a section is written `key = value`."),
        ("[y:chess]\n[z]", "line 1: there is no section [x]. There are: y, z."),
        ("\n[x:xiangqi]", "line 2: there is no section [xiangqi] above, and none of the games that can be"),
        ("[x:y]\n[y:x]", "line 1: [y] must stand above what inherits from it."),
        ("[x:x]", "line 1: [x] must stand above what inherits from it."),
        (
            "[x:chess]\ncapturesToHand = true",
            "line 2: `capturesToHand = true` cannot be expressed: our files know no captured pieces in hand.",
        ),
        ("[x:chess]\nstalemateValue = lost", "line 2: `stalemateValue` must be win, draw, loss or none"),
        ("[x:chess]\nextinctionValue = draw", "line 2: `extinctionValue = draw` cannot be expressed."),
        ("[x:chess]\ncheckCounting = true", "line 1: `startFen` must say the checks to give, such as 3+3."),
        ("[x:duck]", "line 1: there is no section [duck] above"),
        (
            "[x:atomic]\nblastImmuneTypes = n",
            "line 2: `blastImmuneTypes`: pieces that survive their own captures cannot be expressed.",
        ),
        (
            "[x:chess]\nextinctionPseudoRoyal = true",
            "line 2: `extinctionPseudoRoyal` cannot be expressed but for",
        ),
        (
            "[x:chess]\nflagPiece = n\nflagRegion = *8\nflagMove = true",
            "line 4: `flagMove` cannot be expressed but",
        ),
        (
            "[x:chess]\nenPassantRegion = a6 a3",
            "line 2: pawns that go several squares from rank 2, as their side sees it, must be taken en passant",
        ),
        ("[y:chess]\nnFoldRule = 4\n[x:y]", "line 2: `nFoldRule = 4` cannot be expressed"),
        (
            "[x:chess]\nmobilityRegionWhiteKing = *1 *2",
            "line 2: `mobilityRegionWhiteKing = *1 *2` cannot be expressed: our files know no squares that bound a piece.",
        ),
        ("[x:chess]\nmagic = true", "line 2: `magic` is not known, so what it does cannot be expressed."),
    ]);
}

#[test]
fn pieces_and_pawns_that_cannot_be_expressed_are_named_with_their_lines() {
    refused_with(&[
        ("[x:chess]\ncannon = r", "line 2: `cannon`: a piece that moves like this cannot be expressed."),
        ("[x:chess]\ncustomPiece1 = r:mRcpR", "line 2: `customPiece1`: 'p' is no direction."),
        (
            "[x:chess]\ncustomPiece1 = r:DD",
            "line 2: `customPiece1`: a rider of the leap D is not what Fairy-Stockfish makes of `DD`.",
        ),
        (
            "[x:chess]\ncustomPiece1 = r:RiN\ndoubleStepRegionWhite = a1 h1\ndoubleStepRegionBlack = a8 h8",
            "line 2: `customPiece1`: Fairy-Stockfish makes of i in `RiN` a move that never takes, which is written im.",
        ),
        (
            "[x:chess]\ncustomPiece1 = r:RimN",
            "line 2: `customPiece1`: in our files i is a move from where such pieces begin,",
        ),
        (
            "[x:chess]\ncustomPiece1 = r",
            "line 2: `customPiece1` takes a letter and the moves, such as `a:BN`, not `r`.",
        ),
        ("[x:chess]\ncustomPiece26 = r:N", "line 2: `customPiece26` is not known"),
        ("[x:chess]\nqueen = queen", "line 2: `queen` takes a letter, such as `a`, not `queen`."),
        ("[x:chess]\nking = q", "line 1: `startFen`: no piece has the letter k, which stands on e8."),
        ("[x:chess]\nking = k:R2", "line 1: a king can only step and leap, and takes kings."),
        (
            "[x:chess]\nqueen = x\nstartFen = 4k3/8/8/8/8/8/8/3XK3 w - - 0 1",
            "line 2: `queen`: a piece cannot have the letter X",
        ),
        (
            "[x:chess]\ncustomPiece1 = p:fmFfcW\npawnTypes = p",
            "line 2: `customPiece1`: pawns that move as `fmFfcW` cannot be expressed.",
        ),
        (
            "[x:chess]\npawnTypes = pn",
            "line 2: `pawnTypes = PN` cannot be expressed: one piece can be the pawn.",
        ),
        (
            "[x:chess]\npawnTypes = -",
            "line 2: `pawnTypes` lacks P: a pawn that does not promote cannot be expressed.",
        ),
        (
            "[x:chess]\npawnTypes = n\npawn = -\nstartFen = 4k3/8/8/8/8/8/8/3NK3 w - - 0 1",
            "line 1: `knight`: only what moves as a pawn can be one of `pawnTypes`.",
        ),
        ("[x:chess]\nenPassantTypes = -", "line 2: `enPassantTypes` names other pieces than `pawnTypes`"),
        ("[x:chess]\nenPassantRegion = *6", "line 2: pawns that go several squares from rank 2"),
        ("[x:chess]\npromotionPieceTypesBlack = q", "line 2: White's and Black's pawns become other pieces"),
        (
            "[x:chess]\npromotionRegionWhite = a8 b8",
            "line 2: `promotionRegionWhite` leaves out squares of rank 8",
        ),
        (
            "[x:chess]\npromotionRegionWhite = *9",
            "line 2: no pawn can promote: `promotionRegionWhite` is outside the board.",
        ),
        ("[x:chess]\npromotionRegionWhite = h-4", "line 2: `promotionRegionWhite`: `h-4` is no square"),
        (
            "[x:chess]\ndoubleStepRegionWhite = *2 *3",
            "line 2: pawns that stand on rank 3 as their side sees it must go equally far",
        ),
        (
            "[x:chess]\ndoubleStepRegionWhite = e2\ndoubleStepRegionBlack = e7",
            "line 3: pawns that stand on rank 2",
        ),
        (
            "[x:chess]\ndoubleStep = false\ntripleStepRegionWhite = *2\ntripleStepRegionBlack = *7",
            "line 1: pawns that stand on rank 2",
        ),
        ("[x:chess]\ndoubleStep = maybe", "line 2: `doubleStep` must be true or false, not `maybe`."),
    ]);
}

#[test]
fn a_start_that_cannot_be_expressed_is_named_with_its_line() {
    refused_with(&[
        ("[x:chess]\nmaxFile = 12", "line 2: a board has at most 10 files and 11 ranks, not 12 and 8."),
        ("[x:chess]\nmaxRank = none", "line 2: `maxRank` must be a number from 1 to 12, not `none`."),
        ("[x:chess]\nmaxRank = 9", "line 1: `startFen`: there are 8 ranks, and the board has 9."),
        ("[x:chess]\nmaxFile = i", "line 1: `startFen`: rank 8 has 8 files, and the board has 9."),
        ("[x:chess]\nstartFen = ", "line 2: `startFen`: there are 1 ranks, and the board has 8."),
        ("[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1", "line 2: `startFen` has pieces in hand"),
        (
            "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1",
            "line 2: `startFen` says checks to give,",
        ),
        (
            "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
            "line 2: `startFen`: `x - - 0 1` cannot be read.",
        ),
        ("[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/+R3K3 w - - 0 1", "line 2: `startFen`: `+` is no piece."),
        (
            "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4KK2 w - - 0 1",
            "line 2: `startFen` must have one king, K, of each side, or of one side alone.",
        ),
        (
            "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w HAha - 0 1",
            "line 2: `startFen`: `HAha` cannot be expressed",
        ),
        (
            "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1",
            "line 2: `startFen`: nobody stands where Q castles.",
        ),
        (
            "[x:chess]\nstartFen = 3k3r/8/8/8/8/8/8/4K2R w Kk - 0 1",
            "line 2: White and Black castle on other files",
        ),
        ("[x:chess]\ncastlingRookPieces = rq", "line 2: `castlingRookPieces = RQ` cannot be expressed"),
        (
            "[x:chess]\npromotedPieceType = n:q",
            "line 2: pieces that may promote but need not cannot be expressed",
        ),
        (
            "[x:chess]\nmandatoryPiecePromotion = true\npromotedPieceType = n:q r:b",
            "line 3: `promotedPieceType` makes several pieces of others",
        ),
        (
            "[x:chess]\nmandatoryPiecePromotion = true\npromotedPieceType = nq",
            "line 3: `promotedPieceType`: `nq` is not written as `s:g`.",
        ),
        (
            "[x:chess]\nmandatoryPiecePromotion = true\npromotedPieceType = n:q\npromotionRegionBlack = *1 *8",
            "line 3: a piece that begins where it promotes",
        ),
        (
            "[x:chess]\nflagPieceWhite = n\nflagPieceBlack = b\nflagRegion = d4",
            "line 4: goals that other pieces of White's",
        ),
        ("[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "line 2: [KingCanBeTaken(Black)]"),
    ]);
}

#[test]
fn only_pieces_that_somebody_can_have_become_others() {
    let ini = "[x:chess]\nstartFen = 3nk3/8/8/8/8/8/8/3NK3 w - - 0 1\nmandatoryPiecePromotion = true\npromotedPieceType = n:q r:q\n";
    let found = of_ini(ini, None).expect("a game");
    assert!(found.file.contains("pieces = \"N\"\nbecomes = \"Q\""), "{}", found.file);
    let none = of_ini(&ini.replace("n:q r:q", "b:q r:q"), None).expect("a game");
    assert!(!none.file.contains("[zone]") && !none.file.contains("queen"), "{}", none.file);
}

#[test]
fn what_changes_no_rule_is_a_remark() {
    let ini = "[x:chess]\nvariantTemplate = fairy ; for a program\npieceValueMg = p:100\nstartFen = 4k3/8/8/8/8/8/8/4K3[-] w - - 0 1\n";
    let found = of_ini(ini, None).expect("a game");
    assert_eq!(found.section, "x");
    let remarks: Vec<String> = found.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(
        remarks,
        [
            "line 2: `variantTemplate` is for programs, and is left out.",
            "line 3: `pieceValueMg` is for programs, and is left out."
        ]
    );
    assert!(found.file.contains("name = \"X\"\n") && !found.file.contains("queen"), "{}", found.file);
}

#[test]
fn a_text_that_is_too_long_is_refused() {
    let long = format!("[x:chess]\n{}", "#\n".repeat(MOST_BYTES_OF_INI / 2));
    assert_eq!(told(&long), [format!("line 1: the file is longer than {MOST_BYTES_OF_INI} bytes.")]);
    let many: String =
        (0..100).flat_map(|number| ["[x".to_owned(), number.to_string(), ":chess]\n".to_owned()]).collect();
    let Err(Refused::Faults(faults)) = of_ini(&many, None) else { panic!("it is refused") };
    assert!(faults[0].text.len() < 300 && faults[0].text.starts_with("name one of the sections: x0, x1,"));
}

/// Returns a text with some letters and lines changed at random.
fn mutated(text: &str, random: &mut fastrand::Rng) -> String {
    const LETTERS: [char; 16] =
        ['k', 'K', 'r', 'R', '*', '/', '1', '9', 'a', 'q', ':', '=', '-', '[', ']', 'é'];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..random.usize(1..5) {
        let (at, other) = (random.usize(..lines.len()), random.usize(..lines.len()));
        match random.u8(..4) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => {
                let value = lines[other].split_once('=').map_or("é[", |(_, value)| value).to_owned();
                if let Some((key, _)) = lines[at].clone().split_once('=') {
                    lines[at] = format!("{key}={value}");
                }
            }
            _ => {
                let mut letters: Vec<char> = lines[at].chars().collect();
                if !letters.is_empty() {
                    let place = random.usize(..letters.len());
                    letters[place] = random.choice(LETTERS).expect("a letter");
                    lines[at] = letters.into_iter().collect();
                }
            }
        }
    }
    lines.join("\n")
}

#[test]
fn a_mutated_text_is_refused_with_a_sentence_or_can_be_played() {
    let mut random = fastrand::Rng::with_seed(61);
    let (mut played, mut refused) = (0, 0);
    for round in 0..1_000 {
        let ini = mutated(INI, &mut random);
        let names = sections(&ini);
        let name = names[round % names.len()];
        match of_ini(&ini, Some(name)) {
            Ok(found) => {
                played += 1;
                let game = of_file("mutated", &found.file).unwrap_or_else(|refused| panic!("{refused:?}"));
                assert!(!Position::start(game).legal_moves().is_empty(), "{}", found.file);
            }
            Err(Refused::Faults(faults)) => {
                refused += 1;
                let lines = ini.lines().count();
                let sound =
                    |fault: &games::Fault| (1..=lines).contains(&fault.line) && fault.text.ends_with('.');
                assert!(!faults.is_empty() && faults.iter().all(sound), "{faults:#?}");
            }
            Err(Refused::Start(line, _)) => {
                refused += 1;
                assert!((1..=ini.lines().count()).contains(&line));
            }
        }
    }
    assert!(played > 250 && refused > 50, "{played} played, {refused} refused");
}
