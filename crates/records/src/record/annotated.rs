//! A game with what is known about it: who played, when and where, how it ended, what was thought
//! of each move.
//!
//! This is the one type that every format of [`FileFormat`] is read into and written from; each
//! format keeps of it what it has a place for. Nothing here knows how a file looks.

use std::time::Duration;

use super::date;
use super::error::{ReadError, short};
use super::format::FileFormat;
use super::syntax;
use crate::clock::TimeControl;
use bianca_rules::othello::{Color, Move, OthelloGame, Square};
use bianca_rules::score::Score;

/// A game with its players and notes. Texts that are not known are empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnnotatedGame {
    /// The game.
    pub game: OthelloGame,
    /// Who had the black discs.
    pub black: String,
    /// Who had the white discs.
    pub white: String,
    /// Black's rating, on whatever scale the source has.
    pub black_rating: Option<f64>,
    /// White's rating.
    pub white_rating: Option<f64>,
    /// Where, or for which match, it was played.
    pub place: String,
    /// The tournament.
    pub event: String,
    /// The round of the tournament.
    pub round: String,
    /// When it was played, as the source writes it; see [`year`](AnnotatedGame::year).
    pub date: String,
    /// Black's time.
    pub black_clock: Option<TimeControl>,
    /// White's time.
    pub white_clock: Option<TimeControl>,
    /// The kind of game in its source's words if it is not plain: GGS's `s8r18` is one of a pair
    /// that was played at once from a random position of 18 discs. It changes no rule that matters
    /// here.
    pub variant: String,
    /// Discs added to black's result.
    pub komi: Option<f64>,
    /// Black's result as the source states it, where the game itself does not show it: it was
    /// broken off, lost by forfeit, or has a komi.
    pub result: Option<Score>,
    /// The result that the source states against the moves of a game that is over, in its words.
    /// The moves decide; the comment holds these words, too.
    pub contradiction: Option<String>,
    /// Whether the players agreed on the result.
    pub agreed: bool,
    /// How it ended if not by the rules.
    pub forfeit: Option<Forfeit>,
    /// What perfect play would have led to.
    pub theory: Option<Theory>,
    /// Scores in discs of moves in the last position, for its side to move.
    pub candidates: Vec<(Move, i32)>,
    /// The score in discs of the last position, for its side to move, without a move.
    pub candidate_score: Option<i32>,
    /// What is said about the game as a whole.
    pub comment: String,
    /// Which turns of the game are passes that the source leaves out, in ascending order.
    pub silent_passes: Vec<usize>,
    /// A note for each turn of the game from the first; later turns may have none. What was read
    /// ends with a note that says something.
    pub notes: Vec<Note>,
    /// Other moves beside those that were played: each variation after the one that it branches
    /// off, at each place in their order. See [`tree`](AnnotatedGame::tree).
    pub variations: Vec<Variation>,
    /// Why the first variation that the source has and this game has not ends early or is missing.
    pub fault: Option<ReadError>,
    /// What a file says beside all this; only its own format writes it again.
    pub other: Vec<OtherProperty>,
}

/// No opening that is drawn is longer, in turns.
const MOST_GIVEN: usize = 20;

/// A game that did not end by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// Who lost.
    pub loser: Color,
    /// Why.
    pub cause: Cause,
    /// What happened, in words.
    pub reason: String,
}

/// Why a game was lost before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The clock.
    Time,
    /// The loser gave up.
    Resignation,
    /// Anything else, such as an illegal move.
    Fault,
}

/// The result of perfect play from some point of the game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theory {
    /// Black's final disc difference, empties to the winner.
    pub score: i32,
    /// How many squares were empty there.
    pub empties: u32,
}

/// What is known of a turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// What its player thought of it, from his own side.
    pub score: Option<Score>,
    /// Plies that he searched.
    pub depth: Option<u32>,
    /// Time used.
    pub time: Option<Duration>,
    /// What is said about it.
    pub comment: String,
    /// Judgements of it by their numbers in PGN: `1` is `!`, `2` is `?`, `3` `!!`, `4` `??`, `5`
    /// `!?`, `6` `?!`.
    pub glyphs: Vec<u8>,
    /// What is marked on the board after it.
    pub marks: Vec<Mark>,
}

/// A line that might have been played instead.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variation {
    /// The index of the variation that it branches off; the moves that were played if `None`.
    pub of: Option<usize>,
    /// After how many turns from the start of the game it begins.
    pub after: usize,
    /// Its moves, passes included, with their notes.
    pub turns: Vec<(Move, Note)>,
}

/// A mark on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where it is.
    pub square: Square,
    /// What is drawn there.
    pub shape: Shape,
}

/// What can be drawn on a square.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A text.
    Label(String),
}

/// A property of a game that only its own format knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherProperty {
    /// Whose it is.
    pub format: FileFormat,
    /// Its name there.
    pub name: String,
    /// Its values; most have one.
    pub values: Vec<String>,
}

/// A comment, and before it a line for each name and value that have no other place.
pub(super) fn with_remarks(values: &[(&str, &str)], comment: &str) -> String {
    let lines = values
        .iter()
        .map(|(name, value)| format!("{name}: {value}"));
    let mut lines: Vec<String> = lines.collect();
    if !comment.is_empty() {
        lines.push(comment.to_owned());
    }
    lines.join("\n")
}

impl From<OthelloGame> for AnnotatedGame {
    fn from(game: OthelloGame) -> AnnotatedGame {
        AnnotatedGame {
            game,
            ..AnnotatedGame::default()
        }
    }
}

impl AnnotatedGame {
    /// The turns with their notes.
    pub fn turns(&self) -> impl Iterator<Item = (Color, Move, Note)> {
        let notes = self.notes.iter().cloned();
        let notes = notes.chain(std::iter::repeat(Note::default()));
        let turns = self.game.turns().iter().zip(notes);
        turns.map(|(&(color, mv), note)| (color, mv, note))
    }

    /// How many turns from the start nobody has chosen, as far as the times show it: those before
    /// the first that took time. An opening that was drawn is noted like that; where no turn has a
    /// time, or the first one comes late, nothing is known.
    pub fn given_turns(&self) -> usize {
        let timed = self.notes.iter().position(|note| note.time.is_some());
        timed.filter(|&turns| turns <= MOST_GIVEN).unwrap_or(0)
    }

    /// Black's result: what the source states, else what a forfeit counts (all 64 discs), else
    /// what the board shows; `None` for a game that goes on.
    pub fn result_for_black(&self) -> Option<Score> {
        self.result.or_else(|| self.implied_result())
    }

    /// Tournament, round, place and date as a sentence lists them, without what is not known;
    /// `None` if nothing is. `numbered` says which round it was.
    pub fn occasion(&self, numbered: impl Fn(&str) -> String) -> Option<String> {
        let round = match self.round.as_str() {
            "" => String::new(),
            round => numbered(round),
        };
        let parts = [&self.event, &round, &self.place, &self.date];
        let known: Vec<&str> = parts
            .into_iter()
            .map(|part| part.trim())
            .filter(|part| !part.is_empty())
            .collect();
        (!known.is_empty()).then(|| known.join(", "))
    }

    /// The year of the date: its first number of four digits.
    pub fn year(&self) -> Option<u32> {
        date::year(&self.date)
    }

    /// The same with only its first `turns` turns; what was said of the rest and of the result
    /// goes with it. A shorter game is unchanged.
    fn cut_to(mut self, turns: usize) -> AnnotatedGame {
        if turns >= self.game.turns().len() {
            return self;
        }
        while self.game.turns().len() > turns && self.game.undo().is_ok() {}
        let (start, to_move) = self.game.start();
        let mut game = OthelloGame::from_position(start, to_move);
        for &(_, mv) in self.game.turns() {
            // Cannot fail: it was played before. Played anew, there is nothing to redo.
            let _ = game.play(mv);
        }
        self.notes.truncate(turns);
        self.cut_variations(turns);
        self.silent_passes.retain(|&pass| pass < turns);
        AnnotatedGame {
            game,
            result: None,
            contradiction: None,
            agreed: false,
            forfeit: None,
            theory: None,
            candidates: Vec::new(),
            candidate_score: None,
            ..self
        }
    }

    /// Leaves out the variations that are others for turns behind the first `turns`.
    fn cut_variations(&mut self, turns: usize) {
        let all = std::mem::take(&mut self.variations);
        let mut places: Vec<Option<usize>> = Vec::with_capacity(all.len());
        for variation in all {
            let of = match variation.of {
                None if variation.after < turns => Some(None),
                None => None,
                Some(of) => places.get(of).copied().flatten().map(Some),
            };
            places.push(of.map(|_| self.variations.len()));
            if let Some(of) = of {
                self.variations.push(Variation { of, ..variation });
            }
        }
    }

    /// The same with only the moves that were played.
    #[must_use]
    pub fn main_line(self) -> AnnotatedGame {
        AnnotatedGame {
            variations: Vec::new(),
            fault: None,
            ..self
        }
    }

    /// The same with only the first `moves` moves of the source, which may leave out passes; what
    /// was said of the rest and of the result goes with it. A shorter game is unchanged.
    #[must_use]
    pub fn cut_to_moves(self, moves: usize) -> AnnotatedGame {
        let passes = self.silent_passes.iter();
        let turns = passes.fold(moves, |turns, &pass| {
            if pass < turns {
                turns.saturating_add(1)
            } else {
                turns
            }
        });
        self.cut_to(turns)
    }

    /// Black's result if nobody stated it.
    fn implied_result(&self) -> Option<Score> {
        match &self.forfeit {
            Some(forfeit) if forfeit.loser == Color::Black => Some(Score::MIN),
            Some(_) => Some(Score::MAX),
            None if self.game.is_over() => {
                Some(Score::from_discs(self.game.final_score_for_black()))
            }
            None => None,
        }
    }

    /// Takes black's result as a source states it, once the game and a forfeit are known. What
    /// they say anyway is not kept. Where the game is over, its moves decide, and another number
    /// becomes a remark; but for a forfeit and a komi.
    pub(super) fn state_result(&mut self, stated: Option<Score>) {
        self.result = stated.filter(|_| stated != self.implied_result());
        if self.forfeit.is_some() || !self.game.is_over() {
            return;
        }
        let Some(stated) = self.result.take() else {
            return;
        };
        let counts = self.counts();
        let with_komi = |komi: f64| {
            let komi = Score::from_fraction(komi);
            counts
                .iter()
                .any(|&count| Score(count.0 + komi.0) == stated)
        };
        if self.komi.is_some_and(with_komi) {
            self.result = Some(stated);
        } else if !counts.contains(&stated) {
            self.contradict(syntax::write_discs(stated));
        }
    }

    /// Takes who won as a source states it, as PGN does, once the result is known.
    pub(super) fn state_winner(&mut self, words: &str, winner: Option<Color>) {
        let is_settled = self.game.is_over() && self.forfeit.is_none() && self.komi.is_none();
        let shown = match self.game.final_score_for_black() {
            0 => None,
            score if score > 0 => Some(Color::Black),
            _ => Some(Color::White),
        };
        if is_settled && self.contradiction.is_none() && winner != shown {
            self.contradict(words.to_owned());
        }
    }

    /// Black's results that the board of a game that is over can be said to show: empty squares
    /// to the winner, and to nobody.
    fn counts(&self) -> [Score; 2] {
        let position = self.game.position_for(Color::Black);
        let discs = position.own.count() as i32 - position.opp.count() as i32;
        [self.game.final_score_for_black(), discs].map(Score::from_discs)
    }

    /// Keeps words that the moves refute.
    fn contradict(&mut self, words: String) {
        if !self.comment.is_empty() {
            self.comment.push('\n');
        }
        self.comment += "the source states another result: ";
        self.comment += &words;
        self.contradiction = Some(words);
    }

    /// Refuses a game that says that it was played by other rules.
    ///
    /// # Errors
    /// If it is anti-Othello, in the words of GGS (`8a`, `s8ar18`) or in those of programs of chess
    /// (`antireversi`).
    pub(super) fn check_rules(&self) -> Result<(), ReadError> {
        let kind = self.variant.trim().to_ascii_lowercase();
        let letters =
            |text: &str| -> String { text.chars().filter(char::is_ascii_alphabetic).collect() };
        if ["anti", "misere", "reverseothello"]
            .iter()
            .any(|word| letters(&kind).starts_with(word))
        {
            return Err(ReadError::OtherRules(short(self.variant.trim())));
        }
        // Servers have several games in one form.
        if OTHER_GAMES.contains(&kind.trim_end_matches(|c: char| c.is_ascii_digit())) {
            return Err(ReadError::OtherGame(short(self.variant.trim())));
        }
        let ggs = kind.strip_prefix('s').unwrap_or(&kind);
        let letters = ggs.strip_prefix('8').or_else(|| ggs.strip_prefix('0'));
        let is_ggs = |letters: &&str| {
            let is_known = |c: char| c.is_ascii_digit() || "abknrw".contains(c);
            letters.chars().all(is_known)
        };
        match letters.filter(is_ggs) {
            Some(letters) if letters.contains('a') => {
                Err(ReadError::OtherRules(short(self.variant.trim())))
            }
            _ => match other_size(&kind) {
                Some(size) => Err(ReadError::OtherSize(size)),
                None => Ok(()),
            },
        }
    }

    /// Plays turns with their notes, for the given side or for the side to move, with passes
    /// written or left out.
    ///
    /// # Errors
    /// At the first move that the rules do not allow.
    pub(super) fn play(
        &mut self,
        turns: impl IntoIterator<Item = (Option<Color>, Move, Note)>,
    ) -> Result<(), ReadError> {
        for (number, (color, mv, note)) in (1..).zip(turns) {
            let before = self.game.turns().len();
            let played = match color {
                Some(color) => self.game.play_as(color, mv),
                None => super::transcript::play_next(&mut self.game, mv),
            };
            played.map_err(|error| ReadError::Illegal { number, error })?;
            let after = self.game.turns().len();
            if after == before + 2 {
                self.silent_passes.push(before);
            }
            // A pass that had happened already is no turn of its own.
            if after > before && note != Note::default() {
                self.notes.resize(after - 1, Note::default());
                self.notes.push(note);
            }
        }
        Ok(())
    }

    /// Keeps a property that only `format` knows.
    pub(super) fn keep(&mut self, format: FileFormat, name: &str, value: &str) {
        self.other.push(OtherProperty {
            format,
            name: name.to_owned(),
            values: vec![value.to_owned()],
        });
    }
}

/// Kinds of games that are not Othello's, perhaps with a size behind.
const OTHER_GAMES: [&str; 8] = [
    "go", "gomoku", "renju", "shogi", "chess", "hex", "checkers", "draughts",
];

/// The size of a board that a kind of game names, if it is not ours: `othello 10x10`, `6×6`.
fn other_size(kind: &str) -> Option<String> {
    let digits = |text: &str, from_end: bool| -> String {
        let is_digit = |c: &char| c.is_ascii_digit();
        if from_end {
            let found: Vec<char> = text.chars().rev().take_while(is_digit).collect();
            found.into_iter().rev().collect()
        } else {
            text.chars().take_while(is_digit).collect()
        }
    };
    let marks = kind.match_indices(['x', '×', '*']);
    let mut sizes = marks.map(|(at, mark)| {
        let before = digits(kind[..at].trim_end(), true);
        (before, digits(kind[at + mark.len()..].trim_start(), false))
    });
    let found = sizes.find(|(files, ranks)| !files.is_empty() && !ranks.is_empty());
    let (files, ranks) =
        found.filter(|(files, ranks)| (files.as_str(), ranks.as_str()) != ("8", "8"))?;
    Some(short(&format!("{files}x{ranks}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::transcript::{parse_transcript, replay};

    #[test]
    fn turns_before_the_first_time_were_given() {
        let given = |times: &[Option<u64>]| {
            let notes = times.iter().map(|time| Note {
                time: time.map(Duration::from_secs),
                ..Note::default()
            });
            let game = AnnotatedGame {
                notes: notes.collect(),
                ..AnnotatedGame::default()
            };
            game.given_turns()
        };
        assert_eq!(given(&[None, None, Some(1), None, Some(0)]), 2);
        // A move that took no time was chosen.
        assert_eq!(given(&[Some(0), None]), 0);
        assert_eq!(given(&[]), 0);
        assert_eq!(given(&[None; 8]), 0);
        for (turns, expected) in [(20, 20), (21, 0)] {
            let mut times = vec![None; turns];
            times.push(Some(3));
            assert_eq!(given(&times), expected);
        }
    }

    #[test]
    fn the_year_is_found_in_every_date() {
        for (date, year) in [
            ("2003.12.15_12:33:18.MST", Some(2003)),
            ("15/12/1999", Some(1999)),
            ("1987", Some(1987)),
            ("945277754", None),
            ("", None),
        ] {
            let game = AnnotatedGame {
                date: date.to_owned(),
                ..AnnotatedGame::default()
            };
            assert_eq!(game.year(), year, "{date}");
        }
    }

    #[test]
    fn an_occasion_is_what_is_known_of_it() {
        let game = AnnotatedGame::default();
        assert_eq!(game.occasion(str::to_owned), None);
        let game = AnnotatedGame {
            event: "Paris Open".into(),
            round: "3".into(),
            date: " 1995 ".into(),
            ..game
        };
        assert_eq!(
            game.occasion(|round| format!("round {round}")).unwrap(),
            "Paris Open, round 3, 1995"
        );
    }

    #[test]
    fn a_game_that_is_cut_is_the_shorter_game() {
        let game_of = |moves: &str| {
            let mut game = OthelloGame::new();
            replay(&mut game, &parse_transcript(moves).unwrap()).unwrap();
            game
        };
        let whole = AnnotatedGame {
            result: Some(Score::from_discs(2)),
            notes: vec![Note::default(); 3],
            black: "B".into(),
            ..game_of("f5d6c3").into()
        };
        assert_eq!(whole.clone().cut_to(3), whole);
        let short = whole.cut_to(1);
        assert_eq!(short.game, game_of("f5"));
        assert_eq!((short.result, short.notes.len()), (None, 1));
        assert_eq!(short.black, "B");
    }

    #[test]
    fn passes_that_are_left_out_are_known_and_are_no_moves_of_the_source() {
        let game = |moves: &str| {
            let mut game = AnnotatedGame::default();
            let moves = parse_transcript(moves).unwrap().into_iter();
            let turns = moves.map(|mv| (None, mv, Note::default()));
            game.play(turns).unwrap();
            game
        };
        let silent = game("c4c3f5b4a4a5c2a3d2");
        assert_eq!(silent.silent_passes, [8]);
        let spoken = game("c4c3f5b4a4a5c2a3passd2");
        assert!(spoken.silent_passes.is_empty());
        let cut = |game: &AnnotatedGame, moves| {
            let cut = game.clone().cut_to_moves(moves);
            (cut.game.turns().len(), cut.silent_passes)
        };
        for (moves, turns, passes) in [(7, 7, vec![]), (8, 8, vec![]), (9, 10, vec![8])] {
            assert_eq!(cut(&silent, moves), (turns, passes), "{moves}");
            assert_eq!(cut(&spoken, moves), (moves, vec![]), "{moves}");
        }
        assert_eq!(cut(&silent, usize::MAX).0, 10);
    }
}
