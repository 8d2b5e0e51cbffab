//! Sentences for players are in `src/words` and nowhere else.

use super::code::{bare, texts};
use super::{none, read, sources};

tests!(sentences_stand_in_words_alone, a_sentence_is_seen, what_players_do_not_read_is_none);

/// Files whose texts players do not read: texts for the operator, the stand-in, and the sentences themselves.
const NOT_FOR_PLAYERS: &[&str] = &[
    "src/words/",
    "crates/sandbox/src/",
    "crates/store/src/",
    "src/config",
    // A protocol for programs, and figures for engine development.
    "src/cli/bench.rs",
    "src/cli/puzzles.rs",
    "src/cli/train.rs",
    "src/cli/tune.rs",
    "src/cli/uci.rs",
    "src/program",
    // Why a stored game is inconsistent.
    "src/app/background/verify.rs",
    "crates/game/src/log.rs",
    "src/discord/ingress/application.rs",
    "src/discord/bot_state.rs",
    "src/discord/operator.rs",
    "src/discord/startup/command_sync.rs",
    "src/discord/ingress/http_endpoint.rs",
    "src/discord/rest/form_errors.rs",
    "src/discord/ingress/gateway/",
    "src/discord/ops/heartbeat.rs",
    "src/discord/rest/rate_limit.rs",
    "src/discord/rest/messenger.rs",
    // Why a picture was not drawn.
    "src/discord/rest/pictures.rs",
    // Texts of monitoring.
    "src/discord/metrics.rs",
    "src/discord/ingress/endpoint_probe.rs",
    "src/discord/ingress/way_in_watch.rs",
    "src/discord/ops/process_metrics.rs",
    "src/web/metrics.rs",
    "src/discord/monitoring.rs",
    "src/discord/startup/ownership.rs",
    "src/discord/rest/retry.rs",
    "src/discord/rest/request.rs",
    "src/discord/bot.rs",
    // Responses to browser requests that our pages never send.
    "src/web/guard.rs",
    "src/web/assets.rs",
    // An address set by the operator.
    "src/http_server/apart.rs",
    "src/web/url.rs",
    "src/discord/rest/connections.rs",
    "src/discord/rest/token_watch.rs",
    "src/discord/rest/transport.rs",
    "src/discord/dispatch/worker.rs",
    "crates/render/src/themes/",
    // English as typed by people, for parsing.
    "crates/rules/src/reader/vocabulary.rs",
    "crates/rules/src/reader/lexer.rs",
    "crates/rules/src/reader/plain.rs",
    // Contradictions in a game's description, for its author.
    "crates/rules/src/movegen/moves.rs",
    "crates/rules/src/board/square.rs",
    "crates/rules/src/spec/description_reader.rs",
    "crates/rules/src/spec/contradictions.rs",
    "crates/games/src/list.rs",
    "crates/games/src/own.rs",
    "crates/games/src/file.rs",
    "crates/games/src/file/",
    "crates/games/src/ini.rs",
    "crates/games/src/ini/",
    // Limits of another program's diagrams, for users who export a game.
    "crates/games/src/xbetza.rs",
];

/// Stored forms and names that look like sentences.
const NONE: &[&str] = &[
    "Birds and Ninjas",
    "aborted stop",
    "aborted time",
    "channel deleted",
    "draw agreed",
    "draw fifty",
    "draw fivefold",
    "draw material",
    "draw both-arrived",
    "draw seventy-five",
    "draw threefold",
    "time forfeit",
    "draw time",
    "time forfeit",
];

/// Code before a text that only the operator or a programmer reads.
const FOR_THE_OPERATOR: &[&str] = &[
    "tracing::",
    "expect(",
    "panic!(",
    "assert",
    "unreachable!(",
    "reason =",
    "#[error",
    "internal(",
    "#[doc",
    "#[must_use",
];

/// True for two words, one of them in lower case: `"no game here"`, but neither `"board.png"` nor `"v2:{}"`.
fn is_sentence(text: &str) -> bool {
    // Placeholders do not count.
    let plain: String =
        text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
    let words: Vec<&str> = plain
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation()))
        .filter(|word| word.len() > 1 && word.chars().all(|c| c.is_alphabetic() || "'-".contains(c)))
        .collect();
    !NONE.contains(&text) && words.len() > 1 && words.iter().any(|word| word.chars().all(char::is_lowercase))
}

/// The sentences of a source file with their lines, without those of its unit tests.
fn sentences(source: &str) -> Vec<(usize, String)> {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code = bare(source);
    let lines: Vec<&str> = code.lines().collect();
    texts(source)
        .into_iter()
        .filter(|(_, text)| is_sentence(text))
        .filter(|(line, _)| {
            // Our statements are at most this long.
            let before = &lines[line.saturating_sub(8)..*line];
            let ends = |line: &&str| {
                let line = line.trim_end();
                line.ends_with([';', '{', '}']) || (line.ends_with(',') && line.contains("=>"))
            };
            let begin = before[..before.len() - 1].iter().rposition(ends);
            let statement = before[begin.map_or(0, |at| at + 1)..].concat();
            !FOR_THE_OPERATOR.iter().any(|mark| statement.contains(mark))
        })
        .collect()
}

fn sentences_stand_in_words_alone() {
    let mut wrong = Vec::new();
    for path in sources() {
        if NOT_FOR_PLAYERS.iter().any(|start| path.starts_with(start))
            || path.ends_with("tests.rs")
            || path.contains("/tests/")
        {
            continue;
        }
        wrong.extend(
            sentences(&read(&path))
                .into_iter()
                .map(|(line, text)| format!("{path}:{line}: {text:?} belongs into src/words")),
        );
    }
    none(&wrong);
}

fn a_sentence_is_seen() {
    for source in [
        "fn a() -> String { format!(\"It is {who}'s turn.\") }",
        "const A: &str = \"there is no game\";",
        "// A comment.\nlet text = \"You may\\\n  castle\";",
        "let text = r#\"Say \"yes\" or no\"#;",
    ] {
        assert_eq!(sentences(source).len(), 1, "{source}");
    }
}

fn what_players_do_not_read_is_none() {
    for source in [
        "// There is no game.\nlet a = \"e2e4\";",
        "tracing::warn!(\n    game,\n    \"a stored game cannot be replayed\"\n);",
        "let a = b.expect(\"a position of the list\");",
        "let a = \"v2:flip:{game}\";",
        "let a = (\"KQkq -\", \"{first} {second}\");",
        "#[cfg(test)]\nmod tests {\n    const A: &str = \"there is no game\";\n}",
    ] {
        assert_eq!(sentences(source), Vec::new(), "{source}");
    }
}
