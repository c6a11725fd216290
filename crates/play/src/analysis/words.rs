//! What is said of an analysed game to people, in the section `analysis` of the languages' files:
//! the table of `bianca analyze` and its report.
//!
//! Invariant: what programs read, in JSON, GGF and SGF, is written by other modules and is the same
//! in every language. Reasons and findings are in words in [`strategy`](crate::strategy::words).

use super::Summary;

bianca_records::sentences! {
    /// What is said of analyses.
    pub Words = "analysis" {
        // A game.
        /// The game of this number, or a game where numbers are left out.
        game(number);
        a_game;
        not_finished;
        /// A result in discs with its sign.
        for_black(discs);
        round(round);
        /// Its name, and how many moves it has.
        opening(name, moves);

        // The table of its moves.
        columns[["side", "played", "score", "best", "loss", "depth"]];
        /// The head of a further one, with what people would have played.
        people;
        /// What that says, of people of this rating.
        people_of(rating);
        exact;
        /// A search to the end with cuts, by its confidence in percent.
        to_end(confidence);
        mistake;
        blunder;
        /// Where the board before a move is spoken of.
        before;
        /// What a side's moves amount to; without accuracy, `none`.
        totals(best, moves, mistakes, blunders, loss, mean, accuracy);

        // The report.
        /// Its title where the games have no file of a name.
        analysis;
        /// A title of many games.
        many(name, games);
        level(level);
        plies(plies);
        seconds(seconds);
        nodes(nodes);
        evaluation(name);
        /// From how many discs on a move is a mistake, and from how many a blunder; what scores
        /// are.
        marks(mistake, blunder);
        evidence_left_out;
        /// The heads of the table of players.
        players[PLAYERS];
        /// What a curve is of, for who does not see it.
        score_for_black;
        /// What a curve shows, and whether a part of it is shaded: `yes` or not.
        curve(shaded);
        strategies;
        move_played;
        best_move;
        board_before;
    }
}

const PLAYERS: [&str; 8] = [
    "player",
    "moves",
    "best",
    "mistakes",
    "blunders",
    "discs_lost",
    "a_move",
    "accuracy",
];

impl Words {
    /// The heads of the table of players.
    pub fn heads_of_players(self) -> [&'static str; 8] {
        PLAYERS.map(|column| self.players(column))
    }

    /// What a side's moves amount to.
    pub fn summary(self, summary: &Summary) -> String {
        let accuracy = summary.accuracy();
        let accuracy = accuracy.map_or("none".to_owned(), |percent| format!("{percent:.0}"));
        self.totals(
            summary.best,
            summary.moves,
            summary.mistakes,
            summary.blunders,
            format_args!("{:.2}", summary.loss),
            format_args!("{:.2}", summary.mean_loss()),
            accuracy,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bianca_system::language::Language;
    use bianca_system::language::spoken::{self, Said, say};

    /// Everything that is said in a language, with the same values put in, by its field, in the
    /// order in which it was read through.
    fn said(words: Words) -> Vec<Said> {
        let summary = Summary {
            moves: 21,
            best: 12,
            mistakes: 13,
            blunders: 14,
            loss: 15.0,
            accuracies: 16.0 * 21.0,
        };
        let mut said = Vec::new();
        say!(
            said, words: not_finished,
            exact,
            people,
            mistake,
            blunder,
            before,
            analysis,
            evidence_left_out,
            score_for_black,
            strategies,
            move_played,
            best_move,
            board_before
        );
        let heads = |said: &mut Vec<Said>, heads: &[&'static str]| {
            let heads = heads.iter().map(|head| (*head, words.columns(head)));
            said.extend(heads.map(|(head, text)| (head.to_owned(), text.to_owned())));
        };
        heads(
            &mut said,
            &["side", "played", "score", "best", "loss", "depth"],
        );
        say!(
            said, words: game(21),
            for_black(22),
            round(23),
            opening(24, 25),
            to_end(26)
        );
        said.push(("totals".to_owned(), words.summary(&summary)));
        say!(
            said, words: many(27, 28),
            level(29),
            plies(31),
            seconds(32.5),
            nodes(33),
            evaluation(34),
            marks(35.0, 36.0),
            people_of(37),
            curve("yes")
        );
        said.push((
            "game without a number".to_owned(),
            words.a_game().to_owned(),
        ));
        said.push(("curve without a shade".to_owned(), words.curve("no")));
        let players = words.heads_of_players();
        said.extend(players.map(|head| ("players".to_owned(), head.to_owned())));
        said
    }

    #[test]
    fn every_language_says_all_of_it() {
        assert_eq!(Words::faults(), Vec::<String>::new());
    }

    #[test]
    fn no_language_leaves_anything_in_english() {
        spoken::check(|language| said(Words::of(language)), |_| &[]);
    }

    #[test]
    fn everything_is_said_word_for_word_as_it_was_read_through() {
        let text = include_str!("../../../../tests/data/analysis_words.txt");
        spoken::compare(|language| said(Words::of(language)), text);
    }

    #[test]
    fn one_and_many_are_told_apart() {
        let one = Summary {
            moves: 1,
            best: 0,
            mistakes: 1,
            blunders: 1,
            loss: 9.5,
            accuracies: 19.0,
        };
        let many = Summary {
            moves: 18,
            best: 3,
            mistakes: 0,
            blunders: 2,
            loss: 18.0,
            accuracies: 1440.0,
        };
        for (language, of_one, of_many) in [
            (
                Language::English,
                "0 of 1 move best, 1 mistake, 1 blunder; 9.50 discs lost, 9.50 a move",
                "3 of 18 moves best, 0 mistakes, 2 blunders; 18.00 discs lost, 1.00 a move; accuracy 80 %",
            ),
            (
                Language::Spanish,
                "0 veces de 1 la mejor jugada, 1 error, 1 error grave; 9.50 fichas perdidas, 9.50 por \
                 jugada",
                "3 veces de 18 la mejor jugada, 0 errores, 2 errores graves; 18.00 fichas perdidas, \
                 1.00 por jugada; precisión del 80 %",
            ),
            (
                Language::French,
                "0 fois sur 1 le meilleur coup, 1 erreur, 1 gaffe\u{a0}; 9.50 pions perdus, 9.50 par coup",
                "3 fois sur 18 le meilleur coup, 0 erreur, 2 gaffes\u{a0}; 18.00 pions perdus, 1.00 par coup\u{a0}; précision \
                 de 80\u{a0}%",
            ),
        ] {
            let words = Words::of(language);
            assert_eq!(words.summary(&one), of_one);
            assert_eq!(words.summary(&many), of_many);
        }
    }
}
