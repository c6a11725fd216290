//! Sessions with the real executable, over pipes, as clients have them.

mod bytes;
mod hostile;
mod model;
mod process;
mod resources;
mod rules;
mod start;
mod transcripts;
