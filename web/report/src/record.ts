/**
 * A game of a report, read from the element that the executable has written (crates/play/src/page/record.rs).
 *
 * The element says everything as text, for a page without scripts; its attributes hold the same in
 * few letters. Invariant: each position follows from the one before by the rules; what does not is
 * left out with all that comes after it.
 */

import { type Position, PASS, START, play } from '../../page/src/rules';

/** What is wrong with a move: nothing, a mistake, a blunder. */
export type Mark = '' | '?' | '??';

/** A move that would have been better, with what follows it. */
export interface Better {
  readonly line: readonly string[];
  /** In discs for black. */
  readonly score: number;
}

/** A move that was played. */
export interface Turn {
  readonly move: string;
  /** The number of its disc; none for a pass. */
  readonly number: number | undefined;
  /** In discs for black, after it. */
  readonly score: number | undefined;
  readonly mark: Mark;
  readonly better: Better | undefined;
  readonly depth: number | undefined;
  readonly seconds: number | undefined;
}

export interface GameRecord {
  readonly element: HTMLElement;
  readonly turns: readonly Turn[];
  /** One more than there are turns. */
  readonly positions: readonly Position[];
  /** How many turns were given by the opening. */
  readonly opening: number;
  /** From which turn on every score is exact. */
  readonly exactFrom: number | undefined;
  /** Whether each player has given scores of his own. */
  readonly own: boolean;
}

const moveOf = (two: string): string => (two === '--' ? PASS : two);
const movesOf = (text: string): string[] => (text.match(/../g) ?? []).map(moveOf);

/** A list of numbers, some of which are left out. */
const numbers = (text: string | undefined): (number | undefined)[] =>
  text === undefined ? [] : text.split(',').map((one) => (one === '' ? undefined : Number(one)));

/** Marks and better lines by the number of their turn: `8??f6e6@-1.25`. */
function judged(text: string | undefined): Map<number, { mark: Mark; better: Better | undefined }> {
  const all = new Map<number, { mark: Mark; better: Better | undefined }>();
  for (const one of text?.split(' ') ?? []) {
    const found = /^(\d+)(\?{0,2})((?:[a-h][1-8]|--)*)@(-?[\d.]+)$/.exec(one);
    if (!found) continue;
    const line = movesOf(found[3]!);
    all.set(Number(found[1]), { mark: found[2] as Mark, better: line.length > 0 ? { line, score: Number(found[4]) } : undefined });
  }
  return all;
}

/** Reads the game of an element. */
export function readRecord(element: HTMLElement): GameRecord {
  const data = element.dataset;
  const start = data['start'];
  const first: Position = start === undefined ? START : { squares: start.slice(0, 64), side: start[64] === 'O' ? 'white' : 'black' };
  const [positions, turns]: [Position[], Turn[]] = [[first], []];
  const [scores, depths, seconds] = [numbers(data['scores']), numbers(data['depths']), numbers(data['seconds'])];
  const judgements = judged(data['judged']);
  let discs = 0;
  for (const [index, move] of movesOf(data['moves'] ?? '').entries()) {
    const next = play(positions.at(-1)!, move);
    if (!next) break;
    positions.push(next);
    if (move !== PASS) discs += 1;
    const judgement = judgements.get(index + 1);
    turns.push({
      move,
      number: move === PASS ? undefined : discs,
      score: scores[index],
      mark: judgement?.mark ?? '',
      better: judgement?.better,
      depth: depths[index],
      seconds: seconds[index],
    });
  }
  const whole = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  return {
    element,
    turns,
    positions,
    opening: whole(data['opening']) ?? 0,
    exactFrom: whole(data['exact']),
    own: data['own'] !== undefined,
  };
}

/** The positions that a line leads through, the one it begins in among them. */
export function follow(from: Position, line: readonly string[]): Position[] {
  const positions = [from];
  for (const move of line) {
    const next = play(positions.at(-1)!, move);
    if (!next) break;
    positions.push(next);
  }
  return positions;
}
