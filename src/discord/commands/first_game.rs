//! The first steps of a new player, reached from the buttons of `/help`.

use crate::app::{ChallengeWish, ColorWish, Level, Opponent, PlaceAnswer, PositionAt, ThreadWish, Unsaid};
use crate::discord::actions::{FirstStepsAction, Leaf, StartWith};
use crate::discord::commands::SlashCommand;
use crate::discord::commands::challenge::Challenge;
use crate::discord::commands::help;
use crate::discord::components::click::Click;
use crate::discord::context::{Context, HandlerError, HandlerResult, Response};
use crate::discord::features::challenge::bot_game;
use crate::discord::features::challenge::opponent_picker::{opponent_menu, people};
use crate::discord::features::custom_games;
use crate::discord::features::families::{chosen_game, game_line};
use crate::discord::features::game::engine_move;
use crate::discord::interaction::{Entered, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::messages::move_picker;
use crate::discord::messages::move_picker::MenuPick;
use crate::discord::reply::{Card, CardPart, MenuLine, Reply, Select, meant};
use crate::discord::rest::mentions::written;
use crate::game::{InteractionId, Rev, UserId};
use crate::rules::{Color, Variant};
use crate::words::{NotDone, Start, Words};

/// Handles a click or a choice on the card of `/help`, or on the cards that follow.
pub async fn run(
    ctx: &Context,
    interaction: &Interaction,
    action: FirstStepsAction,
    click: Click<'_>,
) -> HandlerResult {
    match action {
        FirstStepsAction::Commands(page) => {
            Ok(Response::turn(help::all_commands(private(interaction), help::plays(ctx), page)))
        }
        FirstStepsAction::Start(with) => {
            Ok(Response::say(games(private(interaction), &offered(ctx, interaction).await?, with, 0)))
        }
        FirstStepsAction::ChallengeTo(person) => challenged(ctx, interaction, person, click.lines()).await,
        FirstStepsAction::FromHere(leaf) => on_from_here(ctx, interaction, leaf, click).await,
        FirstStepsAction::PlayGame(variant) => Ok(Response::say(against_whom(private(interaction), variant))),
        FirstStepsAction::StartGame(with) => chosen(ctx, interaction, with, click.lines()).await,
        FirstStepsAction::StartLevel(variant) => level(ctx, interaction, variant, click).await,
        FirstStepsAction::BeginAt(wish) => {
            bot_game::chosen(ctx, interaction, wish, PlaceAnswer::Kept, click).await
        }
        FirstStepsAction::BeginOnce(wish) => {
            bot_game::chosen(ctx, interaction, wish, PlaceAnswer::Once, click).await
        }
        FirstStepsAction::Invite(variant) => invite(ctx, interaction, variant, click.chosen).await,
    }
}

/// The card that asks which game to challenge a person to.
///
/// `page` counts from 0 and matters only if there are more games than a menu holds.
pub async fn which_game(
    ctx: &Context,
    interaction: &Interaction,
    person: UserId,
    page: usize,
) -> Result<Reply, HandlerError> {
    let (words, person) = (private(interaction), person);
    let lines =
        offered(ctx, interaction).await?.into_iter().map(|variant| game_line(words, variant)).collect();
    let (label, id) = (words.start(Start::ChooseGame), FirstStepsAction::ChallengeTo(person));
    let menu = move_picker::paged(words, label, id, lines, page);
    Ok(Reply::card(Card::of(words.start_which(person, &written)).select(menu)))
}

/// Handles the choice of a game for a challenge, or of another page of games.
async fn challenged(
    ctx: &Context,
    interaction: &Interaction,
    person: UserId,
    chosen: &[String],
) -> HandlerResult {
    let words = private(interaction);
    let text = chosen.first().map_or("", |text| text.as_str());
    if let MenuPick::Page(page) = move_picker::picked([words, public(interaction)], text) {
        return Ok(Response::turn(which_game(ctx, interaction, person, page).await?));
    }
    let Some(variant) = chosen_game(words, &custom_games::offered_here(ctx, interaction).await, text) else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    let bot = engine_move::the_bot(ctx);
    let opponent = if person == bot.user { bot } else { Opponent { user: person, bot: false } };
    let level = (opponent == bot).then(Level::default);
    challenge(interaction, variant, opponent, level)?.run(ctx, interaction).await
}

/// The card for choosing the bot's level, to continue from a position.
pub fn from_here(words: &'static Words, at: &PositionAt) -> Reply {
    let id =
        FirstStepsAction::FromHere(Leaf { game: at.game, number: at.rev.0.try_into().unwrap_or(u32::MAX) });
    let asked = words.start_from_here(at.variant, at.turn());
    let card = Card::of(asked).part(CardPart::Picture).select(levels(words, id));
    Reply::card(card).picture(boards::of_board(words, &at.board))
}

/// Handles the choice of a level to continue from a position. The person has the side to move.
async fn on_from_here(
    ctx: &Context,
    interaction: &Interaction,
    leaf: Leaf,
    click: Click<'_>,
) -> HandlerResult {
    let words = private(interaction);
    let text = click.lines().first().map_or("", |text| text.as_str());
    let Some(level) = meant(Level::all(), |level| level_line(words, *level), text) else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    let at = ctx.app.position_at(leaf.game, Some(Rev(leaf.number.into()))).await?;
    let color = if at.turn() == Color::White { ColorWish::White } else { ColorWish::Black };
    let begun = challenge(interaction, at.variant, engine_move::the_bot(ctx), Some(level))?;
    let menu = click.at.map(|at| InteractionId(at.message.0));
    begun.from_position(at.position.fen(), color).by_menu(menu).run(ctx, interaction).await
}

/// The games that can be started in this place.
async fn offered(ctx: &Context, interaction: &Interaction) -> Result<Vec<Variant>, HandlerError> {
    let mut games = ctx.app.games_offered(interaction.place.guild).await?;
    games.extend(custom_games::offered_here(ctx, interaction).await);
    Ok(games)
}

/// The menu of games. `page` counts from 0 and matters only if there are more games than a menu holds.
fn games(words: &Words, offered: &[Variant], with: StartWith, page: usize) -> Reply {
    let asked = words.start(match with {
        StartWith::Friend => Start::Friend,
        StartWith::Bot => Start::Bot,
    });
    let lines = offered.iter().map(|variant| game_line(words, *variant)).collect();
    let label = words.start(Start::ChooseGame);
    Reply::card(Card::of(asked).select(move_picker::paged(
        words,
        label,
        FirstStepsAction::StartGame(with),
        lines,
        page,
    )))
}

/// Handles the choice of a game, or of another page of games.
async fn chosen(
    ctx: &Context,
    interaction: &Interaction,
    with: StartWith,
    chosen: &[String],
) -> HandlerResult {
    let words = private(interaction);
    let Some(text) = chosen.first() else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    if let MenuPick::Page(page) = move_picker::picked([words, public(interaction)], text) {
        return Ok(Response::turn(games(words, &offered(ctx, interaction).await?, with, page)));
    }
    // A game no longer offered is rejected when it is started, with a list of those that are.
    let Some(variant) = chosen_game(words, &custom_games::offered_here(ctx, interaction).await, text) else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    match with {
        StartWith::Friend => Ok(Response::turn(opponent_menu(words, variant))),
        StartWith::Bot => Ok(Response::turn(Reply::card(
            Card::of(words.start_level(variant)).select(levels(words, FirstStepsAction::StartLevel(variant))),
        ))),
    }
}

/// The menu of the bot's levels.
fn levels(words: &Words, id: FirstStepsAction) -> Select {
    Select {
        label: words.start(Start::ChooseLevel),
        id: id.into(),
        lines: Level::all().map(|level| level_line(words, level)).collect(),
    }
}

/// The card that asks for the opponent: the bot at some level, or a person.
fn against_whom(words: &Words, variant: Variant) -> Reply {
    let card =
        Card::of(words.start_level(variant)).select(levels(words, FirstStepsAction::StartLevel(variant)));
    Reply::card(card.part(CardPart::Line).text(words.start_whom(variant)).people(people(words, variant)))
}

/// A level of the bot as a menu line, with a hint about its strength.
fn level_line(words: &Words, level: Level) -> MenuLine {
    MenuLine::new(&words.level(level), level.slug()).hint(&words.level_about(level))
}

/// Handles the choice of a level. A button carries no choice and means the weakest level.
async fn level(
    ctx: &Context,
    interaction: &Interaction,
    variant: Variant,
    click: Click<'_>,
) -> HandlerResult {
    let words = private(interaction);
    let level = match click.lines().first() {
        Some(text) => meant(Level::all(), |level| level_line(words, *level), text),
        None => Level::all().next(),
    };
    let Some(level) = level else { return Err(HandlerError::not_done(interaction, NotDone::Unreadable)) };
    // A card with a menu then shows where the game is. A card with a button has other contents to keep.
    let menu = click.at.filter(|_| click.chosen.is_some()).map(|at| InteractionId(at.message.0));
    let bot = engine_move::the_bot(ctx);
    challenge(interaction, variant, bot, Some(level))?.by_menu(menu).run(ctx, interaction).await
}

/// Handles the choice of an opponent.
async fn invite(
    ctx: &Context,
    interaction: &Interaction,
    variant: Variant,
    chosen: Option<&Entered>,
) -> HandlerResult {
    let Some(Entered::People(people)) = chosen else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    let Some(person) = people.first() else {
        return Err(HandlerError::not_done(interaction, NotDone::Unreadable));
    };
    let opponent = Opponent { user: person.id, bot: person.bot };
    let level = (opponent == engine_move::the_bot(ctx)).then(Level::default);
    challenge(interaction, variant, opponent, level)?.run(ctx, interaction).await
}

/// Same as `/challenge` with all other options left out.
fn challenge(
    interaction: &Interaction,
    variant: Variant,
    opponent: Opponent,
    engine: Option<Level>,
) -> Result<Challenge, HandlerError> {
    let new = ChallengeWish {
        variant,
        opponent: Some(opponent),
        engine,
        // A new player moves first.
        color: if engine.is_some() { ColorWish::White } else { ColorWish::Random },
        pace: None,
        hints: false,
        rated: false,
        thread: ThreadWish::Auto,
        position: None,
    };
    Challenge::of(new, Unsaid { pace: true, thread: true }, interaction)
}
