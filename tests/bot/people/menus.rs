//! Context menu commands of users and messages.

use rookery::sandbox::{Message, Upshot};

use crate::bot::bench::{Bench, card, done, message, wait_for};

tests_on_both!(
    a_profile_is_in_the_menu_of_a_person,
    a_person_is_challenged_from_their_menu,
    a_finished_game_is_analysed_from_the_menu_of_its_message,
    one_plays_on_from_the_position_of_a_message,
    a_message_without_a_board_is_told_so,
);

fn a_profile_is_in_the_menu_of_a_person() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let shown = red.of_person(&blue, "Profile").await;
        let asked = red.slash("profile", &[("user", blue.id())]).await;
        assert!(shown.is_ephemeral() && shown.text().contains(&blue.mention()), "{}", shown.text());
        assert_eq!(shown.text(), asked.text(), "as the command shows it");
        let bot = red.of_person(&bench.discord.bot(), "Profile").await;
        assert_eq!(bot.text(), red.slash("profile", &[("user", bench.discord.bot().id())]).await.text());
        bench.finish().await;
    });
}

fn a_person_is_challenged_from_their_menu() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, blue) = (bench.red("games"), bench.blue("games"));
        let which = card(&red.of_person(&blue, "Challenge").await);
        let asked = format!("Which game do you challenge {} to? ", blue.mention());
        assert!(which.is_ephemeral() && which.content.starts_with(&asked), "{}", which.content);
        assert!(
            which.pings().is_empty()
                && bench.blue("games").channel().messages().iter().all(Message::is_ephemeral)
        );
        bench.stop().await;
        bench.start().await;
        let challenge = message(&red.select(&which, "Choose a game", &["chess"]).await);
        assert!(
            !challenge.is_ephemeral() && challenge.content.contains("challenges"),
            "{}",
            challenge.content
        );
        assert_eq!(challenge.pings(), [blue.id()]);
        done(&blue.click(&challenge, "Accept").await);
        // A game against the bot starts at once, after the question where.
        let which = card(&red.of_person(&bench.discord.bot(), "Challenge").await);
        let asked = red.select(&which, "Choose a game", &["chess"]).await;
        assert!(asked.text().starts_with("Where shall we play?"), "{}", asked.text());
        // In direct messages there is no opponent.
        let direct = red.in_channel("dm").of_person(&bench.discord.bot(), "Challenge").await;
        assert!(matches!(direct.outcome, Upshot::Refused(_)), "{direct:?}");
        bench.finish().await;
    });
}

fn a_finished_game_is_analysed_from_the_menu_of_its_message() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let board = message(&game.play(&["f3", "e5"]).await);
        let live = game.red.of_message(&board, "Analyse").await;
        assert!(live.is_ephemeral() && live.text().starts_with("The game still goes on."), "{}", live.text());
        let end = message(&game.play(&["g4", "Qh4"]).await);
        let green = bench.green("games");
        let analysed = green.of_message(&end, "Analyse").await;
        assert!(analysed.is_ephemeral() && analysed.text().starts_with("Chess"), "{}", analysed.text());
        bench.finish().await;
    });
}

fn one_plays_on_from_the_position_of_a_message() {
    wait_for(async {
        let bench = Bench::new().await;
        let game = bench.game("games", "chess", None).await;
        let board = message(&game.play(&["e4", "e5", "Nf3"]).await);
        let live = game.blue.of_message(&board, "Play from here").await;
        assert!(live.is_ephemeral(), "{}", live.text());
        let refused = "This position stands in a game that is being played. You can play me from it when that game has ended.";
        assert_eq!(live.text(), refused);
        let sure = message(&game.blue.slash("resign", &[]).await);
        done(&game.blue.click(&sure, "Yes, resign").await);
        let over = |m: &Message| m.content.contains("resigns") && !m.buttons().is_empty();
        let end = game.red.channel().wait_for(over).await.expect("the end");
        let green = bench.green("games");
        let levels = card(&green.of_message(&end, "Play from here").await);
        let asked =
            "Chess, from this position: you play Black, and it is your move. How strongly shall I play?";
        assert!(levels.is_ephemeral() && levels.content.starts_with(asked), "{}", levels.content);
        assert!(levels.picture().is_some());
        let told = green.select(&levels, "Choose a level", &["1"]).await;
        assert!(told.text().starts_with("Chess against me, Level 1, Hatchling: "), "{}", told.text());
        let begun = |m: &Message| m.content.contains("I play White (Level 1, Hatchling)");
        assert!(game.red.channel().wait_for(begun).await.is_some(), "the board");
        let fen = "SELECT count(*) FROM games WHERE engine = 'white' AND fen LIKE 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b %'";
        assert_eq!(bench.count(fen).await, 1);
        // A finished position cannot be played on.
        let mate = bench.game("talk", "chess", None).await;
        let end = message(&mate.play(&["f3", "e5", "g4", "Qh4"]).await);
        let none = mate.red.of_message(&end, "Play from here").await;
        assert!(none.is_ephemeral() && none.text().contains("over"), "{}", none.text());
        bench.finish().await;
    });
}

fn a_message_without_a_board_is_told_so() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let said = red.say("Who plays?").expect("said");
        for command in ["Analyse", "Play from here"] {
            let told = red.of_message(&said, command).await;
            assert!(told.is_ephemeral(), "{}", told.text());
            assert!(told.text().starts_with("That message shows no game of mine"), "{}", told.text());
        }
        bench.finish().await;
    });
}
