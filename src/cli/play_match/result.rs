//! What a match showed, as text for people and as JSON for programs.

use std::fmt::Write;

use serde_json::{Value, json};

use bianca_arena::arena::journal::MatchHeader;
use bianca_arena::arena::sprt::{Sprt, Verdict};
use bianca_arena::arena::standings::{Fault, Standings, Tally};
use bianca_play::game::GameKind;
use bianca_system::foreign::shown;

/// The result in lines: a table of the engines, the pairings, the test if there was one.
pub fn text(header: &MatchHeader, standings: &Standings, sprt: Option<Sprt>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(&mut text, header, standings, sprt);
    text
}

fn write_text(
    out: &mut String,
    header: &MatchHeader,
    standings: &Standings,
    sprt: Option<Sprt>,
) -> std::fmt::Result {
    let names: Vec<_> = header.engines.iter().map(|name| shown(name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max();
    let width = width.unwrap_or_default().max(6);
    writeln!(
        out,
        "\n    {:width$}  {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}  {:>22}  {:>6} {:>8}",
        "engine",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        points_name(header),
        "Elo (95 %)",
        "LOS",
        "forfeits",
    )?;
    for (place, &engine) in standings.ranking().iter().enumerate() {
        let tally = &standings.engines()[engine];
        writeln!(
            out,
            "{:>3} {:width$}  {:>6} {:>6} {:>6} {:>6} {:>7} {:>7}  {:>22}  {:>6} {:>8}",
            place + 1,
            names[engine],
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            share(tally),
            discs(tally),
            elo(tally),
            superiority(tally),
            tally.forfeits,
        )?;
    }
    for &engine in &standings.ranking() {
        if let Some(Fault { game, reason }) = &standings.engines()[engine].first_forfeit {
            let (name, reason) = (&names[engine], shown(reason));
            writeln!(
                out,
                "    {name} forfeits first in game {}: {reason}",
                game + 1
            )?;
        }
    }
    writeln!(out)?;
    for ((first, second), tally) in standings.pairings() {
        let [lost, one, even, three, won] = tally.pairs;
        writeln!(
            out,
            "{} - {}: {}-{}-{}, pairs {lost} {one} {even} {three} {won} (0 to 2 points), Elo {}",
            names[first],
            names[second],
            tally.wins,
            tally.draws,
            tally.losses,
            elo(tally).trim(),
        )?;
    }
    if let Some((sprt, tally)) = sprt.zip(standings.pairing(0, 1)) {
        let (low, high) = sprt.bounds();
        writeln!(
            out,
            "SPRT elo0={} elo1={} alpha={} beta={}: log-likelihood ratio {:.2} in [{low:.2}, \
             {high:.2}], {}",
            sprt.elo0,
            sprt.elo1,
            sprt.alpha,
            sprt.beta,
            sprt.log_likelihood_ratio(&tally.pairs),
            verdict(sprt.verdict(&tally.pairs)),
        )?;
    }
    writeln!(
        out,
        "{} games; openings {}, seed {}; slowest reply {:.0} ms over its time",
        standings.games(),
        shown(&header.source),
        header.seed,
        standings.worst_overshoot_ms(),
    )
}

/// Elo with its 95 % interval, if there is one: `+12.3 [-4.5, +29.4]`.
pub fn elo(tally: &Tally) -> String {
    let Some(estimate) = tally.estimate() else {
        return "-".to_owned();
    };
    match estimate.interval() {
        Some((low, high)) => format!("{:+.1} [{low:+.1}, {high:+.1}]", estimate.elo()),
        None => format!("{:+.1}", estimate.elo()),
    }
}

/// What a game is counted in.
fn points_name(header: &MatchHeader) -> &'static str {
    if GameKind::named(&header.game) == Some(GameKind::Othello) {
        "discs"
    } else {
        "points"
    }
}

fn share(tally: &Tally) -> String {
    if tally.games() == 0 {
        return "-".to_owned();
    }
    format!("{:.1}%", 100.0 * tally.points() / tally.games() as f64)
}

fn discs(tally: &Tally) -> String {
    tally
        .mean_discs()
        .map_or_else(|| "-".to_owned(), |discs| format!("{discs:+.2}"))
}

fn superiority(tally: &Tally) -> String {
    let estimate = tally.estimate();
    estimate.map_or_else(
        || "-".to_owned(),
        |e| format!("{:.1}%", 100.0 * e.superiority()),
    )
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Open => "undecided",
        Verdict::AcceptH0 => "H0 accepted",
        Verdict::AcceptH1 => "H1 accepted",
    }
}

/// The result as one JSON object. What is infinite or unknown is null.
pub fn json(header: &MatchHeader, standings: &Standings, sprt: Option<Sprt>) -> Value {
    let tally_json = |tally: &Tally| {
        let estimate = tally.estimate();
        let interval = estimate.and_then(|estimate| estimate.interval());
        json!({
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs,
            "mean_discs": tally.mean_discs(),
            "elo": estimate.map(|estimate| estimate.elo()),
            "elo_low": interval.map(|(low, _)| low),
            "elo_high": interval.map(|(_, high)| high),
            "superiority": estimate.map(|estimate| estimate.superiority()),
            "forfeits": tally.forfeits,
            "first_forfeit": tally.first_forfeit.as_ref().map(|fault| {
                json!({ "game": fault.game, "reason": fault.reason })
            }),
        })
    };
    let with_names = |mut value: Value, names: &[(&str, usize)]| {
        for &(key, engine) in names {
            value[key] = json!(header.engines[engine]);
        }
        value
    };
    let engines: Vec<Value> = standings
        .ranking()
        .into_iter()
        .map(|engine| {
            with_names(
                tally_json(&standings.engines()[engine]),
                &[("name", engine)],
            )
        })
        .collect();
    let pairings: Vec<Value> = standings
        .pairings()
        .map(|((a, b), tally)| with_names(tally_json(tally), &[("first", a), ("second", b)]))
        .collect();
    let sprt = sprt.zip(standings.pairing(0, 1)).map(|(sprt, tally)| {
        let (low, high) = sprt.bounds();
        json!({
            "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
            "llr": sprt.log_likelihood_ratio(&tally.pairs), "low": low, "high": high,
            "verdict": verdict(sprt.verdict(&tally.pairs)),
        })
    });
    json!({
        "game": header.game,
        "games": standings.games(),
        "forfeits": standings.engines().iter().map(|tally| tally.forfeits).sum::<u64>(),
        "engines": engines,
        "pairings": pairings,
        "sprt": sprt,
        "openings": header.source,
        "seed": header.seed,
        "worst_overshoot_ms": standings.worst_overshoot_ms(),
    })
}
