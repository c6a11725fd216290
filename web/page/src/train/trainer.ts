/**
 * The door *Train*: what is due, the exercise on the board, and what comes of it.
 *
 * Invariant: which exercise comes, what is right and when it comes again is the engine's to say; an answer is kept before it is
 * shown. What somebody does while the engine thinks is done after it, or not at all. Knows nothing of drawing.
 */

import { Game, gameOf } from '../game';
import type { Keeping } from '../keeping';
import type { Job } from '../mind';
import { PASS, START, indexOf, keyOf, legalMoves, nameOf } from '../rules';
import { isDamaged } from '../store';
import { t } from '../words';
import { Coach, aside, at } from './coach';
import { type Daily, addTry, loadDaily, today } from './daily';
import { HEADER, readFile } from './file';
import { TrainingLog } from './log';
import {
  type Deck,
  type Judged,
  type Next,
  type Opening,
  type Progress,
  droppedOf,
  judgedOf,
  nextOf,
  openingTakenOf,
  openingsOf,
  progressOf,
} from './replies';
import { Round } from './round';
import { Taking, type Wanted } from './taking';

/** The table as far as there is training on it. */
export interface Table {
  readonly door: string;
  readonly engineRuns: boolean;
  /** Whether somebody plays a game on it now. */
  readonly isPlayed: boolean;
  readonly games: { readonly keeping: Keeping; open(game: Game): void };
  changed(): void;
  draw(): void;
  say(text: string): void;
}

/** Milliseconds before the other side answers, and between the moves of a line that is played by itself. */
const ANSWER = 420;
const STEP = 750;
/** So many moves of what punishes a move are played by themselves. */
const MOST_PLAYED = 4;

/** Whether somebody wants nothing to move by itself. */
const isStill = (): boolean => typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Trainer {
  readonly log: TrainingLog;
  readonly coach: Coach;
  readonly taking: Taking;
  /** What is told on the first screen; `undefined` until it is known. */
  progress: Progress | undefined;
  /** The puzzle of the day, and how it went. */
  ofDay: Next | undefined;
  daily: Daily = loadDaily(today());
  /** From where exercises come while one trains. */
  deck: Deck | 'daily' | undefined;
  /** The exercise on the board. */
  round: Round | undefined;
  /** Once a deck has none now: when the next one is due. */
  rests: { readonly deck: Deck; readonly later: number | undefined } | undefined;
  /** Why there is no answer, as it is told. */
  fault = '';
  readonly #table: Table;
  #next: Next | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  /** Whether something has changed since it was looked at. */
  #isStale = false;
  /** Rounds with the puzzle of the day. */
  readonly #ofDay = new WeakSet<Round>();

  constructor(table: Table) {
    this.#table = table;
    this.log = new TrainingLog(() => void this.#look());
    this.coach = new Coach(
      this.log,
      () => table.changed(),
      (values) => this.#layAside(values),
    );
    let [isTold, isTaking] = [false, false];
    this.taking = new Taking(
      this.log,
      this.coach,
      (hasFound) => {
        if (hasFound) void this.#look();
        const goesOn = this.taking.progress !== undefined;
        if (isTaking && !goesOn) table.say(t('trainTaken', { n: this.taking.found }));
        isTaking = goesOn;
        table.changed();
      },
      (reason) => {
        if (!isTold) this.#fail(reason, true);
        isTold = true;
      },
    );
  }

  // What the engine has to do

  /** What is asked now comes before all else. */
  urgent(): Job | undefined {
    return this.coach.next;
  }

  /** What comes when there is nothing else: not while somebody plays, nor while an exercise waits for its move. */
  background(): Job | undefined {
    const { door, isPlayed } = this.#table;
    const waits = door === 'train' ? this.round !== undefined && !this.round.isAnswered : isPlayed;
    return waits ? undefined : this.taking.next;
  }

  /** Keeps what is no line of the log with all that is damaged, which is told. */
  async #layAside(values: readonly unknown[]): Promise<void> {
    for (const value of values) isDamaged('training', value);
    const [first] = values;
    if (first !== undefined) await this.#table.games.keeping.layAside('training', first);
  }

  /** Tells why there is no answer; in passing if nobody waits for it. */
  #fail(error: unknown, inPassing = false): void {
    const reason = error instanceof Error ? error.message : String(error);
    const isRoom = error instanceof DOMException && error.name === 'QuotaExceededError';
    const text = isRoom ? t('trainNoRoom') : t('trainFailed', { reason });
    if (inPassing) this.#table.say(text);
    else this.fault = text;
    this.#table.changed();
  }

  async #ask<T>(command: string, read: (value: unknown) => T): Promise<T> {
    if (!this.#table.engineRuns) throw new Error(t('trainNoEngine'));
    const answer = await this.coach.ask(command, read);
    this.fault = '';
    return answer;
  }

  // The first screen

  /** The door was opened. */
  async enter(): Promise<void> {
    await this.taking.open();
    await this.#look();
  }

  /** Looks at what is due now. */
  async #look(): Promise<void> {
    if (this.#table.door !== 'train') return;
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isStale) {
      this.#isStale = false;
      await this.#lookNow();
    }
    this.#isAsking = false;
    this.#table.changed();
  }

  async #lookNow(): Promise<void> {
    try {
      this.progress = await this.#ask(`progress ${aside()}`, progressOf);
      const day = today();
      if (this.daily.day !== day || this.ofDay === undefined) {
        this.daily = loadDaily(day);
        this.ofDay = await this.#ask(`daily ${day} ${aside()}`, nextOf);
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Back to the first screen. */
  home(): void {
    this.#stopWalking();
    this.deck = this.round = undefined;
    this.fault = '';
    this.#table.changed();
    void this.#look();
  }

  /** How many of the deck are due, with that on the board, and how many were never asked. */
  get left(): { readonly due: number; readonly fresh: number } | undefined {
    return this.#next && { due: this.#next.due, fresh: this.#next.fresh };
  }

  // An exercise

  async start(deck: Deck): Promise<void> {
    this.deck = deck;
    this.rests = undefined;
    await this.next();
  }

  startDaily(): void {
    if (!this.ofDay?.exercise) return;
    this.deck = 'daily';
    this.#next = undefined;
    const round = new Round(this.ofDay.exercise);
    round.isPractice = this.daily.marks.length > 0;
    this.#ofDay.add(round);
    this.#show(round);
  }

  #show(round: Round): void {
    this.#stopWalking();
    this.round = round;
    this.fault = '';
    this.#table.changed();
  }

  /** The next exercise of the deck; to the first screen where there is none. */
  async next(): Promise<void> {
    const { deck } = this;
    if (deck === 'daily' || deck === undefined) return this.home();
    this.#stopWalking();
    try {
      const next = await this.#ask(`next ${deck} ${aside()}`, nextOf);
      if (this.deck !== deck) return;
      this.#next = next;
      if (next.exercise) return this.#show(new Round(next.exercise));
      this.rests = { deck, later: next.later };
      this.home();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The same once more, for practice: nothing of it is kept. */
  again(): void {
    const { round } = this;
    if (!round) return;
    const again = new Round(round.exercise);
    again.isPractice = round.isPractice || round.isAnswered;
    if (this.#ofDay.has(round)) this.#ofDay.add(again);
    this.#show(again);
  }

  /** A square of the board was chosen. */
  choose(square: number): void {
    const { round } = this;
    if (!round || round.isJudged || round.isAnswered) return;
    if (!round.legal.includes(square)) {
      const { position } = round;
      if (legalMoves(position).includes(square)) return this.#table.say(t('trainOneOf', { moves: round.exercise.choices.join(', ') }));
      return this.#table.say(t(position.squares[square] === '-' ? 'nothingEnclosed' : 'occupied', { square: nameOf(square) }));
    }
    void this.#make(round, nameOf(square));
  }

  /** The same by its name. */
  chooseNamed(square: string): void {
    this.choose(indexOf(square));
  }

  async #make(round: Round, move: string): Promise<void> {
    round.make(move);
    this.fault = '';
    this.#table.changed();
    const begun = performance.now();
    try {
      const judged = await this.#judge(round);
      if (!judged.over) await wait(ANSWER - (performance.now() - begun));
      this.#tell(round, judged);
    } catch (error) {
      round.unmake();
      this.#fail(error);
    }
  }

  /** What the engine says of the last move, and keeps of it if it was the answer. */
  async #judge(round: Round): Promise<Judged> {
    const { exercise, moves } = round;
    const made = `${exercise.id} ${moves.join('')}`;
    const answers = (): Promise<Judged> => this.#ask(`answer ${made} ${round.hadHint ? 'hint ' : ''}${aside()}`, judgedOf);
    const tries = (): Promise<Judged> => this.#ask(`try ${made} ${aside()}`, judgedOf);
    if (round.isPractice) return tries();
    // What is played out is answered by its last move alone.
    if (exercise.kind !== 'ending') return answers();
    const tried = await tries();
    return tried.over ? answers() : tried;
  }

  #tell(round: Round, judged: Judged): void {
    const goesOn = round.tell(judged);
    if (goesOn) round.reply(judged.reply);
    if (round.isAnswered && this.#ofDay.has(round)) this.daily = addTry(this.daily, round.marks, judged.right);
    if (this.round !== round) return this.#table.changed();
    if (round.isAnswered && !judged.right) this.#playOn(round);
    this.#table.changed();
    const legal = round.legal;
    // Where there is no choice nobody has to make it.
    if (goesOn && legal.length === 1) this.#later(() => void this.#make(round, nameOf(legal[0]!)), STEP);
  }

  /** Plays what punishes the move. */
  #playOn(round: Round): void {
    const [way] = round.ways;
    const { walk } = round;
    if (!way || !walk || walk.at >= Math.min(way.moves.length, MOST_PLAYED)) return;
    if (isStill()) {
      round.step(way.moves[1] === PASS ? 2 : 1);
      return;
    }
    this.#later(() => {
      round.step(1);
      this.#table.changed();
      this.#playOn(round);
    }, STEP);
  }

  #later(run: () => void, ms: number): void {
    const { round } = this;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.round === round) run();
    }, ms);
  }

  #stopWalking(): void {
    clearTimeout(this.#timer);
  }

  /** Looks at a line after so many of its moves. */
  walkTo(way: number, at: number): void {
    this.#stopWalking();
    if (this.round) this.round.walk = { way, at };
    this.#table.changed();
  }

  /** A move on or back on the line that one walks along. */
  step(by: number): void {
    if (!this.round?.walk) return;
    this.#stopWalking();
    this.round.step(by);
    this.#table.changed();
  }

  /** To the next or the last of the lines. */
  turn(by: number): void {
    const { round } = this;
    if (!round?.walk) return;
    const all = round.ways.length;
    this.walkTo((round.walk.way + by + all) % all, 1);
  }

  /** Whether there is a hint to be had. */
  get canHint(): boolean {
    const { round } = this;
    if (!round || round.isAnswered || round.isJudged || round.hint) return false;
    return round.moves.length > 0 || round.exercise.choices.length === 0;
  }

  /** Marks two squares, of which one is right, and says how many moves are. */
  async hint(): Promise<void> {
    const { round } = this;
    if (!round || !this.canHint) return;
    // What is right is told of any move.
    const any = nameOf(round.legal[0]!);
    const made = `${round.exercise.id} ${[...round.moves, any].join('')}`;
    try {
      const judged = await this.#ask(`try ${made} ${aside()}`, judgedOf);
      if (!round.isJudged && !round.isAnswered) round.takeHint(judged);
    } catch (error) {
      this.#fail(error);
    }
    this.#table.changed();
  }

  /** It is not asked any more. */
  async drop(): Promise<void> {
    const { round } = this;
    if (!round) return;
    try {
      await this.#ask(`drop ${round.exercise.id} ${aside()}`, droppedOf);
      this.#table.say(t('trainDropped'));
      await this.next();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The position to be studied, with how it was reached. */
  study(): void {
    const { round } = this;
    if (!round) return;
    this.#stopWalking();
    const { exercise } = round;
    const { game, wrong } = gameOf(START, exercise.moves);
    const isReached = wrong === undefined && exercise.moves.length > 0 && keyOf(game.position) === keyOf(exercise.position);
    const opened = isReached ? game : new Game(exercise.position);
    const base = opened.cursor;
    for (const move of round.moves) opened.play(move);
    opened.cursor = round.isAnswered ? opened.moves.length : base;
    this.#table.games.open(opened);
  }

  // Openings, games and files

  openings(): Promise<Opening[]> {
    return this.#ask(`openings ${aside()}`, openingsOf);
  }

  /** Takes openings for a side, each a name or moves. */
  async takeOpenings(side: 'black' | 'white', openings: readonly string[]): Promise<void> {
    try {
      const sum = { added: 0, known: 0 };
      for (const opening of openings) {
        const { added, known } = await this.#ask(`opening ${side} ${at()} ${opening}`, openingTakenOf);
        sum.added += added;
        sum.known += known;
      }
      this.#table.say(t('trainOpeningTaken', { n: sum.added, known: sum.known }));
      await this.#look();
    } catch (error) {
      this.#fail(error, true);
    }
  }

  /** Takes games in; what comes of it is told at the door. */
  async take(games: readonly Wanted[]): Promise<void> {
    try {
      if (!this.#table.engineRuns) throw new Error(t('trainNoEngine'));
      await this.taking.open();
      const n = await this.taking.add(games);
      this.#table.say(n > 0 ? t('trainTakes', { n }) : t('trainTakenBefore'));
    } catch (error) {
      this.#fail(error, true);
    }
    this.#table.changed();
  }

  /** The log as a file. */
  async written(): Promise<string> {
    const lines = (await this.log.after(0)).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    return `${[HEADER, ...lines].join('\n')}\n`;
  }

  /** Takes a file of the log in. */
  async import(text: string): Promise<void> {
    const lines = readFile(text);
    if (!lines) return this.#table.say(t('trainNoFile'));
    try {
      const there = new Set((await this.log.after(0)).map(({ value }) => value));
      const fresh = lines.filter((line) => !there.has(line));
      if (fresh.length > 0) await this.log.add(fresh);
      this.#table.say(t('trainImported', { n: fresh.length, known: lines.length - fresh.length }));
      await this.#look();
    } catch (error) {
      this.#fail(error, true);
    }
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
