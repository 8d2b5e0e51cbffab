//! Every game has its page of rules, and what stands there is what the program does.

use super::{files_below, none, read};
use rookery::cli::standing;
use rookery::rules::{Line, Position, Spec, Variant, read_move};
use rookery::words::Words;

tests!(
    every_game_has_its_page_with_source_start_and_pieces,
    the_page_names_exactly_the_readings_of_the_game,
    the_page_explains_the_diagrams_of_the_game,
    every_example_comes_out_as_written,
    no_page_is_left_over,
);

fn page(spec: &Spec) -> String {
    read(&format!("docs/rules/{}.md", spec.slug))
}

/// The lines of the section below a `## ` heading.
fn section<'a>(page: &'a str, heading: &str) -> Vec<&'a str> {
    page.lines()
        .skip_while(|line| *line != format!("## {heading}"))
        .skip(1)
        .take_while(|line| !line.starts_with("## "))
        .collect()
}

fn every_game_has_its_page_with_source_start_and_pieces() {
    let mut found = Vec::new();
    let words = Words::english();
    for variant in Variant::all() {
        let spec = variant.spec();
        let page = page(spec);
        let version = format!("Rules version {}.", spec.rules_version);
        for part in [&format!("# {}\n", spec.name), spec.source_url, spec.start_fen, &version] {
            if !page.contains(part) {
                found.push(format!("docs/rules/{}.md lacks {part}", spec.slug));
            }
        }
        for piece in spec.piece_types() {
            let sentence = words.piece(variant, piece);
            let row = format!("| {} | {} | {sentence} |", piece.letter, piece.name);
            if !section(&page, "Pieces").contains(&row.as_str()) {
                found.push(format!("docs/rules/{}.md lacks the row {row}", spec.slug));
            }
        }
    }
    none(&found);
}

fn the_page_names_exactly_the_readings_of_the_game() {
    for variant in Variant::all() {
        let spec = variant.spec();
        let page = page(spec);
        let named: Vec<&str> =
            section(&page, "Our readings").into_iter().filter_map(|line| line.strip_prefix("- ")).collect();
        assert_eq!(named, Words::english().readings(variant), "the readings of docs/rules/{}.md", spec.slug);
    }
}

fn the_page_explains_the_diagrams_of_the_game() {
    for variant in Variant::all() {
        let spec = variant.spec();
        let caption = |diagram| Words::english().caption(variant, diagram);
        let page = page(spec);
        let section = section(&page, "Diagrams");
        let rows: Vec<&str> = section.iter().filter(|line| line.starts_with('|')).skip(2).copied().collect();
        let expected: Vec<String> = spec
            .diagrams
            .chunks(2)
            .map(|two| {
                let name = spec.kind(two[0].kind).map_or("", |kind| spec.piece_type(kind).name);
                format!("| {name} | {} | {} |", caption(&two[0]), caption(&two[1]))
            })
            .collect();
        assert_eq!(rows, expected, "the diagrams of docs/rules/{}.md", spec.slug);
        let picture = format!("(../diagrams/{}.png)", spec.slug);
        assert!(section.iter().any(|line| line.contains(&picture)), "docs/rules/{}.md: {picture}", spec.slug);
    }
}

/// What a row of the examples says: a position, moves and how the game then stands.
struct Example {
    position: String,
    moves: Vec<String>,
    then: String,
}

fn examples(page: &str) -> Vec<Example> {
    section(page, "Examples")
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

/// How the game stands after the example's moves; `illegal` if the last of them is.
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
    for variant in Variant::all() {
        let examples = examples(&page(variant.spec()));
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
    let stray: Vec<String> = files_below("docs/rules")
        .into_iter()
        .filter(|path| {
            let slug = path.trim_start_matches("docs/rules/").trim_end_matches(".md");
            slug != "common" && Variant::from_slug(slug).is_none()
        })
        .collect();
    none(&stray);
}
