/**
 * What is known of the positions and moves of a game, whichever way one came to them: what searches
 * found, and how a review judges moves.
 *
 * Invariant: nothing takes the place of what is known better. Knows nothing of where one looks.
 */

import type { JudgedMove } from '../../package/src/client';
import { type Position, PASS, isOver, keyOf, legalMoves } from './rules';
import type { Turn } from './variations';

/** What a search found in a position. */
export interface Note {
  /** Expected final difference in discs for black. */
  readonly black: number;
  /** Whether that is proven. */
  readonly exact: boolean;
  readonly depth: number;
  /** How much it was searched: the level, or the depth where there was none. */
  readonly effort: number;
  /** The best moves from here. */
  readonly line: readonly string[];
}

export type Grade = 'best' | 'good' | 'mistake' | 'blunder';

/** What a review says of a move. */
export interface Judgement {
  /** What the move leads to: the expected final difference in discs for black. */
  readonly black: number;
  /** Discs that it lost. */
  readonly loss: number;
  readonly grade: Grade;
  /** Whether that is proven. */
  readonly exact: boolean;
  readonly level: number;
  /** Of a mistake or a blunder, why the best move was better, in words. */
  readonly reason: string | undefined;
  /** The best move and what follows it. */
  readonly line: readonly string[];
}

/** From how many discs lost a move is a mistake, and a blunder, as `bianca analyze` has it. */
export const MISTAKE = 2;
export const BLUNDER = 5;

/** How right moves are says something from so many moves of a side on. */
export const LEAST_MOVES = 15;

/** What is known, as plain data. */
export interface Known {
  /** By positions. */
  readonly notes: readonly (readonly [string, Note])[];
  /** By the position before the move and the move. */
  readonly judgements: readonly (readonly [string, Judgement])[];
}

/** How right the moves of both sides were, in percent, and how deep that was searched; a side with few moves has none. */
export interface Accuracy {
  readonly black?: number;
  readonly white?: number;
  readonly depth: number;
}

export class Knowledge {
  #notes = new Map<string, Note>();
  /** By the position before the move and the move. */
  #judgements = new Map<string, Judgement>();
  /** How often something was learnt. */
  #changes = 0;

  get changes(): number {
    return this.#changes;
  }

  /** All that is known. */
  get plain(): Known {
    return { notes: [...this.#notes], judgements: [...this.#judgements] };
  }

  /** Takes in what was known at another time, unless more is known now. */
  add({ notes, judgements }: Known): void {
    for (const [key, note] of notes) this.#note(key, note);
    for (const [key, judgement] of judgements) {
      const known = this.#judgements.get(key);
      if (!known || known.level < judgement.level) this.#judgements.set(key, judgement);
    }
  }

  note(position: Position): Note | undefined {
    return this.#notes.get(keyOf(position));
  }

  /** Keeps what a search found, unless more is known. */
  setNote(position: Position, note: Note): void {
    this.#note(keyOf(position), note);
  }

  #note(key: string, note: Note): void {
    const known = this.#notes.get(key);
    if (known && (known.exact ? !note.exact : !note.exact && known.effort > note.effort)) return;
    this.#notes.set(key, note);
    this.#changes += 1;
  }

  /** Keeps what a review by a level says of the move from a position. */
  judge(position: Position, judged: JudgedMove, level: number): void {
    const sign = judged.side === 'black' ? 1 : -1;
    const { loss, grade, proven: exact, variation: line, depth } = judged;
    const reason = judged.explanation?.reason?.text;
    this.#judgements.set(keyOf(position) + judged.move, { black: sign * judged.score, loss, grade, exact, level, reason, line });
    this.setNote(position, { black: sign * judged.best_score, exact, depth, effort: level, line });
  }

  /** How right the moves of a line were; `undefined` while that is not known of all of them. */
  accuracy(line: readonly Turn[]): Accuracy | undefined {
    const right = { black: [] as number[], white: [] as number[] };
    let depth = Number.POSITIVE_INFINITY;
    for (const turn of line) {
      const { parent, move } = turn;
      if (!parent || move === PASS) continue;
      const lost = this.loss(turn);
      if (lost === undefined) return undefined;
      right[parent.position.side].push(rightness(lost));
      depth = Math.min(depth, this.depth(turn) ?? depth);
    }
    if (!Number.isFinite(depth)) return undefined;
    const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;
    const { black, white } = right;
    const isEnough = (all: readonly number[]): boolean => all.length >= LEAST_MOVES;
    return { depth, ...(isEnough(black) ? { black: mean(black) } : {}), ...(isEnough(white) ? { white: mean(white) } : {}) };
  }

  /** What is known of a move from a review. */
  judgement({ parent, move }: Turn): Judgement | undefined {
    return parent && this.#judgements.get(keyOf(parent.position) + move);
  }

  /** Whether a review of this level or a higher one has judged a move. */
  isJudged(turn: Turn, level: number): boolean {
    const judgement = this.judgement(turn);
    return judgement !== undefined && judgement.level >= level;
  }

  /**
   * With how many moves of a line a review of this level has to begin, so that it says the same of those that are
   * left as a review of the whole line: exact results help with those before them, others do not.
   */
  unjudged(line: readonly Turn[], level: number): number {
    let left = line.length - 1;
    for (let ply = left; ply > 0; ply--) {
      const turn = line[ply]!;
      if (turn.move === PASS) continue;
      if (!this.isJudged(turn, level)) return left;
      if (this.judgement(turn)?.exact === false) left = ply - 1;
    }
    return 0;
  }

  /**
   * What was found of the position after a move for black: what the move leads to if it was judged, so that
   * the value and the loss of a move belong together, or else what is known of the position.
   */
  found(turn: Turn): number | undefined {
    const last = turn.move === PASS ? turn.parent : turn;
    return (last && this.judgement(last)?.black) ?? this.note(turn.position)?.black;
  }

  /** The expected difference for black after a move; exact once the game is over. A pass changes nothing. */
  value(turn: Turn): number | undefined {
    if (isOver(turn.position)) return final(turn.position.squares);
    const [next] = turn.children;
    return this.found(turn) ?? (next?.move === PASS ? this.value(next) : undefined);
  }

  /** Discs that a move lost against the best one; `undefined` while not known. */
  loss(turn: Turn): number | undefined {
    const { parent, move } = turn;
    if (!parent || move === PASS) return undefined;
    const judgement = this.judgement(turn);
    if (judgement) return judgement.loss;
    const before = this.note(parent.position);
    const after = this.value(turn);
    if (!before || after === undefined) return undefined;
    if (before.line[0] === move || legalMoves(parent.position).length === 1) return 0;
    const sign = parent.position.side === 'black' ? 1 : -1;
    return Math.max(0, sign * (before.black - after));
  }

  /** How deep the search was that says what a move lost, the least deep one of several; `undefined` while that is not known. */
  depth(turn: Turn): number | undefined {
    if (this.loss(turn) === undefined) return undefined;
    const judgement = this.judgement(turn);
    if (judgement) return judgement.level;
    const [next] = turn.children;
    const places = [turn.parent, turn, next?.move === PASS ? next : undefined];
    const efforts = places.flatMap((one) => (one && this.note(one.position)?.effort) ?? []);
    return Math.min(...efforts);
  }

  grade(turn: Turn): Grade | undefined {
    const judgement = this.judgement(turn);
    if (judgement) return judgement.grade;
    const loss = this.loss(turn);
    if (loss === undefined) return undefined;
    if (loss >= BLUNDER) return 'blunder';
    if (loss >= MISTAKE) return 'mistake';
    return turn.parent && this.note(turn.parent.position)?.line[0] === turn.move ? 'best' : 'good';
  }

  /** The best moves in place of a move. */
  better(turn: Turn): readonly string[] | undefined {
    return (this.judgement(turn) ?? (turn.parent && this.note(turn.parent.position)))?.line;
  }
}

/** How right a move is that loses so many discs, in percent; docs/analyze.md defines it. */
function rightness(lost: number): number {
  return 100 * 2 ** (-Math.max(lost, 0) / 4);
}

/** The final difference for black, empty squares to the winner. */
export function final(squares: string): number {
  let difference = 0;
  let empty = 0;
  for (const cell of squares) {
    if (cell === 'X') difference++;
    else if (cell === 'O') difference--;
    else empty++;
  }
  return difference === 0 ? 0 : difference + Math.sign(difference) * empty;
}
