//! The steps by which files outlast a loss of power, noted for tests, which cannot cut the power.
//!
//! Invariant: nothing is kept on a thread that never asked for its steps.

use std::cell::RefCell;

/// A step whose place among the others matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A file that is whole on the disk took the place of another one.
    Replaced,
    /// The names in its folder are on the disk.
    NamesKept,
    /// A log was emptied, because another file holds what it says.
    LogCleared,
}

thread_local! {
    static STEPS: RefCell<Option<Vec<Step>>> = const { RefCell::new(None) };
}

/// Notes a step that was made, if somebody on this thread asks for them.
pub fn note(step: Step) {
    STEPS.with_borrow_mut(|steps| steps.as_mut().map(|steps| steps.push(step)));
}

/// The steps of this thread since it last asked for them; the first time there are none.
pub fn take() -> Vec<Step> {
    STEPS.replace(Some(Vec::new())).unwrap_or_default()
}
