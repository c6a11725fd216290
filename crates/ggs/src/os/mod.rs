//! What the server says, as values: grammars, and nothing that is done about it.
//!
//! A [`message`] is a head and the lines that go on with it; an [`event`] is what one means, with a
//! [`kind`] of game, [`clock`]s, [`board`]s and [`name`]s in it. All of it is strangers' text: what
//! is not understood is no error but another event.

pub mod board;
pub mod clock;
pub mod event;
pub mod kind;
pub mod message;
pub mod name;
