//! The parts of the search that need `unsafe`: requests to the operating system about memory, and
//! the doors to what is compiled for each set of instructions.
//!
//! Whatever uses the kernels of rules and evaluation, or calls what does, goes through such a door;
//! `cpu::kernels` says why. Nothing else happens in them.

#![allow(unsafe_code)]

mod memory;
mod tree;

pub(crate) use memory::is_room_for;
pub(super) use memory::{fetch_ahead, reserve};
