//! What Edax's console remembers: its options, how long both have thought, which line it is to
//! play, and what it has told of a search.
//!
//! Knows neither the game nor its clocks.

use std::time::Duration;

use super::forced::Forced;
use super::options::EdaxOptions;
use super::order::Mode;
use super::table::{self, HEADER, RULE};
use crate::protocol::{SearchEvent, SearchPurpose};
use bianca_rules::othello::{Color, Move, Position};

/// What the console remembers.
#[derive(Debug, Default)]
pub struct ConsoleMemory {
    /// What was set.
    pub options: EdaxOptions,
    /// What black and white have thought.
    pub spent: [Duration; 2],
    /// The line that the engine is to play.
    pub forced: Forced,
    /// Whose move is searched for, and whether anything was told of it yet.
    pub searched: Option<(Color, bool)>,
}

impl ConsoleMemory {
    /// Both sides' clocks start anew.
    pub fn new_game(&mut self) {
        self.spent = [Duration::ZERO; 2];
    }

    /// Adds what a side has thought.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let [black, white] = &mut self.spent;
        *color.select(black, white) += time;
    }

    /// Which sides the engine plays.
    pub fn mode(&self) -> Mode {
        self.options.mode
    }

    /// Whether boards and tables are wanted.
    pub fn draws(&self) -> bool {
        self.options.verbosity > 0
    }

    /// Whether all that a search finds is wanted, as it comes.
    pub fn tells_all(&self) -> bool {
        self.options.verbosity > 1
    }

    /// The move that the engine is to play in `position`.
    pub fn forced_move(&self, position: Position) -> Option<Move> {
        self.forced.move_in(position)
    }

    /// The text, which may be empty, of what happens during a search.
    pub fn write_event(&mut self, purpose: SearchPurpose, event: &SearchEvent) -> String {
        let SearchEvent::Found(report) = event else {
            return String::new();
        };
        let tells = self.tells_all() && purpose == SearchPurpose::Move;
        let Some((mover, told)) = self.searched.as_mut().filter(|_| tells) else {
            return String::new();
        };
        if report.rank != 1 || report.depth < self.options.noise || report.pv.is_empty() {
            return String::new();
        }
        let row = table::found_row(report, *mover, self.options.width);
        let head = if std::mem::replace(told, true) {
            String::new()
        } else {
            format!("{HEADER}\n{RULE}\n")
        };
        format!("{head}{row}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_play::game::GameMove;
    use bianca_search::request::Report;

    fn found(depth: u32, rank: u32) -> Report<GameMove> {
        let moves = ["d3", "c3"].map(|word| GameMove::from(word.parse::<Move>().unwrap()));
        Report {
            depth,
            rank: rank as usize,
            nodes: 9,
            ..Report::of_moves(moves.to_vec())
        }
    }

    #[test]
    fn both_sides_times_are_counted_until_a_game_begins() {
        let mut memory = ConsoleMemory::default();
        memory.spend(Color::Black, Duration::from_secs(2));
        memory.spend(Color::White, Duration::from_secs(3));
        memory.spend(Color::Black, Duration::from_secs(4));
        assert_eq!(memory.spent, [6, 3].map(Duration::from_secs));
        memory.new_game();
        assert_eq!(memory.spent, [Duration::ZERO; 2]);
    }

    #[test]
    fn what_a_search_finds_is_told_below_one_heading() {
        let mut memory = ConsoleMemory::default();
        memory.options.verbosity = 2;
        memory.options.noise = 3;
        let told = |memory: &mut ConsoleMemory, purpose, depth, rank| {
            memory.write_event(purpose, &SearchEvent::Found(&found(depth, rank)))
        };
        let of_move = SearchPurpose::Move;
        assert_eq!(told(&mut memory, of_move, 5, 1), "", "nothing is searched");
        memory.searched = Some((Color::Black, false));
        assert_eq!(told(&mut memory, of_move, 2, 1), "");
        assert_eq!(told(&mut memory, of_move, 3, 2), "");
        assert_eq!(told(&mut memory, SearchPurpose::Lines, 3, 1), "");
        let first = told(&mut memory, of_move, 3, 1);
        assert!(first.starts_with(&format!("{HEADER}\n{RULE}\n")), "{first}");
        assert!(first.contains(" d3 C3") && first.ends_with('\n'), "{first}");
        let second = told(&mut memory, of_move, 4, 1);
        assert_eq!(
            (second.lines().count(), memory.searched),
            (1, Some((Color::Black, true)))
        );
        let of_book = Report {
            nodes: 0,
            ..found(24, 1)
        };
        let third = memory.write_event(of_move, &SearchEvent::Found(&of_book));
        assert!(third.starts_with("book    "), "{third}");
        let ended = memory.write_event(of_move, &SearchEvent::Ended);
        assert_eq!(ended, "");
        memory.options.verbosity = 1;
        assert_eq!(told(&mut memory, of_move, 4, 1), "");
        assert!(memory.draws() && !memory.tells_all());
        memory.options.verbosity = 0;
        assert!(!memory.draws());
    }
}
