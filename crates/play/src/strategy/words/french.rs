//! French, in the terms of the French federation: Noir and Blanc, pions, bord de cinq.

use super::{About, Saying, few, list, rest, tenths};
use crate::strategy::Theme;
use crate::strategy::reason::Reason;
use bianca_rules::othello::{Color, Move};

pub fn say(saying: &Saying) -> String {
    match saying {
        Saying::Only(played) => format!("{played} est le seul coup."),
        Saying::Pass(mover) => format!("{} n’a pas de coup et doit passer.", colour(*mover)),
        Saying::Best(played) => format!("{played} est le meilleur coup."),
        Saying::Equal(played, other) => format!("{played} est aussi bon que {other}."),
        Saying::Loses(played, best, loss) => format!(
            "{played} perd {loss} pions par rapport à {best}, mais leurs suites ne montrent pas de \
             raison unique."
        ),
        Saying::Why(about) => why(about),
    }
}

/// A side, in a sentence and by itself.
pub const fn colour(color: Color) -> &'static str {
    match color {
        Color::Black => "Noir",
        Color::White => "Blanc",
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
        1 => "Aussitôt".to_owned(),
        plies => format!("{plies} coups plus tard"),
    }
}

fn moves(number: u32) -> String {
    match number {
        0 | 1 => format!("{number} coup"),
        number => format!("{number} coups"),
    }
}

fn why(about: &About) -> String {
    let (mover, opponent) = (colour(about.mover), colour(about.opponent));
    let (worse, best) = (about.worse, about.best);
    match about.reason {
        Reason::CornerLost {
            corner,
            line,
            instead,
        } => {
            let then = match instead {
                Some(instead) if instead == corner => format!("il est pour {mover}"),
                Some(instead) => format!("{mover} prend {instead} en échange"),
                None => format!("{opponent} ne l’obtient pas"),
            };
            format!(
                "Après {worse}, {opponent} prend le coin {corner}{}. Après {best}, {then}.",
                by(line)
            )
        }
        Reason::CornerMissed { corner, line } => format!(
            "Avec {best}, {mover} prend le coin {corner}{}. Après {worse}, {mover} ne l’obtient pas.",
            by(line)
        ),
        Reason::MustPass { line } => format!(
            "Après {worse}, {mover} n’a plus de coup et doit passer{}. Après {best}, non.",
            by(line)
        ),
        Reason::PassMissed { line } => format!(
            "Avec {best}, {opponent} n’a plus de coup et doit passer{}. Après {worse}, {opponent} en a \
             toujours un.",
            by(line)
        ),
        Reason::LastInRegion { region, last } => format!(
            "Après {worse}, {opponent} joue le dernier coup dans la région {} ({last}). Après {best}, \
             c’est {mover}.",
            list(*region)
        ),
        Reason::Wedge { wedge, line } => format!(
            "Après {worse}, {opponent} s’insère sur le bord en {wedge}{} et y reste. Après {best}, cela \
             n’arrive pas.",
            by(line)
        ),
        Reason::WedgeMissed { wedge, line } => format!(
            "Avec {best}, {mover} s’insère sur le bord en {wedge}{} et y reste. Après {worse}, cela \
             n’arrive pas.",
            by(line)
        ),
        Reason::UnbalancedEdge { edge } => format!(
            "{worse} mène à un bord de cinq ({}), que {opponent} peut attaquer. {best} l’évite.",
            list(*edge)
        ),
        Reason::CornerOpened { corner } => {
            format!("{worse} ouvre le coin {corner} à {opponent}. {best} ne le fait pas.")
        }
        Reason::FewMoves {
            left,
            plies: after,
            instead,
        } => format!(
            "Après {worse}, {mover} a moins de coups. {}, il en reste {}{}, contre {instead} après \
             {best}.",
            plies(*after),
            left.count(),
            few(*left)
        ),
        Reason::ManyMoves {
            moves: choice,
            plies: after,
            instead,
        } => format!(
            "{worse} laisse trop de choix à {opponent}. {}, {opponent} a {}, contre {instead} après \
             {best}.",
            plies(*after),
            moves(choice.count())
        ),
        Reason::TempoMissed => format!(
            "Après {best}, {opponent} n’a pas de réponse dans cette région et doit en ouvrir une autre. \
             {worse} ne gagne pas ce temps."
        ),
        Reason::StableGiven {
            more, plies: after, ..
        } => format!(
            "Après {worse}, {opponent} obtient des pions définitifs. {}, il y en a {more} de plus \
             qu’après {best}.",
            plies(*after)
        ),
        Reason::StableMissed {
            more, plies: after, ..
        } => format!(
            "Après {best}, {mover} obtient des pions définitifs. {}, il y en a {more} de plus qu’après \
             {worse}.",
            plies(*after)
        ),
        Reason::LastOfGame => format!(
            "Après {worse}, {opponent} joue le dernier coup de la partie. Après {best}, c’est {mover}."
        ),
        Reason::Frontier { played, best: then } => format!(
            "{worse} ouvre la position de {mover}, avec {played} pions à côté de cases vides, contre \
             {then} après {best}."
        ),
        Reason::BesideCorner { corner } => {
            format!("{worse} touche le coin vide {corner}. {best} en reste éloigné.")
        }
        Reason::XSquare {
            square,
            corner,
            line,
        } => format!(
            "Après {worse}, {mover} finit par jouer la case X {square}{} près du coin vide {corner}. \
             Après {best}, cela n’arrive pas.",
            by(line)
        ),
        Reason::XSquareMissed {
            square,
            corner,
            line,
        } => format!(
            "Avec {best}, {opponent} finit par jouer la case X {square}{} près du coin vide {corner}. \
             Après {worse}, cela n’arrive pas.",
            by(line)
        ),
        Reason::EdgeGiven { edge } => format!(
            "Après {worse}, {opponent} obtient un bord sûr ({}). Après {best}, non.",
            list(*edge)
        ),
        Reason::EdgeMissed { edge } => format!(
            "Avec {best}, {mover} obtient un bord sûr ({}). Après {worse}, non.",
            list(*edge)
        ),
        Reason::SquareLeft { line } => format!(
            "Après {worse}, {opponent} joue {best}{}. Si {mover} commence par {best}, {opponent} \
             n’obtient aucune des deux cases.",
            by(line)
        ),
        Reason::BothSquares { line } => format!(
            "En commençant par {best}, {mover} peut encore jouer {worse} plus tard{}. Après {worse}, \
             {mover} n’obtient pas {best}.",
            by(line)
        ),
        Reason::Choice { played, best: then } => format!(
            "Après {best}, {}. En moyenne, {mover} a {} coups et {opponent} {}, contre {} et {} après \
             {worse}.",
            if then.0 > played.0 {
                format!("{mover} a plus de choix")
            } else {
                format!("{opponent} a moins de choix")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Exposed { played, best: then } => format!(
            "Après {best}, {} touchent des cases vides. En moyenne, {mover} en a {} et {opponent} {}, \
             contre {} et {} après {worse}.",
            if then.0 < played.0 {
                format!("moins de pions de {mover}")
            } else {
                format!("plus de pions de {opponent}")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Turned { played, best: then } => format!(
            "{worse} retourne {played} pions, {best} seulement {then}. Tant que la position est ouverte, \
             retourner peu laisse peu de coups à l’adversaire."
        ),
        Reason::Discs { played, best: then } => format!(
            "Seul le compte les distingue. Après {worse}, {mover} finit à {} contre {}, après {best}, à \
             {} contre {}.",
            played.0, played.1, then.0, then.1
        ),
    }
}

/// What a finding is about.
pub const fn title(theme: Theme) -> &'static str {
    match theme {
        Theme::Corners => "coins",
        Theme::FreeCorners => "coins libres",
        Theme::OpenCorners => "coins accessibles",
        Theme::Edges => "pions sur les bords",
        Theme::StableDiscs => "pions définitifs",
        Theme::XSquares => "cases X près d’un coin libre",
        Theme::CSquares => "cases C près d’un coin libre",
        Theme::Mobility => "mobilité",
        Theme::PotentialMobility => "mobilité potentielle",
        Theme::Parity => "parité, dernier coup si personne ne passe",
        Theme::OddRegion => "région impaire",
        Theme::EvenRegion => "région paire",
        Theme::Empathy => "ce que veut l’adversaire, réponses laissées",
        Theme::Frontier => "pions de la frontière",
        Theme::Tempo => "coups d’attente",
        Theme::SecuredEdge => "bord assuré",
        Theme::UnbalancedEdge => "bord de cinq",
        Theme::StonerTrap => "piège de Stoner (case X, attaque, coin gagné, coin offert)",
        Theme::StonerThreat => "menace de Stoner (case X, attaque, coin gagné, coin offert)",
        Theme::Turned => "pions retournés",
        Theme::GivenCorners => "coins donnés",
        Theme::NewStableDiscs => "pions devenus définitifs",
    }
}
