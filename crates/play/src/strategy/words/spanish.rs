//! Spanish.

use super::{About, Saying, few, list, rest, tenths};
use crate::strategy::Theme;
use crate::strategy::reason::Reason;
use bianca_rules::othello::{Color, Move};

pub fn say(saying: &Saying) -> String {
    match saying {
        Saying::Only(played) => format!("{played} es la única jugada."),
        Saying::Pass(Color::Black) => "Las negras no tienen jugada y deben pasar.".to_owned(),
        Saying::Pass(Color::White) => "Las blancas no tienen jugada y deben pasar.".to_owned(),
        Saying::Best(played) => format!("{played} es la mejor jugada."),
        Saying::Equal(played, other) => format!("{played} es tan buena como {other}."),
        Saying::Loses(played, best, loss) => format!(
            "{played} pierde {loss} fichas frente a {best}; sus líneas no muestran una razón única."
        ),
        Saying::Why(about) => why(about),
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "las negras",
        Color::White => "las blancas",
    }
}

/// A line in brackets, with a blank before it.
fn by(line: &[Move]) -> String {
    match rest(line).as_str() {
        "" => String::new(),
        line => format!(" ({line})"),
    }
}

fn plies(plies: usize) -> String {
    match plies {
        1 => "Enseguida".to_owned(),
        plies => format!("{plies} jugadas después"),
    }
}

fn why(about: &About) -> String {
    let (mover, opponent) = (side(about.mover), side(about.opponent));
    let (worse, best) = (about.worse, about.best);
    match about.reason {
        Reason::CornerLost {
            corner,
            line,
            instead,
        } => {
            let then = match instead {
                Some(instead) if instead == corner => format!("es para {mover}"),
                Some(instead) => format!("{mover} ganan en cambio {instead}"),
                None => format!("{opponent} no la consiguen"),
            };
            format!(
                "Tras {worse}, {opponent} toman la esquina {corner}{}. Tras {best}, {then}.",
                by(line)
            )
        }
        Reason::CornerMissed { corner, line } => format!(
            "Con {best}, {mover} toman la esquina {corner}{}. Tras {worse}, no la consiguen.",
            by(line)
        ),
        Reason::MustPass { line } => format!(
            "Tras {worse}, {mover} se quedan sin jugadas y deben pasar{}. Tras {best}, no.",
            by(line)
        ),
        Reason::PassMissed { line } => format!(
            "Con {best}, {opponent} se quedan sin jugadas y deben pasar{}. Tras {worse}, siempre \
             tienen alguna.",
            by(line)
        ),
        Reason::LastInRegion { region, last } => format!(
            "Tras {worse}, {opponent} hacen la última jugada en la región {} ({last}). Tras {best}, \
             la hacen {mover}.",
            list(*region)
        ),
        Reason::Wedge { wedge, line } => format!(
            "Tras {worse}, {opponent} meten una cuña en el borde en {wedge}{} y ahí se queda. Tras \
             {best}, no se llega a eso.",
            by(line)
        ),
        Reason::WedgeMissed { wedge, line } => format!(
            "Con {best}, {mover} meten una cuña en el borde en {wedge}{} y ahí se queda. Tras \
             {worse}, no se llega a eso.",
            by(line)
        ),
        Reason::UnbalancedEdge { edge } => format!(
            "{worse} lleva a un borde desequilibrado de cinco ({}), que {opponent} pueden atacar. \
             {best} no.",
            list(*edge)
        ),
        Reason::CornerOpened { corner } => {
            format!("{worse} abre la esquina {corner} a {opponent}. {best} no.")
        }
        Reason::FewMoves {
            left,
            plies: after,
            instead,
        } => format!(
            "Tras {worse}, {mover} tienen menos jugadas. {} les {}{}, tras {best} {instead}.",
            plies(*after),
            match left.count() {
                1 => "queda 1".to_owned(),
                number => format!("quedan {number}"),
            },
            few(*left)
        ),
        Reason::ManyMoves {
            moves,
            plies: after,
            instead,
        } => format!(
            "{worse} deja elegir demasiado. {} {opponent} tienen {} jugadas posibles, tras {best} \
             {instead}.",
            plies(*after),
            moves.count()
        ),
        Reason::TempoMissed => format!(
            "Tras {best}, {opponent} no tienen respuesta en esa región y deben abrir otra. {worse} \
             no gana ese tiempo."
        ),
        Reason::StableGiven {
            more, plies: after, ..
        } => format!(
            "Tras {worse}, {opponent} consiguen fichas que ya nadie puede voltear. {} son {more} más \
             que tras {best}.",
            plies(*after)
        ),
        Reason::StableMissed {
            more, plies: after, ..
        } => format!(
            "Tras {best}, {mover} consiguen fichas que ya nadie puede voltear. {} son {more} más que \
             tras {worse}.",
            plies(*after)
        ),
        Reason::LastOfGame => format!(
            "Tras {worse}, {opponent} hacen la última jugada de la partida. Tras {best}, la hacen \
             {mover}."
        ),
        Reason::Frontier { played, best: then } => format!(
            "{worse} abre la posición de {mover}. {played} fichas quedan junto a casillas vacías, \
             tras {best} {then}."
        ),
        Reason::BesideCorner { corner } => {
            format!("{worse} toca la esquina vacía {corner}. {best} se mantiene lejos de ella.")
        }
        Reason::XSquare {
            square,
            corner,
            line,
        } => format!(
            "Tras {worse}, {mover} acaban jugando {square}{} junto a la esquina vacía {corner}. Tras \
             {best}, no se llega a eso.",
            by(line)
        ),
        Reason::XSquareMissed {
            square,
            corner,
            line,
        } => format!(
            "Con {best}, {opponent} acaban jugando {square}{} junto a la esquina vacía {corner}. Tras \
             {worse}, no se llega a eso.",
            by(line)
        ),
        Reason::EdgeGiven { edge } => format!(
            "Tras {worse}, {opponent} consiguen un borde seguro ({}). Tras {best}, no.",
            list(*edge)
        ),
        Reason::EdgeMissed { edge } => format!(
            "Con {best}, {mover} consiguen un borde seguro ({}). Tras {worse}, no.",
            list(*edge)
        ),
        Reason::SquareLeft { line } => format!(
            "Tras {worse}, {opponent} juegan {best}{}. Con {best} primero, {opponent} no consiguen \
             ninguna de las dos casillas.",
            by(line)
        ),
        Reason::BothSquares { line } => format!(
            "Con {best} primero, {mover} aún pueden jugar {worse} después{}. Tras {worse}, {mover} no \
             consiguen {best}.",
            by(line)
        ),
        Reason::Choice { played, best: then } => format!(
            "Tras {best}, {}. De media {mover} tienen {} jugadas y {opponent} {}, tras {worse} {} y {}.",
            if then.0 > played.0 {
                format!("{mover} tienen más donde elegir")
            } else {
                format!("{opponent} tienen menos donde elegir")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Exposed { played, best: then } => format!(
            "Tras {best}, {} quedan junto a casillas vacías. De media {mover} tienen {} allí y \
             {opponent} {}, tras {worse} {} y {}.",
            if then.0 < played.0 {
                format!("menos fichas de {mover}")
            } else {
                format!("más fichas de {opponent}")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Turned { played, best: then } => format!(
            "{worse} voltea {played} fichas, {best} solo {then}. Con el tablero abierto, pocas fichas \
             dejan pocas jugadas al rival."
        ),
        Reason::Discs { played, best: then } => format!(
            "Solo la cuenta las distingue. Con {worse} el final es {} a {} para {mover}, con {best} \
             {} a {}.",
            played.0, played.1, then.0, then.1
        ),
    }
}

/// A side where it stands by itself.
pub const fn colour(color: Color) -> &'static str {
    match color {
        Color::Black => "negras",
        Color::White => "blancas",
    }
}

/// What a finding is about.
pub const fn title(theme: Theme) -> &'static str {
    match theme {
        Theme::Corners => "esquinas",
        Theme::FreeCorners => "esquinas libres",
        Theme::OpenCorners => "esquinas al alcance",
        Theme::Edges => "fichas en los laterales",
        Theme::StableDiscs => "fichas estables",
        Theme::XSquares => "casillas X junto a una esquina libre",
        Theme::CSquares => "casillas C junto a una esquina libre",
        Theme::Mobility => "movilidad",
        Theme::PotentialMobility => "movilidad potencial",
        Theme::Parity => "paridad, última jugada si nadie pasa",
        Theme::OddRegion => "región impar",
        Theme::EvenRegion => "región par",
        Theme::Empathy => "lo que quiere el oponente, respuestas que deja",
        Theme::Frontier => "fichas en la frontera",
        Theme::Tempo => "jugadas que ganan tempo",
        Theme::SecuredEdge => "borde asegurado",
        Theme::UnbalancedEdge => "lateral desequilibrado",
        Theme::StonerTrap => {
            "trampa de Stoner (casilla X, ataque, esquina ganada, esquina ofrecida)"
        }
        Theme::StonerThreat => {
            "amenaza de Stoner (casilla X, ataque, esquina ganada, esquina ofrecida)"
        }
        Theme::Turned => "fichas volteadas",
        Theme::GivenCorners => "esquinas entregadas",
        Theme::NewStableDiscs => "fichas que quedan estables",
    }
}
