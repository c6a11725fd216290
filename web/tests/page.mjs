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
