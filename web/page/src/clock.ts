/** The clocks of a game: a main time for each side and an increment after each move. */

import { type Side, other } from './rules';

export interface TimeControl {
  /** Seconds for the game; 0 for no clock. */
  readonly main: number;
  /** Seconds added after each move. */
  readonly increment: number;
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
    return this.control.main > 0;
  }

  get running(): Side | undefined {
    return this.#running;
  }

  /** Seconds that a side has left, never less than 0. */
  left(side: Side): number {
    const used = this.#running === side ? this.#now() - this.#since : 0;
    return Math.max(0, this.#left[side] - used);
  }

  setLeft(side: Side, seconds: number): void {
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
    if (side) this.#left[side] = this.left(side);
    this.#running = undefined;
  }

  /** Ends a move of a side: it gets its increment, and the clock of the opponent starts. */
  press(side: Side): void {
    if (!this.on) return;
    this.stop();
    this.#left[side] += this.control.increment;
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
