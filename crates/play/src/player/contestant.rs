//! A player as it sits at a game, perhaps with another one in its place.
//!
//! The player keeps its options, evaluates and explains also while another finds the moves in its
//! place.

use std::path::PathBuf;
use std::time::Duration;

use super::classic::{Style, style_and_depth};
use super::strong::BIANCA;
use super::{End, OptionError, OptionInfo, OptionKind, Player, PlayerError, SearchSummary};
use crate::book::{BookError, BookMove};
use crate::game::Game;
use crate::games::moves::GameMove;
use crate::people::following::Followed;
use bianca_search::request::{LearntScore, Purpose, Report, Request, Score, StopFlag};
use bianca_search::search::Settings;

/// The option that names who plays.
const PLAYER: &str = "Player";
/// The option of those who look ahead.
const DEPTH: &str = "Depth";
/// The option that makes draws repeatable.
const SEED: &str = "Seed";

/// A player, and who plays in its place.
pub struct Contestant {
    player: Box<dyn Player>,
    substitutes: Option<Substitutes>,
}

/// The classic players of a game, one of which may play in the place of its strong one.
struct Substitutes {
    styles: Vec<Style>,
    make: fn(Style) -> Box<dyn Player>,
    chosen: Option<(Style, Box<dyn Player>)>,
}

impl Contestant {
    /// A player by itself.
    pub fn new(player: Box<dyn Player>) -> Contestant {
        Contestant {
            player,
            substitutes: None,
        }
    }

    /// The same, whose option `Player` names who plays in its place: one of `styles`, as `make`
    /// makes it.
    pub(super) fn replaced_by(
        self,
        styles: Vec<Style>,
        make: fn(Style) -> Box<dyn Player>,
    ) -> Contestant {
        Contestant {
            substitutes: Some(Substitutes {
                styles,
                make,
                chosen: None,
            }),
            ..self
        }
    }

    fn searching(&mut self) -> &mut dyn Player {
        let chosen = self.substitutes.as_mut();
        match chosen.and_then(|substitutes| substitutes.chosen.as_mut()) {
            Some((_, chosen)) => &mut **chosen,
            None => &mut *self.player,
        }
    }
}

/// The seed that a player draws by; 0 if it draws nothing.
fn seed_of(player: &dyn Player) -> String {
    let mut options = player.options().into_iter();
    let seed = options.find(|info| info.name == SEED);
    seed.map_or_else(
        || "0".to_owned(),
        |info| info.drawn.map_or(info.value, |drawn| drawn.to_string()),
    )
}

fn chosen(substitutes: &Option<Substitutes>) -> Option<&(Style, Box<dyn Player>)> {
    substitutes.as_ref()?.chosen.as_ref()
}

impl Substitutes {
    /// What the option `Player` may be.
    fn names(&self) -> Vec<&'static str> {
        let styles = self.styles.iter().map(|style| style.name());
        [BIANCA].into_iter().chain(styles).collect()
    }

    fn options(&self) -> Vec<OptionInfo> {
        let chosen = self.chosen.as_ref();
        let mut options = vec![OptionInfo {
            name: PLAYER,
            kind: OptionKind::Choice {
                default: BIANCA,
                values: self.names(),
            },
            value: chosen.map_or(BIANCA, |(style, _)| style.name()).to_owned(),
            drawn: None,
            help: "who finds the moves; minimax:4 and alphabeta:4 set the depth, too",
        }];
        let of_chosen = chosen.map_or(Vec::new(), |(_, player)| player.options());
        options.extend(of_chosen.into_iter().filter(|info| info.name == DEPTH));
        options
    }

    /// Lets whoever `value` names play, by this seed.
    fn choose(&mut self, value: &str, seed: &str) -> Result<(), OptionError> {
        if value.eq_ignore_ascii_case(BIANCA) {
            self.chosen = None;
            return Ok(());
        }
        let unknown = || OptionError::BadValue {
            name: PLAYER,
            value: value.to_owned(),
            expected: format!("one of {}", self.names().join(", ")),
        };
        let (style, _) = style_and_depth(value).map_err(|_| unknown())?;
        if !self.styles.contains(&style) {
            return Err(unknown());
        }
        let mut player = (self.make)(style);
        player.set_option(PLAYER, value)?;
        player.set_option(SEED, seed)?;
        self.chosen = Some((style, player));
        Ok(())
    }
}

impl Player for Contestant {
    fn options(&self) -> Vec<OptionInfo> {
        let mut options = self.player.options();
        options.extend(self.substitutes.iter().flat_map(Substitutes::options));
        options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let is = |option: &str| name.eq_ignore_ascii_case(option);
        let substitutes = self.substitutes.as_mut();
        if is(PLAYER)
            && let Some(substitutes) = substitutes
        {
            return substitutes.choose(value, &seed_of(&*self.player));
        }
        let chosen = substitutes.and_then(|substitutes| substitutes.chosen.as_mut());
        let Some((_, chosen)) = chosen else {
            return self.player.set_option(name, value);
        };
        if is(DEPTH) {
            return chosen.set_option(name, value);
        }
        self.player.set_option(name, value)?;
        if is(SEED) {
            // The same, also where it is left to chance.
            chosen.set_option(SEED, &seed_of(&*self.player))?;
        }
        Ok(())
    }

    fn settings(&self) -> Option<Settings> {
        self.player.settings()
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn prepare(&mut self, game: &dyn Game) -> Result<(), PlayerError> {
        self.searching().prepare(game)
    }

    fn search(
        &mut self,
        game: &dyn Game,
        request: &Request,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<GameMove>),
    ) -> Result<Vec<Report<GameMove>>, PlayerError> {
        match request.purpose {
            Purpose::Explanation => self.player.search(game, request, stop, report),
            Purpose::Analysis | Purpose::Move => {
                self.searching().search(game, request, stop, report)
            }
        }
    }

    fn summary(&self, best: &Report<GameMove>, elapsed: Duration) -> SearchSummary {
        match chosen(&self.substitutes) {
            Some((_, chosen)) => chosen.summary(best, elapsed),
            None => self.player.summary(best, elapsed),
        }
    }

    /// None while somebody else plays.
    fn book_moves(&mut self, game: &dyn Game) -> Result<Vec<BookMove>, BookError> {
        match chosen(&self.substitutes) {
            Some(_) => Ok(Vec::new()),
            None => self.player.book_moves(game),
        }
    }

    fn book_file(&self) -> Option<PathBuf> {
        self.player.book_file()
    }

    fn learn(&mut self, game: &dyn Game, bounds: &LearntScore, best: Option<GameMove>) {
        self.player.learn(game, bounds, best);
    }

    fn see(&mut self, game: &dyn Game, end: End) {
        self.player.see(game, end);
    }

    fn follows(&self) -> Option<Followed> {
        self.player.follows()
    }

    fn evaluate(&self, game: &dyn Game) -> Option<Score> {
        self.player.evaluate(game)
    }

    fn recover(&mut self) {
        self.searching().recover();
    }
}
