/** The tools for setting up a position, under the board. */

import type { App } from './app';
import { byId, el } from './dom';
import { START } from './rules';
import { t } from './words';

let drawn = '';

export function drawSetup(app: App): void {
  const box = byId('setup');
  const { setup } = app;
  box.hidden = !setup;
  document.body.classList.toggle('setting-up', setup !== undefined);
  const key = setup ? `${setup.brush} ${setup.side} ${t('done')}` : '';
  if (key === drawn) return;
  drawn = key;
  if (!setup) return box.replaceChildren();
  const choice = (name: string, value: string, text: string, on: boolean, change: () => void): HTMLElement =>
    el('label', { class: 'choice' }, el('input', { type: 'radio', name, value, checked: on, onchange: change }), el('span', {}, text));
  const brush = (value: 'X' | 'O' | '-', text: string): HTMLElement =>
    choice('brush', value, text, setup.brush === value, () => {
      setup.brush = value;
      app.changed();
    });
  const side = (value: 'black' | 'white'): HTMLElement =>
    choice('turn', value, t(value), setup.side === value, () => {
      setup.side = value;
      app.changed();
    });
  const fill = (squares: string): void => {
    setup.squares = squares;
    app.changed();
  };
  const focused = document.activeElement instanceof HTMLInputElement ? document.activeElement : undefined;
  const again = focused && box.contains(focused) ? `input[name=${focused.name}][value="${focused.value}"]` : undefined;
  box.replaceChildren(
    el('fieldset', {}, el('legend', {}, t('place')), brush('X', t('black')), brush('O', t('white')), brush('-', t('empty'))),
    el('fieldset', {}, el('legend', {}, t('turn')), side('black'), side('white')),
    el(
      'div',
      { class: 'row-of-buttons' },
      el('button', { type: 'button', onclick: () => fill('-'.repeat(64)) }, t('clear')),
      el('button', { type: 'button', onclick: () => fill(START.squares) }, t('startBoard')),
      el('button', { type: 'button', class: 'main', onclick: () => app.endSetup(true) }, t('done')),
      el('button', { type: 'button', onclick: () => app.endSetup(false) }, t('cancel')),
    ),
  );
  if (again) box.querySelector<HTMLElement>(again)?.focus();
}
