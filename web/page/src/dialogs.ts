/** Dialogs: what they have in common, the choice of a player, and the settings. */

import type { App } from './app';
import { byId, el, select } from './dom';
import { installer } from './install';
import type { Player } from './mind';
import { BOARD_THEMES, type BoardTheme } from './store';
import { type Language, SKILL_ELO, languages, skills, t, who } from './words';

export function dialog(id: string, title: string, ...parts: Node[]): HTMLDialogElement {
  document.getElementById(id)?.remove();
  const box = el('dialog', { id, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title), ...parts);
  box.addEventListener('click', (event) => {
    if (event.target === box) box.close();
  });
  box.addEventListener('close', () => box.remove());
  byId('dialogs').append(box);
  box.showModal();
  // What has the focus may lie at the end of a long one.
  box.scrollTop = 0;
  return box;
}

export const field = (label: string, input: HTMLElement): HTMLElement => el('label', { class: 'field' }, el('span', {}, label), input);

const codeOf = (player: Player): string =>
  player.kind === 'person'
    ? 'person'
    : player.kind === 'bianca'
      ? `skill ${player.skill}`
      : player.kind === 'following'
        ? `follows ${player.elo}`
        : player.name;

export function playerOf(code: string): Player {
  if (code.startsWith('skill ')) return { kind: 'bianca', skill: Number(code.slice(6)) };
  if (code.startsWith('follows ')) return { kind: 'following', elo: Number(code.slice(8)) };
  if (code === 'random' || code === 'greedy' || code === 'uc3m' || code === 'minimax:4') return { kind: 'book', name: code };
  return { kind: 'person' };
}

/** Whoever can play; the one who follows the reader is as strong as the reader's games say by now. */
export function playerSelect(label: string, player: Player, followed: number): HTMLSelectElement {
  const box = el('select', { 'aria-label': label });
  const group = (name: string, options: [string, string][]): HTMLElement =>
    el('optgroup', { label: name }, ...options.map(([value, text]) => el('option', { value }, text)));
  box.append(
    group(t('people'), [['person', t('person')]]),
    group('Bianca', [
      [`follows ${followed}`, t('follower')],
      ...skills().map(([skill, name]): [string, string] => [`skill ${skill}`, `${skill} · ${name}`]),
    ]),
    group(t('books'), [
      ['random', t('random')],
      ['greedy', t('greedy')],
      ['uc3m', t('uc3m')],
      ['minimax:4', t('minimax4')],
    ]),
  );
  box.value = codeOf(player.kind === 'following' ? { ...player, elo: followed } : player);
  return box;
}

/** What the skill that is chosen is worth among people; nothing for other players. */
export function worthOf(box: HTMLSelectElement): HTMLElement {
  const line = el('span', { class: 'worth quiet', 'aria-live': 'polite' });
  const tell = (): void => {
    const player = playerOf(box.value);
    const elo = player.kind === 'bianca' ? SKILL_ELO[player.skill - 1] : player.kind === 'following' ? player.elo : undefined;
    line.textContent = elo === undefined ? '' : t(player.kind === 'following' ? 'followsNow' : 'worth', { who: who(elo), n: elo });
  };
  box.addEventListener('change', tell);
  tell();
  return line;
}

export function openSettings(app: App, relabel: () => void): void {
  const { settings } = app;
  const choices: [string, string][] = [['auto', t('auto')], ...languages()];
  const check = (
    text: string,
    name: 'legal' | 'evaluation' | 'told' | 'coordinates' | 'sounds' | 'colours' | 'personTime',
  ): HTMLElement => {
    const input = el('input', { type: 'checkbox', checked: settings[name] });
    input.addEventListener('change', () => app.set({ [name]: input.checked }));
    return el('label', { class: 'check' }, input, el('span', {}, text));
  };
  const install = installer();
  const box = dialog(
    'settings-box',
    t('settings'),
    field(
      t('language'),
      select(t('language'), choices, settings.language, (value) => {
        app.set({ language: value as Language | 'auto' });
        relabel();
        box.close();
        openSettings(app, relabel);
      }),
    ),
    field(
      t('theme'),
      select(
        t('theme'),
        [
          ['auto', t('auto')],
          ['light', t('light')],
          ['dark', t('dark')],
        ],
        settings.theme,
        (value) => {
          app.set({ theme: value as 'auto' | 'light' | 'dark' });
          relabel();
        },
      ),
    ),
    field(
      t('boardTheme'),
      select(
        t('boardTheme'),
        BOARD_THEMES.map((name) => [name, t(name)] as const),
        settings.boardTheme,
        (value) => {
          app.set({ boardTheme: value as BoardTheme });
          relabel();
        },
      ),
    ),
    check(t('showLegal'), 'legal'),
    check(t('showEval'), 'evaluation'),
    check(t('toldWhilePlaying'), 'told'),
    check(t('showColours'), 'colours'),
    check(t('showCoordinates'), 'coordinates'),
    check(t('personTime'), 'personTime'),
    check(t('sounds'), 'sounds'),
    el('p', { class: 'quiet' }, t('keys')),
    el('details', { class: 'licences' }, el('summary', {}, t('licences')), el('pre', { tabindex: 0 }, byId('licences').textContent ?? '')),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'button', class: 'main', onclick: () => box.close() }, t('close')),
      install && el('button', { type: 'button', onclick: install }, t('install')),
    ),
  );
}
