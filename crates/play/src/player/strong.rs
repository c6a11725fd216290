//! The strong Othello player: the searcher with its settings as options, and an opening book.
//!
//! Invariant: a move of a game is found in one place, `StrongPlayer::search`: the book answers, or
//! a person chooses, or a move is drawn and searched for. The book and the draw are asked nowhere
//! else.

mod follower;
pub(super) mod options;
mod pace;
mod skill;

use std::path::PathBuf;

use super::book::OpeningBook;
use super::draw::Draw;
use super::{End, OptionError, OptionInfo, OptionKind, Player, PlayerError, switch};
use crate::book::{BookError, BookMove};
use crate::game::Game;
use crate::games::moves::GameMove;
use crate::people::following::Followed;
use crate::people::openings::Openings;
use crate::people::sight::Sight;
use crate::people::turns::Place;
use bianca_rules::othello::{Move, OthelloGame, Position, Square};
use bianca_search::request::{LearntScore, Purpose, Report, Request, Score, StopFlag};
use bianca_search::search::{Searcher, Settings, TableTooLarge};
use bianca_system::instant::Instant;

pub use skill::{Skill, gives_corner};

use follower::Follower;
use skill::{Choices, Manner};

/// The strong player's name.
pub const BIANCA: &str = "bianca";

const SKILL: &str = "Skill";
const ELO: &str = "Elo";
const FOLLOW: &str = "Follow";
const PERSON_TIME: &str = "PersonTime";

/// The strong player.
pub struct StrongPlayer {
    searcher: Searcher,
    /// Whether the searcher has something to forget. Some clients start a game anew for every
    /// move that they check, and a large table is slow to clear.
    searched: bool,
    book: Option<OpeningBook>,
    /// What it is to be worth among people; the full skill's worth for all that it can do.
    elo: u16,
    /// How a strength below the full one chooses, and what it sees with.
    person: Option<(Manner, Sight)>,
    /// Whether it follows whoever plays against it.
    follows: bool,
    /// Whom it follows, or has followed until it was given another skill.
    follower: Option<Follower>,
    /// Whether a person's move takes a person's time.
    takes_time: bool,
    draw: Draw,
}

impl StrongPlayer {
    /// A player with these settings.
    ///
    /// # Errors
    /// If there is not enough memory for the hash table.
    pub fn new(settings: Settings) -> Result<StrongPlayer, TableTooLarge> {
        Ok(StrongPlayer {
            searcher: Searcher::new(settings)?,
            searched: false,
            book: None,
            elo: Skill::FULL.elo(),
            person: None,
            follows: false,
            follower: None,
            takes_time: false,
            draw: Draw::when_seeded(),
        })
    }

    /// The same, which draws its moves although nobody has given a seed, so that games differ.
    pub fn drawing(self) -> StrongPlayer {
        StrongPlayer {
            draw: Draw::always(),
            ..self
        }
    }

    /// The same with an opening book, the built-in one at first.
    pub fn with_book(self) -> StrongPlayer {
        StrongPlayer {
            book: Some(OpeningBook::default()),
            ..self
        }
    }

    /// Lets it play as well as this skill says.
    ///
    /// # Errors
    /// If there is not enough memory for what it sees with.
    pub fn set_skill(&mut self, skill: Skill) -> Result<(), TableTooLarge> {
        self.become_worth(skill.elo())?;
        self.follows = false;
        Ok(())
    }

    /// Lets it play as well as people of this strength, on the scale of the players of tournaments,
    /// and forget whom it has followed.
    ///
    /// # Errors
    /// If there is not enough memory for what it sees with.
    pub fn set_elo(&mut self, elo: u16) -> Result<(), TableTooLarge> {
        self.become_worth(elo)?;
        (self.follows, self.follower) = (false, None);
        Ok(())
    }

    /// Lets it follow whoever plays against it: from one game to the next its strength changes so
    /// that both win as often. It goes on where it left off, or begins with the strength that it
    /// has, or with that of whoever may want to play if that is the full one.
    ///
    /// # Errors
    /// If there is not enough memory for what it sees and judges with.
    pub fn follow(&mut self) -> Result<(), TableTooLarge> {
        if self.follows {
            return Ok(());
        }
        let follower = match self.follower.take() {
            Some(follower) => follower,
            None => {
                // The full one would search all its moves.
                let bounds = (Skill::LEAST.elo(), Skill::FULL.elo() - 1);
                let first = self.person.is_some().then_some(self.elo);
                Follower::new(first, bounds, self.settings())?
            }
        };
        let elo = follower.elo();
        self.follower = Some(follower);
        self.become_worth(elo)?;
        self.follows = true;
        Ok(())
    }

    fn become_worth(&mut self, elo: u16) -> Result<(), TableTooLarge> {
        let manner = Manner::of_elo(elo);
        let person = manner.map(|manner| Ok((manner, Sight::new(self.settings())?)));
        self.person = person.transpose()?;
        self.elo = elo.clamp(Skill::LEAST.elo(), Skill::FULL.elo());
        Ok(())
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        self.searcher.settings()
    }

    /// The line of the book's move; `None` if it knows none, or answers for nobody: who is to play
    /// less well than he could plays without it.
    fn move_of_book(&mut self, position: Position) -> Option<Report<GameMove>> {
        if self.person.is_some() {
            return None;
        }
        let draw = self.draw.among_moves(position);
        let found = self.book.as_mut()?.choice(position, draw);
        let line = found.unwrap_or_else(|error| {
            // There is still the search.
            log::warn!("{error}");
            None
        })?;
        self.draw.remember(position, square_of(&line)?);
        Some(line)
    }

    /// The line of the move that a person chooses; `None` if the search is to play.
    fn move_of_person(
        &mut self,
        game: &OthelloGame,
        request: &Request,
        stop: &StopFlag,
    ) -> Option<Report<GameMove>> {
        let (manner, sight) = self.person.as_mut()?;
        let begun = Instant::now();
        let position = game.position();
        let counts = Openings::embedded().counts(position);
        let scene = skill::Scene {
            place: Place::of(game),
            counts: &counts,
            seed: self.draw.next_in_any_case(),
        };
        if skill::searches(self.elo, &scene) {
            return None;
        }
        let look = sight.look(position, manner.plies(), &request.limits, stop);
        let choices = Choices::new(manner, scene, &look.seen);
        let chosen = choices.draw(scene);
        let lines = look.lines.into_iter().map(|line| line.map(GameMove::from));
        let mut lines = lines.filter(|line| chosen.is_none() || square_of(line) == chosen);
        let line = lines.next()?;
        let chances = choices.chances();
        let mut elapsed = line.elapsed;
        if self.takes_time {
            let time = pace::time_to_choose(&chances, &request.limits, scene.seed);
            pace::wait(time, begun, stop);
            if !stop.is_raised() {
                elapsed = elapsed.max(time);
            }
        }
        let chances = chances.into_iter();
        Some(Report {
            rank: 1,
            elapsed,
            chances: chances
                .map(|(square, chance)| (square.into(), chance))
                .collect(),
            ..line
        })
    }

    fn skill_option(&self) -> OptionInfo {
        OptionInfo {
            name: SKILL,
            kind: OptionKind::Number {
                default: Skill::FULL.number().into(),
                min: 1,
                max: Skill::FULL.number().into(),
            },
            value: Skill::nearest(self.elo).number().to_string(),
            drawn: None,
            help: "how well it plays for people: 1 for a first game, 10 for all that it can; a name; or follow",
        }
    }

    fn time_option(&self) -> OptionInfo {
        OptionInfo {
            name: PERSON_TIME,
            kind: OptionKind::Switch { default: false },
            value: self.takes_time.to_string(),
            drawn: None,
            help: "below the full skill take a person's time for a move, 20 seconds at most",
        }
    }

    fn follow_option(&self) -> OptionInfo {
        OptionInfo {
            name: FOLLOW,
            kind: OptionKind::Switch { default: false },
            value: self.follows.to_string(),
            drawn: None,
            help: "be stronger or weaker from one game to the next, so that both sides win as often",
        }
    }

    fn elo_option(&self) -> OptionInfo {
        OptionInfo {
            name: ELO,
            kind: OptionKind::Number {
                default: Skill::FULL.elo().into(),
                min: Skill::LEAST.elo().into(),
                max: Skill::FULL.elo().into(),
            },
            value: self.elo.to_string(),
            drawn: None,
            help: "the same as a rating, where 1500 is the mean of tournaments; the greatest for all that it can",
        }
    }
}

fn skill_of(value: &str) -> Result<Skill, OptionError> {
    let number = value.parse().ok().and_then(Skill::new);
    let skill = number.or_else(|| Skill::named(value));
    skill.ok_or_else(|| OptionError::BadValue {
        name: SKILL,
        value: value.to_owned(),
        expected: format!(
            "a number from 1 to {} or one of {}, follow",
            Skill::FULL.number(),
            Skill::names().collect::<Vec<_>>().join(", ")
        ),
    })
}

fn elo_of(value: &str) -> Result<u16, OptionError> {
    let range = Skill::LEAST.elo()..=Skill::FULL.elo();
    let number = value.parse().ok().filter(|elo| range.contains(elo));
    number.ok_or_else(|| OptionError::BadValue {
        name: ELO,
        value: value.to_owned(),
        expected: format!("a whole number from {} to {}", range.start(), range.end()),
    })
}

impl Player for StrongPlayer {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = options::list(self.settings());
        options.push(self.draw.option());
        options.push(self.draw.variety_option());
        options.push(self.skill_option());
        options.push(self.elo_option());
        options.push(self.follow_option());
        options.push(self.time_option());
        options.extend(self.book.iter().flat_map(OpeningBook::options));
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let of_book = self.book.as_mut();
        if let Some(set) = of_book.and_then(|book| book.set_option(name, value)) {
            return set;
        }
        if name.eq_ignore_ascii_case(SKILL) && value.eq_ignore_ascii_case(FOLLOW) {
            return self.follow().map_err(failed);
        }
        if name.eq_ignore_ascii_case(FOLLOW) {
            if switch(FOLLOW, value)? {
                return self.follow().map_err(failed);
            }
            self.follows = false;
            return Ok(());
        }
        if name.eq_ignore_ascii_case(PERSON_TIME) {
            self.takes_time = switch(PERSON_TIME, value)?;
            return Ok(());
        }
        if name.eq_ignore_ascii_case(SKILL) {
            return self.set_skill(skill_of(value)?).map_err(failed);
        }
        if name.eq_ignore_ascii_case(ELO) {
            return self.set_elo(elo_of(value)?).map_err(failed);
        }
        if let Some(set) = self.draw.set_option(name, value) {
            return set;
        }
        if let Some(set) = self.draw.set_variety(name, value) {
            return set;
        }
        let settings = options::set(self.settings(), name, value)?;
        self.searcher.configure(settings).map_err(failed)?;
        // It sees and judges by the same evaluation.
        if let Some(follower) = &mut self.follower {
            follower
                .configure(self.searcher.settings())
                .map_err(failed)?;
        }
        self.become_worth(self.elo).map_err(failed)
    }

    fn settings(&self) -> Option<Settings> {
        Some(self.searcher.settings().clone())
    }

    fn prepare(&mut self, game: &dyn Game) -> Result<(), PlayerError> {
        // Its weights may still be packed.
        if let Some(game) = game.othello() {
            let empties = game.position().empties();
            self.settings().evaluation.network_for(empties, 0);
        }
        Ok(())
    }

    fn new_game(&mut self) {
        if let Some(follower) = &mut self.follower {
            follower.begin();
        }
        if std::mem::take(&mut self.searched) {
            self.searcher.clear();
        }
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        let game = game.othello().ok_or_else(|| PlayerError::OtherGame {
            player: BIANCA.to_owned(),
            game: game.name(),
        })?;
        let position = game.position();
        if request.allows_book()
            && let Some(line) = self.move_of_book(position)
        {
            report(&line);
            return Ok(vec![line]);
        }
        let is_drawn = request.purpose == Purpose::Move && !request.limits.infinite;
        if is_drawn
            && self.follows
            && let Some(follower) = &mut self.follower
        {
            follower.choose(position);
        }
        if is_drawn && let Some(line) = self.move_of_person(game, request, stop) {
            report(&line);
            return Ok(vec![line]);
        }
        let draw = is_drawn.then(|| self.draw.among_moves(position)).flatten();
        let request = Request {
            draw: draw.or(request.draw),
            ..*request
        };
        self.searched = true;
        let as_moves = |found: Report<Move>| found.map(GameMove::from);
        let mut tell = |found: &Report<Move>| report(&as_moves(found.clone()));
        let lines = self.searcher.search(position, &request, stop, &mut tell);
        let lines: Vec<_> = lines.into_iter().map(as_moves).collect();
        if let Some(square) = lines.first().and_then(square_of)
            && is_drawn
        {
            self.draw.remember(position, square);
        }
        Ok(lines)
    }

    fn book_moves(&mut self, game: &dyn Game) -> Result<Vec<BookMove>, BookError> {
        match (&mut self.book, game.othello()) {
            (Some(book), Some(game)) => book.moves(game.position()),
            _ => Ok(Vec::new()),
        }
    }

    fn book_file(&self) -> Option<PathBuf> {
        self.book.as_ref()?.path().map(PathBuf::from)
    }

    fn learn(&mut self, game: &dyn Game, bounds: &LearntScore, best: Option<GameMove>) {
        if let Some(game) = game.othello() {
            let best = best.and_then(|mv| mv.try_into().ok());
            self.searched = true;
            self.searcher.learn(game.position(), bounds, best);
        }
    }

    fn see(&mut self, game: &dyn Game, end: End) {
        let follower = self.follower.as_mut().filter(|_| self.follows);
        if let (Some(follower), Some(game)) = (follower, game.othello())
            && follower.see(game, end)
        {
            let elo = follower.elo();
            log::info!("follows: plays as somebody worth {elo} from now on");
            // Without memory for another one it stays as strong as it is.
            let _ = self.become_worth(elo);
        }
    }

    fn follows(&self) -> Option<Followed> {
        let follower = self.follower.as_ref().filter(|_| self.follows);
        follower.map(Follower::known)
    }

    fn evaluate(&self, game: &dyn Game) -> Option<Score> {
        let position = game.othello()?.position();
        Some(if position.is_over() {
            Score::from_discs(position.final_score())
        } else {
            self.settings().evaluation.estimate(&position)
        })
    }

    fn recover(&mut self) {
        match Searcher::new(self.settings().clone()) {
            Ok(searcher) => self.searcher = searcher,
            // No room for a second table beside the first: what is in the first must do, empty.
            Err(_) => self.searcher.clear(),
        }
        // Without memory for another one the search plays.
        if self.become_worth(self.elo).is_err() {
            self.person = None;
        }
    }
}

fn failed(error: TableTooLarge) -> OptionError {
    OptionError::Failed(error.to_string())
}

/// The move of a line; `None` for a pass and at the end.
fn square_of(line: &Report<GameMove>) -> Option<Square> {
    line.pv.first()?.square()
}

#[cfg(test)]
mod tests;
