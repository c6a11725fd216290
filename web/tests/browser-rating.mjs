// “How good am I?” on the page, beside what the executable says of the same games; browser.mjs runs it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { bianca, isBuilt } from './executable.mjs';
import { done, here, open, people, pictures, serious, toGames } from './page.mjs';

const FILE = `${here}../../examples/games/games.ggf`;
const skip = isBuilt ? false : 'there is no executable: cargo build, or name one by BIANCA';

const WEIGHTS = `${here}../../crates/search/src/eval/weights/page.weights`;

/** What `bianca rate --json` says of the players of the file with the page's weights. */
const rows = () =>
  execFileSync(bianca, ['rate', FILE, '--json', '--evaluation', WEIGHTS], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The page with these games open, and the dialog over it. */
async function openDialog(text, settings) {
  const page = await open({ settings: people, ...settings });
  await toGames(page);
  await page.fill('#paste', text);
  await page.click('#page-games .main');
  await page.waitForSelector('.games:not(.faults) li');
  await page.click('[data-focus=rate]');
  await page.waitForSelector('#rating');
  return page;
}

const judged = (page) => page.waitForSelector('#rating .strength', { timeout: 60_000 });
const options = (page) => page.$$eval('#rating option', (all) => all.map((one) => one.textContent));
const two = (number) => (number === null ? '–' : number.toFixed(2));
const withSide = ({ mean, error }) => `${two(mean)} ±${two(error)}`;

describe('how good somebody is', () => {
  test('is what the executable says of the same games', { skip }, async () => {
    const page = await openDialog(readFileSync(FILE, 'utf8'));
    assert.deepEqual(await options(page), ['Strong (4)', 'Club (3)', 'Expert (1)']);
    for (const row of rows()) {
      const label = (await options(page)).find((one) => one.startsWith(row.player));
      await page.selectOption('#rating select', { label });
      assert.equal(await page.locator('#rating .strength').count(), 0);
      await page.click('#rating .main');
      await judged(page);
      const isRange = row.told === 'range';
      const strong = isRange ? `${row.low}–${row.high}` : String(row.rating);
      assert.equal(await page.textContent('#rating .strength strong'), strong);
      const text = await page.textContent('#rating');
      for (const part of [
        `between ${row.low} ${isRange ? 'and' : '('}`,
        isRange ? `and ${row.high}.` : `and ${row.high} (`,
        `${row.lapses[4].toFixed(1)} moves a game lose 4 discs or more.`,
        `${row.lapses[10].toFixed(1)} moves a game lose 10 discs or more.`,
        `After the opening: ${withSide(row.after_opening)} discs lost a move.`,
        `Accuracy ${row.accuracy.toFixed(1)} %, ${withSide(row.loss)} discs lost a move.`,
        `Games: ${row.games}. Moves with a choice: ${row.moves}.`,
        `people of ${row.peers} in the same positions`,
      ]) {
        assert.ok(text.includes(part), `${part}: ${text}`);
      }
      assert.equal(text.includes('So few moves say little'), isRange);
      const cells = await page.$$eval('#rating tbody tr', (all) => all.map((one) => [...one.children].map((cell) => cell.textContent)));
      assert.deepEqual(cells, [
        ...row.phases.map((phase) => [
          `${phase.from}–${phase.to}`,
          withSide(phase),
          two(phase.peers),
          ...(isRange ? [] : [two(phase.skill)]),
        ]),
        ['all', withSide(row.loss), '', ...(isRange ? [] : [''])],
      ]);
    }
    await page.keyboard.press('Escape');
    await page.waitForSelector('#rating', { state: 'detached' });
    await done(page);
  });

  test('is said of a game without names by its colours, and of what is no game nothing', async () => {
    const page = await openDialog('f5d6c3d3c4f4f6\nf5d6 nonsense\n\nf5\nf5f5');
    assert.deepEqual(await options(page), ['Black, without a name (2)', 'White, without a name (2)']);
    await page.click('#rating .main');
    // No game was finished, and five choices say nothing.
    await page.waitForSelector('#rating p:has-text("or 15 moves with a choice. So far there are 5.")', { timeout: 60_000 });
    assert.equal(await page.locator('#rating .strength, #rating .lost').count(), 0);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#rating', { state: 'detached' });
    // The focus is where it was, and the game as it was.
    assert.equal(await page.evaluate(() => document.activeElement.dataset.focus), 'rate');
    await page.fill('#paste', 'f5');
    await page.click('#page-games .main');
    await page.waitForSelector('#page-moves:not([hidden])');
    await toGames(page);
    await page.click('[data-focus=rate]');
    // White has not moved.
    await page.selectOption('#rating select', '1');
    await page.click('#rating .main');
    await page.waitForSelector('#rating p:has-text("There was no move to choose")', { timeout: 30_000 });
    await done(page);
  });

  test('without any game says how one comes to some', async () => {
    const page = await open({ settings: people });
    await toGames(page);
    await page.click('[data-focus=rate]');
    assert.match(await page.textContent('#rating'), /Play a game to its end against Bianca/);
    assert.deepEqual(await serious(page), []);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#rating', { state: 'detached' });
    await done(page);
  });

  test('is stopped after the games that were judged, and begun again', async () => {
    const games = readFileSync(FILE, 'utf8').split('\n');
    // Each broken off after another move, or they would be the same; without times, so that the opening counts.
    const all = games
      .filter((game) => game.includes('[Strong]'))
      .flatMap((game) =>
        Array.from({ length: 50 }, (_, i) => {
          let moves = 0;
          return game.replace(/\b[BW]\[[^\]]*\]/g, (move) => ((moves += 1) <= i + 10 ? move.replace(/\/.*\]/, ']') : ''));
        }),
      );
    const page = await openDialog(all.join('\n'));
    await page.selectOption('#rating select', { label: 'Strong (200)' });
    await page.click('#rating .main');
    assert.equal(await page.textContent('#rating .main'), 'Stop');
    await page.waitForFunction(() => document.querySelector('#rating progress')?.value >= 2, undefined, { timeout: 60_000 });
    assert.match(await page.textContent('#rating'), /Judging… \d+ of 200/);
    assert.equal(await page.isDisabled('#rating select'), true);
    await page.click('#rating .main');
    await judged(page);
    const text = await page.textContent('#rating');
    const [, stopped] = /Stopped after (\d+) of 200\./.exec(text);
    assert.ok(Number(stopped) >= 2 && Number(stopped) < 200);
    assert.ok(text.includes(`Games: ${stopped}.`), text);
    await page.click('#rating .main');
    await page.waitForSelector('#rating progress');
    assert.equal(await page.locator('#rating .strength').count(), 0);
    // The board obeys at once all the while.
    await page.keyboard.press('Escape');
    await page.waitForSelector('#rating', { state: 'detached' });
    await page.keyboard.press('Home');
    await page.waitForSelector('.cell.legal');
    await done(page);
  });

  test('is said of who plays here, with the games before', async () => {
    const game = (moves) => ({ link: `moves=${moves}`, tags: {}, black: { kind: 'person' }, white: { kind: 'bianca', skill: 2 } });
    const before = [game('f5d6c3d3c4f4f6f3e6e7'), game('f5d6c3d3c4f4f6f3e6e7'), { ...game('f5f6e6f4'), white: { kind: 'person' } }];
    const now = game('e6f4e3f6g5d6e7f5c5');
    const page = await open({ settings: { black: now.black, white: now.white }, game: now, earlier: before });
    await toGames(page);
    await page.click('[data-focus=rate]');
    assert.deepEqual(await options(page), ['You (3)']);
    await page.click('#rating .main');
    await judged(page);
    assert.match(await page.textContent('#rating'), /Games: 2\. Moves with a choice: 10\./);
    await done(page);
  });

  for (const size of ['narrow', 'sideways', 'wide', 'large']) {
    for (const colorScheme of ['light', 'dark']) {
      test(`is seen whole (${size}, ${colorScheme})`, async () => {
        const page = await openDialog(readFileSync(FILE, 'utf8'), { size, colorScheme });
        await page.selectOption('#rating select', { label: 'Expert (1)' });
        await page.click('#rating .main');
        await judged(page);
        await page.waitForTimeout(200);
        await page.screenshot({ path: `${pictures}${size}-${colorScheme}-rating.png`, caret: 'initial' });
        assert.deepEqual(await serious(page), []);
        const over = await page.$eval('#rating', (box) => box.scrollWidth - box.clientWidth);
        assert.ok(over <= 0, `${over} pixels too wide`);
        assert.ok(await page.locator('#rating .main').isVisible());
        await done(page);
      });
    }
  }

  test('is said in every language', async () => {
    for (const [locale, title] of [
      ['es', '¿Qué tal juego?'],
      ['fr', 'Quel est mon niveau\u00a0?'],
      ['ja', '私の強さは？'],
      ['zh-CN', '我的棋力如何？'],
    ]) {
      const page = await openDialog(readFileSync(FILE, 'utf8'), { locale, size: 'narrow' });
      assert.equal(await page.textContent('#rating h2'), title);
      await page.selectOption('#rating select', { label: 'Expert (1)' });
      await page.click('#rating .main');
      await judged(page);
      assert.match(await page.textContent('#rating .strength strong'), /^\d{3,4}–\d{3,4}$/);
      await page.screenshot({ path: `${pictures}narrow-rating-${locale}.png`, caret: 'initial' });
      const over = await page.$eval('#rating', (box) => box.scrollWidth - box.clientWidth);
      assert.ok(over <= 0, `${locale}: ${over} pixels too wide`);
      await done(page);
    }
  });
});
