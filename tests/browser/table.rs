//! Two people on the chat page, each in their own window, by keyboard only.

use std::path::Path;

use rookery::games;
use rookery::rules::{DescribedMove, Position, Variant, read_move};
use rookery::words::Words;
use serde_json::{Value, json};

use super::driver::until;
use super::webdriver::{Client, WindowHandle};

/// Enter, Tab and Escape in WebDriver's encoding.
pub const ENTER: &str = "\u{E007}";
pub const TAB: &str = "\u{E004}";
pub const ESCAPE: &str = "\u{E00C}";

/// Finds the newest public message of the bot.
pub const NEWEST: &str =
    "const all = [...document.querySelectorAll('.message[data-author=Rookery]:not(.ephemeral)')];
    const message = all[all.length - 1];
    if (!message) return null;
    const picture = message.querySelector('.picture img');";

/// A person on the page, in their own window.
#[derive(Clone)]
pub struct Seat {
    client: Client,
    window: WindowHandle,
    /// Their name.
    pub name: &'static str,
}

impl Seat {
    /// Opens the page for this person in a new window.
    pub async fn open(client: &Client, address: &str, name: &'static str) -> Self {
        let window = client.new_window().await.expect("a window");
        let seat = Self { client: client.clone(), window, name };
        seat.here().await;
        let url = format!("{address}/?as={}", name.to_lowercase());
        client.goto(&url).await.expect("the page opens");
        seat.until("the channel", "return document.title.includes('#')", vec![]).await;
        seat
    }

    /// Switches to this person's window.
    pub async fn here(&self) {
        self.client.switch_to_window(&self.window).await.expect("the window is there");
    }

    /// Waits in this person's window until `script` returns a truthy value.
    pub async fn until(&self, what: &str, script: &str, arguments: Vec<Value>) -> Value {
        self.here().await;
        until(&self.client, &format!("{}: {what}", self.name), script, arguments).await
    }

    /// The current result of `script`.
    pub async fn ask(&self, script: &str) -> Value {
        self.here().await;
        self.client.execute(script, vec![]).await.expect("the page answers")
    }

    /// Presses keys at the current focus.
    pub async fn keys(&self, keys: &str) {
        self.here().await;
        let focused = self.client.active_element().await.expect("something has the focus");
        focused.send_keys(keys).await.expect("keys arrive");
    }

    /// The focused element: its id, accessible name, and HTML; `None` without a focus.
    pub async fn focused(&self) -> Option<[String; 3]> {
        let script = "const one = document.activeElement;
            return one && one !== document.body ? [one, one.id, one.outerHTML.slice(0, 200)] : null";
        let found = self.ask(script).await;
        let text = |at: usize| found[at].as_str().unwrap_or_default().to_owned();
        let element = self.client.element(&found[0])?;
        let name = element.computed_label().await.expect("the browser knows its name");
        Some([text(1), name, text(2)])
    }

    /// Waits until the marked suggestion starts with this.
    pub async fn suggested(&self, label: &str) {
        let script = "const marked = document.querySelector('#suggest-list [aria-selected=true]');
            return marked?.querySelector('.option-label').textContent.startsWith(arguments[0]) && document.activeElement.getAttribute('aria-activedescendant') === marked.id";
        self.until(&format!("the suggestion {label}"), script, vec![json!(label)]).await;
    }

    /// Waits until the element with this id has the focus.
    pub async fn focus_on(&self, id: &str) {
        self.until(
            &format!("the focus on {id}"),
            "return document.activeElement?.id === arguments[0]",
            vec![json!(id)],
        )
        .await;
    }

    /// Starts a command: types its name, and accepts the suggestion with Tab.
    pub async fn begin(&self, command: &str) {
        self.client_focus().await;
        self.keys(&format!("/{command}")).await;
        self.suggested(&format!("/{command}")).await;
        self.keys(TAB).await;
        self.until("the command", "return !document.getElementById('command').hidden", vec![]).await;
    }

    async fn client_focus(&self) {
        self.until(
            "the message field",
            "const field = document.getElementById('compose-text');
            if (field.hidden) return false;
            field.focus(); return document.activeElement === field",
            vec![],
        )
        .await;
    }

    /// Fills the focused option by typing and accepting a suggestion.
    pub async fn choose(&self, option: &str, typed: &str, label: &str) {
        self.focus_on(&format!("option-{option}")).await;
        self.keys(typed).await;
        self.suggested(label).await;
        self.keys(ENTER).await;
    }

    /// Adds an optional one from the list after the last.
    pub async fn add(&self, option: &str) {
        self.until(
            "the place for more options",
            "return document.activeElement?.className === 'tail'",
            vec![],
        )
        .await;
        self.keys(option).await;
        self.suggested(option).await;
        self.keys(TAB).await;
        self.focus_on(&format!("option-{option}")).await;
    }

    /// Sends the completed command.
    pub async fn send(&self) {
        self.keys(ENTER).await;
        self.until("the command is sent", "return document.getElementById('command').hidden", vec![]).await;
    }

    /// Runs a command with options: each is typed, and selected from the list if a line is given.
    pub async fn command(&self, name: &str, options: &[(&str, &str, Option<&str>)]) {
        self.begin(name).await;
        self.fill(options).await;
        self.send().await;
    }

    /// Fills options of the started command: each is typed, and selected from the list if a line is given.
    ///
    /// A line is required if any suggestion matches: otherwise the next Enter would accept it instead of
    /// sending.
    pub async fn fill(&self, options: &[(&str, &str, Option<&str>)]) {
        for (option, typed, line) in options {
            let there = format!("return document.getElementById('option-{option}') !== null");
            if self.ask(&there).await == json!(false) {
                self.add(option).await;
            }
            if let Some(line) = line {
                self.choose(option, typed, line).await;
            } else {
                self.focus_on(&format!("option-{option}")).await;
                self.keys(typed).await;
                let marked = "if (document.getElementById('suggest-note').textContent.startsWith('Loading')) return false;
                    return [document.querySelector('#suggest-list [aria-selected=true]')?.textContent ?? null]";
                let marked = self.until(&format!("what fits {typed}"), marked, vec![]).await;
                assert_eq!(marked, json!([null]), "Enter would take this of the list for {option}");
            }
        }
    }

    /// Sends `/challenge` to Blue as White, by keyboard only.
    pub async fn challenge(&self, variant: Variant, opponent: &str, position: Option<&str>) {
        let name = variant.name();
        let mut options = vec![
            ("variant", name, Some(name)),
            ("opponent", opponent, Some(opponent)),
            ("color", "wh", Some("White")),
        ];
        options.extend(position.map(|fen| ("position", fen, None)));
        self.command("challenge", &options).await;
    }

    /// Sends `/move` by typing; the first suggestion must be the move.
    pub async fn play(&self, typed: &str, label: &str) {
        self.client_focus().await;
        self.type_move(typed, label).await;
    }

    /// Like `Self::play`, in the message field that has the focus.
    pub async fn type_move(&self, typed: &str, label: &str) {
        // The space after the name starts the command, as in Discord.
        self.keys("/move ").await;
        self.focus_on("option-move").await;
        self.keys(typed).await;
        self.suggested(label).await;
        self.keys(ENTER).await;
        self.until("the move is taken", "return document.activeElement?.className === 'tail'", vec![]).await;
        self.send().await;
    }

    /// Sends `/move` with a text that is not suggested.
    pub async fn try_move(&self, typed: &str) {
        self.client_focus().await;
        self.keys("/move ").await;
        self.focus_on("option-move").await;
        self.keys(typed).await;
        self.until(
            "no suggestion",
            "return document.getElementById('suggest-note').textContent.startsWith('No options')",
            vec![],
        )
        .await;
        self.send().await;
    }

    /// Presses the newest enabled button with this label: focus and Enter.
    pub async fn press(&self, label: &str) {
        let script = "const button = [...document.querySelectorAll('.press:not(:disabled), .quiet')].filter((one) => one.textContent === arguments[0]).pop();
            if (!button) return null;
            button.focus(); return document.activeElement === button ? button : null";
        for _ in 0..5 {
            let found = self.until(&format!("the button {label}"), script, vec![json!(label)]).await;
            let button = self.client.element(&found).expect("a button");
            match button.send_keys(ENTER).await {
                Ok(()) => return,
                // The button was redrawn in between, as after a lost connection; it received no key.
                Err(error) if error.is_stale() => {}
                Err(error) => panic!("{}: {label} can't be pressed: {error}", self.name),
            }
        }
        panic!("{}: {label} never keeps still", self.name);
    }

    /// Clicks the result of `script` with a pointer: the element is scrolled into view, and must not be
    /// covered.
    pub async fn click(&self, what: &str, script: &str, arguments: Vec<Value>) {
        for _ in 0..5 {
            let found = self.until(what, script, arguments.clone()).await;
            let element = self.client.element(&found);
            let element = element.unwrap_or_else(|| panic!("{what} is no element: {found}"));
            match element.click().await {
                Ok(()) => return,
                // It was redrawn in between.
                Err(error) if error.is_stale() => {}
                Err(error) => panic!("{}: {what} can't be clicked: {error}", self.name),
            }
        }
        panic!("{}: {what} never keeps still", self.name);
    }

    /// Clicks the newest button with this label.
    pub async fn tap(&self, label: &str) {
        let script = "return [...document.querySelectorAll('.press:not(:disabled)')].filter((one) => one.textContent === arguments[0]).pop()";
        self.click(&format!("the button {label}"), script, vec![json!(label)]).await;
    }

    /// Waits for a public message of the bot with this text.
    pub async fn reads(&self, text: &str) {
        let script =
            format!("{NEWEST} return message.querySelector('.text')?.textContent.includes(arguments[0])");
        self.until(&format!("a message with \"{text}\""), &script, vec![json!(text)]).await;
    }

    /// Waits for a private answer with this text.
    pub async fn is_told(&self, text: &str) {
        let script = "const last = [...document.querySelectorAll('.message.ephemeral')].pop();
            return [...last?.querySelectorAll('.text') ?? []].some((one) => one.textContent.includes(arguments[0]))";
        self.until(&format!("a private \"{text}\""), script, vec![json!(text)]).await;
    }

    /// Number of private messages this person sees.
    pub async fn private(&self) -> usize {
        let count = self.ask("return document.querySelectorAll('.message.ephemeral').length").await;
        count.as_u64().expect("a number") as usize
    }

    /// True if the newest message pings this person.
    pub async fn is_pinged(&self) -> bool {
        self.ask(&format!("{NEWEST} return message.classList.contains('pinged') && message.querySelector('.mention.me') !== null"))
            .await
            .as_bool()
            .expect("yes or no")
    }

    /// Width, height and alt text of the newest message's picture, once it is loaded.
    pub async fn picture(&self) -> (u64, u64, String) {
        let script = format!(
            "{NEWEST} return picture?.complete && picture.naturalWidth > 0 &&
                [picture.naturalWidth, picture.naturalHeight, picture.alt, picture.width, Number(picture.getAttribute('width'))]"
        );
        let got = self.until("the picture", &script, vec![]).await;
        let number = |at: usize| got[at].as_u64().expect("a number");
        assert_eq!(number(0), number(4), "the message says how wide its picture is");
        assert!(number(3) > 200, "the picture can be seen: {got}");
        (number(0), number(1), got[2].as_str().expect("a text").to_owned())
    }

    /// The file of the newest message's picture, and a checksum of its decoded pixels (FNV-1a over the pixels
    /// as little-endian words of red, green, blue and opacity).
    pub async fn picture_file(&self) -> (Vec<u8>, u32) {
        let script = format!(
            "{NEWEST} const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
            const area = canvas.getContext('2d');
            area.drawImage(picture, 0, 0);
            let sum = 0x811c9dc5;
            for (const pixel of new Uint32Array(area.getImageData(0, 0, canvas.width, canvas.height).data.buffer))
                sum = Math.imul(sum ^ pixel, 0x01000193);
            return fetch(picture.src).then((file) => file.arrayBuffer()).then((file) => [[...new Uint8Array(file)], sum >>> 0])"
        );
        let got = self.ask(&script).await;
        serde_json::from_value(got).expect("bytes and a sum")
    }

    /// The labels of the enabled buttons.
    pub async fn buttons(&self) -> Vec<String> {
        let got = self.ask("return [...document.querySelectorAll('.press:not(:disabled)')].map((one) => one.textContent)").await;
        got.as_array().expect("a list").iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Saves a screenshot.
    pub async fn shot(&self, file: &Path, width: u32, height: u32) {
        self.here().await;
        self.client.set_window_size(width, height).await.expect("the window changes");
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        let png = self.client.screenshot().await.expect("a picture");
        std::fs::write(file, png).expect("the picture is kept");
    }
}

/// A game between two seats. The expected content of the page follows from the rules.
pub struct Match<'a> {
    /// The current position.
    pub position: Position,
    /// White and Black.
    pub seats: [&'a Seat; 2],
}

impl<'a> Match<'a> {
    /// Challenge and acceptance.
    pub async fn begin(white: &'a Seat, black: &'a Seat, slug: &str, fen: Option<&str>) -> Self {
        let variant = games::from_slug(slug).expect("a game");
        let position = fen.map_or_else(
            || Position::start(variant),
            |fen| Position::from_fen(variant, fen).expect("a position"),
        );
        white.challenge(variant, black.name, fen).await;
        black.reads("challenges @").await;
        assert!(black.is_pinged().await, "a challenge pings the person challenged");
        black.press("Accept").await;
        let started = format!("@{} plays White, @{} Black", white.name, black.name);
        white.reads(&started).await;
        black.reads(&started).await;
        Self { position, seats: [white, black] }
    }

    /// Plays moves in canonical text, each by its own player, and waits until both see it.
    pub async fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = read_move(&self.position, text).expect("a move");
            let said = Words::english().told_move(&DescribedMove::new(&self.position, &mv));
            let (active, other) = self.sides();
            active.play(text, &Words::english().move_choice(&DescribedMove::new(&self.position, &mv))).await;
            let line = format!("{}: {said}", self.position.turn());
            other.reads(&line).await;
            active.reads(&line).await;
            self.position = self.position.after(&mv).expect("a legal move");
        }
    }

    /// The player to move, and the other.
    pub fn sides(&self) -> (&'a Seat, &'a Seat) {
        let [white, black] = self.seats;
        if self.position.turn() == rookery::rules::Color::White { (white, black) } else { (black, white) }
    }
}
