//! Sessions with the real executable, over pipes, as clients have them.

mod hostile;
mod process;
mod start;
mod transcripts;
