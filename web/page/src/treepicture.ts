/**
 * The picture of a game tree: where its nodes lie, and what is known of them.
 *
 * Knows nothing of searches and engines. Values are MAX's; they are shown as the side sees them that is wished.
 */

import { svg } from './dom';
import { t } from './words';

export interface TreeNode {
  readonly name: string;
  /** The move that leads to it; '' at the root. */
  readonly move: string;
  /** MAX, MIN, or '' of a leaf. */
  readonly kind: string;
  readonly parent: TreeNode | undefined;
  readonly children: TreeNode[];
  x: number;
  y: number;
}

/** A node as a walk tells it. */
export interface Listed {
  readonly name: string;
  readonly move: string;
  readonly kind: string;
  readonly depth: number;
}

/** What is seen of a tree. */
export interface Sight {
  /** Values that are known, by the names of nodes. */
  readonly values: ReadonlyMap<string, string>;
  /** Alpha and beta on entering, by the names of the nodes that were entered. */
  readonly windows: ReadonlyMap<string, string>;
  /** Moves that were cut off. */
  readonly cut: ReadonlySet<string>;
  readonly current: string | undefined;
  /** Whose view values are shown in. */
  readonly side: 'MAX' | 'MIN';
}

const HEIGHT = 300;
/** Units that a leaf needs, with its name and that of its move. */
const LEAF = 42;
/** Units of the whole where there is room, so that it is not drawn too large. */
const WIDE = 720;

/** Puts the nodes together: leaves side by side, parents over the middle of their children. */
export function lay(flat: readonly Listed[]): TreeNode[] {
  const path: TreeNode[] = [];
  const nodes = flat.map((one) => {
    path.length = one.depth;
    const parent = path.at(-1);
    const node: TreeNode = { name: one.name, move: one.move, kind: one.kind, parent, children: [], x: 0, y: 0 };
    parent?.children.push(node);
    path.push(node);
    return node;
  });
  const deepest = Math.max(1, ...flat.map((one) => one.depth));
  flat.forEach((one, i) => (nodes[i]!.y = 40 + ((HEIGHT - 70) * one.depth) / deepest));
  return nodes;
}

/** Spreads the nodes over a width. */
function spread(nodes: readonly TreeNode[], width: number): void {
  const leaves = nodes.filter((node) => node.children.length === 0);
  leaves.forEach((leaf, i) => (leaf.x = (width * (i + 0.5)) / leaves.length));
  for (const node of [...nodes].reverse()) {
    const { children } = node;
    if (children.length > 0) node.x = (children[0]!.x + children.at(-1)!.x) / 2;
  }
}

/** A value of MAX as a side sees it. */
export function valueFor(value: string, side: 'MAX' | 'MIN'): string {
  const seen = side === 'MAX' ? value : value.startsWith('-') ? value.slice(1) : value === '0' ? value : `-${value}`;
  return seen.replace(/^\+/, '').replace('-', '−').replace('inf', '∞');
}

/** Alpha and beta as a side sees them. */
function windowFor(window: string, side: 'MAX' | 'MIN'): string {
  const found = /alpha (\S+) beta (\S+)/.exec(window);
  if (!found) return '';
  const [low = '', high = ''] = found.slice(1).map((bound) => valueFor(bound.replace('+', ''), side));
  return side === 'MAX' ? `[${low}, ${high}]` : `[${high}, ${low}]`;
}

/** The picture, for a place of so many pixels. */
export function drawTree(nodes: readonly TreeNode[], sight: Sight, pixels: number): SVGElement {
  const leaves = nodes.filter((node) => node.children.length === 0).length;
  const width = Math.max(LEAF * leaves, Math.min(WIDE, pixels));
  spread(nodes, width);
  // Where it does not fit it is scrolled along, as large as it can be read.
  const picture = svg('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': t('tree'), class: 'tree-picture' });
  if (width > pixels) picture.style.width = `${width}px`;
  for (const node of nodes) if (node.parent) picture.append(...edge(node, node.parent, sight));
  for (const node of nodes) picture.append(...nodeParts(node, sight));
  return picture;
}

function edge(node: TreeNode, parent: TreeNode, sight: Sight): SVGElement[] {
  const isCut = sight.cut.has(node.move);
  const [top, bottom] = [parent.y + 16, node.y - 16];
  const at = (share: number): [number, number] => [parent.x + (node.x - parent.x) * share, top + (bottom - top) * share];
  const [x, y] = at(0.78);
  const aside = node.x - parent.x;
  const isLeft = aside < -1;
  const flat = Math.min(14, (6 * Math.abs(aside)) / (bottom - top));
  const parts = [
    svg('path', {
      class: isCut ? 'edge cut' : sight.windows.has(node.name) ? 'edge walked' : 'edge',
      d: `M${parent.x} ${top}L${node.x} ${bottom}`,
    }),
    // Beside the line and above it, the more the flatter it is, so that it does not strike through them.
    svg('text', { x: x + (isLeft ? -6 : 6), y: y + 4 - flat, class: isLeft ? 'edge-name before' : 'edge-name' }, node.move),
  ];
  if (isCut) {
    const [sx, sy] = at(0.4);
    parts.push(svg('path', { class: 'saw', d: `M${sx - 6} ${sy - 4}l12 8m-12 0l12 -8` }));
  }
  return parts;
}

function nodeParts(node: TreeNode, sight: Sight): SVGElement[] {
  const value = sight.values.get(node.name);
  const classes = ['node', sight.windows.has(node.name) ? 'walked' : '', sight.current === node.name ? 'current' : ''].join(' ');
  const shapes: Record<string, string> = {
    MAX: `M${node.x} ${node.y - 19}L${node.x + 24} ${node.y + 16}H${node.x - 24}Z`,
    MIN: `M${node.x} ${node.y + 19}L${node.x + 24} ${node.y - 16}H${node.x - 24}Z`,
  };
  const shape = shapes[node.kind] ?? `M${node.x - 17} ${node.y - 15}h34v30h-34z`;
  const middle = node.y + (node.kind === 'MAX' ? 12 : node.kind === 'MIN' ? -2 : 5);
  const told = value === undefined ? (node.kind === '' ? '' : node.name) : valueFor(value, sight.side);
  const parts = [svg('path', { class: classes, d: shape }), svg('text', { x: node.x, y: middle, class: 'node-text' }, told)];
  const window = sight.windows.get(node.name);
  if (window && node.kind !== '' && value === undefined) {
    parts.push(svg('text', { x: node.x, y: node.y - 24, class: 'window' }, windowFor(window, sight.side)));
  }
  return parts;
}
