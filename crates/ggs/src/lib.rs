//! A bridge to the Generic Game Server, where engines meet, for any engine.
//!
//! Owns the connection, what is understood of the server's words, the matches that are played or
//! watched, the rules by which games are accepted, and the files of what was played. Engines are
//! driven by the clients that matches use; how Othello is played is known elsewhere.

pub mod bridge;
pub mod cli;
pub mod connection;
pub mod engines;
pub mod keeping;
pub mod login;
pub mod os;
pub mod recorder;
pub mod rules;
pub mod session;
pub mod table;
