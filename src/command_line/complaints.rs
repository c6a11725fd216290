//! What is said on stderr of the parts of an input that are no games: each is named, but of a file
//! that holds no game at all only the first few, and then what to do.

use std::fmt::Display;
use std::path::Path;

use super::aside::say;
use super::input::name;
use bianca_records::record::annotated::AnnotatedGame;
use bianca_records::record::format::FileFormat;
use bianca_records::record::reader::Place;
use bianca_system::foreign::shown_lines;

/// Says on stderr what is wrong at a place of an input.
pub fn complain(place: &dyn Display, reason: &dyn Display) {
    say(format_args!(
        "bianca: {}: {}",
        shown_lines(place),
        shown_lines(reason)
    ));
}

/// Messages about a file in which no game was found yet.
const FIRST: u64 = 3;

/// The complaints about one input.
pub struct Complaints {
    input: String,
    /// What a command calls the option that names a format, if it has one.
    option: Option<&'static str>,
    good: u64,
    bad: u64,
}

impl Complaints {
    /// About an input that is called so in messages.
    pub fn about(input: &Path, option: Option<&'static str>) -> Complaints {
        Complaints {
            input: name(input).into_owned(),
            option,
            good: 0,
            bad: 0,
        }
    }

    /// There is a game in it.
    pub fn good(&mut self) {
        self.good += 1;
    }

    /// Something in it is no game, which is to be said unless it would fill the screen.
    pub fn bad(&mut self, place: &Place, reason: &dyn Display) -> Option<String> {
        self.bad += 1;
        let is_named = self.good > 0 || self.bad <= FIRST;
        is_named.then(|| format!("bianca: {}, {place}: {reason}", self.input))
    }

    /// What is to be said of a game whose moves refute the result that its file states.
    pub fn contradiction(&self, place: &Place, game: &AnnotatedGame) -> Option<String> {
        let stated = game.contradiction.as_ref()?;
        let shown = game.game.final_score_for_black();
        Some(format!(
            "bianca: {}, {place}: the moves give {shown:+} for black, the file says {stated}; \
             the moves decide",
            self.input
        ))
    }

    /// What is to be said when the input has ended.
    pub fn end(&self) -> Option<String> {
        if self.good > 0 || self.bad <= FIRST {
            return None;
        }
        let left = self.bad - FIRST;
        let names: Vec<&str> = FileFormat::ALL.iter().map(|format| format.name()).collect();
        let names = names.join(", ");
        let hint = match self.option {
            Some(option) => {
                format!("{option} FORMAT says what it is if that is not seen ({names})")
            }
            None => format!("its extension says what it is if that is not seen ({names})"),
        };
        Some(format!(
            "bianca: {}: and {left} more; nothing in it is a game; {hint}",
            self.input
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_game_gets_three_messages_and_a_hint() {
        let place = Place {
            game: 1,
            line: Some(1),
            byte: 0,
        };
        let mut complaints = Complaints::about(Path::new("letter"), None);
        let messages = (0..200).filter_map(|_| complaints.bad(&place, &"no game"));
        assert_eq!(messages.count(), 3);
        let end = complaints.end().unwrap();
        assert!(
            end.starts_with("bianca: letter: and 197 more; nothing in it is a game; its extension"),
            "{end}"
        );
        let mut complaints = Complaints::about(Path::new("-"), Some("--from"));
        complaints.good();
        let messages = (0..200).filter_map(|_| complaints.bad(&place, &"no game"));
        let messages: Vec<String> = messages.collect();
        assert_eq!(messages.len(), 200);
        assert_eq!(
            messages[0],
            "bianca: standard input, line 1, game 1: no game"
        );
        assert_eq!(complaints.end(), None);
    }
}
