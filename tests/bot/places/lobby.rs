//! The list of open challenges of a server: one message that stays current.

use std::time::Duration;

use crate::bot::permission;
use rookery::sandbox::{Channel, Fault, Member, Message, Trouble};

use super::server::{card, kept, says_nothing_of_permissions};
use crate::bot::bench::{Bench, done, message, soon, wait_for};

tests_on_both!(
    open_challenges_are_listed_until_they_are_settled,
    a_challenge_that_lapses_leaves_the_list,
    a_list_that_was_deleted_is_made_anew,
    a_change_of_before_a_restart_is_shown_after_it,
    a_list_that_is_moved_says_so_where_it_was,
    a_channel_that_is_closed_to_the_bot_is_told_and_tried_again,
    a_long_list_is_cut_and_counts_the_rest,
    a_bot_that_joins_posts_nothing_uninvited,
    what_not_everybody_sees_is_not_listed,
    what_nobody_can_say_of_is_not_listed_until_it_is_known,
    a_channel_is_asked_for_once_for_all_its_threads,
    a_refused_list_comes_again_later,
);

const NONE: &str = "**Open challenges.** There is none just now;";

/// The bot's messages in a channel.
pub fn lists(channel: &Channel) -> Vec<Message> {
    channel.messages().into_iter().filter(|message| message.author == "Rookery").collect()
}

/// Lets time pass until the channel's only list satisfies this.
pub async fn says(bench: &Bench, channel: &Channel, fits: impl Fn(&str) -> bool) -> Message {
    let look = async || match &lists(channel)[..] {
        [list] if fits(&list.content) => Some(list.clone()),
        _ => None,
    };
    let all = || lists(channel).iter().map(|one| one.content.clone()).collect::<Vec<_>>();
    let list = bench.pass_until(Duration::from_secs(2), look).await.unwrap_or_else(|| panic!("{:?}", all()));
    assert!(list.pings().is_empty() && list.json["mention_roles"] == serde_json::json!([]));
    list
}

/// A server with a list in its own channel.
pub async fn with_lobby(bench: &Bench) -> (Member, Channel) {
    let red = bench.red("games");
    let lobby = red.in_channel("lobby").channel();
    kept(&red, "Places", "lobby", &[lobby.id()]).await;
    says(bench, &lobby, |text| text.starts_with(NONE)).await;
    (red, lobby)
}

pub async fn open(who: &Member, pace: &str) -> Message {
    let offer = who.slash("challenge", &[("variant", "chess"), ("pace", pace)]).await;
    done(&offer);
    message(&offer)
}

fn open_challenges_are_listed_until_they_are_settled() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        let (blue, green) = (bench.blue("games"), bench.green("other"));
        let (first, second) = (open(&red, "1d").await, open(&green, "none").await);
        done(&red.slash("challenge", &[("variant", "squirrel"), ("opponent", blue.id())]).await);
        let both = says(&bench, &lobby, |text| text.contains(&second.id) && text.contains(&first.id)).await;
        let guild = both.content.split("channels/").nth(1).and_then(|rest| rest.split('/').next());
        let guild = guild.expect("an address");
        let line = |offer: &Message, who: &Member, pace: &str| {
            let address = format!("https://discord.com/channels/{guild}/{}/{}", offer.channel_id, offer.id);
            format!("- [Chess]({address}), {}. {pace} Expires <t:", who.mention())
        };
        let lines: Vec<&str> = both.content.lines().collect();
        assert_eq!(lines.len(), 3, "only those that anybody may accept: {}", both.content);
        assert!(lines[1].starts_with(&line(&second, &green, "No clock.")), "{}", lines[1]);
        assert!(lines[2].starts_with(&line(&first, &red, "One day for each move.")), "{}", lines[2]);
        done(&blue.click(&first, "Accept").await);
        let one = says(&bench, &lobby, |text| !text.contains(&first.id)).await;
        assert!(one.id == both.id && one.content.contains(&second.id), "{}", one.content);
        assert!(green.click(&second, "Cancel").await.answered());
        says(&bench, &lobby, |text| text.starts_with(NONE)).await;
        bench.finish().await;
    });
}

fn a_challenge_that_lapses_leaves_the_list() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        let offer = open(&red, "1d").await;
        says(&bench, &lobby, |text| text.contains(&offer.id)).await;
        bench.settings.clock.advance(Duration::from_hours(25));
        says(&bench, &lobby, |text| text.starts_with(NONE)).await;
        bench.finish().await;
    });
}

fn a_list_that_was_deleted_is_made_anew() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        let old = lists(&lobby).remove(0);
        assert!(lobby.delete_message(&old.id));
        let offer = open(&red, "1d").await;
        let new = says(&bench, &lobby, |text| text.contains(&offer.id)).await;
        assert_ne!(new.id, old.id);
        bench.finish().await;
    });
}

fn a_change_of_before_a_restart_is_shown_after_it() {
    wait_for(async {
        let mut bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        let offer = open(&red, "1d").await;
        says(&bench, &lobby, |text| text.contains(&offer.id)).await;
        bench.stop().await;
        // As after a process that ended right after its write.
        bench.sql("DELETE FROM challenges").await;
        assert!(lists(&lobby)[0].content.contains(&offer.id));
        bench.start().await;
        says(&bench, &lobby, |text| text.starts_with(NONE)).await;
        bench.finish().await;
    });
}

fn a_list_that_is_moved_says_so_where_it_was() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        let offer = open(&red, "1d").await;
        let other = red.in_channel("elsewhere").channel();
        kept(&red, "Places", "lobby", &[other.id()]).await;
        says(&bench, &other, |text| text.contains(&offer.id)).await;
        let gone = "The open challenges of this server are no longer listed here.";
        says(&bench, &lobby, |text| text == gone).await;
        bench.soon_counts("SELECT count(*) FROM lobbies", 1).await;
        // And back: a new message, below later messages.
        kept(&red, "Places", "lobby", &[]).await;
        says(&bench, &other, |text| text == gone).await;
        bench.soon_counts("SELECT count(*) FROM lobbies", 0).await;
        bench.finish().await;
    });
}

fn a_channel_that_is_closed_to_the_bot_is_told_and_tried_again() {
    wait_for(async {
        let bench = Bench::new().await;
        let red = bench.red("games");
        let lobby = red.in_channel("lobby").channel();
        lobby.deny_bot(permission::SEND_MESSAGES);
        says_nothing_of_permissions(&bench);
        kept(&red, "Places", "lobby", &[lobby.id()]).await;
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'lobby' AND code IS NOT NULL", 1).await;
        let told = card(&red, "Places").await;
        let sentence =
            format!("I can't write in <#{}>, so the open challenges are not listed there", lobby.id());
        assert!(told.content.contains(&sentence), "{}", told.content);
        bench.discord.forget_requests();
        bench.pass(Duration::from_mins(4)).await;
        let tries = bench.discord.requests().into_iter().filter(|one| one.path.contains(lobby.id())).count();
        assert_eq!(tries, 0, "it is tried again rarely");
        lobby.allow_bot();
        bench.pass(Duration::from_mins(2)).await;
        says(&bench, &lobby, |text| text.starts_with(NONE)).await;
        assert!(!card(&red, "Places").await.content.contains("can't"));
        bench.finish().await;
    });
}

fn a_long_list_is_cut_and_counts_the_rest() {
    wait_for(async {
        let bench = Bench::new().await;
        let (_, lobby) = with_lobby(&bench).await;
        let mut last = None;
        for person in 0..5 {
            let who = bench.discord.member(&format!("person{person}"));
            for channel in ["games", "other", "elsewhere", "quiet"] {
                last = Some(open(&who.in_channel(channel), "14d").await);
            }
        }
        let last = last.expect("a challenge");
        let cut = says(&bench, &lobby, |text| text.contains(&last.id) && text.contains("more.")).await;
        let shown = cut.content.lines().filter(|line| line.starts_with("- ")).count();
        assert!(
            shown >= 8 && cut.content.ends_with(&format!("… and {} more.", 20 - shown)),
            "{}",
            cut.content
        );
        bench.finish().await;
    });
}

fn a_bot_that_joins_posts_nothing_uninvited() {
    wait_for(async {
        let bench = Bench::new().await;
        bench.discord.remove_bot();
        bench.discord.invite_bot();
        bench.pass(Duration::from_mins(10)).await;
        // An answer shows that its channel was open.
        assert!(bench.red("games").slash("help", &[]).await.answered());
        for channel in ["general", "games", "quiet"] {
            assert!(lists(&bench.red(channel).channel()).is_empty(), "{channel}");
        }
        let posted =
            |one: &rookery::sandbox::Recorded| one.method == "POST" && one.path.ends_with("/messages");
        assert!(!bench.discord.requests().iter().any(posted));
        bench.finish().await;
    });
}

fn what_not_everybody_sees_is_not_listed() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        let secret = red.in_channel("secret");
        secret.channel().hide(true);
        let hidden = open(&secret, "1d").await;
        let another = open(&secret, "7d").await;
        let shown = open(&red, "3d").await;
        let list = says(&bench, &lobby, |text| text.contains(&shown.id)).await;
        let offers = [&hidden, &another];
        assert!(offers.iter().all(|offer| !list.content.contains(&offer.id)), "{}", list.content);
        assert_eq!(list.content.lines().count(), 2, "{}", list.content);
        // If the list's channel is equally hidden, its readers can see those.
        lobby.hide(true);
        let more = open(&bench.green("other"), "1h").await;
        let list = says(&bench, &lobby, |text| text.contains(&more.id)).await;
        assert!(offers.iter().all(|offer| list.content.contains(&offer.id)), "{}", list.content);
        lobby.hide(false);
        secret.channel().hide(false);
        assert!(bench.green("other").click(&more, "Cancel").await.answered());
        let list = says(&bench, &lobby, |text| !text.contains(&more.id)).await;
        assert!(list.content.contains(&hidden.id), "nothing is hidden any more: {}", list.content);
        bench.finish().await;
    });
}

fn what_nobody_can_say_of_is_not_listed_until_it_is_known() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        let secret = red.in_channel("secret");
        secret.channel().hide(true);
        let green = bench.green("other");
        for channel in [secret.channel(), green.channel()] {
            let path = format!("/channels/{}", channel.id());
            bench.discord.faults().add(Fault::next(&path, Trouble::Status(503)).method("GET").times(1_000));
        }
        let (hidden, later) = (open(&secret, "1d").await, open(&green, "7d").await);
        let shown = open(&red, "3d").await;
        let list = says(&bench, &lobby, |text| text.contains(&shown.id)).await;
        for offer in [&hidden, &later] {
            assert!(!list.content.contains(&offer.id), "{}", list.content);
        }
        bench.discord.faults().clear();
        let list = says(&bench, &lobby, |text| text.contains(&later.id)).await;
        assert!(list.content.contains(&shown.id) && !list.content.contains(&hidden.id), "{}", list.content);
        bench.soon_counts("SELECT count(*) FROM outbox WHERE kind = 'lobby'", 0).await;
        bench.finish().await;
    });
}

fn a_channel_is_asked_for_once_for_all_its_threads() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        for other in [bench.blue("games"), bench.green("games")] {
            let options = [("variant", "chess"), ("opponent", other.id()), ("thread", "yes")];
            let offer = message(&red.slash("challenge", &options).await);
            done(&other.click(&offer, "Accept").await);
        }
        let threads = bench.discord.threads();
        assert_eq!(threads.len(), 2);
        let mut offers = Vec::new();
        for thread in &threads {
            let there = red.at(thread);
            done(&there.click(&message(&there.slash("abort", &[]).await), "Yes, abort").await);
            offers.push(open(&there, "1d").await);
        }
        says(&bench, &lobby, |text| offers.iter().all(|offer| text.contains(&offer.id))).await;
        bench.discord.forget_requests();
        let more = open(&bench.blue("other"), "1d").await;
        says(&bench, &lobby, |text| text.contains(&more.id)).await;
        let asked = |channel: &Channel| {
            let path = format!("/channels/{}", channel.id());
            let all = bench.discord.requests().into_iter();
            all.filter(|one| one.method == "GET" && one.path.ends_with(&path)).count()
        };
        assert_eq!((asked(&red.channel()), asked(&threads[0])), (asked(&lobby), asked(&lobby)));
        assert!(asked(&lobby) > 0);
        bench.finish().await;
    });
}

fn a_refused_list_comes_again_later() {
    wait_for(async {
        let bench = Bench::new().await;
        let (red, lobby) = with_lobby(&bench).await;
        let path = format!("/channels/{}/messages/", lobby.id());
        bench.discord.faults().add(Fault::next(&path, Trouble::Refuse(400, 50_035)).method("PATCH"));
        let offer = open(&red, "1d").await;
        soon("a refusal", || bench.discord.faults().are_over()).await;
        // Only the retry can change the list.
        says(&bench, &lobby, |text| text.contains(&offer.id)).await;
        bench.finish().await;
    });
}
