/**
 * All games that were played or opened, in the browser's database, which all tabs of the page share.
 *
 * Each game is a value of its own, and a change is one transaction: a tab that writes what another one has written
 * meanwhile sees it, and none loses the other's. What cannot be read is put into a store for damaged values as it is.
 * Knows nothing of the table and of drawing.
 */

import { type Base, type Damaged, type Entry, type Facts, type KnownOf, NAME, openBase } from './database';
import type { Accuracy, Judgement, Known, Note } from './knowledge';
import { type Saved, isCount, isRecord, savedOf } from './store';

export type { Damaged, Entry, Facts } from './database';

/** A game as it is to be kept. */
export type Content = Pick<Entry, 'key' | 'saved' | 'facts'>;

/** So many lists of games, deleted games, and analyses of what is no game stay. */
const MOST_LISTS = 10;
const MOST_GONE = 200;
const MOST_LOOSE = 50;

/** A name that nothing else has. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The same of a list, later ones after those before. */
export const newListId = (): string => `${String(Date.now()).padStart(15, '0')} ${newId()}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function factsOf(value: unknown): Facts | undefined {
  if (!isRecord(value) || !isCount(value['moves']) || typeof value['isOver'] !== 'boolean') return undefined;
  const { discs, end } = value;
  if (!isRecord(discs) || !isCount(discs['black']) || !isCount(discs['white']) || !isRecord(end)) return undefined;
  const cause = (['T', 'R', 'F'] as const).find((one) => one === end['cause']);
  return {
    moves: value['moves'],
    discs: { black: discs['black'], white: discs['white'] },
    isOver: value['isOver'],
    end: { ...(isNumber(end['discs']) ? { discs: end['discs'] } : {}), ...(cause ? { cause } : {}) },
  };
}

function accuracyOf(value: unknown): Accuracy | undefined {
  if (!isRecord(value) || !isNumber(value['depth'])) return undefined;
  const { black, white, depth } = value;
  return { depth, ...(isNumber(black) ? { black } : {}), ...(isNumber(white) ? { white } : {}) };
}

/** The game that a value of the store is; `undefined` if it is damaged. */
function entryOf(value: unknown): Entry | undefined {
  if (!isRecord(value)) return undefined;
  const { id, version, at, day, key } = value;
  const [saved, facts, accuracy] = [savedOf(value['saved']), factsOf(value['facts']), accuracyOf(value['accuracy'])];
  if (!isText(id) || !isText(version) || !isNumber(at) || !isText(day) || !isText(key) || !saved || !facts) return undefined;
  return { id, version, at, day, key, saved, facts, ...(accuracy ? { accuracy } : {}) };
}

const isNote = (value: unknown): value is Note =>
  isRecord(value) && isNumber(value['black']) && isNumber(value['depth']) && isNumber(value['effort']) && isLine(value['line']);
const isLine = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isJudgement = (value: unknown): value is Judgement =>
  isRecord(value) &&
  isNumber(value['black']) &&
  isNumber(value['loss']) &&
  isNumber(value['level']) &&
  ['best', 'good', 'mistake', 'blunder'].includes(String(value['grade'])) &&
  isLine(value['line']);

/** What is known by a value of the store, as far as it is what it should be. */
function knownOf(value: unknown, language: string): Known {
  const pairs = <T>(all: unknown, is: (one: unknown) => one is T): [string, T][] =>
    Array.isArray(all) ? all.flatMap((one) => (Array.isArray(one) && isText(one[0]) && is(one[1]) ? [[one[0], one[1]]] : [])) : [];
  if (!isRecord(value)) return { notes: [], judgements: [] };
  // Reasons are in words: in another language they are found anew.
  const isRead = value['language'] === language;
  return { notes: pairs(value['notes'], isNote), judgements: isRead ? pairs(value['judgements'], isJudgement) : [] };
}

export class Kept {
  #base: Promise<Base> | undefined;
  #entries = new Map<string, Entry>();
  #damaged = 0;
  /** The number of changes that this tab has seen. */
  #seen = -1;
  #channel: BroadcastChannel | undefined;
  #told: () => void;

  /** `told` is called when another tab has changed the games. */
  constructor(told: () => void = () => {}) {
    this.#told = told;
  }

  /** Reads all games. Throws why there is no store. */
  async open(): Promise<void> {
    if (typeof indexedDB === 'undefined') throw new Error('no indexedDB');
    await this.#read();
    try {
      this.#channel = new BroadcastChannel(NAME);
      this.#channel.onmessage = () => void this.refresh();
    } catch {
      // Tabs look again when they are seen.
    }
  }

  async close(): Promise<void> {
    this.#channel?.close();
    (await this.#base)?.close();
  }

  #opened(): Promise<Base> {
    this.#base ??= openBase(() => (this.#base = undefined)).catch((error: unknown) => {
      this.#base = undefined;
      throw error;
    });
    return this.#base;
  }

  /** The games, that which was played or opened last at the front. */
  get entries(): readonly Entry[] {
    return [...this.#entries.values()].sort((one, other) => other.at - one.at);
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** A game with this key. */
  same(key: string): Entry | undefined {
    for (const entry of this.#entries.values()) if (entry.key === key) return entry;
    return undefined;
  }

  /** How many values cannot be read. */
  get damaged(): number {
    return this.#damaged;
  }

  /** Looks at what other tabs have changed. */
  async refresh(): Promise<void> {
    try {
      const base = await this.#opened();
      if ((await base.get('meta', 'changes')) === this.#seen) return;
      await this.#read();
      this.#told();
    } catch {
      // It is looked at again.
    }
  }

  /** All from the store; what is damaged is laid aside. */
  async #read(): Promise<void> {
    const base = await this.#opened();
    const change = base.transaction(['games', 'damaged', 'meta'], 'readwrite');
    const games = change.objectStore('games');
    const entries = new Map<string, Entry>();
    const [ids, values] = await Promise.all([games.getAllKeys(), games.getAll()]);
    for (const [i, value] of values.entries()) {
      const entry = entryOf(value);
      if (entry) entries.set(entry.id, entry);
      else {
        await change.objectStore('damaged').add({ from: 'games', at: Date.now(), value });
        await games.delete(ids[i]!);
      }
    }
    const damaged = await change.objectStore('damaged').count();
    const seen = await change.objectStore('meta').get('changes');
    await change.done;
    // Only now: meanwhile the games before are there, and another look may have begun.
    this.#entries = entries;
    this.#damaged = damaged;
    this.#seen = isNumber(seen) ? seen : 0;
  }

  /** Changes some games in one transaction, and tells other tabs. */
  async #change<T>(run: (change: ReturnType<typeof begun>) => Promise<T>): Promise<T> {
    const base = await this.#opened();
    const change = begun(base);
    const meta = change.objectStore('meta');
    const before = await meta.get('changes');
    const seen = isNumber(before) ? before : 0;
    await meta.put(seen + 1, 'changes');
    let result: T;
    try {
      result = await run(change);
      await change.done;
    } catch (error) {
      // What is begun is not half done; `done` says the same again.
      change.done.catch(() => {});
      try {
        change.abort();
      } catch {
        // It has failed by itself.
      }
      throw error;
    }
    // Another tab came between if it is not the next one: then the others are read again at the next look.
    if (seen === this.#seen) this.#seen = seen + 1;
    this.#channel?.postMessage('changed');
    return result;
  }

  /**
   * Keeps a game under an id. If that has another version than the one that was known, another tab has changed it: both
   * become one by `merge`, or this one gets an id of its own if that gives none.
   */
  async put(id: string, version: string | undefined, content: Content, merge: (other: Saved) => Content | undefined): Promise<Entry> {
    const made = await this.#change(async (change) => {
      const games = change.objectStore('games');
      const found = entryOf(await games.get(id));
      const both = found === undefined || found.version === version ? content : merge(found.saved);
      const entry = both ? entryFor(id, both, found) : entryFor(newId(), content, undefined);
      await games.put(entry);
      await change.objectStore('gone').delete(entry.id);
      return entry;
    });
    this.#entries.set(made.id, made);
    return made;
  }

  /** Keeps games that are not there and were never deleted; with the name of an occasion only the first time. */
  async add(
    all: readonly (Content & { readonly id: string; readonly at?: number; readonly day?: string })[],
    occasion?: string,
  ): Promise<number> {
    const added = await this.#change(async (change) => {
      const made: Entry[] = [];
      const meta = change.objectStore('meta');
      if (occasion !== undefined && (await meta.get(occasion)) !== undefined) return made;
      if (occasion !== undefined) await meta.put(true, occasion);
      const [games, gone] = [change.objectStore('games'), change.objectStore('gone')];
      await atOnce(all, async ({ id, at, day, ...content }) => {
        if ((await games.getKey(id)) !== undefined || (await gone.getKey(id)) !== undefined) return;
        const fresh = entryFor(id, content, undefined);
        const entry = { ...fresh, at: at ?? fresh.at, day: day ?? fresh.day };
        made.push(entry);
        await games.put(entry);
      });
      return made;
    });
    for (const entry of added) this.#entries.set(entry.id, entry);
    return added.length;
  }

  /** Puts a game that was opened again at the front. */
  async touch(id: string): Promise<void> {
    await this.#update(id, (entry) => ({ ...entry, at: Date.now() }));
  }

  async #update(id: string, changed: (entry: Entry) => Entry): Promise<void> {
    const made = await this.#change(async (change) => {
      const games = change.objectStore('games');
      const found = entryOf(await games.get(id));
      const entry = found && changed(found);
      if (entry) await games.put(entry);
      return entry;
    });
    if (made) this.#entries.set(id, made);
  }

  /** Deletes games; `restore` brings them back. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.#change(async (change) => {
      const [games, gone] = [change.objectStore('games'), change.objectStore('gone')];
      await atOnce(ids, async (id) => {
        const entry = await games.get(id);
        if (entry) await gone.put({ ...entry, at: Date.now() });
        await games.delete(id);
      });
    });
    for (const id of ids) this.#entries.delete(id);
  }

  /** Brings deleted games back. */
  async restore(entries: readonly Entry[]): Promise<void> {
    await this.#change(async (change) => {
      const [games, gone] = [change.objectStore('games'), change.objectStore('gone')];
      await atOnce(entries, async (entry) => {
        if ((await games.getKey(entry.id)) === undefined) await games.put(entry);
        await gone.delete(entry.id);
      });
    });
    for (const entry of entries) if (!this.#entries.has(entry.id)) this.#entries.set(entry.id, entry);
  }

  // What is known of games

  /** Keeps what is known of a game, whether or not that is kept, and with the latter how right its moves were. */
  async know(id: string, known: Known, language: string, accuracy: Accuracy | undefined): Promise<void> {
    await (await this.#opened()).put('known', { id, at: Date.now(), language, ...known });
    const entry = this.#entries.get(id);
    if (entry && accuracy && JSON.stringify(accuracy) !== JSON.stringify(entry.accuracy)) {
      await this.#update(id, (found) => ({ ...found, accuracy }));
    }
  }

  async known(id: string, language: string): Promise<Known> {
    return knownOf(await (await this.#opened()).get('known', id), language);
  }

  // The games of texts that were opened

  /** Keeps one by an id of `newListId`. */
  async putList(id: string, content: unknown): Promise<void> {
    const change = (await this.#opened()).transaction('lists', 'readwrite');
    await change.store.put({ id, content });
    // Long lists are not read for that: their ids are in the order of time.
    for (const old of (await change.store.getAllKeys()).slice(0, -MOST_LISTS)) await change.store.delete(old);
    await change.done;
  }

  async list(id: string): Promise<unknown> {
    return (await (await this.#opened()).get('lists', id))?.content;
  }

  // What is damaged, and room

  /** Lays something aside that cannot be read. */
  async layAside(from: string, value: unknown): Promise<void> {
    await (await this.#opened()).add('damaged', { from, at: Date.now(), value });
    this.#damaged += 1;
  }

  /** Lays a game aside that cannot be played. */
  async layGameAside(id: string): Promise<void> {
    await this.#change(async (change) => {
      const value = await change.objectStore('games').get(id);
      if (value !== undefined) await change.objectStore('damaged').add({ from: 'games', at: Date.now(), value });
      await change.objectStore('games').delete(id);
    });
    if (this.#entries.delete(id)) this.#damaged += 1;
  }

  async allDamaged(): Promise<readonly Damaged[]> {
    return (await this.#opened()).getAll('damaged');
  }

  async forgetDamaged(): Promise<void> {
    await (await this.#opened()).clear('damaged');
    this.#damaged = 0;
  }

  /** Forgets what nobody can come back to. */
  async tidy(used: string): Promise<void> {
    const change = (await this.#opened()).transaction(['games', 'known', 'gone'], 'readwrite');
    const [known, gone] = [change.objectStore('known'), change.objectStore('gone')];
    const kept = new Set([...(await change.objectStore('games').getAllKeys()), used]);
    const deleted = (await gone.getAll()).sort((one, other) => other.at - one.at);
    for (const old of deleted.slice(MOST_GONE)) await gone.delete(old.id);
    const loose: KnownOf[] = [];
    for (const id of await known.getAllKeys()) if (!kept.has(id)) loose.push((await known.get(id))!);
    loose.sort((one, other) => other.at - one.at);
    for (const old of loose.slice(MOST_LOOSE)) await known.delete(old.id);
    await change.done;
  }
}

const begun = (base: Base) => base.transaction(['games', 'gone', 'damaged', 'meta'], 'readwrite');

/** The same with many games: one after the other, each would wait for the answer about the one before. */
const atOnce = <T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<unknown> => Promise.all(all.map(run));

/** A game as it stands in the store, after the one that it takes the place of. */
function entryFor(id: string, content: Content, before: Entry | undefined): Entry {
  const isSame = before && before.facts.moves === content.facts.moves;
  return {
    ...content,
    saved: { ...content.saved, id },
    id,
    version: newId(),
    at: Date.now(),
    day: before?.day ?? dayOf(new Date()),
    ...(isSame && before.accuracy ? { accuracy: before.accuracy } : {}),
  };
}

/** The day that a text of a file begins with, in the one form. */
export function dayIn(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-./](\d\d)[-./](\d\d)(?!\d)/.exec(text.trim()) ?? [];
  const made = `${year}-${month}-${day}`;
  return year !== undefined && !Number.isNaN(Date.parse(made)) ? made : undefined;
}

/** A day where one is, as files have it. */
export const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
