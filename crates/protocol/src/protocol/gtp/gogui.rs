//! What GoGui has said, and what it draws of the search that runs.
//!
//! Invariant: of each line the last is drawn, and none that is shallower than the latest.

use super::framing::live_graphics;
use bianca_play::games::moves::GameMove;
use bianca_rules::othello::Color;
use bianca_search::request::Report;

/// What is remembered of GoGui.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoGuiMemory {
    /// Whether the client is GoGui, which has asked for the rules.
    pub takes_rules: bool,
    /// Whether it wants to draw what a search finds: the option `LiveGraphics`.
    pub draws: bool,
    /// What the running search has found and is drawn, best first.
    drawn: Vec<Report<GameMove>>,
}

impl GoGuiMemory {
    /// What is to be drawn once a search for `mover` has found a line; empty if nothing is drawn.
    ///
    /// The board has `edge` rows, if it is square.
    pub fn found(
        &mut self,
        edge: Option<usize>,
        mover: Color,
        report: &Report<GameMove>,
    ) -> String {
        if !self.draws {
            return String::new();
        }
        self.drawn
            .retain(|line| line.rank != report.rank && line.depth >= report.depth);
        self.drawn.push(report.clone());
        self.drawn.sort_by_key(|line| line.rank);
        live_graphics(edge, mover, &self.drawn)
    }

    /// What takes away all that was drawn but the colour of the board, once the search is over.
    pub fn ended(&mut self, edge: Option<usize>) -> String {
        self.drawn.clear();
        if !self.draws {
            return String::new();
        }
        live_graphics(edge, Color::Black, &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::Square;

    #[test]
    fn of_each_line_the_last_is_drawn_and_nothing_shallower() {
        let mut gogui = GoGuiMemory {
            draws: true,
            ..GoGuiMemory::default()
        };
        let mut drawn = |rank, depth| {
            let report = Report {
                rank,
                depth,
                ..Report::of_moves(vec!["f5".parse::<Square>().unwrap().into()])
            };
            assert!(!gogui.found(Some(8), Color::Black, &report).is_empty());
            let lines = gogui.drawn.iter();
            lines
                .map(|line| (line.rank, line.depth))
                .collect::<Vec<_>>()
        };
        assert_eq!(drawn(1, 1), [(1, 1)]);
        assert_eq!(drawn(2, 1), [(1, 1), (2, 1)]);
        assert_eq!(drawn(2, 1), [(1, 1), (2, 1)]);
        assert_eq!(drawn(1, 2), [(1, 2)]);
        let cleared = gogui.ended(Some(8));
        assert!(cleared.starts_with("gogui-gfx:\nCOLOR #1d8348 A1 B1"));
        assert_eq!(cleared.lines().count(), 3, "{cleared}");
        assert_eq!(gogui.drawn, []);
    }

    #[test]
    fn nothing_is_drawn_unless_it_is_wanted() {
        let mut gogui = GoGuiMemory::default();
        let report = Report::of_moves(vec![GameMove::PASS]);
        assert_eq!(gogui.found(Some(8), Color::Black, &report), "");
        assert_eq!(gogui.ended(Some(8)), "");
    }
}
