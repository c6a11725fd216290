/**
 * Games of any format, read by the engine's module: the readers of `bianca convert`, apart from the
 * engine that plays.
 *
 * Invariant: what is read was played by the rules, or nothing is; it is plain data, so that a worker can
 * hand it on. Text from outside is only ever shown as text. Knows nothing of the table.
 */

import { readBoard, writeBoard } from './formats';
import { type Game, type Tags, gameOf } from './game';
import { type Position, type Side, START, count } from './rules';
import { type Branch, type Mark, SHAPES, type Told } from './variations';

/** A game of a text. */
export interface Found {
  readonly start: Position;
  readonly moves: readonly string[];
  /** Seconds that each move took, empty where they are not known, with commas between. */
  readonly times: string;
  readonly tags: Tags;
  /** What is told of the moves. */
  readonly told: readonly Told[];
  readonly branches: readonly Branch[];
  /** Whether it has variations that could not be read. */
  readonly lacksVariations: boolean;
  /** Discs at its end. */
  readonly discs: Readonly<Record<Side, number>>;
  /** Whether the rules ended it. */
  readonly isOver: boolean;
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
/** The same of games that are imported, which nobody looks through one by one. */
export const MOST_IMPORTED = 20_000;

interface Exports {
  readonly memory: WebAssembly.Memory;
  bianca_room(length: number): number;
  bianca_names(length: number, list: number): number;
  bianca_games(length: number, most: number): void;
}

/** What the numbers of a database (WTHOR) point to: the bytes of its lists of names. */
export interface Lists {
  readonly players?: Uint8Array | undefined;
  readonly tournaments?: Uint8Array | undefined;
}

/** The games of a text or of a file's bytes. Throws `Unreadable`, or what the browser has against the module. */
export async function readGames(module: WebAssembly.Module, bytes: Uint8Array, lists: Lists = {}, most = MOST_GAMES): Promise<Content> {
  let told = '';
  const decoder = new TextDecoder();
  const output = (from: number, length: number): void => {
    told += decoder.decode(new Uint8Array(exports.memory.buffer, from, length), { stream: true });
  };
  // One for each text: nothing of a long one stays in memory.
  const instance = await WebAssembly.instantiate(module, { bianca: { output, stopped: () => 0, now: () => 0 } });
  const exports = instance.exports as unknown as Exports;
  const put = (content: Uint8Array): number => {
    const at = exports.bianca_room(content.length);
    new Uint8Array(exports.memory.buffer, at, content.length).set(content);
    return content.length;
  };
  for (const [place, names] of [lists.players, lists.tournaments].entries()) {
    if (names && exports.bianca_names(put(names), place) === 0) throw new Unreadable('other', 'not a list of names');
  }
  exports.bianca_games(put(bytes), most);
  return contentOf(told);
}

/** What a text is told of while its lines come in. */
interface Growing {
  readonly ply: number;
  comment?: string;
  glyph?: number;
  marks?: readonly Mark[];
}

function contentOf(text: string): Content {
  const games: Found[] = [];
  const faults: Fault[] = [];
  let faulty = 0;
  let hasMore = false;
  // Of the game or the variation that was begun last.
  let told: Growing[] = [];
  let branches: Branch[] = [];
  const at = (ply: number): Growing => {
    const known = told.find((one) => one.ply === ply);
    if (!known) told.push({ ply });
    return known ?? told.at(-1)!;
  };
  for (const line of text.split('\n')) {
    const [what, ...fields] = line.split('\t');
    const ply = Number(fields[0]);
    const last = games.at(-1);
    if (what === 'game') games.push(foundOf(fields, (told = []), (branches = [])));
    else if (what === 'variation') branches.push({ of: ply, after: Number(fields[1]), moves: wordsOf(fields[2]), told: (told = []) });
    else if (what === 'glyph') at(ply).glyph = Number(fields[1]);
    else if (what === 'mark') at(ply).marks = [...(at(ply).marks ?? []), ...marksOf(fields.slice(1))];
    else if (what === 'comment') {
      const known = at(ply).comment;
      at(ply).comment = known === undefined ? (fields[1] ?? '') : `${known}\n${fields[1] ?? ''}`;
    } else if (what === 'fact' && last) games[games.length - 1] = { ...last, tags: { ...last.tags, ...factOf(last, fields) } };
    else if (what === 'lacks' && last) games[games.length - 1] = { ...last, lacksVariations: true };
    else if (what === 'fault') {
      const [place = '', number = '', kind = '', word = '', reason = ''] = fields;
      faults.push({ line: Number(place), number: Number(number), kind: kind as Fault['kind'], word, reason });
    } else if (what === 'total') [faulty, hasMore] = [Number(fields[0]), fields[1] === 'more'];
    else if (what === 'refused') throw new Unreadable(fields[0] === 'encoding' ? 'encoding' : 'other', fields[1]);
  }
  return { games, faults, faulty, hasMore };
}

/** How a game ended or would have, and the board of which that is told. */
function factOf({ start, moves }: Found, [name = '', value = '']: readonly string[]): Tags {
  const ended = writeBoard(gameOf(start, moves).game.mainEnd.position);
  return name === 'RE' ? { ended, result: value } : name === 'TH' ? { ended, theory: value } : {};
}

const wordsOf = (moves = ''): string[] => moves.split(' ').filter((move) => move !== '');

/** The mark of a shape, a square and, of a label, its text; none if the shape is not known. */
function marksOf([name = '', square = '', text]: readonly string[]): Mark[] {
  const shape = SHAPES.find((one) => one === name);
  return shape ? [{ square, shape, ...(shape === 'label' ? { text: text ?? '' } : {}) }] : [];
}

function foundOf(
  [board = '', moves = '', times = '', ...texts]: readonly string[],
  told: readonly Told[],
  branches: readonly Branch[],
): Found {
  const words = wordsOf(moves);
  const start = readBoard(board) ?? START;
  const { game, wrong } = gameOf(start, words);
  if (wrong !== undefined) throw new Error(`the page and the engine disagree on ${wrong}`);
  const names = (['black', 'white', 'event', 'date'] as const).map((name, i) => [name, texts[i] ?? ''] as const);
  const tags = Object.fromEntries(names.filter(([, text]) => text !== '')) as Tags;
  const end = game.end.position.squares;
  const discs = { black: count(end, 'black'), white: count(end, 'white') };
  return { start, moves: words, times, tags, told, branches, lacksVariations: false, discs, isOver: game.isOver };
}

/** The game that was found, to be put on the table. */
export function gameOfFound({ start, moves, times, tags, told, branches, lacksVariations }: Found): Game {
  const { game } = gameOf(start, moves);
  game.tags = tags;
  // Passes that nobody mentioned have no time of their own.
  const isTimed = moves.length === game.moves.length;
  const seconds = isTimed ? times.split(',').flatMap((time, i) => (time === '' ? [] : { ply: i + 1, seconds: Number(time) })) : [];
  game.tree.tell([...seconds, ...told]);
  game.tree.addBranches(branches);
  game.lacksVariations = lacksVariations;
  return game;
}
