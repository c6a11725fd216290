//! Spanish.

use super::{Labels, Words};
use bianca_system::language::Language;

pub const WORDS: Words = Words {
    language: Language::Spanish,
    columns: [
        "jugador",
        "partidas",
        "jugadas",
        "fuerza",
        "95 %",
        "más o menos",
        "precisión",
        "perdidas por jugada",
    ],
    range: |low, high| format!("de {low:.0} a {high:.0}"),
    games_of: |games, moves| {
        format!(
            "{}, con {} en que había elección",
            counted(games, "partida"),
            counted(moves, "jugada")
        )
    },
    about: |who| format!("más o menos {who}"),
    discs_lost: "fichas perdidas",
    part: |from, to| format!("jug. {from}-{to}"),
    all: "todas",
    a_move: "por jugada",
    with_black: "con negras",
    with_white: "con blancas",
    people_of: |rating| format!("gente de {rating:.0}"),
    labels: Labels {
        player: "jugador",
        games: "partidas",
        strength: "fuerza",
        level: "nivel",
        accuracy: "precisión",
    },
    strength_of: |strength, skill| {
        format!(
            "{:.0}, en 95 de 100 casos de {:.0} a {:.0}; más o menos la destreza {skill} de Bianca",
            strength.rating, strength.low, strength.high
        )
    },
    title: "La fuerza de los jugadores",
    scale: "La fuerza está en la escala de los jugadores de torneos, cuya media es 1500. Lo que pierde \
            una jugada lo dice una búsqueda corta. La precisión es la media de todas las jugadas: la \
            que no pierde nada cuenta 100 %, la que pierde 4 fichas 50 %.",
    interval: |(low, weakest), (high, strongest)| {
        format!(
            "En 95 de 100 casos la fuerza está entre {low:.0} ({weakest}) y {high:.0} ({strongest})."
        )
    },
    unsure: "Tan pocas jugadas dicen poco. Con más partidas será más seguro.",
    nearest: |skill| format!("La destreza de Bianca más cercana es {skill}."),
    quality: |accuracy, lost| {
        format!("Precisión {accuracy:.1} %, {lost} fichas perdidas por jugada.")
    },
    by_part: "fichas perdidas por jugada, según la parte de la partida",
    in_same_positions: |rating| format!("gente de {rating:.0} en las mismas posiciones"),
    in_own_games: |skill| format!("la destreza {skill} de Bianca en sus propias partidas"),
    by_year: "fichas perdidas por jugada, según el año",
    by_game: |games| match games {
        1 => "fichas perdidas por jugada, partida a partida".to_owned(),
        _ => format!("fichas perdidas por jugada, por grupos de {games} partidas seguidas"),
    },
    by_colour: "Por color",
    by_opening: "Por apertura",
    kinds: ["partidas", "precisión", "perdidas por jugada"],
    skill: |skill| format!("destreza {skill} de Bianca"),
    figures: "todas las cifras",
    left_out: |players| format!("De los {players} jugadores con más partidas se cuenta todo."),
};

fn counted(number: u32, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {what}{ending}")
}
