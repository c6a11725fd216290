/**
 * A game: where it starts, what was played, where one looks at it, and what is known of its moves.
 *
 * Invariant: `positions[k]` is the position after the first `k` moves; all of them are legal, and a
 * pass that is forced is played at once. Knows nothing of engines and drawing.
 */

import { type Position, type Side, PASS, START, isOver, legalMoves, play } from './rules';

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
  #cursor = 0;
  /** Seconds that each move took, where known. */
  readonly seconds: (number | undefined)[] = [];
  /** What its text says of it, by the number of moves before: 0 of the game, 1 of the first move. */
  readonly comments = new Map<number, string>();
  /** Whether its text has other moves beside these, which were not read. */
  hasVariations = false;

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
    return key(this.start) === key(other.start) && this.#moves.every((move, ply) => other.moves[ply] === move);
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
    return this.#notes.get(key(this.at(ply)));
  }

  /** Keeps what a search found, unless more is known. */
  setNote(position: Position, note: Note): void {
    const known = this.#notes.get(key(position));
    if (known && (known.exact ? !note.exact : !note.exact && known.effort > note.effort)) return;
    this.#notes.set(key(position), note);
  }

  /** Takes over what is known of another game's positions. */
  takeNotes(from: Game): void {
    for (const [position, note] of from.#notes) this.#notes.set(position, note);
  }

  /** The expected difference for black after `ply` moves; exact once the game is over. A pass changes nothing. */
  value(ply: number): number | undefined {
    const position = this.at(ply);
    if (ply === this.#moves.length && isOver(position)) return final(position.squares);
    const passes = this.#moves[ply] === PASS;
    return this.note(ply)?.black ?? (passes ? this.value(ply + 1) : undefined);
  }

  /** Discs that move number `ply` lost against the best one; `undefined` while not known. */
  loss(ply: number): number | undefined {
    const move = this.#moves[ply];
    if (move === undefined || move === PASS) return undefined;
    const before = this.note(ply);
    const after = this.value(ply + 1);
    if (!before || after === undefined) return undefined;
    if (before.line[0] === move || legalMoves(this.at(ply)).length === 1) return 0;
    const sign = this.mover(ply) === 'black' ? 1 : -1;
    return Math.max(0, sign * (before.black - after));
  }

  grade(ply: number): Grade | undefined {
    const loss = this.loss(ply);
    if (loss === undefined) return undefined;
    if (loss >= BLUNDER) return 'blunder';
    if (loss >= MISTAKE) return 'mistake';
    return this.note(ply)?.line[0] === this.#moves[ply] ? 'best' : 'good';
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

const key = (position: Position): string => position.squares + position.side[0]!;
