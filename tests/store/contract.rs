//! The contract of every store (see the documentation of `rookery::store`).

use super::{NOON, aside, begin, beginning, by, ending, left, new_challenge, new_game, one_move, with_store};
use rookery::game::{
    AnswerToken, ChallengeId, ChannelId, EventKind, GameId, GuildId, InteractionId, MessageId, Millis, Rev,
    UserId,
};
use rookery::store::{
    BoardMessage, CHALLENGE_LASTS, Change, NewChallenge, NewGame, OwedKey, Store, StoredState, TooOld,
    WriteError,
};

tests_on_both!(
    a_game_comes_back_as_it_was_given,
    a_change_is_seen_by_the_next_read,
    of_many_simultaneous_changes_one_wins,
    an_interaction_is_acted_on_once,
    a_lost_race_leaves_no_trace,
    a_channel_hosts_one_live_game,
    of_many_simultaneous_games_in_a_channel_one_begins,
    a_challenge_is_accepted_once,
    a_challenge_withdrawn_and_accepted_at_once_ends_once,
    a_game_has_one_rematch,
    a_refused_acceptance_leaves_the_challenge_open,
    ids_are_never_used_again,
    a_game_that_is_over_is_not_changed,
    setting_aside_changes_nothing_else,
    a_persons_live_games_are_found,
    channels_in_use_are_found_page_by_page,
    old_challenges_end,
    a_closed_challenge_is_known_until_its_message_says_so,
    the_board_before_loses_its_buttons,
    boards_of_the_end_keep_their_buttons,
    what_is_refused_at_once_closes_a_channel_for_no_longer,
    the_token_of_a_board_that_is_old_when_it_is_noted_is_wiped,
    every_number_of_the_chat_fits,
);

/// Nothing is too old.
pub const NOTHING: TooOld = TooOld {
    challenges: Millis(0),
    challenged: Millis(0),
    unposted: Millis(0),
    closed: Millis(0),
    interactions: Millis(0),
    tokens: Millis(0),
    now: Millis(0),
};

fn a_game_comes_back_as_it_was_given() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        let found = store.live_in(ChannelId(5)).await.expect("a read").expect("the game");
        assert_eq!(found, new_game(5).stored(id, beginning()));
        assert_eq!(store.game(id).await.expect("a read"), Some(found));
        assert_eq!(store.live_in(ChannelId(6)).await.expect("a read"), None);
        assert_eq!(store.game(GameId(id.0 + 1)).await.expect("a read"), None);
    });
}

fn a_change_is_seen_by_the_next_read() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        for ply in 0..12 {
            let change = one_move(ply, &format!("move{ply}"));
            store.change(id, Rev(i64::from(ply) + 1), &change).await.expect("the change");
            let game = store.game(id).await.expect("a read").expect("the game");
            assert_eq!(game.stands, change.after);
            assert_eq!(game.log.last(), change.events().last());
            // Twelve moves, sorted by number, not as text.
            assert_eq!(
                game.moves().collect::<Vec<_>>(),
                (0..=ply).map(|p| format!("move{p}")).collect::<Vec<_>>()
            );
        }
    });
}

fn of_many_simultaneous_changes_one_wins() {
    with_store(async |store| {
        for round in 0..10 {
            let id = begin(&store, 100 + round).await;
            let tasks = (0..16).map(|i| {
                let store = store.clone();
                tokio::spawn(async move { store.change(id, Rev(1), &one_move(0, &format!("move{i}"))).await })
            });
            let mut won = 0;
            for task in tasks.collect::<Vec<_>>() {
                match task.await.expect("no panic") {
                    Ok(()) => won += 1,
                    Err(WriteError::Conflict) => {}
                    Err(other) => panic!("{other}"),
                }
            }
            let game = store.game(id).await.expect("a read").expect("the game");
            assert_eq!((won, game.stands.rev.0, game.moves().count()), (1, 2, 1));
        }
    });
}

fn an_interaction_is_acted_on_once() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        assert!(!store.seen(InteractionId(77)).await.expect("a read"));
        let tasks = (0..16).map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.change(id, Rev(1), &by(one_move(0, "e2e4"), 77)).await })
        });
        let mut won = 0;
        for task in tasks.collect::<Vec<_>>() {
            match task.await.expect("no panic") {
                Ok(()) => won += 1,
                Err(WriteError::Replayed) => {}
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(won, 1);
        assert!(store.seen(InteractionId(77)).await.expect("a read"));
        let again = store.change(id, Rev(2), &by(one_move(1, "e7e5"), 77)).await;
        assert!(matches!(again, Err(WriteError::Replayed)), "{again:?}");
        // It is deleted once Discord can no longer redeliver it.
        store.tidy(&TooOld { interactions: Millis(NOON.0 + 1), ..NOTHING }).await.expect("a write");
        assert!(!store.seen(InteractionId(77)).await.expect("a read"));
    });
}

fn a_lost_race_leaves_no_trace() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        let lost = store.change(id, Rev(7), &by(one_move(0, "e2e4"), 77)).await;
        assert!(matches!(lost, Err(WriteError::Conflict)), "{lost:?}");
        assert!(!store.seen(InteractionId(77)).await.expect("a read"), "it may be tried again");
        let game = store.game(id).await.expect("a read").expect("the game");
        assert_eq!((game.stands.rev.0, game.moves().count()), (1, 0));
    });
}

fn a_channel_hosts_one_live_game() {
    with_store(async |store| {
        let first = begin(&store, 5).await;
        let second = store.begin_game(&new_game(5), &beginning()).await;
        assert!(matches!(second, Err(WriteError::Occupied)), "{second:?}");
        begin(&store, 6).await;
        store.change(first, Rev(1), &ending(0, "aborted")).await.expect("the end");
        let third = begin(&store, 5).await;
        store.change(third, Rev(1), &aside(0)).await.expect("it is set aside");
        assert!(store.live_in(ChannelId(5)).await.expect("a read").is_none());
        let fourth = begin(&store, 5).await;
        let newest = store.newest_in(ChannelId(5)).await.expect("a read").expect("a game");
        assert_eq!(newest.id, fourth);
    });
}

fn of_many_simultaneous_games_in_a_channel_one_begins() {
    with_store(async |store| {
        let tasks = (0..16).map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.begin_game(&new_game(5), &beginning()).await })
        });
        let mut began = 0;
        for task in tasks.collect::<Vec<_>>() {
            match task.await.expect("no panic") {
                Ok(_) => began += 1,
                Err(error) => assert!(matches!(error, WriteError::Occupied), "{error}"),
            }
        }
        assert_eq!(began, 1);
    });
}

fn a_challenge_is_accepted_once() {
    with_store(async |store| {
        let challenge = store.new_challenge(&new_challenge(), None).await.expect("a challenge");
        let tasks = (0..16).map(|i| {
            let store = store.clone();
            tokio::spawn(async move {
                store
                    .begin_game(&NewGame { challenge: Some(challenge), ..new_game(100 + i) }, &beginning())
                    .await
            })
        });
        let mut began = 0;
        for task in tasks.collect::<Vec<_>>() {
            match task.await.expect("no panic") {
                Ok(_) => began += 1,
                Err(error) => assert!(matches!(error, WriteError::Gone), "{error}"),
            }
        }
        assert_eq!(began, 1);
        assert_eq!(store.challenge(challenge).await.expect("a read"), None);
        let again = store.end_challenge(challenge, None, NOON).await;
        assert!(matches!(again, Err(WriteError::Gone)), "{again:?}");
    });
}

fn a_challenge_withdrawn_and_accepted_at_once_ends_once() {
    with_store(async |store| {
        for round in 0..40 {
            let asked = NewChallenge { challenger: UserId(1_000 + round), ..new_challenge() };
            let challenge = store.new_challenge(&asked, None).await.expect("a challenge");
            // The record of who challenged whom is deleted while the challenge is still open.
            let hour = TooOld { challenged: Millis(NOON.0 + 1), ..NOTHING };
            store.tidy(&hour).await.expect("a sweep");
            let accept = {
                let (store, new) =
                    (store.clone(), NewGame { challenge: Some(challenge), ..new_game(100 + round) });
                tokio::spawn(async move { store.begin_game(&new, &beginning()).await.map(|_| ()) })
            };
            let withdraw = {
                let store = store.clone();
                tokio::spawn(async move { store.end_challenge(challenge, None, NOON).await })
            };
            let both = [accept.await.expect("no panic"), withdraw.await.expect("no panic")];
            let refused: Vec<_> = both.iter().filter_map(|one| one.as_ref().err()).collect();
            assert!(matches!(refused[..], [WriteError::Gone]), "{both:?}");
        }
    });
}

fn a_game_has_one_rematch() {
    with_store(async |store| {
        let first = begin(&store, 5).await;
        let asks = NewChallenge { rematch_of: Some(first), ..new_challenge() };
        let tasks = (0..16).map(|_| {
            let (store, asks) = (store.clone(), asks.clone());
            tokio::spawn(async move { store.new_challenge(&asks, None).await })
        });
        let mut made = Vec::new();
        for task in tasks.collect::<Vec<_>>() {
            match task.await.expect("no panic") {
                Ok(challenge) => made.push(challenge),
                Err(error) => assert!(matches!(error, WriteError::Conflict), "{error}"),
            }
        }
        let [challenge] = made[..] else { panic!("asked for {} times", made.len()) };
        let asked = store.rematch_asked(first, NOON).await.expect("a read");
        assert_eq!(asked.map(|asked| (asked.id, asked.asked)), Some((challenge, asks.clone())));
        // Once it has lapsed, a new one can be made.
        let later = Millis(NOON.0 + CHALLENGE_LASTS + 1);
        assert_eq!(store.rematch_asked(first, later).await.expect("a read"), None);
        let anew = NewChallenge { created_at: later, ..asks.clone() };
        let challenge = store.new_challenge(&anew, None).await.expect("a challenge");
        let again = |channel| NewGame { rematch_of: Some(first), ..new_game(channel) };
        let begun = NewGame { challenge: Some(challenge), ..again(6) };
        store.begin_game(&begun, &beginning()).await.expect("a game");
        assert_eq!(store.rematch_of(first).await.expect("a read"), Some((Some(GuildId(9)), ChannelId(6))));
        let second = store.begin_game(&again(7), &beginning()).await;
        assert!(matches!(second, Err(WriteError::Conflict)), "{second:?}");
        let asked = store.new_challenge(&anew, None).await;
        assert!(matches!(asked, Err(WriteError::Conflict)), "{asked:?}");
    });
}

fn a_refused_acceptance_leaves_the_challenge_open() {
    with_store(async |store| {
        begin(&store, 5).await;
        let challenge = store.new_challenge(&new_challenge(), None).await.expect("a challenge");
        store.challenge_posted(challenge, MessageId(8)).await.expect("a write");
        let refused = store
            .begin_game(&NewGame { challenge: Some(challenge), ..new_game(5) }, &by(beginning(), 3))
            .await;
        assert!(matches!(refused, Err(WriteError::Occupied)), "{refused:?}");
        let stored = store.challenge(challenge).await.expect("a read").expect("the challenge");
        assert_eq!(stored.asked, new_challenge());
        assert_eq!(stored.message, Some(MessageId(8)));
        assert!(!store.seen(InteractionId(3)).await.expect("a read"));
    });
}

fn ids_are_never_used_again() {
    with_store(async |store| {
        let first = store.new_challenge(&new_challenge(), None).await.expect("a challenge");
        store.end_challenge(first, None, NOON).await.expect("its end");
        let second = store.new_challenge(&new_challenge(), None).await.expect("a challenge");
        assert!(second > first);
    });
}

fn a_game_that_is_over_is_not_changed() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        store.change(id, Rev(1), &ending(0, "resigned black")).await.expect("the end");
        let late = store.change(id, Rev(2), &one_move(0, "e2e4")).await;
        assert!(matches!(late, Err(WriteError::Conflict)), "{late:?}");
        assert!(matches!(store.change(id, Rev(2), &aside(1)).await, Err(WriteError::Conflict)));
        let game = store.game(id).await.expect("a read").expect("the game");
        assert_eq!(
            (game.stands.state, game.stands.ending.as_deref()),
            (StoredState::Over, Some("resigned black"))
        );
    });
}

fn setting_aside_changes_nothing_else() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        store.change(id, Rev(1), &one_move(0, "e2e4")).await.expect("a move");
        let before = store.game(id).await.expect("a read").expect("the game");
        assert!(
            matches!(store.change(id, Rev(1), &aside(0)).await, Err(WriteError::Conflict)),
            "not what was seen"
        );
        store.change(id, Rev(2), &aside(1)).await.expect("it is set aside");
        let mut after = store.game(id).await.expect("a read").expect("the game");
        assert_eq!(after.stands, aside(1).after);
        assert_eq!(after.log.pop().map(|entry| entry.kind), Some(EventKind::SetAside));
        after.stands = before.stands.clone();
        assert_eq!(after, before);
    });
}

fn a_persons_live_games_are_found() {
    with_store(async |store| {
        let [first, second, over] = [begin(&store, 5).await, begin(&store, 6).await, begin(&store, 7).await];
        store.change(over, Rev(1), &ending(0, "aborted")).await.expect("the end");
        store.change(first, Rev(1), &one_move(0, "e2e4")).await.expect("a move");
        let ids = |games: Vec<rookery::store::LiveGame>| games.iter().map(|g| g.id).collect::<Vec<_>>();
        for player in [UserId(1), UserId(2)] {
            assert_eq!(ids(store.live_of(player).await.expect("a read")), [first, second]);
        }
        assert_eq!(ids(store.live_of(UserId(3)).await.expect("a read")), []);
        let plies = store.live_of(UserId(1)).await.expect("a read");
        assert_eq!(plies.iter().map(|game| game.stands.ply.0).collect::<Vec<_>>(), [1, 0]);
        let page = store.some_live(None, 1).await.expect("a read");
        assert_eq!(page, [(first, ChannelId(5))]);
        let rest = store.some_live(Some(page[0].1), 10).await.expect("a read");
        assert_eq!(rest, [(second, ChannelId(6))]);
        assert_eq!(store.some_live(Some(rest[0].1), 10).await.expect("a read"), []);
    });
}

fn channels_in_use_are_found_page_by_page() {
    with_store(async |store| {
        begin(&store, 5).await;
        begin(&store, 7).await;
        for channel in [5, 6] {
            let asked = NewChallenge {
                channel: ChannelId(channel),
                challenger: UserId(1_000 + channel),
                ..new_challenge()
            };
            store.new_challenge(&asked, None).await.expect("a challenge");
        }
        let mut last = None;
        for channel in [5, 6, 7] {
            let page = store.some_in_use(last, 1).await.expect("a read");
            assert_eq!(page, [ChannelId(channel)]);
            last = page.last().copied();
        }
        assert_eq!(store.some_in_use(last, 1).await.expect("a read"), []);
        assert_eq!(store.some_in_use(None, 10).await.expect("a read").len(), 3);
    });
}

fn old_challenges_end() {
    with_store(async |store| {
        let old = store.new_challenge(&new_challenge(), None).await.expect("a challenge");
        let mut young = new_challenge();
        young.created_at = Millis(NOON.0 + 10);
        let young = store.new_challenge(&young, None).await.expect("a challenge");
        store.tidy(&TooOld { challenges: Millis(NOON.0 + 10), ..NOTHING }).await.expect("a write");
        assert!(store.challenge(old).await.expect("a read").is_none());
        assert!(store.challenge(young).await.expect("a read").is_some());
        assert_eq!(store.end_challenges_in(ChannelId(5)).await.expect("a write"), 1);
        assert!(store.challenge(young).await.expect("a read").is_none());
    });
}

fn a_closed_challenge_is_known_until_its_message_says_so() {
    with_store(async |store| {
        let named = || {
            let mut new = new_challenge();
            new.opponent = Some(UserId(2));
            new
        };
        let posted = async |message: u64| {
            let id = store.new_challenge(&named(), None).await.expect("a challenge");
            store.challenge_posted(id, MessageId(message)).await.expect("a write");
            id
        };
        let [accepted, declined, withdrawn, lapsed] =
            [posted(1).await, posted(2).await, posted(3).await, posted(4).await];
        let known = async || {
            let mut closed = Vec::new();
            for owed in store.owed(Millis(NOON.0 + 20_000), 10, 10).await.expect("a read") {
                if owed.key.kind != "challenge" {
                    continue;
                }
                let id = ChallengeId(owed.key.subject);
                let one = store.closed_challenge(id).await.expect("a read");
                closed.extend(one.filter(|one| one.message.is_some()));
            }
            closed.sort_by_key(|one| one.id.0);
            closed.into_iter().map(|c| (c.id, c.outcome, c.challenger, c.answerer)).collect::<Vec<_>>()
        };
        assert_eq!(known().await, []);
        // The player other than the challenger has accepted.
        let (mut game, red, blue) = (new_game(7), Some(UserId(1)), Some(UserId(2)));
        (game.white, game.black) = (UserId(2), UserId(1));
        game.challenge = Some(accepted);
        store.begin_game(&game, &beginning()).await.expect("the game begins");
        store.decline_challenge(declined, None, NOON).await.expect("declined");
        store.end_challenge(withdrawn, None, NOON).await.expect("withdrawn");
        store.tidy(&TooOld { challenges: Millis(NOON.0 + 1), ..NOTHING }).await.expect("a write");
        let all = [
            (accepted, "accepted".to_owned(), red, blue),
            (declined, "declined".to_owned(), red, blue),
            (withdrawn, "withdrawn".to_owned(), red, None),
            (lapsed, "lapsed".to_owned(), red, None),
        ];
        assert_eq!(known().await, all);
        let told = store.closed_challenge(accepted).await.expect("a read").expect("it is known");
        assert_eq!((told.message, told.place), (Some(MessageId(1)), Some(ChannelId(7))));
        let owed = async |id: ChallengeId| {
            let owed = store.owed_one(&OwedKey::new("challenge", id.0)).await.expect("a read");
            owed.expect("it is owed")
        };
        store.next_of_owed(&owed(declined).await, "", Some(NOON)).await.expect("a write");
        let told = store.closed_challenge(declined).await.expect("a read").expect("it is known");
        assert!(told.told && told.message == Some(MessageId(2)), "its own message is another matter");
        store.challenge_told(accepted).await.expect("a write");
        assert_eq!(known().await, all[1..]);

        // It may be answered before its message is known.
        let quick = store.new_challenge(&named(), None).await.expect("a challenge");
        store.decline_challenge(quick, None, NOON).await.expect("declined");
        assert_eq!(known().await.len(), 3, "nothing can be done with it yet");
        store.challenge_posted(quick, MessageId(9)).await.expect("a write");
        assert_eq!(known().await.len(), 4);
        store.forget(UserId(1), NOON, left(UserId(1))).await.expect("a write");
        assert!(known().await.iter().all(|(_, _, challenger, _)| challenger.is_none()));
        store.end_challenges_in(ChannelId(5)).await.expect("a write");
        assert_eq!(known().await, [], "the messages went with their channel");
    });
}

pub async fn show(store: &Store, id: GameId, message: u64, rev: i64) -> Option<u64> {
    let (channel, message) = (ChannelId(5), MessageId(message));
    let board = BoardMessage { channel, message, rev: Rev(rev), answer: None, now: NOON };
    store.show_board(id, &board).await.expect("a write").old.map(|(old, _)| old.message.0)
}

fn the_board_before_loses_its_buttons() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        assert_eq!(show(&store, id, 100, 0).await, None);
        assert_eq!(show(&store, id, 101, 1).await, Some(100));
        assert_eq!(show(&store, id, 101, 1).await, None, "the same message twice");
        assert_eq!(show(&store, id, 102, 1).await, Some(101), "shown again");
        assert_eq!(show(&store, id, 101, 1).await, Some(101), "noted late: one that was made later is known");
        assert_eq!(show(&store, id, 99, 0).await, Some(99), "it came late: a newer board is known");
        assert_eq!(show(&store, id, 103, 2).await, Some(102));
        assert_eq!(show(&store, GameId(id.0 + 1), 1, 0).await, None, "no such game");
    });
}

fn boards_of_the_end_keep_their_buttons() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        assert_eq!(show(&store, id, 100, 1).await, None);
        store.change(id, Rev(1), &ending(0, "resigned black")).await.expect("the end");
        assert_eq!(show(&store, id, 102, 2).await, Some(100));
        for message in [103, 101, 102] {
            assert_eq!(show(&store, id, message, 2).await, None, "{message}");
        }
        assert_eq!(show(&store, id, 99, 1).await, Some(99));
    });
}

fn what_is_refused_at_once_closes_a_channel_for_no_longer() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        store.give_up_board(id, Rev(1)).await.expect("a write");
        let minutes = |minutes: i64| Millis(NOON.0 + minutes * 60_000);
        let looked_at =
            async |after| !store.closed_to_look_at(minutes(after), 9).await.expect("a read").is_empty();
        for (refused, next) in [([0, 1, 4], 5), ([5, 6, 14], 15), ([15, 15, 34], 35)] {
            for after in refused {
                store.close_channel(ChannelId(5), 50_013, minutes(after)).await.expect("a write");
            }
            assert!(!looked_at(next - 1).await && looked_at(next).await, "{refused:?}");
        }
    });
}

fn the_token_of_a_board_that_is_old_when_it_is_noted_is_wiped() {
    with_store(async |store| {
        let id = begin(&store, 5).await;
        let token = |number: u64| AnswerToken(format!("token {number}"));
        let made = |change: Change, number| Change { answer: Some(token(number)), ..by(change, number) };
        store.change(id, Rev(1), &made(one_move(0, "e2e4"), 71)).await.expect("a move");
        store.change(id, Rev(2), &made(one_move(1, "e7e5"), 72)).await.expect("a move");
        let kept = async |rev| {
            let pending = store.pending_answer(id, (Rev(rev), None), NOON).await.expect("a read");
            pending.map(|pending| pending.interaction.0)
        };
        assert_eq!((kept(2).await, kept(3).await), (Some(71), Some(72)));
        let note = async |message, rev, number| {
            let answer = Some((InteractionId(number), token(number)));
            let (channel, message) = (ChannelId(5), MessageId(message));
            let board = BoardMessage { channel, message, rev: Rev(rev), answer, now: NOON };
            store.show_board(id, &board).await.expect("a write").old.map(|(old, _)| old.message.0)
        };
        assert_eq!(note(102, 3, 72).await, None);
        assert_eq!(note(101, 2, 71).await, Some(101), "it came late: a newer board is known");
        assert_eq!((kept(2).await, kept(3).await), (None, Some(72)));
        assert_eq!(note(100, 2, 72).await, Some(100), "another board of the newest one's interaction");
        assert_eq!(kept(3).await, Some(72));
    });
}

fn every_number_of_the_chat_fits() {
    with_store(async |store| {
        let mut new = new_game(u64::MAX);
        new.white = UserId(u64::MAX - 1);
        let id = store.begin_game(&new, &by(beginning(), u64::MAX)).await.expect("the game begins");
        let game = store.live_in(ChannelId(u64::MAX)).await.expect("a read").expect("the game");
        assert_eq!(game, new.stored(id, beginning()));
        assert!(store.seen(InteractionId(u64::MAX)).await.expect("a read"));
    });
}
