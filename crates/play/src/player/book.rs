//! The opening book beside a player: which it is, and which of its moves is played.
//!
//! Knows positions, not who plays by it.

use std::path::{Path, PathBuf};

use super::{OptionError, OptionInfo, OptionKind};
use crate::book::{BookError, BookMove, Lookup, builtin, choose, moves_of};
use crate::games::moves::GameMove;
use bianca_rules::othello::Position;
use bianca_search::request::{Bounds, MoveDraw, Reach, Report, Score};

#[cfg(target_family = "wasm")]
use crate::book::BookFile as FileBook;
#[cfg(not(target_family = "wasm"))]
use crate::book::store::Store as FileBook;

const BOOK: &str = "Book";
const VARIETY: &str = "BookVariety";
const OFF: &str = "off";

/// How much worse than the best a move may be that is drawn.
const USUAL_VARIETY: Score = Score(Score::DISC / 2);

/// Where the book is.
enum Source {
    Off,
    BuiltIn,
    File(PathBuf, Box<FileBook>),
}

/// A book with its options, the built-in one at first.
pub struct OpeningBook {
    source: Source,
    variety: Score,
}

impl Default for OpeningBook {
    fn default() -> OpeningBook {
        OpeningBook {
            source: Source::BuiltIn,
            variety: USUAL_VARIETY,
        }
    }
}

impl OpeningBook {
    /// The book's options with their values.
    pub fn options(&self) -> [OptionInfo; 2] {
        let text = |default: &str| OptionKind::Text {
            default: default.to_owned(),
        };
        [
            OptionInfo {
                name: BOOK,
                kind: text(builtin::NAME),
                value: match &self.source {
                    Source::Off => OFF.to_owned(),
                    Source::BuiltIn => builtin::NAME.to_owned(),
                    Source::File(path, _) => path.to_string_lossy().into_owned(),
                },
                drawn: None,
                help: "opening book: builtin, off, or a file that bianca book has made",
            },
            OptionInfo {
                name: VARIETY,
                kind: text(&USUAL_VARIETY.discs().to_string()),
                value: self.variety.discs().to_string(),
                drawn: None,
                help: "discs that a move of the book may be worse than the best to be drawn",
            },
        ]
    }

    /// Sets an option; `None` if it is none of the book's. What fails changes nothing.
    pub fn set_option(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>> {
        if name.eq_ignore_ascii_case(BOOK) {
            return Some(self.choose(value));
        }
        name.eq_ignore_ascii_case(VARIETY).then(|| {
            let number = value.parse().ok();
            let number = number.filter(|number| (0.0..=64.0).contains(number));
            let discs: f64 = number.ok_or_else(|| OptionError::BadValue {
                name: VARIETY,
                value: value.to_owned(),
                expected: "a number of discs from 0 to 64".to_owned(),
            })?;
            self.variety = Score::from_fraction(discs);
            Ok(())
        })
    }

    fn choose(&mut self, value: &str) -> Result<(), OptionError> {
        self.source = if value.eq_ignore_ascii_case(OFF) {
            Source::Off
        } else if value.eq_ignore_ascii_case(builtin::NAME) {
            Source::BuiltIn
        } else {
            let file = FileBook::open(Path::new(value))
                .map_err(|error| OptionError::Failed(format!("option {BOOK}: {error}")))?;
            Source::File(value.into(), Box::new(file))
        };
        Ok(())
    }

    /// The file that it is in, if it is.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path, _) => Some(path),
            Source::Off | Source::BuiltIn => None,
        }
    }

    /// The moves that it knows, best first. What other processes have learned meanwhile counts.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn moves(&mut self, position: Position) -> Result<Vec<BookMove>, BookError> {
        match &mut self.source {
            Source::Off => Ok(Vec::new()),
            Source::BuiltIn => moves_of(builtin::entries(), position),
            Source::File(_, file) => {
                #[cfg(not(target_family = "wasm"))]
                file.refresh()?;
                moves_of(&**file as &dyn Lookup, position)
            }
        }
    }

    /// The move to play, drawn among those that are good enough; the best without a draw.
    ///
    /// # Errors
    /// If the book cannot be read.
    pub fn choice(
        &mut self,
        position: Position,
        draw: Option<MoveDraw>,
    ) -> Result<Option<Report<GameMove>>, BookError> {
        let moves = self.moves(position)?;
        let chosen = choose(&moves, self.variety, draw);
        Ok(chosen.map(|chosen| line(chosen, position)))
    }
}

/// A move of the book as a line of a search.
fn line(known: &BookMove, position: Position) -> Report<GameMove> {
    let depth = u32::from(known.depth) + 1;
    let proven = known.proven && known.score.0 % Score::DISC == 0;
    let reach = if proven || depth >= position.empties() {
        Reach::End
    } else {
        Reach::Midgame
    };
    let bounds = if proven {
        Bounds::exact(known.score.whole_discs())
    } else {
        Bounds::UNKNOWN
    };
    Report {
        score: known.score,
        depth,
        confidence: if proven {
            100
        } else {
            known.confidence.min(99)
        },
        reach,
        bounds,
        ..Report::of_moves(vec![known.square.into()])
    }
}
