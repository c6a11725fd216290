//! Ratings as lines of a terminal, in the language of who reads them.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::words::{Words, round, with_side};
use super::{LeftOut, Rated, Verdict};
use crate::people::judgement::{OTHERS, PHASES};
use bianca_system::foreign::shown;
use bianca_system::language::Language;

/// What stands where nothing may be said.
const UNSAID: &str = "-";

/// Columns that a part of the game takes at least.
const PART: usize = 13;

/// A line for each player, and one for each reason why games were left out.
///
/// # Errors
/// If it cannot be written.
pub fn list(
    output: &mut dyn Write,
    players: &[Rated],
    left_out: LeftOut,
    language: Language,
) -> io::Result<()> {
    let words = Words::of(language);
    let head = words.heads().map(str::to_owned);
    let rows = players.iter().map(|player| {
        let Rated {
            whole, strength, ..
        } = player;
        let verdict = player.verdict();
        let is_said = !matches!(verdict, Verdict::Nothing(_));
        let said = |cell: String, is_said: bool| if is_said { cell } else { UNSAID.to_owned() };
        let has_rank = verdict == Verdict::Rank;
        let range = words.range(round(strength.low), round(strength.high));
        [
            shown(&player.name).into_owned(),
            whole.games.to_string(),
            whole.evidence.moves().to_string(),
            said(round(strength.rating), has_rank),
            said(range, is_said),
            said(player.skill().name().to_owned(), has_rank),
            said(accuracy(player), is_said),
            said(with_side(&whole.whole().lost), is_said),
        ]
    });
    let rows: Vec<[String; 8]> = [head].into_iter().chain(rows).collect();
    let widest = |column: usize| rows.iter().map(|row| row[column].width()).max();
    for row in &rows {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let room = " ".repeat(widest(column).unwrap_or(0) - cell.width());
            // Words stand left, numbers right.
            match column {
                0 | 4 | 5 => format!("{cell}{room}"),
                _ => format!("{room}{cell}"),
            }
        });
        writeln!(output, "{}", cells.collect::<Vec<_>>().join("  "))?;
    }
    for line in words.left_out_of(left_out) {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// All about one player.
///
/// # Errors
/// If it cannot be written.
pub fn tell(output: &mut dyn Write, player: &Rated, language: Language) -> io::Result<()> {
    let words = Words::of(language);
    let Rated {
        whole, strength, ..
    } = player;
    let games = words.games_of(whole.games, whole.evidence.moves());
    let name = shown(&player.name).into_owned();
    let mut lines = vec![("player", name), ("games", games)];
    let [rating, low, high] = [strength.rating, strength.low, strength.high].map(round);
    let verdict = player.verdict();
    lines.push(match verdict {
        Verdict::Nothing(_) => ("strength", words.missing(player)),
        Verdict::Range => ("strength", words.strength_within(low, high)),
        Verdict::Rank => {
            let skill = player.skill().name();
            ("strength", words.strength_of(rating, low, high, skill))
        }
    });
    let level = words.verdict(player);
    let is_said = level.is_some();
    lines.extend(level.map(|level| ("level", level)));
    lines.extend(is_said.then(|| ("accuracy", accuracy(player))));
    let lines = lines.into_iter();
    let mut lines: Vec<_> = lines
        .map(|(label, text)| (words.labels(label), text))
        .collect();
    if is_said {
        lines.extend(words.lapses(player));
    }
    let widest = lines.iter().map(|(label, _)| label.width()).max();
    for (label, text) in &lines {
        let room = " ".repeat(widest.unwrap_or(0) - label.width());
        writeln!(output, "{label}{room}  {text}")?;
    }
    for line in words.left_out_of(player.left_out) {
        writeln!(output, "{line}")?;
    }
    writeln!(output)?;
    if !is_said {
        return Ok(());
    }
    let phases: Vec<_> = whole.phases.into_iter().chain([whole.whole()]).collect();
    let parts = PHASES.map(|(from, to)| words.part(from, to));
    let mut rows = vec![(
        words.discs_lost().to_owned(),
        parts.into_iter().chain([words.all().to_owned()]).collect(),
    )];
    let lost = phases.iter().map(|phase| with_side(&phase.lost));
    rows.push((words.a_move().to_owned(), lost.collect()));
    for (side, name) in player
        .sides
        .iter()
        .zip([words.with_black(), words.with_white()])
    {
        let phases = side.phases.iter().copied().chain([side.whole()]);
        let lost = phases.map(|phase| with_side(&phase.lost));
        rows.push((name.to_owned(), lost.collect()));
    }
    for (place, rating) in OTHERS.into_iter().enumerate() {
        let means = phases.iter().map(|phase| phase.others[place].mean());
        let means = means.map(|mean| mean.map_or("-".to_owned(), |mean| format!("{mean:.2}")));
        rows.push((words.people_of(round(f64::from(rating))), means.collect()));
    }
    table(output, &rows)?;
    writeln!(output)
}

/// Rows with their names; numbers stand below each other, whether something follows them or not.
fn table(output: &mut dyn Write, rows: &[(String, Vec<String>)]) -> io::Result<()> {
    let widest = rows.iter().map(|(name, _)| name.width()).max();
    for (name, cells) in rows {
        write!(
            output,
            "{name}{}",
            " ".repeat(widest.unwrap_or(0) - name.width())
        )?;
        for cell in cells {
            // An interval is as wide as this.
            let room = if cell.parse::<f64>().is_ok() {
                "      "
            } else {
                ""
            };
            let cell = format!("{cell}{room}");
            write!(
                output,
                "{}{cell}",
                " ".repeat(PART.saturating_sub(cell.width()).max(1))
            )?;
        }
        writeln!(output)?;
    }
    Ok(())
}

fn accuracy(player: &Rated) -> String {
    format!("{:.1} %", player.whole.accuracy.mean().unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::super::players::Ratings;
    use super::super::players::tests::game;
    use super::*;
    use bianca_search::search::Settings;

    fn told(language: Language, write: impl Fn(&mut dyn Write, &Rated, Language)) -> String {
        let mut ratings = Ratings::new(None, &Settings::default()).unwrap();
        let game = |moves| game(["山田", ""], "", moves);
        ratings.add(&game("f5d6c3d3c4f4f6f3e6e7d7"));
        ratings.add(&game("f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7"));
        let players = ratings.players(1);
        let player = players.iter().find(|player| player.name == "山田").unwrap();
        let mut text = Vec::new();
        write(&mut text, player, language);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn columns_stand_below_each_other_in_every_language() {
        for language in Language::ALL {
            let text = told(language, |output, player, language| {
                let players = std::slice::from_ref(player);
                list(output, players, LeftOut::default(), language).unwrap();
            });
            let widths: Vec<usize> = text.lines().map(|line| line.width()).collect();
            assert!(widths.len() == 2 && widths[0] == widths[1], "{text}");
            let text = told(language, |output, player, language| {
                tell(output, player, language).unwrap();
            });
            assert!(text.contains("山田") && text.contains("100"), "{text}");
            let (_, table) = text.split_once("\n\n").unwrap();
            // Of the last six lines, what people would lose, all are alike.
            let ends: Vec<usize> = table
                .lines()
                .rev()
                .skip(1)
                .take(6)
                .map(str::width)
                .collect();
            assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
        }
    }
}
