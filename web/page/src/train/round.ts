/**
 * An exercise on the board: the moves that were made on it, what was said of them, and the lines that one walks along.
 *
 * Invariant: what is on the board follows from the exercise and these moves by the rules. Knows neither engine nor drawing.
 */

import { PASS, type Position, indexOf, isOver, legalMoves, nameOf, play } from '../rules';
import type { Exercise, Judged } from './replies';

/** What one may walk along once it is answered: the move that was made, or one that was right. */
export interface Way {
  readonly isOwn: boolean;
  readonly score: number | undefined;
  readonly moves: readonly string[];
}

/** So many of the moves that were right have a line of their own. */
const MOST_BETTER = 3;

/** A position and the move that led there. */
export interface Seen {
  readonly position: Position;
  readonly before: Position | undefined;
  readonly move: string | undefined;
}

/** Passes for whoever has no move but is not at the end. */
const passed = (position: Position): Position =>
  legalMoves(position).length === 0 && !isOver(position) ? play(position, PASS)! : position;

/** After moves in which passes may be left out; those that cannot be played are left away. */
export function walked(from: Position, moves: readonly string[], last?: string): Seen {
  let seen: Seen = { position: from, before: undefined, move: last };
  for (const move of moves) {
    if (move === PASS) continue;
    const before = passed(seen.position);
    const position = play(before, move);
    if (!position) break;
    seen = { position, before, move };
  }
  return { ...seen, position: passed(seen.position) };
}

export class Round {
  readonly exercise: Exercise;
  /** Of both sides, without passes. */
  moves: readonly string[] = [];
  /** Whether the engine looks at the last of them. */
  isJudged = false;
  /** What was said of it. */
  judged: Judged | undefined;
  /** Whether nothing more is to be found. */
  isAnswered = false;
  /** Whether it was answered before: then it is for practice, and nothing is kept of it. */
  isPractice = false;
  /** The squares that a hint marks, and how many moves are right. */
  hint: { readonly squares: readonly string[]; readonly right: number; readonly all: number } | undefined;
  /** Whether there was a hint at any move. */
  hadHint = false;
  /** Which way one walks along, and how far. */
  walk: { readonly way: number; readonly at: number } | undefined;
  /** Of each own move, whether it was right. */
  readonly marks: boolean[] = [];

  constructor(exercise: Exercise) {
    this.exercise = exercise;
  }

  /** The position in which the reader is to move. */
  get position(): Position {
    return this.#after(this.moves).position;
  }

  #after(moves: readonly string[]): Seen {
    return walked(this.exercise.position, moves, this.exercise.last);
  }

  /** What is on the board. */
  get shown(): Seen {
    const way = this.walk && this.ways[this.walk.way];
    if (!this.walk || !way) return this.#after(this.moves);
    const before = this.#after(this.moves.slice(0, -1));
    const along = way.moves.slice(0, this.walk.at).filter((move) => move !== PASS);
    return along.length === 0 ? before : walked(before.position, along);
  }

  /** The squares that may be played on. */
  get legal(): readonly number[] {
    if (this.isAnswered || this.isJudged) return [];
    const all = legalMoves(this.position);
    const choices = this.moves.length === 0 ? this.exercise.choices.map(indexOf) : [];
    return choices.length > 0 ? all.filter((square) => choices.includes(square)) : all;
  }

  /** The squares between which one chooses, or of which a hint says that one is right. */
  get marked(): readonly string[] {
    if (this.isAnswered) return [];
    return this.hint?.squares ?? (this.moves.length === 0 ? this.exercise.choices : []);
  }

  /** Makes a move of the reader's. */
  make(move: string): void {
    this.moves = [...this.moves, move];
    this.isJudged = true;
    this.hint = undefined;
  }

  /** Takes it back: there was no answer. */
  unmake(): void {
    this.moves = this.moves.slice(0, -1);
    this.isJudged = false;
  }

  /** What was said of the last move; whether it goes on. */
  tell(judged: Judged): boolean {
    this.judged = judged;
    this.isJudged = false;
    this.marks.push(judged.right);
    this.isAnswered = judged.over;
    if (this.isAnswered) this.walk = { way: 0, at: 1 };
    return !this.isAnswered;
  }

  /** The other side's answer. */
  reply(move: string | undefined): void {
    if (move !== undefined && move !== PASS) this.moves = [...this.moves, move];
  }

  /** What one may walk along. */
  get ways(): readonly Way[] {
    const { judged } = this;
    if (!judged || !this.isAnswered) return [];
    const own = judged.variation.length > 0 ? judged.variation : [judged.move];
    const better = judged.best.filter(({ move }) => move !== judged.move).slice(0, MOST_BETTER);
    return [
      { isOwn: true, score: judged.score, moves: own },
      ...better.map(({ move, score, variation }) => ({ isOwn: false, score, moves: variation.length > 0 ? variation : [move] })),
    ];
  }

  /** A step along a way, to its end and no further. */
  step(by: number): void {
    const { walk } = this;
    const way = walk && this.ways[walk.way];
    if (way) this.walk = { way: walk.way, at: Math.max(0, Math.min(way.moves.length, walk.at + by)) };
  }

  /** The two squares that a hint marks: a move that is right, and one that is not; which first says nothing. */
  takeHint(judged: Judged): void {
    const all = legalMoves(this.position).map(nameOf);
    const right = judged.best.map(({ move }) => move).filter((move) => all.includes(move));
    const wrong = all.filter((move) => !right.includes(move));
    this.hadHint = true;
    const other = wrong[hashOf(this.exercise.id + this.moves.length) % Math.max(1, wrong.length)];
    const squares = [right[0], other].filter((move) => move !== undefined).sort();
    this.hint = { squares, right: right.length, all: all.length };
  }
}

/** A number that a text always has. */
const hashOf = (text: string): number => [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0, 7);
