/** What the engine tells besides searches, as values. Read from lines of the protocol; knows no engine. */

/** The last named position that a game went through. */
export interface Opening {
  /** In English. */
  readonly name: string;
  /** After how many moves it stood on the board. */
  readonly moves: number;
  /** In other languages, by the language's English name. */
  readonly names: Readonly<Record<string, string>>;
}

/** Reads the answer to `opening`; `undefined` if there is no name. */
export function readOpening(text: string): Opening | undefined {
  const [name, ...rest] = text.split('\n');
  if (!name) return undefined;
  const told = rest
    .filter((line) => line.includes(' '))
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);
  const { moves = '0', ...names } = Object.fromEntries(told) as Record<string, string>;
  return { name, moves: Number(moves), names };
}

/** A move and how likely people are to play it. */
export interface CrowdMove {
  /** A square, or `pass` where that is the only move. */
  readonly move: string;
  /** Percent. */
  readonly chance: number;
  /** Discs that it loses against the best one, by a search of eight plies. */
  readonly loss: number;
}

/** Where the move that most people play loses four discs or more. */
export interface Trap extends CrowdMove {
  /** The moves that lead there, two at most; none if it is here. */
  readonly after: readonly string[];
  /** Percent of people who play these. */
  readonly reached: number;
  /** What they should have played. */
  readonly best: string;
}

/** What people of a rating would play. */
export interface Crowd {
  readonly rating: number;
  /** The likeliest first; none after the end of the game. */
  readonly moves: readonly CrowdMove[];
  /** The nearest one, and of several as near the one that most people fall into. */
  readonly trap: Trap | null;
}

/** Reads the answer to `hint people RATING json`. */
export const readCrowd = (text: string): Crowd => JSON.parse(text) as Crowd;

/** A move that the opening book knows. */
export interface BookMove {
  readonly move: string;
  /** In discs for the side to move. */
  readonly score: number;
  /** Plies of the search that it is from; 0 if the move was only glanced at. */
  readonly depth: number;
  /** Percent, of that search. */
  readonly confidence: number;
  readonly proven: Proven;
  /** Whether it leads out of the book. */
  readonly leaf: boolean;
  /** How many games or lines were learned through it. */
  readonly lines: number;
}

/** Reads a line of `book`; `undefined` if it is none. */
export function readBookMove(line: string): BookMove | undefined {
  const words = line.split(' ');
  const pairs = new Map<string, string>();
  for (let i = 0; i + 1 < words.length; i += 2) pairs.set(words[i]!, words[i + 1]!);
  const move = pairs.get('move');
  if (move === undefined || !pairs.has('score')) return undefined;
  const number = (key: string): number => Number(pairs.get(key) ?? 0);
  return {
    move,
    score: number('score'),
    depth: number('depth'),
    confidence: number('confidence'),
    proven: readProven(pairs.get('proven')),
    leaf: pairs.get('leaf') === 'yes',
    lines: number('lines'),
  };
}

/**
 * What is proven of a score: nothing, that it is the final one, that its sign is, that the final one is no
 * less, or that it is no more.
 */
export type Proven = 'no' | 'exact' | 'wld' | 'atleast' | 'atmost';

/** Reads the word of an info line. */
export function readProven(word: string | undefined): Proven {
  return word === 'exact' || word === 'wld' || word === 'atleast' || word === 'atmost' ? word : 'no';
}
