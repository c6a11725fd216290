/**
 * A game with its variations: the line that one looks along, how far, and what is known of its moves.
 *
 * Invariant: the line goes from the start to an end of the tree; a place in it is told by how many moves
 * were made before, passes included. Knows nothing of engines and drawing.
 */

import type { JudgedMove } from '../../package/src/client';
import { type Grade, type Judgement, Knowledge, type Note } from './knowledge';
import { type Position, type Side, PASS, START, isOver, keyOf } from './rules';
import { Tree, type Turn } from './variations';

export { type Grade, type Judgement, type Note, final } from './knowledge';

/** What is told of a game besides its moves. */
export interface Tags {
  readonly black?: string;
  readonly white?: string;
  readonly event?: string;
  readonly date?: string;
  /** How it ended if the board does not show it, and how it would have: values of RE and TH in SGF. */
  readonly result?: string;
  readonly theory?: string;
  /** The board of which both are told; they say nothing of another end. */
  readonly ended?: string;
}

/** The moves of a line from where it starts, passes included. */
export interface Line {
  readonly start: Position;
  readonly moves: readonly string[];
}

/** A position, and the line that leads there. */
export interface Place extends Line {
  readonly position: Position;
}

export class Game {
  readonly start: Position;
  readonly tree: Tree;
  readonly known = new Knowledge();
  tags: Tags = {};
  #line: readonly Turn[] = [];
  #moves: readonly string[] = [];
  #cursor = 0;
  /** Whether its text has variations that could not be read. */
  lacksVariations = false;
  /** How many hints were taken while it was played. */
  hints = 0;

  constructor(start: Position = START) {
    this.start = start;
    this.tree = new Tree(start);
    this.#follow(this.tree.mainLine);
    this.#cursor = this.#moves.length;
  }

  #follow(line: readonly Turn[]): void {
    this.#line = line;
    this.#moves = line.slice(1).map(({ move }) => move);
  }

  /** The moves of the line that one looks along. */
  get moves(): readonly string[] {
    return this.#moves;
  }

  /** The same with the start, which stands before the first move. */
  get line(): readonly Turn[] {
    return this.#line;
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

  /** Where one looks. */
  get turn(): Turn {
    return this.#line[this.#cursor]!;
  }

  /** The position that one looks at. */
  get position(): Position {
    return this.turn.position;
  }

  at(ply: number): Position {
    return this.#line[Math.max(0, Math.min(ply, this.#moves.length))]!.position;
  }

  /** The position after so many moves of the line, and how it came there. */
  placeAt(ply: number): Place {
    return { start: this.start, moves: this.#moves.slice(0, ply), position: this.at(ply) };
  }

  /** The end of the line. */
  get end(): Turn {
    return this.#line.at(-1)!;
  }

  /** The end of the game itself. */
  get mainEnd(): Turn {
    return this.tree.mainLine.at(-1)!;
  }

  /** Whether the line is the game itself. */
  get isMain(): boolean {
    return this.tree.isMain(this.end);
  }

  /** After how many moves the line leaves the game, or one looks at the game. */
  get mainCursor(): number {
    let ply = this.#cursor;
    while (!this.tree.isMain(this.#line[ply]!)) ply -= 1;
    return ply;
  }

  /** Whether the line has come to an end by the rules. */
  get isOver(): boolean {
    return isOver(this.end.position);
  }

  /** The same of the game itself. */
  get isFinished(): boolean {
    return isOver(this.mainEnd.position);
  }

  get isStandard(): boolean {
    return keyOf(this.start) === keyOf(START);
  }

  /** Whether another game has all of this one. */
  isBeginningOf(other: Game): boolean {
    return keyOf(this.start) === keyOf(other.start) && this.tree.isPartOf(other.tree);
  }

  /** Who makes move number `ply`. */
  mover(ply: number): Side {
    return this.at(ply).side;
  }

  /** Looks at a move of any variation; the line goes on as it was if the move is in it. */
  select(turn: Turn): void {
    if (!this.#line.includes(turn)) this.#follow(this.tree.lineThrough(turn));
    this.#cursor = this.#line.indexOf(turn);
  }

  /** Plays a move where one looks; a variation begins if another one was played there. Whether it was legal. */
  play(move: string, seconds?: number): boolean {
    const from = this.turn;
    const isNew = !from.children.some((child) => child.move === move);
    const turn = this.tree.add(from, move);
    if (!turn) return false;
    if (isNew) {
      turn.seconds = seconds;
      this.#follow(this.tree.lineThrough(turn));
    }
    this.select(turn);
    if (this.#moves[this.#cursor] === PASS) this.#cursor += 1;
    return true;
  }

  /** Makes where one looks, and what follows, the game itself. */
  makeMain(): void {
    this.tree.makeMain(this.turn);
    this.#follow(this.tree.lineThrough(this.turn));
  }

  /** Takes where one looks with all that follows out of the game, and looks at what was before; gives the way back. */
  remove(): () => void {
    let { turn } = this;
    if (turn.move === PASS && turn.parent) turn = turn.parent;
    const restore = this.tree.remove(turn);
    const before = turn.parent ?? turn;
    this.#follow(this.tree.lineThrough(before));
    this.select(before);
    return () => {
      restore();
      this.#follow(this.tree.lineThrough(turn));
      this.select(turn);
    };
  }

  /** Another move in place of the nearest one, back from where one looks, that has others beside it. */
  beside(by: number): Turn | undefined {
    for (let { turn } = this; turn.parent; turn = turn.parent) {
      const { children } = turn.parent;
      if (children.length > 1) return children[(children.indexOf(turn) + by + children.length) % children.length];
    }
    return undefined;
  }

  /** What is said along the line, by the number of moves before: 0 of the game, 1 of the first move. */
  get comments(): ReadonlyMap<number, string> {
    return new Map(this.#line.flatMap(({ comment }, ply) => (comment === '' ? [] : [[ply, comment]])));
  }

  /** What is said of the move that led to where one looks, and of a pass after it; of the game at its start. */
  get comment(): string {
    const { turn } = this;
    const said = [turn.move === PASS ? turn.parent?.comment : '', turn.comment];
    return said.filter(Boolean).join('\n');
  }

  // What is known along the line

  /** What is known of a position. */
  note(ply: number): Note | undefined {
    return this.known.note(this.at(ply));
  }

  setNote(position: Position, note: Note): void {
    this.known.setNote(position, note);
  }

  /** Keeps what a review of a line by a level says of a move. */
  judge(judged: JudgedMove, level: number, line = this.#line): void {
    this.known.judge(line[judged.turn]!.position, judged, level);
  }

  #turn<T>(ply: number, read: (turn: Turn) => T): T | undefined {
    const turn = this.#line[ply];
    return turn && read(turn);
  }

  /** What is known of move number `ply` from a review. */
  judgement(ply: number): Judgement | undefined {
    return this.#turn(ply + 1, (turn) => this.known.judgement(turn));
  }

  /** The expected difference for black after `ply` moves. */
  value(ply: number): number | undefined {
    return this.#turn(ply, (turn) => this.known.value(turn));
  }

  /** Discs that move number `ply` lost against the best one; `undefined` while not known. */
  loss(ply: number): number | undefined {
    return this.#turn(ply + 1, (turn) => this.known.loss(turn));
  }

  grade(ply: number): Grade | undefined {
    return this.#turn(ply + 1, (turn) => this.known.grade(turn));
  }

  /** The best moves in place of move number `ply`. */
  better(ply: number): readonly string[] | undefined {
    return this.#turn(ply + 1, (turn) => this.known.better(turn));
  }
}

/** A game with these moves; passes may be left out. Gives the first word that is not legal. */
export function gameOf(start: Position, moves: readonly string[]): { game: Game; wrong?: string; number?: number } {
  const game = new Game(start);
  for (const [i, move] of moves.entries()) {
    if (move === PASS && (game.moves.at(-1) === PASS || game.isOver)) continue;
    if (!game.play(move)) return { game, wrong: move, number: i + 1 };
  }
  return { game };
}
