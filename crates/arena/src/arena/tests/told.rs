//! What is noted of a game, and what a report and a file of games tell of it.

use std::time::Duration;

use super::*;
use crate::arena::adjudication::Adjudged;
use crate::arena::archive::annotated;
use crate::arena::elo::Estimate;
use crate::arena::journal::{FinishedMove, MatchHeader};
use crate::arena::judge::{Ending, JudgedGame};
use crate::arena::opening::{Opening, parse_openings};
use crate::arena::report::html;
use crate::arena::schedule::Pairing;
use crate::arena::sprt::Sprt;
use bianca_play::game::{GameMove, discs};
use bianca_play::page::chart::{self, Uncertain};
use bianca_play::page::words::Words as PageWords;
use bianca_play::player::driver::{DrivenTurn, PlayerForfeit};
use bianca_play::player::{PlayerError, SearchSummary};
use bianca_records::log::LogHeader;
use bianca_records::record::annotated::{Cause, Forfeit};
use bianca_rules::othello::Color;
use bianca_search::request::Score;
use bianca_system::language::Language;

const PAIRING: Pairing = Pairing {
    black: 2,
    white: 1,
    opening: 3,
};

fn judged(ending: Ending) -> JudgedGame {
    let move_of = |color, mv, micros, score, depth, nodes| DrivenTurn {
        color,
        mv,
        summary: SearchSummary {
            elapsed: Duration::from_micros(micros),
            score,
            depth,
            nodes,
        },
    };
    let mv = |word| discs(word)[0];
    JudgedGame {
        turns: vec![
            move_of(
                Color::Black,
                mv("f5"),
                1_234_567,
                Some(Score(-640)),
                Some(7),
                None,
            ),
            move_of(Color::White, mv("d6"), 15, None, None, Some(99)),
            move_of(Color::Black, GameMove::PASS, 0, None, None, None),
        ],
        ending,
        overshoot: Duration::from_micros(2_500),
    }
}

#[test]
fn a_game_is_noted_as_it_was_judged() {
    let noted = |ending| FinishedGame::new(17, PAIRING, &judged(ending));
    let counted = noted(Ending::Counted(-6));
    let mv = |mv: &str, ms, score, depth, nodes| FinishedMove {
        mv: mv.to_owned(),
        ms,
        score,
        depth,
        nodes,
    };
    let expected = FinishedGame {
        opening: 3,
        overshoot_ms: 2.5,
        moves: vec![
            mv("f5", 1234.567, Some(-2.5), Some(7), None),
            mv("d6", 0.015, None, None, Some(99)),
            mv("pass", 0.0, None, None, None),
        ],
        ..finished(17, [2, 1], -6)
    };
    assert_eq!(counted, expected);
    assert_eq!(counted.black_points(), 0);
    let moves: Vec<String> = counted.played().iter().map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["f5", "d6", "pass"]);
    let adjudged = noted(Ending::Adjudged(Adjudged {
        points: 12,
        reason: "resigned, as its scores say",
    }));
    let why = "resigned, as its scores say".to_owned();
    let with_reason = FinishedGame {
        discs: Some(12),
        adjudged: Some(why),
        ..expected.clone()
    };
    assert_eq!(adjudged, with_reason);
    assert_eq!(adjudged.black_points(), 2);
    let over = Duration::from_millis(1500);
    for (loser, error, on_time, reason) in [
        (Color::Black, PlayerError::Resigned, false, "resigned"),
        (Color::White, PlayerError::Flood, false, "floods its output"),
        (
            Color::White,
            PlayerError::OutOfTime { over },
            true,
            "lost on time, 1.500 s over",
        ),
    ] {
        let by_black = loser == Color::Black;
        let lost = noted(Ending::Forfeit(PlayerForfeit { loser, error }));
        let with_fault = FinishedGame {
            discs: None,
            forfeit: Some(ForfeitEntry {
                by_black,
                on_time,
                reason: reason.to_owned(),
            }),
            ..expected.clone()
        };
        assert_eq!(lost, with_fault);
        assert_eq!(lost.black_points(), if by_black { 0 } else { 2 });
    }
}

#[test]
fn a_line_of_the_journal_has_these_words() {
    let entry = FinishedGame::new(17, PAIRING, &judged(Ending::Counted(-6)));
    assert_eq!(
        serde_json::to_string(&entry).unwrap(),
        "{\"game\":17,\"black\":2,\"white\":1,\"opening\":3,\"discs\":-6,\"overshoot_ms\":2.5,\
         \"moves\":[{\"mv\":\"f5\",\"ms\":1234.567,\"score\":-2.5,\"depth\":7},\
         {\"mv\":\"d6\",\"ms\":0.015,\"nodes\":99},{\"mv\":\"pass\",\"ms\":0.0}]}"
    );
    // What older journals do not have.
    let old = "{\"game\":1,\"black\":0,\"white\":1,\"opening\":0,\
        \"forfeit\":{\"by_black\":true,\"reason\":\"x\"},\"moves\":[]}";
    let read: FinishedGame = serde_json::from_str(old).unwrap();
    assert_eq!((read.discs, read.overshoot_ms), (None, 0.0));
    assert!(!read.forfeit.unwrap().on_time);
    let changed = FinishedGame {
        moves: vec![FinishedMove {
            mv: "zz".to_owned(),
            ms: 0.0,
            score: None,
            depth: None,
            nodes: None,
        }],
        ..finished(0, [0, 1], 0)
    };
    assert_eq!(changed.played(), []);
}

fn header() -> MatchHeader {
    MatchHeader {
        game: "Othello".into(),
        engines: ["Ada", "Bob", "Cleo"].map(String::from).to_vec(),
        commands: ["cmd=a st=1", "cmd=b st=1", "cmd=c st=1"]
            .map(String::from)
            .to_vec(),
        tournament: "round-robin".into(),
        openings: vec!["f5d6".into(), "f5f6".into()],
        source: "random:2".into(),
        seed: 5,
        adjudication: "draw movecount=1 score=1".into(),
    }
}

#[test]
fn a_match_with_other_rules_of_adjudication_is_another_one() {
    let other = MatchHeader {
        adjudication: String::new(),
        ..header()
    };
    let error = other.resumes(&header()).unwrap_err();
    assert_eq!(error, "their rules of adjudication differ");
}

fn openings() -> Vec<Opening> {
    parse_openings("f5d6\nf5f6e6").unwrap()
}

/// A game from the second opening, of which both sides say something else.
fn entry(number: usize, engines: [usize; 2], discs: i32) -> FinishedGame {
    let mv = |mv: &str, ms, score, depth| FinishedMove {
        mv: mv.to_owned(),
        ms,
        score,
        depth,
        nodes: None,
    };
    FinishedGame {
        opening: 1,
        moves: vec![
            mv("f4", 1500.0, Some(3.5), Some(9)),
            mv("g5", 250.0, Some(-1.25), None),
            mv("d6", 30.0, None, Some(4)),
        ],
        ..finished(number, engines, discs)
    }
}

#[test]
fn a_game_for_a_file_has_its_opening_its_players_and_what_they_said() {
    let (header, openings) = (header(), openings());
    let entry = entry(8, [2, 0], -4);
    let game = annotated(&header, &openings, &entry);
    let turns: Vec<String> = game
        .game
        .turns()
        .iter()
        .map(|turn| turn.1.to_string())
        .collect();
    assert_eq!(turns, ["f5", "f6", "e6", "f4", "g5", "d6"]);
    assert_eq!((game.black.as_str(), game.white.as_str()), ("Cleo", "Ada"));
    assert_eq!(game.place, "Bianca match, game 9");
    let notes: Vec<_> = game
        .notes
        .iter()
        .map(|note| (note.score, note.depth, note.time))
        .collect();
    let ms = |ms| Some(Duration::from_millis(ms));
    assert_eq!(notes[..3], [(None, None, None); 3]);
    assert_eq!(
        notes[3..],
        [
            (Some(Score(896)), Some(9), ms(1500)),
            (Some(Score(-320)), None, ms(250)),
            (None, Some(4), ms(30)),
        ]
    );
    assert_eq!(
        (game.result, game.agreed, &game.forfeit),
        (None, false, &None)
    );
    let adjudged = FinishedGame {
        adjudged: Some("resigned, as its scores say".into()),
        ..entry.clone()
    };
    let game = annotated(&header, &openings, &adjudged);
    assert_eq!(game.result, Some(Score::from_discs(-4)));
    assert!(game.agreed && game.forfeit.is_none());
    for (by_black, on_time, loser, cause) in [
        (true, false, Color::Black, Cause::Fault),
        (false, true, Color::White, Cause::Time),
    ] {
        let mut lost = forfeited(entry.clone(), by_black);
        lost.forfeit.as_mut().unwrap().on_time = on_time;
        let game = annotated(&header, &openings, &lost);
        let reason = "crashed".to_owned();
        let forfeit = Forfeit {
            loser,
            cause,
            reason,
        };
        assert_eq!(game.forfeit, Some(forfeit));
        assert_eq!((game.result, game.agreed), (None, false));
    }
    // The rules do not allow the second of these moves: it ends the game and is not noted.
    let mut changed = entry;
    changed.moves[1].mv = "a1".into();
    let game = annotated(&header, &openings, &changed);
    assert_eq!((game.game.turns().len(), game.notes.len()), (4, 4));
}

/// The cells of each row of a page's table, its first row left out.
fn rows(page: &str) -> Vec<Vec<String>> {
    let table = page.split("<table>").nth(1).unwrap();
    let table = table.split("</table>").next().unwrap();
    let rows = table.split("<tr>").skip(2);
    let cells = |row: &str| {
        let cells = row.split("<td").skip(1);
        let text = |cell: &str| {
            let cell = cell.split_once('>').unwrap().1;
            let cell = cell.split("</td>").next().unwrap();
            cell.replace("<bdi>", "").replace("</bdi>", "")
        };
        cells.map(text).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn a_report_tells_the_results_of_each_engine_and_pairing() {
    let mut entries = vec![
        entry(0, [0, 1], 10),
        entry(1, [1, 0], 2),
        entry(3, [2, 0], 0),
        entry(2, [0, 2], 20),
        entry(4, [1, 2], -30),
        entry(5, [2, 1], -8),
        entry(6, [0, 1], 6),
        entry(7, [1, 0], -16),
    ];
    entries.push(forfeited(entry(8, [0, 2], 0), false));
    entries.push(forfeited(entry(10, [1, 2], 0), true));
    let sprt: Sprt = "elo0=-4 elo1=12 alpha=.05 beta=.4".parse().unwrap();
    let page = html(
        Language::English,
        &header(),
        &openings(),
        &entries,
        Some(sprt),
    );
    assert!(page.contains("10 games · <bdi>round-robin</bdi>"), "{page}");
    assert!(page.contains("openings <bdi>random:2</bdi> · seed 5"));
    assert!(page.contains("<title>Ada – Bob – Cleo</title>"));
    // Ada: pairs of 1, 2 and 1½ points; discs 10, -2, 0, 20, 6 and 16.
    // Cleo: ½ point and 1; discs 0, -20, 30, -8.
    // Bob: 1, 0 and 1; discs -10, 2, -30, 8, -6, -16.
    let table = rows(&page);
    let cell = |row: usize, column: usize| table[row][column].as_str();
    for (row, cells) in [
        ["Ada", "7", "5", "1", "1", "78.6 %", "+8.33"],
        ["Cleo", "6", "2", "1", "3", "41.7 %", "+0.50"],
        ["Bob", "7", "2", "0", "5", "28.6 %", "-8.67"],
    ]
    .iter()
    .enumerate()
    {
        assert_eq!(table[row][..7], *cells, "{table:?}");
    }
    let score = |outcomes: [f64; 3]| {
        let mean = outcomes.iter().sum::<f64>() / 3.0;
        let squares = outcomes.map(|outcome| (outcome - mean).powi(2));
        (mean, (squares.iter().sum::<f64>() / 9.0).sqrt())
    };
    let elo = |score: f64| match score {
        score if score >= 1.0 => "+∞".to_owned(),
        score if score <= 0.0 => "−∞".to_owned(),
        score => format!("{:+.1}", 400.0 * (score / (1.0 - score)).log10()),
    };
    for (row, outcomes) in [(0, [0.5, 1.0, 0.75]), (2, [0.5, 0.0, 0.5])] {
        let (mean, error) = score(outcomes);
        assert_eq!(cell(row, 7), elo(mean));
        let half = 1.959_963_984_540_054 * error;
        let range = format!("{} to {}", elo(mean - half), elo(mean + half));
        assert_eq!(cell(row, 8), range);
    }
    assert_eq!(["0", "1", "1"], [0, 1, 2].map(|row| cell(row, 10)));
    // Ada has won 5 of 6 points of its pairs, two standard errors above the half.
    assert_eq!(cell(0, 9), "98.3 %");
    for (pairing, results) in [
        (
            "<bdi>Ada</bdi> against <bdi>Bob</bdi>",
            "3 won, 0 drawn, 1 lost",
        ),
        (
            "<bdi>Ada</bdi> against <bdi>Cleo</bdi>",
            "2 won, 1 drawn, 0 lost",
        ),
        (
            "<bdi>Bob</bdi> against <bdi>Cleo</bdi>",
            "1 won, 0 drawn, 2 lost",
        ),
    ] {
        let part = page.split(&format!("<h2>{pairing}</h2>")).nth(1);
        let part = part.unwrap_or_else(|| panic!("{pairing}: {page}"));
        assert!(part.starts_with(&format!("<p>{results} · ")), "{part}");
    }
    for pairs in ["0, 0, 1, 0, 1", "0, 0, 0, 1, 0", "0, 0, 1, 0, 0"] {
        let text = format!("pairs of games with 0, ½, 1, 1½, 2 points: {pairs}");
        assert_eq!(page.matches(&text).count(), 1, "{text}: {page}");
    }
    // The test is that of the first pairing, whose pairs brought 1 and 2 points.
    let ratio = sprt.log_likelihood_ratio(&[0, 0, 1, 0, 1]);
    let test = format!(
        "Sequential test of -4 against 12 Elo: log-likelihood ratio {ratio:.2} between -0.86 and \
         2.48"
    );
    assert!(page.contains(&format!("{test} · <strong>undecided</strong>")));
    check_discs(&page);
    check_games(&page);
}

/// How many games a chart of disc differences has in each bar, from the first pairing's view.
fn check_discs(page: &str) {
    let chart = page.split("disc differences").nth(1).unwrap();
    let chart = chart.split("</svg>").next().unwrap();
    let counts: Vec<&str> = chart
        .split("<title>")
        .skip(1)
        .map(|bar| bar.split("</title>").next().unwrap())
        .collect();
    // Ada against Bob: 10, -2, 6 and 16 discs.
    let mut expected = ["0"; 17];
    (expected[7], expected[9], expected[10]) = ("1", "1", "2");
    assert_eq!(counts, expected);
}

/// What stands of single games: scores from black's side, the time and depth of each turn.
fn check_games(page: &str) {
    // After three moves of the opening white is to move.
    let data = "data-scores=\",,,-3.5,-1.25,\" data-depths=\",,,9,,4\" \
        data-seconds=\",,,1.5,0.25,0.03\" data-own data-opening=\"3\"";
    assert_eq!(page.matches(data).count(), 10, "{page}");
    for (result, times) in [
        ("37–27", 1),
        ("42–22", 1),
        ("32–32", 1),
        ("17–47", 1),
        ("<span class=\"forfeit\">white forfeits</span>", 1),
        ("<span class=\"forfeit\">black forfeits</span>", 1),
    ] {
        let text = format!("<span class=\"result\">{result}</span>");
        assert_eq!(page.matches(&text).count(), times, "{result}: {page}");
    }
    assert_eq!(page.matches("<bdi>crashed</bdi>").count(), 2);
    // White's scores have the other sign; of its last move nothing was said.
    let frame = PageWords::of(Language::English);
    let (of_black, of_white) = ([(5, -1.25)], [(4, -3.5)]);
    let curves = chart::evaluations(frame, "scores in discs for black", &of_black, &of_white);
    assert_eq!(page.matches(&curves.unwrap().0).count(), 10);
}

#[test]
fn a_report_tells_what_a_test_accepts() {
    let games = |discs: [i32; 4]| -> Vec<FinishedGame> {
        let game = |number: usize| {
            let engines = [number % 2, 1 - number % 2];
            entry(number, engines, discs[number % 4])
        };
        (0..400).map(game).collect()
    };
    let report = |entries: &[FinishedGame]| {
        let sprt: Sprt = "elo0=-3 elo1=8".parse().unwrap();
        html(
            Language::English,
            &header(),
            &openings(),
            entries,
            Some(sprt),
        )
    };
    let better = report(&games([8, -8, 8, 8]));
    assert!(better.contains("<strong>H1 accepted: +8 Elo or more</strong>"));
    let worse = report(&games([-8, 8, 8, 8]));
    assert!(worse.contains("<strong>H0 accepted: -3 Elo or less</strong>"));
    let two = MatchHeader {
        engines: header().engines[..2].to_vec(),
        ..header()
    };
    let nothing = html(Language::English, &two, &openings(), &[], None);
    assert!(!nothing.contains("Sequential test") && !nothing.contains("<article"));
    assert_eq!(
        rows(&nothing)[0],
        ["Ada", "0", "0", "0", "0", "0.0 %", "–", "–", "–", "–", "0"]
    );
}

#[test]
fn a_report_draws_what_each_further_pair_has_shown() {
    let two = MatchHeader {
        engines: header().engines[..2].to_vec(),
        ..header()
    };
    let mut random = StdRng::seed_from_u64(61);
    let discs: Vec<i32> = (0..40).map(|_| random.random_range(-6..=9)).collect();
    let entries: Vec<FinishedGame> = (0..40)
        .map(|number| entry(number, [number % 2, 1 - number % 2], discs[number]))
        .collect();
    let mut pairs = [0; 5];
    let mut points = Vec::new();
    for (number, pair) in discs.chunks(2).enumerate() {
        // In the second game of a pair the first engine has white.
        pairs[(pair[0].signum() - pair[1].signum() + 2) as usize] += 1;
        let estimate = Estimate::from_pairs(&pairs).unwrap();
        if let Some((low, high)) = estimate.interval() {
            points.push(Uncertain {
                x: number as f64 + 1.0,
                value: estimate.elo(),
                low,
                high,
            });
        }
    }
    let drawn = chart::history("Elo over time", &points, "pairs").unwrap();
    let page = html(Language::English, &two, &openings(), &entries, None);
    assert!(page.contains(&drawn.0), "{page}");
}

/// A pass takes no time, and none is told of it.
#[test]
fn a_report_tells_no_time_of_a_pass() {
    let openings = parse_openings("c4c3f5b4a4a5c2a3").unwrap();
    let mv = |mv: &str, ms| FinishedMove {
        mv: mv.to_owned(),
        ms,
        score: None,
        depth: None,
        nodes: None,
    };
    let entry = FinishedGame {
        moves: vec![mv("pass", 0.0), mv("d2", 500.0)],
        ..finished(0, [1, 0], 2)
    };
    let page = html(Language::English, &header(), &openings, &[entry], None);
    assert!(page.contains("data-seconds=\",,,,,,,,,0.5\""), "{page}");
}
