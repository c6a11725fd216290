/**
 * Games that are taken into training: one side's moves, one after the other, whenever the engine has nothing else to do.
 *
 * Invariant: how far each game has come is in the store, so that whoever closes the page goes on there; a game that has more
 * moves than the last time goes on behind those. Which moves are exercises is the engine's to say.
 */

import { readLink } from '../formats';
import type { Game } from '../game';
import type { Job, Work } from '../mind';
import { PASS, type Side, legalMoves } from '../rules';
import { type Coach, at } from './coach';
import type { Taken, TrainingLog } from './log';
import { addedOf } from './replies';

/** A side of a game, as it comes. */
export interface Wanted extends Pick<Taken, 'side' | 'link' | 'source'> {
  readonly game: string;
  /** From which move on; all of them without it. */
  readonly from?: number;
}

/** How far all games have come. */
export interface TakingProgress {
  readonly done: number;
  readonly all: number;
  /** Exercises that came of them. */
  readonly added: number;
}

export class Taking {
  readonly #log: TrainingLog;
  readonly #coach: Coach;
  /** Something has changed; `hasFound` if there are exercises that were not there. */
  readonly #changed: (hasFound: boolean) => void;
  readonly #failed: (reason: unknown) => void;
  #waiting: readonly Taken[] = [];
  #isRead = false;
  #game: { readonly id: string; readonly game: Game | undefined } | undefined;
  /** Since there was nothing to be done. */
  #before = 0;
  #added = 0;
  /** Whether somebody has stopped it. */
  rests = false;

  constructor(log: TrainingLog, coach: Coach, changed: (hasFound: boolean) => void, failed: (reason: unknown) => void) {
    this.#log = log;
    this.#coach = coach;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** Goes on where the page was left. */
  async open(): Promise<void> {
    if (this.#isRead) return;
    this.#isRead = true;
    this.rests = await this.#log.rests();
    const known = new Set(this.#waiting.map(({ id }) => id));
    const left = (await this.#log.taken()).filter(({ id, done, all }) => done < all && !known.has(id));
    this.#waiting = [...this.#waiting, ...left];
    this.#changed(false);
  }

  /** How many exercises came of the games since there was nothing to be done. */
  get found(): number {
    return this.#added;
  }

  /** How far it is; `undefined` if there is nothing to be taken in. */
  get progress(): TakingProgress | undefined {
    if (this.#waiting.length === 0) return undefined;
    const [done, all] = this.#waiting.reduce(([done, all], game) => [done + game.done, all + game.all], [0, 0]);
    return { done: this.#before + done, all: this.#before + all, added: this.#added };
  }

  /** Takes games in, before those that wait; how many moves of them are new. */
  async add(games: readonly Wanted[]): Promise<number> {
    const known = new Map((await this.#log.taken()).map((taken) => [taken.id, taken]));
    const made = games.map(({ game, side, link, source, from = 0 }, i): Taken => {
      const id = `${game} ${side}`;
      const before = known.get(id);
      // Another game under the name is begun anew.
      const done = before && link.startsWith(before.link) ? before.done : from;
      const all = movesOf(readGame(link));
      return { id, side, link, source, done: Math.min(done, all), all, at: Date.now() + i };
    });
    const ids = new Set(made.map(({ id }) => id));
    const fresh = made.filter(({ done, all }) => done < all);
    await this.#log.putTaken(fresh);
    if (this.#waiting.length === 0) [this.#before, this.#added] = [0, 0];
    this.#game = undefined;
    this.#waiting = [...fresh, ...this.#waiting.filter(({ id }) => !ids.has(id))];
    if (fresh.length > 0) await this.rest(false);
    return fresh.reduce((sum, { done, all }) => sum + all - done, 0);
  }

  /** Stops, or goes on. */
  async rest(rests: boolean): Promise<void> {
    this.rests = rests;
    this.#changed(false);
    await this.#log.setRests(rests);
  }

  /** The next move to be looked at. */
  get next(): Job | undefined {
    const [taken] = this.#waiting;
    if (!taken || this.rests) return undefined;
    return { key: `take ${taken.id} ${taken.done}`, run: (work) => this.#look(work, taken) };
  }

  async #look(work: Work, taken: Taken): Promise<void> {
    if (this.#game?.id !== taken.id) this.#game = { id: taken.id, game: readGame(taken.link) };
    const { game } = this.#game;
    let { done } = taken;
    let added = false;
    // Where there was no choice there is nothing to be found.
    while (game && done < taken.all && !isChoice(game, done, taken.side)) done += 1;
    if (game && done < taken.all) {
      const line = { start: game.start, moves: game.moves.slice(0, done) };
      const move = game.moves[done]!;
      try {
        added = (await this.#coach.obey(work, () => work.trainOn(line, move, `${at()} ${taken.source}`), addedOf)) !== undefined;
      } catch (error) {
        if (work.cancelled) return;
        // What the engine says of it, it says again: the others go on.
        this.#failed(error);
      }
      if (work.cancelled && !added) return;
      done += 1;
    }
    if (added) this.#added += 1;
    await this.#tell({ ...taken, done: game ? done : taken.all }, added);
  }

  /** A game has come so far. */
  async #tell(taken: Taken, hasFound: boolean): Promise<void> {
    const isDone = taken.done >= taken.all;
    if (isDone) this.#before += taken.all;
    // Meanwhile others may have come before it.
    this.#waiting = this.#waiting.flatMap((one) => (one.id !== taken.id ? [one] : isDone ? [] : [taken]));
    await this.#log.putTaken([taken]);
    this.#changed(hasFound);
  }
}

function readGame(link: string): Game | undefined {
  try {
    return readLink(link);
  } catch {
    return undefined;
  }
}

const movesOf = (game: Game | undefined): number => game?.moves.length ?? 0;

const isChoice = (game: Game, ply: number, side: Side): boolean =>
  game.mover(ply) === side && game.moves[ply] !== PASS && legalMoves(game.at(ply)).length > 1;
