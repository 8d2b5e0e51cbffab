//! Pages: who may open a game in a browser, and what the page shows.
//!
//! A link is valid once and for a short time. Of the link, and of the cookie it is exchanged for, only a hash
//! is stored.

use std::sync::Arc;

use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};

use crate::app::caller::Caller;
use crate::app::error::{AppFault, Rejection, RejectionInGame};
use crate::app::game::history::{Note, rows};
use crate::app::load::Loaded;
use crate::app::operator::feature::Feature;
use crate::app::view::{GameView, News};
use crate::app::{
    App, AppResult, PageEnd, PageGame, PagePlayer, PagesEnded, PastRow, PremovesView, SpectatorAccess,
};
use crate::game::{
    ChannelId, Color, Ending, Event, Intent, InteractionId, Millis, PageGrantId, Ply, Refusal, UserId,
    abort_is_free, decide,
};
use crate::render::BoardView;
use crate::rules::{
    ByColor, DescribedMove, Hold, Line, Move, NoDrop, PieceType, Position, Square, Stuck, Variant, no_drop,
    stuck, why_stuck,
};
use crate::store::{PageGrant, PageLink, PageScope};

/// The number of random bytes of a link or cookie.
const SECRET_BYTES: usize = 16;
/// The channel id of callers on a page. Discord never uses it.
const NO_CHANNEL: ChannelId = ChannelId(0);

/// A secret of 128 random bits in hexadecimal: the end of a link, or the value of a cookie. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct PageSecret(String);

impl PageSecret {
    /// Generates a secret.
    ///
    /// # Errors
    /// If the system provides no randomness.
    pub fn new() -> AppResult<Self> {
        let mut bytes = [0; SECRET_BYTES];
        let filled = SystemRandom::new().fill(&mut bytes);
        filled.map_err(|_| AppFault::internal("the system gives no random bytes"))?;
        Ok(Self(hex(&bytes)))
    }

    /// Parses a received secret; `None` if it is malformed.
    pub fn read(text: &str) -> Option<Self> {
        let fits =
            text.len() == 2 * SECRET_BYTES && text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'));
        fits.then(|| Self(text.to_owned()))
    }

    /// The text for the link or the cookie.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The stored hash.
    pub fn hash(&self) -> String {
        hex(digest(&SHA256, self.0.as_bytes()).as_ref())
    }
}

impl std::fmt::Debug for PageSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PageSecret(***)")
    }
}

/// Encodes bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |text, byte| text + &format!("{byte:02x}"))
}

/// The side or sides that a user plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    One(Color),
    /// Both, in a hot-seat game.
    Both,
}

/// The playable moves of a position; empty if it is not the user's turn.
#[derive(Clone, Debug, Default)]
pub struct PageChoices {
    /// The legal moves.
    pub moves: Vec<DescribedMove>,
    /// The pieces that cannot move, and why.
    pub stuck: Vec<(Square, &'static PieceType, Stuck)>,
    /// The castling moves, each with its rook's square.
    pub castlings: Vec<(Move, Square)>,
    /// Why no drop is possible, in a game with a hand.
    pub no_drop: Option<(&'static PieceType, NoDrop)>,
}

impl PageChoices {
    pub(in crate::app) fn of(position: &Position) -> Self {
        let spec = position.spec();
        let own = position.pieces().filter(|(_, piece)| piece.color == position.turn());
        let own = own.map(|(square, piece)| (square, spec.piece_type(piece.kind)));
        let drop = spec.ninja_pawn().and_then(|kind| Some((spec.piece_type(kind), no_drop(position)?)));
        let legal = position.legal_moves();
        let castling = |mv: &Move| Some((*mv, mv.castling_rook(position)?.0));
        Self {
            castlings: legal.iter().filter_map(castling).collect(),
            moves: legal.iter().map(|mv| DescribedMove::new(position, mv)).collect(),
            stuck: own
                .filter_map(|(square, piece)| Some((square, piece, stuck(position, square)?)))
                .collect(),
            no_drop: drop,
        }
    }
}

/// The holds that freeze or brake a board's pieces, by square.
pub type PageHolds = Vec<(Square, Hold)>;

/// Collects what freezes or brakes a board's pieces.
pub(in crate::app) fn holds(position: &Position, board: &BoardView) -> PageHolds {
    let held = |square: Square| why_stuck(position, square).into_iter().map(move |hold| (square, hold));
    let all = (board.frozen | board.braked).iter().flat_map(held);
    all.filter(|(_, hold)| matches!(hold, Hold::Frozen { .. } | Hold::Braked { .. })).collect()
}

/// A game as a page shows it to one user.
#[derive(Clone, Debug)]
pub struct PageView {
    pub view: GameView,
    /// The side they play; `None`: a spectator.
    pub seat: Option<Seat>,
    /// The moves they may play now.
    pub choices: PageChoices,
    pub holds: PageHolds,
    /// The move list.
    pub rows: Vec<PastRow>,
    /// True if the user can abort without the opponent's consent.
    pub abort_is_free: bool,
    /// Who may watch it without playing in it; for its players.
    pub watching: SpectatorAccess,
    /// The user's notes on it, in the order of the game.
    pub notes: Vec<Note>,
    /// The user's premoves, if the game allows any.
    pub premoves: Option<PremovesView>,
    /// Their options once it is over.
    pub end: PageEnd,
    /// Both players, if the user is one of them.
    pub players: ByColor<PagePlayer>,
}

/// An earlier position of a game.
#[derive(Clone, Debug)]
pub struct PageThen {
    pub ply: Ply,
    pub board: BoardView,
    pub holds: PageHolds,
    /// The move that led there.
    pub last: Option<DescribedMove>,
}

impl PageThen {
    pub(in crate::app) fn of(mut line: Line, ply: Ply) -> Self {
        line.take_back_to(ply.0 as usize);
        let last = line.last().map(|(before, mv)| DescribedMove::new(before, mv));
        let board = BoardView::of_line(&line, Color::White);
        let holds = holds(line.position(), &board);
        Self { ply: Ply(line.moves().len() as u32), board, holds, last }
    }
}

impl Caller {
    /// A caller on a grant's page, and so in no channel.
    pub fn on_page(grant: &PageGrant, interaction: InteractionId, now: Millis) -> Self {
        Self {
            guild: grant.guild,
            locale: grant.locale.clone(),
            ..Self::new((grant.person, NO_CHANNEL), interaction, now)
        }
    }

    /// True for a caller on a page.
    pub(in crate::app) fn is_on_page(&self) -> bool {
        self.channel == NO_CHANNEL
    }
}

/// The id of an action on a page: equal for each retry, and never that of a Discord interaction, whose ids
/// are below 2^63.
pub fn page_action(grant: PageGrantId, wish: &str) -> InteractionId {
    let hash = digest(&SHA256, format!("{grant}:{wish}").as_bytes());
    let first = hash.as_ref().iter().take(8).fold(0_u64, |all, byte| all << 8 | u64::from(*byte));
    InteractionId(first | 1 << 63)
}

impl App {
    /// Makes a link with which one browser can open pages for the caller. `locale`: the caller's.
    pub async fn link_page(
        &self,
        by: &Caller,
        scope: PageScope,
        locale: Option<String>,
    ) -> AppResult<PageSecret> {
        self.is_on(Feature::Pages)?;
        let secret = PageSecret::new()?;
        let guild = by.guild.filter(|_| scope == PageScope::Learning);
        let link = PageLink { hash: secret.hash(), person: by.user, scope, guild, locale, made_at: by.now };
        self.store.make_page_link(&link, None).await?;
        Ok(secret)
    }

    /// Makes a link to the same scope for the same user. `None`: that page has been ended meanwhile.
    pub async fn link_page_by(&self, grant: &PageGrant, now: Millis) -> AppResult<Option<PageSecret>> {
        let secret = PageSecret::new()?;
        let PageGrant { id, person, scope, guild, ref locale, .. } = *grant;
        let link =
            PageLink { hash: secret.hash(), person, scope, guild, locale: locale.clone(), made_at: now };
        let made = self.store.make_page_link(&link, Some(id)).await?;
        Ok(made.then_some(secret))
    }

    /// Exchanges a link for its grant, in the browser with this cookie. `None`: it was already used, or is
    /// too old.
    ///
    /// `attempt`: a secret of the page that opens it. For two minutes the same attempt gets the same grant
    /// again, because a response may be lost.
    pub async fn redeem_page(
        &self,
        (link, attempt): (&PageSecret, Option<&PageSecret>),
        browser: &PageSecret,
        now: Millis,
    ) -> AppResult<Option<PageGrant>> {
        // Includes the link's own secret, so that the attempt opens no other link.
        let attempt = attempt.map(|attempt| PageSecret(format!("{}{}", link.0, attempt.0)).hash());
        let tried = (&*link.hash(), attempt.as_deref());
        Ok(self.store.redeem_page_link(tried, &browser.hash(), now).await?)
    }

    /// The grant with this id, for the browser with this cookie.
    pub async fn page_grant(
        &self,
        grant: PageGrantId,
        browser: &PageSecret,
        now: Millis,
    ) -> AppResult<Option<PageGrant>> {
        let found = self.store.page_grant(grant, &browser.hash(), now).await?;
        if found.is_some() {
            self.store.page_used(grant, now).await?;
        }
        Ok(found)
    }

    /// A user's open pages, most recently used first, each with its game's variant; `None` for a game that is
    /// no longer stored.
    pub async fn pages_of(
        &self,
        person: UserId,
        now: Millis,
    ) -> AppResult<Vec<(PageGrant, Option<Variant>)>> {
        let mut all = Vec::new();
        for grant in self.store.page_grants_of(person, now).await? {
            let row = match grant.scope.game() {
                Some(game) => self.store.game(game).await?,
                None => None,
            };
            let variant = match row {
                Some(row) => self.variant(&row.variant).await?,
                None => None,
            };
            all.push((grant, variant));
        }
        Ok(all)
    }

    /// True if the user has an unused link to a page.
    pub async fn has_unused_link(&self, person: UserId, now: Millis) -> AppResult<bool> {
        Ok(self.store.has_page_link(person, now).await?)
    }

    /// Ends one open page of a user, or all of them and their unused links.
    pub async fn end_pages(&self, person: UserId, only: Option<PageGrantId>, now: Millis) -> AppResult<()> {
        let pushed = self.pushed_pages(person, only).await?;
        self.store.end_page_grants(person, only).await?;
        self.tell_ended(PagesEnded::Of(person));
        self.forget_in_browsers(person, pushed, now);
        Ok(())
    }

    /// A game as shown to this user on a page.
    ///
    /// # Errors
    /// Refused: it is set aside.
    pub async fn page_view(&self, by: &Caller, game: PageGame) -> AppResult<PageView> {
        let loaded = self.of_page(by, game).await?;
        let preferences = self.preferences_at(&loaded, by.user).await?;
        let side = loaded.game.side_of(by.user);
        let watching = match side {
            Some(_) => self.watching_of(&loaded.row).await?,
            None => SpectatorAccess::Nowhere,
        };
        let notes = if side.is_some() { self.notes(by.user, loaded.row.id).await? } else { Vec::new() };
        let game = &loaded.game;
        let seat = side.map(|side| if game.is_hot_seat() { Seat::Both } else { Seat::One(side) });
        let may_move = game.may_move(by.user, None).is_ok();
        let choices = if may_move { PageChoices::of(game.line.position()) } else { PageChoices::default() };
        let bottom = loaded.bottom_on_page(preferences, side);
        let news = match (game.ending, game.line.last()) {
            // A viewer who only sees the page has not been shown the move that ended it.
            (Some(Ending::Played(_)), Some((_, mv))) => News::Happened(Event::Moved(*mv), by.user),
            _ => match loaded.last_news() {
                taken @ News::Happened(Event::TakenBack(_), _) => taken,
                _ => News::Standing,
            },
        };
        let (holds, rows) = (holds(game.line.position(), &loaded.picture(bottom)), rows(&game.line));
        let premoves = side.and_then(|side| loaded.prepared_by(side));
        let end = match game.ending {
            Some(_) if side.is_some() => self.page_end(by, &loaded).await?,
            _ => PageEnd::default(),
        };
        let players = match side {
            Some(_) => Box::pin(self.page_players(by.user, &loaded, by.now)).await?,
            None => ByColor { white: PagePlayer::default(), black: PagePlayer::default() },
        };
        let abort_is_free = side.is_some_and(|side| abort_is_free(game, side, by.now));
        let view = loaded.view((preferences, bottom), news, None);
        let view = self.with_change_of_ratings(view, by.now).await;
        Ok(PageView {
            view,
            seat,
            choices,
            holds,
            rows,
            abort_is_free,
            watching,
            notes,
            premoves,
            end,
            players,
        })
    }

    /// A game's position after this many plies.
    ///
    /// # Errors
    /// As [`App::page_view`].
    pub async fn page_then(&self, by: &Caller, game: PageGame, ply: Ply) -> AppResult<PageThen> {
        let loaded = self.of_page(by, game).await?;
        Ok(PageThen::of(loaded.game.line, ply))
    }

    /// Why this text is not a legal move for the caller in this game; `None`: it is legal. Changes nothing.
    ///
    /// # Errors
    /// As [`App::page_view`].
    pub async fn why_no_move(
        &self,
        by: &Caller,
        game: PageGame,
        typed: &str,
    ) -> AppResult<Option<Rejection>> {
        let loaded = self.of_page(by, game).await?;
        let intent = Intent::Move(typed.to_owned());
        Ok(match decide(&loaded.game, by.user, &intent, None, by.now) {
            Ok(_) => None,
            Err(refusal) => Some(why(loaded, by.user, refusal)),
        })
    }
}

fn why(loaded: Loaded, who: UserId, refusal: Refusal) -> Rejection {
    let reader = loaded.game.one_side_of(who);
    let game = Arc::new(loaded.game);
    Rejection::InGame(Box::new(RejectionInGame { refusal, game, reader, fresh: None }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_it_was_made_and_never_printed() {
        let secret = PageSecret::new().expect("random bytes");
        assert_eq!(PageSecret::read(secret.reveal()).as_ref(), Some(&secret));
        assert_ne!(secret, PageSecret::new().expect("random bytes"));
        assert!(!format!("{secret:?}").contains(secret.reveal()));
        assert_eq!(secret.hash().len(), 64);
        for wrong in ["", "0", &"0".repeat(31), &"0".repeat(33), &"A".repeat(32), &"g".repeat(32)] {
            assert_eq!(PageSecret::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_action_of_a_page_is_no_interaction_of_discords() {
        let of = |grant, wish| page_action(PageGrantId(grant), wish).0;
        assert_eq!(of(1, "a"), of(1, "a"));
        assert!(of(1, "a") >= 1 << 63);
        assert_ne!(of(1, "a"), of(2, "a"));
        assert_ne!(of(1, "a"), of(1, "b"));
    }
}
