//! The games of a page: one large board for all of them, and each as a text that reads without it.
//!
//! The page's script (`web/report`) builds the board and draws what the element of a game holds in
//! its attributes; without scripts and on paper the elements are read as they stand. Invariant:
//! both say the same. A game takes a few kilobytes, so that a page can hold thousands.

use std::fmt::Write;

use maud::{Markup, html};

use super::diagram::diagram;
use super::foreign;
use super::words::Words;
use bianca_rules::othello::{Color, Move, OthelloGame, Position, Square};

/// Up to so many games each has pictures for paper.
const MOST_PICTURES: usize = 100;

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// Nothing, or little.
    #[default]
    None,
    /// It is a mistake.
    Mistake,
    /// It is a blunder.
    Blunder,
}

/// A move that would have been better.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    /// What would have been played, itself first.
    pub line: Vec<Move>,
    /// Its score in discs from black's side.
    pub score: f64,
}

/// What is known of a turn.
#[derive(Clone, Debug, Default)]
pub struct Ply {
    /// The score after it in discs, from black's side.
    pub score: Option<f64>,
    /// What is wrong with it.
    pub fault: Fault,
    /// What would have been better.
    pub better: Option<Better>,
    /// Plies that were searched.
    pub depth: Option<u32>,
    /// Time used, in seconds.
    pub seconds: Option<f64>,
    /// What else there is to say about it.
    pub remark: Option<Markup>,
}

/// A game on a page.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Its number, by which links call it: `#g7` and, after its twelfth turn, `#g7.12`.
    pub number: u64,
    /// Who had the black discs.
    pub black: &'a str,
    /// Who had the white discs.
    pub white: &'a str,
    /// How it ended, in a few letters.
    pub result: Markup,
    /// Where and when it was played, and what else is said of it beside its result.
    pub about: Vec<Markup>,
    /// What its moves amount to.
    pub summary: Option<Markup>,
    /// The game.
    pub game: &'a OthelloGame,
    /// What is known of its turns, from the first.
    pub plies: Vec<Ply>,
    /// Whether moves were compared with better ones.
    pub is_judged: bool,
    /// Whether the scores are those of its two players.
    pub has_own_scores: bool,
    /// How many turns were given and not chosen.
    pub opening: usize,
    /// From which turn on every score is exact.
    pub exact_from: Option<usize>,
    /// The scores as a picture for paper.
    pub chart: Option<Markup>,
}

/// The place of the board, and the games.
pub fn games(records: &[Record], words: Words) -> Markup {
    let are_many = records.len() > MOST_PICTURES;
    let has = |known: fn(&Ply) -> bool| records.iter().flat_map(|record| &record.plies).any(known);
    let told = [
        has(|ply| ply.depth.is_some()),
        has(|ply| ply.seconds.is_some()),
        records.iter().any(|record| record.is_judged),
    ];
    let [depth, seconds, better] = told.map(|is_told| if is_told { "yes" } else { "no" });
    html! {
        h2.unseen[records.len() == 1] { (words.games()) }
        section #viewer hidden aria-label=(words.the_game()) {}
        p.plain-key.quiet { (words.key(depth, seconds, better)) }
        section #games.many[are_many] aria-label=(words.all_games()) {
            @for record in records { (record.markup(!are_many, words)) }
        }
    }
}

/// Whether a page of so many games has everything that can be said of each.
pub fn is_detailed(games: usize) -> bool {
    games <= MOST_PICTURES
}

impl Record<'_> {
    fn markup(&self, with_pictures: bool, words: Words) -> Markup {
        let (start, to_move) = self.game.start();
        let usual = (start, to_move) == (Position::START, Color::Black);
        let moves: String = self.game.turns().iter().map(|&(_, mv)| two(mv)).collect();
        let plies = &self.plies[..self.plies.len().min(self.game.turns().len())];
        let remarks = (1..)
            .zip(plies)
            .filter_map(|(turn, ply)| Some((turn, ply.remark.as_ref()?)));
        html! {
            article.record id={ "g" (self.number) }
                data-start=[(!usual).then(|| squares(start, to_move))]
                data-moves=(moves)
                data-scores=[list(plies, |ply| ply.score.map(short))]
                data-depths=[list(plies, |ply| ply.depth.map(|depth| depth.to_string()))]
                data-seconds=[list(plies, |ply| ply.seconds.map(short))]
                data-judged=[self.is_judged.then(|| judged(plies))]
                data-own[self.has_own_scores]
                data-opening=[(self.opening > 0).then_some(self.opening)]
                data-exact=[self.exact_from]
            {
                h3 {
                    a href={ "#g" (self.number) } {
                        span.number { (self.number) "." } " "
                        span.names {
                            span.black { (foreign(self.black)) } " – "
                            span.white { (foreign(self.white)) }
                        } " "
                        span.result { (self.result) }
                    }
                }
                @for about in &self.about { p.about { (about) } }
                @if let Some(summary) = &self.summary { div.summary { (summary) } }
                @if with_pictures {
                    div.paper {
                        (diagram(self.game, words))
                        @if let Some(chart) = &self.chart { figure { (chart) } }
                    }
                }
                p.plain { (self.text(words)) }
                @for (turn, remark) in remarks {
                    div.why data-ply=(turn) {
                        b.which { (self.named(turn - 1, words)) } " " (remark)
                    }
                }
            }
        }
    }

    /// A turn by the number of its disc and its move.
    fn named(&self, turn: usize, words: Words) -> String {
        let played = &self.game.turns()[..=turn];
        let discs = played.iter().filter(|(_, mv)| *mv != Move::Pass).count();
        match played[turn].1 {
            Move::Place(square) => format!("{discs}. {square}"),
            Move::Pass => words.pass().to_owned(),
        }
    }

    /// The game for a reader without scripts. What belongs to a turn is held together by blanks at
    /// which no line is broken.
    fn text(&self, words: Words) -> String {
        let mut text = String::new();
        let mut discs = 0;
        for (index, &(_, mv)) in self.game.turns().iter().enumerate() {
            let unknown = Ply::default();
            let ply = self.plies.get(index).unwrap_or(&unknown);
            // Writing to a string cannot fail.
            let _ = match mv {
                Move::Pass => write!(text, "{}", words.pass()),
                Move::Place(square) => {
                    discs += 1;
                    write!(text, "{discs}.\u{a0}{square}{}", ply.fault.mark())
                }
            };
            if let Some(score) = ply.score {
                text += "\u{a0}";
                text += &signed(score);
            }
            if let Some(depth) = ply.depth {
                let _ = write!(text, "/{depth}");
            }
            if let Some(seconds) = ply.seconds {
                let _ = write!(text, "\u{a0}{seconds:.2}s");
            }
            if let Some(Better { line, score }) = &ply.better
                && let Some((best, follows)) = line.split_first()
            {
                let _ = write!(text, " ({best}\u{a0}{}", signed(*score));
                let follows = if ply.fault == Fault::None {
                    &[]
                } else {
                    follows
                };
                for (index, mv) in follows.iter().enumerate() {
                    text += if index == 0 { ": " } else { " " };
                    text += &match mv {
                        Move::Place(square) => square.to_string(),
                        Move::Pass => words.pass().to_owned(),
                    };
                }
                text.push(')');
            }
            text.push(' ');
        }
        text.truncate(text.trim_end().len());
        text
    }
}

impl Fault {
    /// Its sign behind a move.
    pub fn mark(self) -> &'static str {
        match self {
            Fault::None => "",
            Fault::Mistake => "?",
            Fault::Blunder => "??",
        }
    }
}

/// What is wrong with turns and what would have been better, for the script.
fn judged(plies: &[Ply]) -> String {
    let judged = (1..).zip(plies).filter_map(|(turn, ply)| {
        let better = ply.better.as_ref()?;
        let line: String = better.line.iter().map(|&mv| two(mv)).collect();
        Some(format!(
            "{turn}{}{line}@{}",
            ply.fault.mark(),
            short(better.score)
        ))
    });
    judged.collect::<Vec<_>>().join(" ")
}

/// What is known of turns, parted by commas; `None` if nothing is.
fn list(plies: &[Ply], of: impl Fn(&Ply) -> Option<String>) -> Option<String> {
    let values: Vec<String> = plies
        .iter()
        .map(|ply| of(ply).unwrap_or_default())
        .collect();
    let is_known = values.iter().any(|value| !value.is_empty());
    is_known.then(|| values.join(","))
}

/// A move in two letters.
fn two(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string(),
        Move::Pass => "--".to_owned(),
    }
}

/// A board in 64 letters, and the side to move.
fn squares(position: Position, to_move: Color) -> String {
    let (own, opponent) = match to_move {
        Color::Black => ('X', 'O'),
        Color::White => ('O', 'X'),
    };
    let on = |square| match square {
        square if position.own.contains(square) => own,
        square if position.opp.contains(square) => opponent,
        _ => '-',
    };
    Square::all().map(on).chain([own]).collect()
}

/// With at most two decimals.
fn short(value: f64) -> String {
    format!("{}", hundredths(value))
}

fn signed(score: f64) -> String {
    format!("{:+}", hundredths(score))
}

fn hundredths(value: f64) -> f64 {
    // Adding zero takes away the sign of a negative one.
    (value * 100.0).round() / 100.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::random::RandomGames;
    use bianca_system::language::Language;

    fn english() -> Words {
        Words::of(Language::English)
    }

    fn record<'a>(game: &'a OthelloGame, plies: Vec<Ply>) -> Record<'a> {
        Record {
            number: 7,
            black: "A",
            white: "<B>",
            result: html! { "43–21" },
            about: vec![html! { "Paris" }],
            summary: None,
            game,
            plies,
            is_judged: true,
            has_own_scores: false,
            opening: 1,
            exact_from: Some(2),
            chart: None,
        }
    }

    fn played(moves: &[&str]) -> OthelloGame {
        let mut game = OthelloGame::new();
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_game_is_there_as_text_and_for_the_script() {
        let game = played(&["f5", "d6", "c3"]);
        let score = |score| Ply {
            score: Some(score),
            ..Ply::default()
        };
        let line = ["f6", "e6"].map(|mv| mv.parse().unwrap()).to_vec();
        let bad = Ply {
            fault: Fault::Blunder,
            better: Some(Better { line, score: -1.25 }),
            remark: Some(html! { "why" }),
            ..score(9.504)
        };
        let html = record(&game, vec![score(-0.001), bad])
            .markup(false, english())
            .into_string();
        for part in [
            "<article class=\"record\" id=\"g7\" data-moves=\"f5d6c3\" data-scores=\"0,9.5\" \
             data-judged=\"2??f6e6@-1.25\" data-opening=\"1\" data-exact=\"2\">",
            "<p class=\"plain\">1.\u{a0}f5\u{a0}+0 2.\u{a0}d6??\u{a0}+9.5 (f6\u{a0}-1.25: e6) 3.\u{a0}c3</p>",
            "<div class=\"why\" data-ply=\"2\"><b class=\"which\">2. d6</b> why</div>",
            "<span class=\"white\"><bdi>&lt;B&gt;</bdi></span>",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        let own = Record {
            has_own_scores: true,
            is_judged: false,
            ..record(&game, Vec::new())
        };
        let html = own.markup(true, english()).into_string();
        assert!(
            html.contains("data-moves=\"f5d6c3\" data-own data-opening"),
            "{html}"
        );
        assert!(html.contains("class=\"diagram\""), "{html}");
    }

    #[test]
    fn a_start_of_its_own_is_told() {
        let (position, _) = Position::START
            .play("f5".parse().unwrap())
            .map(|next| (next, ()))
            .unwrap();
        let game = OthelloGame::from_position(position, Color::White);
        let html = record(&game, Vec::new())
            .markup(false, english())
            .into_string();
        let start = "---------------------------OX------XXX--------------------------O";
        assert!(html.contains(&format!("data-start=\"{start}\"")), "{html}");
    }

    /// Three thousand of them fit into 15 MB, also long ones of which everything is known.
    #[test]
    fn a_game_is_small() {
        let line: Vec<Move> = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "g5", "e6", "d7"]
            .map(|mv| mv.parse().unwrap())
            .to_vec();
        for game in RandomGames::new(4, 3).take(20) {
            let ply = |turn: usize| {
                let (line, score) = (line.clone(), -12.34);
                Ply {
                    score: Some(-12.34),
                    fault: if turn.is_multiple_of(4) {
                        Fault::Blunder
                    } else {
                        Fault::None
                    },
                    better: turn.is_multiple_of(4).then_some(Better { line, score }),
                    depth: Some(12),
                    seconds: Some(10.25),
                    remark: None,
                }
            };
            let plies = (0..game.turns().len()).map(ply).collect();
            let length = record(&game, plies)
                .markup(false, english())
                .into_string()
                .len();
            assert!(length < 5000, "{length}");
        }
    }
}
