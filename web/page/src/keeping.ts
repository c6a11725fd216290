/**
 * Which games are kept, and when: what happens on the table goes to the store of all games (`kept.ts`), and what is
 * known of a game comes from there.
 *
 * Invariant: what goes to the store goes one after the other, so that a game has the id under which it was kept last.
 * Knows nothing of drawing.
 */

import { readLink, writeBoard, writeLink } from './formats';
import { Game, type Tags } from './game';
import { type Content, type Entry, Kept, dayIn, newId } from './kept';
import type { Player } from './mind';
import { endOf, writeSgf } from './records';
import { type Side, PASS, count, result } from './rules';
import { type Saved, isDamaged, isFollowed, loadDamaged, saveDamaged, takeDamaged } from './store';
import { FULL_SKILL, TONGUES, language, t } from './words';

/** From so many moves on a game that is not over is kept: one that was played here, and one that was opened. */
const LEAST_PLAYED = 10;
const LEAST_OPENED = 20;

/** Milliseconds after which what was learnt is kept. */
const LEARNT = 500;

/** What is kept of a game on the table. */
interface State {
  id: string;
  /** The version in the store that this game goes on from. */
  version: string | undefined;
  /** The moves and what is told of them as they were kept last, or as they came. */
  content: string | undefined;
  /** How much was known of it when that was kept last. */
  learnt: number;
}

/** What a person tells of. */
export type Say = (text: string, action?: { text: string; run: () => void }) => void;

const BOOKS = { random: 'Random', greedy: 'Greedy', uc3m: 'UC3M', 'minimax:4': 'Minimax 4' } as const;

/** An engine's name in files, the same in all languages. */
function writtenName(player: Player): string | undefined {
  if (player.kind === 'person') return undefined;
  if (player.kind === 'following') return `Bianca (follows at ${player.elo})`;
  return player.kind === 'bianca' ? `Bianca (skill ${player.skill})` : BOOKS[player.name];
}

/** The engine of such a name. */
function playerOf(name: string | undefined): Player | undefined {
  const skill = /^Bianca \(skill (\d+)\)$/.exec(name ?? '')?.[1];
  if (skill !== undefined && Number(skill) >= 1 && Number(skill) <= FULL_SKILL) return { kind: 'bianca', skill: Number(skill) };
  const elo = /^Bianca \(follows at (\d+)\)$/.exec(name ?? '')?.[1];
  if (elo !== undefined && isFollowed(Number(elo))) return { kind: 'following', elo: Number(elo) };
  const book = (Object.keys(BOOKS) as (keyof typeof BOOKS)[]).find((one) => BOOKS[one] === name);
  return book && { kind: 'book', name: book };
}

/** Whether a name is what the page calls whoever plays here, in any of its languages. */
const isYou = (name: string | undefined): boolean => Object.values(TONGUES).some(({ words }) => words.you === name);

const isPerson = (player: Player | undefined): boolean => (player?.kind ?? 'person') === 'person';

/** The names of the players in files: those that are told, and those who play here. */
export function namesOf({ tags, black, white }: Saved): Pick<Tags, Side> {
  const name = (side: Side, own: Player | undefined, other: Player | undefined): Pick<Tags, Side> => {
    const written = (own && writtenName(own)) ?? tags[side] ?? (isPerson(other) ? undefined : t('you'));
    return written === undefined ? {} : { [side]: written };
  };
  return { ...name('black', black, white), ...name('white', white, black) };
}

/** The game that was kept; `undefined` if what was kept is of no use. */
export function gameOf(saved: Saved): Game | undefined {
  try {
    const game = saved.link === '' ? new Game() : readLink(saved.link);
    game?.tree.tell(saved.told ?? []);
    game?.tree.addBranches(saved.branches ?? []);
    if (game) game.tags = saved.tags;
    return game;
  } catch {
    return undefined;
  }
}

/** The moves of the game itself. */
const movesOf = ({ tree }: Game): string[] => tree.mainLine.slice(1).map(({ move }) => move);

/** What games have in common that are the same one. */
function keyOf(game: Game, saved: Saved): string {
  const { black = '', white = '' } = namesOf(saved);
  const names = [black, white].map((name) => (isYou(name) ? '\n' : name));
  return JSON.stringify([writeBoard(game.start), movesOf(game).join(''), ...names]);
}

export function contentOf(game: Game, saved: Saved): Content {
  const { squares } = game.mainEnd.position;
  const discs = { black: count(squares, 'black'), white: count(squares, 'white') };
  const given = saved.resigned && ({ discs: saved.resigned === 'white' ? 64 : -64, cause: 'R' } as const);
  const { isFinished } = game;
  const moves = movesOf(game).filter((move) => move !== PASS).length;
  const end = given ?? (isFinished ? undefined : lostOnTime(saved)) ?? endOf(game);
  const facts = { moves, discs: isFinished ? result(discs) : discs, isOver: isFinished, end };
  return { key: keyOf(game, saved), saved, facts };
}

/** How the game ended if the time of a side is over. */
function lostOnTime({ left, time }: Saved): Content['facts']['end'] | undefined {
  if (!left || !time) return undefined;
  const isLost = (side: Side): boolean => left[side] <= -(time.byoyomi ?? 0);
  const loser = (['black', 'white'] as const).find(isLost);
  return loser && { discs: loser === 'white' ? 64 : -64, cause: 'T' };
}

/** Whether it is a game that somebody may look for: fragments and positions are none. */
function isKept(game: Game, { key: _, saved, facts }: Content): boolean {
  const { black, white, time } = saved;
  const isMatch = !isPerson(black) || !isPerson(white) || (time !== undefined && time.main + time.increment + (time.byoyomi ?? 0) > 0);
  const isOver = facts.isOver || facts.end.discs !== undefined;
  if (facts.moves === 0) return false;
  if (!game.isStandard) return isOver && (isMatch || saved.tags.black !== undefined || saved.tags.white !== undefined);
  return isOver || facts.moves >= (isMatch ? LEAST_PLAYED : LEAST_OPENED);
}

/** What has to change so that a game is kept anew. */
const textOf = (saved: Saved): string => {
  const { link, tags, told, branches, resigned, black, white } = saved;
  return JSON.stringify([link, tags, told ?? [], branches ?? [], resigned ?? '', black, white, lostOnTime(saved)]);
};

/** The moves of a game and its start, wherever one looks. */
export const linkOf = (game: Game): string => writeLink(game).replace(/&?ply=\d+$/, '');

/** A game with what another tab has made of it; `undefined` if that has gone on in another way. */
function merged(game: Game, saved: Saved, other: Saved): Content | undefined {
  const theirs = gameOf(other);
  if (!theirs) return contentOf(game, saved);
  const own = movesOf(game);
  if (writeBoard(game.start) !== writeBoard(theirs.start) || movesOf(theirs).some((move, i) => move !== own[i])) return undefined;
  game.tree.take(theirs.tree);
  const { told, branches } = game.tree;
  return contentOf(game, { ...saved, told, branches });
}

/** What was imported. */
export interface Imported {
  readonly added: number;
  readonly known: number;
  /** What is no game, or a fragment. */
  readonly others: number;
}

export class Keeping {
  readonly #kept: Kept;
  readonly #say: Say;
  /** Something is known that was not. */
  readonly #changed: () => void;
  readonly #states = new WeakMap<Game, State>();
  #begin: () => void = () => {};
  #work: Promise<unknown> = new Promise<void>((resolve) => (this.#begin = resolve));
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of which something was learnt that is not kept yet. */
  readonly #learning = new Set<Game>();
  /** Whether it was told that games cannot be kept: who only plays on hears it once. */
  #isToldOfFailure = false;
  /** Whether the store is open; `undefined` while that is not known. */
  works: boolean | undefined;
  /** Why it is not, in the browser's words. */
  reason = '';
  /** Another number after each change. */
  changes = 0;

  constructor(changed: () => void, say: Say) {
    this.#say = say;
    this.#changed = () => {
      this.changes += 1;
      changed();
    };
    this.#kept = new Kept(this.#changed);
  }

  /** Opens the store, and takes over what was kept before there was one. */
  async open(before: readonly Saved[], onTable: Game): Promise<void> {
    try {
      await this.#kept.open();
      this.works = true;
    } catch (error) {
      this.works = false;
      this.reason = error instanceof Error ? error.message : String(error);
    }
    this.#begin();
    await this.#takeDamaged();
    if (this.works) {
      void this.#do(async () => {
        const games = before.flatMap((saved) => {
          const game = gameOf(saved);
          const content = game && contentOf(game, saved);
          if (!content || !isKept(game, content) || this.#kept.same(content.key)) return [];
          return [{ id: saved.id ?? newId(), ...content }];
        });
        await this.#kept.add(games, 'taken');
      });
      void this.#do(() => this.#kept.tidy(this.idOf(onTable)));
    }
    await this.#work;
    this.#changed();
    if (this.damaged > 0) this.#say(t('keptDamaged', { n: this.damaged }));
  }

  /** One after the other; what the browser has against it is told, each time if somebody asked for it. */
  #do<T>(run: () => Promise<T>, isAsked = false): Promise<T | undefined> {
    const done = this.#work.then(run).catch((error: unknown) => {
      const isRoom = error instanceof DOMException && error.name === 'QuotaExceededError';
      if (isAsked || !this.#isToldOfFailure) this.#say(isRoom ? t('keptNoRoom') : t('keptFailed', { reason: String(error) }));
      this.#isToldOfFailure = true;
      return undefined;
    });
    this.#work = done;
    return done;
  }

  // The game on the table

  #stateOf(game: Game): State {
    const known = this.#states.get(game);
    if (known) return known;
    const state: State = { id: newId(), version: undefined, content: undefined, learnt: 0 };
    this.#states.set(game, state);
    return state;
  }

  idOf(game: Game): string {
    return this.#stateOf(game).id;
  }

  /** A game comes to the table as it was kept, in this tab or in the store. */
  adopt(game: Game, saved: Saved): void {
    const state = this.#stateOf(game);
    if (saved.id) state.id = saved.id;
    state.content = textOf(saved);
    void this.#after(async () => {
      const entry = this.#kept.get(state.id);
      if (entry && textOf(entry.saved) === state.content) state.version = entry.version;
      const content = contentOf(game, saved);
      if (!entry && isKept(game, content)) await this.#kept.add([{ id: state.id, ...content }]);
      await this.#learn(game, state);
    });
  }

  /** What is on the table is nobody's doing yet: it is kept once it has changed. */
  hold(game: Game, saved: Saved): void {
    this.#stateOf(game).content = textOf(saved);
  }

  /** A game comes to the table from outside: if it is kept, it goes on with what is told and known of it there. */
  meet(game: Game, saved: Saved): void {
    const state = this.#stateOf(game);
    const key = keyOf(game, saved);
    const take = (): void => {
      const entry = this.#kept.same(key);
      const kept = entry && gameOf(entry.saved);
      if (!entry || !kept || entry.id === state.id) return;
      state.id = entry.id;
      state.version = entry.version;
      game.tree.take(kept.tree);
      // What was to be kept without that is not.
      state.content = undefined;
    };
    if (this.works) take();
    void this.#after(async () => {
      take();
      if (!this.#kept.get(state.id)) return;
      await this.#kept.touch(state.id);
      await this.#learn(game, state);
      this.#changed();
    });
  }

  async #learn(game: Game, state: State): Promise<void> {
    const { changes } = game.known;
    game.known.add(await this.#kept.known(state.id, language()));
    if (game.known.changes === changes) return;
    state.learnt = game.known.changes;
    this.#changed();
  }

  /** Once it is known whether there is a store, and only if there is one. */
  async #after(run: () => Promise<void>): Promise<void> {
    await this.#do(async () => {
      if (this.works) await run();
    });
  }

  /** Keeps the game on the table if it is one and has changed, and what is known of it. */
  keep(game: Game, saved: Saved): void {
    if (this.works === false) return;
    const state = this.#stateOf(game);
    const text = textOf(saved);
    const isOther = text !== state.content;
    if (isOther) {
      state.content = text;
      const content = contentOf(game, saved);
      if (isKept(game, content)) {
        void this.#after(async () => {
          // Meanwhile it has gone on.
          if (state.content !== text) return;
          const entry = await this.#kept.put(state.id, state.version, content, (other) => merged(game, saved, other));
          state.id = entry.id;
          state.version = entry.version;
          state.content = textOf(entry.saved);
          this.#changed();
        });
      }
    }
    if (game.known.changes === state.learnt) return;
    this.#learning.add(game);
    this.#timer ??= setTimeout(() => {
      for (const one of this.#learning) this.flush(one);
      this.#timer = undefined;
    }, LEARNT);
  }

  /** Keeps what is known of a game now. */
  flush(game: Game): void {
    this.#learning.delete(game);
    const state = this.#stateOf(game);
    const { known, tree } = game;
    if (known.changes === state.learnt) return;
    state.learnt = known.changes;
    void this.#after(async () => {
      const before = this.#kept.get(state.id)?.accuracy;
      await this.#kept.know(state.id, known.plain, language(), known.accuracy(tree.mainLine));
      if (this.#kept.get(state.id)?.accuracy !== before) this.#changed();
    });
  }

  /** Whether a game is in the store. */
  has(game: Game, saved: Saved): boolean {
    if (!this.works) return false;
    return (saved.id !== undefined && this.#kept.get(saved.id) !== undefined) || this.#kept.same(keyOf(game, saved)) !== undefined;
  }

  // All games

  get entries(): readonly Entry[] {
    return this.#kept.entries;
  }

  get damaged(): number {
    return this.works ? this.#kept.damaged : loadDamaged().length;
  }

  refresh(): void {
    if (this.works) void this.#kept.refresh();
  }

  /** The game of an entry; one that cannot be played is laid aside. */
  gameOf({ id, saved }: Entry): Game | undefined {
    const game = gameOf(saved);
    if (game) return game;
    void this.#after(async () => {
      await this.#kept.layGameAside(id);
      this.#changed();
      this.#say(t('keptDamaged', { n: this.damaged }));
    });
    return undefined;
  }

  async remove(entries: readonly Entry[]): Promise<void> {
    const ids = entries.map(({ id }) => id);
    const isDone = await this.#do(() => this.#kept.remove(ids).then(() => true), true);
    if (!isDone) return;
    this.#changed();
    const run = async (): Promise<void> => {
      await this.#do(() => this.#kept.restore(entries), true);
      this.#changed();
    };
    this.#say(t('keptDeleted', { n: entries.length }), { text: t('restore'), run: () => void run() });
  }

  /** All games as SGF, the oldest first. */
  async written(): Promise<string> {
    const texts: string[] = [];
    for (const { id, day, saved, facts } of [...this.entries].reverse()) {
      const game = gameOf(saved);
      if (!game) continue;
      const { squares, side } = game.mainEnd.position;
      const { cause, discs = 0 } = facts.end;
      const isEnded = !game.isFinished && cause !== undefined && game.tags.result === undefined;
      const ended = isEnded ? { result: `${discs > 0 ? 'B' : 'W'}+${cause}`, ended: writeBoard({ squares, side }) } : {};
      const isPlayed = !isPerson(saved.black) || !isPerson(saved.white);
      game.tags = { ...(isPlayed ? { date: day } : {}), ...game.tags, ...namesOf(saved), ...ended };
      game.known.add(await this.#kept.known(id, language()));
      texts.push(writeSgf(game));
    }
    return `${texts.join('\n')}\n`;
  }

  /** Takes games in that are not there yet; `undefined` if the browser has something against it, which is told. */
  async take(games: readonly Game[]): Promise<Imported | undefined> {
    // So many games with a key are there already.
    const there = new Map<string, number>();
    // Formats write days in ways of their own.
    const keyed = (key: string, day: string): string => `${key} ${day.replace(/\D+/g, '')}`;
    for (const { key, day, saved } of this.entries) {
      const one = keyed(key, saved.tags.date ?? (isPerson(saved.black) && isPerson(saved.white) ? '' : day));
      there.set(one, (there.get(one) ?? 0) + 1);
    }
    const fresh: (Content & { id: string; at?: number; day?: string })[] = [];
    let [known, others] = [0, 0];
    for (const game of games) {
      const saved = savedFrom(game);
      const content = contentOf(game, saved);
      const key = keyed(content.key, game.tags.date ?? '');
      const left = there.get(key) ?? 0;
      if (!isKept(game, content)) others += 1;
      else if (left > 0) {
        there.set(key, left - 1);
        known += 1;
      } else {
        const day = dayIn(game.tags.date ?? '');
        fresh.push({ id: newId(), ...content, ...(day === undefined ? {} : { day, at: Date.parse(`${day}T12:00`) }) });
      }
    }
    const added = await this.#do(() => this.#kept.add(fresh), true);
    this.#changed();
    return added === undefined ? undefined : { added, known, others };
  }

  // The list of a text that was opened

  async putList(id: string, content: unknown): Promise<void> {
    await this.#after(() => this.#kept.putList(id, content));
  }

  async list(id: string): Promise<unknown> {
    return this.#do(async () => (this.works ? this.#kept.list(id) : undefined));
  }

  // What is damaged

  /** Lays aside what was found damaged in the other places. */
  async #takeDamaged(): Promise<void> {
    const all = takeDamaged();
    if (all.length === 0) return;
    if (!this.works) return saveDamaged([...loadDamaged(), ...all]);
    for (const { from, value } of all) await this.#do(() => this.#kept.layAside(from, value));
  }

  /** Something else of the store cannot be read. */
  async layAside(from: string, value: unknown): Promise<void> {
    isDamaged(from, value);
    await this.#takeDamaged();
    this.#changed();
    this.#say(t('keptDamaged', { n: this.damaged }));
  }

  async allDamaged(): Promise<readonly unknown[]> {
    return this.works ? ((await this.#do(() => this.#kept.allDamaged())) ?? []) : loadDamaged();
  }

  async forgetDamaged(): Promise<void> {
    if (this.works) await this.#do(() => this.#kept.forgetDamaged());
    else saveDamaged([]);
    this.#changed();
  }
}

/** A game from a file as it is kept: against an engine of the page it goes on as such. */
function savedFrom(game: Game): Saved {
  const { tags, tree } = game;
  const [black, white] = [playerOf(tags.black), playerOf(tags.white)];
  const { told, branches } = tree;
  const own = { told, branches, link: '', tags };
  const cause = endOf(game).cause;
  const isPlayed = (black && (white || isYou(tags.white))) || (white && isYou(tags.black));
  const people: Player = { kind: 'person' };
  const link = linkOf(game);
  if (!isPlayed || cause === 'T' || cause === 'F') return { ...own, link, black: people, white: people };
  const { black: _b, white: _w, ...rest } = tags;
  const { result: _r, ended: _e, ...plain } = rest;
  const loser = cause === 'R' ? ((endOf(game).discs ?? 0) > 0 ? 'white' : 'black') : undefined;
  return {
    ...own,
    link,
    tags: cause === 'R' ? plain : rest,
    black: black ?? people,
    white: white ?? people,
    ...(loser ? { resigned: loser } : {}),
  };
}
