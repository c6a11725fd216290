//! What one thread writes kept apart from what others read, by lines of the processor's cache.

use std::ops::Deref;

/// A value with cache lines of its own, so that whoever writes it does not take its neighbours
/// from the threads that read them. Processors fetch lines in pairs.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Apart<T>(T);

impl<T> Apart<T> {
    pub(super) fn new(value: T) -> Apart<T> {
        Apart(value)
    }
}

impl<T> Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
