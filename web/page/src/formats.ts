/**
 * Games as text: transcripts, boards, GGF, SGF and PGN in; transcripts, boards, GGF and SGF out.
 *
 * Invariant: what is read was played by the rules, or nothing is. Text from outside is only ever
 * shown as text. Knows nothing of files and of the clipboard.
 */

import { type Tags, Game, final, gameOf } from './game';
import { type Position, type Side, PASS, START, indexOf, isOver, letter, nameOf } from './rules';

/** Why text was not read, with the word that is wrong. */
export class FormatError extends Error {
  constructor(readonly reason: 'empty' | 'unknown' | 'illegal' | 'size', readonly word: string) {
    super(`${reason}: ${word}`);
  }
}

const LONGEST = 4_000_000;
const MOST_GAMES = 2000;

/** All games of a text in any format, at least one. Throws a `FormatError`. */
export function read(text: string): Game[] {
  if (text.length > LONGEST) throw new FormatError('size', String(text.length));
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') throw new FormatError('empty', '');
  if (/GM\s*\[\s*Othello/i.test(trimmed)) return readGgf(trimmed);
  if (/^\(\s*;/.test(trimmed)) return [readSgf(trimmed)];
  if (/^\[\s*\w+\s+"/.test(trimmed)) return readPgn(trimmed);
  const board = readBoard(trimmed);
  if (board) return [new Game(board)];
  return readTranscripts(trimmed);
}

/** A board of 64 squares and the side to move, as `setboard` takes it, or a drawing of one. */
export function readBoard(text: string): Position | undefined {
  let compact = text.replace(/\s+/g, '');
  if (/^abcdefgh1/i.test(compact)) {
    const rows = text.split('\n').flatMap((row) => /^\s*[1-8]\s+((?:[XO.+*-]\s*){8})[1-8]?\s*$/i.exec(row)?.[1] ?? []);
    if (rows.length !== 8) return undefined;
    compact = rows.join('').replace(/\s+/g, '').replace(/\+/g, '-') + (/white to move/i.test(text) ? 'O' : 'X');
  }
  const found = /^([XxBb*OoWw._\-]{64})([XxBb*OoWw]|black|white)?$/i.exec(compact);
  if (!found) return undefined;
  const squares = found[1]!.replace(/[xb*]/gi, 'X').replace(/[ow]/gi, 'O').replace(/[._]/g, '-');
  return { squares, side: /^[ow]/i.test(found[2] ?? '') ? 'white' : 'black' };
}

/** The moves of a transcript with or without blanks, commas and numbers. Throws a `FormatError`. */
export function readMoves(text: string): string[] {
  const moves: string[] = [];
  const token = /\s+|[,;:|>-]|\d+\s*\.+|([a-h][1-8])|(pass|pa|ps|--)/giy;
  let at = 0;
  while (at < text.length) {
    token.lastIndex = at;
    // Two hyphens are a pass; one is a mere separator.
    const found = text.startsWith('--', at) ? /--/.exec(text.slice(at)) : token.exec(text);
    if (!found) throw new FormatError('unknown', text.slice(at, at + 12).split(/\s/)[0] ?? '');
    if (found[1]) moves.push(found[1].toLowerCase());
    else if (found[2] || found[0] === '--') moves.push(PASS);
    at += found[0].length;
  }
  return moves;
}

function readTranscripts(text: string): Game[] {
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  if (lines.length > 1 && lines.length <= MOST_GAMES) {
    try {
      return lines.map((line) => legalGame(START, readMoves(line)));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  const moves = readMoves(text);
  if (moves.length === 0) throw new FormatError('unknown', text.slice(0, 12));
  return [legalGame(START, moves)];
}

function legalGame(start: Position, moves: readonly string[], tags: Tags = {}): Game {
  const { game, wrong } = gameOf(start, moves);
  if (wrong !== undefined) throw new FormatError('illegal', wrong);
  game.cursor = game.moves.length;
  game.tags = tags;
  return game;
}

/** Properties of SGF and GGF in their order; a backslash takes the next character as it is. */
function* properties(text: string): Generator<[string, string[]]> {
  const pattern = /([A-Z]+)((?:\s*\[(?:\\[\s\S]|[^\]\\])*\])+)/gi;
  for (const [, name, all] of text.matchAll(pattern)) {
    const values = [...all!.matchAll(/\[((?:\\[\s\S]|[^\]\\])*)\]/g)];
    yield [name!.toUpperCase(), values.map(([, value]) => value!.replace(/\\([\s\S])/g, '$1'))];
  }
}

function readGgf(text: string): Game[] {
  const games: Game[] = [];
  for (const [one] of text.matchAll(/\(;(?:\[(?:\\[\s\S]|[^\]\\])*\]|[^[])*?;\)/g)) {
    let start = START;
    const tags: { -readonly [K in keyof Tags]: Tags[K] } = {};
    const moves: string[] = [];
    for (const [name, [value = '']] of properties(one)) {
      if (name === 'PB') tags.black = value;
      else if (name === 'PW') tags.white = value;
      else if (name === 'DT') tags.date = value;
      else if (name === 'PC') tags.event = value;
      else if (name === 'BO') start = need(readBoard(value.replace(/^\s*8\s/, '')), value);
      else if (name === 'B' || name === 'W') moves.push(moveOf(value.split('/')[0]!));
    }
    if (games.length < MOST_GAMES) games.push(legalGame(start, moves, tags));
  }
  if (games.length === 0) throw new FormatError('unknown', text.slice(0, 12));
  return games;
}

/** The main line of the first game. */
function readSgf(text: string): Game {
  let squares: string[] | undefined;
  let side: Side | undefined;
  const tags: { -readonly [K in keyof Tags]: Tags[K] } = {};
  const moves: string[] = [];
  for (const [name, values] of properties(mainLine(text))) {
    const value = values[0] ?? '';
    if (name === 'GM' && value.trim() !== '2') throw new FormatError('unknown', `GM[${value}]`);
    if (name === 'PB') tags.black = value;
    else if (name === 'PW') tags.white = value;
    else if (name === 'DT') tags.date = value;
    else if (name === 'EV') tags.event = value;
    else if (name === 'PL') side = /^[w2]/i.test(value) ? 'white' : 'black';
    else if ((name === 'AB' || name === 'AW' || name === 'AE') && moves.length === 0) {
      squares ??= [...'-'.repeat(64)];
      for (const point of values) squares[squareOf(point)] = name === 'AB' ? 'X' : name === 'AW' ? 'O' : '-';
    } else if (name === 'B' || name === 'W') {
      side ??= name === 'B' ? 'black' : 'white';
      moves.push(/^(tt|pass|pa)?$/i.test(value.trim()) ? PASS : nameOf(squareOf(value)));
    }
  }
  const start = squares ? { squares: squares.join(''), side: side ?? 'black' } : START;
  return legalGame(start, moves, tags);
}

/** An SGF tree without all branches but the first at each fork. */
function mainLine(text: string): string {
  let line = '';
  let depth = 0;
  let closed = false;
  for (const [piece] of text.matchAll(/\[(?:\\[\s\S]|[^\]\\])*\]|[()]|[^[()]+/g)) {
    if (piece === '(') depth += closed ? 1 : 0;
    else if (piece === ')') {
      if (closed && depth > 0) depth -= 1;
      closed = true;
    } else if (!closed) line += piece;
  }
  return line;
}

function readPgn(text: string): Game[] {
  const games: Game[] = [];
  for (const one of text.split(/\n\s*\n(?=\s*\[\s*\w+\s+")/)) {
    const tag = (name: string): string | undefined => {
      const found = new RegExp(`\\[\\s*${name}\\s+"((?:\\\\.|[^"\\\\])*)"`, 'i').exec(one)?.[1];
      return found === undefined || found === '?' ? undefined : found.replace(/\\(.)/g, '$1');
    };
    const tags: Record<string, string> = {};
    for (const name of ['Black', 'White', 'Event', 'Date'] as const) {
      const value = tag(name);
      if (value !== undefined) tags[name.toLowerCase()] = value;
    }
    const fen = tag('FEN');
    const body = one
      .replace(/^\s*\[.*\]\s*$/gm, '')
      .replace(/\{[^}]*\}|;[^\n]*/g, ' ')
      .replace(/(?:\*|1-0|0-1|1\/2-1\/2|\d+-\d+)\s*$/, '');
    if (games.length < MOST_GAMES) {
      games.push(legalGame(fen === undefined ? START : need(readFen(fen), fen), readMoves(body), tags));
    }
  }
  return games;
}

function readFen(fen: string): Position | undefined {
  const [rows = '', side = 'b'] = fen.trim().split(/\s+/);
  const wide = rows.replace(/\//g, '').replace(/[1-8]/g, (digit) => '-'.repeat(Number(digit)));
  if (!/^[pP-]{64}$/.test(wide)) return undefined;
  const squares = wide.replace(/p/g, 'X').replace(/P/g, 'O');
  return { squares, side: side === 'w' ? 'white' : 'black' };
}

function need<T>(value: T | undefined, word: string): T {
  if (value === undefined) throw new FormatError('unknown', word.slice(0, 24));
  return value;
}

function moveOf(word: string): string {
  if (/^(pa|pas|pass|ps|--)$/i.test(word.trim())) return PASS;
  if (indexOf(word.trim()) < 0) throw new FormatError('unknown', word.slice(0, 12));
  return word.trim().toLowerCase();
}

/** A point of SGF in either way in use, `fe` or `f5`. */
function squareOf(point: string): number {
  const found = /^([a-h])([a-h1-8])$/i.exec(point.trim());
  if (!found) throw new FormatError('unknown', point.slice(0, 12));
  const row = found[2]!.toLowerCase();
  const rank = row >= 'a' ? row.charCodeAt(0) - 97 : Number(row) - 1;
  return found[1]!.toLowerCase().charCodeAt(0) - 97 + 8 * rank;
}

/** The moves without blanks; passes are left out. */
export const writeTranscript = (game: Game): string => game.moves.filter((move) => move !== PASS).join('');

/** A position on one line, as `setboard` takes it. */
export const writeBoard = (position: Position): string => `${position.squares} ${letter(position.side)}`;

/** The game in GGF. */
export function writeGgf(game: Game): string {
  const plain = (text: string | undefined): string => (text ?? '').replace(/[[\]\\\r\n]/g, ' ');
  const board = writeBoard(game.start).replace(/X/g, '*');
  const over = isOver(game.at(game.moves.length));
  const result = over ? signed(final(game.at(game.moves.length).squares)) : '?';
  const turns = game.moves.map((move, ply) => {
    const seconds = game.seconds[ply];
    const time = seconds === undefined ? '' : `//${seconds.toFixed(2)}`;
    return `${letter(game.mover(ply)) === 'X' ? 'B' : 'W'}[${move}${time}]`;
  });
  const { event, date, black, white } = game.tags;
  const dated = date === undefined ? '' : `DT[${plain(date)}]`;
  return `(;GM[Othello]PC[${plain(event)}]${dated}PB[${plain(black)}]PW[${plain(white)}]RE[${result}]TI[0]TY[8]BO[8 ${board}]${turns.join('')};)`;
}

/** The game in SGF. */
export function writeSgf(game: Game): string {
  const escaped = (text: string): string => text.replace(/[\]\\]/g, '\\$&').replace(/[\r\n]+/g, ' ');
  const point = (square: number): string => 'abcdefgh'[square & 7]! + 'abcdefgh'[square >> 3]!;
  const tag = (name: string, value: string | undefined): string => (value ? `${name}[${escaped(value)}]` : '');
  let text = '(;FF[4]GM[2]CA[UTF-8]AP[Bianca]SZ[8]';
  const { event, date, black, white } = game.tags;
  text += tag('EV', event) + tag('DT', date) + tag('PB', black) + tag('PW', white);
  if (!game.isStandard) {
    const points = (cell: string): string =>
      [...game.start.squares].map((at, square) => (at === cell ? `[${point(square)}]` : '')).join('');
    if (game.start.squares.includes('X')) text += 'AB' + points('X');
    if (game.start.squares.includes('O')) text += 'AW' + points('O');
    text += `PL[${game.start.side === 'black' ? 'B' : 'W'}]`;
  }
  game.moves.forEach((move, ply) => {
    const color = game.mover(ply) === 'black' ? 'B' : 'W';
    text += `;${color}[${move === PASS ? '' : point(indexOf(move))}]`;
    const note = game.note(ply + 1);
    if (note) text += `C[${signed(note.black)}${note.exact ? ' exact' : ''}]`;
  });
  return text + ')';
}

const signed = (value: number): string => (value > 0 ? '+' : '') + String(Math.round(value * 100) / 100);

/** The part of a link after the number sign that holds the game and where one looks at it. */
export function writeLink(game: Game): string {
  const parts: string[] = [];
  if (!game.isStandard) parts.push(`board=${game.start.squares}${letter(game.start.side)}`);
  const moves = writeTranscript(game);
  if (moves !== '') parts.push(`moves=${moves}`);
  if (!game.atEnd) parts.push(`ply=${game.cursor}`);
  return parts.join('&');
}

/** The game that a link holds; `undefined` if it holds none. Throws a `FormatError`. */
export function readLink(hash: string): Game | undefined {
  const text = hash.replace(/^#/, '');
  if (text === '') return undefined;
  const fields = new URLSearchParams(text);
  const board = fields.get('board');
  const moves = fields.get('moves') ?? '';
  if (board === null && moves === '') return undefined;
  const start = board === null ? START : need(readBoard(board), board);
  const game = legalGame(start, readMoves(moves));
  const ply = fields.get('ply');
  if (ply !== null && /^\d+$/.test(ply)) game.cursor = Number(ply);
  return game;
}
