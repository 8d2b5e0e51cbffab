//! A local stand-in for Discord.
