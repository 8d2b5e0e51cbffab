//! The form that creates a tournament, used if `/tournament create` lacks options, and again after a
//! rejection.

use serenity::all::Permissions;

use super::families::game_line;
use super::organiser::organiser;
use crate::app::{App, TOURNAMENT_DAYS_MAX, TournamentDraft, VARIANTS_MAX};
use crate::discord::actions::TournamentAction;
use crate::discord::components::click::{NotInForm, entered_lines, entered_text};
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::locale::private;
use crate::discord::places::missing_permissions::{missing_for, missing_here};
use crate::discord::reply::{Button, CHOICES_MAX, Field, Form, Input, MenuLine, Reply, meant};
use crate::game::{Pace, TournamentKind};
use crate::games;
use crate::rules::Variant;
use crate::words::{CommandText, Label, Needs, NotDone, TournamentText, Words};
use strum::IntoEnumIterator;

/// The paces offered for a tournament.
pub const PACES: [&str; 4] = ["8h", "1d", "3d", "7d"];
/// The field name of the group of boxes, and its values.
const MORE: &str = "more";
const RATED: &str = "rated";
const TWICE: &str = "twice";

/// Creates a tournament, or opens the form if options are missing.
pub async fn create(ctx: &Context, interaction: &Interaction, draft: TournamentDraft) -> HandlerResult {
    has_permissions(interaction)?;
    if draft.wish().is_some() {
        return make(ctx, interaction, draft).await;
    }
    open(ctx, interaction, draft).await
}

/// Opens the form on a click, or handles its submission.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    draft: TournamentDraft,
    fields: Option<&[(String, Entered)]>,
) -> HandlerResult {
    has_permissions(interaction)?;
    let Some(fields) = fields else { return open(ctx, interaction, draft).await };
    let words = private(interaction);
    let (draft, days) = match filled(words, draft, fields) {
        Ok(filled) => filled,
        Err(NotInForm) => return Err(HandlerError::not_done(interaction, NotDone::Unreadable)),
    };
    let refused = match days {
        Days::Wrong => TournamentText::WrongDays,
        Days::Read if draft.wish().is_none() => TournamentText::Incomplete,
        Days::Read => {
            return make(ctx, interaction, draft).await.map_err(|stop| with_form(words, stop, draft));
        }
    };
    Err(with_form(words, HandlerError::say(words.tournament_text(refused)), draft))
}

/// Returns an error if the bot lacks permissions for a tournament.
fn has_permissions(interaction: &Interaction) -> Result<(), HandlerError> {
    let wanted = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    match missing_here(interaction).or_else(|| missing_for(interaction, wanted, Needs::Thread)) {
        Some(missing) => Err(HandlerError::say(missing)),
        None => Ok(()),
    }
}

async fn make(ctx: &Context, interaction: &Interaction, draft: TournamentDraft) -> HandlerResult {
    let Some(wish) = draft.wish() else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    ctx.app.make_tournament(&organiser(ctx, interaction).await?, wish).await?;
    Ok(Response::say(Reply::private(private(interaction).tournament_made())))
}

async fn open(ctx: &Context, interaction: &Interaction, draft: TournamentDraft) -> HandlerResult {
    ctx.app.may_make_tournament(&organiser(ctx, interaction).await?).await?;
    Ok(Response::form(form(private(interaction), &offered(&ctx.app, interaction).await?, draft)))
}

async fn offered(app: &App, interaction: &Interaction) -> Result<Vec<Variant>, HandlerError> {
    Ok(app.games_offered(interaction.place.guild).await?)
}

/// A rejection with a button that reopens the form with the values entered.
fn with_form(words: &'static Words, stop: HandlerError, draft: TournamentDraft) -> HandlerError {
    if !matches!(stop, HandlerError::Refused(_) | HandlerError::Reply(_)) {
        return stop;
    }
    let again = Button::new(words, Label::FillInAgain, TournamentAction::Form(draft));
    match stop.told(words) {
        Some((reply, _)) => HandlerError::Reply(Box::new(reply.buttons(vec![again]))),
        None => HandlerError::AlreadyDone,
    }
}

/// The form, prefilled from the draft.
pub fn form(words: &Words, games: &[Variant], draft: TournamentDraft) -> Form {
    let kinds = TournamentKind::iter().map(|kind| kind_line(words, kind).chosen(draft.kind == Some(kind)));
    let chosen = |game: &Variant| draft.variants.contains(&Some(*game));
    // Chosen games come first, in case there are ever more games than a menu has lines.
    let (first, others): (Vec<Variant>, Vec<Variant>) = games.iter().partition(|game| chosen(game));
    let listed: Vec<Variant> = first.into_iter().chain(others).take(CHOICES_MAX).collect();
    let games = games.iter().filter(|game| listed.contains(game));
    let paces = paces().map(|pace| pace_line(words, pace).chosen(draft.usual_pace() == pace));
    let more =
        [(RATED, draft.rated), (TWICE, draft.twice)].map(|(name, on)| box_line(words, name).chosen(on));
    let field = |name, text, hint: Option<TournamentText>, input| Field {
        name,
        label: words.tournament_text(text),
        hint: hint.map(|hint| words.tournament_text(hint)),
        input,
    };
    let days = draft.in_days.map_or_else(String::new, |days| days.to_string());
    Form {
        title: words.tournament_text(TournamentText::Form),
        id: TournamentAction::Form(draft).into(),
        fields: vec![
            field("kind", TournamentText::Kind, None, Input::OneOf(kinds.collect())),
            field(
                "games",
                TournamentText::Games,
                Some(TournamentText::GamesHint),
                Input::Menu(
                    games.map(|game| game_line(words, *game).chosen(chosen(game))).collect(),
                    VARIANTS_MAX as u8,
                ),
            ),
            field("pace", TournamentText::Pace, None, Input::OneOf(paces.collect())),
            field(MORE, TournamentText::More, None, Input::AnyOf(more.into())),
            field(
                "days",
                TournamentText::Days,
                Some(TournamentText::DaysHint),
                Input::Line { most: 2, required: false, value: days },
            ),
        ],
    }
}

fn paces() -> impl Iterator<Item = Pace> {
    PACES.into_iter().filter_map(Pace::from_slug)
}

fn choice(words: &Words, option: &str, slug: &str) -> MenuLine {
    MenuLine::new(&words.command(CommandText::Choice("tournament-create", option, slug)), slug)
}

fn kind_line(words: &Words, kind: TournamentKind) -> MenuLine {
    choice(words, "kind", kind.slug())
}

fn pace_line(words: &Words, pace: Pace) -> MenuLine {
    choice(words, "pace", pace.slug())
}

fn box_line(words: &Words, name: &str) -> MenuLine {
    let text = if name == RATED { TournamentText::Rated } else { TournamentText::Twice };
    MenuLine::new(&words.tournament_text(text), name)
}

/// Whether the days could be parsed.
enum Days {
    Read,
    Wrong,
}

/// The draft as submitted. Missing fields keep the values that the form showed.
///
/// Whether a game is still offered is checked when the tournament is created.
fn filled(
    words: &Words,
    mut draft: TournamentDraft,
    fields: &[(String, Entered)],
) -> Result<(TournamentDraft, Days), NotInForm> {
    if let Some(text) = entered_text(fields, "kind")? {
        let kind = meant(TournamentKind::iter(), |kind| kind_line(words, *kind), text);
        draft.kind = Some(kind.ok_or(NotInForm)?);
    }
    if let Some(lines) = entered_lines(fields, "games")? {
        draft.variants = [None; VARIANTS_MAX];
        let mut free = draft.variants.iter_mut();
        for text in lines {
            let game = meant(games::all(), |game| game_line(words, *game), text);
            *free.next().ok_or(NotInForm)? = Some(game.ok_or(NotInForm)?);
        }
    }
    if let Some(text) = entered_text(fields, "pace")? {
        draft.pace = Some(meant(paces(), |pace| pace_line(words, *pace), text).ok_or(NotInForm)?);
    }
    if let Some(lines) = entered_lines(fields, MORE)? {
        (draft.rated, draft.twice) = (false, false);
        for text in lines {
            match meant([RATED, TWICE], |name| box_line(words, name), text) {
                Some(RATED) => draft.rated = true,
                Some(_) => draft.twice = true,
                None => return Err(NotInForm),
            }
        }
    }
    let Some(text) = entered_text(fields, "days")? else { return Ok((draft, Days::Read)) };
    let days = text.trim().parse().ok().filter(|days| (1..=TOURNAMENT_DAYS_MAX).contains(days));
    let is_wrong = days.is_none() && !text.trim().is_empty();
    // Days that could not be parsed must be entered again.
    draft.in_days = days;
    Ok((draft, if is_wrong { Days::Wrong } else { Days::Read }))
}
