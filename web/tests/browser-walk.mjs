// A walk through the study view in all sizes and languages: what must be seen is on the screen, nothing is cut, nothing
// lies over another, nothing goes beside the page. browser.mjs runs it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WINDOWS, beginner, done, faults, open, people, pictures, serious, unseen } from './page.mjs';

const GAME = 'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2';

/** How many rows of moves are seen whole. */
const rows = (page) =>
  page.evaluate(() => {
    const box = document.querySelector('.moves-box').getBoundingClientRect();
    const tops = [...document.querySelectorAll('.moves .ply')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= box.top - 1 && bottom <= Math.min(box.bottom, innerHeight) + 1)
      .map(({ top }) => Math.round(top));
    return new Set(tops).size;
  });

/** Waits until the game is judged, and goes to the mistake of which most is said. */
async function judged(page) {
  await page.waitForSelector('.analysis table.worst', { timeout: 90_000, state: 'attached' });
  // So that nothing changes any more; the button may be gone at any moment.
  await page.evaluate(() => {
    const stop = document.querySelector('[data-focus=analyse]');
    if (stop?.checkVisibility()) stop.click();
  });
  const marked = page.locator('.moves .ply:is(.mistake, .blunder)');
  const lengths = [];
  for (let i = 0; i < (await marked.count()); i++) {
    await marked.nth(i).click();
    await page.waitForSelector('.mistake-detail [data-focus=better]');
    lengths.push((await page.textContent('.mistake-detail')).length);
  }
  await marked.nth(lengths.indexOf(Math.max(...lengths))).click();
  await page.waitForSelector('.best-line .line button');
}

describe('a walk through the study view', () => {
  for (const locale of ['en', 'es', 'fr', 'ja', 'zh-CN']) {
    for (const kinds of [['small', 'upright', 'sideways'], ['laptop']]) {
      test(`${locale}: nothing is cut, lies over another or goes beside the page (${kinds.join(', ')})`, async () => {
        const page = await open({ size: kinds[0] === 'laptop' ? 'large' : 'narrow', locale, settings: people, hash: `#moves=${GAME}` });
        await judged(page);
        const wrong = [];
        for (const kind of kinds) {
          for (const [width, height] of WINDOWS[kind]) {
            await page.setViewportSize({ width, height });
            await page.evaluate(() => scrollTo(0, 0));
            await page.waitForTimeout(250);
            const tops = await page.$$eval('#controls button:not([hidden])', (all) => all.map((one) => one.getBoundingClientRect().top));
            const say = (text) => wrong.push(`${width}x${height}: ${text}`);
            for (const fault of await faults(page)) say(fault);
            await page.screenshot({ path: `${pictures}walk-${locale}-${width}x${height}.png` });
            if (new Set(tops).size > 1) say(`the controls stand at ${tops}`);
            const told = ['.frame', '.best-line', '.mistake-detail', '.mistake-detail [data-focus=better]'];
            const way = ['[data-control=back]', '[data-control=forward]'];
            if (kind === 'upright') {
              for (const one of await unseen(page, ...told, ...way)) say(`${one} is not seen`);
              const here = await page.getAttribute('.moves .here', 'data-ply');
              // The board stays while one taps a move at the end of the list.
              const moves = page.locator('.moves .ply');
              await moves.last().scrollIntoViewIfNeeded();
              await moves.last().click();
              for (const one of await unseen(page, '#board', ...way)) say(`${one} is not seen after a tap on a move`);
              await page.click(`.moves [data-ply="${here}"]`);
            } else if (kind === 'sideways') {
              for (const one of await unseen(page, '.frame', ...way)) say(`${one} is not seen`);
            } else if (kind === 'laptop') {
              const tools = ['[data-focus=write]', '[data-focus=promote]', '[data-focus=remove]', '.tools select'];
              for (const one of await unseen(page, ...told, ...way, ...tools, '#curve', '.moves .here')) say(`${one} is not seen`);
              const count = await rows(page);
              if (count < 8) say(`${count} rows of moves`);
            }
          }
        }
        for (const fault of await serious(page)) wrong.push(fault);
        assert.deepEqual(wrong, []);
        await done(page);
      });
    }
  }

  for (const locale of ['es', 'fr']) {
    test(`${locale}: on a phone a tab is seen with the beginning of what it shows`, async () => {
      const page = await open({ size: 'narrow', locale, settings: people, hash: `#moves=${GAME}` });
      await judged(page);
      for (const [width, height] of [...WINDOWS.upright, ...WINDOWS.sideways]) {
        await page.setViewportSize({ width, height });
        for (const tab of ['explain', 'games', 'moves', 'share', 'book', 'games', 'explain']) {
          await page.click(`#tab-${tab}`);
          await page.waitForTimeout(100);
          const { covered, below, isWhole } = await page.evaluate((tab) => {
            const tabs = document.querySelector('#tabs').getBoundingClientRect();
            const middle = document.querySelector(`#tab-${tab}`).getBoundingClientRect();
            const top = document.elementFromPoint((middle.left + middle.right) / 2, middle.top + 2);
            return {
              covered: tabs.top < 0 || !top?.closest('#tabs'),
              below: innerHeight - tabs.bottom,
              isWhole: document.querySelector('.tabs-panel').getBoundingClientRect().bottom <= innerHeight,
            };
          }, tab);
          const least = width < height && !['games', 'share'].includes(tab) ? 30 : 0.35 * height;
          assert.ok(!covered, `${width}x${height} ${tab}: something lies over the tabs`);
          assert.ok(isWhole || below >= least, `${width}x${height} ${tab}: ${below} below the tabs`);
        }
      }
      await done(page);
    });
  }

  test('after one’s own game the current move is in sight', async () => {
    const page = await open({ settings: beginner, game: { link: `moves=${GAME}`, tags: {}, ...beginner, resigned: 'black' } });
    await page.setViewportSize({ width: 1366, height: 625 });
    await page.waitForSelector('.moves .here');
    assert.deepEqual(await unseen(page, '.moves .here'), []);
    await judged(page);
    await page.keyboard.press('End');
    await page.waitForSelector('.moves .here[data-ply="24"]');
    assert.deepEqual(await unseen(page, '.moves .here'), []);
    // The table above the list is folded and unfolded.
    await page.click('.summary summary');
    await page.click('.summary summary');
    assert.deepEqual(await unseen(page, '.moves .here'), []);
    // Whoever scrolls along the list is not taken back.
    await page.evaluate(() => document.querySelector('.moves-box').scrollTo(0, 0));
    await page.click('[data-control=hints]');
    await page.waitForTimeout(500);
    assert.equal(await page.evaluate(() => document.querySelector('.moves-box').scrollTop), 0);
    await done(page);
  });
});
