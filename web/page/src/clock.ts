/**
 * The clocks of a game: a main time for each side, and an increment after each move or a byo-yomi, a time that a
 * side has for each of its moves once its main time is used up.
 */

import { type Side, other } from './rules';

export interface TimeControl {
  /** Seconds for the game; 0 for no clock, or for byo-yomi from the first move on. */
  readonly main: number;
  /** Seconds added after each move. */
  readonly increment: number;
  /** Seconds for each move once the main time is used up; there is no increment then. */
  readonly byoyomi?: number;
  /** Seconds for White's game, where they are others than Black's. */
  readonly white?: number;
}

/** The time of a side for a game, in seconds. */
export const mainOf = ({ main, white }: TimeControl, side: Side): number => (side === 'white' ? (white ?? main) : main);

/** The same with the sides changed. */
export const swappedTime = (time: TimeControl): TimeControl =>
  time.white === undefined ? time : { ...time, main: time.white, white: time.main };

export class Clock {
  readonly control: TimeControl;
  #left: Record<Side, number>;
  #running: Side | undefined;
  #since = 0;
  #now: () => number;

  constructor(control: TimeControl, now: () => number = () => performance.now() / 1000) {
    this.control = control;
    this.#left = { black: mainOf(control, 'black'), white: mainOf(control, 'white') };
    this.#now = now;
  }

  get on(): boolean {
    return this.control.main > 0 || this.#byoyomi > 0;
  }

  get #byoyomi(): number {
    return this.control.byoyomi ?? 0;
  }

  get running(): Side | undefined {
    return this.#running;
  }

  /** Seconds that a side has left, never less than 0: of its main time, or of its byo-yomi for a move. */
  left(side: Side): number {
    const rest = this.rest(side);
    return rest > 0 ? rest : Math.max(0, rest + this.#byoyomi);
  }

  /** Whether the main time of a side is used up and it plays in byo-yomi. */
  isInByoyomi(side: Side): boolean {
    return this.#byoyomi > 0 && this.rest(side) <= 0;
  }

  /** Seconds of the main time that a side has left; less than 0 is what it has used of its byo-yomi. */
  rest(side: Side): number {
    const used = this.#running === side ? this.#now() - this.#since : 0;
    return this.#left[side] - used;
  }

  setRest(side: Side, seconds: number): void {
    this.#left[side] = seconds;
  }

  /** Starts the clock of a side, if it does not run, and stops the other. */
  start(side: Side): void {
    if (!this.on || this.#running === side) return;
    this.stop();
    this.#running = side;
    this.#since = this.#now();
  }

  stop(): void {
    const side = this.#running;
    if (side) this.#left[side] = Math.max(-this.#byoyomi, this.rest(side));
    this.#running = undefined;
  }

  /** Ends a move of a side: it gets its increment or its byo-yomi anew, and the clock of the opponent starts. */
  press(side: Side): void {
    if (!this.on) return;
    this.stop();
    this.#left[side] = this.#byoyomi > 0 ? Math.max(0, this.#left[side]) : this.#left[side] + this.control.increment;
    this.start(other(side));
  }

  /** The side whose time is over. */
  get flagged(): Side | undefined {
    if (!this.on) return undefined;
    return (['black', 'white'] as const).find((side) => this.left(side) <= 0);
  }
}

/** A time as minutes and seconds, with tenths below ten seconds. */
export function shown(seconds: number): string {
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
