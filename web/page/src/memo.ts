/**
 * Parts of the page that are built anew when what they show has changed.
 *
 * While a button is held down nothing is: if another one took its place meanwhile, there would be no click.
 */

let held = false;

/** Whether a button is held down. */
export const isHeld = (): boolean => held;

/** Looks when buttons are held; `released` is called after the click, to draw what was left. */
export function watchHolding(released: () => void): void {
  document.addEventListener(
    'pointerdown',
    ({ target, button }) => (held = button === 0 && (target as Element).closest('button, [role=button]') !== null),
  );
  document.addEventListener('click', () => (held = false), true);
  for (const end of ['pointerup', 'pointercancel'] as const) {
    // The click comes before.
    document.addEventListener(
      end,
      () =>
        held &&
        setTimeout(() => {
          held = false;
          released();
        }),
    );
  }
}

/** A part of the page that is built anew only when what it shows has changed. */
export class Memo {
  #root: HTMLElement;
  #key = '\0';

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  show(key: string, build: () => Node[]): void {
    if (key === this.#key || held) return;
    this.#key = key;
    const focused = this.#root.contains(document.activeElement) ? document.activeElement?.getAttribute('data-focus') : null;
    this.#root.replaceChildren(...build());
    if (focused) this.#root.querySelector<HTMLElement>(`[data-focus="${focused}"]`)?.focus();
  }
}
