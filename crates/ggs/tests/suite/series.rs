//! Many synchro matches in a row between two bridges, with figures; a run that takes half an hour.

use std::time::Instant;

use crate::bridges::{Bridge, EASY, engine, kept, open, said};
use crate::server::Server;
use crate::support::Scratch;

/// Clocks from 1 to 15 minutes, a twentieth of them each; the long ones are rarer.
fn asks() -> String {
    let seconds = [
        3, 45, 4, 5, 3, 6, 4, 7, 3, 8, 5, 9, 4, 10, 3, 12, 6, 15, 5, 20,
    ];
    let lines = seconds.map(|seconds| format!("ask = s8r20 0:{seconds:02}//0:02 timo\n"));
    lines.concat()
}

/// Plays so many matches and prints figures; gives what went wrong.
fn play(matches: u32, pair: u32) -> String {
    let started = Instant::now();
    let server = Server::start();
    let scratch = Scratch::new();
    let spec = format!("cmd='{}' gtp option.Hash=16", engine());
    let rules = format!("games = {matches}\n{EASY}");
    let timo = Bridge::join(&scratch, &server, "timo", &spec, &rules);
    let rules = format!("{}pause = 0:01\ngames = {matches}\n{EASY}", asks());
    let mona = Bridge::start(&scratch, "mona", server.port(), &spec, &rules);
    let mut memory: Vec<[u64; 2]> = Vec::new();
    while (server.ended().len() as u32) < matches {
        std::thread::sleep(std::time::Duration::from_secs(10));
        // Who has ended holds nothing.
        memory.extend(Some([mona.memory(), timo.memory()]).filter(|now| !now.contains(&0)));
        assert!(started.elapsed().as_secs() < 4 * 3600);
    }
    let ends = (mona.end(&scratch), timo.end(&scratch));
    assert_eq!(ends, (0, 0));
    let ended = server.ended();
    let forfeits: u32 = ended.iter().map(|ended| ended.forfeits).sum();
    let mut used: Vec<f64> = ended.iter().flat_map(|ended| ended.used.clone()).collect();
    used.sort_by(f64::total_cmp);
    let mean = used.iter().sum::<f64>() / used.len() as f64;
    let told = said(&scratch, "mona.out") + &said(&scratch, "timo.out");
    let lags = told
        .lines()
        .filter_map(|line| line.split_once("lag ")?.1.split_once(" ms, at most "));
    let lags: Vec<(u32, u32)> = lags
        .map(|(mean, most)| {
            (
                mean.parse().unwrap(),
                most.split(' ').next().unwrap().parse().unwrap(),
            )
        })
        .collect();
    let lag = lags.iter().map(|(mean, _)| mean).sum::<u32>() / lags.len().max(1) as u32;
    let most = lags.iter().map(|(_, most)| *most).max().unwrap_or(0);
    let faults = told.matches("engine failed").count() + told.matches("was refused").count();
    println!(
        "pair {pair}: {} matches, {} games in {:.0} s: {forfeits} overrun clocks, {faults} faults; of the clocks \
         {:.1} % used (from {:.1} to {:.1} %); lag {lag} ms, at most {most} ms; memory in KiB first {:?}, middle {:?}, last {:?}",
        ended.len(),
        2 * ended.len(),
        started.elapsed().as_secs_f64(),
        100.0 * mean,
        100.0 * used[0],
        100.0 * used[used.len() - 1],
        memory.first(),
        memory.get(memory.len() / 2),
        memory.last(),
    );
    for name in ["mona", "timo"] {
        assert_eq!(
            (kept(&scratch, name).len(), open(&scratch, name).len()),
            (matches as usize, 0)
        );
    }
    for late in ended.iter().filter(|ended| ended.forfeits > 0) {
        println!("pair {pair}: late in {}: {:?}", late.game, late.used);
    }
    if forfeits + faults as u32 > 0 {
        return told
            .lines()
            .filter(|line| line.contains("over") || line.contains("failed"))
            .collect::<Vec<_>>()
            .join("\n");
    }
    String::new()
}

#[test]
#[ignore = "takes half an hour"]
fn two_hundred_synchro_matches_without_a_forfeit() {
    let number = |name, usual| {
        let wanted = std::env::var(name).ok();
        wanted
            .and_then(|number| number.parse().ok())
            .unwrap_or(usual)
    };
    let (matches, pairs) = (
        number("BIANCA_GGS_MATCHES", 200),
        number("BIANCA_GGS_PAIRS", 2_u32),
    );
    let wrong = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..pairs)
            .map(|pair| scope.spawn(move || play(matches.div_ceil(pairs), pair)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect::<String>()
    });
    assert!(wrong.is_empty(), "{wrong}");
}
