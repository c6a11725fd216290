//! Sessions with the real executable, over pipes, as clients have them.

mod gogui;
mod hostile;
mod nboard;
mod process;
mod start;
mod transcripts;
mod ugi;
