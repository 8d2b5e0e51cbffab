//! `/board`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, chosen, optional};
use crate::app::{Side, Target};
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::pages;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::ops::user_rate_limit::RateLimited;
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::GameId;
use crate::rules::Color;

/// Shows the board again.
///
/// A player's request shows it to everyone, but only once in a while; any other shows it to the person alone.
pub struct ShowBoard {
    /// The side at the bottom, if given.
    side: Option<Side>,
    /// As text, for the person alone.
    text: bool,
    /// A link to the game's page, for the person alone.
    link: bool,
}

impl SlashCommand for ShowBoard {
    const NAME: &'static str = "board";
    const GROUP: CommandGroup = CommandGroup::Play;
    const ONLY_SHOWS: bool = true;

    fn options() -> Vec<Opt> {
        vec![
            optional("side", OptionKind::OneOf(&["mine", "white", "black"])),
            optional("text", OptionKind::Flag),
            optional("link", OptionKind::Flag),
        ]
    }

    /// The text and the link are private.
    fn only_reads(call: &Call) -> bool {
        ["text", "link"].iter().any(|option| call.flag(option) == Some(true))
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let side = match chosen::<Self>(call, interaction, "side") {
            Some("mine") => Some(Side::Mine),
            Some("white") => Some(Side::Fixed(Color::White)),
            Some("black") => Some(Side::Fixed(Color::Black)),
            _ => None,
        };
        let asks = |option| call.flag(option) == Some(true);
        Ok(Self { side, text: asks("text"), link: asks("link") })
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        let by = caller(interaction);
        if self.link {
            return Box::pin(pages::link_here(ctx, interaction, &by)).await;
        }
        if self.text {
            let view = ctx.app.board(&by, Target::Here, self.side).await?;
            let words = private(interaction);
            let (list, letters) = (words.list_text(&view.board), words.text_board(&view.board));
            // Next to the letters a long line would be cut off on a phone; below them it wraps.
            let signs = words.text_board_signs(&view.board);
            let text = format!("{}\n{list}\n```\n{letters}\n```\n{signs}", words.news(&view, &written));
            let text = text.trim_end().to_owned();
            return Ok(Response::say(Reply::private(text)));
        }
        let own = ctx.app.board_alone(&by, Target::Here, self.side).await?;
        if own.game_now.side_of(by.user).is_none() {
            return Ok(Response::say(boards::for_one(private(interaction), &own, by.user)));
        }
        if !is_for_everybody(ctx, interaction, own.game) {
            let words = private(interaction);
            let mut reply = boards::for_one(words, &own, by.user);
            let why = words.board_shown_lately(ctx.user_rate_limit.boards_every().as_secs());
            reply.text = format!("{}\n{why}", reply.text);
            return Ok(Response::say(reply));
        }
        drop(own);
        interaction.wait_for_earlier_answers().await;
        // The current board, as everyone sees it.
        let view = ctx.app.board(&by, Target::Here, self.side).await?;
        // Shown on request to a person who is already looking, so no ping.
        let reply = boards::board(public(interaction), &view).ping(None);
        Ok(Response::say(reply).then(FollowUp::board(&view)))
    }
}

/// True if a player's request shows the board to everyone.
///
/// Each game's board is shown to everyone once in a while, whichever player asks, so that pictures do not
/// fill the channel. In direct messages with the bot there are no other readers.
fn is_for_everybody(ctx: &Context, interaction: &Interaction, game: GameId) -> bool {
    let has_others = interaction.place.guild.is_some() || interaction.place.absent;
    !has_others || ctx.user_rate_limit.take(RateLimited::Boards, game.0.cast_unsigned()).is_ok()
}
