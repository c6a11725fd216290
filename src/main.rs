//! Perft timing only, for now.
use bianca::othello::{
    Position,
    perft::{PassRule, perft},
};
fn main() {
    let t = std::time::Instant::now();
    let d = std::env::args().nth(1).unwrap().parse().unwrap();
    let n = perft(Position::START, d, PassRule::OnePly);
    println!(
        "{n} {:?} {:.1} M/s",
        t.elapsed(),
        n as f64 / t.elapsed().as_secs_f64() / 1e6
    );
}
