//! `rookery export` on the command line.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

tests!(
    a_game_becomes_a_file_beside_its_moves,
    progress_is_told_for_many_files_and_one_that_fails_holds_up_no_other,
    a_move_is_one_of_each_side,
    moves_may_come_from_standard_input,
    a_game_that_cannot_be_small_enough_is_written_and_said,
    what_is_wrong_is_said_in_a_sentence,
);

fn export(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command.arg("export").args(arguments).current_dir(folder).output().expect("the program runs")
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn frames(file: &Path) -> usize {
    let file = fs::File::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut decoder = gif::DecodeOptions::new().read_info(file).expect("a GIF");
    std::iter::from_fn(|| decoder.next_frame_info().expect("a frame").map(|_| ())).count()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn a_game_becomes_a_file_beside_its_moves() {
    let folder = folder(&[("mate.txt", "1. f3 e5 2. g4 {a blunder} Qh4 0-1\n")]);
    let output = export(folder.path(), &["chess", "--moves", "mate.txt", "--format", "gif", "--cell", "24"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    assert_eq!(frames(&folder.path().join("mate.gif")), 5);
}

fn progress_is_told_for_many_files_and_one_that_fails_holds_up_no_other() {
    let folder = folder(&[("a.txt", "e4"), ("b.txt", "e4 e5 Ke3"), ("c.txt", "d4 d5 c4")]);
    let files = ["chess", "--cell", "16", "--moves", "a.txt", "b.txt", "c.txt"];
    let output = export(folder.path(), &files);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 4, "{told}");
    assert!(lines[0].starts_with("1 of 3: a.gif, 1 move, "), "{told}");
    assert!(lines[1].starts_with("2 of 3: b.txt: move 3: "), "{told}");
    assert!(lines[2].starts_with("3 of 3: c.gif, 2 moves, "), "{told}");
    assert_eq!(lines[3], "error: 1 of 3 games was not written.");
    assert_eq!((frames(&folder.path().join("a.gif")), frames(&folder.path().join("c.gif"))), (2, 4));
    assert!(!folder.path().join("b.gif").exists());
}

fn a_move_is_one_of_each_side() {
    let black_begins = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n";
    let two = format!("{black_begins}1... Kd8 2. Kd1 Kc8\n");
    let files = [("none.txt", ""), ("one.txt", "e4 e5"), ("late.txt", black_begins), ("two.txt", &two)];
    let folder = folder(&files);
    let names = files.map(|(name, _)| name);
    let output = export(folder.path(), &[&["chess", "--cell", "16", "--moves"], names.as_slice()].concat());
    let told = stderr(&output);
    let counts: Vec<&str> = told.lines().filter_map(|line| line.split(", ").nth(1)).collect();
    assert_eq!(counts, ["0 moves", "1 move", "0 moves", "2 moves"], "{told}");
}

fn moves_may_come_from_standard_input() {
    let folder = folder(&[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["export", "prison-break", "--moves", "-", "-o", "game.gif", "--cell", "16", "--theme", "ice"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("piped").write_all(b"a2a3 a7a6").expect("it listens");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(frames(&folder.path().join("game.gif")), 3);
}

fn a_game_that_cannot_be_small_enough_is_written_and_said() {
    let folder = folder(&[("a.txt", "e4 e5")]);
    let output = export(folder.path(), &["chess", "--moves", "a.txt", "--limit", "10"]);
    assert!(output.status.success());
    assert_eq!(stderr(&output), "a.gif is larger than asked: the smallest board is still too large.\n");
    assert_eq!(frames(&folder.path().join("a.gif")), 3);
}

fn what_is_wrong_is_said_in_a_sentence() {
    let folder = folder(&[
        ("a.txt", "e4 e4"),
        ("b.txt", "[FEN \"8/8 w\"]\n"),
        ("c.txt", "e4"),
        ("d.txt", "e4 1-0 d4"),
    ]);
    let none = "name a file to write with --output when the moves come from standard input.";
    for (arguments, expected) in [
        (&["chess", "--moves", "a.txt"][..], "a.txt: move 2: "),
        (&["chess", "--moves", "b.txt"], "b.txt: this is no position: "),
        (&["chess", "--moves", "none.txt"], "none.txt: it cannot be read: "),
        (&["chess", "--moves", "-"], none),
        (&["chess", "--moves", "a.txt", "c.txt", "-o", "x.gif"], "--output names one file"),
        (&["chess", "--moves", "c.txt", "-o", "no/x.gif"], "cannot write no/x.gif: "),
        (&["chess", "--moves", "c.txt", "-o", "c.txt"], "c.txt would be written over the moves in it."),
        (&["chess", "--moves", "c.txt", "c.pgn"], "two games would be written to c.gif."),
        (&["chess", "--moves", "d.txt"], "d.txt: it holds more than one game; "),
        (
            &["chess", "--moves", "c.txt", "--theme", "pink"],
            "there is no theme of that name; there are wood, ",
        ),
        (&["chess", "--moves", "c.txt", "--cell", "1000"], "1000"),
    ] {
        let output = export(folder.path(), arguments);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
    let written = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(written, 4, "nothing was written");
}
