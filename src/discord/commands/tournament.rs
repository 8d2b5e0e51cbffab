//! `/tournament`

use super::{
    CommandGroup, Opt, OptionKind, SlashCommand, chosen, game_meant, optional, required, subcommand,
};
use crate::app::TournamentWish;
use crate::discord::channels::missing_permissions::{missing_for, missing_here};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response, caller};
use crate::discord::features::tournament;
use crate::discord::interaction::{Call, Interaction, permission};
use crate::discord::locale::private;
use crate::discord::reply::Reply;
use crate::game::{GuildId, Pace, TournamentKind};
use crate::games;
use crate::rules::Variant;
use crate::words::{Needs, NotDone};

/// The options that name the variants of a tournament, in which the rounds come in turn.
const VARIANTS: [&str; 3] = ["variant", "second", "third"];
/// Days until a tournament begins, at most.
const LATEST: u32 = 30;

/// Makes a tournament, or does something in the one of this channel.
pub enum Tournament {
    Create(Box<TournamentWish>),
    Join,
    Leave,
    Start,
    Cancel,
    Standings,
    Withdraw,
}

fn of_create() -> Vec<Opt> {
    vec![
        required("kind", OptionKind::OneOf(&["round-robin", "knock-out", "swiss"])),
        required("variant", OptionKind::Game),
        optional("second", OptionKind::Game),
        optional("third", OptionKind::Game),
        optional("pace", OptionKind::OneOf(&["8h", "1d", "3d", "7d"])),
        optional("rated", OptionKind::Flag),
        optional("twice", OptionKind::Flag),
        optional("least", OptionKind::Number(3, 64)),
        optional("most", OptionKind::Number(3, 64)),
        optional("days", OptionKind::Number(1, LATEST)),
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
        matches!(call.sub.as_deref(), Some("standings" | "withdraw" | "cancel"))
    }

    fn read(call: &Call, from: &Interaction) -> Result<Self, HandlerError> {
        match call.sub.as_deref() {
            Some("create") => Ok(Self::Create(Box::new(wish(call, from)?))),
            Some("join") => Ok(Self::Join),
            Some("leave") => Ok(Self::Leave),
            Some("start") => Ok(Self::Start),
            Some("cancel") => Ok(Self::Cancel),
            Some("standings") => Ok(Self::Standings),
            Some("withdraw") => Ok(Self::Withdraw),
            _ => Err(HandlerError::not_done(from, NotDone::Unreadable)),
        }
    }

    async fn games(ctx: &Context, from: &Interaction) -> Result<Vec<Variant>, HandlerError> {
        Ok(ctx.app.games_offered(from.place.guild.map(GuildId)).await?)
    }

    async fn run(self, ctx: &Context, from: &Interaction) -> HandlerResult {
        let words = private(from);
        if let Self::Create(wish) = self {
            let wanted = permission::CREATE_PUBLIC_THREADS | permission::SEND_MESSAGES_IN_THREADS;
            if let Some(missing) = missing_here(from).or_else(|| missing_for(from, wanted, Needs::Thread)) {
                return Err(HandlerError::say(missing));
            }
            ctx.app.make_tournament(&tournament::organiser(ctx, from).await?, *wish).await?;
            return Ok(Response::say(Reply::private(words.tournament_made())));
        }
        let id = ctx.app.tournament_here(&caller(from)).await?;
        match self {
            Self::Join => tournament::join(ctx, from, id).await,
            Self::Leave => tournament::leave(ctx, from, id).await,
            Self::Start => tournament::begin(ctx, from, id).await,
            Self::Cancel => tournament::cancel(ctx, from, id).await,
            Self::Withdraw => Ok(Response::say(tournament::sure(words, id))),
            Self::Standings | Self::Create(_) => tournament::standings(ctx, from, id).await,
        }
    }
}

fn wish(call: &Call, from: &Interaction) -> Result<TournamentWish, HandlerError> {
    let all: Vec<Variant> = games::all().collect();
    let mut variants = Vec::new();
    for text in VARIANTS.iter().filter_map(|option| call.text(option)) {
        variants.push(game_meant(text, &all, from)?);
    }
    let kind = chosen::<Tournament>(call, from, "kind").and_then(|kind| kind.parse::<TournamentKind>().ok());
    let number = |option: &str| call.number(option).and_then(|number| u32::try_from(number).ok());
    Ok(TournamentWish {
        kind: kind.ok_or_else(|| HandlerError::not_done(from, NotDone::Unreadable))?,
        variants,
        pace: chosen::<Tournament>(call, from, "pace").and_then(Pace::from_slug).unwrap_or(Pace::ThreeDays),
        rated: call.flag("rated") == Some(true),
        twice: call.flag("twice") == Some(true),
        least: number("least"),
        most: number("most"),
        in_days: number("days"),
    })
}
