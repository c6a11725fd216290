// The page as somebody meets it who plays: the rules, a game in silence, its end, the next one. Part of browser.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { beginner, cell, done, history, moves, open, people, pictures, serious } from './page.mjs';

const random = { black: { kind: 'person' }, white: { kind: 'book', name: 'random' } };
const isVisible = (page, selector) => page.$eval(selector, (one) => one.checkVisibility());

/** Clicks on the first legal square until the game's card is there. */
async function playOn(page) {
  for (let turn = 0; turn < 64; turn++) {
    const now = await page.waitForFunction(
      () => (document.querySelector('#card').hidden ? document.querySelector('.cell.legal') && 'move' : 'card'),
      undefined,
      { timeout: 20_000 },
    );
    if ((await now.jsonValue()) === 'card') return;
    await page.click('.cell.legal');
  }
}

const follower = { black: { kind: 'person' }, white: { kind: 'following', elo: 1200 } };

describe('an opponent that follows', () => {
  for (const [size, locale, told] of [
    ['narrow', 'en', /The opponent’s strength was (\d+)\. In the next game it is (\d+)\./],
    ['wide', 'ja', /相手の強さは(\d+)でした。次の対局は(\d+)です。/],
  ]) {
    test(`says how strong it was and will be, and counts a game that was given up (${size}, ${locale})`, async () => {
      const page = await open({ size, locale, settings: follower });
      await playOn(page);
      await page.waitForFunction((told) => new RegExp(told).test(document.querySelector('#card').textContent), told.source, {
        timeout: 60_000,
      });
      await page.waitForSelector('#card:not(:has(progress))', { timeout: 60_000 });
      const [, before, after] = told.exec(await page.textContent('#card'));
      assert.equal(before, '1200');
      // Whoever plays the first legal square is weaker than that.
      assert.ok(Number(after) < 1200 && Number(after) >= 960, after);
      await page.screenshot({ path: `${pictures}follower-${size}.png` });
      await page.click('#card [data-focus=rematch]');
      await page.click('.cell.legal');
      await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2, undefined, { timeout: 20_000 });
      await page.click('#match [data-focus=resign]');
      await page.click('#match [data-focus=resign]');
      await page.waitForFunction((told) => new RegExp(told).test(document.querySelector('#card').textContent), told.source, {
        timeout: 60_000,
      });
      const [, second, third] = told.exec(await page.textContent('#card'));
      assert.equal(second, after);
      assert.ok(Number(third) < Number(second), third);
      // It is kept, and the dialog of a new game says it.
      await page.click('#card .close');
      await page.reload();
      await page.click('[data-focus=new], #new');
      await page.waitForSelector('#new-game');
      assert.match(await page.textContent('#new-game'), new RegExp(third));
      assert.deepEqual(await serious(page), []);
      await page.screenshot({ path: `${pictures}follower-new-${size}.png` });
      await done(page);
    });
  }
});

describe('a person’s time', () => {
  for (const [size, locale] of [
    ['narrow', 'es'],
    ['wide', 'en'],
  ]) {
    test(`is taken for a move once it is wanted, and ends where a move is taken back (${size}, ${locale})`, async () => {
      const page = await open({ size, locale, settings: beginner });
      /** Milliseconds from a move to the answer. */
      const answer = async () => {
        const begun = Date.now();
        const before = await moves(page);
        await page.click('.cell.legal');
        await page.waitForFunction((n) => document.querySelectorAll('.moves .ply').length === n + 2, before, { timeout: 30_000 });
        return Date.now() - begun;
      };
      await answer();
      await page.click('#settings');
      await page.screenshot({ path: `${pictures}person-time-${size}.png` });
      await page.click('#settings-box label:nth-last-of-type(2) input');
      await page.click('#settings-box .main');
      // A hard choice takes seconds.
      const times = [];
      for (let turn = 0; turn < 4 && !(times.at(-1) > 1_500); turn++) times.push(await answer());
      assert.ok(times.at(-1) > 1_500 && times.at(-1) < 25_000, `${times}`);
      const { personTime } = await page.evaluate(() => JSON.parse(localStorage['bianca.settings']));
      assert.equal(personTime, true);
      // What is thought about is given up with the move.
      const discs = () => page.textContent('#players');
      const before = await discs();
      await page.click('.cell.legal');
      await page.click('#controls [data-control=undo]');
      await page.waitForSelector('.cell.legal');
      assert.equal(await discs(), before);
      await done(page);
    });
  }
});

describe('who plays', () => {
  for (const [size, colorScheme] of [
    ['narrow', 'light'],
    ['upright', 'dark'],
    ['wide', 'light'],
    ['large', 'dark'],
  ]) {
    test(`for the first time reads the rules, is told why a square is none, plays to the end and again (${size}, ${colorScheme})`, async () => {
      const page = await open({ size, colorScheme, isFirst: true, settings: random });
      assert.equal((await page.$$('#rules-box[open] svg')).length, 6);
      assert.equal(await page.$eval('#rules-box', (box) => box.scrollTop), 0, 'it is read from its beginning');
      assert.deepEqual(await serious(page), []);
      await page.screenshot({ path: `${pictures}rules-${size}.png` });
      await page.click('#rules-box .main');
      // A square where nothing is enclosed, and one that is taken.
      for (const [square, expected] of [
        ['a1', /^a1 encloses nothing/],
        ['e4', /^e4 is taken/],
      ]) {
        await page.click(cell(square), { force: true });
        assert.match(await page.textContent('#toast'), expected);
        const pointed = await page.$$eval('.cell.pointed', (all) => all.map((one) => one.getAttribute('aria-label').slice(0, 2)));
        assert.deepEqual(pointed.sort(), ['c4', 'd3', 'e6', 'f5']);
      }
      assert.equal(await moves(page), 0);
      await page.screenshot({ path: `${pictures}first-${size}.png` });
      await page.click('.cell.legal');
      await page.waitForSelector('#match [data-focus=resign]');
      assert.equal(await page.$('.cell.pointed'), null, 'nothing is pointed at any more');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      // An opening's name alone begins with no mark.
      assert.doesNotMatch(await page.textContent('.best-line .value'), /^\s*·/);
      await page.screenshot({ path: `${pictures}playing-${size}.png` });
      await playOn(page);
      const aside = await page.$eval('#card', (card) => {
        // On a busy machine it has come long ago, so it comes once more.
        card.style.animation = 'none';
        card.getBoundingClientRect();
        card.style.animation = '';
        const [coming] = card.getAnimations();
        coming.pause();
        coming.currentTime = coming.effect.getTiming().delay + 1;
        const middle = ({ left, right }) => (left + right) / 2;
        const aside = middle(card.getBoundingClientRect()) - middle(card.parentElement.getBoundingClientRect());
        coming.finish();
        return Math.abs(aside);
      });
      assert.ok(aside < 2, `the card comes ${aside} px beside the middle`);
      const won = /^(You (won|lost) by \d+, \d+–\d+|A draw, 32–32)$/;
      assert.match(await page.textContent('#card h2'), won);
      await page.waitForSelector('#card:not(:has(progress))', { timeout: 60_000 });
      assert.ok((await page.$$('#card .decisive li')).length > 0);
      // The reader's own moves come first.
      const sides = await page.$$eval('#card .decisive button:first-child', (all) => all.map((one) => one.className));
      assert.match(sides.join(' '), /^black( black)*( white)*$/);
      assert.deepEqual(await serious(page), []);
      await page.screenshot({ path: `${pictures}card-${size}.png`, fullPage: true });
      // A move that decided it is looked at, and the card is there again at the end.
      const jump = await page.textContent('#card .decisive button');
      await page.click('#card .decisive button');
      assert.equal(await isVisible(page, '#card'), false);
      assert.equal(await page.getAttribute('.moves .here', 'data-ply'), jump.split(' ')[0]);
      await page.keyboard.press('End');
      assert.equal(await isVisible(page, '#card'), true);
      await page.click('#card [data-focus=rematch]');
      await page.waitForSelector('#match .colour.black[aria-pressed=true]');
      assert.equal(await isVisible(page, '#card'), false);
      await page.click('#match .colour.white');
      assert.equal(await page.textContent('#players .white .long'), 'You');
      await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 1);
      await page.reload();
      await page.waitForSelector('.moves .ply');
      assert.equal(await page.$('#rules-box'), null);
      await done(page);
    });
  }

  test('against an engine is told nothing until he wants to be, and his hints are counted', async () => {
    const page = await open({ settings: random });
    await page.click(cell('f5'));
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2 && document.querySelector('.cell.legal'));
    await page.waitForTimeout(1500);
    const told = () =>
      page.$$eval('.curve svg, .best-line strong, .moves b, .cell.scored', (all) => all.filter((one) => one.checkVisibility()).length);
    assert.equal(await told(), 0);
    await page.keyboard.press('l');
    assert.equal(await page.$('#board.in-line'), null);
    await page.click('#door-study');
    await page.click('#tab-explain');
    await page.waitForTimeout(500);
    assert.equal(await page.$('.findings'), null);
    await page.click('#tab-moves');
    // A hint is for one position.
    await page.click('[data-control=hints]');
    await page.waitForSelector('.cell.scored');
    await page.click('.cell.legal');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length >= 4 && document.querySelector('.cell.legal'));
    assert.equal((await page.$$('.cell.scored')).length, 0);
    await page.reload();
    await page.waitForSelector('.cell.legal');
    // The switch is on sight, and it is kept.
    await page.click('[data-focus=told]');
    await page.waitForFunction(() => /\d/.test(document.querySelector('.best-line strong')?.textContent ?? ''), undefined, {
      timeout: 20_000,
    });
    await page.reload();
    await page.waitForSelector('.best-line strong');
    await page.click('[data-focus=told]');
    assert.equal(await told(), 0);
    await playOn(page);
    assert.match(await page.textContent('#card'), /Hints taken: 1/);
    await done(page);
  });

  test('and others see all: two people, two engines, a game that was opened', async () => {
    for (const settings of [people, { black: random.white, white: random.white }]) {
      const page = await open({ settings, hash: '#moves=f5d6c3' });
      await page.waitForFunction(() => /\d/.test(document.querySelector('.best-line strong')?.textContent ?? ''), undefined, {
        timeout: 20_000,
      });
      assert.equal(await page.$('[data-focus=told]'), null);
      await done(page);
    }
  });

  test('to an end with empty squares is told how they count; keys go on after a click on a tab', async () => {
    const page = await open({ settings: people, hash: `#board=${'-'.repeat(24)}XO${'-'.repeat(38)}X` });
    await page.click('#tab-share');
    await page.keyboard.type('c4');
    await page.click('#tab-moves');
    assert.deepEqual(await history(page), ['c4']);
    assert.match(await page.textContent('#card h2'), /^Black wins 64–0$/);
    assert.match(await page.textContent('#card'), /3–0; the 61 empty squares/);
    await page.click('#card .close');
    assert.equal(await isVisible(page, '#card'), false);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => document.querySelector('.cell.legal'));
    await done(page);
  });
});

describe('the doors', () => {
  const tabs = (page) => page.$$eval('#tabs button', (all) => all.filter((one) => one.checkVisibility()).map((one) => one.id.slice(4)));
  const controls = (page) =>
    page.$$eval('#controls button', (all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.control));

  test('lead to a game that is played, and to one that is studied', async () => {
    const page = await open({ settings: beginner });
    assert.equal(await page.getAttribute('#door-play', 'aria-pressed'), 'true');
    assert.deepEqual(await tabs(page), ['moves', 'share']);
    assert.deepEqual((await controls(page)).slice(0, 2), ['undo', 'redo']);
    assert.ok(!(await controls(page)).includes('back'));
    await page.click('.cell.legal');
    await page.waitForFunction(() => document.querySelectorAll('.moves .ply').length === 2);
    await page.click('#door-study');
    assert.deepEqual(await tabs(page), ['moves', 'book', 'explain', 'games', 'share']);
    assert.deepEqual((await controls(page)).slice(0, 4), ['first', 'back', 'forward', 'last']);
    assert.ok(!(await controls(page)).includes('undo'));
    // The game goes on, and nothing is told of it.
    assert.equal(await page.locator('.analysis progress').count(), 0);
    await page.click('#tab-games');
    for (const what of ['Open', 'Open a file…', 'How good am I?']) assert.ok(await page.isVisible(`#page-games button:text-is("${what}")`));
    assert.deepEqual(await serious(page), []);
    await page.click('#door-play');
    assert.equal(await page.isVisible('#page-moves'), true);
    assert.equal(await moves(page), 2);
    await done(page);
  });

  test('a game that is opened is studied, and the way to play leads to a new one', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3' });
    assert.equal(await page.getAttribute('#door-study', 'aria-pressed'), 'true');
    await page.click('#door-play');
    await page.selectOption('#new-game select[aria-label=White]', 'skill 2');
    await page.click('#new-game .main');
    await page.waitForSelector('#door-play[aria-pressed=true]');
    assert.equal(await page.locator('.moves .ply').count(), 0);
    const groups = await page.$$eval('.match optgroup', (all) => all.map((one) => [one.label, one.lastElementChild.value]));
    assert.deepEqual(groups.at(-1), ['Players of the textbooks', 'minimax:4']);
    await done(page);
  });

  test('the key for colours and arrows says what they come with', async () => {
    const page = await open({ settings: people, hash: '#moves=f5d6c3' });
    await page.keyboard.press('s');
    assert.equal(await page.textContent('#toast'), 'Colours and arrows come with hints: press i.');
    await done(page);
  });
});
