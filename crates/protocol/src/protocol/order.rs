//! Commands that what is on the table obeys at once, each with the function that does.
//!
//! A row of a table of commands names such a function, which stands beside the table. Invariant: a
//! function that fails leaves the table as it was.

use std::fmt::{self, Debug};
use std::sync::Arc;

use super::{CommandError, Reply};
use bianca_play::game::{Game, GameError};
use bianca_play::tabletop::Tabletop;

type Obey = dyn Fn(&mut Tabletop) -> Result<Reply, CommandError> + Send + Sync;

/// A function with the argument that it was given.
#[derive(Clone)]
pub struct Order {
    name: &'static str,
    /// What tells it from the same with another argument.
    argument: String,
    obey: Arc<Obey>,
}

impl Order {
    /// What `function` does with the table and `argument`; the name tells it from others.
    pub fn new<A: Clone + Debug + Send + Sync + 'static>(
        name: &'static str,
        argument: A,
        function: fn(&mut Tabletop, A) -> Result<Reply, CommandError>,
    ) -> Order {
        Order {
            name,
            argument: format!("{argument:?}"),
            obey: Arc::new(move |table| function(table, argument.clone())),
        }
    }

    /// A question that the game alone answers.
    pub fn question(
        name: &'static str,
        answer: fn(&dyn Game) -> Result<Reply, CommandError>,
    ) -> Order {
        Order {
            name,
            argument: String::new(),
            obey: Arc::new(move |table| answer(&*table.game)),
        }
    }

    /// Does it, and says what is answered.
    ///
    /// # Errors
    /// Those of the function.
    pub fn obey(&self, table: &mut Tabletop) -> Result<Reply, CommandError> {
        (self.obey)(table)
    }
}

impl Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.argument)
    }
}

/// A way to start the game anew; the clocks start, too, and what was searched is forgotten.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// What tells it from other ways.
    pub name: &'static str,
    /// Sets the game up.
    pub set_up: fn(&mut dyn Game) -> Result<(), GameError>,
}

impl Start {
    /// From where the game usually starts.
    pub const USUAL: Start = Start {
        name: "usual",
        set_up: |game| {
            game.restart();
            Ok(())
        },
    };
}

// The addresses of functions tell nothing: equal ones may share one, and one may have several.
impl PartialEq for Order {
    fn eq(&self, other: &Order) -> bool {
        (self.name, &self.argument) == (other.name, &other.argument)
    }
}

impl PartialEq for Start {
    fn eq(&self, other: &Start) -> bool {
        self.name == other.name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_search::search::Settings;

    fn undo(table: &mut Tabletop, count: usize) -> Result<Reply, CommandError> {
        table.undo(count)?;
        Ok(Reply::Done)
    }

    #[test]
    fn an_order_is_told_from_others_by_its_name_and_its_argument() {
        let order = Order::new("undo", 1, undo);
        assert_eq!(order, order.clone());
        assert_ne!(order, Order::new("undo", 2, undo));
        assert_ne!(order, Order::new("redo", 1, undo));
    }

    #[test]
    fn an_order_that_is_refused_changes_nothing() {
        let mut table = Tabletop::usual(Settings::default()).unwrap();
        table.play(None, "f5", None).unwrap();
        assert!(Order::new("undo", 2, undo).obey(&mut table).is_err());
        assert_eq!(table.game.turns(), 1);
        let obeyed = Order::new("undo", 1, undo).obey(&mut table);
        assert_eq!((obeyed, table.game.turns()), (Ok(Reply::Done), 0));
    }
}
