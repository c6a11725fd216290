//! What every report says in its frame, in the section `frame` of the languages' files.
//!
//! What a report of its own kind says besides is its maker's business.

bianca_records::sentences! {
    /// What the frame says.
    pub Words = "frame" {
        games;
        the_game;
        all_games;
        /// What stands behind moves in a game's text: the depth of the search, the time it took,
        /// the better move; each `yes` or not.
        key(depth, seconds, better);
        pass;
        /// What a diagram is, for who does not see it.
        diagram;
        turn(turn);
        move_number(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::{Language, spoken};

    #[test]
    fn every_language_says_all_of_it() {
        assert_eq!(Words::faults(), Vec::<String>::new());
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        spoken::check(
            |language| Words::of(language).0.said(&Words::entries()),
            |_| &[],
        );
    }

    #[test]
    fn the_key_has_the_sign_of_a_blunder_where_there_are_better_moves() {
        for language in Language::ALL {
            let words = Words::of(language);
            let [without, with] = ["no", "yes"].map(|better| words.key("yes", "yes", better));
            assert!(!without.contains("??") && with.contains("??"), "{with}");
            assert!(words.key("no", "no", "yes").len() < with.len());
        }
    }
}
