/**
 * Games as text that has one line of moves, the game itself: links in and out; transcripts, boards and GGF
 * out. All that others write is read by the engine (`reader.ts`).
 *
 * Invariant: what is read was played by the rules, or nothing is. Knows nothing of files and of the
 * clipboard.
 */

import { type Game, gameOf } from './game';
import { endOf, signed } from './records';
import { type Position, PASS, START, indexOf, letter } from './rules';
import type { Turn } from './variations';

/** Why a link was not read, with the word that is wrong. */
export class FormatError extends Error {
  constructor(
    readonly reason: 'unknown' | 'illegal',
    readonly word: string,
    /** Which move of the text it is, counted from 1, where that is known. */
    readonly number?: number,
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
  const { game, wrong, number } = gameOf(start, moves);
  if (wrong !== undefined) throw new FormatError('illegal', wrong, number);
  game.cursor = game.moves.length;
  return game;
}

/** The moves without blanks; passes are left out. */
export const writeTranscript = ({ tree }: Game): string => tree.mainLine.map(({ move }) => (move === PASS ? '' : move)).join('');

/** A position on one line, as `setboard` takes it. */
export const writeBoard = (position: Position): string => `${position.squares} ${letter(position.side)}`;

/** The game in GGF. */
export function writeGgf(game: Game): string {
  // Other programs take `;)` for the end of the game.
  const plain = (text: string | undefined): string => (text ?? '').replace(/[[\]\\\r\n]/g, ' ').replaceAll(';)', '; )');
  const comment = ({ comment: said }: Turn): string =>
    said
      .split(/[\r\n]+/)
      .map((one) => plain(one).trim())
      .filter((one) => one !== '')
      .map((one) => `CO[${one}]`)
      .join('');
  const board = writeBoard(game.start).replace(/X/g, '*');
  const [root, ...line] = game.tree.mainLine;
  const { discs, cause } = endOf(game);
  const flag = cause === undefined ? '' : cause === 'T' ? ':t' : ':r';
  const result = discs === undefined ? '?' : signed(discs) + flag;
  const about = comment(root!);
  // An empty comment shows that what follows is no fact, whatever it looks like.
  const mark = /^CO\[[A-Z][A-Za-z]+: /.test(about) ? 'CO[]' : '';
  const turns = line.map((turn) => {
    const time = turn.seconds === undefined ? '' : `//${turn.seconds.toFixed(2)}`;
    return `${turn.parent!.position.side === 'black' ? 'B' : 'W'}[${turn.move}${time}]${comment(turn)}`;
  });
  const { event, date, black, white } = game.tags;
  const dated = date === undefined ? '' : `DT[${plain(date)}]`;
  return `(;GM[Othello]PC[${plain(event)}]${dated}PB[${plain(black)}]PW[${plain(white)}]RE[${result}]TI[0]TY[8]BO[8 ${board}]${mark}${about}${turns.join('')};)`;
}

/** The part of a link after the number sign that holds the game and where one looks at it. */
export function writeLink(game: Game): string {
  const parts: string[] = [];
  if (!game.isStandard) parts.push(`board=${game.start.squares}${letter(game.start.side)}`);
  const moves = writeTranscript(game);
  if (moves !== '') parts.push(`moves=${moves}`);
  const ply = game.mainCursor;
  if (ply < game.tree.mainLine.length - 1) parts.push(`ply=${ply}`);
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
