// All games that were played or opened, which the browser keeps; browser.mjs runs it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { address, beginner, done, history, open, people, pictures, serious, toGames } from './page.mjs';

/** A game to its end, and its mirror image. */
const WHOLE = 'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2c2b4a3c8b7a8b3f2g1g3g4a7h3e1f1a4d1h8g5a6h7g8f8a2e8h6g6h5h4g2h2c1b1h1b2a1';
const MIRRORED = WHOLE.replace(/(.)(.)/g, (_, file, rank) => 'abcdefgh'[rank - 1] + ('abcdefgh'.indexOf(file) + 1));
const SIZES = [
  { width: 360, height: 740 },
  { width: 1366, height: 625 },
];

const pgn = (moves, black, white) => `[Event ""]\n[Black "${black}"]\n[White "${white}"]\n\n${moves.match(/../g).join(' ')} *\n`;

/** Games that end after 20 moves or more, all of them other ones. */
const many = (count) =>
  Array.from(
    { length: count },
    (_, n) =>
      `[Event ""]\n[Black "Player a${n}z"]\n[White "Other b${n % 7}z"]\n[Date "2001.01.${String((n % 28) + 1).padStart(2, '0')}"]\n\n${WHOLE.match(
        /../g,
      )
        .slice(0, 20 + (n % 40))
        .join(' ')} *\n`,
  ).join('\n');

const rows = (page) => page.$$eval('.kept .open', (all) => all.map((one) => one.textContent));
const count = async (page) => Number(/\d+/.exec(await page.textContent('.kept-games h2'))[0]);
const counted = async (page, n) => {
  await toGames(page);
  await page.waitForFunction((n) => document.querySelector('.kept-games h2')?.textContent.endsWith(`: ${n}`), n);
};
const paste = async (page, text) => {
  await toGames(page);
  await page.fill('#paste', text);
  // What was said before is not waited for.
  await page.evaluate(() => document.querySelector('#toast').classList.remove('shown'));
  await page.click('#page-games .main');
  await page.waitForSelector('#toast.shown');
};
/** Puts a value into a store of the database behind the page's back; gives all that is there. */
const inStore = (page, name, value) =>
  page.evaluate(
    ([name, value]) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('bianca');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction([name], 'readwrite');
          if (value !== null) change.objectStore(name).put(value);
          const all = change.objectStore(name).getAll();
          change.oncomplete = () => {
            opening.result.close();
            resolve(all.result);
          };
        };
      }),
    [name, value ?? null],
  );
const downloaded = async (page, selector) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return readFileSync(await file.path(), 'utf8');
};
const imported = async (page, text) => {
  await page.setInputFiles('#import', { name: 'games.sgf', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.waitForSelector('#toast.shown:has-text("Imported")');
  return page.textContent('#toast');
};

describe('all games', () => {
  test('that are played or opened are kept, fragments and positions are not', async () => {
    const page = await open({ settings: people });
    await paste(page, WHOLE);
    await counted(page, 1);
    for (const fragment of ['f5d6c3', 'f5f6', 'd3c3', 'd3c5', 'c4c3', 'c4c5', 'c4e3', 'e6f6', 'e6f4', 'e6d6', 'd3e3', 'f5f4'])
      await paste(page, fragment);
    await paste(page, `${'-'.repeat(26)}XO----OX${'-'.repeat(28)} X`.slice(0, 66));
    await page.reload();
    await toGames(page);
    await counted(page, 1);
    assert.match((await rows(page))[0], /^f5f6d3c5c6c7g7e3e2f4 .* · 5–59/);
    // The same again is the same.
    await paste(page, WHOLE);
    await page.waitForTimeout(500);
    assert.equal(await count(page), 1);
    await done(page);
  });

  test('have date, players, result and accuracy, and go on as they were left', async () => {
    const page = await open({ settings: beginner });
    const link = `moves=${WHOLE.slice(0, 64)}`;
    await page.evaluate(
      ([game]) => localStorage.setItem('bianca.game', game),
      [JSON.stringify({ link, tags: {}, ...beginner, resigned: 'black' })],
    );
    const tab = await page.context().newPage();
    await tab.goto(address);
    await toGames(tab);
    await counted(tab, 1);
    await tab.waitForFunction(() => /accuracy/.test(document.querySelector('.kept .open')?.textContent), undefined, { timeout: 60_000 });
    const year = new Date().getFullYear();
    assert.match((await rows(tab))[0], new RegExp(`^You – Bianca · .*${year}.* · Black resigns · accuracy \\d+\u00a0%$`));
    await tab.click('#new');
    await tab.click('#new-game .main');
    await toGames(tab);
    await tab.click('.kept .open');
    await tab.waitForSelector('.moves .ply');
    assert.equal((await history(tab)).join(''), WHOLE.slice(0, 64));
    assert.match(await tab.textContent('.player.white'), /Bianca/);
    await done(page);
  });

  test('stay with scores, marks, the list of a file and what was written, over a reload', async () => {
    const page = await open({ settings: people });
    await toGames(page);
    await page.fill('#paste', `${pgn(WHOLE, 'A', 'B')}\n${pgn(MIRRORED, 'C', 'D')}`);
    await page.click('#page-games .main');
    await page.click('.games li:nth-child(2) button');
    await page.click('#tab-moves');
    await page.waitForFunction(
      () =>
        /Judged to depth/.test(document.querySelector('.analysis')?.textContent) ||
        /Depth 12/.test(document.querySelector('.analysis')?.textContent),
      undefined,
      { timeout: 120_000 },
    );
    await page.waitForTimeout(2500);
    // Without an engine nothing is judged anew; how many marks there are changes with the depth.
    await page.addInitScript(() => (globalThis.Worker = undefined));
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll('.moves .blunder, .moves .mistake').length > 10, undefined, {
      timeout: 10_000,
    });
    await toGames(page);
    await page.waitForSelector('.games li:nth-child(2) .here');
    assert.equal(await page.locator('.games li').count(), 2);
    await page.click('.games li:nth-child(1) button');
    await page.click('#tab-moves');
    assert.equal((await history(page)).filter((move) => move !== 'pass').join(''), WHOLE);
    page.wrong.length = 0;
    await done(page);
  });

  test('of two tabs are all there', async () => {
    const one = await open({ settings: people });
    await paste(one, WHOLE);
    await counted(one, 1);
    const other = await one.context().newPage();
    await other.goto(address);
    await toGames(other);
    await counted(other, 1);
    // Both go on with the same game.
    await other.click('#tab-moves');
    for (const [tab, ply] of [
      [one, 30],
      [other, 31],
    ]) {
      await tab.bringToFront();
      await tab.click('#tab-moves');
      await tab.click(`.moves [data-ply="${ply}"]`);
      await tab.selectOption('.tools select', '3');
      await tab.waitForTimeout(400);
    }
    await one.bringToFront();
    await paste(one, pgn(MIRRORED, 'C', 'D'));
    await other.bringToFront();
    await toGames(other);
    // What both wrote on the same game is in it.
    await counted(other, 2);
    const told = await inStore(other, 'games');
    const glyphs = told.flatMap(({ saved }) => (saved.told ?? []).map(({ ply, glyph }) => `${ply} ${glyph}`)).sort();
    assert.deepEqual(glyphs, ['30 3', '31 3']);
    await done(one);
  });

  for (const size of SIZES) {
    test(`are searched, deleted and brought back, 300 of them (${size.width}x${size.height})`, async () => {
      const page = await open({ size: size.width < 500 ? 'narrow' : 'wide', settings: { ...people, evaluation: false } });
      await page.setViewportSize(size);
      await toGames(page);
      assert.match(await imported(page, many(300)), /Imported: 300/);
      await counted(page, 300);
      assert.equal((await rows(page)).length, 50);
      await page.click('.kept-games > button');
      assert.equal((await rows(page)).length, 100);
      await page.screenshot({ path: `${pictures}${size.width}-kept.png`, caret: 'initial' });
      assert.deepEqual(await serious(page), []);
      await page.fill('.kept-games [type=search]', 'PLAYER a29 óther b1z');
      await page.waitForFunction(() => document.querySelectorAll('.kept .open').length < 10);
      const found = await rows(page);
      assert.ok(found.length > 0 && found.every((row) => /Player a29\d?z – Other b1z/.test(row)), found.join('\n'));
      const [first] = found;
      await page.click('.kept li:first-child .icon');
      await counted(page, 299);
      assert.ok(!(await rows(page)).includes(first));
      await page.click('#toast button');
      await counted(page, 300);
      assert.ok((await rows(page)).includes(first));
      // Many are deleted only if that is said twice.
      const erase = page.locator('.kept-games .row-of-buttons button').last();
      await erase.click();
      assert.equal(await count(page), 300);
      await page.screenshot({ path: `${pictures}${size.width}-kept-search.png`, caret: 'initial' });
      await erase.click();
      await counted(page, 300 - found.length);
      await page.reload();
      await toGames(page);
      await counted(page, 300 - found.length);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide`);
      await done(page);
    });
  }

  for (const locale of ['es', 'fr', 'ja', 'zh-CN']) {
    test(`are told in ${locale}, and nothing goes beside the page`, async () => {
      const earlier = [
        { link: `moves=${WHOLE}`, tags: {}, ...beginner },
        { link: `moves=${WHOLE.slice(0, 60)}`, tags: {}, ...beginner, resigned: 'black' },
        ...Array.from({ length: 6 }, (_, n) => ({
          link: `moves=${WHOLE.slice(0, 44 + 2 * n)}`,
          tags: { black: `Player ${n}`, white: 'Somebody with a long name', event: 'World Championship', date: '1999' },
        })),
      ];
      const page = await open({ size: 'narrow', locale, settings: { ...people, evaluation: false }, earlier });
      await toGames(page);
      await page.waitForFunction(() => document.querySelectorAll('.kept .open').length === 8);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.locator('.room').scrollIntoViewIfNeeded();
        await page.waitForTimeout(200);
        // In a wide window the panel scrolls, and not the page.
        if (size.width > 1000) assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= size.height + 1);
        await page.screenshot({ path: `${pictures}${size.width}-kept-${locale}.png`, caret: 'initial' });
        const wide = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('.kept-games *')]
            .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.matches('html, ul, button, p'))
            .map((one) => one.textContent.slice(0, 30)),
        );
        assert.deepEqual(wide, []);
      }
      assert.deepEqual(await serious(page), []);
      await done(page);
    });
  }

  test('go out as one file, and come in again with all that is told of them, once', async () => {
    const page = await open({ settings: people });
    await toGames(page);
    const told = `[Event "Cup"]\n[Date "1999.12.31"]\n[Black "A"]\n[White "B"]\n\n{the game} ${WHOLE.match(/../g).slice(0, 30).join(' ').replace('c5', 'c5 $1 {1.50s good} (4. f4 {tried} c5)')} 1-0\n`;
    assert.match(await imported(page, told), /Imported: 1$/);
    const played = { link: `moves=${WHOLE.slice(0, 40)}`, tags: {}, ...beginner, resigned: 'black' };
    await page.evaluate((text) => localStorage.setItem('bianca.game', text), JSON.stringify(played));
    const tab = await page.context().newPage();
    await tab.goto(address);
    await toGames(tab);
    await counted(tab, 2);
    const text = await downloaded(tab, '.kept-games .row-of-buttons button');
    assert.match(text, /PB\[You\]PW\[Bianca \(skill 2\)\]RE\[W\+R\]/);
    assert.equal(await imported(tab, text), 'Imported: 0 · already kept: 2');
    const other = await open({ settings: { ...people, language: 'fr' }, locale: 'fr' });
    await toGames(other);
    await other.setInputFiles('#import', { name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await counted(other, 2);
    const plain = async (one) =>
      (await inStore(one, 'games'))
        .map(({ saved: { link, told, branches, black, white, resigned, tags } }) =>
          JSON.stringify([
            link,
            (told ?? []).map((one) => Object.entries(one).sort()),
            branches ?? [],
            black,
            white,
            resigned,
            tags.event,
            tags.black,
            tags.white,
          ]),
        )
        .sort();
    assert.deepEqual(await plain(other), await plain(tab));
    assert.match(await downloaded(other, '.kept-games .row-of-buttons button'), /PB\[Vous\]PW\[Bianca \(skill 2\)\]/);
    await done(other);
    await done(page);
  });

  test('say how good somebody is, and what was said is said again after a reload', async () => {
    const played = { link: `moves=${WHOLE}`, tags: {}, ...beginner };
    const page = await open({ settings: people, earlier: [played] });
    await counted(page, 1);
    await page.click('[data-focus=rate]');
    assert.equal(await page.locator('#rating .strength').count(), 0);
    await page.click('#rating .main');
    await page.waitForSelector('#rating .strength', { timeout: 60_000 });
    const said = await page.textContent('#rating .strength');
    await page.reload();
    await counted(page, 1);
    await page.click('[data-focus=rate]');
    assert.equal(await page.textContent('#rating .strength'), said);
    assert.match(await page.textContent('#rating [role=status]'), new RegExp(`${new Date().getFullYear()}, games judged: 1`));
    assert.deepEqual(await serious(page), []);
    await page.keyboard.press('Escape');
    // A damaged one is nothing.
    await page.evaluate(() =>
      localStorage.setItem('bianca.ratings', JSON.stringify([{ name: '\nyou', at: 1, done: 1, rating: { rating: 7 } }])),
    );
    await page.click('[data-focus=rate]');
    assert.equal(await page.locator('#rating .strength').count(), 0);
    await done(page);
  });

  test('are taken over once from what the page kept before', async () => {
    const game = (moves, more = {}) => ({ link: `moves=${moves}`, tags: {}, ...beginner, ...more });
    const earlier = [game(WHOLE), game(WHOLE.slice(0, 30)), game('f5d6c3'), { ...game(MIRRORED), ...people }];
    const page = await open({ settings: people, earlier, game: { link: 'moves=f5', tags: {} } });
    await toGames(page);
    await counted(page, 3);
    assert.equal(await page.locator('.earlier li').count(), 1);
    await page.click('.kept li:first-child .icon');
    await counted(page, 2);
    await page.reload();
    await toGames(page);
    await counted(page, 2);
    await done(page);
  });
});

describe('what is damaged', () => {
  test('is told, laid aside and saved, and takes nothing with it', async () => {
    const page = await open({ settings: { ...people, evaluation: false } });
    await paste(page, WHOLE);
    await counted(page, 1);
    await paste(page, pgn(MIRRORED, 'C', 'D'));
    await counted(page, 2);
    const [{ ...entry }] = await inStore(page, 'games');
    await inStore(page, 'games', { id: 'bad', saved: 7 });
    await inStore(page, 'games', {
      ...entry,
      id: 'worse',
      key: 'x',
      at: 1,
      saved: { ...entry.saved, link: 'moves=f5a1' },
    });
    await inStore(page, 'known', { id: entry.id, notes: 7, judgements: [[3]] });
    await page.evaluate(() => localStorage.setItem('bianca.earlier', '[{"link":'));
    await inStore(page, 'lists', { id: 'odd', content: { games: [{ moves: 7 }], faults: [] } });
    await page.evaluate(() => sessionStorage.setItem('bianca.list', JSON.stringify({ id: 'odd', at: 0 })));
    await page.reload();
    await page.waitForSelector('#toast:has-text("cannot be read")');
    await toGames(page);
    await counted(page, 3);
    assert.match(await page.textContent('.kept-games .aside'), /Not readable, laid aside: 3/);
    // One that looks well and cannot be played.
    await page.click('.kept li:last-child .open');
    await counted(page, 2);
    assert.match(await page.textContent('.kept-games .aside'), /: 4/);
    const saved = JSON.parse(await downloaded(page, '[data-focus=save-aside]'));
    assert.equal(saved.length, 4);
    assert.ok(
      ['"id":"bad"', 'moves=f5a1', '[{\\"link\\":', '"moves":7'].every((part) => JSON.stringify(saved).includes(part)),
      JSON.stringify(saved),
    );
    await page.screenshot({ path: `${pictures}wide-kept-damaged.png`, caret: 'initial' });
    assert.deepEqual(await serious(page), []);
    await page.click('[data-focus=forget-aside]');
    await page.waitForSelector('.kept-games .aside', { state: 'hidden' });
    await page.reload();
    await toGames(page);
    await counted(page, 2);
    assert.equal(await page.locator('.kept-games .aside p').count(), 0);
    await done(page);
  });

  test('is also a store of another form', async () => {
    const page = await open({ settings: people });
    // It is made before the page looks.
    await page.addInitScript(() => {
      if (sessionStorage.getItem('made')) return;
      sessionStorage.setItem('made', '1');
      indexedDB.deleteDatabase('bianca');
      const opening = indexedDB.open('bianca', 3);
      opening.onupgradeneeded = () => opening.result.createObjectStore('games', { autoIncrement: true }).add({ odd: 1 });
      opening.onsuccess = () => opening.result.close();
    });
    await page.reload();
    await page.waitForSelector('#toast:has-text("cannot be read")');
    await paste(page, pgn(MIRRORED, 'C', 'D'));
    await counted(page, 1);
    assert.match(await downloaded(page, '[data-focus=save-aside]'), /"odd": 1/);
    await done(page);
  });
});

test('a page whose browser has no store says so, and keeps the last ten as before', async () => {
  const page = await open({ settings: people });
  await page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
  await page.reload();
  await toGames(page);
  await page.waitForSelector('.room:has-text("no store of games")');
  for (const game of [WHOLE, 'd3c3c4', 'f5d6']) await paste(page, game);
  await page.reload();
  await toGames(page);
  assert.deepEqual(await page.$$eval('.earlier li', (all) => all.map((one) => one.textContent.split(' ')[0])), [
    'd3c3c4',
    'f5f6d3c5c6c7g7e3e2f4',
  ]);
  assert.equal(await page.locator('.kept-games button:visible').count(), 0);
  await done(page);
});
