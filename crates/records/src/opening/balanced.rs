//! Openings that a deep search finds even, for matches and for people who know the usual ones.

/// A thousand of them, a transcript a line; comments at the beginning say how they were made.
pub const BALANCED: &str = include_str!("balanced.txt");

/// The transcripts alone.
pub fn lines() -> impl Iterator<Item = &'static str> {
    let lines = BALANCED.lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_rules::othello::{OthelloGame, Square};

    #[test]
    fn every_line_can_be_played() {
        for line in lines() {
            let mut game = OthelloGame::new();
            for word in line.as_bytes().chunks(2) {
                let square: Square = str::from_utf8(word).unwrap().parse().unwrap();
                game.play(square.into()).unwrap();
            }
            assert_eq!(game.turns().len(), 8, "{line}");
        }
        assert_eq!(lines().count(), 1000);
    }
}
