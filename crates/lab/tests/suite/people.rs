//! From games of people to the model of their moves, through the executable.

use std::fs;
use std::process::{Command, Output};

use bianca_play::people::choice::ChoiceModel;
use bianca_play::people::openings::Openings;

use crate::LAB;
use crate::support::Scratch;

const GAMES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/games/games.ggf"
);

fn lab(arguments: &[&str]) -> Output {
    Command::new(LAB)
        .args(arguments)
        .output()
        .expect("the executable runs")
}

fn fit(arguments: &[&str]) -> Output {
    lab(&[&["fit", "people", "--epochs", "1"], arguments].concat())
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_model_is_fitted_once_and_again_from_what_was_kept() {
    let scratch = Scratch::new();
    let (folder, seen) = (scratch.path("."), scratch.path("seen"));
    let (model, openings) = (scratch.path("choice.txt"), scratch.path("openings.bin"));
    let made = fit(&[GAMES, "-o", &folder, "--seen", &seen]);
    assert!(made.status.success(), "{}", error(&made));
    let told = error(&made);
    assert!(told.starts_with("4 games by "), "{told}");
    let report = String::from_utf8(made.stdout).unwrap();
    let row = report
        .lines()
        .find(|line| line.starts_with("model "))
        .unwrap();
    assert_eq!(row.split_whitespace().count(), 1 + 2 * 7, "{report}");
    let first = fs::read_to_string(&model).unwrap();
    assert!(ChoiceModel::parse(&first).unwrap() != ChoiceModel::empty());
    let bytes = fs::read(&openings).unwrap();
    assert_eq!(
        Openings::from_bytes(&bytes).size(),
        (0, 0),
        "nothing is played often"
    );

    let refused = fit(&[GAMES, "-o", &folder]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(error(&refused).contains("is there already"));
    let again = fit(&[GAMES, "-o", &folder, "--seen", &seen, "--force"]);
    assert!(again.status.success(), "{}", error(&again));
    assert_eq!(fs::read_to_string(&model).unwrap(), first);
    assert_eq!(String::from_utf8(again.stdout).unwrap(), report);

    // What was kept of other games is not used, and no file is touched then.
    let other = fit(&[
        GAMES, "-o", &folder, "--seen", &seen, "--force", "--seed", "2",
    ]);
    assert_eq!(other.status.code(), Some(1));
    assert!(
        error(&other).contains("made of other games"),
        "{}",
        error(&other)
    );
    assert_eq!(fs::read_to_string(&model).unwrap(), first);
    let missing = fit(&["nowhere.wtb", "-o", &folder, "--force"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(error(&missing).contains("nowhere.wtb"));
}

#[test]
fn the_model_is_compared_with_levels_on_games_of_others_alone() {
    // One player of seven is left out of the fit, and none of these three.
    let told = lab(&["fit", "agreement", GAMES, "--year", "0"]);
    assert!(!told.status.success());
    let error = error(&told);
    assert!(error.contains("whom the fit has not seen"), "{error}");
}

#[test]
fn estimates_of_strength_are_examined_player_by_player() {
    let all = ["--games", "1", "--from", "0", "--year", "9999"];
    let told = lab(&[&["fit", "strength", GAMES], &all[..]].concat());
    assert!(told.status.success(), "{}", error(&told));
    let text = String::from_utf8(told.stdout).unwrap();
    let mut lines = text.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("likeliest: a move counts "),
        "{text}"
    );
    assert!(
        lines.next().unwrap().starts_with("used: a move counts "),
        "{text}"
    );
    let fitted = lines.next().unwrap();
    assert!(fitted.starts_with("fitted: ") && fitted.ends_with(" players"));
    let players: usize = fitted.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(players > 0, "{text}");
    let after = lines.next().unwrap();
    assert!(
        after.starts_with(&format!("after 1: {players} estimates, median error ")),
        "{text}"
    );
    let told_of = lines
        .by_ref()
        .take_while(|line| line.contains(" by "))
        .count();
    assert_eq!(told_of, players, "{text}");
    assert!(
        text.contains("later: 0 players") && text.contains("others: 0 players"),
        "no year is left for them: {text}"
    );
    let missing = lab(&["fit", "strength", "nowhere.wtb"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(error(&missing).contains("nowhere.wtb"));
}
