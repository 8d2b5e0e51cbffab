//! What is on the screen beside a text that was typed or a piece that was tapped.

/// What the user sees beside the text that was typed, so that the refusal can point there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// A list of moves to pick from, as a command has it.
    List,
    /// Nothing, as beside a form.
    Nothing,
    /// No list, but a board with the moves of the piece that was meant.
    Ways,
    /// A board to tap on.
    Page,
    /// Such a board, on which the piece that was meant is chosen.
    Dots,
}

/// The form of a reason that points to what is beside it: the board there shows what a command would, and without a list none is
/// named.
pub(super) fn pointing(key: &'static str, beside: Beside) -> &'static str {
    match (key, beside) {
        ("reason-where-to", Beside::Ways) => "reason-where-to.on-card",
        ("reason-does-not-move-like-that", Beside::Ways) => "reason-does-not-move-like-that.on-card",
        ("reason-takes-otherwise", Beside::Ways) => "reason-takes-otherwise.on-card",
        ("reason-where-to", Beside::Page | Beside::Dots) => "reason-where-to.on-page",
        ("reason-does-not-move-like-that", Beside::Page) => "reason-does-not-move-like-that.on-page",
        ("reason-does-not-move-like-that", Beside::Dots) => "reason-does-not-move-like-that.with-dots",
        ("reason-takes-otherwise", Beside::Page) => "reason-takes-otherwise.on-page",
        ("reason-takes-otherwise", Beside::Dots) => "reason-takes-otherwise.with-dots",
        ("reason-which-move", beside) if beside != Beside::List => "reason-which-move.in-form",
        ("reason-nobody-goes-there", beside) if beside != Beside::List => "reason-nobody-goes-there.in-form",
        (other, _) => other,
    }
}
