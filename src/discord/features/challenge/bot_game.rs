//! Starts a game against the bot: in the channel, in a thread, or in the player's direct messages, where
//! others do not see it.
//!
//! A person who has not chosen a place is asked once.

use std::time::Duration;
use tokio::time::Instant;

use futures_util::FutureExt;

use super::begun::begun;
use crate::app::{
    BeginsAt, Caller, ChallengeWish, Challenged, Feature, GameView, Level, Place, PlaceAnswer, ThreadWish,
    Unsaid,
};
use crate::discord::actions::{BotGameWish, FirstStepsAction};
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::channels::threads::{Challenger, ThreadWanted, in_thread};
use crate::discord::components::click::Click;
use crate::discord::context::{
    Context, EngineShownAt, FollowUp, HandlerError, HandlerResult, Response, answering, caller,
};
use crate::discord::features::game::engine_move;
use crate::discord::interaction::Interaction;
use crate::discord::locale::private;
use crate::discord::places::missing_permissions::missing_here;
use crate::discord::reply::{Button, Card, Reply};
use crate::discord::rest::mentions::written;
use crate::discord::rest::request::Failure;
use crate::game::InteractionId;
use crate::words::{Label, NoDm, NotDone, Words};

/// Time limit for reaching a person by direct message, out of the three seconds for a response.
const REACH: Duration = Duration::from_millis(1_500);

/// Starts a game against the bot, or asks where.
///
/// `menu`: the private card that was used. It then says where the game is, and it starts one game only.
pub async fn start(
    ctx: &Context,
    interaction: &Interaction,
    (new, unsaid): (ChallengeWish, Unsaid),
    menu: Option<InteractionId>,
) -> HandlerResult {
    // Before asking where to begin.
    ctx.app.is_on(Feature::BotGames)?;
    let by = caller(interaction);
    unless_begun(ctx, menu).await?;
    let places = ctx.app.bot_game_places(&by, new.variant).await?;
    let said = (!unsaid.thread).then_some(new.thread);
    let at = match ctx.app.bot_game_place(&by, &places, said).await? {
        Some(at) => at,
        None => match wish(&new) {
            Some(wish) => {
                let answer = ctx.app.place_answer(&by, None).await?;
                let asked = private(interaction).bot_game_where(&places, answer);
                let card = question(interaction, asked, answer, (wish, &places));
                return Ok(if menu.is_some() { Response::turn(card) } else { Response::say(card) });
            }
            // The question's buttons cannot encode this game.
            None => BeginsAt::Channel,
        },
    };
    begin(ctx, interaction, (new, unsaid), at, (&places, menu)).await
}

/// Handles the choice of the game's place.
pub async fn chosen(
    ctx: &Context,
    interaction: &Interaction,
    wish: BotGameWish,
    answer: PlaceAnswer,
    click: Click<'_>,
) -> HandlerResult {
    if let Some(missing) = missing_here(interaction) {
        return Err(HandlerError::say(missing));
    }
    begins_where_seen(ctx, interaction).await?;
    let menu = click.at.map(|at| InteractionId(at.message.0));
    unless_begun(ctx, menu).await?;
    let by = caller(interaction);
    let places = ctx.app.bot_game_places(&by, wish.variant).await?;
    if !places.contains(&wish.at) {
        // The place chosen instead does not become the person's default.
        let answer = PlaceAnswer::Once;
        let asked = private(interaction).bot_game_where(&places, answer);
        return Ok(Response::turn(question(interaction, asked, answer, (wish, &places))));
    }
    let new = ChallengeWish {
        variant: wish.variant,
        opponent: Some(engine_move::the_bot(ctx)),
        engine: Some(wish.level),
        color: wish.color,
        pace: None,
        hints: wish.hints,
        rated: false,
        thread: ThreadWish::Auto,
        position: None,
    };
    let unsaid = Unsaid { pace: true, thread: true };
    let done = begin(ctx, interaction, (new, unsaid), wish.at, (&places, menu)).await?;
    if answer == PlaceAnswer::Once {
        return Ok(done);
    }
    // On failure, the person is only asked again next time.
    if let Err(error) = ctx.app.prefer_bot_games_at(&by, wish.at).await {
        tracing::error!(%error, "the place where a person plays the bot was not recorded");
    }
    Ok(done)
}

/// Returns an error if this card has already started a game.
async fn unless_begun(ctx: &Context, menu: Option<InteractionId>) -> Result<(), HandlerError> {
    let Some(menu) = menu else { return Ok(()) };
    match ctx.app.begun_by_menu(menu).await? {
        Some(why) => Err(why.into()),
        None => Ok(()),
    }
}

/// The part of a challenge that the question's buttons encode; `None` if they have no room for it.
fn wish(new: &ChallengeWish) -> Option<BotGameWish> {
    let fits = new.position.is_none() && !new.rated;
    let level = new.engine.filter(|_| fits)?;
    Some(BotGameWish {
        at: BeginsAt::Channel,
        level,
        color: new.color,
        hints: new.hints,
        variant: new.variant,
    })
}

/// The private question where to begin the game.
fn question(
    interaction: &Interaction,
    asked: String,
    answer: PlaceAnswer,
    (wish, places): (BotGameWish, &[BeginsAt]),
) -> Reply {
    let button = |at: &BeginsAt| {
        let label = match at {
            BeginsAt::Thread => Label::PlayInThread,
            BeginsAt::Dm => Label::PlayInDm,
            BeginsAt::Channel if interaction.place.parent.is_some() => Label::PlayInThisThread,
            BeginsAt::Channel => Label::PlayHere,
        };
        let wish = BotGameWish { at: *at, ..wish };
        let action = match answer {
            PlaceAnswer::Kept => FirstStepsAction::BeginAt(wish),
            PlaceAnswer::Once => FirstStepsAction::BeginOnce(wish),
        };
        Button::new(private(interaction), label, action)
    };
    Reply::card(Card::of(asked).buttons(places.iter().map(button).collect()))
}

async fn begin(
    ctx: &Context,
    interaction: &Interaction,
    (new, unsaid): (ChallengeWish, Unsaid),
    at: BeginsAt,
    (places, menu): (&[BeginsAt], Option<InteractionId>),
) -> HandlerResult {
    let words = private(interaction);
    // If the bot can only respond to interactions, the answer must be the board.
    let on_card = menu.is_some() && !interaction.place.absent;
    let by = Caller { menu, ..if on_card { caller(interaction) } else { answering(interaction) } };
    let game = (new.variant, new.engine.unwrap_or_default());
    if at == BeginsAt::Dm {
        return in_direct_messages(ctx, interaction, (new, by), (places, on_card)).await;
    }
    let mut new = ctx.app.as_usual(&by, new, unsaid).await?;
    if at == BeginsAt::Thread {
        new.thread = ThreadWish::Yes;
    }
    let challenge = |thread| ctx.app.challenge(&by, new.clone(), thread).boxed();
    let made = in_thread(ctx, interaction, challenge, |made| match made {
        Challenged::ThreadFirst(variant, level) => {
            Some(ThreadWanted { variant: *variant, on: None, challenger: Challenger::nobody(*level) })
        }
        _ => None,
    })
    .await?;
    let Challenged::Started(view) = made else {
        return Err(HandlerError::not_done(interaction, NotDone::NoThread));
    };
    let view = engine_move::answered(ctx, interaction, *view).await;
    let told = on_card.then(|| {
        let place = (view.place.channel != interaction.place.channel).then_some(view.place);
        Response::turn(Reply::card(Card::of(words.bot_game_begun(game, place, &written))))
    });
    Ok(begun(ctx, interaction, &view, told))
}

/// Starts a game in its player's direct messages, once a message has been delivered there.
async fn in_direct_messages(
    ctx: &Context,
    interaction: &Interaction,
    (new, by): (ChallengeWish, Caller),
    (places, on_card): (&[BeginsAt], bool),
) -> HandlerResult {
    let words = private(interaction);
    let game = (new.variant, new.engine.unwrap_or_default());
    let others: Vec<BeginsAt> = places.iter().copied().filter(|at| *at != BeginsAt::Dm).collect();
    let wish = wish(&new).filter(|_| !others.is_empty());
    let ask = |why, answer| {
        let told = words.no_dm(why, wish.map(|_| answer), &written);
        wish.map(|wish| question(interaction, told.clone(), answer, (wish, &others)))
            .ok_or_else(|| HandlerError::say(told))
    };
    // The direct messages stay the person's default place. If they were just chosen, they become the default
    // as long as another place can be offered.
    let not_now = |why| -> HandlerResult { Ok(Response::say(ask(why, PlaceAnswer::Once)?)) };
    let until = interaction.answer_by().min(Instant::now() + REACH);
    let who = interaction.who.id;
    let Ok(Some(channel)) = ctx.messenger.direct_messages(who, (until, false)).await else {
        return not_now(NoDm::Unreached);
    };
    let place = Place { guild: None, channel };
    if !ctx.app.is_free(channel).await? {
        return not_now(NoDm::Taken(place));
    }
    let hello = Reply::public(words.bot_game_hello(game));
    match ctx.messenger.post(channel, &hello, &interaction.id.to_string(), until).await {
        Ok(_) => {}
        Err(Failure::Refused { .. }) => {
            let answer = ctx.app.place_answer(&by, Some(BeginsAt::Dm)).await?;
            return Err(HandlerError::Reply(Box::new(ask(NoDm::Closed, answer)?)));
        }
        Err(_) => return not_now(NoDm::Unreached),
    }
    let by = by.in_direct_messages(channel);
    let Challenged::Started(view) = ctx.app.challenge(&by, new.clone(), None).await? else {
        return not_now(NoDm::Unreached);
    };
    let view = engine_move::answered(ctx, interaction, *view).await;
    Ok(told_there(words, (&view, game.1), place, on_card))
}

/// Says where the game is, and posts its board there.
fn told_there(
    words: &'static Words,
    (view, level): (&GameView, Level),
    place: Place,
    on_card: bool,
) -> Response {
    let told = Card::of(words.bot_game_begun((view.variant, level), Some(place), &written));
    let told = if on_card { Response::turn(Reply::card(told)) } else { Response::say(Reply::card(told)) };
    engine_move::then_moves(told.then(FollowUp::post_board(words, view)), view, EngineShownAt::Beside)
}
