//! The surroundings on the screen of a typed text or a tapped piece.

/// What the user sees beside the typed text, so that the refusal can refer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// A list of moves to pick from, as in a command.
    List,
    /// Nothing, as in a form.
    Nothing,
    /// No list, but a board with the moves of the intended piece.
    Ways,
    /// A board to tap on.
    Page,
    /// A board to tap on, with the intended piece chosen.
    Dots,
}

/// Selects the form of a reason that refers to the surroundings.
///
/// A board shows what a command would, so the command is not named. Without a list none is mentioned.
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
