// What the tests of the page share: the browser, pages in it, and what is looked at in them.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isFirefox, launch } from './launch.mjs';

export const here = fileURLToPath(new URL('.', import.meta.url));
export const address = process.env.BIANCA_PAGE ?? `file://${here}../dist/bianca.html`;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const pictures = here + '../dist/pictures/';
export const SIZES = {
  wide: { width: 1280, height: 800 },
  narrow: { width: 360, height: 740 },
  sideways: { width: 844, height: 390 },
  upright: { width: 768, height: 1024 },
  large: { width: 1920, height: 1080 },
};

export let browser;
/** Firefox has its colours from how it was started: a second one is dark. */
let night;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  browser = await launch();
});
after(() => Promise.all([browser?.close(), night?.close()]));

/** The style that Playwright lays into a page for a picture; in Firefox the page's own rules keep it out. */
const PICTURE = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';

/** A page as it is first seen; what goes wrong in it fails the test that closes it. */
export async function open({
  size = 'wide',
  locale = 'en',
  colorScheme = 'light',
  hash = '',
  settings,
  game,
  earlier,
  isFirst = false,
} = {}) {
  if (isFirefox && colorScheme === 'dark') night ??= await launch(true);
  const used = isFirefox && colorScheme === 'dark' ? night : browser;
  const context = await used.newContext({ viewport: SIZES[size], locale, colorScheme, hasTouch: size !== 'wide' && size !== 'large' });
  const page = await context.newPage();
  page.wrong = [];
  const wrong = (text) => text.includes(PICTURE) || page.wrong.push(text);
  page.on('pageerror', (error) => wrong(error.message));
  page.on('console', (message) => message.type() === 'error' && wrong(message.text()));
  // But for a first visit, the rules were seen.
  const known = isFirst ? settings : { rulesSeen: true, ...settings };
  for (const [name, value] of Object.entries({ settings: known, game, earlier })) {
    if (value === undefined) continue;
    // It also runs in the empty page before this one, which may have nothing to keep it in.
    await page.addInitScript(
      ([key, kept]) => {
        try {
          localStorage.getItem(key) ?? localStorage.setItem(key, kept);
        } catch {}
      },
      [`bianca.${name}`, JSON.stringify(value)],
    );
  }
  await page.goto(address + hash);
  await page.waitForSelector('.cell.legal, [data-disc="X"], [data-disc="O"]');
  return page;
}

/** To where games are opened and found again. */
export async function toGames(page) {
  if (await page.isVisible('#door-study')) await page.click('#door-study');
  await page.click('#tab-games');
}

export async function done(page) {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
}

export const cell = (square) => `#board [aria-label^="${square},"]`;
export const history = (page) => page.$$eval('.moves .ply', (all) => all.map((one) => one.dataset.move));
export const moves = (page) => page.$$eval('.moves .ply', (all) => all.length);
export const discs = (page) => page.$$eval('#board [data-disc="X"], #board [data-disc="O"]', (all) => all.length);
export const people = { black: { kind: 'person' }, white: { kind: 'person' } };
export const beginner = { black: { kind: 'person' }, white: { kind: 'bianca', skill: 2 } };

export async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** Windows by what can be expected of them; laptops are without what the browser and the desktop take. */
export const WINDOWS = {
  small: [[320, 568]],
  upright: [
    [360, 740],
    [390, 844],
    [768, 1024],
  ],
  sideways: [[844, 390]],
  laptop: [
    [1280, 650],
    [1366, 625],
    [1536, 730],
    [1920, 940],
  ],
};

/** What is wrong with the page as it is seen now. */
export const faults = (page) =>
  page.evaluate(() => {
    const found = [];
    const name = (one) => `${one.tagName.toLowerCase()}.${one.className || one.id} “${(one.textContent ?? '').trim().slice(0, 30)}”`;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide in ${clientWidth}`);
    const all = [...document.querySelectorAll('.top *, main:not([hidden]) *')].filter(
      (one) => one.checkVisibility() && one instanceof HTMLElement && !one.closest('.unseen, .board, .card'),
    );
    // What cannot be scrolled to is cut.
    for (const one of all) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const isCut = (overflow, size, room) => (overflow === 'hidden' || overflow === 'clip') && size > room + 1;
      if (isCut(overflowX, one.scrollWidth, one.clientWidth) || isCut(overflowY, one.scrollHeight, one.clientHeight)) {
        found.push(`cut: ${name(one)} ${one.scrollWidth}x${one.scrollHeight} in ${one.clientWidth}x${one.clientHeight}`);
      }
    }
    /** As far as boxes that scroll let it be seen. */
    const seen = (one, rect) => {
      let { left, top, right, bottom } = rect;
      for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'visible') continue;
        const around = box.getBoundingClientRect();
        [left, top] = [Math.max(left, around.left), Math.max(top, around.top)];
        [right, bottom] = [Math.min(right, around.right), Math.min(bottom, around.bottom)];
      }
      return { left, top, right, bottom };
    };
    const boxes = all
      .filter((one) =>
        one.matches('button, select, summary, textarea, p, progress, td, th, h1, .frame, .curve, .moves-box, .player, .comment'),
      )
      // A text within a line has a box for each row.
      .flatMap((one) => [...one.getClientRects()].map((rect) => ({ one, ...seen(one, rect) })))
      .filter(({ left, top, right, bottom }) => right - left > 1 && bottom - top > 1);
    // A heading is broken between words alone.
    for (const one of all.filter((one) => one.matches('thead th') && !/\s/.test(one.textContent.trim()))) {
      const text = document.createRange();
      text.selectNodeContents(one);
      const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`broken: ${name(one)} in ${lines.size} lines`);
    }
    const within = (one, two) =>
      one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1;
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        if (a.one !== b.one && within(a, b) && !a.one.contains(b.one) && !b.one.contains(a.one))
          found.push(`${name(a.one)} lies over ${name(b.one)}`);
      }
    });
    return found;
  });

/** Those of the elements that are not whole on the screen, and in the boxes around them. */
export const unseen = (page, ...selectors) =>
  page.evaluate((selectors) => {
    const isSeen = (one) => {
      if (!one?.checkVisibility()) return false;
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const fits = (around) => left >= around.left - 1 && top >= around.top - 1 && right <= around.right + 1 && bottom <= around.bottom + 1;
      if (!fits({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return false;
      for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowY !== 'visible' && !fits(box.getBoundingClientRect())) return false;
      }
      return true;
    };
    return selectors.filter((selector) => !isSeen(document.querySelector(selector)));
  }, selectors);
