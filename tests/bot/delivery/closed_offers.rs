//! The message of an offer loses its buttons and shows the outcome, however the offer is settled.

use std::time::Duration;

use rookery::sandbox::{Fault, Message, Trouble};

use crate::bot::bench::{Bench, Game, done, message, soon, wait_for};
use crate::bot::playing::time::timed;

tests_on_both!(
    the_message_of_a_draw_offer_says_what_became_of_it,
    the_message_of_a_request_for_a_takeback_says_what_became_of_it,
    the_message_of_a_request_to_abort_says_what_became_of_it,
    an_offer_that_is_withdrawn_says_so,
    an_offer_of_another_position_says_so,
    an_offer_that_time_ran_out_on_says_so,
    an_offer_stays_open_when_its_own_side_moves,
    a_board_that_was_asked_for_after_the_offer_stays_a_board,
    after_a_restart_the_message_of_an_offer_says_what_became_of_it,
    a_message_that_nobody_noted_is_found_by_its_token,
    a_message_that_nobody_ever_saw_is_forgotten,
    a_message_that_was_deleted_is_forgotten,
    while_discord_fails_it_is_tried_again,
    after_failing_until_a_restart_it_is_tried_again,
    to_keep_playing_a_game_that_is_over_shows_its_end,
);

/// What Blue requests.
#[derive(Clone, Copy, PartialEq)]
pub enum Asked {
    Draw,
    Takeback,
    Abort,
}

impl Asked {
    fn labels(self) -> [&'static str; 3] {
        match self {
            Self::Draw => ["Accept draw", "Decline", "Withdraw"],
            Self::Takeback => ["Allow takeback", "Decline", "Withdraw"],
            Self::Abort => ["Agree to abort", "Play on", "Withdraw"],
        }
    }

    /// Runs the command, and confirms it if required.
    async fn command(self, who: &rookery::sandbox::Member) {
        match self {
            Self::Draw => done(&who.slash("draw", &[]).await),
            Self::Takeback => done(&who.slash("takeback", &[]).await),
            Self::Abort => {
                let question = who.slash("abort", &[]).await;
                let yes = question.labels().first().expect("a question").clone();
                done(&who.click(&message(&question), &yes).await);
            }
        }
    }

    /// Blue makes the request. Returns the message that Red may answer.
    pub async fn by_blue(self, game: &Game) -> Message {
        let channel = game.red.channel();
        // The message of an earlier game may still have its buttons.
        let before: Vec<String> = channel.messages().into_iter().map(|m| m.id).collect();
        self.command(&game.blue).await;
        let open = |m: &Message| m.labels() == self.labels() && !before.contains(&m.id);
        channel.wait_for(open).await.expect("the offer")
    }
}

/// The event that settles the offer.
#[derive(Clone, Copy, Debug)]
enum Settling {
    Accept,
    Decline,
    Command,
    Board,
    Move,
    Resigned,
}

/// A game with Red to move and a request by Blue.
pub async fn asked(bench: &Bench, what: Asked) -> (Game, Message) {
    let game = bench.game("games", "chess", None).await;
    done(&game.play(&["e4", "e5"]).await);
    let offer = what.by_blue(&game).await;
    assert_eq!(offer.pings(), [game.red.id()]);
    (game, offer)
}

async fn resigns(who: &rookery::sandbox::Member) {
    let question = message(&who.slash("resign", &[]).await);
    done(&who.click(&question, "Yes, resign").await);
}

async fn settle(game: &Game, offer: &Message, what: Asked, how: Settling) {
    match how {
        Settling::Accept => done(&game.red.click(offer, what.labels()[0]).await),
        Settling::Decline => done(&game.red.click(offer, what.labels()[1]).await),
        Settling::Command => what.command(&game.red).await,
        Settling::Board => {
            let board = message(&game.red.slash("board", &[]).await);
            let answer = game.red.click(&board, what.labels()[0]).await;
            if what == Asked::Draw {
                done(&game.red.click(&message(&answer), "Yes, draw").await);
            } else {
                done(&answer);
            }
        }
        Settling::Move => done(&game.red.slash("move", &[("move", "Nf3")]).await),
        Settling::Resigned => resigns(&game.red).await,
    }
}

/// Waits until the message shows only these words, has no buttons, and no outbox entry is pending for it.
pub async fn says(bench: &Bench, game: &Game, offer: &Message, words: &str) {
    let words = words
        .replace("RED", &format!("White ({})", game.red.mention()))
        .replace("BLUE", &format!("Black ({})", game.blue.mention()));
    let channel = game.red.channel();
    soon(&words, || {
        channel.message(&offer.id).is_some_and(|now| now.content == words && now.buttons().is_empty())
    })
    .await;
    bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer' AND due IS NOT NULL", 0).await;
    let number = |m: &Message| m.id.parse::<u64>().expect("a snowflake");
    let again = |m: &Message| m.content == words && number(m) > number(offer);
    assert!(!channel.messages().iter().any(again), "told in a message of its own: {words}");
}

/// Settles the request in each of these ways, each in a game of its own.
async fn each(what: Asked, ways: &[(Settling, &str)]) {
    let bench = Bench::new().await;
    for (how, words) in ways {
        let (game, offer) = asked(&bench, what).await;
        settle(&game, &offer, what, *how).await;
        says(&bench, &game, &offer, words).await;
        if bench.count("SELECT count(*) FROM games WHERE state = 'live'").await > 0 {
            resigns(&game.red).await;
        }
    }
    bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
    bench.finish().await;
}

fn the_message_of_a_draw_offer_says_what_became_of_it() {
    wait_for(each(
        Asked::Draw,
        &[
            (Settling::Accept, "BLUE offered a draw, and RED accepted."),
            (Settling::Decline, "BLUE offered a draw, and RED declined."),
            (Settling::Command, "BLUE offered a draw, and RED accepted."),
            (Settling::Board, "BLUE offered a draw, and RED accepted."),
            (Settling::Move, "BLUE offered a draw, but RED played on."),
            (Settling::Resigned, "BLUE offered a draw, but the game ended without an answer."),
        ],
    ));
}

fn the_message_of_a_request_for_a_takeback_says_what_became_of_it() {
    wait_for(each(
        Asked::Takeback,
        &[
            (Settling::Accept, "BLUE asked to take back a move, and RED agreed."),
            (Settling::Decline, "BLUE asked to take back a move, and RED declined."),
            (Settling::Command, "BLUE asked to take back a move, and RED agreed."),
            (Settling::Board, "BLUE asked to take back a move, and RED agreed."),
            (Settling::Move, "BLUE asked to take back a move, but RED played on."),
            (Settling::Resigned, "BLUE asked to take back a move, but the game ended without an answer."),
        ],
    ));
}

fn the_message_of_a_request_to_abort_says_what_became_of_it() {
    wait_for(each(
        Asked::Abort,
        &[
            (Settling::Accept, "BLUE asked to end the game without a result, and RED agreed."),
            (Settling::Decline, "BLUE asked to end the game without a result, but RED wanted to play on."),
            (Settling::Command, "BLUE asked to end the game without a result, and RED agreed."),
            (Settling::Move, "BLUE asked to end the game without a result, but RED played on."),
            (Settling::Resigned, "BLUE asked to end the game without a result, but it ended otherwise."),
        ],
    ));
}

fn an_offer_that_is_withdrawn_says_so() {
    wait_for(async {
        let bench = Bench::new().await;
        for (first, then, words) in [
            (Asked::Draw, Asked::Takeback, "BLUE offered a draw, then withdrew the offer."),
            (Asked::Takeback, Asked::Abort, "BLUE asked to take back a move, then withdrew that."),
            (Asked::Abort, Asked::Draw, "BLUE asked to end the game without a result, then withdrew that."),
        ] {
            let game = bench.game("games", "chess", None).await;
            done(&game.play(&["e4", "e5", "Nf3"]).await);
            let offer = first.by_blue(&game).await;
            done(&game.blue.slash("move", &[("move", "Nc6")]).await);
            let newer = then.by_blue(&game).await;
            done(&game.blue.click(&offer, "Withdraw").await);
            says(&bench, &game, &offer, words).await;
            assert_eq!(game.red.channel().message(&newer.id).map(|now| now.buttons().len()), Some(3));
            resigns(&game.red).await;
        }
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
        bench.finish().await;
    });
}

fn an_offer_of_another_position_says_so() {
    wait_for(async {
        let bench = Bench::new().await;
        for (what, words) in [
            (Asked::Draw, "BLUE offered a draw, but then moves were taken back."),
            (Asked::Abort, "BLUE asked to end the game without a result, but then moves were taken back."),
        ] {
            let (game, offer) = asked(&bench, what).await;
            done(&game.red.slash("takeback", &[]).await);
            done(&game.blue.slash("takeback", &[]).await);
            says(&bench, &game, &offer, words).await;
            resigns(&game.red).await;
        }
        bench.finish().await;
    });
}

fn an_offer_that_time_ran_out_on_says_so() {
    wait_for(async {
        for (what, words) in [
            (Asked::Draw, "BLUE offered a draw, but the game ended without an answer."),
            (Asked::Takeback, "BLUE asked to take back a move, but the game ended without an answer."),
            (Asked::Abort, "BLUE asked to end the game without a result, but it ended otherwise."),
        ] {
            let bench = Bench::new().await;
            let game = timed(&bench).await;
            done(&game.play(&["e4", "e5"]).await);
            let offer = what.by_blue(&game).await;
            bench.settings.clock.advance(Duration::from_hours(25));
            says(&bench, &game, &offer, words).await;
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
            bench.finish().await;
        }
    });
}

fn an_offer_stays_open_when_its_own_side_moves() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5", "Nf3"]).await);
        let offer = Asked::Draw.by_blue(&game).await;
        done(&game.blue.slash("move", &[("move", "Nc6")]).await);
        bench.pass(Duration::from_mins(2)).await;
        bench
            .soon_counts(
                "SELECT count(*) FROM outbox WHERE kind = 'offer' AND due IS NULL AND message IS NOT NULL",
                1,
            )
            .await;
        assert_eq!(game.red.channel().message(&offer.id).map(|now| now.labels()), Some(offer.labels()));
        done(&game.red.click(&offer, "Accept draw").await);
        says(&bench, &game, &offer, "BLUE offered a draw, and RED accepted.").await;
        bench.finish().await;
    });
}

fn a_board_that_was_asked_for_after_the_offer_stays_a_board() {
    wait_for(async {
        let bench = Bench::new().await;
        for what in [Asked::Draw, Asked::Takeback, Asked::Abort] {
            let (game, offer) = asked(&bench, what).await;
            let boards = [&game.blue, &game.red, &game.blue].map(|who| who.slash("board", &[]));
            let mut shown = Vec::new();
            for board in boards {
                shown.push(message(&board.await));
            }
            done(&game.red.click(&offer, what.labels()[1]).await);
            let channel = game.red.channel();
            let emptied = || channel.message(&offer.id).is_some_and(|now| now.buttons().is_empty());
            soon("the offer has no buttons", emptied).await;
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
            for board in shown {
                let now = channel.message(&board.id).expect("the board");
                assert!(
                    now.picture().is_some() && now.content.starts_with("Chess, move 2"),
                    "{}",
                    now.content
                );
            }
            resigns(&game.red).await;
        }
        bench.finish().await;
    });
}

fn after_a_restart_the_message_of_an_offer_says_what_became_of_it() {
    wait_for(async {
        // While its interaction's token is valid, and later.
        for minutes in [0, 20] {
            let mut bench = Bench::new().await;
            let (game, offer) = asked(&bench, Asked::Draw).await;
            bench.stop().await;
            bench.play_unanswered(&game.red, "7", "Nf3").await;
            assert_eq!(
                bench.count("SELECT count(*) FROM outbox WHERE kind = 'offer' AND due IS NOT NULL").await,
                1
            );
            bench.settings.clock.advance(Duration::from_mins(minutes));
            bench.start().await;
            says(&bench, &game, &offer, "BLUE offered a draw, but RED played on.").await;
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
            bench.finish().await;
        }
    });
}

fn a_message_that_nobody_noted_is_found_by_its_token() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, offer) = asked(&bench, Asked::Draw).await;
        bench.stop().await;
        // As after a kill between the answer and its record.
        bench.sql("UPDATE outbox SET message = NULL WHERE kind = 'offer'").await;
        bench.start().await;
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        says(&bench, &game, &offer, "BLUE offered a draw, but RED played on.").await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
        bench.finish().await;
    });
}

fn a_message_that_nobody_ever_saw_is_forgotten() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, offer) = asked(&bench, Asked::Draw).await;
        bench.stop().await;
        bench.sql("UPDATE outbox SET message = NULL WHERE kind = 'offer'").await;
        bench.settings.clock.advance(Duration::from_mins(20));
        bench.start().await;
        assert_eq!(
            bench.count("SELECT count(*) FROM outbox WHERE kind = 'offer'").await,
            1,
            "it may yet be answered"
        );
        // The click gives the message's id.
        done(&game.red.click(&offer, "Decline").await);
        says(&bench, &game, &offer, "BLUE offered a draw, and RED declined.").await;
        done(&game.play(&["Nf3", "Nc6"]).await);
        let offer = Asked::Takeback.by_blue(&game).await;
        bench.stop().await;
        bench.sql("UPDATE outbox SET message = NULL WHERE kind = 'offer'").await;
        bench.settings.clock.advance(Duration::from_mins(20));
        bench.start().await;
        done(&game.red.slash("move", &[("move", "Bb5")]).await);
        bench.pass(Duration::from_mins(20)).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
        assert_eq!(game.red.channel().message(&offer.id).map(|now| now.buttons().len()), Some(3));
        bench.finish().await;
    });
}

fn a_message_that_was_deleted_is_forgotten() {
    wait_for(async {
        let mut bench = Bench::new().await;
        for late in [false, true] {
            let (game, offer) = asked(&bench, Asked::Draw).await;
            assert!(game.red.channel().delete_message(&offer.id));
            if late {
                bench.stop().await;
                bench.settings.clock.advance(Duration::from_mins(20));
                bench.start().await;
            }
            resigns(&game.red).await;
            bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
            let told = |m: &Message| m.content.contains("offered a draw");
            assert!(!game.red.channel().messages().iter().any(told), "nothing is posted in its place");
        }
        bench.finish().await;
    });
}

/// Makes edits of the bot's messages fail.
fn no_edits(bench: &Bench) {
    let edits = Fault::next("/messages/", Trouble::Status(503)).method("PATCH");
    bench.discord.faults().add(edits.times(100_000));
}

fn while_discord_fails_it_is_tried_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let (game, offer) = asked(&bench, Asked::Draw).await;
        no_edits(&bench);
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        soon("a try", || {
            bench.discord.requests().iter().any(|one| one.method == "PATCH" && one.path.contains(&offer.id))
        })
        .await;
        assert_eq!(game.red.channel().message(&offer.id).map(|now| now.labels()), Some(offer.labels()));
        bench.discord.faults().clear();
        says(&bench, &game, &offer, "BLUE offered a draw, but RED played on.").await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
        bench.finish().await;
    });
}

fn after_failing_until_a_restart_it_is_tried_again() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (game, offer) = asked(&bench, Asked::Takeback).await;
        no_edits(&bench);
        done(&game.red.slash("move", &[("move", "Nf3")]).await);
        soon("a try", || {
            bench.discord.requests().iter().any(|one| one.method == "PATCH" && one.path.contains(&offer.id))
        })
        .await;
        bench.stop().await;
        bench.discord.faults().clear();
        bench.start().await;
        bench.pass(Duration::from_mins(3)).await;
        says(&bench, &game, &offer, "BLUE asked to take back a move, but RED played on.").await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'offer'", 0).await;
        bench.finish().await;
    });
}

fn to_keep_playing_a_game_that_is_over_shows_its_end() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["e4", "e5"]).await);
        for command in ["resign", "abort"] {
            let question = message(&game.red.slash(command, &[]).await);
            let kept = game.red.click(&question, "Keep playing").await;
            assert!(kept.text().contains("The game goes on.") && kept.labels().is_empty(), "{}", kept.text());
        }
        let question = message(&game.red.slash("resign", &[]).await);
        resigns(&game.blue).await;
        let over = game.red.click(&question, "Keep playing").await;
        assert!(over.is_ephemeral() && over.text().contains("This game is over"), "{}", over.text());
        assert!(message(&over).picture().is_some(), "the last board");
        bench.finish().await;
    });
}
