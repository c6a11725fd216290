/** Small help for building elements. Text is only ever set as text, never as HTML. */

type Child = Node | string | undefined | false;
type Props = Record<string, string | number | boolean | ((event: never) => void) | undefined>;

const SVG = 'http://www.w3.org/2000/svg';

/** An element; props that begin with `on` are listeners, the others attributes; `false` leaves one out. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG. */
export function svg(tag: string, props: Props = {}, ...children: Child[]): SVGElement {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill<E extends Element>(element: E, props: Props, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** The element with an identifier that the page is known to have. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found as E;
}

/** An icon of strokes. */
export const icon = (path: string): SVGElement =>
  svg('svg', { viewBox: '0 0 20 20', 'aria-hidden': 'true', class: 'strokes' }, svg('path', { d: path }));

/** A choice. */
export function select(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  change: (value: string) => void,
): HTMLSelectElement {
  const box = el('select', { 'aria-label': label });
  for (const [key, text] of options) box.append(el('option', { value: key }, text));
  box.value = value;
  box.addEventListener('change', () => change(box.value));
  return box;
}

/** Puts text on the clipboard; whether the browser let the page do so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages from a disk may have no clipboard; what is selected can be copied by hand.
    const box = el('textarea', { class: 'unseen' });
    box.value = text;
    document.body.append(box);
    box.select();
    const copied = document.execCommand('copy');
    box.remove();
    return copied;
  }
}
