//! Malicious files: twenty kinds, each in ten sizes.

/// A kind: its name, and the text for each size from 0 to 9.
pub type Kind = (&'static str, fn(usize) -> String);

/// All kinds.
pub const ALL: [Kind; 20] = [
    ("deep nesting", deep_nesting),
    ("giant numbers", giant_numbers),
    ("huge lists", huge_lists),
    ("squares without end", squares_without_end),
    ("names of odd letters", odd_names),
    ("unseen letters", unseen_letters),
    ("the widest riders", widest_riders),
    ("no moves", no_moves),
    ("contradictions", contradictions),
    ("games that extend", extending),
    ("absurd positions", absurd_positions),
    ("long lines", long_lines),
    ("odd bytes", odd_bytes),
    ("one letter without end", one_letter),
    ("keys twice", keys_twice),
    ("odd ranges", odd_ranges),
    ("absurd drops", absurd_drops),
    ("castling from nowhere", odd_castling),
    ("places outside", places_outside),
    ("lessons without end", endless_lessons),
];

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
const OF_CHESS: &str = r#""king", "queen", "rook", "bishop", "knight", "pawn""#;

/// Returns a game with this start, these pieces, and further sections.
fn game(start: &str, pieces: &str, more: &str) -> String {
    format!("name = \"A game\"\nstart = \"{start}\"\npieces = [{pieces}]\n{more}\n")
}

/// Returns chess with additional sections.
fn chess(more: &str) -> String {
    game(CHESS, OF_CHESS, more)
}

/// Returns the text of this size, or an empty one.
fn one(of: [&str; 10], size: usize) -> String {
    of.get(size).copied().unwrap_or_default().to_owned()
}

fn deep_nesting(size: usize) -> String {
    let depth = [3, 40, 79, 90, 400][size % 5];
    let (open, close) = if size < 5 { ("[", "]") } else { ("{ a = ", "}") };
    format!(
        "{}pieces = {}1{}\n",
        chess("").split("pieces").next().unwrap_or_default(),
        open.repeat(depth),
        close.repeat(depth)
    )
}

fn giant_numbers(size: usize) -> String {
    let number = [
        "99999999999999999999999999999999",
        "-9223372036854775809",
        "0xffffffffffffffffffffffff",
        "1e308",
        "inf",
        "nan",
        "2026-11-28T00:00:00Z",
        "0b1",
        "1_0",
        "255",
    ];
    let number = number.get(size).copied().unwrap_or_default();
    chess(&format!(
        "[board]\nfiles = {number}\nlast_rank = {number}\n[pawn]\nsteps = {number}\nsteps_from = {{ {size}{size}{size} = {number} }}\n[promotion]\nwhite = {number}"
    ))
}

fn huge_lists(size: usize) -> String {
    let many = |text: &str, times: usize| vec![text; times].join(",");
    match size {
        0 => game(CHESS, &many("\"king\"", 1_900), ""),
        1 => game(CHESS, &many("\"\"", 4_000), ""),
        2 => chess(&format!("[promotion]\nto = [{}]", many("\"\"", 4_500))),
        3 => chess(&format!("[promotion]\nto = [{}]", many("\"Q\"", 3_500))),
        4 => chess(&format!("[promotion]\nto = [\"{}\"]", "QRBN".repeat(3_900))),
        5 => chess(&format!("[castling]\nways = [{}]", many("\"Ke1-g1 Rh1-f1\"", 900))),
        6 => chess(&format!("[castling]\nways = [{}]", many("1", 7_000))),
        7 => chess(&format!("[insufficient]\nlone = \"{}\"", "NBRQ".repeat(3_900))),
        8 => chess(&format!(
            "[zone]\npieces = \"{}\"\nbecomes = \"Q\"\nwhite = \"a8-h8\"",
            "NBR".repeat(5_000)
        )),
        _ => {
            let names: Vec<String> = (0..2_200).map(|number| format!("\"{number}\"")).collect();
            game(CHESS, &names.join(","), "")
        }
    }
}

fn squares_without_end(size: usize) -> String {
    let squares =
        ["a1-h8 ", "a0-j11 ", "a1 ", "a1-h8", "z9 ", "a1,", "a1-h8-a1 ", "j11-j11 ", "\\u0020", "\\t"]
            [size % 10];
    let squares = squares.repeat(15_000 / squares.len() / 3);
    chess(&format!(
        "[board]\nsquares = \"{squares}\"\n[goal]\nkind = \"escape\"\nwhite = \"{squares}\"\n[palace]\nwhite = \"{squares}\""
    ))
}

fn odd_names(size: usize) -> String {
    let name = [
        "e\u{301}",
        "\u{1f451}",
        "\u{7687}\u{5e1d}",
        "\u{5e9}\u{5dc}",
        "@everyone",
        "<@1>",
        "**bold**",
        "`code`",
        "[a](https://example.org)",
        "https://example.org",
    ];
    let name = name.get(size).copied().unwrap_or_default();
    let (slug, other) = if size < 5 { ("x", "N") } else { (name, name) };
    let piece = format!("[piece.\"{slug}\"]\nname = \"{name}\"\nletter = \"O\"\nmoves = \"{other}\"");
    chess(&piece).replace("A game", name).replace("\"pawn\"", &format!("\"pawn\", \"{slug}\""))
}

fn unseen_letters(size: usize) -> String {
    let letter = [
        '\u{202e}',
        '\u{2066}',
        '\u{200b}',
        '\u{200d}',
        '\u{feff}',
        '\u{ad}',
        '\u{3164}',
        '\u{e0041}',
        '\u{fe0f}',
        '\u{2028}',
    ];
    let letter = letter.get(size).copied().unwrap_or_default();
    let (in_moves, below) = if size < 5 {
        (String::new(), String::new())
    } else {
        (letter.to_string(), format!("[\"{letter}\"]"))
    };
    chess(&format!("[piece.x]\nname = \"O{letter}x\"\nletter = \"O\"\nmoves = \"N{in_moves}\"\n{below}"))
        .replace("A game", &format!("A{letter}game"))
        .replace("\"pawn\"", "\"pawn\", \"x\"")
}

/// Fifteen kinds of pieces on the largest board, fourteen of them with the longest rides.
fn widest_riders(size: usize) -> String {
    let moves = [
        "QNNCCZZ",
        "QNNCCZZDDAAHHGG",
        "NNCCZZDDAAHHGG",
        "mQcNNmCCcZZ",
        "Q12N12C12",
        "NNNCCZZ",
        "QDDAAHHGG",
        "NN",
        "Z2C2N2",
        "KNCZDAHG",
    ];
    let moves = moves.get(size).copied().unwrap_or_default();
    let letters = "ABCDEFGHIJLMNO";
    let pieces: Vec<String> =
        letters.chars().map(|letter| format!("\"r-{}\"", letter.to_ascii_lowercase())).collect();
    let spares = size != 9;
    let section = |letter: char| {
        let small = letter.to_ascii_lowercase();
        format!(
            "[piece.r-{small}]\nname = \"Rider {letter}\"\nletter = \"{letter}\"\nmoves = \"{moves}\"\nspares_kings = {spares}"
        )
    };
    let sections = letters.chars().map(section).collect::<Vec<_>>().join("\n");
    let rows = if size < 5 {
        ("abcdefghij/lmnoabcdef/ghijabcdk1", "ABCDEFGHIJ/LMNOABCDEF/GHIJABCDK1")
    } else {
        ("abcd5k/10/10", "10/10/ABCD5K")
    };
    let start = format!("{}/10/10/10/10/10/10/{} w - - 0 1", rows.0, rows.1);
    let board = "[board]\nfiles = 10\nfirst_rank = 0\nlast_rank = 11\nsquares = \"a0-j11\"\n";
    game(&start, &format!("\"king\", {}", pieces.join(", ")), &format!("{board}{sections}"))
}

fn no_moves(size: usize) -> String {
    let piece = |moves: &str| format!("[piece.one]\nname = \"One\"\nletter = \"O\"\nmoves = \"{moves}\"");
    let kings = "\"king\", \"one\"";
    match size {
        0 => game("8/8/8/8/8/5ok1/7o/7K w - - 0 1", kings, &piece("W")),
        1 => game("k7/8/8/8/8/8/8/7K w - - 0 1", "\"king\"", ""),
        2 => game("8/8/8/8/8/8/8/8 w - - 0 1", "\"king\"", ""),
        3 => game("kO6/OO6/8/8/8/8/6oo/6oK w - - 0 1", kings, &piece("fW")),
        4 => game("kO6/OO6/8/8/8/8/6oo/6oK w - - 0 1", kings, &piece("cG")),
        5 => game("kk6/8/8/8/8/8/8/6KK w - - 0 1", kings, &piece("W")),
        6 => game("k7/8/8/8/8/8/8/7K w - - 0 1", kings, &piece("")),
        7 => game("k7/8/8/8/8/8/8/7K w - - 0 1", kings, "exits = \"a1-h8\""),
        8 => game(
            "k7/8/8/8/8/8/8/7K w - - 0 1",
            "\"emperor\"",
            "[piece.emperor]\nname = \"E\"\nletter = \"K\"\nmoves = \"mW\"",
        ),
        _ => game("k7/8/8/8/8/8/8/7K w - - 100000 100000", "\"king\"", "[insufficient]\nlone = \"\""),
    }
}

fn contradictions(size: usize) -> String {
    chess(&one(
        [
            "[board]\nfirst_rank = 9\nlast_rank = 2",
            "[promotion]\nwhite = 1\nblack = 8",
            "[goal]\nkind = \"escape\"",
            "[goal]\nkind = \"escape\"\nwhite = \"a1-h8\"\nblack = \"a1-h8\"",
            "[brake]\npiece = \"K\"\nholds_leapers = true",
            "[zone]\npieces = \"QRBN\"\nbecomes = \"Q\"\nwhite = \"a1-h8\"\nblack = \"a1-h8\"",
            "[zone]\npieces = \"KP\"\nbecomes = \"K\"\nwhite = \"a1-h8\"",
            "[pawn]\nsteps = 3\nbacks = true\non_first_ranks = true",
            "[pawn]\nsteps_from = { 0 = 3, 11 = 3, 7 = 0 }\n[promotion]\nto = [\"Q\", \"Q\", \"Q\"]",
            "castling = true\npalace = false\ngoal = false\nzone = false\ndrops = false\nbrake = false\nlesson = false\nfreezer = false",
        ],
        size,
    ))
}

fn extending(size: usize) -> String {
    let base = [
        "hostile",
        "own-00000000000000000000",
        "A game",
        "",
        "orthodox",
        "../chess",
        "birds-and-ninjas",
        "squirrel",
        "prison-break",
        "insane-ninja-2",
    ];
    let base = base.get(size).copied().unwrap_or_default();
    let board = "[board]\nfiles = 10\nfirst_rank = 0\nlast_rank = 11\nsquares = \"a0-j11\"\n[[lesson]]\nname = \"mate\"\nfrom = \"chess\"";
    format!(
        "name = \"A game\"\nextends = \"{base}\"\ndiagrams_from = \"{base}\"\n{}",
        if size.is_multiple_of(2) { board } else { "" }
    )
}

fn absurd_positions(size: usize) -> String {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let start = match size {
        0 => format!("{board} w KQkq - 99999999999999999999 99999999999999999999"),
        1 => format!("{board} w KQkq - -1 -1"),
        2 => "99999999999999999999/8/8/8/8/8/8/8 w - - 0 1".to_owned(),
        3 => format!("{} w - - 0 1", "8/".repeat(4_000)),
        4 => format!("{board}[{}] w KQkq - 0 1", "J".repeat(9_000)),
        5 => format!("{board} w KQkqKQkq e3e4e5 0 0"),
        6 => format!("{board} x - a99 0 1 0/0 7 8 9"),
        7 => format!("{board} w KQkq - 100000 100000"),
        8 => "k7/8/8/8/8/8/8/K6Q w - - 0 1".to_owned(),
        _ => format!("{} w - - 0 1", "*".repeat(9_000)),
    };
    game(&start, OF_CHESS, "")
}

fn long_lines(size: usize) -> String {
    let long = "abcd".repeat(3_950);
    let piece = |moves: &str| format!("[piece.one]\nname = \"One\"\nletter = \"O\"\nmoves = \"{moves}\"");
    match size {
        0 => chess("").replace("A game", &long),
        1 => format!("# {long}\n{}", chess("")),
        2 => chess(&format!("source = \"https://example.org/{long}\"")),
        3 => chess(&format!("source = \"{0}\"\n{0} = 1", &long[..7_000])),
        4 => chess(&piece(&"W".repeat(15_000))),
        5 => chess(&piece(&"fb".repeat(7_000))),
        6 => chess(&piece(&format!("R{}", "9".repeat(15_000)))),
        7 => chess(&piece(&format!("special:{long}"))),
        8 => chess(&piece("K").replace("piece.one", &format!("piece.{long}"))),
        _ => chess(&piece(&"mWcFmDcAmNcC".repeat(1_200))),
    }
}

fn odd_bytes(size: usize) -> String {
    let text = chess("[insufficient]\nlone = \"NB\"");
    match size {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', "\r"),
        2 => format!("\u{feff}{text}"),
        3 => format!("{text}\u{feff}"),
        4 => text.replace("A game", "A\0game"),
        5 => format!("{text}\0"),
        6 => text.chars().flat_map(|letter| ['\0', letter]).collect(),
        7 => text.replace(' ', "\u{a0}"),
        8 => text.replace("A game", "A\\u0000game\\u202E"),
        _ => text.replace("A game", "A \u{1b}[31m game\u{7}"),
    }
}

fn one_letter(size: usize) -> String {
    let text = ["[", "{", "\"", "'", "=", "#", "\\", "a.", "\n", "[a]\n"][size % 10];
    text.repeat(16_384 / text.len())
}

fn keys_twice(size: usize) -> String {
    let many = |one: &dyn Fn(usize) -> String, times: usize| (0..times).map(one).collect::<String>();
    match size {
        0 => chess("name = \"Another\""),
        1 => chess("[board]\n[board]"),
        2 => chess(&many(&|_| "[board]\n".to_owned(), 1_900)),
        3 => chess(&many(&|number| format!("k{number} = 1\n"), 1_400)),
        4 => chess(&many(&|number| format!("[piece.p{number}]\n"), 1_000)),
        5 => chess(&many(
            &|number| format!("[piece.p{number}]\nname=\"P{number}\"\nletter=\"P\"\nmoves=\"W\"\n"),
            280,
        )),
        6 => chess(&many(&|number| format!("[s{number}]\n"), 1_600)),
        7 => chess(&format!("a{} = 1", ".a".repeat(7_900))),
        8 => chess(&format!("[a{}]", ".a".repeat(7_900))),
        _ => chess(&format!(
            "pieces.a = 1\n[piece]\n{}",
            many(&|number| format!("p{number}.name.x = 1\n"), 700)
        )),
    }
}

fn odd_ranges(size: usize) -> String {
    let range = [
        "h8-a1",
        "a1-",
        "-a1",
        "a1-b2-c3",
        "a12-b12",
        "a99999999999999999999",
        "a-1",
        "A1-H8",
        "\u{ff41}1",
        "a1--h8",
    ];
    let range = range.get(size).copied().unwrap_or_default();
    chess(&format!("exits = \"{range}\"\n[board]\nsquares = \"a1-h8 {range}\"\n[zone]\npieces = \"N\"\nbecomes = \"Q\"\nwhite = \"{range}\"\n[[diagram]]\npiece = \"N\"\nfrom = \"{range}\"\nfen = \"{range}\""))
        .replace("exits", if size.is_multiple_of(2) { "# exits" } else { "exits" })
}

fn absurd_drops(size: usize) -> String {
    let (in_hand, in_all, hand) = [
        (30, 30, 30),
        (1, 30, 1),
        (30, 1, 2),
        (0, 0, 0),
        (31, 31, 31),
        (255, 255, 9),
        (30, 30, 16),
        (5, 20, 6),
        (2, 2, 0),
        (30, 30, 400),
    ][size % 10];
    let half = [(7, 2), (3, 6), (0, 11), (8, 1), (11, 0)][size % 5];
    let start = format!(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{}{}] w - - 0 1",
        "J".repeat(hand),
        "j".repeat(hand)
    );
    let drops = format!(
        "[drops]\nin_hand = {in_hand}\nin_all = {in_all}\nwhite = \"a2-h2\"\nblack = \"a7-h7\"\npushes = {}\nwhite_half = {}\nblack_half = {}",
        size.is_multiple_of(2),
        half.0,
        half.1
    );
    game(&start, &format!("{OF_CHESS}, \"ninja-pawn\""), &drops)
}

fn odd_castling(size: usize) -> String {
    let ways = [
        "\"Kd1-g1 Rh1-f1\"",
        "\"Ke1-g1 Ra1-d1\"",
        "\"Ke1-e1 Rh1-f1\"",
        "\"Ke1-j1 Ri1-f1\"",
        "\"Ke9-g9 Rh9-f9\"",
        "\"Ke1-h1 Rh1-g1\", \"Ke1-g1 Rh1-f1\", \"Ke1-f1 Rh1-e1\", \"Ke1-a1 Ra1-b1\"",
        "\"Ke8-g8 Rh8-f8\"",
        "\"K-g1 R-f1\"",
        "\"Ke1-g1 Rf1-e1\"",
        "\"Ka1-h1 Rh1-a1\"",
    ];
    let rank = [8, 0, 11, 1, 9][size % 5];
    let ways = ways.get(size).copied().unwrap_or_default();
    chess(&format!("[castling]\nblack_rank = {rank}\nways = [{ways}]")).replace("w -", "w KQkq")
}

fn places_outside(size: usize) -> String {
    let places = ["a0-j11", "j11", "a9", "i1", "a1-h8", "e1 e8", "h0", "", "d4 d4 d4", "a1-h4"];
    let places = places.get(size).copied().unwrap_or_default();
    let section = ["palace", "goal", "zone"][size % 3];
    let more = ["", "kind = \"scepter\"", "pieces = \"N\"\nbecomes = \"B\""][size % 3];
    chess(&format!("exits = \"{places}\"\nfreezer = \"Q\"\n[{section}]\n{more}\nwhite = \"{places}\"\nblack = \"{places}\"\n[insufficient]\nlone = \"K\""))
        .replace("exits = ", if size < 5 { "# exits = " } else { "exits = " })
}

fn endless_lessons(size: usize) -> String {
    let step = |aim: &str, moves: &str| {
        format!("[[lesson]]\nname = \"a\"\nfen = \"{CHESS}\"\naim = \"{aim}\"\nmoves = [{moves}]\n")
    };
    match size {
        0 => chess(&step("win", "\"e2e4\"").repeat(110)),
        1 => chess(&step("win", &"\"Ng1f3\",\"g8f6\",\"f3g1\",\"f6g8\",".repeat(400))),
        2 => chess(&step("take", "")),
        3 => chess(&step(&format!("take {}", "a1 ".repeat(4_900)), "")),
        4 => chess(&step(&format!("reach N {}", "z99 ".repeat(3_500)), "\"\"")),
        5 => chess(&step("win", &"\"\",".repeat(4_900))),
        6 => chess(&"[[lesson]]\n".repeat(1_400)),
        7 => chess(&"[[lesson]]\nname=\"a\"\nfrom=\"chess\"\n".repeat(420)),
        8 => chess(&format!("[[diagram]]\npiece = \"N\"\nfrom = \"d4\"\nfen = \"{}\"\n", "8/".repeat(7_500))),
        _ => chess(&"[[diagram]]\npiece=\"N\"\nfen=\"\"\n".repeat(450)),
    }
}
