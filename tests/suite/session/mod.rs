//! Sessions with the real executable, over pipes, as clients have them.

mod bytes;
mod cassio;
mod cutegames;
mod dialogue;
mod draws;
mod drivers;
mod edax;
mod gogui;
mod hostile;
mod model;
mod nboard;
mod nothello;
mod pipes;
pub mod process;
mod random;
#[cfg(unix)]
mod resources;
mod rules;
mod start;
mod transcripts;
mod ugi;
mod xboard;
