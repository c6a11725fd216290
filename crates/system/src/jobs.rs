//! Work in parts on several threads, handed over one by one as it ends.
//!
//! It owns the threads and the order of the parts. What a part is, and what it needs, it does not
//! know.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// Whether there is more to do after a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// There is.
    Continue,
    /// No further part is begun.
    Stop,
}

/// Does `jobs` in their order on a thread for each of `states`, which it changes, and gives what
/// comes of each to `finished`, on this thread and in the order of their ends. Parts that run when
/// it says [`Next::Stop`] are finished.
pub fn share_out<Job: Sync, State: Send, Done: Send>(
    jobs: &[Job],
    states: impl IntoIterator<Item = State>,
    work: impl Fn(&Job, &mut State) -> Done + Sync,
    mut finished: impl FnMut(Done) -> Next,
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        // Without a buffer no thread begins a part before its last one is in good hands.
        let (sender, results) = sync_channel(0);
        for mut state in states {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(work(job, &mut state)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for done in results {
            if finished(done) == Next::Stop {
                next.store(jobs.len(), Ordering::Relaxed);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_done_once_and_none_is_begun_after_a_stop() {
        let jobs: Vec<usize> = (0..100).collect();
        for threads in [1, 3] {
            let mut done = Vec::new();
            let work = |&job: &usize, count: &mut usize| {
                *count += 1;
                (job, *count)
            };
            share_out(&jobs, vec![0; threads], work, |result| {
                done.push(result);
                Next::Continue
            });
            let mut numbers: Vec<usize> = done.iter().map(|&(job, _)| job).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, jobs);
            let most = done.iter().map(|&(_, count)| count).max();
            assert!(most >= Some(100 / threads), "{most:?}");

            let mut count = 0;
            share_out(
                &jobs,
                vec![(); threads],
                |&job, ()| job,
                |_| {
                    count += 1;
                    Next::Stop
                },
            );
            assert!((1..=2 * threads).contains(&count), "{count}");
        }
    }
}
