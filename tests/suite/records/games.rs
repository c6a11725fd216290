//! Annotated games, drawn at random, with everything that any format knows.

use std::time::Duration;

use bianca::clock::TimeControl;
use bianca::othello::random::play_random;
use bianca::othello::{Color, Move, OthelloGame, Square};
use bianca::record::annotated::{
    AnnotatedGame, Cause, Forfeit, Mark, Note, OtherProperty, Shape, Theory,
};
use bianca::record::format::FileFormat;
use bianca::record::tree::NodeId;
use bianca::request::Score;
use proptest::prelude::*;
use rand::prelude::*;
use rand::rngs::StdRng;

/// The formats that can be written.
pub fn written() -> impl Iterator<Item = FileFormat> {
    let all = FileFormat::ALL.iter().copied();
    all.filter(|format| format.is_writable())
}

/// What texts are made of: whatever means something in some format.
const SCRAPS: [&str; 40] = [
    "a",
    "Zoë",
    "漢字",
    " ",
    " ",
    "[",
    "]",
    "\\",
    "{",
    "}",
    "(",
    ")",
    ";",
    ":",
    "\"",
    "'",
    "%",
    "#",
    "/",
    "=",
    "+1.00/12",
    "-3",
    "?",
    "2.50s",
    "2.50 s",
    "depth 4",
    "depth 4, 1.00 s",
    "1-0",
    "1. f5",
    "f5",
    "(;GM[2]",
    "(;GM[Othello]",
    "[Event ",
    "[Event \"x\"]",
    "B[f5]",
    "*",
    "$1",
    "--",
    "\u{feff}",
    "10",
];

/// A text of one line, perhaps with blanks at its ends.
fn line() -> impl Strategy<Value = String> {
    let scraps = prop::collection::vec(prop::sample::select(&SCRAPS[..]), 0..6);
    scraps.prop_map(|scraps| scraps.concat())
}

/// A value that a format would not take for something else: in PGN `?` is nothing known, and in
/// GGF `8` is the plain game.
fn value() -> impl Strategy<Value = String> {
    line().prop_map(|text| match text.trim() {
        "8" | "0" => String::new(),
        unknown if !unknown.is_empty() && unknown.chars().all(|c| c == '?') => String::new(),
        _ => text,
    })
}

/// A text of several lines.
fn lines() -> impl Strategy<Value = String> {
    let lines = prop::collection::vec(line(), 0..3);
    lines.prop_map(|lines| lines.join("\n"))
}

/// Something that is known of one game in three.
fn sometimes<T: std::fmt::Debug + Clone>(
    strategy: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<T>> {
    prop::option::weighted(0.33, strategy)
}

fn milliseconds(most: u64) -> impl Strategy<Value = Duration> {
    (0..=most).prop_map(Duration::from_millis)
}

fn clock() -> impl Strategy<Value = TimeControl> {
    (
        milliseconds(9_000_000),
        milliseconds(90_000),
        milliseconds(200_000),
    )
        .prop_map(|(main, increment, extension)| TimeControl {
            main: main + Duration::from_millis(1),
            increment: increment.saturating_sub(Duration::from_secs(40)),
            extension: extension.saturating_sub(Duration::from_secs(80)),
            period: None,
        })
}

fn clocks() -> impl Strategy<Value = (Option<TimeControl>, Option<TimeControl>)> {
    prop_oneof![
        Just((None, None)),
        clock().prop_map(|clock| (Some(clock), Some(clock))),
        (sometimes(clock()), sometimes(clock())),
    ]
}

fn note() -> impl Strategy<Value = Note> {
    (
        sometimes(-20_000i32..20_000),
        sometimes(0u32..100),
        sometimes(milliseconds(4_000_000)),
        sometimes(lines()),
        sometimes((prop::collection::vec(1..=6u8, 1..3), marks())),
    )
        .prop_map(|(score, depth, time, comment, drawn)| {
            let (glyphs, marks) = drawn.unwrap_or_default();
            Note {
                score: score.map(Score),
                depth,
                time,
                comment: comment.unwrap_or_default(),
                glyphs,
                marks,
            }
        })
}

/// Marks in the order in which they are written.
fn marks() -> impl Strategy<Value = Vec<Mark>> {
    let shape = prop_oneof![
        Just(Shape::Triangle),
        Just(Shape::Square),
        Just(Shape::Circle),
        Just(Shape::Cross),
        prop::sample::select(&["A", "1:2", "]", "漢"][..])
            .prop_map(|label| Shape::Label(label.to_owned())),
    ];
    let mark = (0..64u32, shape).prop_map(|(square, shape)| Mark {
        square: Square::from_low_bits(square),
        shape,
    });
    prop::collection::vec(mark, 0..4).prop_map(|mut marks| {
        let rank = |shape: &Shape| match shape {
            Shape::Label(_) => Shape::Label(String::new()),
            other => other.clone(),
        };
        marks.sort_by_key(|mark| rank(&mark.shape));
        marks
    })
}

/// The game with some variations, here and there, the notes for each turn of them in their order.
fn with_variations(mut game: AnnotatedGame, seed: u64, notes: &[Note]) -> AnnotatedGame {
    let mut random = StdRng::seed_from_u64(seed);
    let mut tree = game.tree();
    let mut notes = notes.iter();
    while notes.len() > 0 {
        let nodes: Vec<NodeId> = tree.walk().collect();
        let mut at = nodes[random.random_range(0..nodes.len())];
        for note in notes.by_ref().take(random.random_range(1..6)) {
            let moves: Vec<Square> = tree.position(at).0.moves().into_iter().collect();
            let mv = moves
                .choose(&mut random)
                .map_or(Move::Pass, |&square| square.into());
            let is_end = tree.children(at).is_empty();
            // The main line stays as it is: what is said of its end would be wrong otherwise.
            if is_end && tree.main_line().last().copied().unwrap_or(tree.root()) == at {
                break;
            }
            let Ok(node) = tree.add(at, mv) else { break };
            if !nodes.contains(&node) {
                *tree.note_mut(node) = note.clone();
            }
            at = node;
        }
    }
    game.set_tree(&tree);
    game
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        (0..300_000).prop_map(|n| f64::from(n) / 100.0),
        -3.5..2800.0
    ]
}

fn forfeit() -> impl Strategy<Value = Forfeit> {
    let causes = vec![Cause::Time, Cause::Resignation, Cause::Fault];
    (any::<bool>(), prop::sample::select(causes), value()).prop_map(|(is_black, cause, reason)| {
        Forfeit {
            loser: if is_black { Color::Black } else { Color::White },
            cause,
            reason,
        }
    })
}

/// A game of random moves, from the usual start or another, broken off or not.
fn game() -> impl Strategy<Value = OthelloGame> {
    (any::<u64>(), 0..50usize, 0..70usize, any::<bool>()).prop_map(
        |(seed, before, turns, usual)| {
            let mut random = StdRng::seed_from_u64(seed);
            let mut game = OthelloGame::new();
            if !usual {
                play_random(&mut game, before, &mut random);
                game = OthelloGame::from_position(game.position(), game.to_move());
            }
            play_random(&mut game, turns, &mut random);
            game
        },
    )
}

type Scores = (Option<f64>, Option<f64>, Option<f64>, Option<i32>, bool);

/// A game with everything that can be said about it.
pub fn annotated() -> impl Strategy<Value = AnnotatedGame> {
    let texts = prop::array::uniform7(value());
    let scores = (
        sometimes(number()),
        sometimes(number()),
        sometimes(number()),
        sometimes(-16_384i32..=16_384),
        prop::bool::weighted(0.2),
    );
    let theory = sometimes((-64..=64i32, 1..60u32));
    let candidates = prop::collection::vec(-64..=64i32, 0..4);
    let all = (
        (game(), texts, scores),
        (clocks(), sometimes(forfeit()), theory),
        (candidates, sometimes(-64..=64i32), lines()),
        (prop::collection::vec(note(), 0..70), value()),
        (any::<u64>(), prop::collection::vec(note(), 0..12)),
    );
    all.prop_map(
        |((game, texts, scores), (clocks, forfeit, theory), last, (notes, other), more)| {
            let [black, white, place, event, round, date, variant] = texts;
            let (candidates, candidate_score, comment) = last;
            let theory = theory.map(|(score, empties)| Theory { score, empties });
            let (black_rating, white_rating, komi, stated, agreed): Scores = scores;
            let moves = game.position().moves().into_iter().map(Move::Place);
            let annotated = AnnotatedGame {
                candidates: moves.zip(candidates).collect(),
                black,
                white,
                black_rating,
                white_rating,
                place,
                event,
                round,
                date,
                black_clock: clocks.0,
                white_clock: clocks.1,
                variant,
                komi,
                forfeit,
                theory,
                candidate_score,
                comment,
                notes,
                other: [FileFormat::Ggf, FileFormat::Sgf, FileFormat::Pgn]
                    .map(|format| property(format, &other))
                    .into(),
                ..game.into()
            };
            let annotated = with_variations(tidy(annotated), more.0, &more.1);
            with_result(annotated, stated.map(Score), agreed)
        },
    )
}

fn property(format: FileFormat, value: &str) -> OtherProperty {
    OtherProperty {
        format,
        name: "XX".to_owned(),
        values: vec![value.to_owned()],
    }
}

/// The game with a result if the board and the forfeit leave one open: a game that is over has the
/// result of its moves. Who lost by forfeit has not won.
fn with_result(game: AnnotatedGame, stated: Option<Score>, agreed: bool) -> AnnotatedGame {
    let implied = game.result_for_black();
    let loser = game.forfeit.as_ref().map(|forfeit| forfeit.loser);
    let result = stated.filter(|score| match loser {
        Some(Color::Black) => score.0 < 0,
        Some(Color::White) => score.0 > 0,
        None => !game.game.is_over(),
    });
    let agreed = agreed && loser.is_none() && (result.is_some() || implied.is_some());
    AnnotatedGame {
        result: result.filter(|_| result != implied),
        agreed,
        ..tidy(game)
    }
}

/// The game with notes only for its turns, the last of which says something.
pub fn tidy(mut game: AnnotatedGame) -> AnnotatedGame {
    game.notes.truncate(game.game.turns().len());
    while game.notes.last() == Some(&Note::default()) {
        game.notes.pop();
    }
    game
}
