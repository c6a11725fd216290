/**
 * The browser's database `bianca`: its stores, their forms, and how it is opened.
 *
 * Invariant: whoever opens it gets all stores in their form; what was in one of another form is laid aside. A page of an
 * older version works with a newer database. Knows nothing of what is done with the values.
 */

import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Accuracy, Known } from './knowledge';
import type { End } from './records';
import type { Discs } from './rules';
import type { Saved } from './store';

/** What a list tells of a game. */
export interface Facts {
  /** Moves without passes. */
  readonly moves: number;
  /** At the end; empty squares are the winner's. */
  readonly discs: Discs;
  /** Whether the rules ended it. */
  readonly isOver: boolean;
  readonly end: End;
}

/** A game that is kept. */
export interface Entry {
  readonly id: string;
  /** Another one after each change of the moves or what is told of them. */
  readonly version: string;
  /** When it was played or opened last, in milliseconds since 1970. */
  readonly at: number;
  /** The day on which it was played or opened first, as files have it. */
  readonly day: string;
  /** Start, moves and players: games with the same are the same game. */
  readonly key: string;
  readonly saved: Saved;
  readonly facts: Facts;
  readonly accuracy?: Accuracy;
}

/** What is known of a game, and in which language its reasons are. */
export interface KnownOf extends Known {
  readonly id: string;
  readonly at: number;
  readonly language: string;
}

/** Games of a text that was opened. */
export interface Opened {
  readonly id: string;
  readonly content: unknown;
}

/** What cannot be read, as it was found. */
export interface Damaged {
  readonly from: string;
  readonly at: number;
  readonly value: unknown;
}

interface Scheme extends DBSchema {
  games: { key: string; value: Entry };
  known: { key: string; value: KnownOf };
  lists: { key: string; value: Opened };
  /** Games that were deleted, for the way back. */
  gone: { key: string; value: Entry };
  damaged: { key: number; value: Damaged };
  /** The log of what was trained, a line each. */
  training: { key: number; value: unknown };
  /** Games whose moves were taken into training, or are to be. */
  taken: { key: string; value: unknown };
  meta: { key: string; value: unknown };
}
export type Base = IDBPDatabase<Scheme>;
type Store = 'games' | 'known' | 'lists' | 'gone' | 'damaged' | 'training' | 'taken' | 'meta';

/** With the path of their keys; `null` where a key is told with each value, `undefined` where they count by themselves. */
const STORES: Readonly<Record<Store, string | null | undefined>> = {
  games: 'id',
  known: 'id',
  lists: 'id',
  gone: 'id',
  damaged: undefined,
  training: undefined,
  taken: 'id',
  meta: null,
};
const NAMES = Object.keys(STORES) as Store[];

/** Of the database, and of what tabs tell each other. */
export const NAME = 'bianca';
const VERSION = 2;

/** Makes the stores that are missing; one of another form is made anew, and what was in it is damaged. */
async function makeStores(
  base: Base,
  change: Parameters<NonNullable<Parameters<typeof openDB<Scheme>>[2]>['upgrade'] & {}>[3],
): Promise<void> {
  const lost: Damaged[] = [];
  for (const name of NAMES) {
    if (base.objectStoreNames.contains(name)) {
      const store = change.objectStore(name);
      if (hasForm(name, store)) continue;
      for (const value of await store.getAll()) lost.push({ from: name, at: Date.now(), value });
      base.deleteObjectStore(name);
    }
    const path = STORES[name];
    base.createObjectStore(name, path === undefined ? { autoIncrement: true } : path === null ? {} : { keyPath: path });
  }
  for (const one of lost) await change.objectStore('damaged').add(one);
}

const hasForm = (name: Store, { keyPath, autoIncrement }: { keyPath: unknown; autoIncrement: boolean }): boolean =>
  keyPath === (STORES[name] ?? null) && autoIncrement === (STORES[name] === undefined);

/** Opens the database; `end` is called once it is closed for another tab. */
export async function openBase(end: () => void): Promise<Base> {
  const hooks = {
    upgrade: (base: Base, _old: number, _new: number | null, change: Parameters<typeof makeStores>[1]) => makeStores(base, change),
    // Another tab makes it anew: it is opened again when it is needed.
    blocking: (_now: number, _wanted: number | null, event: IDBVersionChangeEvent) => {
      (event.target as IDBDatabase).close();
      end();
    },
    terminated: end,
  };
  let base: Base;
  try {
    base = await openDB<Scheme>(NAME, VERSION, hooks);
  } catch (error) {
    // A newer one, or one that was mended.
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    base = await openDB<Scheme>(NAME, undefined, hooks);
  }
  const missing = NAMES.some((one) => !base.objectStoreNames.contains(one));
  if (!missing && NAMES.every((one) => hasForm(one, base.transaction(one).store))) return base;
  const { version } = base;
  base.close();
  return openDB<Scheme>(NAME, version + 1, hooks);
}
