/**
 * Games with their variations, comments and marks as SGF and PGN, in the form that `bianca convert` writes.
 *
 * Knows nothing of files and of the clipboard; both are read by the engine (`reader.ts`).
 */

import { type Game, type Tags, final } from './game';
import { type Position, PASS, indexOf, letter } from './rules';
import { GLYPHS, type Mark, type Shape, type Turn } from './variations';

/** Of each glyph by its number, in SGF. */
const JUDGED = ['', 'TE[1]', 'BM[1]', 'TE[2]', 'BM[2]', 'IT[]', 'DO[]'];
const MARKED: Readonly<Record<Shape, string>> = { triangle: 'TR', square: 'SQ', circle: 'CR', cross: 'MA', label: 'LB' };

/** The longest line that PGN allows. */
const LINE = 79;

const point = (square: number): string => 'abcdefgh'[square & 7]! + 'abcdefgh'[square >> 3]!;
export const signed = (value: number): string => (value > 0 ? '+' : '') + String(Math.round(value * 100) / 100);

/** How a game ended: black's discs more than white's, and why if not by the rules. */
export interface End {
  readonly discs?: number;
  /** Time, a resignation or a fault. */
  readonly cause?: 'T' | 'R' | 'F';
}

/** How the game itself ended, by its board or by what was told of this very board. */
export function endOf(game: Game): End {
  const [, winner, what = ''] = /^([BW])\+(.+)$/.exec(told(game).result ?? '') ?? [];
  if (winner !== undefined) {
    const sign = winner === 'B' ? 1 : -1;
    if (what === 'T' || what === 'R' || what === 'F') return { discs: 64 * sign, cause: what };
    if (Number.isFinite(Number(what))) return { discs: sign * Number(what) };
  }
  if (game.isFinished) return { discs: final(game.mainEnd.position.squares) };
  return told(game).result === '0' ? { discs: 0 } : {};
}

/** What is told of how the game ended, if it is the game that was told of. */
function told({ tags, mainEnd: { position } }: Game): Pick<Tags, 'result' | 'theory'> {
  return tags.ended === `${position.squares} ${letter(position.side)}` ? tags : {};
}

/** The value of RE in SGF. */
function resultOf(game: Game): string | undefined {
  const { discs, cause } = endOf(game);
  if (discs === undefined) return undefined;
  return discs === 0 ? '0' : `${discs > 0 ? 'B' : 'W'}+${cause ?? Math.abs(discs)}`;
}

/** Year, month and day of a date that begins with them, and whether the text says more. */
function dated(text = ''): { parts: string[]; saysMore: boolean } {
  const said = text.trim();
  const found = /^(\d{4})(?:([-./])(\d\d)(?:\2(\d\d))?)?(?=$|[T_ ,]|\.\?\?)/.exec(said);
  const [whole = '', year = '', , month, day] = found ?? [];
  const rest = said.slice(whole.length).replace(/^(\.\?\?)+$/, '');
  const date = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  const isReal = Number(year) > 0 && !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day ?? 1);
  if (isReal && (rest === '' || day !== undefined)) {
    return { parts: [year, month, day].filter((part) => part !== undefined), saysMore: rest !== '' };
  }
  const [only] = /(?<!\d)(?!0000)\d{4}(?!\d)/.exec(said) ?? [];
  return { parts: only === undefined ? [] : [only], saysMore: said !== '' };
}

/** The game in SGF. */
export function writeSgf(game: Game): string {
  const escaped = (text: string): string => text.replace(/[\]\\]/g, '\\$&');
  const tag = (name: string, value: string | undefined): string => (value ? `${name}[${escaped(value.replace(/[\r\n]+/g, ' '))}]` : '');
  const marks = (all: readonly Mark[]): string =>
    Object.entries(MARKED)
      .map(([shape, name]) => {
        const values = all.filter((mark) => mark.shape === shape);
        const value = ({ square, text }: Mark): string =>
          `[${point(indexOf(square))}${text === undefined ? '' : `:${escaped(text.replace(/[\r\n:]+/g, ' '))}`}]`;
        return values.length === 0 ? '' : name + values.map(value).join('');
      })
      .join('');
  const comment = (turn: Turn): string => {
    const { move, seconds, comment: said } = turn;
    // What was only tried has no time: somebody sat there and looked at it.
    if (seconds !== undefined && game.tree.isMain(turn)) return `C[${seconds.toFixed(2)} s${said === '' ? '' : `\n${escaped(said)}`}]`;
    // An empty line shows that it is no depth and no time, whatever it looks like.
    const first = move !== '' && /^(\n|depth |[\d.]+ s)/.test(said) ? '\n' : '';
    return said === '' ? '' : `C[${first}${escaped(said)}]`;
  };
  const written = (turn: Turn): string => {
    const color = turn.parent!.position.side === 'black' ? 'B' : 'W';
    const found = game.known.found(turn);
    const value = found === undefined ? '' : `V[${signed(found)}]`;
    return `;${color}[${turn.move === PASS ? '' : point(indexOf(turn.move))}]${value}${JUDGED[turn.glyph] ?? ''}${marks(turn.marks)}${comment(turn)}`;
  };
  let text = '(;FF[4]GM[2]CA[UTF-8]AP[Bianca]SZ[8]';
  const { event, date, black, white } = game.tags;
  const { parts, saysMore } = dated(date);
  text += tag('EV', event) + tag('DT', parts.join('-')) + tag('WHEN', saysMore ? date : '') + tag('PB', black) + tag('PW', white);
  text += tag('RE', resultOf(game)) + tag('TH', told(game).theory);
  text += marks(game.tree.root.marks) + comment(game.tree.root);
  if (!game.isStandard) {
    const points = (cell: string): string =>
      [...game.start.squares].map((at, square) => (at === cell ? `[${point(square)}]` : '')).join('');
    if (game.start.squares.includes('X')) text += 'AB' + points('X');
    if (game.start.squares.includes('O')) text += 'AW' + points('O');
    text += `PL[${game.start.side === 'black' ? 'B' : 'W'}]`;
  }
  // What is still to be written; a text closes a bracket. No depth of variations hurts.
  const open: (Turn | string)[] = [...game.tree.root.children].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      text += next;
      continue;
    }
    if (next.parent!.children.length > 1) {
      text += '(';
      open.push(')');
    }
    text += written(next);
    open.push(...[...next.children].reverse());
  }
  return text + ')';
}

/** The game in PGN, as Edax and NBoard borrow it from chess. */
export function writePgn(game: Game): string {
  const { event, date, black, white } = game.tags;
  const { parts, saysMore } = dated(date);
  const { discs: score, cause } = endOf(game);
  const result = score === undefined ? '*' : score === 0 ? '1/2-1/2' : score > 0 ? '1-0' : '0-1';
  const tags: [string, string | undefined][] = [
    ['Event', event],
    ['Site', undefined],
    ['Date', [parts[0] ?? '????', parts[1] ?? '??', parts[2] ?? '??'].join('.')],
    ['Round', undefined],
    ['Black', black],
    ['White', white],
    ['Result', result],
  ];
  if (saysMore) tags.push(['When', date]);
  if (score !== undefined) tags.push(['Score', signed(score)]);
  if (told(game).theory !== undefined) tags.push(['Theory', told(game).theory]);
  const causes = { T: 'time forfeit', R: 'resignation', F: 'rules infraction' };
  if (cause && score) tags.push(['Termination', `${causes[cause]} by ${score > 0 ? 'white' : 'black'}`]);
  if (!game.isStandard) tags.push(['FEN', fen(game.start)]);
  const value = (text: string | undefined): string => (text || '?').replace(/[\r\n]+/g, ' ').replace(/[\\"]/g, '\\$&');
  const head = tags.map(([name, text]) => `[${name} "${value(text)}"]\n`).join('');
  return `${head}\n${wrapped([...wordsOf(game), result])}\n`;
}

/** Numbers, moves and comments; what must not be broken is one word. */
function wordsOf(game: Game): string[] {
  const braces = (text: string): string => `{${text.replaceAll('}', ')').replaceAll('\n[Event ', '\n [Event ')}}`;
  const { root } = game.tree;
  const words = root.comment === '' ? [] : [braces(root.comment)];
  const open: ({ turn: Turn; ply: number; isVariation: boolean } | ')')[] = [];
  const [first] = root.children;
  if (first) open.push({ turn: first, ply: 0, isVariation: false });
  let isInterrupted = true;
  for (let next = open.pop(); next; next = open.pop()) {
    if (next === ')') {
      words.push(`${words.pop() ?? ''})`);
      isInterrupted = true;
      continue;
    }
    const { turn, ply, isVariation } = next;
    if (isVariation) {
      open.push(')');
      isInterrupted = true;
    }
    const number = `${isVariation ? '(' : ''}${(ply >> 1) + 1}`;
    if (ply % 2 === 0) words.push(`${number}.`);
    else if (isInterrupted) words.push(`${number}...`);
    words.push(turn.move);
    if (GLYPHS[turn.glyph]) words.push(`$${turn.glyph}`);
    const about = toldOf(turn, game.tree.isMain(turn));
    isInterrupted = about !== '';
    if (isInterrupted) words.push(braces(about));
    const [after] = turn.children;
    if (after) open.push({ turn: after, ply: ply + 1, isVariation: false });
    // The others in its place are written behind it.
    const [own, ...others] = turn.parent!.children;
    if (own === turn) for (const other of others.reverse()) open.push({ turn: other, ply, isVariation: true });
  }
  return words;
}

/** Time and comment. What was only tried has no time: somebody sat there and looked at it. */
function toldOf({ seconds, comment }: Turn, isPlayed: boolean): string {
  const said = comment.trim();
  // A blank shows that it is no score and no time, whatever it looks like.
  const text = /^[\d+\-?.]/.test(said) ? ` ${said}` : said;
  return [seconds === undefined || !isPlayed ? '' : `${seconds.toFixed(2)}s`, text].filter((part) => part !== '').join(' ');
}

function wrapped(words: readonly string[]): string {
  let text = '';
  let length = 0;
  for (const word of words) {
    const breaks = length > 0 && length + 1 + word.length > LINE;
    if (length > 0) text += breaks ? '\n' : ' ';
    length = (breaks || length === 0 ? 0 : length + 1) + word.length;
    text += word;
  }
  return text;
}

/** A board in the way of chess's FEN: black's discs are small letters. */
function fen({ squares, side }: Position): string {
  const ranks = squares.match(/.{8}/g) ?? [];
  const rows = ranks.map((rank) =>
    rank
      .replace(/-+/g, (run) => String(run.length))
      .replace(/X/g, 'p')
      .replace(/O/g, 'P'),
  );
  return `${rows.join('/')} ${side === 'black' ? 'b' : 'w'} - - 0 1`;
}
