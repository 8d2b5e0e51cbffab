//! Many people in one channel of a slow Discord: spectators do not delay players, and the lowest board shows
//! the current state.

use std::time::Duration;

use rookery::discord::ops::user_rate_limit::{RateQuota, UserQuotas};
use rookery::sandbox::{Channel, Fault, Member, Message, Response, Trouble};

use crate::bot::bench::{Bench, Game, done, idle, message, soon, wait_for};

tests_on_both!(
    a_move_does_not_wait_for_those_who_look_on,
    a_move_does_not_wait_for_boards_that_everybody_sees,
    a_move_does_not_wait_for_refusals,
    a_move_does_not_wait_for_those_who_are_too_fast,
    boards_stand_in_the_order_of_their_moves_however_long_each_takes,
    a_board_that_gets_through_after_a_newer_one_shows_what_that_shows,
    a_board_that_gets_through_after_the_last_one_shows_the_end,
    what_one_sees_alone_waits_for_nobody_else,
    moves_in_a_burst_are_all_answered,
);

/// The time of each answer at Discord, which has it only at the end.
const UPLOAD: Duration = Duration::from_millis(700);

/// A bot with the default quotas, at a Discord where each answer is slow.
async fn slow() -> (Bench, Game) {
    slow_with(UserQuotas::default()).await
}

async fn slow_with(quotas: UserQuotas) -> (Bench, Game) {
    let mut bench = Bench::without_bot().await;
    bench.settings.quotas = quotas;
    bench.start().await;
    let game = bench.game("games", "chess", None).await;
    bench.discord.faults().add(Fault::next("/callback", Trouble::Delay(UPLOAD)).times(u32::MAX));
    (bench, game)
}

/// Makes the next answer take this long, and later ones no time.
fn next_takes(bench: &Bench, time: Duration) {
    bench.discord.faults().add(Fault::next("/callback", Trouble::Delay(time)));
}

fn sent(who: &Member, command: &str, options: &[(&str, &str)]) -> String {
    who.slash_now(command, options).expect("a command")
}

/// Asserts that the answer is a private board.
#[track_caller]
fn seen_alone(answer: &Response) {
    assert!(answer.is_ephemeral() && message(answer).picture().is_some(), "{}", answer.text());
}

/// The messages with the buttons of a live board.
fn live(channel: &Channel) -> Vec<Message> {
    let boards = channel.messages().into_iter();
    boards.filter(|message| message.labels().contains(&"Flip board".to_owned())).collect()
}

/// Waits until only one board has buttons. It must be the lowest, with this description of its picture.
async fn lowest_shows(channel: &Channel, alt: &str) {
    soon("the lowest message alone has buttons", || {
        let lowest = channel.messages().pop().map(|message| message.id);
        matches!(&live(channel)[..], [only] if Some(&only.id) == lowest.as_ref())
    })
    .await;
    let lowest = channel.messages().pop().expect("a message");
    let described = lowest.picture().map(|picture| picture.description.clone()).unwrap_or_default();
    assert!(described.contains(alt), "{described}");
}

fn a_move_does_not_wait_for_those_who_look_on() {
    wait_for(async {
        let (bench, game) = slow().await;
        let green = bench.green("games");
        let looks: Vec<_> = (0..10).map(|_| sent(&green, "board", &[])).collect();
        idle().await;
        done(&game.red.slash("move", &[("move", "e4")]).await);
        for look in looks {
            seen_alone(&green.answer_to(&look).await);
        }
        lowest_shows(&game.red.channel(), "e2-e4").await;
        bench.finish().await;
    });
}

fn a_move_does_not_wait_for_boards_that_everybody_sees() {
    wait_for(async {
        // More of them than occur in practice.
        let (bench, game) = slow_with(UserQuotas {
            boards: RateQuota::new(100, Duration::from_secs(1)),
            ..UserQuotas::default()
        })
        .await;
        let looks: Vec<_> = (0..10).map(|_| sent(&game.blue, "board", &[])).collect();
        idle().await;
        done(&game.red.slash("move", &[("move", "e4")]).await);
        for look in looks {
            done(&game.blue.answer_to(&look).await);
        }
        lowest_shows(&game.red.channel(), "e2-e4").await;
        bench.finish().await;
    });
}

fn a_move_does_not_wait_for_refusals() {
    wait_for(async {
        let (bench, game) = slow().await;
        let green = bench.green("games");
        let tries: Vec<_> = (0..10).map(|_| sent(&green, "move", &[("move", "e4")])).collect();
        idle().await;
        done(&game.red.slash("move", &[("move", "e4")]).await);
        for refused in tries {
            let told = green.answer_to(&refused).await;
            assert!(told.is_ephemeral() && !told.text().contains("very busy"), "{}", told.text());
        }
        lowest_shows(&game.red.channel(), "e2-e4").await;
        bench.finish().await;
    });
}

fn a_move_does_not_wait_for_those_who_are_too_fast() {
    wait_for(async {
        let (bench, game) = slow().await;
        let green = bench.green("games");
        let ask = [("variant", "chess"), ("thread", "no")];
        let tries: Vec<_> = (0..16).map(|_| sent(&green, "challenge", &ask)).collect();
        idle().await;
        done(&game.red.slash("move", &[("move", "e4")]).await);
        let mut slower = 0;
        for one in tries {
            let told = green.answer_to(&one).await;
            assert!(told.answered() && !told.text().contains("very busy"), "{}", told.text());
            slower += usize::from(told.text().contains("That was too fast"));
        }
        assert!(slower > 0, "nobody was too fast");
        lowest_shows(&game.red.channel(), "e2-e4").await;
        bench.finish().await;
    });
}

fn boards_stand_in_the_order_of_their_moves_however_long_each_takes() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        next_takes(&bench, UPLOAD);
        let first = sent(&game.red, "move", &[("move", "e4")]);
        idle().await;
        let second = sent(&game.blue, "move", &[("move", "e5")]);
        let (first, second) = (game.red.answer_to(&first).await, game.blue.answer_to(&second).await);
        done(&first);
        done(&second);
        let number = |message: Message| message.id.parse::<u64>().expect("a snowflake");
        assert!(number(message(&first)) < number(message(&second)), "the order of the moves");
        lowest_shows(&game.red.channel(), "e7-e5").await;
        bench.finish().await;
    });
}

fn a_board_that_gets_through_after_a_newer_one_shows_what_that_shows() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        next_takes(&bench, Duration::from_millis(1_200));
        let look = sent(&game.blue, "board", &[]);
        idle().await;
        let played = game.red.slash("move", &[("move", "e4")]).await;
        done(&played);
        assert_eq!(message(&played).pings(), [game.blue.id()]);
        done(&game.blue.answer_to(&look).await);
        lowest_shows(&game.red.channel(), "e2-e4").await;
        let pinged = game.red.channel().messages().iter().filter(|board| !board.pings().is_empty()).count();
        // By the first board, and by the move.
        assert_eq!(pinged, 2, "nobody is pinged twice");
        // It is treated as the newest board.
        let newest = game.red.channel().messages().pop().expect("a message");
        done(&game.blue.slash("move", &[("move", "e5")]).await);
        soon("it loses its buttons to the next", || {
            game.red.channel().message(&newest.id).is_some_and(|old| old.buttons().is_empty())
        })
        .await;
        bench.finish().await;
    });
}

fn a_board_that_gets_through_after_the_last_one_shows_the_end() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        done(&game.play(&["f3", "e5", "g4"]).await);
        next_takes(&bench, Duration::from_millis(1_200));
        let look = sent(&game.red, "board", &[]);
        idle().await;
        done(&game.blue.slash("move", &[("move", "Qh4")]).await);
        done(&game.red.answer_to(&look).await);
        let channel = game.red.channel();
        soon("the lowest board shows the end", || {
            let lowest = channel.messages().pop().expect("a message");
            lowest.labels().contains(&"Rematch".to_owned())
        })
        .await;
        soon("no board of before has buttons", || live(&channel).is_empty()).await;
        bench.finish().await;
    });
}

fn what_one_sees_alone_waits_for_nobody_else() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let green = bench.green("games");
        next_takes(&bench, Duration::from_secs(2));
        let played = sent(&game.red, "move", &[("move", "e4")]);
        idle().await;
        let before = game.red.channel().messages().len();
        let flipped = green.click(&game.board, "Flip board").await;
        assert!(flipped.is_ephemeral() && message(&flipped).picture().is_some(), "{}", flipped.text());
        let blocked = green.slash("block", &[("user", game.red.id())]).await;
        assert!(blocked.is_ephemeral() && !blocked.text().contains("very busy"), "{}", blocked.text());
        // The move is stored, so the channel is free.
        let asked = game.blue.slash("resign", &[]).await;
        assert!(asked.is_ephemeral() && !asked.text().contains("very busy"), "{}", asked.text());
        let board = green.slash("board", &[]).await;
        seen_alone(&board);
        let described = message(&board).picture().map(|picture| picture.description.clone());
        assert!(described.is_some_and(|alt| alt.contains("e2-e4")), "it shows what is stored");
        assert_eq!(game.red.channel().messages().len(), before, "the move is not answered yet");
        done(&game.red.answer_to(&played).await);
        bench.finish().await;
    });
}

fn moves_in_a_burst_are_all_answered() {
    wait_for(async {
        let mut bench = Bench::without_bot().await;
        bench.settings.quotas = UserQuotas::default();
        bench.start().await;
        let red = bench.red("games");
        let options = [("variant", "chess"), ("opponent", red.id()), ("thread", "no")];
        done(&red.slash("challenge", &options).await);
        bench.discord.faults().add(Fault::next("/callback", Trouble::Delay(UPLOAD)).times(u32::MAX));
        let mut moves = Vec::new();
        for text in ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"] {
            moves.push(sent(&red, "move", &[("move", text)]));
            idle().await;
        }
        for played in moves {
            done(&red.answer_to(&played).await);
        }
        lowest_shows(&red.channel(), "f8-c5").await;
        bench.finish().await;
    });
}
