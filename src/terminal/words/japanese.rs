//! Japanese.

use super::super::paint::TIED;
use super::{Command, Typed, Words};
use bianca_play::game::GameKind;
use bianca_system::language::Language;

const QUIT: Typed = &["終了", "やめる", "おわり"];

pub const WORDS: Words = Words {
    language: Language::Japanese,
    quit: QUIT,
    hints: &["ヒント"],
    explain: &["解説"],
    solve: &["解き方"],
    undo: &["待った"],
    yes: &["はい"],
    welcome: "リバーシへようこそ！",
    choose_side: "X と O のどちらを持ちますか？",
    you_begin: "あなたが先手です。",
    computer_begins: "コンピューターが先手です。",
    points: |you, computer| format!("あなた：{you} 点。コンピューター：{computer} 点。"),
    enter_move: "手を入力してください。「終了」でやめ、「ヒント」で打てる場所の表示を切り替えます。",
    not_a_move: "手として読めません。列（1-8）、行（1-8）の順に入力してください。\n\
                 例えば、81 は右上の隅です。",
    turns_nothing: "そこでは石を返せません。「ヒント」で打てる場所を、「解説」で局面の様子を見られます。",
    press_enter: "Enter キーでコンピューターの手を見ます。",
    you_pass: "打てる場所がないので、あなたはパスです。",
    computer_passes: "打てる場所がないので、コンピューターはパスです。",
    final_points: |x, o| format!("X は {x} 点、O は {o} 点です。"),
    beat_computer: |by| format!("{by} 点差であなたの勝ちです。おめでとうございます！"),
    lost_by: |by| format!("{by} 点差でコンピューターの勝ちです。"),
    tie: "引き分けです！",
    again: "もう一度対局しますか？（はい／いいえ）",
    thanks: "ありがとうございました！",
    welcome_to: |game| format!("{}へようこそ！", game_of(game)),
    begin: "先手を持ちますか？（はい／いいえ）",
    available: |moves| format!("打てる場所：{moves}"),
    your_move: "あなたの手は？（「ヒント」で一手、minimax か alphabeta で探索の様子、「終了」）",
    not_available: "その手は選べません。",
    computer_moves: |mv| format!("コンピューターの手：{mv}"),
    your_points: |points| format!("あなたの得点：{points}"),
    you_win: "あなたの勝ちです。おめでとうございます！",
    you_lose: "あなたの負けです。",
    enter_for_step: "Enter キーで一段階ずつ進みます。",
    tree_too_large: "ここからの木は大きすぎて表示できません。",
    select_frog: "動かすカエルの位置を入力してください。「ヒント」「解き方」「待った」「終了」も使えます：",
    not_a_position: "この列にその位置はありません。",
    frog_cannot_move: "そのカエルは動けません！",
    nothing_to_undo: "戻せる手がありません。",
    no_way: "ここから解ける手はもうないか、メモリーの範囲では見つかりません。",
    success: "おめでとうございます！",
    failure: "失敗です！",
    commands: &[
        (Command::Help, &["ヘルプ", "使い方"]),
        (Command::Rules, &["ルール"]),
        (Command::Undo, &["待った", "戻る"]),
        (Command::Hint, &["ヒント"]),
        (Command::Scores, &["評価値"]),
        (Command::Explain, &["解説"]),
        (Command::Solve, &["解き方"]),
        (Command::Minimax, &["minimax"]),
        (Command::AlphaBeta, &["alphabeta"]),
        (Command::Save, &["保存"]),
        (Command::Moves, &["棋譜", "手順"]),
        (Command::Resign, &["投了"]),
        (Command::Quit, QUIT),
    ],
    does: |command| match command {
        Command::Help => "この一覧を表示",
        Command::Rules => "ルールを説明",
        Command::Undo => "自分の最後の手を戻す",
        Command::Hint => "最善手を表示",
        Command::Scores => "毎手の表示を切り替え",
        Command::Explain => "局面を解説",
        Command::Solve => "解き方をすべて表示",
        Command::Minimax => "この探索を順に表示",
        Command::AlphaBeta => "この探索を順に表示",
        Command::Save => "ファイル名：棋譜をファイルに保存",
        Command::Moves => "ここまでの手を表示",
        Command::Resign => "投了する",
        Command::Quit => "終了する",
    },
    game: game_of,
    rules: |kind| match kind {
        GameKind::Othello => {
            "空いたマスに石を置き、相手の石を一直線に挟みます。縦・横・斜めのすべての方向を同時に見ます。挟んだ石はすべて返ります。どこにも打てないときはパスです。どちらも打てなくなれば終局で、石の多い方が勝ちです。空きマスは勝者の石に数えます。隅の石は決して返りません。隅を相手に渡さないようにしましょう。"
        }
        GameKind::Reversi => {
            "ルールはオセロと同じですが、違いが二つあります。盤は空で始まり、最初の四つの石は中央の四マスに置いて何も返しません。石はそれぞれ 32 個で、手持ちがなくなると打てません。"
        }
        GameKind::TicTacToe => {
            "交互に空いたマスへ自分の印を置きます。X が先手です。縦・横・斜めのどれかに先に印を並べた方が勝ちです。数は、別に選ばなければ三つです。並ばないまま埋まれば引き分けです。"
        }
        GameKind::Frogs => {
            "左右のカエルを入れ替えます。カエルは目の前の空いた場所へ進むか、相手側のカエルを一匹だけ跳び越えてそこへ入ります。後戻りはできません。動かすカエルの位置を、列の下の数字で入力してください。"
        }
        GameKind::Tree => {
            "X の MAX と O の MIN が交互に木を下り、葉まで進みます。葉の値は MAX の得点、MIN の失点で、MAX は大きく、MIN は小さくしようとします。a1 のように枝を入力してください。"
        }
    },
    greeting: |game| format!("{game}へようこそ。「ヘルプ」で使える言葉を表示します。"),
    which_side: "X が先手です。X と O のどちらを持ちますか？（Enter：X）",
    seats: |x, o| format!("X：{x}。O：{o}。"),
    you: "あなた",
    person: "人",
    move_of: |side| format!("{side} の手は？"),
    your_turn: "あなたの手は？",
    with_keys: |asked, mv, is_possible| {
        let how = if is_possible {
            "Enter で打つ"
        } else {
            "矢印か Tab で選ぶ"
        };
        format!("{asked} {mv}（{how}、? ヘルプ）")
    },
    keys: "キー：矢印で選び、Enter で打ちます。Tab は次の打てる場所、Backspace は待った、? はヘルプです。手や\
           言葉も入力できます：d3、ヒント、保存 game.ggf、終了。",
    how_to_move: |mv| format!("手（例：{mv}）か、次の言葉を入力してください："),
    plays: |who, mv, turned| match turned {
        None => format!("{who}：{mv}。"),
        Some(turned) => format!("{who}：{mv}、{turned} 石返し。"),
    },
    passes: |who| format!("{who} は打てる場所がなく、パスです。"),
    not_understood: |word| {
        format!("「{word}」は手でも使える言葉でもありません。「ヘルプ」で一覧を表示します。")
    },
    not_possible: |mv| format!("{mv} には打てません。打てる場所には + の印があります。"),
    taken_back: |moves| format!("戻した手：{moves}。"),
    best_moves: |moves| format!("最善手：{moves}。"),
    no_hint: "ここでは手が見つかりません。",
    scores_off: "評価値の表示をやめます。",
    thinking: "考えています…（Ctrl-C で終了）",
    saved: |path| format!("{path} に保存しました。"),
    saved_position: |path| {
        format!("{path} に最後の局面だけを保存しました。名前を .ggf にすると手順も残ります。")
    },
    not_saved: |path, reason| format!("{path} に書けませんでした：{reason}。"),
    save_how: |formats| {
        format!("ファイル名も入力してください：保存 game.ggf。形式は末尾で決まります：{formats}。")
    },
    save_othello_only: "保存できるのはオセロの棋譜だけです。「棋譜」で手順を表示します。",
    save_as: |path| {
        format!(
            "棋譜を保存しますか？Enter なら {path}、別の名前ならその名前で保存し、「いいえ」なら保存しません。"
        )
    },
    moves_so_far: |moves| format!("ここまでの手：{moves}"),
    no_moves_yet: "まだ一手も打たれていません。",
    gives_up: |who| format!("{who} の投了です。"),
    out_of_time: |who| format!("{who} の時間切れです。"),
    wins: |who, points| format!("{who} の勝ちです{points}。"),
    you_win_by: |points| format!("あなたの勝ちです{points}。おめでとうございます！"),
    you_lose_by: |points| format!("あなたの負けです{points}。"),
    draw: "引き分けです。",
    in_hand: |x, o| format!("手持ち：X {x}、O {o}。"),
    once_more: "もう一度対局しますか？（はい、いいえ、「待った」で最後の手から）",
    no: &["いいえ", "いや"],
    exists_already: "同じ名前のファイルがあります",
    go_on_with: |commands| format!("棋譜を振り返るには：\n  {}\n  {}", commands[0], commands[1]),
    looking_through: "対局を振り返っています…（Ctrl-C で終了）",
    signs: "X は黒、O は白です。",
    moves_judged: |who, moves, best, mistakes, accuracy| {
        format!("{who}：{moves} 手のうち最善手 {best}、悪手 {mistakes}、正確さ {accuracy:.0}%。")
    },
    mistake: |mv, score, best, best_score| {
        format!("{mv}{TIED}は{TIED}{score}、{best}{TIED}なら{TIED}{best_score}。")
    },
    turning_point: |who, mv, from, to| {
        format!("分かれ目：{who} の {mv}、{from}{TIED}から{TIED}{to}{TIED}へ。")
    },
    look_at: |themes| format!("注目する点：{themes}。"),
};

fn game_of(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Othello => "オセロ",
        GameKind::Reversi => "1880 年代のリバーシ",
        GameKind::TicTacToe => "三目並べ",
        GameKind::Frogs => "カエル跳び",
        GameKind::Tree => "ゲーム木",
    }
}
