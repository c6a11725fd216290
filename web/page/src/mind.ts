/**
 * What the page asks of the engine: one job at a time, the most urgent first.
 *
 * Whoever owns the page says at each change which job is wanted now; a job that is not wanted any
 * more is stopped. Knows the protocol's commands, not the page.
 */

import { type Engine, failureIn, type Info, type JudgedMove, readInfo, readInfos, readJudged } from '../../package/src/client';
import { type Crowd, readCrowd } from '../../package/src/values';
import { type Clock, mainOf } from './clock';
import type { Line, Note, Place } from './game';
import { type Position, type Side, START } from './rules';
import { Session } from './session';
import { FULL_SKILL, language } from './words';

/** Who plays a side. */
export type Player =
  | { readonly kind: 'person' }
  | { readonly kind: 'bianca'; readonly skill: number }
  /** As strong in this game as `elo` says, and then stronger or weaker by how it went. */
  | { readonly kind: 'following'; readonly elo: number }
  | { readonly kind: 'book'; readonly name: 'random' | 'greedy' | 'uc3m' | 'minimax:4' };

/** How strong who follows the reader is in the next game; more is in docs/json.md. */
export interface Followed {
  readonly elo: number;
}

/** A move that the opening book knows. */
export interface BookMove {
  readonly move: string;
  /** Discs for the side to move. */
  readonly score: number;
  /** How many games or lines were learned through it. */
  readonly lines: number;
  /** The name of the opening that begins with it; '' without one. */
  readonly name: string;
}

/** A move, what the engine thought of it, and how long a person would think. */
export interface Moved {
  readonly move: string;
  readonly info?: Info;
  readonly seconds?: number;
}

/** Something for the engine to do. Two jobs with one key are the same. */
export interface Job {
  readonly key: string;
  run(work: Work): Promise<void>;
}

/** How deep the full skill searches without a clock. */
const FULL_LEVEL = 20;

/** The engine as a job sees it. */
export class Work {
  cancelled = false;
  #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** How often the engine was started anew. */
  get generation(): number {
    return this.#session.generation;
  }

  /** The trainer's answer to a command of its own, which leaves the board alone. */
  train(command: string): Promise<string> {
    return this.#session.ask(`train ${command}`);
  }

  /** The same of a move at the end of a line, that is taken into training; `more` is what is told of it. */
  async trainOn(line: Line, move: string, more: string): Promise<string> {
    await this.#session.reach(line);
    return this.train(`add ${move} ${more}`);
  }

  /** The moves of a balanced start. */
  async balanced(seed: number): Promise<string[]> {
    return (await this.#session.ask(`balanced ${seed}`)).match(/[a-h][1-8]/g) ?? [];
  }

  /** Waits, unless the job is cancelled. */
  async wait(ms: number): Promise<void> {
    for (let waited = 0; waited < ms && !this.cancelled; waited += 40) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(40, ms - waited)));
    }
  }

  /** Brings the engine's board to the end of a line; whether the job is still wanted then. */
  async #ready(line: Line): Promise<boolean> {
    if (!this.cancelled) await this.#session.reach(line);
    return !this.cancelled;
  }

  /** The move of a player, and what it thought of it. The engine makes it on its own board, too. */
  async move(place: Place, player: Player, clock: Clock | undefined, asPerson = false): Promise<Moved | undefined> {
    if (player.kind === 'person') return undefined;
    const session = this.#session;
    const { side } = place.position;
    await session.set('Player', player.kind === 'book' ? player.name : 'bianca');
    if (player.kind === 'bianca') {
      await session.set('Skill', String(player.skill));
      if (player.skill === FULL_SKILL) await session.set('Level', String(FULL_LEVEL));
    }
    if (player.kind === 'following') await session.follow(player.elo);
    if (player.kind !== 'book') await session.set('PersonTime', String(asPerson));
    if (!(await this.#ready(place))) return undefined;
    if (clock && player.kind !== 'book') {
      const { increment, byoyomi = 0 } = clock.control;
      const period = byoyomi > 0 ? `${byoyomi} 1` : `${increment} 0`;
      await this.#session.ask(`time_settings ${mainOf(clock.control, side)} ${period}`);
      await this.#session.ask(`time_left ${side} ${clock.left(side).toFixed(2)} ${clock.isInByoyomi(side) ? 1 : 0}`);
    } else {
      await this.#session.ask('time_settings 0 0 0');
    }
    if (this.cancelled) return undefined;
    const move = await session.genmove(side);
    const isFull = player.kind === 'bianca' && player.skill === FULL_SKILL;
    if (player.kind === 'book' || this.cancelled || !(isFull || asPerson)) return { move };
    const [info] = readInfos(await this.#session.ask('last_search'));
    if (info === undefined) return { move };
    // What a lower skill thinks of its move says little about the position; the engine on a page says how long
    // a person would take, and does not wait.
    return isFull ? { move, info } : { move, seconds: info.time };
  }

  /** How strong who follows the reader is after a game; `winner` has won one that ended before its end. */
  async followed(line: Line, winner: Side | undefined): Promise<Followed | undefined> {
    if (!this.#session.follows || !(await this.#ready(line))) return undefined;
    return JSON.parse(await this.#session.ask(`follow ${winner ?? ''}`.trim())) as Followed;
  }

  /** What a position is worth by a search of a level. */
  async evaluate(place: Place, level: number): Promise<Note | undefined> {
    await this.#session.set('Player', 'bianca');
    await this.#session.set('Level', String(level));
    if (!(await this.#ready(place))) return undefined;
    const [info] = readInfos(await this.#session.ask('go'));
    return info && !this.cancelled ? noteOf(place.position, info, level) : undefined;
  }

  /**
   * Judges the moves of a line, the last one first, as `bianca analyze` does at this level; `judged`
   * gets each as soon as it is known.
   */
  async review(line: Line, level: number, judged: (move: JudgedMove) => void): Promise<void> {
    if (!(await this.#ready(line))) return;
    const answer = await this.#session.ask(`review level ${level} explain ${language()}`, (line) => {
      const move = readJudged(line);
      if (move && !this.cancelled) judged(move);
    });
    const failure = failureIn(answer);
    if (failure !== undefined) throw new Error(failure);
  }

  /** Judges the last move of a line alone, with the others before it. */
  async judgeLast(line: Line, level: number, judged: (move: JudgedMove) => void): Promise<void> {
    let over = false;
    try {
      await this.review(line, level, (move) => {
        if (over) return;
        over = true;
        judged(move);
        this.#session.stop();
      });
    } catch (error) {
      // Where a search cannot be told to stop, its worker is ended.
      if (!over) throw error;
    }
  }

  /** Scores all moves, ever deeper, for some seconds; `found` gets each as soon as it is known. */
  async analyse(place: Place, seconds: number, found: (info: Info) => void): Promise<void> {
    await this.#session.set('Player', 'bianca');
    if (!(await this.#ready(place))) return;
    // Where a search cannot be told to stop its worker is ended, and it has no answer.
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      this.#session.stop();
    }, seconds * 1000);
    try {
      await this.#session.ask('analyze 64', (line) => {
        const info = readInfo(line);
        if (info && !this.cancelled) found(info);
      });
    } catch (error) {
      if (!over) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * The last name, of those that the page's reader can read, of the opening that these moves from
   * the start went through; '' if it has none.
   */
  async opening(moves: readonly string[]): Promise<string> {
    await this.#session.reach({ start: START, moves });
    return (await this.#named()).name;
  }

  /** The name of the opening on the engine's board, and after how many moves it got it. */
  async #named(): Promise<{ name: string; moves: number }> {
    const [name = '', moves = ''] = (await this.#session.ask(`opening ${language()}`)).split('\n');
    return { name, moves: Number(moves.split(' ')[1] ?? 0) };
  }

  /** The moves of the book in a position; in a game from the usual start they have the names of openings, too. */
  async book(place: Place, isStandard: boolean): Promise<BookMove[]> {
    // Others have none.
    await this.#session.set('Player', 'bianca');
    if (!(await this.#ready(place))) return [];
    const found: BookMove[] = [];
    for (const line of (await this.#session.ask('book')).split('\n')) {
      const words = line.split(' ');
      const field = (word: string): string => words[words.indexOf(word) + 1] ?? '';
      if (words[0] !== 'move' || this.cancelled) continue;
      const move = field('move');
      let name = '';
      if (isStandard) {
        const moves = [...place.moves, move];
        await this.#session.reach({ start: place.start, moves });
        const named = await this.#named();
        // Only a name that comes with this move.
        if (named.moves === moves.length) name = named.name;
      }
      found.push({ move, score: Number(field('score')), lines: Number(field('lines')), name });
    }
    return found;
  }

  /** What people of a rating would play in a position, and what most of them fall into. */
  async people(place: Place, rating: number): Promise<Crowd | undefined> {
    if (!(await this.#ready(place))) return undefined;
    const crowd = readCrowd(await this.#session.ask(`hint people ${rating} json`));
    return this.cancelled ? undefined : crowd;
  }

  /** What the strategies of the books say of a position, or of a move in it, and then why it is good or bad. */
  async explain(line: Line, move?: string): Promise<string[]> {
    if (!(await this.#ready(line))) return [];
    const text = await this.#session.ask(move === undefined ? 'explain' : `explain ${move} ${language()}`);
    return text.split('\n').filter((line) => line !== '');
  }
}

/** What is kept of a search; where the opening book has looked deeper, its score. */
export function noteOf(position: Position, info: Info, effort: number): Note {
  const book = info.proven !== 'exact' && info.book && info.book.depth > info.depth ? info.book : undefined;
  const { score, depth } = book ?? info;
  return {
    black: position.side === 'black' ? score : -score,
    exact: info.proven === 'exact',
    depth,
    effort: book ? Math.max(effort, depth) : effort,
    line: info.pv.length > 0 ? info.pv : [info.move],
  };
}

/** Runs the jobs. */
export class Mind {
  #session: Session;
  #choose: () => Job | undefined;
  #trouble: (reason: string) => void;
  #running: { key: string; work: Work } | undefined;
  #failed = new Set<string>();
  #chosen: string | undefined;

  constructor(engine: Engine, choose: () => Job | undefined, trouble: (reason: string) => void) {
    this.#session = new Session(engine);
    this.#choose = choose;
    this.#trouble = trouble;
  }

  /** The key of the job that runs. */
  get doing(): string | undefined {
    return this.#running?.key;
  }

  /** Looks which job is wanted now, and begins it, once the one that is wanted no more has ended. */
  update(): void {
    const job = this.#choose();
    const wanted = job && !this.#failed.has(job.key) ? job : undefined;
    this.#chosen = wanted?.key;
    if (this.#running) {
      if (this.#running.key === wanted?.key && !this.#running.work.cancelled) return;
      this.#running.work.cancelled = true;
      this.#session.stop();
    } else if (wanted) {
      void this.#run(wanted);
    }
  }

  /** Forgets which jobs failed, and what the engine was told: the next game begins. */
  reset(): void {
    this.#failed.clear();
    this.#session.forget();
  }

  async #run(job: Job): Promise<void> {
    const work = new Work(this.#session);
    this.#running = { key: job.key, work };
    try {
      await job.run(work);
      // A job that is still wanted as it was when it is done would be begun for ever.
      if (!work.cancelled) this.#failed.delete(job.key);
    } catch (error) {
      if (!work.cancelled) {
        this.#failed.add(job.key);
        this.#trouble(error instanceof Error ? error.message : String(error));
      }
    }
    this.#running = undefined;
    this.update();
  }

  /** Waits until no job runs; to be used once no job is wanted. */
  async idle(): Promise<void> {
    while (this.#running || this.#chosen) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
