//! Japanese, in the terms of its players: 手止まり, 確定石, ウイング, 余裕手.

use super::{About, Saying, few, list, rest, tenths};
use crate::strategy::Theme;
use crate::strategy::reason::Reason;
use bianca_rules::othello::{Color, Move};

pub fn say(saying: &Saying) -> String {
    match saying {
        Saying::Only(played) => format!("{played} が唯一の手です。"),
        Saying::Pass(mover) => format!("{}は打てる場所がなく、パスです。", colour(*mover)),
        Saying::Best(played) => format!("{played} が最善手です。"),
        Saying::Equal(played, other) => format!("{played} は {other} と同じ価値の手です。"),
        Saying::Loses(played, best, loss) => format!(
            "{played} は {best} に比べて {loss} 石損です。進行からは理由を一つに絞れません。"
        ),
        Saying::Why(about) => why(about),
    }
}

/// A side, in a sentence and by itself.
pub const fn colour(color: Color) -> &'static str {
    match color {
        Color::Black => "黒",
        Color::White => "白",
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
        1 => "直後に".to_owned(),
        plies => format!("{plies} 手後に"),
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
                Some(instead) if instead == corner => format!("そこは{mover}が取れます"),
                Some(instead) => format!("代わりに{mover}が {instead} を取れます"),
                None => "取られません".to_owned(),
            };
            format!(
                "{worse} と打つと、{opponent}に隅 {corner} を取られます{}。{best} なら、{then}。",
                by(line)
            )
        }
        Reason::CornerMissed { corner, line } => format!(
            "{best} なら、{mover}が隅 {corner} を取れます{}。{worse} では取れません。",
            by(line)
        ),
        Reason::MustPass { line } => format!(
            "{worse} と打つと、{mover}は打てる場所がなくなり、パスになります{}。{best} なら、そうなりません。",
            by(line)
        ),
        Reason::PassMissed { line } => format!(
            "{best} なら、{opponent}は打てる場所がなくなり、パスになります{}。{worse} では、{opponent}に\
             いつも打てる場所が残ります。",
            by(line)
        ),
        Reason::LastInRegion { region, last } => format!(
            "{worse} と打つと、空き {} の手止まりは{opponent}です（{last}）。{best} なら、手止まりは{mover}\
             です。",
            list(*region)
        ),
        Reason::Wedge { wedge, line } => format!(
            "{worse} と打つと、{opponent}が {wedge} で辺に割り込み{}、その石が残ります。{best} なら、\
             そうなりません。",
            by(line)
        ),
        Reason::WedgeMissed { wedge, line } => format!(
            "{best} なら、{mover}が {wedge} で辺に割り込み{}、その石が残ります。{worse} では、そうなりません。",
            by(line)
        ),
        Reason::UnbalancedEdge { edge } => format!(
            "{worse} はウイング（{}）になり、{opponent}に攻められます。{best} なら、そうなりません。",
            list(*edge)
        ),
        Reason::CornerOpened { corner } => format!(
            "{worse} と打つと、{opponent}がすぐに隅 {corner} を取れます。{best} なら、取れません。"
        ),
        Reason::FewMoves {
            left,
            plies: after,
            instead,
        } => format!(
            "{worse} と打つと、{mover}の打てる場所が減ります。{}残るのは {} か所{}で、{best} なら \
             {instead} か所です。",
            plies(*after),
            left.count(),
            few(*left).replace(" (", "（").replace(')', "）")
        ),
        Reason::ManyMoves {
            moves,
            plies: after,
            instead,
        } => format!(
            "{worse} は{opponent}の選択肢を増やします。{}{opponent}が打てるのは {} か所で、{best} なら \
             {instead} か所です。",
            plies(*after),
            moves.count()
        ),
        Reason::TempoMissed => format!(
            "{best} なら、{opponent}はその空きに応手がなく、ほかの場所を開けることになります。{worse} では\
             この余裕手を得られません。"
        ),
        Reason::StableGiven {
            more, plies: after, ..
        } => format!(
            "{worse} と打つと、{opponent}の確定石が増えます。{}、{best} より {more} 石多くなります。",
            plies(*after).trim_end_matches('に')
        ),
        Reason::StableMissed {
            more, plies: after, ..
        } => format!(
            "{best} なら、{mover}の確定石が増えます。{}、{worse} より {more} 石多くなります。",
            plies(*after).trim_end_matches('に')
        ),
        Reason::LastOfGame => {
            format!("{worse} と打つと、最後の一手は{opponent}です。{best} なら、{mover}です。")
        }
        Reason::Frontier { played, best: then } => format!(
            "{worse} と打つと、{mover}の石の周りが開きます。空きに接する石は {played} 個で、{best} なら \
             {then} 個です。"
        ),
        Reason::BesideCorner { corner } => {
            format!("{worse} は空いた隅 {corner} の隣です。{best} は隅から離れています。")
        }
        Reason::XSquare {
            square,
            corner,
            line,
        } => format!(
            "{worse} と打つと、{mover}は後で空いた隅 {corner} の X、{square} に打つことになります{}。{best} \
             なら、そうなりません。",
            by(line)
        ),
        Reason::XSquareMissed {
            square,
            corner,
            line,
        } => format!(
            "{best} なら、{opponent}は後で空いた隅 {corner} の X、{square} に打つことになります{}。{worse} \
             では、そうなりません。",
            by(line)
        ),
        Reason::EdgeGiven { edge } => format!(
            "{worse} と打つと、{opponent}が安全な辺（{}）を得ます。{best} なら、得られません。",
            list(*edge)
        ),
        Reason::EdgeMissed { edge } => format!(
            "{best} なら、{mover}が安全な辺（{}）を得ます。{worse} では、得られません。",
            list(*edge)
        ),
        Reason::SquareLeft { line } => format!(
            "{worse} と打つと、{opponent}に {best} を打たれます{}。先に {best} と打てば、{opponent}は\
             どちらにも打てません。",
            by(line)
        ),
        Reason::BothSquares { line } => format!(
            "先に {best} と打てば、{mover}は後で {worse} にも打てます{}。{worse} と打つと、{best} には\
             打てなくなります。",
            by(line)
        ),
        Reason::Choice { played, best: then } => format!(
            "{best} なら、{}。打てる場所は平均で{mover} {} か所、{opponent} {} か所、{worse} では {} か所と \
             {} か所です。",
            if then.0 > played.0 {
                format!("{mover}の選択肢が増えます")
            } else {
                format!("{opponent}の選択肢が減ります")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Exposed { played, best: then } => format!(
            "{best} なら、空きに接する{}。平均で{mover} {} 石、{opponent} {} 石、{worse} では {} 石と {} 石\
             です。",
            if then.0 < played.0 {
                format!("{mover}の石が減ります")
            } else {
                format!("{opponent}の石が増えます")
            },
            tenths(then.0),
            tenths(then.1),
            tenths(played.0),
            tenths(played.1)
        ),
        Reason::Turned { played, best: then } => format!(
            "{worse} は {played} 石、{best} は {then} 石だけを返します。盤が開いている間は、返す石が少ないほど\
             相手の打てる場所も少なくなります。"
        ),
        Reason::Discs { played, best: then } => format!(
            "違いは石数だけです。{mover}から見て、{worse} なら {} 対 {}、{best} なら {} 対 {} で終わります。",
            played.0, played.1, then.0, then.1
        ),
    }
}

/// What a finding is about.
pub const fn title(theme: Theme) -> &'static str {
    match theme {
        Theme::Corners => "隅",
        Theme::FreeCorners => "空いている隅",
        Theme::OpenCorners => "取れる隅",
        Theme::Edges => "辺の石",
        Theme::StableDiscs => "確定石",
        Theme::XSquares => "空いた隅の X",
        Theme::CSquares => "空いた隅の C",
        Theme::Mobility => "着手可能数",
        Theme::PotentialMobility => "潜在的な着手可能数",
        Theme::Parity => "偶数理論（パスがなければ手止まりを打つ側）",
        Theme::OddRegion => "奇数空き",
        Theme::EvenRegion => "偶数空き",
        Theme::Empathy => "相手の狙い（残る応手）",
        Theme::Frontier => "外側の石",
        Theme::Tempo => "余裕手",
        Theme::SecuredEdge => "確保した辺",
        Theme::UnbalancedEdge => "ウイング",
        Theme::StonerTrap => "ストナー（X、攻め、取る隅、渡す隅）",
        Theme::StonerThreat => "ストナーの狙い（X、攻め、取る隅、渡す隅）",
        Theme::Turned => "返した石",
        Theme::GivenCorners => "渡した隅",
        Theme::NewStableDiscs => "増えた確定石",
    }
}
