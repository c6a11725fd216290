/**
 * Games with their variations, comments and marks as SGF and PGN, in the form that `bianca convert` writes.
 *
 * Knows nothing of files and of the clipboard; both are read by the engine (`reader.ts`).
 */

import { type Game, final } from './game';
import { type Position, PASS, indexOf, isOver } from './rules';
import { GLYPHS, type Mark, type Shape, type Turn } from './variations';

/** Of each glyph by its number, in SGF. */
const JUDGED = ['', 'TE[1]', 'BM[1]', 'TE[2]', 'BM[2]', 'IT[]', 'DO[]'];
const MARKED: Readonly<Record<Shape, string>> = { triangle: 'TR', square: 'SQ', circle: 'CR', cross: 'MA', label: 'LB' };

/** The longest line that PGN allows. */
const LINE = 79;

const point = (square: number): string => 'abcdefgh'[square & 7]! + 'abcdefgh'[square >> 3]!;
export const signed = (value: number): string => (value > 0 ? '+' : '') + String(Math.round(value * 100) / 100);

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
  const comment = ({ move, comment: said }: Turn): string => {
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
  text += tag('EV', event) + tag('DT', date) + tag('PB', black) + tag('PW', white);
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
  const end = game.mainEnd.position;
  const score = isOver(end) ? final(end.squares) : undefined;
  const result = score === undefined ? '*' : score === 0 ? '1/2-1/2' : score > 0 ? '1-0' : '0-1';
  const tags: [string, string | undefined][] = [
    ['Event', event],
    ['Site', undefined],
    ['Date', date],
    ['Round', undefined],
    ['Black', black],
    ['White', white],
    ['Result', result],
  ];
  if (score !== undefined) tags.push(['Score', signed(score)]);
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
    const told = toldOf(turn);
    isInterrupted = told !== '';
    if (isInterrupted) words.push(braces(told));
    const [after] = turn.children;
    if (after) open.push({ turn: after, ply: ply + 1, isVariation: false });
    // The others in its place are written behind it.
    const [own, ...others] = turn.parent!.children;
    if (own === turn) for (const other of others.reverse()) open.push({ turn: other, ply, isVariation: true });
  }
  return words;
}

/** Time and comment. */
function toldOf({ seconds, comment }: Turn): string {
  const said = comment.trim();
  // A blank shows that it is no score and no time, whatever it looks like.
  const text = /^[\d+\-?.]/.test(said) ? ` ${said}` : said;
  return [seconds === undefined ? '' : `${seconds.toFixed(2)}s`, text].filter((part) => part !== '').join(' ');
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
