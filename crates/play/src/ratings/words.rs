//! What is said of ratings to people, in the section `ratings` of the languages' files.
//!
//! Who is how strong is in words in [`class`](crate::people::class).

use super::{LeftOut, Rated, Verdict};
use crate::people::class::who;
use crate::people::judgement::{LEAST_CHOICES, Mean};
use crate::people::strength::Strength;

bianca_records::sentences! {
    /// What is said of ratings.
    pub Words = "ratings" {
        // What the terminal and the report say.
        /// The heads of the table of players.
        columns[COLUMNS];
        /// From one rating to another.
        range(low, high);
        /// Games, and moves in them.
        games_of(games, moves);
        /// Who is as strong.
        about(who);
        discs_lost;
        /// From one move to another.
        part(from, to);
        all;
        a_move;
        with_black;
        with_white;
        /// People of a rating.
        people_of(rating);
        /// What is missing: a finished game, or so many moves, of which there are some.
        too_few(least, n);
        /// The weakest and the strongest that somebody may be.
        between(weakest, strongest);
        /// Games that are there again.
        doubles(games);
        /// Games that began with discs in corners.
        handicaps(games);
        /// How often a move loses much.
        a_game(moves);
        /// Discs lost a move.
        lost_a_move(lost);

        // The terminal alone.
        labels[LABELS];
        /// A rating with its interval, and the nearest skill.
        strength_of(rating, low, high, skill);
        /// An interval without a rating.
        strength_within(low, high);

        // The report alone.
        /// Its title where the games have no file of a name.
        title;
        /// What strength, loss and accuracy are.
        scale;
        /// The lower and the upper end of an interval, each with who is so strong.
        interval(low, weakest, high, strongest);
        /// Where an interval is wide.
        unsure;
        /// The nearest skill.
        nearest(skill);
        /// Accuracy in percent, and discs lost a move.
        quality(accuracy, lost);
        by_part;
        in_same_positions(rating);
        in_own_games(skill);
        by_year;
        /// By one game or by several games in a row.
        by_game(games);
        by_colour;
        by_opening;
        /// The heads of the tables of colours and of openings, after the first, which says nothing.
        kinds[KINDS];
        /// A skill, as the head of a row.
        skill(skill);
        figures;
        /// How many players have a section.
        left_out(players);
    }
}

const COLUMNS: [&str; 8] = [
    "player", "games", "moves", "strength", "interval", "about", "accuracy", "lost",
];
const LABELS: [&str; 8] = [
    "player", "games", "strength", "level", "accuracy", "four", "ten", "after",
];
const KINDS: [&str; 3] = ["games", "accuracy", "lost"];

/// A rating as it is told.
pub fn round(rating: f64) -> String {
    format!("{rating:.0}")
}

/// A mean, and how far it can be trusted.
pub fn with_side(mean: &Mean) -> String {
    match (mean.mean(), mean.side()) {
        (Some(mean), Some(side)) => format!("{mean:.2} ±{side:.2}"),
        (Some(mean), None) => format!("{mean:.2}"),
        _ => "-".to_owned(),
    }
}

impl Words {
    /// What is said of games that were left out, in sentences.
    pub fn left_out_of(self, left_out: LeftOut) -> Vec<String> {
        let LeftOut { doubles, handicaps } = left_out;
        let doubles = (doubles > 0).then(|| self.doubles(doubles));
        let handicaps = (handicaps > 0).then(|| self.handicaps(handicaps));
        doubles.into_iter().chain(handicaps).collect()
    }

    /// Who somebody is as strong as, or between whom and whom; `None` where nothing may be said.
    pub fn verdict(self, player: &Rated) -> Option<String> {
        let who = |rating| who(rating, self.language());
        let Strength { rating, low, high } = player.strength;
        match player.verdict() {
            Verdict::Nothing(_) => None,
            Verdict::Range => Some(self.between(who(low), who(high))),
            Verdict::Rank => Some(self.about(who(rating))),
        }
    }

    /// What is missing before anything may be said.
    pub fn missing(self, player: &Rated) -> String {
        self.too_few(LEAST_CHOICES, player.whole.evidence.moves())
    }

    /// How often much is lost, and what is lost after the opening, each with its label.
    pub fn lapses(self, player: &Rated) -> Vec<(&'static str, String)> {
        let lapses = player.whole.lapses_a_game().unwrap_or_default();
        let [four, ten] = lapses.map(|moves| self.a_game(format_args!("{moves:.1}")));
        let after = Some(&player.whole.after_opening).filter(|lost| lost.count() > 0);
        let after = after.map(|lost| ("after", self.lost_a_move(with_side(lost))));
        let said = [("four", four), ("ten", ten)].into_iter().chain(after);
        said.map(|(label, text)| (self.labels(label), text))
            .collect()
    }

    /// The heads of the table of players.
    pub fn heads(self) -> [&'static str; 8] {
        COLUMNS.map(|column| self.columns(column))
    }

    /// The heads of the tables of colours and of openings, after the first, which says nothing.
    pub fn heads_of_kinds(self) -> [&'static str; 3] {
        KINDS.map(|column| self.kinds(column))
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
        let mut said = Vec::new();
        say!(said, words: discs_lost, all, a_move, with_black, with_white);
        for label in LABELS {
            said.push((label.to_owned(), words.labels(label).to_owned()));
        }
        say!(
            said, words: title,
            scale,
            unsure,
            by_part,
            by_year,
            by_colour,
            by_opening,
            figures
        );
        say!(
            said, words: range(21, 22),
            games_of(23, 24),
            about("§"),
            part(25, 26),
            people_of(27),
            strength_of(41, 42, 43, "§"),
            interval(44, "§", 45, "§"),
            nearest("§"),
            quality(46.5, "§"),
            in_same_positions(47),
            in_own_games("§"),
            by_game(48),
            skill("§"),
            left_out(49),
            too_few(50, 51),
            between("§", "§"),
            doubles(52),
            handicaps(53),
            a_game(54.5),
            lost_a_move("§"),
            strength_within(55, 56)
        );
        said.push(("games one by one".to_owned(), words.by_game(1)));
        let heads = words.heads().into_iter().chain(words.heads_of_kinds());
        said.extend(heads.map(|head| ("head".to_owned(), head.to_owned())));
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
        let text = include_str!("../../../../tests/data/ratings_words.txt");
        spoken::compare(|language| said(Words::of(language)), text);
    }

    #[test]
    fn one_and_many_are_told_apart() {
        for (language, of_one, of_many) in [
            (
                Language::English,
                "1 game, with 1 move where there was a choice",
                "2 games, with 30 moves where there was a choice",
            ),
            (
                Language::Spanish,
                "1 partida, con 1 jugada en que había elección",
                "2 partidas, con 30 jugadas en que había elección",
            ),
            (
                Language::French,
                "1 partie, avec 1 coup où il y avait le choix",
                "2 parties, avec 30 coups où il y avait le choix",
            ),
        ] {
            let words = Words::of(language);
            assert_eq!(words.games_of(1, 1), of_one);
            assert_eq!(words.games_of(2, 30), of_many);
        }
    }
}
