//! Who plays a game in a session that has a strong player: that one, or whoever its option `Player`
//! names.

use std::path::PathBuf;
use std::time::Duration;

use super::classic::{self, Classic, Style};
use super::strong::BIANCA;
use super::{OptionError, OptionInfo, OptionKind, Player, PlayerError, SearchSummary};
use crate::book::BookMove;
use crate::game::Game;
use crate::games::Playable;
use crate::games::moves::GameMove;
use crate::request::{LearntScore, Report, Request, Score, StopFlag};

/// The strong player of the game `G`, and a classic one that finds the moves in its place while it is
/// chosen. The strong player keeps its options and evaluates in either case.
pub struct Replaceable<P, G> {
    strong: P,
    chosen: Option<Classic<G>>,
}

impl<P: Player, G: Playable> Replaceable<P, G> {
    /// The strong player, whom nobody replaces yet.
    pub fn new(strong: P) -> Replaceable<P, G> {
        Replaceable {
            strong,
            chosen: None,
        }
    }

    /// The seed that the strong player has.
    fn seed(&self) -> u64 {
        let options = self.strong.options();
        let seed = options.iter().find(|option| option.name == "Seed");
        seed.and_then(|seed| seed.value.parse().ok()).unwrap_or(0)
    }

    /// What the option `Player` may be.
    fn players() -> Vec<&'static str> {
        let styles = classic::styles::<G>();
        let styles = styles.iter().map(|style| style.name());
        [BIANCA].into_iter().chain(styles).collect()
    }

    fn searching(&mut self) -> &mut dyn Player {
        match &mut self.chosen {
            Some(classic) => classic,
            None => &mut self.strong,
        }
    }
}

impl<P: Player, G: Playable> Player for Replaceable<P, G> {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = self.strong.options();
        options.push(OptionInfo {
            name: "Player",
            kind: OptionKind::Choice {
                default: BIANCA,
                values: Self::players(),
            },
            value: self
                .chosen
                .as_ref()
                .map_or(BIANCA, |classic| classic.style().name())
                .to_owned(),
            help: "who finds the moves; minimax:4 and alphabeta:4 set the depth, too",
        });
        options.extend(self.chosen.as_ref().map(Classic::depth_option));
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        if name.eq_ignore_ascii_case("Player") {
            self.chosen = match value.eq_ignore_ascii_case(BIANCA) {
                true => None,
                false => {
                    let mut classic = Classic::new(Style::Greedy);
                    let set = classic.set_option(name, value);
                    set.map_err(|_| OptionError::BadValue {
                        name: "Player",
                        value: value.to_owned(),
                        expected: format!("one of {}", Self::players().join(", ")),
                    })?;
                    classic.set_seed(self.seed());
                    Some(classic)
                }
            };
            return Ok(());
        }
        match &mut self.chosen {
            Some(classic) if name.eq_ignore_ascii_case("Depth") => classic.set_option(name, value),
            chosen => {
                self.strong.set_option(name, value)?;
                match chosen {
                    Some(classic) if name.eq_ignore_ascii_case("Seed") => {
                        classic.set_option(name, value)
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    fn new_game(&mut self) {
        self.strong.new_game();
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        self.searching().search(game, request, stop, report)
    }

    fn choose_move(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        self.searching().choose_move(game, request, stop, report)
    }

    fn study(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        self.strong.search(game, request, stop, &mut |_| {})
    }

    fn book_moves(&mut self, game: &dyn Game) -> Result<Vec<BookMove>, PlayerError> {
        self.searching().book_moves(game)
    }

    fn book_move(&mut self, game: &dyn Game) -> Result<Option<Report<GameMove>>, PlayerError> {
        self.searching().book_move(game)
    }

    fn book_file(&self) -> Option<PathBuf> {
        self.strong.book_file()
    }

    fn summary(&self, best: &Report<GameMove>, elapsed: Duration) -> SearchSummary {
        match &self.chosen {
            Some(classic) => classic.summary(best, elapsed),
            None => self.strong.summary(best, elapsed),
        }
    }

    fn learn(&mut self, game: &dyn Game, bounds: &LearntScore, best: Option<GameMove>) {
        self.strong.learn(game, bounds, best);
    }

    fn evaluate(&self, game: &dyn Game) -> Option<(Score, Vec<String>)> {
        self.strong.evaluate(game)
    }

    fn recover(&mut self) {
        self.searching().recover();
    }
}
