//! The functions of libedax, Edax's library, for programs that were made for it.
//!
//! Owns their names, structures and effects as `include/libedax.h` and docs/c.md tell them. There
//! is one engine, which any thread may use. Invariant: whatever is given and in whatever order,
//! nothing crashes and nobody waits for ever; what went wrong stands on standard error, because the
//! functions have no other place for it. Facts of libedax's behaviour, in our own words.

mod aside;
mod bases;
mod book;
mod border;
mod layout;
mod library;
mod options;
mod paths;
mod table;
