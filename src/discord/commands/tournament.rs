//! `/tournament`

use super::{CommandGroup, Opt, OptionKind, SlashCommand, chosen, game_meant, optional, subcommand};
use crate::app::{TOURNAMENT_DAYS_MAX, TournamentDraft, VARIANTS_MAX};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::tournament_form::PACES;
use crate::discord::features::{tournament, tournament_form};
use crate::discord::interaction::{Call, Interaction};
use crate::discord::locale::private;
use crate::game::Pace;
use crate::games;
use crate::rules::Variant;
use crate::words::NotDone;

/// The options that name a tournament's variants, which its rounds use in turn.
const VARIANTS: [&str; VARIANTS_MAX] = ["variant", "second", "third"];

/// Creates a tournament, or acts in the one of this channel.
pub enum Tournament {
    /// Opens a form if options are missing.
    Create(TournamentDraft),
    Join,
    Leave,
    Start,
    Cancel,
    Standings,
    Withdraw,
}

fn of_create() -> Vec<Opt> {
    vec![
        optional("kind", OptionKind::OneOf(&["round-robin", "knock-out", "swiss"])),
        optional("variant", OptionKind::Game),
        optional("second", OptionKind::Game),
        optional("third", OptionKind::Game),
        optional("pace", OptionKind::OneOf(&PACES)),
        optional("rated", OptionKind::Flag),
        optional("twice", OptionKind::Flag),
        optional("least", OptionKind::Number(3, 64)),
        optional("most", OptionKind::Number(3, 64)),
        optional("days", OptionKind::Number(1, TOURNAMENT_DAYS_MAX)),
    ]
}

impl SlashCommand for Tournament {
    const NAME: &'static str = "tournament";
    const GROUP: CommandGroup = CommandGroup::WithOthers;
    const SERVERS_ONLY: bool = true;

    fn options() -> Vec<Opt> {
        vec![
            subcommand("create", of_create),
            subcommand("join", Vec::new),
            subcommand("leave", Vec::new),
            subcommand("start", Vec::new),
            subcommand("cancel", Vec::new),
            subcommand("standings", Vec::new),
            subcommand("withdraw", Vec::new),
        ]
    }

    fn only_reads(call: &Call) -> bool {
        match call.sub.as_deref() {
            Some("standings" | "withdraw" | "cancel") => true,
            // It opens a form.
            Some("create") => call.text("kind").is_none() || call.text("variant").is_none(),
            _ => false,
        }
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        match call.sub.as_deref() {
            Some("create") => Ok(Self::Create(draft(call, interaction)?)),
            Some("join") => Ok(Self::Join),
            Some("leave") => Ok(Self::Leave),
            Some("start") => Ok(Self::Start),
            Some("cancel") => Ok(Self::Cancel),
            Some("standings") => Ok(Self::Standings),
            Some("withdraw") => Ok(Self::Withdraw),
            _ => Err(HandlerError::not_done(interaction, NotDone::Unreadable)),
        }
    }

    async fn games(ctx: &Context, interaction: &Interaction) -> Result<Vec<Variant>, HandlerError> {
        Ok(ctx.app.games_offered(interaction.place.guild).await?)
    }

    async fn run(self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        if let Self::Create(draft) = self {
            return tournament_form::create(ctx, interaction, draft).await;
        }
        let id = ctx.app.tournament_here(&caller(interaction)).await?;
        match self {
            Self::Join => tournament::join(ctx, interaction, id).await,
            Self::Leave => tournament::leave(ctx, interaction, id).await,
            Self::Start => tournament::begin(ctx, interaction, id).await,
            Self::Cancel => tournament::cancel(ctx, interaction, id).await,
            Self::Withdraw => Ok(Response::say(tournament::confirm(private(interaction), id))),
            Self::Standings | Self::Create(_) => tournament::standings(ctx, interaction, id).await,
        }
    }
}

fn draft(call: &Call, interaction: &Interaction) -> Result<TournamentDraft, HandlerError> {
    let all: Vec<Variant> = games::all().collect();
    let mut variants = [None; VARIANTS_MAX];
    for (variant, text) in variants.iter_mut().zip(VARIANTS.iter().filter_map(|option| call.text(option))) {
        *variant = Some(game_meant(text, &all, interaction)?);
    }
    let number = |option: &str| call.number(option).and_then(|number| u32::try_from(number).ok());
    Ok(TournamentDraft {
        kind: chosen::<Tournament>(call, interaction, "kind").and_then(|kind| kind.parse().ok()),
        variants,
        pace: chosen::<Tournament>(call, interaction, "pace").and_then(Pace::from_slug),
        rated: call.flag("rated") == Some(true),
        twice: call.flag("twice") == Some(true),
        least: number("least"),
        most: number("most"),
        in_days: number("days"),
    })
}
