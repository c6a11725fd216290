//! Ratings as a page for a browser: a table of the players, and for each in words and pictures the
//! strength and where discs are lost.
//!
//! What a page looks like is the business of [`page`](mod@crate::page). What is drawn stands in
//! tables, too.

use maud::{Markup, html};

use super::comparison::SKILLS;
use super::words::{Words, round, with_side};
use super::{GameLoss, LeftOut, OpeningLoss, Rated, Verdict};
use crate::page::chart::{Column, columns, meter, span};
use crate::page::{document, foreign, table};
use crate::people::class::who;
use crate::people::judgement::{Mean, OTHERS, PHASES};
use crate::people::strength::{LEAST, MOST};
use bianca_system::language::Language;

/// So many players have a section of their own.
const MOST_SECTIONS: usize = 40;

/// Openings are told of from so many games on.
const FEWEST_GAMES: u32 = 3;

/// So many openings, those with the most games.
const MOST_OPENINGS: usize = 12;

/// Games one by one are at most so many; more are taken together.
const MOST_COLUMNS: usize = 15;

/// Years are told apart from so many on.
const FEWEST_YEARS: usize = 3;

/// Ratings that a picture of an interval goes over.
const ENDS: (f64, f64) = (LEAST, MOST);

/// The page of these players in a language, with what is to be said of games that were left out.
/// `title` is plain text, or `None` where the games have no file of a name.
pub fn html(
    language: Language,
    title: Option<&str>,
    players: &[Rated],
    left_out: LeftOut,
) -> String {
    let words = Words::of(language);
    let mut sections: Vec<&Rated> = players.iter().collect();
    sections.sort_by_key(|player| std::cmp::Reverse(player.whole.games));
    sections.truncate(MOST_SECTIONS);
    let has_section = |player: &Rated| sections.iter().any(|one| std::ptr::eq(*one, player));
    let content = html! {
        @if players.len() > 1 {
            (list(players, &has_section, words))
            @if players.len() > sections.len() { p.quiet { (words.left_out(sections.len())) } }
        }
        @for (place, player) in players.iter().enumerate() {
            @if has_section(player) { (section(player, place, words)) }
        }
        @for line in words.left_out_of(left_out) { p.quiet { (line) } }
        p.scale.quiet { (words.scale()) }
    };
    document(language, title.unwrap_or(words.title()), &content)
}

/// The table of all players, in their order.
fn list(players: &[Rated], has_section: &dyn Fn(&Rated) -> bool, words: Words) -> Markup {
    let [
        player,
        games,
        moves,
        strength,
        interval,
        about,
        accuracy,
        lost,
    ] = words.heads();
    let heads = [
        player, strength, interval, "", about, games, moves, accuracy, lost,
    ];
    let rows = players.iter().enumerate().map(|(place, player)| {
        let Rated {
            whole, strength, ..
        } = player;
        let name = foreign(&player.name);
        let verdict = words.verdict(player);
        let is_said = verdict.is_some();
        let ends = (strength.low, strength.high);
        vec![
            html! {
                @if has_section(player) { a href={ "#p" (place + 1) } { (name) } }
                @else { (name) }
            },
            html! { @if player.verdict() == Verdict::Rank { (round(strength.rating)) } },
            html! { @if is_said { (words.range(round(ends.0), round(ends.1))) } },
            html! { @if is_said { (span(strength.rating, ends, ENDS)) } },
            html! {
                @match player.verdict() {
                    Verdict::Rank => (who(strength.rating, words.language())),
                    _ => (verdict.unwrap_or_default()),
                }
            },
            html! { (whole.games) },
            html! { (whole.evidence.moves()) },
            html! { @if is_said { (percent(&whole.accuracy)) } },
            html! { @if is_said { (with_side(&whole.whole().lost)) } },
        ]
    });
    table(&heads, &rows.collect::<Vec<_>>())
}

/// All about one player.
fn section(player: &Rated, place: usize, words: Words) -> Markup {
    html! {
        section.rated id={ "p" (place + 1) } {
            h2 { (foreign(&player.name)) }
            @if let Some(verdict) = words.verdict(player) { (said(player, &verdict, words)) }
            @else { p { (words.missing(player)) } }
        }
    }
}

/// What is said of a player of whom something may be said.
fn said(player: &Rated, verdict: &str, words: Words) -> Markup {
    let Rated {
        whole, strength, ..
    } = player;
    let who = |rating| who(rating, words.language());
    let (low, high) = (strength.low, strength.high);
    let has_rank = player.verdict() == Verdict::Rank;
    let quality = with_side(&whole.whole().lost);
    let accuracy = whole.accuracy.mean().unwrap_or(0.0);
    let charts = [by_part(player, words), over_time(&player.games, words)];
    let lapses = words.lapses(player).into_iter();
    let lapses = lapses.map(|(label, text)| vec![html! { (label) }, html! { (text) }]);
    html! {
        p.strength {
            @if has_rank { strong { (round(strength.rating)) } }
            @else { strong { (words.range(round(low), round(high))) } }
            span { (verdict) }
        }
        (span(strength.rating, (low, high), ENDS))
        p {
            (words.interval(round(low), who(low), round(high), who(high)))
            @if !has_rank { " " (words.unsure()) }
        }
        p {
            (words.quality(format_args!("{accuracy:.1}"), &quality))
            @if has_rank { " " (words.nearest(player.skill().name())) }
        }
        (table(&["", ""], &lapses.collect::<Vec<_>>()))
        p.quiet { (words.games_of(whole.games, whole.evidence.moves())) }
        div.charts { @for chart in charts.into_iter().flatten() { (chart) } }
        div.tables { (by_colour(player, words)) (by_opening(player, words)) }
        details { summary { (words.figures()) } (figures(player, words)) }
    }
}

/// Discs lost in each part of the game, beside people and a skill of about the same strength.
fn by_part(player: &Rated, words: Words) -> Option<Markup> {
    let phases = &player.whole.phases;
    let parts = phases.iter().zip(PHASES).map(|(phase, (from, to))| Column {
        label: format!("{from}–{to}"),
        value: phase.lost.mean(),
        side: phase.lost.side(),
    });
    let people = phases.iter();
    let people = people.map(|phase| player.loss_of_peers(phase)).collect();
    let mut curves = vec![("second", people)];
    let has_rank = player.verdict() == Verdict::Rank;
    let losses = player.loss_of_skill().filter(|_| has_rank);
    curves.extend(losses.map(|losses| ("third", losses.map(Some).to_vec())));
    let chart = columns(words.by_part(), &parts.collect::<Vec<_>>(), &curves)?;
    Some(html! {
        figure {
            figcaption {
                (words.by_part())
                br; span.key.second {} (words.in_same_positions(round(player.peers())))
                @if losses.is_some() {
                    br; span.key.third {} (words.in_own_games(player.skill().name()))
                }
            }
            (chart)
        }
    })
}

/// Discs lost from year to year, or from game to game where there are no years to tell apart;
/// nothing of one game.
fn over_time(games: &[GameLoss], words: Words) -> Option<Markup> {
    let (caption, periods) = by_year(games)
        .map(|years| (words.by_year().to_owned(), years))
        .or_else(|| by_game(games, words))?;
    let label = words.labels("strength");
    let chart = columns(label, &periods, &[])?;
    Some(html! { figure { figcaption { (caption) } (chart) } })
}

fn column(label: String, lost: &Mean) -> Column {
    let (value, side) = (lost.mean(), lost.side());
    Column { label, value, side }
}

/// A column for each year from the first to the last, if all games have one.
fn by_year(games: &[GameLoss]) -> Option<Vec<Column>> {
    let years: Option<Vec<u32>> = games.iter().map(|game| game.year).collect();
    let years = years?;
    let (first, last) = (*years.iter().min()?, *years.iter().max()?);
    let mut different = years.clone();
    different.sort_unstable();
    different.dedup();
    // A year that is mistyped must not make a thousand columns.
    if different.len() < FEWEST_YEARS || last - first > 100 {
        return None;
    }
    let of_year = |year| {
        let mut lost = Mean::default();
        let games = games.iter().filter(|game| game.year == Some(year));
        games.for_each(|game| lost.join(&game.lost));
        column(year.to_string(), &lost)
    };
    Some((first..=last).map(of_year).collect())
}

/// A column for each game, or for as many games in a row as it takes; by their dates where all have
/// one.
fn by_game(games: &[GameLoss], words: Words) -> Option<(String, Vec<Column>)> {
    if games.len() < 2 {
        return None;
    }
    let mut games: Vec<&GameLoss> = games.iter().collect();
    if games.iter().all(|game| game.year.is_some()) {
        games.sort_by(|a, b| (a.year, &a.date).cmp(&(b.year, &b.date)));
    }
    let together = games.len().div_ceil(MOST_COLUMNS);
    let periods = games.chunks(together).enumerate().map(|(place, games)| {
        let first = place * together + 1;
        let last = first + games.len() - 1;
        let mut lost = Mean::default();
        games.iter().for_each(|game| lost.join(&game.lost));
        let label = match games {
            [_] => first.to_string(),
            _ => format!("{first}–{last}"),
        };
        column(label, &lost)
    });
    Some((words.by_game(together), periods.collect()))
}

/// Games of one kind, in a table.
struct Kind {
    name: Markup,
    games: u32,
    accuracy: Mean,
    lost: Mean,
}

/// The games with black and those with white.
fn by_colour(player: &Rated, words: Words) -> Markup {
    let names = [words.with_black(), words.with_white()];
    let kinds = player.sides.iter().zip(names).map(|(side, name)| Kind {
        name: html! { (name) },
        games: side.games,
        accuracy: side.accuracy,
        lost: side.whole().lost,
    });
    let kinds = kinds.filter(|kind| kind.games > 0);
    kinds_table(words.by_colour(), &kinds.collect::<Vec<_>>(), words)
}

/// The openings that were played a few times.
fn by_opening(player: &Rated, words: Words) -> Markup {
    let mut kinds: Vec<(&str, OpeningLoss)> = Vec::new();
    for opening in &player.openings {
        let Some((name, _)) = opening.named.name_for(words.language()) else {
            continue;
        };
        // Readers who cannot read the last name of several share one of before.
        match kinds.iter_mut().find(|known| known.0 == name) {
            Some((_, known)) => known.join(opening),
            None => kinds.push((name, opening.clone())),
        }
    }
    kinds.retain(|(_, known)| known.games >= FEWEST_GAMES);
    kinds.sort_by_key(|(_, known)| std::cmp::Reverse(known.games));
    let kinds = kinds.iter().take(MOST_OPENINGS).map(|(name, known)| Kind {
        name: html! { (name) },
        games: known.games,
        accuracy: known.accuracy,
        lost: known.lost,
    });
    kinds_table(words.by_opening(), &kinds.collect::<Vec<_>>(), words)
}

/// Kinds of games below a title; nothing if there are none.
fn kinds_table(title: &str, kinds: &[Kind], words: Words) -> Markup {
    let means = kinds.iter().filter_map(|kind| kind.lost.mean());
    let most = means.fold(1.0, f64::max) * 1.25;
    let [games, accuracy, lost] = words.heads_of_kinds();
    let rows = kinds.iter().map(|kind| {
        vec![
            kind.name.clone(),
            html! { (kind.games) },
            percent(&kind.accuracy),
            html! { (with_side(&kind.lost)) },
            meter(kind.lost.mean().unwrap_or(0.0), kind.lost.side(), most),
        ]
    });
    html! {
        @if !kinds.is_empty() {
            div {
                h3 { (title) }
                (table(&["", games, accuracy, lost, ""], &rows.collect::<Vec<_>>()))
            }
        }
    }
}

/// All that is lost in each part of the game: by the player, by people of each rating, by skills.
fn figures(player: &Rated, words: Words) -> Markup {
    let parts = PHASES.map(|(from, to)| words.part(from, to));
    let mut heads = vec![words.discs_lost()];
    heads.extend(parts.iter().map(String::as_str));
    heads.push(words.all());
    let whole = &player.whole;
    let phases: Vec<_> = whole.phases.into_iter().chain([whole.whole()]).collect();
    let mut rows = Vec::new();
    let mut row = |name: &str, cells: Vec<String>| {
        let cells = cells.iter().map(|cell| html! { (cell) });
        rows.push([html! { (name) }].into_iter().chain(cells).collect());
    };
    let lost = phases.iter().map(|phase| with_side(&phase.lost));
    row(words.a_move(), lost.collect());
    for (side, name) in player
        .sides
        .iter()
        .zip([words.with_black(), words.with_white()])
    {
        let phases = side.phases.iter().copied().chain([side.whole()]);
        row(name, phases.map(|phase| with_side(&phase.lost)).collect());
    }
    for (place, rating) in OTHERS.into_iter().enumerate() {
        let means = phases.iter().map(|phase| phase.others[place].mean());
        let means = means.map(|mean| mean.map_or("-".to_owned(), |mean| format!("{mean:.2}")));
        row(&words.people_of(round(f64::from(rating))), means.collect());
    }
    for (skill, losses) in SKILLS {
        let losses = losses.iter().map(|loss| format!("{loss:.2}"));
        let cells = losses.chain([String::new()]).collect();
        row(&words.skill(skill), cells);
    }
    table(&heads, &rows)
}

fn percent(accuracy: &Mean) -> Markup {
    html! { (format_args!("{:.1} %", accuracy.mean().unwrap_or(0.0))) }
}

#[cfg(test)]
mod tests {
    use super::super::players::Ratings;
    use super::super::players::tests::game;
    use super::*;
    use bianca_records::record::annotated::AnnotatedGame;
    use bianca_search::search::Settings;

    const TIGER: &str = "f5d6c3d3c4f4f6f3e6e7";

    /// Twenty moves, bad ones among them.
    const GAME: &str = "f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7";

    fn page(language: Language, games: &[AnnotatedGame]) -> String {
        let mut ratings = Ratings::new(None, &Settings::default()).unwrap();
        games.iter().for_each(|game| ratings.add(game));
        let left_out = ratings.left_out();
        html(language, None, &ratings.players(1), left_out)
    }

    /// What stands in the frame.
    fn content(page: &str) -> &str {
        &page[page.find("<main>").unwrap()..]
    }

    #[test]
    fn one_game_without_names_is_a_page() {
        let page = page(Language::English, &[game(["", ""], "", GAME)]);
        let content = content(&page);
        assert!(
            content.contains("<bdi>?</bdi>") && content.contains("accuracy"),
            "{content}"
        );
        assert!(
            content.contains("1–12</text>") && !content.contains("NaN"),
            "{content}"
        );
        assert!(
            !content.contains("By opening") && !content.contains("://"),
            "{content}"
        );
        assert!(content.contains("More games make it surer"), "{content}");
    }

    #[test]
    fn all_players_are_listed_with_links_to_what_is_said_of_them() {
        let moves = ["c2", "d2", "e2", "g4", "d8"];
        let games: Vec<AnnotatedGame> = (2000..)
            .zip(moves)
            .map(|(year, last)| {
                let moves = format!("{TIGER}{last}");
                game(["<Ann>", "Bob"], &year.to_string(), &moves)
            })
            .collect();
        let page = page(Language::French, &games);
        let content = content(&page);
        for part in [
            "<a href=\"#p1\"",
            "id=\"p2\"",
            "&lt;Ann&gt;",
            "selon l’année",
            ">2001</text>",
            "Comp'Oth",
            "Par ouverture",
            "avec Noir",
            "entre ",
            "10 pions ou plus",
        ] {
            assert!(content.contains(part), "{part}: {content}");
        }
        assert!(
            !content.contains("<Ann>")
                && !content.contains("avec Blanc</td><td data-label=\"parties\">0")
        );
        assert!(!content.contains("les plus de parties"), "{content}");
    }

    #[test]
    fn of_very_many_players_those_with_the_most_games_are_told_of() {
        let mut games = vec![
            game(["Often", "x0"], "", "f5d6"),
            game(["Often", "x0"], "", "f5f6"),
        ];
        games.extend((1..60).map(|number| game([&format!("x{number}"), ""], "", "f5")));
        let page = page(Language::English, &games);
        let content = content(&page);
        assert_eq!(content.matches("<section").count(), MOST_SECTIONS);
        assert!(content.contains("<h2><bdi>Often</bdi></h2>"));
        assert!(content.contains(&Words::of(Language::English).left_out(MOST_SECTIONS)));
    }

    #[test]
    fn of_too_few_moves_it_is_said_how_many_are_missing_and_nothing_else() {
        let few = game(["Ann", "Ann"], "", TIGER);
        let page = page(Language::English, &[few.clone(), few]);
        let content = content(&page);
        for part in [
            "or 15 moves with a choice. So far there are 10.",
            "1 game is there again and was left out.",
        ] {
            assert!(content.contains(part), "{part}: {content}");
        }
        let (section, _) = content.split_once("</section>").unwrap();
        for part in ["accuracy", "Accuracy", "<svg", "%", "<table"] {
            assert!(!section.contains(part), "{part}: {section}");
        }
    }

    fn lost(year: Option<u32>, date: &str) -> GameLoss {
        let (lost, date) = (Mean::default(), date.to_owned());
        GameLoss { date, year, lost }
    }

    #[test]
    fn years_are_told_apart_only_where_all_are_known() {
        let games = [2001, 2003, 2004].map(|year| lost(Some(year), ""));
        let years = by_year(&games).unwrap();
        let labels: Vec<&str> = years.iter().map(|year| year.label.as_str()).collect();
        assert_eq!(labels, ["2001", "2002", "2003", "2004"]);
        assert!(by_year(&games[..2]).is_none());
        assert!(by_year(&[&games[..], &[lost(None, "")]].concat()).is_none());
        assert!(by_year(&[&games[..], &[lost(Some(9001), "")]].concat()).is_none());
    }

    #[test]
    fn many_games_are_taken_together_in_the_order_of_their_dates() {
        let words = Words::of(Language::English);
        assert!(by_game(&[lost(None, "")], words).is_none());
        let games = vec![lost(None, ""); 31];
        let (caption, columns) = by_game(&games, words).unwrap();
        assert_eq!(columns.len(), 11, "{caption}");
        assert_eq!(columns[10].label, "31", "{caption}");
        assert_eq!(columns[0].label, "1–3", "{caption}");
        assert!(caption.contains("3 games"), "{caption}");
    }

    #[test]
    fn each_column_has_what_its_games_lost() {
        let words = Words::of(Language::English);
        let mut ratings = Ratings::new(None, &Settings::default()).unwrap();
        for moves in ["f5", "f5f4", "f5f6e6", "f5d6c3d3"] {
            ratings.add(&game(["Ann", "Ann"], "", moves));
        }
        // Games of one to four moves.
        let mut losses: Vec<Mean> = ratings.players(1)[0]
            .games
            .iter()
            .map(|game| game.lost)
            .collect();
        losses.sort_by_key(Mean::count);
        assert_eq!(
            losses.iter().map(Mean::count).collect::<Vec<_>>(),
            [1, 2, 3, 4]
        );
        let of = |place: usize, year: u32, date: &str| GameLoss {
            lost: losses[place],
            ..lost(Some(year), date)
        };
        let games = [
            of(0, 2003, ""),
            of(1, 2001, ""),
            of(2, 2003, ""),
            of(3, 2004, ""),
        ];
        let together = |places: &[usize]| {
            let mut sum = Mean::default();
            places.iter().for_each(|&place| sum.join(&losses[place]));
            (sum.mean(), sum.side())
        };
        let values = |columns: &[Column]| -> Vec<(Option<f64>, Option<f64>)> {
            columns
                .iter()
                .map(|column| (column.value, column.side))
                .collect()
        };
        let years = by_year(&games).unwrap();
        assert_eq!(
            values(&years),
            [
                together(&[1]),
                together(&[]),
                together(&[0, 2]),
                together(&[3])
            ]
        );
        // One by one in the order of their dates.
        let games = [
            of(0, 2003, "2003-05"),
            of(1, 2001, "2001"),
            of(2, 2003, "2003-01"),
        ];
        let (caption, columns) = by_game(&games, words).unwrap();
        assert_eq!(values(&columns), [1, 2, 0].map(|place| together(&[place])));
        assert_eq!(caption, "discs lost a move, game by game");
        // In the order in which they came, where a date is missing.
        let mut undated = games.to_vec();
        undated[2].year = None;
        let (_, columns) = by_game(&undated, words).unwrap();
        assert_eq!(values(&columns), [0, 1, 2].map(|place| together(&[place])));
        // Fifteen have columns of their own, sixteen are taken in pairs.
        for (count, labels) in [
            (15, ["1", "2", "15"]),
            (16, ["1–2", "3–4", "15–16"]),
            (2, ["1", "2", "2"]),
        ] {
            let (_, columns) = by_game(&vec![games[1].clone(); count], words).unwrap();
            let told = [&columns[0], &columns[1], &columns[columns.len() - 1]];
            assert_eq!(told.map(|column| column.label.as_str()), labels);
        }
        // A century at most.
        let between =
            |first, last| by_year(&[of(0, first, ""), of(1, first + 1, ""), of(2, last, "")]);
        assert_eq!(between(1900, 2000).unwrap().len(), 101);
        assert!(between(1900, 2001).is_none());
    }
}
