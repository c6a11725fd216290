/**
 * Games of any format, read by the engine's module: the readers of `bianca convert`, apart from the
 * engine that plays.
 *
 * Invariant: what is read was played by the rules, or nothing is; it is plain data, so that a worker can
 * hand it on. Text from outside is only ever shown as text. Knows nothing of the table.
 */

import { readBoard } from './formats';
import { type Game, type Tags, gameOf } from './game';
import { type Position, type Side, START, count } from './rules';

/** A game of a text. */
export interface Found {
  readonly start: Position;
  readonly moves: readonly string[];
  /** As `Game` has them. */
  readonly seconds: readonly (number | undefined)[];
  readonly tags: Tags;
  readonly comments: ReadonlyMap<number, string>;
  readonly hasVariations: boolean;
  /** Discs at its end. */
  readonly discs: Readonly<Record<Side, number>>;
}

/** A place of a text where no game is. */
export interface Fault {
  /** Counted from 1; 0 in files without lines. */
  readonly line: number;
  /** Counted from 1, with the games. */
  readonly number: number;
  readonly kind: 'illegal' | 'unknown' | 'other';
  /** The word that is wrong, if it is one. */
  readonly word: string;
  /** What is wrong, in English. */
  readonly reason: string;
}

/** What a text holds. */
export interface Content {
  readonly games: readonly Found[];
  /** The first places without a game. */
  readonly faults: readonly Fault[];
  /** How many such places there are. */
  readonly faulty: number;
  /** Whether there are more games than are read. */
  readonly hasMore: boolean;
}

/** Why a text cannot be read at all, in English. */
export class Unreadable extends Error {
  constructor(
    readonly kind: 'encoding' | 'other',
    reason?: string,
  ) {
    super(reason);
  }
}

/** Bytes; far more than the games that are read have. */
export const LONGEST = 32_000_000;
export const MOST_GAMES = 2000;

interface Exports {
  readonly memory: WebAssembly.Memory;
  bianca_room(length: number): number;
  bianca_games(length: number, most: number): void;
}

/** The games of a text or of a file's bytes. Throws `Unreadable`, or what the browser has against the module. */
export async function readGames(module: WebAssembly.Module, bytes: Uint8Array): Promise<Content> {
  let told = '';
  const decoder = new TextDecoder();
  const output = (from: number, length: number): void => {
    told += decoder.decode(new Uint8Array(exports.memory.buffer, from, length), { stream: true });
  };
  // One for each text: nothing of a long one stays in memory.
  const instance = await WebAssembly.instantiate(module, { bianca: { output, stopped: () => 0, now: () => 0 } });
  const exports = instance.exports as unknown as Exports;
  const at = exports.bianca_room(bytes.length);
  new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  exports.bianca_games(bytes.length, MOST_GAMES);
  return contentOf(told);
}

function contentOf(told: string): Content {
  const games: Found[] = [];
  const faults: Fault[] = [];
  let faulty = 0;
  let hasMore = false;
  let comments = new Map<number, string>();
  for (const line of told.split('\n')) {
    const [what, ...fields] = line.split('\t');
    const last = games.at(-1);
    if (what === 'game') games.push(foundOf(fields, (comments = new Map())));
    else if (what === 'comment') addLine(comments, Number(fields[0]), fields[1] ?? '');
    else if (what === 'variations' && last) games[games.length - 1] = { ...last, hasVariations: true };
    else if (what === 'fault') {
      const [at = '', number = '', kind = '', word = '', reason = ''] = fields;
      faults.push({ line: Number(at), number: Number(number), kind: kind as Fault['kind'], word, reason });
    } else if (what === 'total') [faulty, hasMore] = [Number(fields[0]), fields[1] === 'more'];
    else if (what === 'refused') throw new Unreadable(fields[0] === 'encoding' ? 'encoding' : 'other', fields[1]);
  }
  return { games, faults, faulty, hasMore };
}

/** Adds a line to what is said after `ply` moves. */
function addLine(comments: Map<number, string>, ply: number, line: string): void {
  const before = comments.get(ply);
  comments.set(ply, before === undefined ? line : `${before}\n${line}`);
}

function foundOf([board = '', moves = '', times = '', ...texts]: readonly string[], comments: Found['comments']): Found {
  const words = moves.split(' ').filter((move) => move !== '');
  const start = readBoard(board) ?? START;
  const { game, wrong } = gameOf(start, words);
  if (wrong !== undefined) throw new Error(`the page and the engine disagree on ${wrong}`);
  const names = (['black', 'white', 'event', 'date'] as const).map((name, i) => [name, texts[i] ?? ''] as const);
  const tags = Object.fromEntries(names.filter(([, text]) => text !== '')) as Tags;
  // Passes that nobody mentioned have no time of their own.
  const seconds = words.length === game.moves.length ? times.split(',').map((time) => (time === '' ? undefined : Number(time))) : [];
  const end = game.at(game.moves.length).squares;
  const discs = { black: count(end, 'black'), white: count(end, 'white') };
  return { start, moves: words, seconds, tags, comments, hasVariations: false, discs };
}

/** The game that was found, to be put on the table. */
export function gameOfFound({ start, moves, seconds, tags, comments, hasVariations }: Found): Game {
  const { game } = gameOf(start, moves);
  game.tags = tags;
  seconds.forEach((time, ply) => (game.seconds[ply] = time));
  for (const [ply, comment] of comments) game.comments.set(ply, comment);
  game.hasVariations = hasVariations;
  return game;
}
