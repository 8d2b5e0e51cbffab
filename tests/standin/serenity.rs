//! The real serenity against the stand-in: it connects, registers, answers, edits, resumes.

use std::sync::Arc;
use std::time::Duration;

use rookery::sandbox::{Outcome, StandIn};
use serenity::all::{
    ButtonStyle, CommandOptionType, ComponentInteraction, Context, CreateActionRow, CreateAttachment,
    CreateAutocompleteResponse, CreateButton, CreateCommand, CreateCommandOption, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateMessage, CreateThread, EditInteractionResponse, EventHandler,
    GatewayIntents, HttpBuilder, Interaction, Ready,
};
use tokio::sync::Notify;

use super::{Bench, run};

tests!(serenity_plays_along, serenity_resumes);

struct Handler {
    ready: Arc<Notify>,
}

#[serenity::async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, ready: Ready) {
        ctx.http.set_application_id(ready.application.id);
        let option =
            CreateCommandOption::new(CommandOptionType::String, "text", "Text").set_autocomplete(true);
        let command = CreateCommand::new("echo").description("Echoes").add_option(option);
        serenity::all::Command::set_global_commands(&ctx.http, vec![command])
            .await
            .expect("commands are taken");
        self.ready.notify_one();
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        match interaction {
            Interaction::Command(command) => {
                let file = CreateAttachment::bytes(b"\x89PNG\r\n\x1a\n".to_vec(), "board.png")
                    .description("A board");
                let button = CreateButton::new("v1:go").label("Go").style(ButtonStyle::Primary);
                let message = CreateInteractionResponseMessage::new()
                    .content("echo")
                    .add_file(file)
                    .components(vec![CreateActionRow::Buttons(vec![button])]);
                command
                    .create_response(&ctx, CreateInteractionResponse::Message(message))
                    .await
                    .expect("a callback");
                let said = command.get_response(&ctx).await.expect("the answer can be read");
                assert_eq!(said.attachments[0].description.as_deref(), Some("A board"));
            }
            Interaction::Autocomplete(command) => {
                let choices = CreateAutocompleteResponse::new().add_string_choice("One", "1");
                command
                    .create_response(&ctx, CreateInteractionResponse::Autocomplete(choices))
                    .await
                    .expect("choices");
            }
            Interaction::Component(click) => clicked(&ctx, &click).await,
            _ => {}
        }
    }
}

async fn clicked(ctx: &Context, click: &ComponentInteraction) {
    click.create_response(ctx, CreateInteractionResponse::Acknowledge).await.expect("acknowledged");
    let edit = EditInteractionResponse::new().content("went").components(Vec::new());
    click.edit_response(ctx, edit).await.expect("the message is edited");
    let sent =
        click.channel_id.send_message(ctx, CreateMessage::new().content("next board")).await.expect("sent");
    click
        .channel_id
        .create_thread_from_message(ctx, sent.id, CreateThread::new("A game"))
        .await
        .expect("a thread");
}

async fn connect(discord: &StandIn) -> Arc<Notify> {
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let http = HttpBuilder::new(discord.token())
        .proxy(discord.url())
        .ratelimiter_disabled(true)
        .client(client)
        .build();
    let ready = Arc::new(Notify::new());
    let handler = Handler { ready: Arc::clone(&ready) };
    let builder =
        serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::GUILDS).event_handler(handler);
    let mut client = builder.await.expect("a client");
    let address = client.ws_url.lock().await.clone();
    assert!(address.starts_with("ws://127.0.0.1:"), "{address}");
    tokio::spawn(async move { client.start().await });
    ready
}

fn serenity_plays_along() {
    run(async {
        let bench = Bench::start().await;
        let discord = &bench.discord;
        connect(discord).await;
        assert!(discord.wait_for_command("echo").await);
        let red = discord.member("red").in_channel("games");
        let choices = red.types("/echo o").await.expect("choices");
        assert_eq!(choices, [("One".to_owned(), "1".to_owned())]);
        let answer = red.slash("echo", &[("text", "hello")]).await;
        assert_eq!((&answer.outcome, answer.text()), (&Outcome::Message, "echo"));
        let message = answer.message.expect("a message");
        assert_eq!(message.picture().map(|p| p.description.as_str()), Some("A board"));
        let clicked = discord.member("blue").click(&message, "Go").await;
        assert_eq!((&clicked.outcome, clicked.text()), (&Outcome::Update, "went"));
        let games = discord.channel("games");
        assert!(
            games
                .wait_for(|m| m.content == "next board" && m.json["thread"]["name"] == "A game")
                .await
                .is_some()
        );
        assert_eq!(discord.failures(), [""; 0]);
        assert!(discord.requests().iter().all(|r| r.status < 300), "{:#?}", discord.requests());
    });
}

fn serenity_resumes() {
    run(async {
        let bench = Bench::start().await;
        let discord = &bench.discord;
        connect(discord).await.notified().await;
        for order in 0..2 {
            if order == 0 {
                discord.gateway_reconnect();
            } else {
                discord.gateway_close(Some(4000));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            let answer = discord.member("red").slash("echo", &[]).await;
            assert_eq!(answer.text(), "echo", "after order {order}");
        }
    });
}
