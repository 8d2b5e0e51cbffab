//! Every game has its page of rules or a chapter in its family's page, and its content matches the program.

use super::{files_ending, none, read, root};
use rookery::cli::standing;
use rookery::games;
use rookery::rules::{Line, PieceType, Position, Spec, Variant, read_move};
use rookery::words::Words;

tests!(
    every_game_has_its_page_with_source_start_and_pieces,
    the_page_names_exactly_the_readings_of_the_game,
    the_page_explains_the_diagrams_of_the_game,
    every_example_comes_out_as_written,
    no_page_is_left_over,
    the_list_of_games_is_made_of_them,
);

/// The pages of rules in the games' folders.
fn pages() -> Vec<String> {
    files_ending("crates/games", "md")
}

/// A game's documentation: a page, or a chapter of one.
struct Chapter {
    /// The page's path.
    file: String,
    /// The heading marks before the game's name.
    marks: &'static str,
    text: String,
}

impl Chapter {
    fn of(spec: &Spec) -> Self {
        for file in pages() {
            let page = read(&file);
            for marks in ["#", "##"] {
                let heading = format!("{marks} {}", spec.name);
                let from_there = page.lines().skip_while(|line| *line != heading);
                let is_next = |line: &str| {
                    line.strip_prefix(marks).is_some_and(|rest| rest.starts_with(' '))
                        || line.starts_with("# ")
                };
                let lines: Vec<&str> = from_there
                    .enumerate()
                    .take_while(|(at, line)| *at == 0 || !is_next(line))
                    .map(|(_, line)| line)
                    .collect();
                if !lines.is_empty() {
                    return Self { file, marks, text: lines.join("\n") };
                }
            }
        }
        panic!("no page tells {}", spec.name)
    }

    /// The lines below a heading; `None` without the heading.
    fn section(&self, heading: &str) -> Option<Vec<&str>> {
        let heading = format!("{}# {heading}", self.marks);
        let next = format!("{}# ", self.marks);
        let mut lines = self.text.lines().skip_while(|line| *line != heading);
        lines.next()?;
        Some(lines.take_while(|line| !line.starts_with(&next)).collect())
    }

    /// The rows of a table. A heading may say that they are only those that differ from the base's, which
    /// must then be complete.
    fn rows(&self, heading: &str) -> (Vec<&str>, bool) {
        let (lines, is_all) = match self.section(heading) {
            Some(lines) => (lines, true),
            None => (
                self.section(&format!("{heading} that differ"))
                    .unwrap_or_else(|| panic!("{}: {heading}", self.file)),
                false,
            ),
        };
        (lines.into_iter().filter(|line| line.starts_with('|')).skip(2).collect(), is_all)
    }
}

/// The rows that a chapter must have: all of its game's, or those that its base does not have.
fn expected(all: Vec<String>, of_base: Option<Vec<String>>, is_all: bool) -> Vec<String> {
    let of_base = of_base.filter(|_| !is_all).unwrap_or_default();
    all.into_iter().filter(|row| !of_base.contains(row)).collect()
}

fn base(variant: Variant) -> Option<Variant> {
    games::from_slug(variant.spec().base.as_deref()?)
}

fn piece_rows(variant: Variant) -> Vec<String> {
    let row = |piece: &PieceType| {
        let sentence = Words::english().piece(variant, piece);
        format!("| {} | {} | {sentence} |", piece.letter, piece.name)
    };
    variant.spec().piece_types().iter().map(row).collect()
}

fn diagram_rows(variant: Variant) -> Vec<String> {
    let spec = variant.spec();
    let row = |kind| {
        let captions: Vec<String> =
            spec.diagrams_of(kind).map(|diagram| Words::english().caption(variant, diagram)).collect();
        format!("| {} | {} |", spec.piece_type(kind).name, captions.join(" | "))
    };
    spec.kinds().map(row).collect()
}

fn every_game_has_its_page_with_source_start_and_pieces() {
    let mut found = Vec::new();
    for variant in games::all() {
        let spec = variant.spec();
        let chapter = Chapter::of(spec);
        let version = format!("Rules version {}.", spec.rules_version);
        for part in [&spec.source_url, &spec.start_fen, &version] {
            if !chapter.text.contains(part) {
                found.push(format!("{}: {} lacks {part}", chapter.file, spec.name));
            }
        }
        let (rows, is_all) = chapter.rows("Pieces");
        let expected = expected(piece_rows(variant), base(variant).map(piece_rows), is_all);
        if rows != expected {
            found.push(format!(
                "{}: the pieces of {} are {rows:#?}, not {expected:#?}",
                chapter.file, spec.name
            ));
        }
    }
    none(&found);
}

fn the_page_names_exactly_the_readings_of_the_game() {
    let mut found = Vec::new();
    for variant in games::all() {
        let chapter = Chapter::of(variant.spec());
        let lines = chapter.section("Our readings").unwrap_or_default();
        let named: Vec<&str> = lines.into_iter().filter_map(|line| line.strip_prefix("- ")).collect();
        let expected = Words::english().readings(variant);
        if named != expected {
            found.push(format!(
                "{}: the readings of {variant} are {named:#?}, not {expected:#?}",
                chapter.file
            ));
        }
    }
    none(&found);
}

fn the_page_explains_the_diagrams_of_the_game() {
    let mut found = Vec::new();
    for variant in games::all() {
        let slug = variant.slug();
        let chapter = Chapter::of(variant.spec());
        let (rows, is_all) = chapter.rows("Diagrams");
        let expected = expected(diagram_rows(variant), base(variant).map(diagram_rows), is_all);
        if rows != expected {
            found.push(format!("{}: the diagrams of {slug} are {rows:#?}, not {expected:#?}", chapter.file));
        }
        let is_at_home = chapter.file.starts_with(&format!("crates/games/{slug}/"));
        let folder = if is_at_home { String::new() } else { format!("../{slug}/") };
        let names = ["start.png", "diagrams.png"].into_iter().take(if rows.is_empty() { 1 } else { 2 });
        for picture in names.map(|name| format!("({folder}{name})")) {
            if !chapter.text.contains(&picture) {
                found.push(format!("{}: {slug} lacks {picture}", chapter.file));
            }
        }
    }
    none(&found);
}

/// A row of examples: a position, moves and the resulting state.
struct Example {
    position: String,
    moves: Vec<String>,
    then: String,
}

fn examples(chapter: &Chapter) -> Vec<Example> {
    let lines = chapter.section("Examples").unwrap_or_default();
    lines
        .into_iter()
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 6, "{line}");
            let plain = |cell: &str| cell.trim_matches('`').to_owned();
            Example {
                position: plain(cells[1]),
                moves: plain(cells[2]).split_whitespace().map(str::to_owned).collect(),
                then: cells[3].to_owned(),
            }
        })
        .collect()
}

/// The state after the example's moves; `illegal` if the last of them is.
fn outcome(variant: Variant, example: &Example) -> Result<String, String> {
    let start = match example.position.as_str() {
        "start" => Position::start(variant),
        fen => Position::from_fen(variant, fen).map_err(|error| error.to_string())?,
    };
    let mut line = Line::new(start);
    for (index, text) in example.moves.iter().enumerate() {
        match read_move(line.position(), text) {
            Ok(mv) if mv.to_string() == *text => line.play(mv).map_err(|error| error.to_string())?,
            Ok(mv) => return Err(format!("{text} should be written {mv}")),
            Err(error) if index + 1 == example.moves.len() => {
                return match error {
                    rookery::rules::ReadError::Illegal(_) => Ok("illegal".to_owned()),
                    other => Err(format!("{other:?}")),
                };
            }
            Err(error) => return Err(format!("{error:?}")),
        }
    }
    Ok(standing(&line))
}

fn every_example_comes_out_as_written() {
    let mut found = Vec::new();
    for variant in games::all() {
        let examples = examples(&Chapter::of(variant.spec()));
        assert!(examples.len() >= 3, "{}: examples", variant.slug());
        for example in examples {
            let outcome = outcome(variant, &example);
            if outcome.as_deref() != Ok(&example.then) {
                found.push(format!(
                    "{}: {} {}: {outcome:?}, not {}",
                    variant.slug(),
                    example.position,
                    example.moves.join(" "),
                    example.then
                ));
            }
        }
    }
    none(&found);
}

fn no_page_is_left_over() {
    let told: Vec<String> = games::all().map(|variant| Chapter::of(variant.spec()).file).collect();
    none(&pages().into_iter().filter(|page| !told.contains(page)).collect::<Vec<_>>());
}

/// The head of README's list of games.
const LIST: &str = "| family | in a sentence | sisters |\n|---|---|---|\n";

/// A game's name with a link to its rules.
fn link(game: Variant) -> String {
    let chapter = Chapter::of(game.spec());
    let anchor = if chapter.marks == "#" { String::new() } else { format!("#{}", heading_id(game.name())) };
    format!("[{}]({}{anchor})", game.name(), chapter.file)
}

/// The anchor of a heading.
fn heading_id(heading: &str) -> String {
    let kept = heading.chars().filter(|one| one.is_alphanumeric() || " -".contains(*one));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn the_list_of_games_is_made_of_them() {
    let words = Words::english();
    let mut made = String::new();
    for family in games::families() {
        let (mut first, mut sisters) = (String::new(), Vec::new());
        for game in games::of_family(family) {
            if game.slug() != family.slug() {
                sisters.push(link(game));
                continue;
            }
            let has_puzzles =
                games::folders()[game.spec().place.expect("a game of the list")].puzzles.is_some();
            let marks = if has_puzzles { "**" } else { "" };
            first = format!("{marks}{}{marks} | {}", link(game), words.game_in_short(game));
        }
        made += format!("| {first} | {} |\n", sisters.join(", ")).as_str();
    }
    let page = read("README.md");
    let (before, rest) = page.split_once(LIST).expect("a list of games");
    let written: usize =
        rest.split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    if std::env::var_os("ROOKERY_BLESS").is_some() {
        let anew = format!("{before}{LIST}{made}{}", &rest[written..]);
        std::fs::write(root().join("README.md"), anew).expect("writable");
        return;
    }
    assert_eq!(&rest[..written], made, "README.md says otherwise (ROOKERY_BLESS=1 writes the list anew)");
}
