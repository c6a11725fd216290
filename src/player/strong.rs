//! The strong Othello player: the searcher with its settings as options.

pub(super) mod options;
mod skill;

use super::draw::Draw;
use super::{OptionError, OptionInfo, OptionKind, Player, PlayerError};
use crate::game::Game;
use crate::games::moves::GameMove;
use crate::othello::{Move, Position, Square};
use crate::request::{LearntScore, Limits, MoveDraw, Purpose, Report, Request, Score, StopFlag};
use crate::search::{Searcher, Settings, TableTooLarge};

pub use skill::{Skill, gives_corner};

/// The strong player's name.
pub const BIANCA: &str = "bianca";

const SKILL: &str = "Skill";

/// The strong player.
pub struct StrongPlayer {
    searcher: Searcher,
    /// Whether the searcher has something to forget. Some clients start a game anew for every
    /// move that they check, and a large table is slow to clear.
    searched: bool,
    skill: Skill,
    spent: skill::Spent,
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
            skill: Skill::FULL,
            spent: skill::Spent::default(),
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

    /// Lets it play as well as this skill says.
    pub fn set_skill(&mut self, skill: Skill) {
        self.skill = skill;
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        self.searcher.settings()
    }

    /// The best lines of a position.
    fn lines(
        &mut self,
        position: Position,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Vec<Report<GameMove>> {
        self.searched = true;
        let as_moves = |found: Report<Move>| found.map(GameMove::from);
        let mut report = |found: &Report<Move>| report(&as_moves(found.clone()));
        let lines = self.searcher.search(position, request, stop, &mut report);
        lines.into_iter().map(as_moves).collect()
    }

    /// The line of the move that the skill chooses by searches of so many plies.
    fn move_by_skill(
        &mut self,
        depth: u32,
        request: &Request,
        stop: &StopFlag,
        scene: skill::Scene,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Vec<Report<GameMove>> {
        let position = scene.position;
        let (mut lines, mut place) = self.choose_by(depth, request, stop, scene);
        let given = lines.get(place).and_then(square_of);
        if given.is_some_and(|square| self.skill.looks_again(position, square)) {
            let depth = self.skill.second_depth(position.empties());
            (lines, place) = self.choose_by(depth, request, stop, scene);
        }
        if place >= lines.len() {
            return lines;
        }
        let chosen = Report {
            rank: 1,
            ..lines.swap_remove(place)
        };
        report(&chosen);
        vec![chosen]
    }

    /// The moves with their scores by a search of so many plies, and the place of the one that the
    /// skill chooses.
    fn choose_by(
        &mut self,
        depth: u32,
        request: &Request,
        stop: &StopFlag,
        scene: skill::Scene,
    ) -> (Vec<Report<GameMove>>, usize) {
        let scoring = Request {
            best: (scene.position.moves().count() as usize).max(1),
            limits: Limits {
                depth: Some(request.limits.depth.map_or(depth, |limit| limit.min(depth))),
                ..request.limits
            },
            ..*request
        };
        let lines = self.lines(scene.position, &scoring, stop, &mut |_| {});
        let moves = lines
            .iter()
            .map_while(|line| Some((square_of(line)?, line.score)));
        let moves: Vec<_> = moves.collect();
        let place = skill::choose(self.skill, scene, &moves, &mut self.spent);
        (lines, place)
    }

    fn skill_option(&self) -> OptionInfo {
        OptionInfo {
            name: SKILL,
            kind: OptionKind::Number {
                default: Skill::FULL.number().into(),
                min: 1,
                max: Skill::FULL.number().into(),
            },
            value: self.skill.number().to_string(),
            drawn: None,
            help: "how well it plays for people: 1 for a first game, 10 for all that it can; or a name",
        }
    }
}

impl Player for StrongPlayer {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = options::list(self.settings());
        options.push(self.draw.option());
        options.push(self.skill_option());
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name.eq_ignore_ascii_case(SKILL) {
            let number = value.parse().ok().and_then(Skill::new);
            let skill = number.or_else(|| Skill::named(value));
            self.skill = skill.ok_or_else(|| OptionError::BadValue {
                name: SKILL,
                value: value.to_owned(),
                expected: format!(
                    "a number from 1 to {} or one of {}",
                    Skill::FULL.number(),
                    Skill::names().collect::<Vec<_>>().join(", ")
                ),
            })?;
            self.spent.clear();
            return Ok(());
        }
        if let Some(set) = self.draw.set_option(name, value) {
            return set;
        }
        let settings = options::set(self.settings(), name, value)?;
        let configured = self.searcher.configure(settings);
        configured.map_err(|error| OptionError::Failed(error.to_string()))
    }

    fn settings(&self) -> Option<Settings> {
        Some(self.searcher.settings().clone())
    }

    fn prepare(&mut self, _: &dyn Game) -> Result<(), PlayerError> {
        // Its weights may still be packed.
        self.settings().evaluation.network();
        Ok(())
    }

    fn new_game(&mut self) {
        // What was lost is kept: some clients set up a board for every move, and a game that begins
        // anew has more empty squares.
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
        match self.skill.depth(game.position().empties()) {
            Some(depth) if request.purpose == Purpose::Move && !request.limits.infinite => {
                let scene = skill::Scene {
                    position: game.position(),
                    side: game.to_move(),
                    seed: self.draw.next_in_any_case(),
                };
                Ok(self.move_by_skill(depth, request, stop, scene, report))
            }
            _ => {
                let position = game.position();
                let is_drawn = request.purpose == Purpose::Move && !request.limits.infinite;
                let draw = is_drawn.then(|| self.draw.among_moves(position)).flatten();
                let request = Request {
                    draw: draw.or(request.draw),
                    ..*request
                };
                let lines = self.lines(position, &request, stop, report);
                if let Some(square) = lines.first().and_then(square_of)
                    && is_drawn
                {
                    self.draw.remember(position, square);
                }
                Ok(lines)
            }
        }
    }

    fn learn(&mut self, game: &dyn Game, bounds: &LearntScore, best: Option<GameMove>) {
        if let Some(game) = game.othello() {
            let best = best.and_then(|mv| mv.try_into().ok());
            self.searched = true;
            self.searcher.learn(game.position(), bounds, best);
        }
    }

    fn plays_by_book(&self) -> bool {
        self.skill == Skill::FULL
    }

    fn draw(&mut self, game: &dyn Game) -> Option<MoveDraw> {
        self.draw.among_moves(game.othello()?.position())
    }

    fn remember(&mut self, game: &dyn Game, mv: GameMove) {
        if let (Some(game), Some(square)) = (game.othello(), mv.square()) {
            self.draw.remember(game.position(), square);
        }
    }

    fn evaluate(&self, game: &dyn Game) -> Option<Score> {
        let position = game.othello()?.position();
        Some(if position.is_over() {
            Score::from_discs(position.final_score())
        } else {
            Score(self.settings().evaluation.network().estimate(&position))
        })
    }

    fn recover(&mut self) {
        match Searcher::new(self.settings().clone()) {
            Ok(searcher) => self.searcher = searcher,
            // No room for a second table beside the first: what is in the first must do, empty.
            Err(_) => self.searcher.clear(),
        }
    }
}

/// The move of a line; `None` for a pass and at the end.
fn square_of(line: &Report<GameMove>) -> Option<Square> {
    line.pv.first()?.square()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::OthelloGame;

    #[test]
    fn a_search_that_is_stopped_at_once_gives_a_legal_move() {
        let mut player = StrongPlayer::new(Settings {
            hash_mib: 1,
            ..Settings::default()
        })
        .unwrap();
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, "f5").unwrap();
        let stop = StopFlag::new();
        stop.raise();
        let found = player.search(&game, &Request::default(), &stop, &mut |_| {});
        assert!(game.legal(None).contains(&found.unwrap()[0].pv[0]));
        player.recover();
        player.new_game();
    }

    #[test]
    fn a_skill_is_set_by_number_or_name_and_the_full_one_searches() {
        let mut player = StrongPlayer::new(Settings {
            hash_mib: 1,
            level: 4,
            ..Settings::default()
        })
        .unwrap();
        let mut game = OthelloGame::new();
        Game::play(&mut game, None, "f5f6e6f4g5").unwrap();
        let moves = |player: &mut StrongPlayer, value: &str| {
            player.set_option("skill", value).unwrap();
            player.new_game();
            let (request, stop) = (Request::for_move(Limits::default()), StopFlag::new());
            let mut told = Vec::new();
            let chosen = player
                .search(&game, &request, &stop, &mut |line| told.push(line.clone()))
                .unwrap();
            player.new_game();
            let searched = player.search(&game, &Request::default(), &stop, &mut |_| {});
            assert_eq!(told.last().unwrap().pv[0], chosen[0].pv[0]);
            (chosen[0].pv[0], searched.unwrap()[0].pv[0])
        };
        let (chosen, searched) = moves(&mut player, "full");
        assert_eq!(chosen, searched);
        let mut seen: Vec<String> = Vec::new();
        for seed in 1..30 {
            player.set_option("Seed", &seed.to_string()).unwrap();
            seen.push(moves(&mut player, "1").0.to_string());
        }
        seen.sort();
        seen.dedup();
        assert!(seen.len() > 2, "{seen:?}");
        let option = |player: &StrongPlayer| player.options().into_iter().find(|o| o.name == SKILL);
        assert_eq!(option(&player).unwrap().value, "1");
        for bad in ["0", "11", "grandmother", ""] {
            let refusal = player.set_option(SKILL, bad).unwrap_err().to_string();
            assert!(refusal.contains("a number from 1 to 10 or one of first-game, beginner"));
        }
        player.set_option(SKILL, "First Game").unwrap();
        assert_eq!(option(&player).unwrap().value, "1");
    }
}
