/**
 * A game as a tree: each node a move, its first child what was played, the others what might have been.
 *
 * Invariant: every node was played by the rules from its parent, and a pass that is forced follows at
 * once as its only child. The root has no move. Knows nothing of engines, drawing and where one looks.
 */

import { type Position, PASS, play } from './rules';

/** What can be drawn on a square; a label has a text. */
export const SHAPES = ['triangle', 'square', 'circle', 'cross', 'label'] as const;
export type Shape = (typeof SHAPES)[number];

/** A mark on the board after a move. */
export interface Mark {
  /** Its name. */
  readonly square: string;
  readonly shape: Shape;
  readonly text?: string;
}

/** Judgements of a move, as they are written behind it; each stands at its number in PGN. */
export const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'] as const;

export interface Turn {
  /** Of no other one, in whatever tree. */
  readonly id: number;
  /** What leads here; '' for the root. */
  readonly move: string;
  /** After it. */
  readonly position: Position;
  readonly parent: Turn | undefined;
  readonly children: readonly Turn[];
  /** Seconds that it took, where known. */
  seconds: number | undefined;
  comment: string;
  /** Its number in `GLYPHS`; 0 for none. */
  glyph: number;
  marks: readonly Mark[];
}

interface Node extends Turn {
  readonly parent: Node | undefined;
  readonly children: Node[];
}

/** A variation, and what is told of its moves, as plain data. */
export interface Branch {
  /** The number of the branch that it leaves: 0 the main line, 1 the first variation. */
  readonly of: number;
  /** After how many moves from the start. */
  readonly after: number;
  readonly moves: readonly string[];
  /** By the number of its own moves before, from 1. */
  readonly told: readonly Told[];
}

export interface Told {
  readonly ply: number;
  readonly seconds?: number;
  readonly comment?: string;
  readonly glyph?: number;
  readonly marks?: readonly Mark[];
}

/** No opening that is drawn is longer. */
const MOST_GIVEN = 20;

/**
 * How many moves of a game nobody chose, as `bianca rate` has it: those before the first one, counted from 1, of
 * which a time is known.
 */
export const givenBefore = (timed: number | undefined): number => (timed !== undefined && timed <= MOST_GIVEN + 1 ? timed - 1 : 0);

/** How many were made, in all trees. */
let nodes = 0;

export class Tree {
  readonly root: Turn;

  constructor(start: Position) {
    this.root = this.#node(undefined, '', start);
    this.#passIfForced(this.root as Node);
  }

  #node(parent: Node | undefined, move: string, position: Position): Node {
    const node: Node = { id: nodes++, move, position, parent, children: [], seconds: undefined, comment: '', glyph: 0, marks: [] };
    parent?.children.push(node);
    return node;
  }

  #passIfForced(node: Node): void {
    const after = play(node.position, PASS);
    if (after) this.#node(node, PASS, after);
  }

  /** The node that a move leads to, which is a new variation if the move is new here; `undefined` if it is not legal. */
  add(from: Turn, move: string): Turn | undefined {
    const known = from.children.find((child) => child.move === move);
    if (known) return known;
    const after = play(from.position, move);
    if (!after) return undefined;
    const node = this.#node(from as Node, move, after);
    this.#passIfForced(node);
    return node;
  }

  /** The same for moves that were written down, which may leave passes out or say those that were played already. */
  follow(from: Turn, move: string): Turn | undefined {
    const [next] = from.children;
    if (move === PASS) return next?.move === PASS ? next : from.move === PASS ? from : undefined;
    return this.add(next?.move === PASS ? next : from, move);
  }

  /** From the root to a node. */
  pathTo(node: Turn): Turn[] {
    const path: Turn[] = [];
    for (let at: Turn | undefined = node; at; at = at.parent) path.push(at);
    return path.reverse();
  }

  /** From the root to a node, and on by what was played after it. */
  lineThrough(node: Turn): Turn[] {
    const line = this.pathTo(node);
    for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
    return line;
  }

  /** How many moves of the main line nobody chose. */
  get given(): number {
    const timed = this.mainLine.findIndex(({ seconds }) => seconds !== undefined);
    return givenBefore(timed > 0 ? timed : undefined);
  }

  get mainLine(): Turn[] {
    return this.lineThrough(this.root);
  }

  isMain(node: Turn): boolean {
    return this.#branching(node) === undefined;
  }

  /** Every line from the start to an end, the main line first. */
  get lines(): Turn[][] {
    const lines: Turn[][] = [];
    const open: Turn[][] = [[this.root]];
    for (let line = open.pop(); line; line = open.pop()) {
      const { children } = line.at(-1)!;
      if (children.length === 0) lines.push(line.slice(1));
      for (const child of [...children].reverse()) open.push([...line, child]);
    }
    return lines;
  }

  /** The nearest move, back from a node, that is not the first one of its parent. */
  #branching(node: Turn): Node | undefined {
    for (let at: Turn | undefined = node; at?.parent; at = at.parent) if (at.parent.children[0] !== at) return at as Node;
    return undefined;
  }

  get hasVariations(): boolean {
    for (const node of this.walk()) if (node.children.length > 1) return true;
    return false;
  }

  /** All nodes, each before its children, a variation with all that follows before the next. */
  *walk(): Generator<Turn> {
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      open.push(...[...node.children].reverse());
    }
  }

  /** Puts the variation that a node is in before the line that it leaves. */
  promote(node: Turn): void {
    const first = this.#branching(node);
    if (!first) return;
    const { children } = first.parent!;
    children.splice(children.indexOf(first), 1);
    children.unshift(first);
  }

  /** Makes a node a part of the main line. */
  makeMain(node: Turn): void {
    while (!this.isMain(node)) this.promote(node);
  }

  /** Takes a node with all that follows out; gives the way back. The root and a forced pass stay. */
  remove(node: Turn): () => void {
    const { parent } = node as Node;
    if (!parent || node.move === PASS) return () => {};
    const place = parent.children.indexOf(node as Node);
    if (place >= 0) parent.children.splice(place, 1);
    return () => void (parent.children.includes(node as Node) || parent.children.splice(place, 0, node as Node));
  }

  /** Whether a node can be reached from the root. */
  holds(node: Turn): boolean {
    for (let at = node; at.parent; at = at.parent) if (!at.parent.children.includes(at)) return false;
    return this.pathTo(node)[0] === this.root;
  }

  /** Whether another tree from the same position has all lines of this one. */
  isPartOf(other: Tree): boolean {
    const open: [Turn, Turn][] = [[this.root, other.root]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      for (const child of pair[0].children) {
        const same = pair[1].children.find(({ move }) => move === child.move);
        if (!same) return false;
        open.push([child, same]);
      }
    }
    return true;
  }

  /** The first nodes of all variations, each after those of the line that it leaves. */
  #beginnings(): { readonly nodes: Turn[]; readonly of: number; readonly after: number }[] {
    const all = [{ nodes: this.mainLine, of: 0, after: 0 }];
    for (let of = 0; of < all.length; of++) {
      const { nodes, after } = all[of]!;
      const lead = of === 0 ? 0 : after + 1;
      nodes.forEach((node, at) => {
        for (const child of node.children.slice(1)) {
          const line = [child];
          for (let next = child.children[0]; next; next = next.children[0]) line.push(next);
          all.push({ nodes: line, of, after: lead + at });
        }
      });
    }
    return all;
  }

  /** The variations as plain data. */
  get branches(): Branch[] {
    return this.#beginnings()
      .slice(1)
      .map(({ nodes, of, after }) => ({ of, after, moves: nodes.map(({ move }) => move), told: toldOf(nodes, 1) }));
  }

  /** What is told of the main line; 0 is the game as a whole. */
  get told(): Told[] {
    return toldOf(this.mainLine, 0);
  }

  /** The number of the branch whose end a node is; -1 if it is no end. */
  branchOf(end: Turn): number {
    return this.#beginnings().findIndex(({ nodes }) => nodes.at(-1) === end);
  }

  /** The last node of a branch. */
  endOf(branch: number): Turn | undefined {
    return this.#beginnings()[branch]?.nodes.at(-1);
  }

  /** Adds variations; what is not legal ends one. */
  addBranches(branches: readonly Branch[]): void {
    const paths = [this.mainLine];
    for (const { of, after, moves, told } of branches) {
      const path = (paths[of] ?? []).slice(0, after + 1);
      let at = path.length === after + 1 ? path.at(-1) : undefined;
      const own: Turn[] = [];
      for (const move of moves) {
        at = at && this.follow(at, move);
        if (!at) break;
        own.push(at);
      }
      paths.push([...path, ...own]);
      tell(told, (ply) => own[ply - 1]);
    }
  }

  /** Tells of the main line. */
  tell(told: readonly Told[]): void {
    const line = this.mainLine;
    tell(told, (ply) => line[ply]);
  }

  /** Takes in the moves of another tree from the same position, and what is told of them where nothing is told here. */
  take(other: Tree): void {
    const open: [Turn, Turn][] = [[this.root, other.root]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
      const [own, theirs] = pair;
      own.seconds ??= theirs.seconds;
      own.comment ||= theirs.comment;
      own.glyph ||= theirs.glyph;
      if (own.marks.length === 0) own.marks = theirs.marks;
      for (const child of theirs.children) {
        const same = this.add(own, child.move) ?? own.children.find(({ move }) => move === child.move);
        if (same) open.push([same, child]);
      }
    }
  }
}

function toldOf(nodes: readonly Turn[], first: number): Told[] {
  return nodes.flatMap(({ seconds, comment, glyph, marks }, i): Told[] => {
    const told = {
      ...(seconds === undefined ? {} : { seconds }),
      ...(comment === '' ? {} : { comment }),
      ...(glyph === 0 ? {} : { glyph }),
      ...(marks.length === 0 ? {} : { marks }),
    };
    return Object.keys(told).length === 0 ? [] : [{ ply: first + i, ...told }];
  });
}

function tell(told: readonly Told[], nodeOf: (ply: number) => Turn | undefined): void {
  for (const { ply, ...values } of told) {
    const node = nodeOf(ply);
    if (node) Object.assign(node, values);
  }
}
