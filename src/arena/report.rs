//! The report of a match: one HTML file with everything in it, for a browser without a network.
//!
//! It is made from the journal's header and entries alone. Whatever comes from outside, names
//! and reasons of forfeits, is escaped here.

use std::fmt::{self, Write};

use super::archive::annotated;
use super::journal::{FinishedGame, MatchHeader};
use super::opening::Opening;
use super::sprt::{Sprt, Verdict};
use super::standings::{Standings, Tally};
use crate::othello::{Color, Move};
use crate::page::chart::{self, Uncertain};
use crate::page::diagram::diagram;
use crate::page::{self, foreign};

/// The report of these games, in the order in which they ended.
pub fn html(
    header: &MatchHeader,
    openings: &[Opening],
    entries: &[FinishedGame],
    sprt: Option<Sprt>,
) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, header, openings, entries, sprt);
    page
}

fn write_page(
    page: &mut String,
    header: &MatchHeader,
    openings: &[Opening],
    entries: &[FinishedGame],
    sprt: Option<Sprt>,
) -> fmt::Result {
    let mut standings = Standings::new(header.engines.len());
    let mut histories = vec![Vec::new(); header.engines.len().pow(2)];
    for entry in entries {
        standings.add(entry);
        let pairing = (entry.black.min(entry.white), entry.black.max(entry.white));
        let history: &mut Vec<Uncertain> =
            &mut histories[pairing.0 * header.engines.len() + pairing.1];
        // The first game of a pair changes nothing yet.
        if let Some(point) = standings.pairing(pairing.0, pairing.1).and_then(point)
            && history.last().is_none_or(|last| last.x < point.x)
        {
            history.push(point);
        }
    }
    page::begin(page, &header.engines.join(" – "))?;
    writeln!(
        page,
        "<p class=\"quiet\">{} games, {}; openings {}, seed {}</p>",
        entries.len(),
        foreign(&header.tournament),
        foreign(&header.source),
        header.seed,
    )?;
    write_table(page, header, &standings)?;
    if let Some((sprt, tally)) = sprt.zip(standings.pairing(0, 1)) {
        write_sprt(page, sprt, tally)?;
    }
    for ((first, second), tally) in standings.pairings() {
        let history = &histories[first * header.engines.len() + second];
        write_pairing(page, header, entries, (first, second), tally, history)?;
    }
    writeln!(page, "<h2>Games</h2>")?;
    for entry in entries {
        write_game(page, header, openings, entry)?;
    }
    page::end(page)
}

/// Where a pairing stands, if its Elo has an interval to draw.
fn point(tally: &Tally) -> Option<Uncertain> {
    let estimate = tally.estimate()?;
    let (low, high) = estimate.interval()?;
    Some(Uncertain {
        x: tally.pairs.iter().sum::<u64>() as f64,
        value: estimate.elo(),
        low,
        high,
    })
}

/// The table of results, and under it who played.
fn write_table(page: &mut String, header: &MatchHeader, standings: &Standings) -> fmt::Result {
    const LABELS: [&str; 11] = [
        "engine", "games", "won", "drawn", "lost", "score", "discs", "Elo", "95 %", "superior",
        "forfeits",
    ];
    let row = |engine: usize| {
        let tally = &standings.engines()[engine];
        let share = 100.0 * tally.points() / tally.games().max(1) as f64;
        let estimate = tally.estimate();
        let interval = estimate.and_then(|estimate| estimate.interval());
        vec![
            foreign(&header.engines[engine]),
            tally.games().to_string(),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            format!("{share:.1} %"),
            or_dash(tally.mean_discs().map(|discs| format!("{discs:+.2}"))),
            or_dash(estimate.map(|estimate| elo_text(estimate.elo()))),
            or_dash(interval.map(|(low, high)| format!("{} to {}", elo_text(low), elo_text(high)))),
            or_dash(estimate.map(|estimate| format!("{:.1} %", 100.0 * estimate.superiority()))),
            tally.forfeits.to_string(),
        ]
    };
    let rows: Vec<_> = standings.ranking().into_iter().map(row).collect();
    page::table(page, &LABELS, &rows)?;
    for command in &header.commands {
        writeln!(page, "<p class=\"command\">{}</p>", foreign(command))?;
    }
    Ok(())
}

fn write_sprt(page: &mut String, sprt: Sprt, tally: &Tally) -> fmt::Result {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.verdict(&tally.pairs) {
        Verdict::Open => "undecided".to_owned(),
        Verdict::AcceptH0 => format!("H0 accepted: {:+} Elo or less", sprt.elo0),
        Verdict::AcceptH1 => format!("H1 accepted: {:+} Elo or more", sprt.elo1),
    };
    writeln!(
        page,
        "<p>Sequential test of {} against {} Elo: log-likelihood ratio {:.2} between {low:.2} and \
         {high:.2}, <strong>{verdict}</strong></p>",
        sprt.elo0,
        sprt.elo1,
        sprt.log_likelihood_ratio(&tally.pairs),
    )
}

fn write_pairing(
    page: &mut String,
    header: &MatchHeader,
    entries: &[FinishedGame],
    (first, second): (usize, usize),
    tally: &Tally,
    history: &[Uncertain],
) -> fmt::Result {
    let names = (
        foreign(&header.engines[first]),
        foreign(&header.engines[second]),
    );
    let [lost, one, even, three, won] = tally.pairs;
    write!(
        page,
        "<h2>{} against {}</h2>\n<p>{} won, {} drawn, {} lost; pairs of games with 0, ½, 1, 1½, 2 \
         points: {lost}, {one}, {even}, {three}, {won}</p>\n<div class=\"charts\">\n",
        names.0, names.1, tally.wins, tally.draws, tally.losses,
    )?;
    let results: Vec<i32> = entries
        .iter()
        .filter(|entry| {
            (entry.black.min(entry.white), entry.black.max(entry.white)) == (first, second)
        })
        .filter_map(|entry| {
            Some(if entry.black == first {
                entry.discs?
            } else {
                -entry.discs?
            })
        })
        .collect();
    let elo = chart::history("Elo over time", history, "pairs");
    let discs = chart::discs("disc differences", &results);
    for (caption, svg) in [
        ("Elo with its 95 % interval, by pairs of games", elo),
        ("games by disc difference", discs),
    ] {
        if let Some(svg) = svg {
            writeln!(
                page,
                "<figure><figcaption>{caption}, from {}'s side</figcaption>{svg}</figure>",
                names.0
            )?;
        }
    }
    writeln!(page, "</div>")
}

fn write_game(
    page: &mut String,
    header: &MatchHeader,
    openings: &[Opening],
    entry: &FinishedGame,
) -> fmt::Result {
    let annotated = annotated(header, openings, entry);
    let (black, white) = (foreign(&annotated.black), foreign(&annotated.white));
    let result = match &annotated.forfeit {
        Some(forfeit) => format!(
            "<span class=\"forfeit\">{} forfeits: {}</span>",
            forfeit.loser,
            foreign(&forfeit.reason)
        ),
        None => {
            let adjudged = entry.adjudged.as_ref();
            let reason = adjudged.map_or_else(String::new, |text| format!(" ({})", foreign(text)));
            format!("{:+}{reason}", entry.discs.unwrap_or_default())
        }
    };
    write!(
        page,
        "<details id=\"game{0}\"><summary>{0}. {black} (black) – {white} (white): \
         {result}</summary>\n<div class=\"game\"><div class=\"diagram\">{1}</div>",
        entry.game + 1,
        diagram(&annotated.game),
    )?;
    let opening = openings[entry.opening].game.turns().len();
    let (mut of_black, mut of_white) = (Vec::new(), Vec::new());
    for (index, (color, _, note)) in annotated.turns().enumerate() {
        let Some(score) = note.score else { continue };
        match color {
            Color::Black => of_black.push((index + 1, score.discs())),
            Color::White => of_white.push((index + 1, -score.discs())),
        }
    }
    if let Some(svg) = chart::evaluations("evaluations", &of_black, &of_white) {
        write!(
            page,
            "<figure><figcaption>evaluation in discs, from black's side: <span class=\"key \
             first\"></span>{black} <span class=\"key second\"></span>{white}</figcaption>{svg}\
             </figure>"
        )?;
    }
    write!(page, "<ol class=\"moves\">")?;
    let mut number = 0;
    for (index, (_, mv, note)) in annotated.turns().enumerate() {
        // As in the diagram, a pass has no number.
        match mv {
            Move::Place(square) => {
                number += 1;
                write!(page, "<li><b>{number}. {square}</b>")?;
            }
            Move::Pass => write!(page, "<li><b>pass</b>")?,
        }
        if index < opening {
            write!(page, " <span class=\"quiet\">opening</span>")?;
        }
        if let Some(score) = note.score {
            write!(page, " {score}")?;
        }
        if let Some(depth) = note.depth {
            write!(page, " <span class=\"quiet\">depth {depth}</span>")?;
        }
        if let Some(time) = note.time.filter(|_| mv != Move::Pass) {
            write!(
                page,
                " <span class=\"quiet\">{:.2} s</span>",
                time.as_secs_f64()
            )?;
        }
        write!(page, "</li>")?;
    }
    writeln!(page, "</ol></div></details>")
}

fn elo_text(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        _ => format!("{elo:+.1}"),
    }
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::journal::{FinishedMove, Forfeit};
    use crate::arena::opening::parse_openings;

    #[test]
    fn hostile_names_stay_text_and_every_game_is_there() {
        let hostile = "<script>alert('x')</script>";
        let header = MatchHeader {
            game: "Othello".into(),
            engines: vec![hostile.into(), "B&B".into()],
            commands: vec!["\"><b>".into(), "b".into()],
            tournament: "round-robin".into(),
            openings: vec!["f5d6".into()],
            source: "random:2".into(),
            seed: 1,
            adjudication: String::new(),
        };
        let openings = parse_openings("f5d6").unwrap();
        let entry = |game: usize, mv: &str, forfeit: Option<Forfeit>| FinishedGame {
            game,
            black: game % 2,
            white: 1 - game % 2,
            opening: 0,
            discs: forfeit.is_none().then_some(6),
            adjudged: None,
            forfeit,
            overshoot_ms: 0.0,
            moves: vec![FinishedMove {
                mv: mv.into(),
                ms: 2.0,
                score: Some(1.5),
                depth: Some(3),
                nodes: None,
            }],
        };
        let failed = Forfeit {
            by_black: true,
            on_time: false,
            reason: "rubbish: '</details>'".into(),
        };
        // The second game's move is none: a journal may have been changed.
        let entries = [entry(0, "c3", Some(failed)), entry(1, "a1", None)];
        let page = html(&header, &openings, &entries, "elo0=0 elo1=5".parse().ok());
        assert!(
            !page.contains("<script") && !page.contains("\"><b>"),
            "{page}"
        );
        assert_eq!(page.matches("<details").count(), 2);
        assert_eq!(page.matches("</details>").count(), 2);
        assert!(page.contains("3. c3</b> +1.50"), "{page}");
        assert!(!page.contains("http"), "no network");
    }
}
