//! `analyze --people`: how likely people were to play each move.

use super::*;

#[test]
fn people_stand_beside_each_move_if_they_are_asked_for() {
    let rows = |arguments: &[&str]| -> Vec<Value> {
        let output = analyze(&[&["-", "--json"], arguments].concat(), GAMES);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let lines = stdout(&output);
        let lines = lines.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let moves = |rows: &[Value]| -> Vec<Value> {
        let moves = rows.iter().flat_map(|row| row["moves"].as_array().unwrap());
        moves.cloned().collect()
    };
    let (plain, usual) = (moves(&rows(&[])), moves(&rows(&["--people"])));
    let weak = moves(&rows(&["--people", "900"]));
    assert_eq!(usual.len(), plain.len());
    for ((plain, usual), weak) in plain.iter().zip(&usual).zip(&weak) {
        let people = &usual["people"];
        assert_eq!(
            (&people["rating"], &weak["people"]["rating"]),
            (&1500.into(), &900.into())
        );
        let number = |name: &str| people[name].as_f64().unwrap();
        assert!(number("chance") <= number("favourite_chance"), "{usual}");
        let same = people["favourite"] == usual["move"];
        assert_eq!(
            same,
            number("chance") == number("favourite_chance"),
            "{usual}"
        );
        // Nothing else is another one.
        let mut without = usual.clone();
        without.as_object_mut().unwrap().remove("people");
        assert_eq!(&without, plain);
    }
    // The four first moves are one.
    assert_eq!(usual[0]["people"]["chance"], 100.0);
    assert_eq!(usual[0]["people"]["favourite"], "f5");
    assert!(usual != weak);
    // Most people answer f5 by d6, as this game does.
    assert_eq!(usual[1]["people"]["favourite"], "d6");

    let told = |arguments: &[&str]| stdout(&analyze(&[&["-"], arguments].concat(), GAMES));
    let (without, text) = (told(&[]), told(&["--people", "1500"]));
    assert!(!without.contains("people") && !without.contains(" %, "));
    assert_eq!(
        text.matches("\npeople: how likely players of 1500 were")
            .count(),
        3
    );
    let heads = text.lines().filter(|line| line.contains(" people  depth"));
    assert_eq!(heads.count(), 3, "{text}");
    for mv in &usual {
        let people = &mv["people"];
        let percent = |name: &str| format!("{:.0} %", people[name].as_f64().unwrap());
        let mut cell = percent("chance");
        if people["favourite"] != mv["move"] {
            let favourite = people["favourite"].as_str().unwrap();
            cell += &format!(", {favourite} {}", percent("favourite_chance"));
        }
        assert!(text.contains(&format!(" {cell}  ")), "{cell}: {text}");
    }
    for bad in ["899", "2301", "club", "games.txt"] {
        let output = analyze(&["--people", bad, "-"], GAMES);
        assert_eq!(output.status.code(), Some(2));
        let reason = "a rating from 900 to 2300 expected; a file stands before the option";
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
    }
}

#[test]
fn a_log_without_people_is_not_gone_on_with_for_them() {
    let scratch = Scratch::new();
    let log = scratch.path("log.jsonl");
    let run = |arguments: &[&str]| {
        let arguments = [&["-", "--json", "--log", &log, "--resume"], arguments].concat();
        analyze(&arguments, GAMES)
    };
    let first = run(&["--people"]);
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    assert_eq!(stdout(&run(&["--people", "1500"])), stdout(&first));
    for other in [&[][..], &["--people", "1600"]] {
        let output = run(other);
        assert!(
            stderr(&output).contains("was made with"),
            "{}",
            stderr(&output)
        );
    }
}
