//! Exercises at the terminal: a board, a question, an answer, and what there is to say about it.
//!
//! What is asked and what is right is said by [`training`](bianca_play::training); here it is put
//! into words, and each answer is kept before anything is said of it.

use super::board::Board;
use super::console::{Ended, Terminal};
use super::words::Command;
use bianca_play::game::{Game, GameMove};
use bianca_play::puzzles::{Answer, PuzzleKind};
use bianca_play::strategy::words::colour;
use bianca_play::training::examine::{Examiner, Judged};
use bianca_play::training::file::{FileError, TrainingFile};
use bianca_play::training::item::{Deck, Item, ItemId, ItemKind};
use bianca_play::training::line::{Answered, Event, Line};
use bianca_play::training::schedule::DAY;
use bianca_play::training::strength::Strength;
use bianca_play::training::{Exercise, Trainer};
use bianca_rules::othello::{Move, OthelloGame, Square};
use bianca_search::request::StopFlag;
use bianca_system::language::Language;

bianca_records::sentences! {
    /// What is said while somebody trains.
    pub Words = "training" {
        /// What may be typed.
        typed[WORDS];
        /// How much there is to do.
        waiting(due, new);
        find(side);
        win(side);
        only(side);
        two(side, one, other);
        opening(side, name);
        /// The same where the opening has no name.
        line(side);
        /// From which game.
        from(source);
        /// What may be typed.
        prompt(hint, show, drop, quit);
        not_understood(word);
        /// Which moves one may be right among.
        one_of(moves);
        right;
        wrong;
        /// The right moves.
        right_moves(moves);
        /// A move with its score and what follows.
        goes_on(mv, score, moves);
        answers(side, mv);
        passes(side);
        rating(before, after);
        again_in(days);
        mastered;
        dropped;
        /// That there is nothing to do now.
        nothing;
        later(days);
        done(asked, right);
    }
}

/// What may be typed beside moves.
const WORDS: [&str; 3] = ["hint", "show", "drop"];

/// Moves of a line that are shown.
const SHOWN: usize = 8;

/// Somebody who trains at a terminal.
pub struct Training<'a> {
    /// Where he reads and types.
    pub terminal: &'a mut Terminal,
    /// What he has learned.
    pub trainer: &'a mut Trainer,
    /// Where that is kept.
    pub log: &'a mut TrainingFile,
    /// Who judges.
    pub examiner: &'a mut Examiner,
    /// The time, in seconds since 1970.
    pub clock: fn() -> i64,
}

/// What somebody does about an exercise.
enum Said {
    Move(Square),
    Hint,
    Show,
    Drop,
}

/// How one exercise went.
enum Outcome {
    Answered(bool),
    Dropped,
}

impl Training<'_> {
    /// Asks what there is to ask of a deck or of all, at most so many exercises.
    ///
    /// # Errors
    /// If the person leaves, or the terminal or the log fails.
    pub fn train(&mut self, deck: Option<Deck>, most: usize) -> Result<(), Ended> {
        let words = self.words();
        let waiting = self.trainer.waiting(deck, (self.clock)());
        self.terminal
            .say(&words.waiting(waiting.due, waiting.new))?;
        let (mut asked, mut right) = (0, 0);
        while asked < most {
            let Some(id) = self.trainer.next(deck, (self.clock)()) else {
                break;
            };
            match self.ask(id)? {
                Outcome::Answered(is_right) => {
                    asked += 1;
                    right += usize::from(is_right);
                }
                Outcome::Dropped => {}
            }
        }
        if asked > 0 {
            self.terminal.say(&words.done(asked, right))?;
        }
        if self.trainer.next(deck, (self.clock)()).is_none() {
            self.terminal.say(words.nothing())?;
            let now = (self.clock)();
            if let Some(later) = self.trainer.waiting(deck, now).later {
                self.terminal.say(&words.later(days_until(later, now)))?;
            }
        }
        Ok(())
    }

    /// Asks the puzzle of the day.
    ///
    /// # Errors
    /// As [`Training::train`].
    pub fn daily(&mut self) -> Result<(), Ended> {
        let today = Trainer::of_day(self.trainer.day((self.clock)()));
        self.ask(today).map(|_| ())
    }

    fn ask(&mut self, id: ItemId) -> Result<Outcome, Ended> {
        let Some(item) = self.trainer.exercise(id).map(|known| known.item.clone()) else {
            return Ok(Outcome::Dropped);
        };
        let words = self.words();
        let mut game = OthelloGame::from_position(item.position, item.to_move);
        self.show(&game, item.last)?;
        self.terminal.say(&question(words, &item))?;
        let typed = WORDS.map(|name| first(words.typed(name)));
        let [hint_word, show_word, drop_word] = typed;
        let quit = self.terminal.words.word(Command::Quit);
        let prompt = words.prompt(hint_word, show_word, drop_word, quit);
        self.terminal.say(&prompt)?;
        let (mut moves, mut hint) = (Vec::new(), false);
        loop {
            match self.hear(&game)? {
                Said::Hint => {
                    hint = true;
                    let among = among(&item, &game);
                    self.terminal.say(&words.one_of(listed(&among)))?;
                }
                Said::Drop => {
                    let event = Event::Dropped(id);
                    self.keep(event)?;
                    self.terminal.say(words.dropped())?;
                    return Ok(Outcome::Dropped);
                }
                Said::Show => {
                    let right = item.right.first().map(|right| vec![right.square]);
                    let best = right.unwrap_or_default();
                    let judged = self.judge(&item, &best)?;
                    self.count(id, Vec::new(), false, hint)?;
                    if let Some(judged) = judged {
                        self.terminal.say(&judged.told(words.language()))?;
                        self.tell_best(words, &judged)?;
                    }
                    self.tell_schedule(words, id, None)?;
                    return Ok(Outcome::Answered(false));
                }
                Said::Move(square) => {
                    moves.push(square);
                    let Some(judged) = self.judge(&item, &moves)? else {
                        continue;
                    };
                    if let Some(reply) = judged.reply {
                        self.go_on(words, &mut game, square, reply)?;
                        moves.extend(reply.square());
                        if !judged.over {
                            continue;
                        }
                    }
                    let before = self.trainer.strength();
                    self.count(id, moves, judged.right, hint)?;
                    self.tell(words, &judged)?;
                    self.tell_schedule(words, id, Some(before))?;
                    return Ok(Outcome::Answered(judged.right));
                }
            }
        }
    }

    /// Plays a move and its reply in an ending that goes on.
    fn go_on(
        &mut self,
        words: Words,
        game: &mut OthelloGame,
        square: Square,
        reply: Move,
    ) -> Result<(), Ended> {
        let opponent = colour(!game.to_move(), words.language());
        for mv in [square.into(), reply] {
            // Both were found legal by the search.
            let _ = game.play(mv);
        }
        let told = match reply {
            Move::Place(reply) => words.answers(opponent, reply),
            Move::Pass => words.passes(opponent),
        };
        self.terminal.say(&told)?;
        self.show(game, reply.square())
    }

    fn words(&self) -> Words {
        Words::of(self.terminal.words.language())
    }

    fn show(&mut self, game: &OthelloGame, last: Option<Square>) -> Result<(), Ended> {
        let board = Board::of(game as &dyn Game);
        let last = last.map(|square| GameMove::from(Move::from(square)));
        Ok(self.terminal.draw(&board.drawn(last, None))?)
    }

    /// Hears a move that is possible, or a word.
    fn hear(&mut self, game: &OthelloGame) -> Result<Said, Ended> {
        let words = self.words();
        loop {
            let said = self.terminal.listen()?;
            let means = |name: &'static str| is_typed_here(&said, name);
            if let Ok(square) = said.parse::<Square>()
                && game.position().moves().contains(square)
            {
                return Ok(Said::Move(square));
            }
            match () {
                () if means("hint") => return Ok(Said::Hint),
                () if means("show") => return Ok(Said::Show),
                () if means("drop") => return Ok(Said::Drop),
                () if said.is_empty() => {}
                () => self.terminal.say(&words.not_understood(&said))?,
            }
        }
    }

    fn judge(&mut self, item: &Item, moves: &[Square]) -> Result<Option<Judged>, Ended> {
        let examiner = &mut *self.examiner;
        let judged = self
            .terminal
            .while_released(|_| examiner.judge(item, moves, &StopFlag::new()))?;
        // Moves were looked at before they got here.
        Ok(judged.ok().flatten())
    }

    fn count(
        &mut self,
        id: ItemId,
        moves: Vec<Square>,
        right: bool,
        hint: bool,
    ) -> Result<(), Ended> {
        let answered = Answered {
            id,
            moves,
            right,
            hint,
        };
        self.keep(Event::Answered(answered))
    }

    fn keep(&mut self, event: Event) -> Result<(), Ended> {
        let at = (self.clock)();
        let line = self.trainer.note(Line { at, event });
        let unsaved = |error: FileError| Ended::Unsaved(error.to_string());
        self.log.append(&line).map_err(unsaved)
    }

    /// Says what is right, and why.
    fn tell(&mut self, words: Words, judged: &Judged) -> Result<(), Ended> {
        let verdict = if judged.right {
            words.right()
        } else {
            words.wrong()
        };
        let told = judged.told(words.language());
        self.terminal.say(&format!("{verdict} {told}"))?;
        if !judged.right {
            self.tell_line(words, judged.square, judged.score, &judged.line)?;
        }
        self.tell_best(words, judged)
    }

    /// Says which moves are right, and what follows the first of them.
    fn tell_best(&mut self, words: Words, judged: &Judged) -> Result<(), Ended> {
        let best: Vec<Square> = judged.best.iter().map(|answer| answer.square).collect();
        self.terminal.say(&words.right_moves(listed(&best)))?;
        if let Some(Answer {
            square,
            score,
            line,
        }) = judged.best.first()
        {
            self.tell_line(words, *square, *score, line)?;
        }
        Ok(())
    }

    fn tell_line(
        &mut self,
        words: Words,
        square: Square,
        score: f64,
        line: &[Move],
    ) -> Result<(), Ended> {
        let moves = line.iter().take(SHOWN).map(Move::to_string);
        let moves = moves.collect::<Vec<_>>().join(" ");
        let told = words.goes_on(square, format_args!("{score:+.0}"), moves);
        Ok(self.terminal.say(&format!("  {told}"))?)
    }

    /// Says when it is asked again, and what became of the rating.
    fn tell_schedule(
        &mut self,
        words: Words,
        id: ItemId,
        before: Option<Strength>,
    ) -> Result<(), Ended> {
        let after = self.trainer.strength();
        if let Some(before) = before.filter(|before| *before != after) {
            let [before, after] = [before, after].map(|strength| strength.rating().round());
            self.terminal.say(&words.rating(before, after))?;
        }
        let exercise = self.trainer.exercise(id);
        let told = match exercise.and_then(Exercise::memory) {
            _ if exercise.is_some_and(Exercise::is_mastered) => words.mastered().to_owned(),
            Some(memory) => words.again_in(memory.interval()),
            None => return Ok(()),
        };
        Ok(self.terminal.say(&told)?)
    }
}

/// Whether a word means this in any language.
fn is_typed_here(word: &str, name: &'static str) -> bool {
    let mut all = Language::ALL.into_iter().map(Words::of);
    all.any(|words| words.typed(name).split(", ").any(|typed| typed == word))
}

fn first(typed: &'static str) -> &'static str {
    typed.split(", ").next().unwrap_or_default()
}

fn days_until(later: i64, now: i64) -> i64 {
    ((later - now).max(1) + DAY - 1) / DAY
}

fn listed(squares: &[Square]) -> String {
    let words = squares.iter().map(Square::to_string);
    words.collect::<Vec<_>>().join(", ")
}

/// What is asked.
fn question(words: Words, item: &Item) -> String {
    let side = colour(item.to_move, words.language());
    let asked = match item.kind {
        ItemKind::Mistake | ItemKind::Sound => words.find(side),
        ItemKind::Puzzle(PuzzleKind::Ending) => words.win(side),
        ItemKind::Puzzle(PuzzleKind::Two) => match among_two(item) {
            Some([one, other]) => words.two(side, one, other),
            None => words.only(side),
        },
        ItemKind::Puzzle(_) => words.only(side),
        ItemKind::Opening if item.name.is_empty() => words.line(side),
        ItemKind::Opening => words.opening(side, &item.name),
    };
    if item.source.is_empty() {
        return asked;
    }
    format!("{asked} {}", words.from(&item.source))
}

/// The two moves that are asked about, in the order of the squares.
fn among_two(item: &Item) -> Option<[Square; 2]> {
    let mut two = [item.right.first()?.square, item.wrong?.square];
    two.sort_by_key(|square| square.index());
    Some(two)
}

/// Moves among which the right one is, in the order of the squares: the right one, the wrong one
/// that it is about, and another.
fn among(item: &Item, game: &OthelloGame) -> Vec<Square> {
    let moves = game.position().moves();
    let named = [item.right.first(), item.wrong.as_ref()];
    let named = named.into_iter().flatten().map(|worth| worth.square);
    let is_first = game.position() == item.position;
    let mut among: Vec<Square> = named.filter(|_| is_first).collect();
    for square in moves {
        if among.len() < 3 && !among.contains(&square) {
            among.push(square);
        }
    }
    among.sort_by_key(|square| square.index());
    among
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken;

    #[test]
    fn every_language_says_all_of_it() {
        assert_eq!(Words::faults(), Vec::<String>::new());
        let mut said = Words::entries();
        said.retain(|entry| entry.key != "typed");
        spoken::check(|language| Words::of(language).0.said(&said), |_| &[]);
    }

    #[test]
    fn no_word_means_two_things() {
        let all = WORDS.iter().flat_map(|name| {
            Language::ALL.into_iter().flat_map(move |language| {
                let typed = Words::of(language).typed(name).split(", ");
                typed.map(move |word| (word, *name))
            })
        });
        for (word, name) in all {
            for other in WORDS.iter().filter(|other| **other != name) {
                assert!(!is_typed_here(word, other), "{word}: {name} {other}");
            }
            assert!(
                super::super::words::command(word).is_none_or(|command| command.name() == name)
            );
            assert!(word.parse::<Square>().is_err());
        }
    }
}
