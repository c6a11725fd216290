use bianca::othello::*;
use bianca::search::endgame::Solver;
fn main() {
    // random_exact: check values, then time the deepest
    let path = "/work/shared/data/endgame/random_exact_0_14.obf";
    let text = std::fs::read_to_string(path).unwrap();
    let mut solver = Solver::new();
    let (mut wrong, mut n) = (0, 0);
    let t = std::time::Instant::now();
    for line in text.lines() {
        let b = &line[..64];
        let stm = line.as_bytes()[65];
        let (mut own, mut opp) = (0u64, 0u64);
        for (i, c) in b.bytes().enumerate() {
            if c == stm {
                own |= 1 << i
            } else if c != b'-' {
                opp |= 1 << i
            }
        }
        let p = Position {
            own: Bitboard(own),
            opp: Bitboard(opp),
        };
        let v: i32 = line
            .split("value ")
            .nth(1)
            .and_then(|s| s.split_whitespace().next())
            .map(|s| s.parse().unwrap())
            .unwrap_or_else(|| {
                line.split(';')
                    .skip(1)
                    .filter_map(|s| s.split(':').nth(1))
                    .map(|s| s.trim().parse::<i32>().unwrap())
                    .max()
                    .unwrap()
            });
        let s = solver.solve(p, -64, 64);
        n += 1;
        if s != v {
            wrong += 1;
            if wrong < 5 {
                println!("{line} got {s}");
            }
        }
    }
    let e = t.elapsed();
    println!(
        "{n} positions, {wrong} wrong, {} nodes {:.3}s {:.1} Mn/s",
        solver.nodes,
        e.as_secs_f64(),
        solver.nodes as f64 / e.as_secs_f64() / 1e6
    );
}
