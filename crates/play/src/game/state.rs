//! A position of a game whose type is not known: one adapter for all states of games.

use std::any::Any;

use crate::games::Playable;
use crate::games::cells::Cells;
use crate::games::drawing::{TooLarge, TreeFormat, draw_tree};
use crate::games::kind::GameKind;
use crate::games::layout::Layout;
use crate::games::search::Method;

/// What a [`Playable`] says of itself that does not depend on its type.
pub trait State: Any {
    /// See [`Playable::KIND`].
    fn kind(&self) -> GameKind;

    /// See [`Playable::cells`].
    fn cells(&self) -> Cells;

    /// See [`Playable::layout`].
    fn layout(&self) -> Layout;

    /// See [`Playable::draw`].
    fn draw(&self) -> String;

    /// See [`Playable::in_hand`].
    fn in_hand(&self) -> Option<[u8; 2]>;

    /// See [`Playable::write`].
    fn write(&self) -> Option<String>;

    /// See [`draw_tree`].
    ///
    /// # Errors
    /// If the tree is too large to draw.
    fn tree(&self, method: Method, format: TreeFormat) -> Result<String, TooLarge>;
}

impl<G: Playable> State for G {
    fn kind(&self) -> GameKind {
        G::KIND
    }

    fn cells(&self) -> Cells {
        Playable::cells(self)
    }

    fn layout(&self) -> Layout {
        Playable::layout(self)
    }

    fn draw(&self) -> String {
        Playable::draw(self)
    }

    fn in_hand(&self) -> Option<[u8; 2]> {
        Playable::in_hand(self)
    }

    fn write(&self) -> Option<String> {
        Playable::write(self)
    }

    fn tree(&self, method: Method, format: TreeFormat) -> Result<String, TooLarge> {
        draw_tree(self, method, format)
    }
}
