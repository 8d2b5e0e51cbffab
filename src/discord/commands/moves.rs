//! `/moves`

use super::{CommandGroup, Completed, Opt, OptionKind, SlashCommand, choices, required, typed};
use crate::app::Shown;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::interaction::{Call, Interaction, Typing};
use crate::discord::locale::private;
use crate::discord::messages::boards;
use crate::discord::reply::Reply;
use crate::rules::Square;
use crate::words::Words;

/// Shows where a piece can go.
pub struct Moves {
    /// The square or the piece, as typed.
    square: String,
}

impl SlashCommand for Moves {
    const NAME: &'static str = "moves";
    const GROUP: CommandGroup = CommandGroup::Play;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![required("square", OptionKind::Suggested(100))]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let text = typed(interaction, call.text("square").unwrap_or_default());
        Ok(Self { square: square(&text).map_or(text, |square| square.to_string()) })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let view = ctx.app.moves(&caller(interaction), &self.square).await?;
        Ok(Response::say(Reply::private(private(interaction).told_moves(&view)).picture(boards::in_look(
            private(interaction),
            &view.board,
            view.look,
        ))))
    }

    async fn complete(ctx: &Context, interaction: &Interaction, typing: &Typing) -> Completed {
        let (channel, named) = (interaction.place.channel, square(&typing.text));
        let is_meant = |shown: &Shown, _| is_meant(private(interaction), &typing.text, shown);
        Ok(choices(interaction, &ctx.app.complete_square(channel, named, is_meant).await?))
    }
}

/// The square named in a text. Some clients send a choice's label, which may have the square anywhere.
fn square(text: &str) -> Option<Square> {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_ascii_alphanumeric()).find_map(|part| part.parse().ok())
}

/// True if each typed word is a prefix of the piece's square or of a word of its name.
///
/// Names in the person's language and in English count.
fn is_meant(words: &Words, typed: &str, shown: &Shown) -> bool {
    let names = [words.choice(shown), Words::english().choice(shown)];
    let names = names.join(" ").to_lowercase();
    let called = || names.split_whitespace().chain(names.split(|c: char| !c.is_alphanumeric()));
    typed.to_lowercase().split_whitespace().all(|part| called().any(|word| word.starts_with(part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Color;
    use crate::rules::piece_type::QUEEN_GUARD;

    #[test]
    fn a_square_is_found_in_what_was_typed_or_chosen() {
        for (text, found) in [
            ("e2", Some("e2")),
            (" E10 ", Some("e10")),
            ("e2 White Pawn", Some("e2")),
            ("Häst (g1), White", Some("g1")),
            ("g1の白のナイト", Some("g1")),
            ("e2e4", None),
            ("zebra", None),
            ("?more", None),
            ("", None),
        ] {
            assert_eq!(square(text).map(|square| square.to_string()).as_deref(), found, "{text}");
        }
    }

    #[test]
    fn a_piece_is_meant_by_its_square_its_side_and_its_name() {
        let guard = Shown::Piece(Color::White, &QUEEN_GUARD, "e1".parse().expect("a square"));
        let meant = |typed: &str| is_meant(Words::english(), typed, &guard);
        for typed in
            ["", "e", "E1", "queen-guard", "guard", "white queen", "QUEEN e1", "e1 White Queen-Guard"]
        {
            assert!(meant(typed), "{typed}");
        }
        for typed in ["zebra", "e2", "black", "guard e2", "?more", "ueen"] {
            assert!(!meant(typed), "{typed}");
        }
    }
}
