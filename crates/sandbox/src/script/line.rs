//! Parses a typed line such as `/challenge variant:chess opponent: b` as Discord's input box does.

use serde_json::{Value, json};

/// A typed line: the command, the filled-in options, and the option at the cursor.
#[derive(Debug, PartialEq)]
pub(super) struct TypedLine {
    pub command: String,
    pub options: Value,
    pub focused: String,
}

/// Parses a line against the registered commands.
pub(super) fn read(line: &str, commands: &[Value]) -> Result<TypedLine, String> {
    let line = line.strip_prefix('/').unwrap_or(line);
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    let command = commands
        .iter()
        .find(|c| c["name"] == name)
        .ok_or_else(|| format!("There is no command /{name} here."))?;
    let (sub, known, rest) = descend(&command["options"], rest);
    let options = known.as_array().map_or(&[][..], Vec::as_slice);
    let mut marks: Vec<(usize, &str)> = Vec::new();
    for option in options {
        let name = option["name"].as_str().unwrap_or_default();
        let found = rest
            .match_indices(&format!("{name}:"))
            .map(|(at, _)| at)
            .find(|at| *at == 0 || rest[..*at].ends_with(' '));
        marks.extend(found.map(|at| (at, name)));
    }
    marks.sort_unstable();
    let completes = || options.iter().find(|o| o["autocomplete"] == true).and_then(|o| o["name"].as_str());
    let (filled, focused) = match marks.last() {
        None => {
            let focused = completes().ok_or_else(|| format!("/{name} has no option with autocomplete."))?;
            (vec![json!({ "name": focused, "value": rest })], focused)
        }
        Some((_, focused)) => {
            let ends = marks.iter().skip(1).map(|(at, _)| *at).chain([rest.len()]);
            let pairs = marks.iter().zip(ends).map(
                |((at, name), end)| json!({ "name": name, "value": rest[at + name.len() + 1..end].trim() }),
            );
            (pairs.collect(), *focused)
        }
    };
    let mut options = Value::Array(filled);
    for name in sub.into_iter().rev() {
        options = json!([{ "name": name, "options": options }]);
    }
    Ok(TypedLine { command: name.to_owned(), options, focused: focused.to_owned() })
}

/// Consumes the subcommand names at the start of the rest.
fn descend<'v>(options: &'v Value, rest: &'v str) -> (Vec<String>, &'v Value, &'v str) {
    let (mut path, mut options, mut rest) = (Vec::new(), options, rest);
    loop {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let list = options.as_array().map_or(&[][..], Vec::as_slice);
        let nested = list.iter().find(|o| o["name"] == word && o["type"].as_i64().unwrap_or(3) <= 2);
        let Some(nested) = nested else {
            return (path, options, rest);
        };
        path.push(word.to_owned());
        (options, rest) = (&nested["options"], after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_input_box_reads_them() {
        let commands = [
            json!({ "name": "move", "options": [{ "name": "move", "type": 3, "autocomplete": true }] }),
            json!({ "name": "x", "options": [{ "name": "go", "type": 1, "options": [{ "name": "a", "type": 3 }, { "name": "b", "type": 3, "autocomplete": true }] }] }),
        ];
        let check = |line: &str, options: Value, focused: &str| {
            let read = read(line, &commands).expect("a known command");
            assert_eq!((read.options, read.focused.as_str()), (options, focused), "{line}");
        };
        check("/move ni", json!([{ "name": "move", "value": "ni" }]), "move");
        check("/move", json!([{ "name": "move", "value": "" }]), "move");
        check("/move move:ni e", json!([{ "name": "move", "value": "ni e" }]), "move");
        check(
            "/x go a: one b: t",
            json!([{ "name": "go", "options": [{ "name": "a", "value": "one" }, { "name": "b", "value": "t" }] }]),
            "b",
        );
        assert!(read("/nothing", &commands).is_err());
    }
}
