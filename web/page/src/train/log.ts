/**
 * The log of what was trained: lines of the engine's trainer, which only grow, in the browser's database; and which games
 * were taken into training, or are to be.
 *
 * Invariant: a line that was added is there for all tabs, and none takes another's place; only what the engine cannot read
 * is taken out, by whoever has laid it aside. Where there is no database, the last lines are in `localStorage`. Knows nothing
 * of what a line says.
 */

import { type Base, openBase } from '../database';
import { isRecord } from '../store';

/** A line with its number; later ones have higher numbers. */
export interface Line {
  readonly key: number;
  /** As it was found: only a text can be a line. */
  readonly value: unknown;
}

/** A side of a game whose moves are taken into training. */
export interface Taken {
  /** The game's, and the side. */
  readonly id: string;
  readonly side: 'black' | 'white';
  /** Its moves, as a link has them. */
  readonly link: string;
  /** What is told of the game. */
  readonly source: string;
  /** So many of its moves were looked at, of so many. */
  readonly done: number;
  readonly all: number;
  readonly at: number;
}

const KEY = 'bianca.training';
const KEY_TAKEN = 'bianca.taken';
const CHANNEL = 'bianca-training';
const RESTS = 'training rests';
/** Without a database: so many lines, and so many games. */
const MOST_LINES = 2000;
const MOST_TAKEN = 100;

function takenOf(value: unknown): Taken | [] {
  if (!isRecord(value)) return [];
  const { id, side, link, source, done, all, at } = value;
  const areTexts = [id, link, source].every((one) => typeof one === 'string');
  const areNumbers = [done, all, at].every((one) => typeof one === 'number');
  return areTexts && areNumbers && (side === 'black' || side === 'white') ? (value as unknown as Taken) : [];
}

/** The lines without a database: from which number on they are. */
interface Loose {
  readonly from: number;
  readonly lines: readonly unknown[];
}

function loadLoose(): Loose {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (isRecord(value) && typeof value['from'] === 'number' && Array.isArray(value['lines'])) {
      return { from: value['from'], lines: value['lines'] };
    }
  } catch {
    // As without any.
  }
  return { from: 1, lines: [] };
}

export class TrainingLog {
  #base: Promise<Base> | undefined;
  #works: boolean | undefined;
  #channel: BroadcastChannel | undefined;
  readonly #told: () => void;

  /** `told` is called when another tab has added something. */
  constructor(told: () => void = () => {}) {
    this.#told = told;
  }

  /** Opens the database, once; whether there is one. */
  async open(): Promise<boolean> {
    if (this.#works !== undefined) return this.#works;
    try {
      if (typeof indexedDB === 'undefined') throw new Error('no indexedDB');
      await this.#opened();
      this.#works = true;
    } catch {
      this.#works = false;
    }
    try {
      this.#channel ??= new BroadcastChannel(CHANNEL);
      this.#channel.onmessage = () => this.#told();
    } catch {
      // It is looked at when the door is opened.
    }
    return this.#works;
  }

  async close(): Promise<void> {
    this.#channel?.close();
    if (this.#works) (await this.#base)?.close();
  }

  #opened(): Promise<Base> {
    this.#base ??= openBase(() => (this.#base = undefined)).catch((error: unknown) => {
      this.#base = undefined;
      throw error;
    });
    return this.#base;
  }

  /** All lines with a higher number. */
  async after(key: number): Promise<Line[]> {
    if (!(await this.open())) {
      const { from, lines } = loadLoose();
      return lines.map((value, i) => ({ key: from + i, value })).filter((line) => line.key > key);
    }
    const store = (await this.#opened()).transaction('training').store;
    const range = IDBKeyRange.lowerBound(key, true);
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    return values.map((value, i) => ({ key: keys[i]!, value }));
  }

  /** Adds lines at the end; gives the number of the last one. */
  async add(lines: readonly string[]): Promise<number> {
    let last = 0;
    if (await this.open()) {
      const change = (await this.#opened()).transaction('training', 'readwrite', { durability: 'strict' });
      for (const line of lines) last = await change.store.add(line);
      await change.done;
    } else {
      const before = loadLoose();
      const all = [...before.lines, ...lines];
      const kept = all.slice(-MOST_LINES);
      const from = before.from + all.length - kept.length;
      localStorage.setItem(KEY, JSON.stringify({ from, lines: kept }));
      last = from + kept.length - 1;
    }
    this.#channel?.postMessage('added');
    return last;
  }

  /** Takes out what cannot be read. */
  async remove(keys: readonly number[]): Promise<void> {
    if (await this.open()) {
      const change = (await this.#opened()).transaction('training', 'readwrite');
      for (const key of keys) await change.store.delete(key);
      return change.done;
    }
    const { from, lines } = loadLoose();
    // The numbers of those that stay are to be theirs: an empty line is left, of which nobody knows anything.
    const left = lines.map((line, i) => (keys.includes(from + i) ? null : line));
    localStorage.setItem(KEY, JSON.stringify({ from, lines: left }));
  }

  /** All games that were taken into training, or are to be, the oldest first. */
  async taken(): Promise<Taken[]> {
    const all: unknown[] = (await this.open()) ? await (await this.#opened()).getAll('taken') : looseTaken();
    return all.flatMap(takenOf).sort((one, two) => one.at - two.at);
  }

  async putTaken(games: readonly Taken[]): Promise<void> {
    if (await this.open()) {
      const change = (await this.#opened()).transaction('taken', 'readwrite');
      for (const game of games) await change.store.put(game);
      return change.done;
    }
    const ids = games.map(({ id }) => id);
    const others = looseTaken()
      .flatMap(takenOf)
      .filter(({ id }) => !ids.includes(id));
    localStorage.setItem(KEY_TAKEN, JSON.stringify([...others, ...games].slice(-MOST_TAKEN)));
  }

  /** Whether somebody has stopped that games are taken in. */
  async rests(): Promise<boolean> {
    return (await this.open()) && (await (await this.#opened()).get('meta', RESTS)) === true;
  }

  async setRests(rests: boolean): Promise<void> {
    if (await this.open()) await (await this.#opened()).put('meta', rests, RESTS);
  }
}

function looseTaken(): unknown[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY_TAKEN) ?? '[]');
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}
