//! `/rules`

use super::{
    CommandGroup, Completed, Opt, OptionKind, SlashCommand, games_here, optional, variant_of, which_game,
};
use crate::discord::actions::ListPage;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::custom_games;
use crate::discord::features::families::families;
use crate::discord::features::rulebook::{line, matching, of_game, of_piece};
use crate::discord::interaction::{Call, Interaction, Typing};
use crate::discord::locale;
use crate::discord::reply::MenuLine;
use crate::rules::Variant;

/// Explains a game or one of its pieces.
pub struct Rules {
    /// `None` shows all games.
    variant: Option<Variant>,
    /// Only one of its pieces, as typed.
    piece: Option<String>,
}

impl SlashCommand for Rules {
    const NAME: &'static str = "rules";
    const GROUP: CommandGroup = CommandGroup::Learn;
    const TAKES_CUSTOM_GAMES: bool = true;
    const ONLY_READS: bool = true;

    fn options() -> Vec<Opt> {
        vec![optional("variant", OptionKind::Game), optional("piece", OptionKind::Suggested(30))]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let piece = call.text("piece").map(str::trim).filter(|piece| !piece.is_empty());
        let variant = match (call.text("variant"), piece) {
            (Some(_), _) => Some(variant_of(call, interaction)?),
            // The piece alone may identify the game.
            (None, Some(piece)) => Some(game_of_piece(piece, interaction)?),
            (None, None) => None,
        };
        Ok(Self { variant, piece: piece.map(str::to_owned) })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let words = locale::private(interaction);
        match (self.variant, &self.piece) {
            (None, _) => Ok(Response::say(families(
                words,
                &custom_games::offered_here(ctx, interaction).await,
                ListPage::default(),
            ))),
            (Some(variant), None) => Ok(Response::say(of_game(words, variant))),
            (Some(variant), Some(piece)) => {
                of_piece(words, variant, piece).map(Response::say).map_err(HandlerError::say)
            }
        }
    }

    async fn games(_ctx: &Context, interaction: &Interaction) -> Result<Vec<Variant>, HandlerError> {
        Ok(games_here(interaction).collect())
    }

    async fn complete(_ctx: &Context, interaction: &Interaction, typing: &Typing) -> Completed {
        let words = locale::private(interaction);
        let mut lines: Vec<MenuLine> = Vec::new();
        // Until a game is chosen, suggest the pieces of all games.
        let chosen = typing.call.text("variant").map(|_| variant_of(&typing.call, interaction));
        let games: Vec<Variant> = match chosen {
            Some(chosen) => chosen.into_iter().collect(),
            None => games_here(interaction).collect(),
        };
        for piece in games.into_iter().flat_map(|game| matching(words, game, &typing.text)) {
            let line = line(words, piece);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        Ok(lines)
    }
}

/// The only game that has this piece.
fn game_of_piece(piece: &str, interaction: &Interaction) -> Result<Variant, HandlerError> {
    let words = locale::private(interaction);
    match which_game::with_piece(words, piece)[..] {
        [game] => Ok(game),
        ref games => Err(HandlerError::say(words.piece_of_games(piece, games))),
    }
}
