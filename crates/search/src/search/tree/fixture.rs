//! What the tests of the tree search with.

use crate::eval::weights;
use crate::request::StopFlag;
use crate::search::abreast::Marks;
use crate::search::control::Control;
use crate::search::parallel::Pool;
use crate::search::params::Parameters;
use crate::search::probcut::Margins;
use crate::search::table::Table;
use bianca_rules::cpu::kernels::Plain;

use super::Shared;

/// Runs a test with what all threads of a search share: the embedded network, a table of 1 MiB, no
/// limits.
pub(in crate::search) fn with_shared(test: impl FnOnce(&Shared<'_, Plain>)) {
    let parameters = Parameters::default();
    let stop = StopFlag::new();
    test(&Shared {
        kernels: Plain,
        eval: &weights::embedded(),
        table: &Table::new(1).unwrap(),
        margins: &Margins::new(&parameters),
        parameters: &parameters,
        control: Control::new(&stop, None),
        pool: Pool::default(),
        marks: Marks::new(2),
    });
}
