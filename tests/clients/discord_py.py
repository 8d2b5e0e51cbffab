"""A bot by discord.py, as it comes, at the stand-in: `discord_py.py URL TOKEN`. What it does is asked by `mod.rs`."""

import base64
import io
import logging
import sys

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

BASE, TOKEN = sys.argv[1:3]
Route.BASE = f"{BASE}/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = URL(BASE.replace("http", "ws", 1) + "/gateway")

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def picture():
    return discord.File(io.BytesIO(PICTURE), "dot.png", description="A dot")


class Form(discord.ui.Modal, title="A form"):
    word = discord.ui.TextInput(label="Word", custom_id="word")

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"You wrote {self.word.value}", ephemeral=True)


class Buttons(discord.ui.View):
    def __init__(self):
        super().__init__(timeout=None)

    @discord.ui.button(label="Again", custom_id="again")
    async def again(self, interaction, _button):
        await interaction.response.edit_message(content="Greeted again")

    @discord.ui.button(label="Write", custom_id="write")
    async def write(self, interaction, _button):
        await interaction.response.send_modal(Form())

    @discord.ui.select(custom_id="menu", options=[discord.SelectOption(label="Tea", value="tea")])
    async def menu(self, interaction, select):
        await interaction.response.send_message(f"You chose {select.values[0]}", ephemeral=True)


class Bot(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self):
        await self.tree.sync()


bot = Bot()


async def names(_interaction, typed):
    return [app_commands.Choice(name=name, value=name) for name in ("Ann", "Bob") if name.startswith(typed)]


@bot.tree.command(description="Greets")
@app_commands.autocomplete(name=names)
async def greet(interaction, name: str, times: int, whom: discord.User):
    await interaction.response.send_message(f"Hello {name}", file=picture(), view=Buttons())
    await interaction.edit_original_response(content=f"Hello {name} {times} times, says {whom.name}")
    await interaction.followup.send("A word to you alone", ephemeral=True)


async def refusal(sending):
    try:
        await sending
    except discord.HTTPException as error:
        return str(error.code)
    return "none"


@bot.tree.command(description="Goes everywhere")
async def tour(interaction):
    await interaction.response.defer()
    channel = interaction.channel
    message = await channel.send("One")
    await message.edit(content="Two")
    await message.delete()
    thread = await channel.create_thread(name="a thread", type=discord.ChannelType.public_thread)
    await thread.send("In the thread")
    await interaction.user.send("To you")
    codes = [await refusal(channel.send("")), await refusal(channel.send("x" * 2001))]
    await interaction.edit_original_response(content="Refused: " + " ".join(codes))


bot.run(TOKEN, log_level=logging.WARNING)
