//! `/challenge`

use futures_util::FutureExt;
use serenity::all::Permissions;

use super::{
    CommandGroup, Opt, OptionKind, SlashCommand, chosen, game_meant, games_here, optional, required,
    which_game,
};
use crate::app::{ChallengeWish, Challenged, ColorWish, Level, Opponent, ThreadWish, Unsaid};
use crate::discord::channels::private_threads::begins_where_seen;
use crate::discord::channels::threads::{Challenger, ThreadWanted, in_thread};
use crate::discord::context::{Context, FollowUp, HandlerError, HandlerResult, Response, answering};
use crate::discord::features::challenge::begun::begun;
use crate::discord::features::challenge::bot_game;
use crate::discord::features::game::engine_move;
use crate::discord::interaction::{Call, ChannelKind, Interaction};
use crate::discord::locale::{private, public};
use crate::discord::messages::boards;
use crate::discord::places::missing_permissions::{missing_for, missing_here};
use crate::discord::reply::Reply;
use crate::game::{InteractionId, Pace};
use crate::rules::Variant;
use crate::words::{Needs, NotDone};

/// Maximum characters of a typed position; the longest real one has about 150.
const POSITION_MAX: u16 = 300;

/// Challenges a person to a game.
pub struct Challenge {
    new: ChallengeWish,
    /// The options left out; they default to the server's settings.
    unsaid: Unsaid,
    /// For a game against the bot: the private card with the menu it is started from.
    menu: Option<InteractionId>,
    /// What was typed for the game, if not an exact name. Which game it means depends on the games the server
    /// offers.
    typed: Option<String>,
}

impl Challenge {
    /// A challenge made in the interaction's channel.
    ///
    /// # Errors
    /// A sentence naming the permissions the bot lacks there.
    pub fn of(new: ChallengeWish, unsaid: Unsaid, interaction: &Interaction) -> Result<Self, HandlerError> {
        // Others would have to be notified of each move by messages outside any interaction, which is
        // impossible there.
        let alone =
            new.engine.is_some() || new.opponent.is_some_and(|opponent| opponent.user == interaction.who.id);
        if interaction.place.absent && (!alone || new.thread == ThreadWish::Yes) {
            return Err(HandlerError::not_done(interaction, NotDone::OnlyAnswers));
        }
        match missing_here(interaction).or_else(|| missing_for_thread(interaction, new.thread)) {
            Some(missing) => Err(HandlerError::say(missing)),
            None => Ok(Self { new, unsaid, menu: None, typed: None }),
        }
    }

    /// Starts from this position, with this side.
    #[must_use]
    pub fn from_position(self, fen: String, color: ColorWish) -> Self {
        Self { new: ChallengeWish { position: Some(fen), color, ..self.new }, ..self }
    }

    /// Starts from the menu of this card, which starts one game only.
    #[must_use]
    pub fn by_menu(self, menu: Option<InteractionId>) -> Self {
        Self { menu, ..self }
    }
}

impl SlashCommand for Challenge {
    const NAME: &'static str = "challenge";
    const BEGINS_GAME: bool = true;
    const GROUP: CommandGroup = CommandGroup::Play;
    const TAKES_CUSTOM_GAMES: bool = true;

    fn options() -> Vec<Opt> {
        vec![
            required("variant", OptionKind::Game),
            optional("opponent", OptionKind::Person),
            optional("level", OptionKind::OneOf(&Level::SLUGS)),
            optional("color", OptionKind::OneOf(&["white", "black", "random"])),
            optional("pace", OptionKind::OneOf(&["none", "1h", "8h", "1d", "3d", "7d", "14d"])),
            optional("hints", OptionKind::Flag),
            optional("rated", OptionKind::Flag),
            optional("thread", OptionKind::OneOf(&["auto", "yes", "no"])),
            optional("position", OptionKind::Text(POSITION_MAX)),
        ]
    }

    fn read(call: &Call, interaction: &Interaction) -> Result<Self, HandlerError> {
        let typed = call.text("variant").unwrap_or_default();
        let named = which_game::named(private(interaction), games_here(interaction), typed);
        let fitting =
            || which_game::matching(private(interaction), games_here(interaction), typed).first().copied();
        let Some(variant) = named.or_else(fitting) else {
            return Err(HandlerError::say(private(interaction).unknown_game(typed, &[])));
        };
        let level = chosen::<Self>(call, interaction, "level").and_then(|level| level.parse::<Level>().ok());
        let engine = match call.person("opponent") {
            Some(person) if person.bot => Some(level.unwrap_or_default()),
            Some(_) if level.is_some() => {
                return Err(HandlerError::not_done(interaction, NotDone::LevelOfPerson));
            }
            Some(_) => None,
            None => level,
        };
        let new = ChallengeWish {
            variant,
            opponent: call.person("opponent").map(|person| Opponent { user: person.id, bot: person.bot }),
            engine,
            color: match chosen::<Self>(call, interaction, "color") {
                Some("white") => ColorWish::White,
                Some("black") => ColorWish::Black,
                _ => ColorWish::Random,
            },
            pace: chosen::<Self>(call, interaction, "pace").and_then(Pace::from_slug),
            hints: call.flag("hints") == Some(true),
            rated: call.flag("rated") == Some(true),
            thread: match chosen::<Self>(call, interaction, "thread") {
                Some("yes") => ThreadWish::Yes,
                Some("no") => ThreadWish::No,
                _ => ThreadWish::Auto,
            },
            position: call.text("position").map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned),
        };
        let unsaid = Unsaid { pace: call.text("pace").is_none(), thread: call.text("thread").is_none() };
        let typed = named.is_none().then(|| typed.to_owned());
        Ok(Self { typed, ..Self::of(new, unsaid, interaction)? })
    }

    async fn games(ctx: &Context, interaction: &Interaction) -> Result<Vec<Variant>, HandlerError> {
        let mut games = ctx.app.games_offered(interaction.place.guild).await?;
        games.extend(&interaction.custom_games);
        Ok(games)
    }

    async fn run(mut self, ctx: &Context, interaction: &Interaction) -> HandlerResult {
        begins_where_seen(ctx, interaction).await?;
        if let Some(typed) = self.typed.take() {
            self.new.variant = game_meant(&typed, &Self::games(ctx, interaction).await?, interaction)?;
        }
        let by = answering(interaction);
        if self.new.engine.is_some() {
            let bot = engine_move::the_bot(ctx);
            // Levels exist for this bot alone.
            self.new.engine = self.new.engine.filter(|_| self.new.opponent.is_none_or(|asked| asked == bot));
            self.new.opponent = self.new.opponent.or(Some(bot));
        }
        // The server's default pace is not filled in yet, so this pace was typed.
        if self.new.engine.is_some() && self.new.pace.is_some() {
            return Err(HandlerError::not_done(interaction, NotDone::PaceAgainstBot));
        }
        // Voice channels have no threads, so the game is played in the channel.
        let no_thread = (self.new.thread == ThreadWish::Yes && interaction.place.kind == ChannelKind::Voice)
            .then(|| {
                (self.new.thread, self.unsaid.thread) = (ThreadWish::No, false);
                FollowUp::PrivateNote(Box::new(Reply::private(
                    private(interaction).not_done(NotDone::NoThreadInVoice),
                )))
            });
        if self.new.engine.is_some() {
            let done = bot_game::start(ctx, interaction, (self.new, self.unsaid), self.menu).await?;
            return Ok(done.also(no_thread));
        }
        let mut new = ctx.app.as_usual(&by, self.new, self.unsaid).await?;
        // A rated game has a clock.
        if new.rated && self.unsaid.pace && new.pace.is_none() {
            new.pace = Some(Pace::ThreeDays);
        }
        let begin = |thread| ctx.app.challenge(&by, new.clone(), thread).boxed();
        let made = in_thread(ctx, interaction, begin, |made| match made {
            // Against another person the thread is opened when they accept.
            Challenged::ThreadFirst(variant, level) => {
                Some(ThreadWanted { variant: *variant, on: None, challenger: Challenger::nobody(*level) })
            }
            _ => None,
        })
        .await?;
        match made {
            Challenged::Open(view) => {
                let posted = FollowUp::Challenge(view.challenge);
                Ok(Response::say(boards::challenge(public(interaction), &view)).then(posted).also(no_thread))
            }
            Challenged::Started(view) => {
                let view = engine_move::answered(ctx, interaction, *view).await;
                Ok(begun(ctx, interaction, &view, None).also(no_thread))
            }
            Challenged::ThreadFirst(..) => Err(HandlerError::not_done(interaction, NotDone::NoThread)),
        }
    }
}

fn missing_for_thread(interaction: &Interaction, wish: ThreadWish) -> Option<String> {
    let refused = |why| Some(private(interaction).not_done(why));
    if wish != ThreadWish::Yes {
        return None;
    }
    if interaction.place.guild.is_none() {
        return refused(NotDone::NoThreadAlone);
    }
    if interaction.place.kind == ChannelKind::Voice {
        return None;
    }
    if interaction.place.kind.is_thread() {
        return refused(NotDone::ThreadInThread);
    }
    let wanted = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    missing_for(interaction, wanted, Needs::Thread)
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::*;
    use crate::discord::interaction::keyed_queue::HeldTicket;
    use crate::discord::interaction::{ChannelInfo, Person, UsedOn, permission};
    use crate::game::{ChannelId, GuildId, Millis, UserId};

    fn from(bot_may: Option<Permissions>, thread: bool) -> Interaction {
        let kind = if thread { ChannelKind::PublicThread } else { ChannelKind::Text };
        Interaction {
            id: InteractionId(1),
            token: String::new(),
            who: Person { id: UserId(2), name: "Red".to_owned(), bot: false },
            place: ChannelInfo {
                channel: ChannelId(3),
                guild: bot_may.map(|_| GuildId(4)),
                kind,
                parent: None,
                absent: false,
            },
            bot_may,
            person_may: None,
            person_roles: Vec::new(),
            locale: None,
            guild_locale: None,
            own_language: None,
            server_language: None,
            custom_games: Vec::new(),
            languages: crate::words::Languages::embedded(),
            received_at: Millis(0),
            received: Instant::now(),
            age: std::time::Duration::ZERO,
            new_install: None,
            seen_alone: false,
            user_install_guild: None,
            invitation: "https://discord.com/oauth2/authorize".into(),
            repeated: false,
            turn: HeldTicket::default(),
            answer_turn: HeldTicket::default(),
            on: UsedOn::Nothing,
        }
    }

    #[test]
    fn choices_are_read_by_their_names_too() {
        use crate::discord::interaction::Given;
        let asked = |variant: &str, color: &str, thread: &str| {
            let options = [("variant", variant), ("color", color), ("thread", thread)];
            let options = options.map(|(name, text)| (name.to_owned(), Given::Text(text.to_owned())));
            let call = Call { name: "challenge".to_owned(), options: options.into(), ..Call::default() };
            Challenge::read(&call, &from(None, false)).ok().map(|challenge| challenge.new)
        };
        for call in [asked("prison-break", "black", "no"), asked("Prison Break", "Black", "No")] {
            let call = call.expect("a challenge");
            assert_eq!(
                (call.variant.slug(), call.color, call.thread),
                ("prison-break", ColorWish::Black, ThreadWish::No)
            );
        }
        assert!(asked("ludo", "black", "no").is_none());
    }

    #[test]
    fn the_missing_permission_is_named() {
        let all: Permissions = permission::NEEDED.iter().map(|(one, _)| *one).collect();
        assert_eq!(missing_here(&from(Some(all), false)), None);
        assert_eq!(missing_here(&from(None, false)), None);
        for (one, name) in
            [(Permissions::VIEW_CHANNEL, "View Channel"), (Permissions::ATTACH_FILES, "Attach Files")]
        {
            assert!(missing_here(&from(Some(all - one), false)).is_some_and(|text| text.contains(name)));
        }
        // Exactly the permissions that answers use: only the commands were installed, not the bot.
        let told = missing_here(&from(Some(permission::IN_ANSWERS), false)).expect("a sentence");
        assert!(
            told.starts_with("Only my commands") && told.ends_with("https://discord.com/oauth2/authorize"),
            "{told}"
        );
        let told = missing_here(&from(Some(Permissions::empty()), false)).expect("a sentence");
        assert!(
            told.contains("View Channel") && told.contains("If I am not in the list of members"),
            "{told}"
        );
        let without = Some(all - Permissions::SEND_MESSAGES);
        assert!(
            missing_here(&from(without, false)).is_some() && missing_here(&from(without, true)).is_none()
        );
    }

    #[test]
    fn a_thread_is_refused_where_there_can_be_none() {
        let all: Permissions = permission::NEEDED.iter().map(|(one, _)| *one).collect();
        let no_threads = Some(all - Permissions::CREATE_PUBLIC_THREADS);
        assert_eq!(missing_for_thread(&from(Some(all), false), ThreadWish::Yes), None);
        assert_eq!(missing_for_thread(&from(no_threads, false), ThreadWish::Auto), None);
        for (from, word) in [
            (from(no_threads, false), "Create Public Threads"),
            (from(Some(all), true), "already"),
            (from(None, false), "direct"),
        ] {
            assert!(missing_for_thread(&from, ThreadWish::Yes).is_some_and(|text| text.contains(word)));
        }
    }
}
