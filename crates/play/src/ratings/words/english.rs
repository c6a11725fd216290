//! English.

use super::{Labels, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::English,
    columns: [
        "player",
        "games",
        "moves",
        "strength",
        "95 %",
        "about",
        "accuracy",
        "lost a move",
    ],
    range: |low, high| format!("{low:.0} to {high:.0}"),
    games_of: |games, moves| {
        format!(
            "{}, with {} where there was a choice",
            counted(games, "game"),
            counted(moves, "move")
        )
    },
    about: |who| format!("about {who}"),
    discs_lost: "discs lost",
    part: |from, to| format!("moves {from}-{to}"),
    all: "all",
    a_move: "a move",
    with_black: "with black",
    with_white: "with white",
    people_of: |rating| format!("people of {rating:.0}"),
    labels: Labels {
        player: "player",
        games: "games",
        strength: "strength",
        level: "level",
        accuracy: "accuracy",
    },
    strength_of: |strength, skill| {
        format!(
            "{:.0}, in 95 of 100 cases {:.0} to {:.0}; about Bianca's skill {skill}",
            strength.rating, strength.low, strength.high
        )
    },
    title: "How strong the players are",
    scale: "Strength is on the scale of tournament players, whose mean is 1500. What a move loses is what \
            a short search says. Accuracy is the mean over all moves: a move that loses nothing counts \
            100 %, one that loses 4 discs 50 %.",
    interval: |(low, weakest), (high, strongest)| {
        format!(
            "In 95 of 100 cases the strength lies between {low:.0} ({weakest}) and {high:.0} ({strongest})."
        )
    },
    unsure: "So few moves say little. More games make it surer.",
    nearest: |skill| format!("The nearest of Bianca's skills is {skill}."),
    quality: |accuracy, lost| format!("Accuracy {accuracy:.1} %, {lost} discs lost a move."),
    by_part: "discs lost a move, by the part of the game",
    in_same_positions: |rating| format!("people of {rating:.0} in the same positions"),
    in_own_games: |skill| format!("Bianca's skill {skill} in games of its own"),
    by_year: "discs lost a move, by the year",
    by_game: |games| match games {
        1 => "discs lost a move, game by game".to_owned(),
        _ => format!("discs lost a move, by {games} games in a row"),
    },
    by_colour: "By colour",
    by_opening: "By opening",
    kinds: ["games", "accuracy", "lost a move"],
    skill: |skill| format!("Bianca's skill {skill}"),
    figures: "all figures",
    left_out: |players| format!("The {players} players with the most games are told of in full."),
};

fn counted(number: u32, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}
