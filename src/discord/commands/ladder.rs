//! `/ladder`

use super::{
    CommandGroup, Opt, OptionKind, SlashCommand, chosen, game_meant, optional, required, subcommand,
};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::ladder;
use crate::discord::features::organiser::organiser;
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;
use crate::discord::places::missing_permissions::missing_here;
use crate::discord::reply::Reply;
use crate::game::{Pace, UserId};
use crate::games;
use crate::rules::Variant;
use crate::words::NotDone;

/// Opens a ladder for a game, or acts on one.
pub struct LadderCommand {
    /// The game, if given.
    variant: Option<Variant>,
    what: What,
}

enum What {
    Show,
    Challenge(UserId),
    Join,
    Leave,
    Open(Option<Pace>, Option<bool>),
    Close,
}

fn of_game() -> Vec<Opt> {
    vec![optional("variant", OptionKind::Game)]
}

fn of_challenge() -> Vec<Opt> {
    vec![required("opponent", OptionKind::Person), optional("variant", OptionKind::Game)]
}

fn of_open() -> Vec<Opt> {
    vec![
        required("variant", OptionKind::Game),
        optional("pace", OptionKind::OneOf(&["8h", "1d", "3d", "7d"])),
        optional("rated", OptionKind::Flag),
    ]
}

impl SlashCommand for LadderCommand {
    const NAME: &'static str = "ladder";
    const GROUP: CommandGroup = CommandGroup::WithOthers;
    const SERVERS_ONLY: bool = true;

    fn options() -> Vec<Opt> {
        vec![
            subcommand("show", of_game),
            subcommand("challenge", of_challenge),
            subcommand("join", of_game),
            subcommand("leave", of_game),
            subcommand("open", of_open),
            subcommand("close", of_game),
        ]
    }

    fn only_reads(call: &Call) -> bool {
        matches!(call.sub.as_deref(), Some("show" | "leave" | "close"))
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let unreadable = || HandlerError::not_done(interaction, NotDone::Unreadable);
        let all: Vec<Variant> = games::all().collect();
        let variant = call.text("variant").map(|text| game_meant(text, &all, interaction)).transpose()?;
        let what = match call.sub.as_deref() {
            Some("show") => What::Show,
            Some("challenge") => What::Challenge(call.person("opponent").ok_or_else(unreadable)?.id),
            Some("join") => What::Join,
            Some("leave") => What::Leave,
            Some("open") => What::Open(
                chosen::<Self>(call, interaction, "pace").and_then(Pace::from_slug),
                call.flag("rated"),
            ),
            Some("close") => What::Close,
            _ => return Err(unreadable()),
        };
        Ok(Self { variant, what })
    }

    async fn games(ctx: &Context, interaction: &Interaction) -> Result<Vec<Variant>, HandlerError> {
        Ok(ctx.app.games_offered(interaction.place.guild).await?)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        if let (What::Open(pace, rated), Some(variant)) = (&self.what, self.variant) {
            if let Some(missing) = missing_here(interaction) {
                return Err(HandlerError::say(missing));
            }
            let by = organiser(ctx, interaction).await?;
            ctx.app.open_ladder(&by, variant, (*pace, *rated)).await?;
            return Ok(Response::say(Reply::private(private(interaction).ladder_opened())));
        }
        let id = ctx.app.ladder_here(&caller(interaction), self.variant).await?;
        match self.what {
            What::Challenge(opponent) => ladder::challenge(ctx, interaction, id, opponent).await,
            What::Join => ladder::join(ctx, interaction, id).await,
            What::Leave => Ok(ladder::leave(interaction, id)),
            What::Close => ladder::close(ctx, interaction, id).await,
            What::Show | What::Open(..) => ladder::show(ctx, interaction, id).await,
        }
    }
}
