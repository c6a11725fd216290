/**
 * Games as text: links in and out; transcripts, boards, GGF and SGF out. All that others write is read
 * by the engine (`reader.ts`).
 *
 * Invariant: what is read was played by the rules, or nothing is. Knows nothing of files and of the
 * clipboard.
 */

import { type Game, final, gameOf } from './game';
import { type Position, PASS, START, indexOf, isOver, letter } from './rules';

/** Why a link was not read, with the word that is wrong. */
export class FormatError extends Error {
  constructor(
    readonly reason: 'unknown' | 'illegal',
    readonly word: string,
  ) {
    super(`${reason}: ${word}`);
  }
}

/** A board of 64 squares and the side to move, as `writeBoard` and links have it. */
export function readBoard(text: string): Position | undefined {
  const found = /^([XO-]{64}) ?([XO])?$/i.exec(text);
  if (!found) return undefined;
  return { squares: found[1]!.toUpperCase(), side: /o/i.test(found[2] ?? '') ? 'white' : 'black' };
}

/** The moves of a link. Throws a `FormatError`. */
export function readMoves(text: string): string[] {
  const moves = text.toLowerCase().match(/[a-h][1-8]|pass|\S+?(?=[a-h][1-8]|pass|\s|$)/g) ?? [];
  const wrong = moves.find((move) => move !== PASS && indexOf(move) < 0);
  if (wrong !== undefined) throw new FormatError('unknown', wrong.slice(0, 12));
  return moves;
}

function legalGame(start: Position, moves: readonly string[]): Game {
  const { game, wrong } = gameOf(start, moves);
  if (wrong !== undefined) throw new FormatError('illegal', wrong);
  game.cursor = game.moves.length;
  return game;
}

/** The moves without blanks; passes are left out. */
export const writeTranscript = (game: Game): string => game.moves.filter((move) => move !== PASS).join('');

/** A position on one line, as `setboard` takes it. */
export const writeBoard = (position: Position): string => `${position.squares} ${letter(position.side)}`;

/** The game in GGF. */
export function writeGgf(game: Game): string {
  const plain = (text: string | undefined): string => (text ?? '').replace(/[[\]\\\r\n]/g, ' ');
  const comment = (ply: number): string => (game.comments.has(ply) ? `C[${plain(game.comments.get(ply))}]` : '');
  const board = writeBoard(game.start).replace(/X/g, '*');
  const over = isOver(game.at(game.moves.length));
  const result = over ? signed(final(game.at(game.moves.length).squares)) : '?';
  const turns = game.moves.map((move, ply) => {
    const seconds = game.seconds[ply];
    const time = seconds === undefined ? '' : `//${seconds.toFixed(2)}`;
    return `${letter(game.mover(ply)) === 'X' ? 'B' : 'W'}[${move}${time}]${comment(ply + 1)}`;
  });
  const { event, date, black, white } = game.tags;
  const dated = date === undefined ? '' : `DT[${plain(date)}]`;
  return `(;GM[Othello]PC[${plain(event)}]${dated}PB[${plain(black)}]PW[${plain(white)}]RE[${result}]TI[0]TY[8]BO[8 ${board}]${comment(0)}${turns.join('')};)`;
}

/** The game in SGF. */
export function writeSgf(game: Game): string {
  const escaped = (text: string): string => text.replace(/[\]\\]/g, '\\$&').replace(/[\r\n]+/g, ' ');
  const point = (square: number): string => 'abcdefgh'[square & 7]! + 'abcdefgh'[square >> 3]!;
  const tag = (name: string, value: string | undefined): string => (value ? `${name}[${escaped(value)}]` : '');
  const comment = (ply: number): string => {
    const said = (game.comments.get(ply) ?? '').replace(/[\]\\]/g, '\\$&');
    // An empty line shows that it is no depth and no time, whatever it looks like.
    return said === '' ? '' : `C[${ply > 0 && /^(\n|depth |[\d.]+ s)/.test(said) ? '\n' : ''}${said}]`;
  };
  let text = '(;FF[4]GM[2]CA[UTF-8]AP[Bianca]SZ[8]';
  const { event, date, black, white } = game.tags;
  text += tag('EV', event) + tag('DT', date) + tag('PB', black) + tag('PW', white);
  text += comment(0);
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
    const found = game.found(ply + 1);
    if (found !== undefined) text += `V[${signed(found)}]`;
    text += comment(ply + 1);
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
  const start = board === null ? START : readBoard(board);
  if (!start) throw new FormatError('unknown', board!.slice(0, 24));
  const game = legalGame(start, readMoves(moves));
  const ply = fields.get('ply');
  if (ply !== null && /^\d+$/.test(ply)) game.cursor = Number(ply);
  return game;
}
