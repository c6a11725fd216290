//! The part of the search that needs `unsafe`: the doors to what is compiled for each set of instructions.
//!
//! Whatever uses the kernels of rules and evaluation, or calls what does, goes through such a door;
//! `cpu::kernels` says why. Nothing else happens in them.

#![allow(unsafe_code)]

mod tree;
