//! What ends a search that counts its positions.

use crate::games::search::Interrupted;
use bianca_search::request::StopFlag;
use bianca_system::instant::Instant;

/// What ends a search early.
pub struct NodeBudget<'a> {
    stop: &'a StopFlag,
    /// When it must end.
    pub deadline: Option<Instant>,
    /// Positions that may be visited.
    pub most_nodes: u64,
    /// Positions visited so far.
    pub nodes: u64,
}

impl<'a> NodeBudget<'a> {
    /// Only `stop` ends it.
    pub fn unlimited(stop: &'a StopFlag) -> NodeBudget<'a> {
        NodeBudget {
            stop,
            deadline: None,
            most_nodes: u64::MAX,
            nodes: 0,
        }
    }

    /// Counts a position.
    ///
    /// # Errors
    /// [`Interrupted`] if it is one too many.
    pub fn visit(&mut self) -> Result<(), Interrupted> {
        self.nodes += 1;
        if self.nodes > self.most_nodes || self.stop.is_raised() {
            return Err(Interrupted);
        }
        // Looking at the clock costs more than a position.
        let look = self.nodes.is_multiple_of(256);
        match self.deadline {
            Some(deadline) if look && Instant::now() >= deadline => Err(Interrupted),
            _ => Ok(()),
        }
    }
}
