//! What is said of a game in comments before its first move, `CO[Event: Paris Open]`: facts that
//! have no property of their own which other readers know.

use crate::clock::TimeControl;
use crate::record::annotated::{AnnotatedGame, OtherProperty};
use crate::record::format::FileFormat;
use crate::record::kind;
use crate::record::syntax;
use bianca_system::foreign;

/// The property of a game's opening, which GGF borrows from SGF.
const OPENING: &str = "ON";

/// The facts of a game, each with its name and its words.
pub(super) fn facts(game: &AnnotatedGame) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let mut add = |name, value: &str| {
        let value = plain(value);
        if !value.is_empty() {
            facts.push((name, value));
        }
    };
    add("Event", &game.event);
    if !plain(&game.event).is_empty() {
        // The event stands where the place would.
        add("Site", &game.place);
    }
    add("Round", &game.round);
    if !kind::is_plain(&game.variant) && kind::board_type(&game.variant).is_none() {
        add("Variant", &game.variant);
    }
    if let Some(komi) = game.komi {
        add("Komi", &komi.to_string());
    }
    for (name, clock) in clocks(game) {
        let exact = clock.filter(|&clock| clock != in_seconds(clock));
        if let Some(clock) = exact {
            add(name, &clock.to_string());
        }
    }
    if game.agreed && game.forfeit.is_none() && game.result_for_black().is_some() {
        add("Termination", "agreement");
    }
    for opening in game.other.iter().filter(|other| is_opening(other)) {
        for value in &opening.values {
            add("Opening", value);
        }
    }
    facts
}

/// Text as a value, without the blanks around it, which the format does not keep, and without what
/// others take for the end of the game.
pub(super) fn plain(text: &str) -> String {
    let lines = foreign::plain_lines(text);
    let text = lines.trim().replace(['[', ']', '\n'], "_");
    text.replace(";)", ";_")
}

/// The clock of both players, or that of each.
fn clocks(game: &AnnotatedGame) -> Vec<(&'static str, Option<TimeControl>)> {
    if game.black_clock == game.white_clock {
        vec![("TimeControl", game.black_clock)]
    } else {
        vec![
            ("BlackTimeControl", game.black_clock),
            ("WhiteTimeControl", game.white_clock),
        ]
    }
}

/// A clock as other readers take it: in whole seconds, none of which is lost.
pub(super) fn in_seconds(clock: TimeControl) -> TimeControl {
    let whole = |time: std::time::Duration| {
        let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
        std::time::Duration::from_secs(seconds)
    };
    TimeControl {
        main: whole(clock.main),
        increment: whole(clock.increment),
        extension: whole(clock.extension),
        ..clock
    }
}

/// Whether a property is the opening, which is a fact.
pub(super) fn is_opening(property: &OtherProperty) -> bool {
    property.format == FileFormat::Ggf && property.name == OPENING
}

/// Takes a comment as a fact; whether it is one.
pub(super) fn take(game: &mut AnnotatedGame, comment: &str) -> bool {
    let Some((name, value)) = comment.split_once(": ") else {
        return false;
    };
    let text = || value.trim().to_owned();
    match name {
        "Event" => {
            game.event = text();
            if game.place == game.event {
                game.place.clear();
            }
        }
        "Site" => game.place = text(),
        "Round" => game.round = text(),
        "Variant" => game.variant = text(),
        "Opening" => game.keep(FileFormat::Ggf, OPENING, value.trim()),
        "Termination" if value.trim() == "agreement" => game.agreed = true,
        "Komi" => match syntax::decimal(value) {
            Some(komi) => game.komi = Some(komi),
            None => return false,
        },
        "TimeControl" | "BlackTimeControl" | "WhiteTimeControl" => {
            let Ok(clock) = value.trim().parse::<TimeControl>() else {
                return false;
            };
            if name != "WhiteTimeControl" {
                game.black_clock = Some(clock);
            }
            if name != "BlackTimeControl" {
                game.white_clock = Some(clock);
            }
        }
        _ => return false,
    }
    true
}

/// Whether a comment would be taken as a fact.
pub(super) fn looks_like_fact(comment: &str) -> bool {
    take(&mut AnnotatedGame::default(), comment)
}
