//! What the report of a match says, in the section `arena` of the languages' files.
//!
//! What all reports share is [`bianca_play::page::words`]'s. Why a game was forfeited or adjudged
//! is the journal's text and stays as it is.

bianca_records::sentences! {
    /// What the report says.
    pub Words = "arena" {
        /// How many games.
        games(games);
        /// Before where the openings come from.
        openings;
        /// The seed of the match.
        seed(seed);
        /// The columns of the table of results.
        columns[COLUMNS];
        /// From one Elo to another.
        range(low, high);
        /// The sequential test: both hypotheses, the ratio and its bounds.
        test(elo0, elo1, ratio, low, high);
        undecided;
        /// That a hypothesis is accepted: its number, and its Elo.
        accepted[["h0", "h1"]](elo);
        /// Between the names of two engines.
        against;
        /// Games won, drawn and lost.
        results(won, drawn, lost);
        /// How many pairs of games had 0, ½, 1, 1½ and 2 points.
        pairs(none, half, one, more, two);
        /// The unit in which a match is told.
        unit;
        elo_over_time;
        elo_caption;
        disc_differences;
        discs_caption;
        /// The name of the engine from whose side a chart is seen.
        seen_by(name);
        forfeits[["black", "white"]];
        /// The name of an opening and how many moves it has.
        opening(name, moves);
        scores_for_black;
        /// Before the names of both sides.
        scores_of_both;
    }
}

const COLUMNS: [&str; 11] = [
    "engine", "games", "won", "drawn", "lost", "score", "discs", "elo", "interval", "superior",
    "forfeits",
];

impl Words {
    /// The heads of the table of results.
    pub fn heads(self) -> [&'static str; 11] {
        COLUMNS.map(|column| self.columns(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::spoken;

    #[test]
    fn every_language_says_all_of_it() {
        assert_eq!(Words::faults(), Vec::<String>::new());
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        // The rating's name is the same everywhere.
        spoken::check(
            |language| Words::of(language).0.said(&Words::entries()),
            |_| &["columns.elo"],
        );
    }
}
