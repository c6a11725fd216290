//! The settings and openings for cutegames (`tests/clients/cutegames`): what they ask of Bianca, it
//! understands.

use serde_json::Value;

use crate::session::process::Bianca;

const SETTINGS: &str = include_str!("../../clients/cutegames/settings.json");
const OPENINGS: &str = include_str!("../../clients/cutegames/openings.txt");

#[test]
fn the_settings_and_openings_are_understood() {
    let settings: Value = serde_json::from_str(SETTINGS).unwrap();
    assert_eq!(settings["game"], "generic");
    let openings = settings["openings"]["path"].as_str().unwrap();
    assert!(openings.ends_with("tests/clients/cutegames/openings.txt"));
    let engines = settings["engines"].as_array().unwrap();
    assert!(engines.len() >= 2);
    for engine in engines {
        assert_eq!(engine["protocol"], "UGI");
        let mut bianca = Bianca::anywhere(&[]);
        bianca.send("ugi\n");
        while bianca.line().unwrap() != "ugiok" {}
        let options = [&settings["options"], &engine["options"]];
        for (name, value) in options
            .iter()
            .filter_map(|given| given.as_object())
            .flatten()
        {
            let value = value.as_str().expect("cutegames wants texts");
            bianca.send(format!("setoption name {name} value {value}\n"));
        }
        // A refusal would be told first.
        for opening in OPENINGS.lines() {
            bianca.send(format!("position fen {opening}\nquery fen\n"));
            assert_eq!(bianca.line().unwrap(), format!("response {opening}"));
        }
        bianca.send("go movetime 1\n");
        while !bianca.line().unwrap().starts_with("bestmove ") {}
    }
}
