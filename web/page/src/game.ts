/**
 * A game: where it starts, what was played, where one looks at it, and what is known of its moves.
 *
 * Invariant: `positions[k]` is the position after the first `k` moves; all of them are legal, and a
 * pass that is forced is played at once. Knows nothing of engines and drawing.
 */

import type { JudgedMove } from '../../package/src/client';
import { type Position, type Side, PASS, START, isOver, keyOf, legalMoves, play } from './rules';

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
  /** Of a blunder, why the best move was better, in words. */
  readonly reason: string | undefined;
  /** The best move and what follows it. */
  readonly line: readonly string[];
}

/** From how many discs lost a move is a mistake, and a blunder, as `bianca analyze` has it. */
export const MISTAKE = 2;
export const BLUNDER = 5;

/** What is told of a game besides its moves. */
export interface Tags {
  readonly black?: string;
  readonly white?: string;
  readonly event?: string;
  readonly date?: string;
}

export class Game {
  readonly start: Position;
  tags: Tags = {};
  #moves: string[] = [];
  #positions: Position[];
  #notes = new Map<string, Note>();
  /** By the position before the move and the move. */
  #judgements = new Map<string, Judgement>();
  #cursor = 0;
  /** Seconds that each move took, where known. */
  readonly seconds: (number | undefined)[] = [];
  /** What its text says of it, by the number of moves before: 0 of the game, 1 of the first move. */
  readonly comments = new Map<number, string>();
  /** Whether its text has other moves beside these, which were not read. */
  hasVariations = false;
  /** How many hints were taken while it was played. */
  hints = 0;

  constructor(start: Position = START) {
    this.start = start;
    this.#positions = [start];
    this.#passIfForced();
    this.#cursor = this.#moves.length;
  }

  get moves(): readonly string[] {
    return this.#moves;
  }

  /** How many moves have been made where one looks. */
  get cursor(): number {
    return this.#cursor;
  }

  set cursor(ply: number) {
    this.#cursor = Math.max(0, Math.min(this.#moves.length, ply));
  }

  get atEnd(): boolean {
    return this.#cursor === this.#moves.length;
  }

  /** The position that one looks at. */
  get position(): Position {
    return this.at(this.#cursor);
  }

  at(ply: number): Position {
    return this.#positions[Math.max(0, Math.min(ply, this.#positions.length - 1))]!;
  }

  get isOver(): boolean {
    return isOver(this.at(this.#moves.length));
  }

  get isStandard(): boolean {
    return this.start.squares === START.squares && this.start.side === START.side;
  }

  /** Whether another game begins with all of this one. */
  isBeginningOf(other: Game): boolean {
    return keyOf(this.start) === keyOf(other.start) && this.#moves.every((move, ply) => other.moves[ply] === move);
  }

  /** Who makes move number `ply`. */
  mover(ply: number): Side {
    return this.at(ply).side;
  }

  /** Plays a move where one looks; later moves are dropped. Whether it was legal. */
  play(move: string, seconds?: number): boolean {
    const after = play(this.position, move);
    if (!after) return false;
    if (this.#moves[this.#cursor] === move) {
      this.#cursor += 1;
    } else {
      for (const ply of this.comments.keys()) if (ply > this.#cursor) this.comments.delete(ply);
      this.#moves.length = this.#cursor;
      this.#positions.length = this.#cursor + 1;
      this.seconds.length = this.#cursor;
      this.#moves.push(move);
      this.#positions.push(after);
      this.seconds.push(seconds);
      this.#cursor += 1;
    }
    if (this.atEnd) {
      this.#passIfForced();
      this.#cursor = this.#moves.length;
    } else if (this.#moves[this.#cursor] === PASS) {
      this.#cursor += 1;
    }
    return true;
  }

  /** What is said of the move that led to where one looks, and of a pass after it; of the game at its start. */
  get comment(): string {
    const isPassed = this.#moves[this.#cursor - 1] === PASS;
    const said = [isPassed ? this.comments.get(this.#cursor - 1) : undefined, this.comments.get(this.#cursor)];
    return said.filter((text) => text !== undefined).join('\n');
  }

  /** What is known of a position of this game. */
  note(ply: number): Note | undefined {
    return this.#notes.get(keyOf(this.at(ply)));
  }

  /** Keeps what a search found, unless more is known. */
  setNote(position: Position, note: Note): void {
    const known = this.#notes.get(keyOf(position));
    if (known && (known.exact ? !note.exact : !note.exact && known.effort > note.effort)) return;
    this.#notes.set(keyOf(position), note);
  }

  /** Takes over what is known of another game's positions. */
  takeNotes(from: Game): void {
    for (const [position, note] of from.#notes) this.#notes.set(position, note);
    for (const [move, judgement] of from.#judgements) this.#judgements.set(move, judgement);
  }

  /** Keeps what a review of this game by a level says of a move. */
  judge(judged: JudgedMove, level: number): void {
    const position = this.at(judged.turn);
    const sign = judged.side === 'black' ? 1 : -1;
    const { loss, grade, proven: exact, variation: line, depth } = judged;
    const reason = judged.explanation?.reason?.text;
    this.#judgements.set(keyOf(position) + judged.move, { black: sign * judged.score, loss, grade, exact, level, reason, line });
    this.setNote(position, { black: sign * judged.best_score, exact, depth, effort: level, line });
  }

  /** What is known of move number `ply` from a review. */
  judgement(ply: number): Judgement | undefined {
    return this.#judgements.get(keyOf(this.at(ply)) + this.#moves[ply]);
  }

  /** Whether a review of this level or a higher one has judged move number `ply`. */
  isJudged(ply: number, level: number): boolean {
    const judgement = this.judgement(ply);
    return judgement !== undefined && judgement.level >= level;
  }

  /**
   * With how many moves a review of this level has to begin, so that it says the same of those that are left
   * as a review of the whole game: exact results help with those before them, others do not.
   */
  unjudged(level: number): number {
    let left = this.#moves.length;
    for (let ply = left - 1; ply >= 0; ply--) {
      if (this.#moves[ply] === PASS) continue;
      if (!this.isJudged(ply, level)) return left;
      if (this.judgement(ply)?.exact === false) left = ply;
    }
    return 0;
  }

  /**
   * What was found of the position after `ply` moves for black: what the move before leads to if it was judged,
   * so that the value and the loss of a move belong together, or else what is known of the position.
   */
  found(ply: number): number | undefined {
    const last = this.#moves[ply - 1] === PASS ? ply - 2 : ply - 1;
    return (last >= 0 ? this.judgement(last)?.black : undefined) ?? this.note(ply)?.black;
  }

  /** The expected difference for black after `ply` moves; exact once the game is over. A pass changes nothing. */
  value(ply: number): number | undefined {
    const position = this.at(ply);
    if (ply === this.#moves.length && isOver(position)) return final(position.squares);
    const passes = this.#moves[ply] === PASS;
    return this.found(ply) ?? (passes ? this.value(ply + 1) : undefined);
  }

  /** Discs that move number `ply` lost against the best one; `undefined` while not known. */
  loss(ply: number): number | undefined {
    const move = this.#moves[ply];
    if (move === undefined || move === PASS) return undefined;
    const judgement = this.judgement(ply);
    if (judgement) return judgement.loss;
    const before = this.note(ply);
    const after = this.value(ply + 1);
    if (!before || after === undefined) return undefined;
    if (before.line[0] === move || legalMoves(this.at(ply)).length === 1) return 0;
    const sign = this.mover(ply) === 'black' ? 1 : -1;
    return Math.max(0, sign * (before.black - after));
  }

  grade(ply: number): Grade | undefined {
    const judgement = this.judgement(ply);
    if (judgement) return judgement.grade;
    const loss = this.loss(ply);
    if (loss === undefined) return undefined;
    if (loss >= BLUNDER) return 'blunder';
    if (loss >= MISTAKE) return 'mistake';
    return this.note(ply)?.line[0] === this.#moves[ply] ? 'best' : 'good';
  }

  /** The best moves in place of move number `ply`. */
  better(ply: number): readonly string[] | undefined {
    return (this.judgement(ply) ?? this.note(ply))?.line;
  }

  #passIfForced(): void {
    const last = this.#positions[this.#positions.length - 1]!;
    const after = play(last, PASS);
    if (!after) return;
    this.#moves.push(PASS);
    this.#positions.push(after);
    this.seconds.push(undefined);
  }
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

/** A game with these moves; passes may be left out. Gives the first word that is not legal. */
export function gameOf(start: Position, moves: readonly string[]): { game: Game; wrong?: string } {
  const game = new Game(start);
  for (const move of moves) {
    if (move === PASS && (game.moves.at(-1) === PASS || game.isOver)) continue;
    if (!game.play(move)) return { game, wrong: move };
  }
  return { game };
}
