//! Chinese.

use super::{About, Saying, few, list, rest, tenths};
use crate::strategy::Theme;
use crate::strategy::reason::Reason;
use bianca_rules::othello::{Color, Move};

pub fn say(saying: &Saying) -> String {
    match saying {
        Saying::Only(played) => format!("{played} 是唯一的走法。"),
        Saying::Pass(mover) => format!("{}无棋可下，只能跳过。", colour(*mover)),
        Saying::Best(played) => format!("{played} 是最好的走法。"),
        Saying::Equal(played, other) => format!("{played} 和 {other} 一样好。"),
        Saying::Loses(played, best, loss) => {
            format!("与 {best} 相比，{played} 损失 {loss} 子；两条变化中看不出单一的原因。")
        }
        Saying::Why(about) => why(about),
    }
}

/// A side, in a sentence and by itself.
pub const fn colour(color: Color) -> &'static str {
    match color {
        Color::Black => "黑方",
        Color::White => "白方",
    }
}

/// A line in brackets.
fn by(line: &[Move]) -> String {
    match rest(line).as_str() {
        "" => String::new(),
        line => format!("（{line}）"),
    }
}

fn plies(plies: usize) -> String {
    match plies {
        1 => "紧接着".to_owned(),
        plies => format!("{plies} 步之后"),
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
                Some(instead) if instead == corner => format!("它归{mover}"),
                Some(instead) => format!("{mover}反而得到 {instead}"),
                None => format!("{opponent}得不到它"),
            };
            format!(
                "走 {worse} 之后，{opponent}占到角 {corner}{}。走 {best} 之后，{then}。",
                by(line)
            )
        }
        Reason::CornerMissed { corner, line } => format!(
            "走 {best}，{mover}能占到角 {corner}{}。走 {worse} 则占不到。",
            by(line)
        ),
        Reason::MustPass { line } => format!(
            "走 {worse} 之后，{mover}无棋可下，只能跳过{}。走 {best} 则不会。",
            by(line)
        ),
        Reason::PassMissed { line } => format!(
            "走 {best}，{opponent}就无棋可下，只能跳过{}。走 {worse} 之后，{opponent}一直有棋可下。",
            by(line)
        ),
        Reason::LastInRegion { region, last } => format!(
            "走 {worse} 之后，{opponent}在区域 {} 下最后一手（{last}）。走 {best} 之后，最后一手是{mover}的。",
            list(*region)
        ),
        Reason::Wedge { wedge, line } => format!(
            "走 {worse} 之后，{opponent}在 {wedge} 楔入边上{}，并且留在那里。走 {best} 则不会如此。",
            by(line)
        ),
        Reason::WedgeMissed { wedge, line } => format!(
            "走 {best}，{mover}能在 {wedge} 楔入边上{}，并且留在那里。走 {worse} 则不能。",
            by(line)
        ),
        Reason::UnbalancedEdge { edge } => format!(
            "{worse} 会造成五子的不平衡边（{}），{opponent}可以进攻它。{best} 则不会。",
            list(*edge)
        ),
        Reason::CornerOpened { corner } => {
            format!("{worse} 把角 {corner} 让给{opponent}去占。{best} 则不会。")
        }
        Reason::FewMoves {
            left,
            plies: after,
            instead,
        } => format!(
            "走 {worse} 之后，{mover}可下的地方变少。{}只剩 {} 处{}，走 {best} 则有 {instead} 处。",
            plies(*after),
            left.count(),
            few(*left)
        ),
        Reason::ManyMoves {
            moves,
            plies: after,
            instead,
        } => format!(
            "{worse} 给{opponent}的选择太多。{}{opponent}有 {} 处可下，走 {best} 则有 {instead} 处。",
            plies(*after),
            moves.count()
        ),
        Reason::TempoMissed => format!(
            "走 {best} 之后，{opponent}在该区域无法应答，只能开辟别处。{worse} 得不到这一先手。"
        ),
        Reason::StableGiven {
            more, plies: after, ..
        } => format!(
            "走 {worse} 之后，{opponent}得到再也翻不了的棋子。{}比走 {best} 多 {more} 子。",
            plies(*after)
        ),
        Reason::StableMissed {
            more, plies: after, ..
        } => format!(
            "走 {best} 之后，{mover}得到再也翻不了的棋子。{}比走 {worse} 多 {more} 子。",
            plies(*after)
        ),
        Reason::LastOfGame => {
            format!("走 {worse} 之后，全局最后一手是{opponent}的。走 {best} 之后，是{mover}的。")
        }
        Reason::Frontier { played, best: then } => format!(
            "{worse} 打开了{mover}的阵形。有 {played} 子挨着空格，走 {best} 则是 {then} 子。"
        ),
        Reason::BesideCorner { corner } => {
            format!("{worse} 挨着空角 {corner}。{best} 则远离它。")
        }
        Reason::XSquare {
            square,
            corner,
            line,
        } => format!(
            "走 {worse} 之后，{mover}后来会下在空角 {corner} 旁的 {square}{}。走 {best} 则不会这样。",
            by(line)
        ),
        Reason::XSquareMissed {
            square,
            corner,
            line,
        } => format!(
            "走 {best}，{opponent}后来会下在空角 {corner} 旁的 {square}{}。走 {worse} 则不会这样。",
            by(line)
        ),
        Reason::EdgeGiven { edge } => format!(
            "走 {worse} 之后，{opponent}得到一条稳固的边（{}）。走 {best} 则不会。",
            list(*edge)
        ),
        Reason::EdgeMissed { edge } => format!(
            "走 {best}，{mover}得到一条稳固的边（{}）。走 {worse} 则得不到。",
            list(*edge)
        ),
        Reason::SquareLeft { line } => format!(
            "走 {worse} 之后，{opponent}会占 {best}{}。先走 {best}，{opponent}两处都得不到。",
            by(line)
        ),
        Reason::BothSquares { line } => format!(
            "先走 {best}，{mover}以后还能走 {worse}{}。走 {worse} 之后，{mover}就走不到 {best} 了。",
            by(line)
        ),
        Reason::Choice { played, best: then } => format!(
            "走 {best} 之后，{}。平均{mover}有 {} 处可下，{opponent}有 {} 处；走 {worse} 则是 {} 处和 {} 处。",
            if then.0 > played.0 {
                format!("{mover}的选择更多")
            } else {
                format!("{opponent}的选择更少")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Exposed { played, best: then } => format!(
            "走 {best} 之后，{}。平均{mover}有 {} 子挨着空格，{opponent}有 {} 子；走 {worse} 则是 {} 子和 {} 子。",
            if then.0 < played.0 {
                format!("{mover}挨着空格的棋子较少")
            } else {
                format!("{opponent}挨着空格的棋子较多")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Turned { played, best: then } => format!(
            "{worse} 翻 {played} 子，{best} 只翻 {then} 子。局面开放时，子少则对方可下之处也少。"
        ),
        Reason::Discs { played, best: then } => format!(
            "区别只在子数。走 {worse}，{mover}终局 {} 比 {}；走 {best}，{} 比 {}。",
            played.0, played.1, then.0, then.1
        ),
    }
}

/// What a finding is about.
pub const fn title(theme: Theme) -> &'static str {
    match theme {
        Theme::Corners => "角",
        Theme::FreeCorners => "空角",
        Theme::OpenCorners => "可以占的角",
        Theme::Edges => "边上的棋子",
        Theme::StableDiscs => "稳定子",
        Theme::XSquares => "空角旁的 X 位",
        Theme::CSquares => "空角旁的 C 位",
        Theme::Mobility => "行动力",
        Theme::PotentialMobility => "潜在行动力",
        Theme::Parity => "奇偶性（无人跳过时谁下最后一手）",
        Theme::OddRegion => "奇数空区",
        Theme::EvenRegion => "偶数空区",
        Theme::Empathy => "对手想走的（留下的应手）",
        Theme::Frontier => "前沿子",
        Theme::Tempo => "余裕手",
        Theme::SecuredEdge => "稳固的边",
        Theme::UnbalancedEdge => "不平衡边",
        Theme::StonerTrap => "斯托纳陷阱（X 位、攻击、赢得的角、让出的角）",
        Theme::StonerThreat => "斯托纳威胁（X 位、攻击、赢得的角、让出的角）",
        Theme::Turned => "翻转的棋子",
        Theme::GivenCorners => "送出的角",
        Theme::NewStableDiscs => "新的稳定子",
    }
}
