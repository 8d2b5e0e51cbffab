// A bot by discord.js, as it comes, at the stand-in: `node discord_js.cjs URL TOKEN`. What it does is asked by `mod.rs`.

const {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, ChannelType, Client, GatewayIntentBits, MessageFlags,
  ModalBuilder, SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} = require("discord.js");

const [base, token] = process.argv.slice(2);
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: `${base}/api` } });

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const COMMANDS = [
  new SlashCommandBuilder().setName("greet").setDescription("Greets")
    .addStringOption((o) => o.setName("name").setDescription("Name").setRequired(true).setAutocomplete(true))
    .addIntegerOption((o) => o.setName("times").setDescription("Times").setRequired(true))
    .addUserOption((o) => o.setName("whom").setDescription("Whom").setRequired(true)),
  new SlashCommandBuilder().setName("tour").setDescription("Goes everywhere"),
];

function rows() {
  const button = (id, label) => new ButtonBuilder().setCustomId(id).setLabel(label).setStyle(ButtonStyle.Secondary);
  const menu = new StringSelectMenuBuilder().setCustomId("menu").addOptions({ label: "Tea", value: "tea" });
  return [
    new ActionRowBuilder().addComponents(button("again", "Again"), button("write", "Write")),
    new ActionRowBuilder().addComponents(menu),
  ];
}

function form() {
  const word = new TextInputBuilder().setCustomId("word").setLabel("Word").setStyle(TextInputStyle.Short);
  return new ModalBuilder().setCustomId("form").setTitle("A form").addComponents(new ActionRowBuilder().addComponents(word));
}

const alone = (content) => ({ content, flags: MessageFlags.Ephemeral });

async function greet(interaction) {
  const [name, times] = [interaction.options.getString("name"), interaction.options.getInteger("times")];
  const file = new AttachmentBuilder(PICTURE, { name: "dot.png", description: "A dot" });
  await interaction.reply({ content: `Hello ${name}`, files: [file], components: rows() });
  await interaction.editReply(`Hello ${name} ${times} times, says ${interaction.options.getUser("whom").username}`);
  await interaction.followUp(alone("A word to you alone"));
}

async function refusal(sending) {
  try {
    await sending;
  } catch (error) {
    return error.code;
  }
  return "none";
}

async function tour(interaction) {
  await interaction.deferReply();
  const channel = interaction.channel;
  const message = await channel.send("One");
  await message.edit("Two");
  await message.delete();
  const thread = await channel.threads.create({ name: "a thread", type: ChannelType.PublicThread });
  await thread.send("In the thread");
  await interaction.user.send("To you");
  const codes = [await refusal(channel.send({ content: "" })), await refusal(channel.send("x".repeat(2001)))];
  await interaction.editReply(`Refused: ${codes.join(" ")}`);
}

async function answer(interaction) {
  if (interaction.isAutocomplete()) {
    const names = ["Ann", "Bob"].filter((name) => name.startsWith(interaction.options.getFocused()));
    return interaction.respond(names.map((name) => ({ name, value: name })));
  }
  if (interaction.isModalSubmit()) {
    return interaction.reply(alone(`You wrote ${interaction.fields.getTextInputValue("word")}`));
  }
  if (interaction.isStringSelectMenu()) return interaction.reply(alone(`You chose ${interaction.values[0]}`));
  if (interaction.isButton()) {
    return interaction.customId === "write" ? interaction.showModal(form()) : interaction.update("Greeted again");
  }
  return interaction.commandName === "greet" ? greet(interaction) : tour(interaction);
}

client.on("interactionCreate", (interaction) => answer(interaction).catch((error) => console.error(error)));
client.once("clientReady", () => client.application.commands.set(COMMANDS));
client.login(token);
