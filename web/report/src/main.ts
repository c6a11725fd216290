/**
 * Brings a report to life: one board for all of its games, with the list of them below it.
 *
 * The script stands in the page's head, so that the class `scripted` is set before anything is drawn;
 * without it, and on paper, the games are read as they stand. The address tells where one looks:
 * `#g7.12` is the game numbered 7 after its twelfth turn.
 */

import { el } from '../../page/src/dom';
import { Viewer } from './viewer';
import { setLanguage, t } from './words';

/** How long after the last step the address is told; browsers limit how often that may happen. */
const TELL_AFTER = 250;
/** From how many games on they can be searched. */
const MANY = 13;

document.documentElement.classList.add('scripted');
setLanguage(document.documentElement.lang);
document.addEventListener('DOMContentLoaded', () => {
  const place = document.getElementById('viewer');
  const list = document.getElementById('games');
  const records = [...document.querySelectorAll<HTMLElement>('.record')];
  if (place && list && records.length > 0) begin(place, list, records);
});

function begin(place: HTMLElement, list: HTMLElement, records: readonly HTMLElement[]): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const viewer = new Viewer(records, (record, ply) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        history.replaceState(null, '', `#${record.id}.${ply}`);
      } catch {
        // Where a page may not have an address of its own, it has none to tell.
      }
    }, TELL_AFTER);
    for (const old of list.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current');
    record.querySelector('h3 a')?.setAttribute('aria-current', 'true');
  });
  place.append(viewer.element);
  place.hidden = false;
  if (records.length === 1) list.classList.add('one');
  else list.prepend(head(records));
  list.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('h3 a');
    const record = link?.closest<HTMLElement>('.record');
    if (!record || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    viewer.open(record, 0);
    viewer.element.scrollIntoView({ block: 'nearest' });
  });
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest('input, textarea, select')) return;
    if (viewer.key(event.key)) event.preventDefault();
  });
  const named = (): boolean => {
    const [id, ply] = location.hash.slice(1).split('.');
    const record = records.find((one) => one.id === id);
    if (record) viewer.open(record, /^\d+$/.test(ply ?? '') ? Number(ply) : 0);
    return record !== undefined;
  };
  addEventListener('hashchange', () => {
    if (named()) viewer.element.scrollIntoView({ block: 'nearest' });
  });
  if (named()) viewer.element.scrollIntoView({ block: 'start' });
  else {
    viewer.open(records[0]!, 0);
    // Nobody has asked for it: the address stays as it was.
    clearTimeout(timer);
  }
}

/** The head of the list: how many games there are, and a field to search them. */
function head(records: readonly HTMLElement[]): HTMLElement {
  const count = el('span', { class: 'quiet', role: 'status' });
  const tell = (shown: number): void => {
    const all = records.length;
    count.textContent = shown === all ? t('gamesCount', { n: all }) : t('gamesFound', { n: shown, all });
  };
  tell(records.length);
  const box = el('div', { class: 'search' }, count);
  if (records.length < MANY) return box;
  const field = el('input', { type: 'search', placeholder: t('searchHint'), 'aria-label': t('search') });
  let texts: string[] | undefined;
  field.addEventListener('input', () => {
    texts ??= records.map((record) =>
      [...record.querySelectorAll('h3, .about')]
        .map((part) => part.textContent)
        .join(' ')
        .toLowerCase(),
    );
    const words = field.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const [index, record] of records.entries()) {
      record.hidden = !words.every((word) => texts![index]!.includes(word));
      if (!record.hidden) shown += 1;
    }
    tell(shown);
  });
  box.prepend(field);
  return box;
}
