//! What a search does when one of its threads breaks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;

use super::*;
use crate::othello::{Bitboard, Square};
use crate::request::Limits;

/// An evaluation with a bug: its `fuse`th estimate panics.
struct Faulty {
    fuse: u64,
    estimates: AtomicU64,
}

impl Evaluate for Faulty {
    type State = ();

    fn state(&self, _: &Position) {}

    fn after_move(&self, (): &(), _: Square, _: Bitboard) {}

    fn after_pass(&self, (): &()) {}

    fn evaluate_with<K: Kernels>(
        &self,
        kernels: K,
        position: &Position,
        moves: Bitboard,
        (): &(),
    ) -> i32 {
        let number = self.estimates.fetch_add(1, Ordering::Relaxed);
        assert_ne!(number, self.fuse, "the fuse has blown");
        Handwritten.evaluate_with(kernels, position, moves, &())
    }
}

/// Whichever thread meets the bug, owner of a split point or helper, the others come back and
/// the caller gets the panic.
#[test]
fn a_panic_in_any_thread_ends_the_search_and_no_thread_waits() {
    let (sender, ends) = channel();
    std::thread::spawn(move || {
        for number in 0..24u64 {
            let mut searcher = Searcher::new(Settings {
                threads: [1, 2, 4][number as usize % 3],
                hash_mib: 1,
                evaluation: Evaluation::Handwritten,
                ..Settings::default()
            })
            .unwrap();
            let faulty = Faulty {
                fuse: 100 << (number / 2),
                estimates: AtomicU64::new(0),
            };
            let request = Request {
                limits: Limits {
                    depth: Some(14),
                    ..Limits::default()
                },
                ..Request::default()
            };
            let stop = StopFlag::new();
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                for_instructions!(searcher.settings.instructions, kernels => {
                    searcher.run(kernels, &faulty, Position::START, &request, &stop, &mut |_| {})
                })
            }))
            .is_err();
            let reached = faulty.estimates.into_inner() > faulty.fuse;
            let found = searcher.search(
                Position::START,
                &Request {
                    limits: Limits {
                        depth: Some(4),
                        ..Limits::default()
                    },
                    ..request
                },
                &stop,
                &mut |_| {},
            );
            sender.send((panicked, reached, found.len())).unwrap();
        }
    });
    let mut panics = 0;
    for number in 0..24 {
        let ended = ends.recv_timeout(Duration::from_secs(120));
        let (panicked, reached, lines) = ended.unwrap_or_else(|_| panic!("search {number} hangs"));
        assert_eq!(panicked, reached, "search {number}");
        assert_eq!(lines, 1, "search {number}: the next one finds nothing");
        panics += usize::from(panicked);
    }
    assert!(panics > 12, "only {panics} searches met the bug");
}
