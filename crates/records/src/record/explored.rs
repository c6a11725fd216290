//! What the games of a file do in one position.

use std::collections::BTreeMap;

use super::annotated::AnnotatedGame;
use super::filter::Sought;

/// How games went on from a position, and how they ended.
#[derive(Clone, Debug)]
pub struct Explored {
    sought: Sought,
    /// Games that black won, that nobody won, that white won, and without a result.
    results: [u64; 4],
    /// How often each move was played, or the game ended there.
    played: BTreeMap<String, u64>,
}

impl Explored {
    /// Nothing yet.
    pub fn new(sought: Sought) -> Explored {
        Explored {
            sought,
            results: [0; 4],
            played: BTreeMap::new(),
        }
    }

    /// Adds a game, if it comes to the position.
    pub fn add(&mut self, game: &AnnotatedGame) {
        let Some(played) = self.sought.played_in(&game.game) else {
            return;
        };
        let result = match game.result_for_black().map(|score| score.0.signum()) {
            Some(1) => 0,
            Some(0) => 1,
            Some(_) => 2,
            None => 3,
        };
        self.results[result] += 1;
        let played = played.map_or("end".to_owned(), |mv| mv.to_string());
        *self.played.entry(played).or_default() += 1;
    }

    /// In a line.
    pub fn summary(&self) -> String {
        let games: u64 = self.results.iter().sum();
        let [black, drawn, white, unknown] = self.results;
        let mut text = format!(
            "position: {games} games, black won {black}, {drawn} drawn, white won {white}, \
             {unknown} without a result"
        );
        let mut moves: Vec<(&String, &u64)> = self.played.iter().collect();
        moves.sort_by_key(|&(_, count)| std::cmp::Reverse(*count));
        let moves: Vec<String> = moves
            .into_iter()
            .map(|(mv, count)| {
                format!(
                    "{mv} {count} ({:.1} %)",
                    100.0 * *count as f64 / games as f64
                )
            })
            .collect();
        if !moves.is_empty() {
            text += "; next: ";
            text += &moves.join(", ");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::filter::Condition;
    use crate::record::line::read_line;

    #[test]
    fn results_and_next_moves_are_counted() {
        let Ok(Condition::Position(sought)) = "position=f5d6c3".parse() else {
            panic!("not a position");
        };
        let mut explored = Explored::new(sought);
        for line in ["f5d6c3d3", "c4e3f6e6", "f5d6c3", "f5d6c4"] {
            explored.add(&read_line(line).unwrap().unwrap());
        }
        assert_eq!(
            explored.summary(),
            "position: 3 games, black won 0, 0 drawn, white won 0, 3 without a result; \
             next: d3 2 (66.7 %), end 1 (33.3 %)"
        );
    }
}
