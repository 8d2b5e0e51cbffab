//! `/board`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, chosen, optional};
use crate::app::{Side, Target};
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, caller};
use crate::discord::dispatch::user_rate_limit::RateLimited;
use crate::discord::features::game::boards;
use crate::discord::features::pages;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::reply::Reply;
use crate::discord::rest::mentions::written;
use crate::game::GameId;
use crate::rules::Color;

/// Shows the board again: to everybody if a player asks, though only once in a while; otherwise to one person alone.
pub struct ShowBoard {
    /// Whose side is at the bottom, if given.
    side: Option<Side>,
    /// As text, for one person alone.
    text: bool,
    /// A link to its page, for one person alone.
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

    /// The text and the link are for one person alone.
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
            // Beside the letters a long line would be cut off on a phone; below them it wraps.
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
        // As it stands now, and as everybody sees it.
        let view = ctx.app.board(&by, Target::Here, self.side).await?;
        // Shown on request, to somebody who is looking: no ping.
        let reply = boards::board(public(interaction), &view).ping(None);
        Ok(Response::say(reply).then(FollowUp::board(&view)))
    }
}

/// Whether everybody is shown the board that a player has asked for: each game's board once in a while, whichever player asks, so
/// that pictures do not fill the channel. In direct messages with the bot nobody else reads along.
fn is_for_everybody(ctx: &Context, interaction: &Interaction, game: GameId) -> bool {
    let has_others = interaction.place.guild.is_some() || interaction.place.absent;
    !has_others || ctx.user_rate_limit.take(RateLimited::Boards, game.0.cast_unsigned()).is_ok()
}
