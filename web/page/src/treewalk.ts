/** The tree of Figure 5.2 and how minimax and alpha-beta walk it, a step at a time. */

import type { Engine } from '../../package/src/client';
import { el, svg } from './dom';
import { t } from './words';

type Method = 'minimax' | 'alphabeta';

interface Node {
  readonly name: string;
  readonly move: string;
  readonly kind: string;
  readonly parent: Node | undefined;
  readonly children: Node[];
  x: number;
  y: number;
}

/** A line of `tree METHOD steps`. */
interface Step {
  readonly enters: boolean;
  readonly node: string;
  readonly window: string;
  readonly value: string | undefined;
  readonly cut: readonly string[];
}

const WIDTH = 720;
const HEIGHT = 300;

/** Reads the steps: indentation, `>` or `<`, the move (but at the root), the name, MAX or MIN. */
export function readSteps(text: string): { steps: Step[]; nodes: { name: string; move: string; kind: string; depth: number }[] } {
  const steps: Step[] = [];
  const nodes: { name: string; move: string; kind: string; depth: number }[] = [];
  for (const line of text.split('\n')) {
    const found = /^( *)([<>]) (.*?)(?: \((alpha .*)\))?$/.exec(line);
    if (!found) continue;
    const [, indent = '', mark, rest = '', window = ''] = found;
    const [head = '', tail = ''] = rest.split(' = ');
    const words = head.split(' ');
    const kind = words.at(-1) === 'MAX' || words.at(-1) === 'MIN' ? words.pop()! : '';
    const name = words.pop() ?? '';
    const [value, cut] = tail.split(', cut: ');
    if (mark === '>') nodes.push({ name, move: words[0] ?? '', kind, depth: indent.length / 2 });
    steps.push({ enters: mark === '>', node: name, window, value: value || undefined, cut: cut?.split(' ') ?? [] });
  }
  return { steps, nodes };
}

export class TreeWalk {
  readonly root = el('div', { class: 'tree-walk' });
  #engine: Engine;
  #method: Method = 'alphabeta';
  #nodes: Node[] = [];
  #steps: Record<Method, Step[]> = { minimax: [], alphabeta: [] };
  #at = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Asks the engine for the walks. Minimax visits all nodes, so that it tells the whole tree. */
  async load(): Promise<void> {
    for (const method of ['minimax', 'alphabeta'] as const) {
      const reply = await this.#engine.send(`tree ${method} steps`);
      const { steps, nodes } = readSteps(reply.ok ? reply.text : '');
      this.#steps[method] = steps;
      if (method === 'minimax') this.#nodes = lay(nodes);
    }
    this.#at = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #go(step: number): void {
    this.#at = Math.max(0, Math.min(this.#steps[this.#method].length, step));
    if (this.#at === this.#steps[this.#method].length) this.stop();
    this.draw();
  }

  draw(): void {
    const steps = this.#steps[this.#method];
    const done = steps.slice(0, this.#at);
    const now = done.at(-1);
    const values = new Map(done.flatMap((step) => (step.value === undefined ? [] : [[step.node, step.value] as const])));
    const windows = new Map(done.filter((step) => step.enters).map((step) => [step.node, step.window]));
    const cut = new Set(done.flatMap((step) => step.cut));
    const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('tree'), class: 'tree-picture' });
    for (const node of this.#nodes) {
      if (!node.parent) continue;
      const gone = cut.has(node.move);
      const walked = windows.has(node.name);
      const { parent } = node;
      picture.append(
        svg('path', {
          class: gone ? 'edge cut' : walked ? 'edge walked' : 'edge',
          d: `M${parent.x} ${parent.y + 16}L${node.x} ${node.y - 16}`,
        }),
      );
      const [mx, my] = [(2 * parent.x + 3 * node.x) / 5, (2 * (parent.y + 16) + 3 * (node.y - 16)) / 5];
      picture.append(svg('text', { x: mx + 4, y: my, class: 'edge-name' }, node.move));
      if (gone) picture.append(svg('path', { class: 'saw', d: `M${mx - 8} ${my - 6}l12 8m-12 0l12 -8` }));
    }
    for (const node of this.#nodes) {
      const value = values.get(node.name);
      const classes = ['node', windows.has(node.name) ? 'walked' : '', now?.node === node.name ? 'current' : ''].join(' ');
      const shape =
        node.kind === 'MAX'
          ? `M${node.x} ${node.y - 19}L${node.x + 24} ${node.y + 16}H${node.x - 24}Z`
          : node.kind === 'MIN'
            ? `M${node.x} ${node.y + 19}L${node.x + 24} ${node.y - 16}H${node.x - 24}Z`
            : `M${node.x - 17} ${node.y - 15}h34v30h-34z`;
      picture.append(svg('path', { class: classes, d: shape }));
      picture.append(
        svg(
          'text',
          { x: node.x, y: node.y + (node.kind === 'MAX' ? 12 : node.kind === 'MIN' ? -2 : 5), class: 'node-text' },
          value ?? (node.kind === '' ? '' : node.name),
        ),
      );
      const window = windows.get(node.name);
      if (window && node.kind !== '' && value === undefined) {
        picture.append(
          svg(
            'text',
            { x: node.x, y: node.y - 26, class: 'window' },
            window.replace('alpha ', '[').replace(' beta ', ', ').replace(/inf/g, '∞') + ']',
          ),
        );
      }
    }
    const shown = now ? (now.enters ? t('entering', { node: now.node }) : t('leaving', { node: now.node, value: now.value ?? '' })) : ' ';
    const more = now && now.cut.length > 0 ? `, ${t('cutoff', { nodes: now.cut.join(' ') })}` : '';
    const visited = t('visited', { n: done.filter((step) => step.enters).length });
    const tab = (method: Method): HTMLElement => {
      const button = el(
        'button',
        { type: 'button', 'aria-pressed': String(this.#method === method), 'data-focus': method, class: 'method' },
        t(method),
      );
      button.addEventListener('click', () => {
        this.#method = method;
        this.stop();
        this.#go(0);
      });
      return button;
    };
    const button = (focus: string, label: string, run: () => void, disabled = false): HTMLElement =>
      el('button', { type: 'button', 'data-focus': focus, onclick: run, disabled }, label);
    const focused = this.root.contains(document.activeElement) ? document.activeElement?.getAttribute('data-focus') : undefined;
    this.root.replaceChildren(
      el('div', { class: 'row-of-buttons' }, tab('minimax'), tab('alphabeta')),
      picture,
      el('p', { class: 'status', role: 'status' }, shown + more),
      el('p', { class: 'quiet count-line' }, t('step', { n: this.#at, all: steps.length }) + ' · ' + visited),
      el(
        'div',
        { class: 'row-of-buttons' },
        button('tree-first', t('restart'), () => (this.stop(), this.#go(0))),
        button('tree-back', t('back'), () => (this.stop(), this.#go(this.#at - 1)), this.#at === 0),
        button('tree-forward', t('forward'), () => (this.stop(), this.#go(this.#at + 1)), this.#at === steps.length),
        button('tree-run', this.#timer ? t('pause') : t('resume'), () => this.#toggle()),
      ),
    );
    if (focused) this.root.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }

  #toggle(): void {
    if (this.#timer) {
      this.stop();
    } else {
      if (this.#at === this.#steps[this.#method].length) this.#at = 0;
      this.#timer = setInterval(() => this.#go(this.#at + 1), 900);
    }
    this.draw();
  }
}

/** Gives each node its place: leaves side by side, parents over the middle of their children. */
function lay(flat: readonly { name: string; move: string; kind: string; depth: number }[]): Node[] {
  const path: Node[] = [];
  const nodes = flat.map((one) => {
    path.length = one.depth;
    const parent = path.at(-1);
    const node: Node = { name: one.name, move: one.move, kind: one.kind, parent, children: [], x: 0, y: 0 };
    parent?.children.push(node);
    path.push(node);
    return node;
  });
  const deepest = Math.max(1, ...flat.map((one) => one.depth));
  const leaves = nodes.filter((node) => node.children.length === 0);
  leaves.forEach((leaf, i) => (leaf.x = (WIDTH * (i + 0.5)) / leaves.length));
  flat.forEach((one, i) => (nodes[i]!.y = 40 + ((HEIGHT - 70) * one.depth) / deepest));
  for (const node of [...nodes].reverse()) {
    const { children } = node;
    if (children.length > 0) node.x = (children[0]!.x + children.at(-1)!.x) / 2;
  }
  return nodes;
}
