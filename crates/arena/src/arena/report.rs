//! The report of a match: one HTML file with everything in it, for a browser without a network.
//!
//! It is made from the journal's header and entries alone.

use maud::{Markup, html};

use super::archive::annotated;
use super::journal::{FinishedGame, MatchHeader};
use super::opening::Opening;
use super::sprt::{Sprt, Verdict};
use super::standings::{Standings, Tally};
use super::words::Words;
use bianca_play::page::chart::{self, Uncertain};
use bianca_play::page::record::{Ply, Record, games};
use bianca_play::page::words::Words as PageWords;
use bianca_play::page::{self, foreign};
use bianca_records::opening::Named;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_rules::othello::{Color, Move};
use bianca_system::language::Language;

/// The report of these games in a language, in the order in which they ended.
pub fn html(
    language: Language,
    header: &MatchHeader,
    openings: &[Opening],
    entries: &[FinishedGame],
    sprt: Option<Sprt>,
) -> String {
    let (words, frame) = (Words::of(language), PageWords::of(language));
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
    let annotated = entries
        .iter()
        .map(|entry| annotated(header, openings, entry));
    let annotated: Vec<AnnotatedGame> = annotated.collect();
    let records: Vec<Record> = entries
        .iter()
        .zip(&annotated)
        .map(|(entry, game)| {
            let opening = openings[entry.opening].game.turns().len();
            record(words, entry, game, opening)
        })
        .collect();
    let content = html! {
        p.quiet {
            (words.games(entries.len())) " · " (foreign(&header.tournament)) " · "
            (words.openings()) " " (foreign(&header.source)) " · " (words.seed(header.seed))
        }
        (results(words, header, &standings))
        @if let Some((sprt, tally)) = sprt.zip(standings.pairing(0, 1)) { (test(words, sprt, tally)) }
        @for ((first, second), tally) in standings.pairings() {
            @let history = &histories[first * header.engines.len() + second];
            (pairing(words, header, entries, (first, second), (tally, history)))
        }
        @if !records.is_empty() { (games(&records, frame)) }
    };
    page::document(frame.language(), &header.engines.join(" – "), &content)
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
fn results(words: Words, header: &MatchHeader, standings: &Standings) -> Markup {
    let row = |engine: usize| {
        let tally = &standings.engines()[engine];
        let share = 100.0 * tally.points() / tally.games().max(1) as f64;
        let estimate = tally.estimate();
        let interval = estimate.and_then(|estimate| estimate.interval());
        vec![
            foreign(&header.engines[engine]),
            html! { (tally.games()) },
            html! { (tally.wins) },
            html! { (tally.draws) },
            html! { (tally.losses) },
            html! { (format_args!("{share:.1} %")) },
            or_dash(tally.mean_discs().map(|discs| format!("{discs:+.2}"))),
            or_dash(estimate.map(|estimate| elo_text(estimate.elo()))),
            or_dash(interval.map(|(low, high)| words.range(elo_text(low), elo_text(high)))),
            or_dash(estimate.map(|estimate| format!("{:.1} %", 100.0 * estimate.superiority()))),
            html! { (tally.forfeits) },
        ]
    };
    let rows: Vec<_> = standings.ranking().into_iter().map(row).collect();
    html! {
        (page::table(&words.heads(), &rows))
        @for command in &header.commands { p.command { (foreign(command)) } }
    }
}

fn test(words: Words, sprt: Sprt, tally: &Tally) -> Markup {
    let verdict = match sprt.verdict(&tally.pairs) {
        Verdict::Open => words.undecided().to_owned(),
        Verdict::AcceptH0 => words.accepted("h0", format_args!("{:+}", sprt.elo0)),
        Verdict::AcceptH1 => words.accepted("h1", format_args!("{:+}", sprt.elo1)),
    };
    let (low, high) = sprt.bounds();
    let ratio = sprt.log_likelihood_ratio(&tally.pairs);
    let [ratio, low, high] = [ratio, low, high].map(|number| format!("{number:.2}"));
    html! {
        p { (words.test(sprt.elo0, sprt.elo1, ratio, low, high)) " · " strong { (verdict) } }
    }
}

fn pairing(
    words: Words,
    header: &MatchHeader,
    entries: &[FinishedGame],
    (first, second): (usize, usize),
    (tally, history): (&Tally, &[Uncertain]),
) -> Markup {
    let name = foreign(&header.engines[first]);
    let [none, half, one, more, two] = tally.pairs;
    // The name is markup, which stands between the two halves.
    let side = words.seen_by('\0');
    let (before, after) = side.split_once('\0').unwrap_or_default();
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
    let elo = chart::history(words.elo_over_time(), history, words.unit());
    let discs = chart::discs(words.disc_differences(), &results);
    let charts = [(words.elo_caption(), elo), (words.discs_caption(), discs)];
    html! {
        h2 { (name) " " (words.against()) " " (foreign(&header.engines[second])) }
        p {
            (words.results(tally.wins, tally.draws, tally.losses)) " · "
            (words.pairs(none, half, one, more, two))
        }
        div.charts {
            @for (caption, chart) in charts {
                @if let Some(chart) = chart {
                    figure { figcaption { (caption) (before) (name) (after) } (chart) }
                }
            }
        }
    }
}

fn record<'a>(
    words: Words,
    entry: &'a FinishedGame,
    game: &'a AnnotatedGame,
    opening: usize,
) -> Record<'a> {
    let plies = game.turns().map(|(color, mv, note)| {
        let score = note.score.map(|score| match color {
            Color::Black => score.discs(),
            Color::White => -score.discs(),
        });
        Ply {
            score,
            depth: note.depth,
            seconds: note
                .time
                .filter(|_| mv != Move::Pass)
                .map(|time| time.as_secs_f64()),
            ..Ply::default()
        }
    });
    let result = match &game.forfeit {
        Some(forfeit) => html! { span.forfeit { (words.forfeits(name_of(forfeit.loser))) } },
        None => page::discs(f64::from(entry.discs.unwrap_or_default())),
    };
    let reason = (game.forfeit.as_ref().map(|forfeit| &forfeit.reason)).or(entry.adjudged.as_ref());
    let reason = reason.map(|reason| foreign(reason));
    let named = Named::of_game(&game.game).and_then(|named| named.name_for(words.language()));
    let named = named.map(|(name, moves)| html! { (words.opening(name, moves)) });
    Record {
        number: entry.game as u64 + 1,
        black: &game.black,
        white: &game.white,
        result,
        about: reason.into_iter().chain(named).collect(),
        summary: None,
        game: &game.game,
        plies: plies.collect(),
        is_judged: false,
        has_own_scores: true,
        opening,
        exact_from: None,
        chart: curves(words, game),
    }
}

const fn name_of(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// What both sides thought of their moves.
fn curves(words: Words, game: &AnnotatedGame) -> Option<Markup> {
    let frame = PageWords::of(words.language());
    let (mut of_black, mut of_white) = (Vec::new(), Vec::new());
    for (index, (color, _, note)) in game.turns().enumerate() {
        let Some(score) = note.score else { continue };
        match color {
            Color::Black => of_black.push((index + 1, score.discs())),
            Color::White => of_white.push((index + 1, -score.discs())),
        }
    }
    let curves = chart::evaluations(frame, words.scores_for_black(), &of_black, &of_white)?;
    Some(html! {
        figcaption {
            (words.scores_of_both()) " " span.key.first {} (foreign(&game.black)) " "
            span.key.second {} (foreign(&game.white))
        }
        (curves)
    })
}

fn elo_text(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        _ => format!("{elo:+.1}"),
    }
}

fn or_dash(text: Option<String>) -> Markup {
    html! { (text.as_deref().unwrap_or("–")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::journal::{FinishedMove, ForfeitEntry};
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
        let entry = |game: usize, mv: &str, forfeit: Option<ForfeitEntry>| FinishedGame {
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
        let failed = ForfeitEntry {
            by_black: true,
            on_time: false,
            reason: "rubbish: '</details>'".into(),
        };
        // The second game's move is none: a journal may have been changed.
        let entries = [entry(0, "c3", Some(failed)), entry(1, "a1", None)];
        let sprt: Option<Sprt> = "elo0=0 elo1=5".parse().ok();
        let page = html(Language::English, &header, &openings, &entries, sprt);
        let content = &page[page.find("<main>").unwrap()..];
        assert!(
            !content.contains("<script") && !content.contains("\"><b>"),
            "{content}"
        );
        for (part, times) in [
            ("<article class=\"record\"", 2),
            ("</article>", 2),
            (
                "data-scores=\",,1.5\" data-depths=\",,3\" data-seconds=\",,0\" data-own data-opening=\"2\"",
                1,
            ),
            ("3.\u{a0}c3\u{a0}+1.5/3\u{a0}0.00s", 1),
            ("<span class=\"forfeit\">black forfeits</span>", 1),
            (
                "<p class=\"about\"><bdi>rubbish: '&lt;/details&gt;'</bdi></p>",
                1,
            ),
            ("<span class=\"result\">35–29</span>", 1),
            // f5d6 has a name, f5d6c3 none of its own.
            ("Opening: Perpendicular", 2),
        ] {
            assert_eq!(content.matches(part).count(), times, "{part}: {content}");
        }
        assert!(!content.contains("://"), "no network");
        let japanese = html(Language::Japanese, &header, &openings, &entries, sprt);
        assert!(japanese.contains("<html lang=\"ja\">"));
        for part in ["2 局 · <bdi>round-robin</bdi>", "黒の反則負け", "未決"] {
            assert!(japanese.contains(part), "{part}: {japanese}");
        }
    }
}
