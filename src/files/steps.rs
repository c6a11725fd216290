//! The steps by which files outlast a loss of power, noted for tests, which cannot cut the power.
//!
//! Invariant: outside of tests nothing is kept.

/// A step whose place among the others matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A file that is whole on the disk took the place of another one.
    Replaced,
    /// The names in its folder are on the disk.
    NamesKept,
    /// A log was emptied, because another file holds what it says.
    #[cfg(feature = "cli")]
    LogCleared,
}

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::RefCell<Vec<Step>> = const { std::cell::RefCell::new(Vec::new()) };
}

/// Notes a step that was made.
pub fn note(step: Step) {
    #[cfg(test)]
    STEPS.with_borrow_mut(|steps| steps.push(step));
    let _ = step;
}

/// The steps of this thread since they were last asked for.
#[cfg(test)]
pub fn take() -> Vec<Step> {
    STEPS.take()
}
