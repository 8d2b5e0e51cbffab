//! The operator's changes: acts, blocks, stopped games, switched-off features and announcements.

use super::contract::NOTHING;
use super::{NOON, begin, ending, left, new_challenge, new_game, one_move, stands, with_store};
use rookery::game::{ChannelId, GameId, GuildId, InteractionId, Millis, Rev, UserId};
use rookery::store::{
    ACTS_KEPT_DAYS, Act, ActOn, NewChallenge, NewGame, OperatorState, PremovesRow, Store, TooOld, WriteError,
};

tests_on_both!(
    an_act_is_kept_for_a_year_and_names_nobody_who_is_forgotten,
    who_is_shut_out_stays_so_without_their_data,
    a_shut_out_ends_games_and_closes_challenges_at_once,
    what_is_begun_after_a_shut_out_ends_and_what_went_on_is_left,
    what_is_prepared_after_a_shut_out_is_dropped,
    a_server_is_shut_out_and_let_in,
    a_result_is_taken_back_once,
    a_game_is_stopped_where_it_stands,
    a_change_is_seen_by_a_number,
);

const NOBODY: UserId = UserId(77);

fn act(what: &str, on: ActOn) -> Act {
    Act { at: NOON, what: what.to_owned(), on, reason: "a reason".to_owned() }
}

/// The state known to a running bot.
async fn known(store: &Store) -> OperatorState {
    let state = store.operator_state(&OperatorState::default()).await.expect("a read");
    state.expect("nothing is known before")
}

fn an_act_is_kept_for_a_year_and_names_nobody_who_is_forgotten() {
    with_store(async |store| {
        let on = [ActOn::Bot, ActOn::Person(UserId(1)), ActOn::Guild(GuildId(9)), ActOn::Game(GameId(3))];
        for on in on {
            store.note_act(&act("done", on)).await.expect("a write");
        }
        let noted = store.acts(NOON).await.expect("a read");
        assert_eq!(noted, on.map(|on| act("done", on)));
        assert_eq!(store.acts(Millis(NOON.0 + 1)).await.expect("a read"), []);
        store.forget(UserId(1), NOON, left(UserId(1))).await.expect("a removal");
        let former = vec![act("done", ActOn::FormerPerson)];
        assert_eq!(store.acts_on(UserId(1)).await.expect("a read"), former, "who asks for them finds them");
        assert_eq!(store.acts_on(NOBODY).await.expect("a read"), []);
        for (late, left) in [(0, 4), (1, 0)] {
            let now = Millis(NOON.0 + ACTS_KEPT_DAYS * Millis::DAY + late);
            store.tidy(&TooOld { now, ..NOTHING }).await.expect("a write");
            assert_eq!(store.acts(NOON).await.expect("a read").len(), left);
        }
    });
}

fn who_is_shut_out_stays_so_without_their_data() {
    with_store(async |store| {
        let on = ActOn::Person(UserId(1));
        store.shut_out(UserId(1), &act("block", on), |_| None).await.expect("a write");
        let why = |state: &OperatorState, who| state.why_shut_out(who).map(str::to_owned);
        let state = known(&store).await;
        assert_eq!(
            (why(&state, UserId(1)).as_deref(), why(&state, UserId(2)), state.people()),
            (Some("a reason"), None, 1)
        );
        store.forget(UserId(1), NOON, left(UserId(1))).await.expect("a removal");
        assert!(why(&known(&store).await, UserId(1)).is_some());
        assert_eq!(store.shut_out_since(UserId(1)).await.expect("a read"), Some(NOON));
        // A second block, for another reason.
        let other = Act { reason: "another".to_owned(), ..act("block", on) };
        store.shut_out(UserId(1), &other, |_| None).await.expect("a write");
        assert_eq!(why(&known(&store).await, UserId(1)).as_deref(), Some("another"));
        store.note_act(&act("export", on)).await.expect("a write");
        assert!(store.let_in(UserId(1), &act("unblock", on)).await.expect("a write"));
        let acts = store.acts(NOON).await.expect("a read");
        assert_eq!(acts.len(), 4);
        assert!(acts.iter().all(|act| act.on == ActOn::FormerPerson), "none is named again: {acts:?}");
        assert_eq!(store.acts_on(UserId(1)).await.expect("a read").len(), 4, "who asks for them finds them");
        let kept = store.kept_of(UserId(1), 1_000).await.expect("a read");
        assert!(
            kept.own["shut_out"].is_null()
                && kept.own["acts_of_the_operator"].as_array().is_some_and(|acts| acts.len() == 4),
            "who comes back is given what was done to them: {}",
            kept.own
        );
        assert!(!store.let_in(UserId(1), &act("unblock", on)).await.expect("a write"));
        assert_eq!(known(&store).await.people(), 0);
    });
}

fn a_shut_out_ends_games_and_closes_challenges_at_once() {
    with_store(async |store| {
        let game = begin(&store, 5).await;
        let other = store
            .begin_game(&NewGame { white: UserId(3), ..new_game(6) }, &super::beginning())
            .await
            .expect("a game");
        for (challenger, opponent) in [(1, None), (3, Some(UserId(1))), (3, None)] {
            let new = NewChallenge { challenger: UserId(challenger), opponent, ..new_challenge() };
            store.new_challenge(&new, None).await.expect("a challenge");
        }
        let end = |_: &_| Some(ending(0, "resigned black"));
        let out = store.shut_out(UserId(1), &act("block", ActOn::Person(UserId(1))), end).await;
        let out = out.expect("a write");
        assert_eq!((out.ended, out.challenges), (1, 2));
        assert!(store.live_in(ChannelId(5)).await.expect("a read").is_none());
        assert!(store.live_in(ChannelId(6)).await.expect("a read").is_some_and(|row| row.id == other));
        // Its board does not wait for an answer.
        let owed = store.all_owed().await.expect("a read");
        let board = owed.iter().find(|owed| owed.key.kind == "board" && owed.key.subject == game.0);
        let board = board.expect("it is owed");
        assert_eq!((board.due, board.step.as_str()), (Some(Millis(0)), "left"));
    });
}

fn what_is_begun_after_a_shut_out_ends_and_what_went_on_is_left() {
    with_store(async |store| {
        let (one, other) =
            (begin(&store, 5).await, NewGame { white: UserId(3), black: UserId(1), ..new_game(6) });
        store.shut_out(UserId(1), &act("block", ActOn::Person(UserId(1))), |_| None).await.expect("a write");
        assert_eq!(store.shut_out_unswept().await.expect("a read"), []);
        let newer = store.begin_game(&other, &super::beginning()).await.expect("a game");
        assert_eq!(store.shut_out_unswept().await.expect("a read"), [UserId(1)]);
        let end = |_: &_| Some(ending(0, "aborted stop"));
        assert_eq!(store.shut_out_again(UserId(1), end).await.expect("a write").ended, 1);
        assert_eq!(store.shut_out_unswept().await.expect("a read"), []);
        let state = async |game| store.game(game).await.expect("a read").expect("a game").stands.ending;
        assert_eq!((state(one).await, state(newer).await.as_deref()), (None, Some("aborted stop")));
        assert_eq!(
            store.shut_out_again(UserId(3), end).await.expect("a write").ended,
            0,
            "they are not shut out"
        );
        assert_eq!(store.acts(NOON).await.expect("a read").len(), 1, "one act");
    });
}

fn what_is_prepared_after_a_shut_out_is_dropped() {
    with_store(async |store| {
        let game = begin(&store, 5).await;
        store.shut_out(UserId(1), &act("block", ActOn::Person(UserId(1))), |_| None).await.expect("a write");
        let keep = async |side: &str, command: u64| {
            let row = store.game(game).await.expect("a read").expect("a game");
            let seen = (row.stands.position_rev, row.premoves.as_ref());
            let now = PremovesRow(format!("{side} e2e4 e7e5"));
            store.keep_premoves(game, seen, Some(&now), InteractionId(command), NOON).await.expect("a write");
        };
        // The opponent's premoves do not belong to the blocked person.
        keep("black", 1).await;
        assert_eq!(store.shut_out_unswept().await.expect("a read"), []);
        keep("white", 2).await;
        assert_eq!(store.shut_out_unswept().await.expect("a read"), [UserId(1)]);
        let end = |_: &_| Some(ending(0, "aborted stop"));
        assert_eq!(
            store.shut_out_again(UserId(1), end).await.expect("a write").ended,
            0,
            "it went on before"
        );
        assert_eq!(store.shut_out_unswept().await.expect("a read"), []);
        assert!(store.game(game).await.expect("a read").expect("a game").premoves.is_none());
    });
}

fn a_server_is_shut_out_and_let_in() {
    with_store(async |store| {
        let why = async |guild| known(&store).await.why_server_shut_out(guild).map(str::to_owned);
        store.shut_out_server(GuildId(9), &act("block", ActOn::Guild(GuildId(9)))).await.expect("a write");
        assert_eq!(why(GuildId(9)).await.as_deref(), Some("a reason"));
        assert_eq!(why(GuildId(8)).await, None);
        assert_eq!(store.server_shut_out_since(GuildId(9)).await.expect("a read"), Some(NOON));
        let state = known(&store).await;
        assert_eq!((state.people(), state.servers(), state.why_shut_out(UserId(9))), (0, 1, None));
        assert_eq!(store.totals().await.expect("a read").shut_out, 0, "no person is");
        assert!(store.summary_of_server(GuildId(9)).await.expect("a read").leaves);
        assert!(
            store
                .let_server_in(GuildId(9), &act("unblock", ActOn::Guild(GuildId(9))))
                .await
                .expect("a write")
        );
        assert!(
            !store
                .let_server_in(GuildId(9), &act("unblock", ActOn::Guild(GuildId(9))))
                .await
                .expect("a write")
        );
        assert_eq!(why(GuildId(9)).await, None);
        assert_eq!(store.acts(NOON).await.expect("a read").len(), 2);
    });
}

fn a_result_is_taken_back_once() {
    with_store(async |store| {
        let new = NewGame { rated: true, ..new_game(5) };
        let game = store.begin_game(&new, &super::beginning()).await.expect("a game");
        for ply in 0..2 {
            store.change(game, Rev(i64::from(ply) + 1), &one_move(ply, "a move")).await.expect("a move");
        }
        let void = act("void", ActOn::Game(game));
        let early = store.void_game(game, &void).await;
        assert!(matches!(early, Err(WriteError::Conflict)), "it goes on");
        store.change(game, Rev(3), &ending(2, "checkmate white")).await.expect("an end");
        assert!(store.rated_result(game).await.expect("a read").is_some());
        let finished = |who| {
            let store = store.clone();
            async move { store.finished_of(UserId(who)).await.expect("a read").len() }
        };
        assert_eq!((finished(1).await, finished(2).await), (1, 1));
        let had = store.void_game(game, &void).await.expect("a write");
        assert_eq!(had.map(|result| result.half_points), Some(2));
        assert_eq!(store.rated_result(game).await.expect("a read"), None);
        assert_eq!((finished(1).await, finished(2).await), (0, 0));
        for person in [UserId(1), UserId(2)] {
            let played = store.played_of_each_game(person).await.expect("a read");
            assert_eq!(played.iter().map(|of| of.finished).sum::<u32>(), 0, "{played:?}");
            let guild = new_game(5).guild.expect("a server");
            assert!(!store.has_played_in(person, guild).await.expect("a read"));
        }
        assert!(store.is_voided(game).await.expect("a read"));
        let told = store.stopped(game, Rev(4)).await.expect("a read").expect("its board says so");
        assert_eq!((told.reason.as_str(), told.voided), ("a reason", true));
        assert_eq!(store.owed_board(game).await.expect("a read"), Some(Rev(4)), "once more");
        assert!(matches!(store.void_game(game, &void).await, Err(WriteError::Conflict)), "it is void");
        assert_eq!(store.acts(NOON).await.expect("a read").len(), 1);
    });
}

fn a_game_is_stopped_where_it_stands() {
    with_store(async |store| {
        let game = begin(&store, 5).await;
        store.change(game, Rev(1), &one_move(0, "a move")).await.expect("a move");
        let end = act("end", ActOn::Game(game));
        let late = store.stop_game(game, Rev(1), &ending(0, "aborted stop"), &end).await;
        assert!(matches!(late, Err(WriteError::Conflict)), "somebody has moved");
        assert_eq!(store.acts(NOON).await.expect("a read"), []);
        store.stop_game(game, Rev(2), &ending(1, "aborted stop"), &end).await.expect("an end");
        let stood = store.game(game).await.expect("a read").expect("the game").stands;
        assert_eq!((stood.ending.as_deref(), stood.rev), (Some("aborted stop"), stands(1).rev.next()));
        assert!(store.stopped(game, Rev(3)).await.expect("a read").is_some_and(|told| !told.voided));
        assert_eq!(store.stopped(game, Rev(2)).await.expect("a read"), None);
        assert!(!store.is_voided(game).await.expect("a read"));
    });
}

fn a_change_is_seen_by_a_number() {
    with_store(async |store| {
        let mut state = known(&store).await;
        assert!(store.operator_state(&state).await.expect("a read").is_none(), "nothing has changed");
        let bot = act("done", ActOn::Bot);
        assert!(store.switch_feature("puzzles", false, &bot).await.expect("a write"));
        assert!(!store.switch_feature("puzzles", false, &bot).await.expect("a write"), "it is off");
        assert!(!store.switch_feature("pages", true, &bot).await.expect("a write"), "it is on");
        state = store.operator_state(&state).await.expect("a read").expect("it has changed");
        assert_eq!(state.off.iter().collect::<Vec<_>>(), ["puzzles"]);
        for text in ["one", "two"] {
            assert!(store.announce(Some((text, Some(NOON))), &bot).await.expect("a write"));
        }
        state = store.operator_state(&state).await.expect("a read").expect("it has changed");
        assert_eq!(state.announced, Some(("two".to_owned(), Some(NOON))));
        assert!(store.announce(None, &bot).await.expect("a write"));
        assert!(!store.announce(None, &bot).await.expect("a write"), "there is nothing");
        assert!(store.switch_feature("puzzles", true, &bot).await.expect("a write"));
        state = store.operator_state(&state).await.expect("a read").expect("it has changed");
        assert!(state.announced.is_none() && state.off.is_empty());
    });
}
