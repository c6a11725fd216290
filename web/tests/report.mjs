// Tests of reports in Debian's Chromium or Firefox: [BROWSER=firefox] node tests/report.mjs
// The executable that makes them is what BIANCA names, else the newest below ../target. Pictures go to
// dist/pictures.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bianca } from './executable.mjs';
import { isFirefox, launch } from './launch.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pictures = here + '../dist/pictures/';
const SIZES = { wide: { width: 1280, height: 850 }, narrow: { width: 360, height: 740 } };

// What names may hold.
const EVIL = [
  '<script>window.evil=1</script>',
  '<img src=x onerror="window.evil=1">',
  '"\'></title></style></script><b>',
  'a\u202Eeman',
  "' onmouseover='window.evil=1",
];
const escaped = (text) => text.replace(/[\]\\]/g, '\\$&');
const MOVES = 'd3c3c4c5d6e3d2c2f4d7d8f5b4c6b3d1e6f3g3';
const GAME = `(;GM[Othello]PC[Paris]EV[Open]RO[3]DT[1995.05.01]PB[Ann]PW[Bo]TI[0]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]${MOVES.match(
  /../g,
)
  .map((move, i) => `${'BW'[i % 2]}[${move}]`)
  .join('')};)`;

/** The languages besides English, with what is said there of the start and of the games of a match. */
const TONGUES = [
  ['es', 'El principio', /^4 partidas · .* · aperturas .* · semilla 1$/],
  ['fr', 'Le début', /^4 parties · .* · ouvertures .* · graine 1$/],
  ['ja', '開始局面', /^4 局 · .* · 開局 .* · 乱数の種 1$/],
  ['zh', '开局', /^4 局 · .* · 开局 .* · 随机种子 1$/],
];

const scratch = mkdtempSync(`${tmpdir()}/bianca-report-`);
const file = (name) => `${scratch}/${name}`;
/** Makes a report. */
function report(name, ...args) {
  execFileSync(bianca, [...args, '--report', file(name)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 120_000,
    // Whoever runs this may speak another language.
    env: { ...process.env, LC_ALL: 'C' },
  });
  return file(name);
}

let browser;
const made = {};
before(async () => {
  mkdirSync(pictures, { recursive: true });
  writeFileSync(file('game.ggf'), `${GAME}\n`);
  writeFileSync(file('games.ggf'), `${`${GAME}\n`.repeat(2)}${GAME.replace('PB[Ann]', 'PB[Cleo]')}\n`);
  const evil = EVIL.map((_, i) =>
    ['PC', 'EV', 'RO', 'DT', 'PB', 'PW'].reduce(
      (game, tag, k) => game.replace(new RegExp(`${tag}\\[[^\\]]*\\]`), () => `${tag}[${escaped(EVIL[(i + k) % EVIL.length])}]`),
      GAME,
    ),
  );
  const hostile = file('<img src=x onerror=window.evil=1>"\'\u202E.ggf');
  writeFileSync(hostile, evil.join('\n') + '\n');
  const analyze = ['analyze', '--level', '4', '--explain'];
  made.one = report('one.html', ...analyze, file('game.ggf'));
  made.some = report('some.html', ...analyze, file('games.ggf'));
  writeFileSync(file('short.txt'), 'e6f4e3f6g5d6e7f5c5\n');
  made.short = report('short.html', ...analyze, file('short.txt'));
  made.hostile = hostile;
  made.evil = report('evil.html', ...analyze, hostile);
  const engines = ['cmd=player:bianca:2', 'cmd=player:bianca:1'].flatMap((engine) => ['--engine', engine]);
  made.match = report('match.html', 'match', '--games', '20', '--seed', '1', '--openings', 'random:8', ...engines);
  for (const [code] of TONGUES) {
    made[`match ${code}`] = report(`match-${code}.html`, 'match', '--lang', code, '--games', '4', '--seed', '1', ...engines);
    made[`games ${code}`] = report(`games-${code}.html`, ...analyze, '--lang', code, file('games.ggf'));
  }
  // An engine of a hostile name that answers with hostile text, and openings from a file of such a name.
  const answer = '= </script><script>window.evil=1</script><img src=x onerror=window.evil=1>';
  writeFileSync(
    file('engine'),
    `#!/bin/sh\nwhile read -r command rest; do case $command in\ngenmove) echo '${answer}';;\n*) echo =;;\nesac; echo; done\n`,
    { mode: 0o755 },
  );
  const openings = file('<b onclick=window.evil=1>\u202E"');
  writeFileSync(openings, 'f5d6\n');
  const named = (name) => `name="${name.replaceAll('"', '\\"')}"`;
  made.evilMatch = report(
    'evil-match.html',
    'match',
    '--games',
    '2',
    '--seed',
    '1',
    '--openings',
    openings,
    '--engine',
    `${named(EVIL[0])} cmd=player:greedy`,
    '--engine',
    `${named(EVIL[1] + EVIL[3])} cmd=${file('engine')}`,
  );
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** A report as it is first seen; what goes wrong in it fails the test that closes it. */
async function open(path, { size = 'wide', colorScheme = 'light', hash = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme, ...options });
  const page = await context.newPage();
  page.wrong = [];
  page.on('pageerror', (error) => page.wrong.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.wrong.push(message.text()));
  page.on('request', (request) => request.url().startsWith('file:') || page.wrong.push(request.url()));
  await page.goto(String(pathToFileURL(path)) + hash);
  return page;
}

async function done(page) {
  assert.deepEqual(page.wrong, []);
  await page.context().close();
}

const status = (page) => page.textContent('.status');
const discs = (page) => page.$$eval('.board [data-disc="X"], .board [data-disc="O"]', (all) => all.length);
const picture = (page, name, more) => page.screenshot({ path: `${pictures}report-${name}.png`, caret: 'initial', ...more });

async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

describe('a report in another language', () => {
  for (const [code, start, games] of TONGUES) {
    for (const size of ['wide', 'narrow']) {
      test(`${code}, ${size}: is in it as a whole, and without a fault that axe finds`, async () => {
        for (const kind of ['match', 'games']) {
          const page = await open(made[`${kind} ${code}`], { size, colorScheme: size === 'wide' ? 'dark' : 'light' });
          assert.equal(await page.getAttribute('html', 'lang'), code);
          assert.equal(await status(page), start);
          if (kind === 'match') assert.match((await page.textContent('main > p.quiet')).trim(), games);
          assert.deepEqual(await serious(page), [], kind);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), kind);
          // The name of a column stands in one line.
          const heights = await page.$$eval('td[data-label]', (all) => all.map((one) => one.getBoundingClientRect().height));
          assert.ok(Math.max(...heights) < 40, heights.join());
          await picture(page, `${kind}-${code}-${size}`, { fullPage: true });
          await done(page);
        }
      });
    }
  }
});

describe('a report of how strong players are', () => {
  for (const size of ['wide', 'narrow']) {
    test(`${size}: is whole in every language, without a fault that axe finds`, async () => {
      for (const [code, few] of [
        ['en', 'More games make it surer'],
        ['es', 'Con más partidas será más seguro'],
        ['fr', 'Avec plus de parties, ce sera plus sûr'],
        ['ja', '対局が増えれば確かになります'],
        ['zh', '对局越多越可靠'],
      ]) {
        const path = report(`rate-${code}.html`, 'rate', '--lang', code, file('games.ggf'));
        const page = await open(path, { size, colorScheme: size === 'wide' ? 'dark' : 'light' });
        assert.equal(await page.getAttribute('html', 'lang'), code);
        assert.deepEqual(await page.$$eval('.rated h2', (all) => all.map((one) => one.textContent).sort()), ['Ann', 'Bo', 'Cleo']);
        assert.ok((await page.textContent('main')).includes(few), code);
        await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
        assert.deepEqual(await serious(page), [], code);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), code);
        await picture(page, `rate-${code}-${size}`, { fullPage: true });
        await done(page);
      }
    });
  }

  test('shows names as they are, whatever is in them', async () => {
    const page = await open(report('rate-evil.html', 'rate', made.hostile));
    assert.ok((await page.textContent('main')).includes('<script>window.evil=1</script>'));
    assert.equal(await page.evaluate(() => window.evil), undefined);
    await done(page);
  });
});

describe('a game of a report', () => {
  test('is gone through by keys, buttons, moves and curve, and the address follows', async () => {
    const page = await open(made.one);
    assert.equal(await status(page), 'The start');
    assert.match(await page.textContent('.about-panel'), /Game 1 not finished.*Open, round 3, Paris, 1995.05.01.*Opening: /s);
    assert.deepEqual(await page.$$eval('.player .name', (all) => all.map((one) => one.textContent)), ['Ann', 'Bo']);
    for (const [key, count, said] of [
      ['ArrowRight', 5, 'Move 1: black d3'],
      ['ArrowRight', 6, 'Move 2: white c3'],
      ['ArrowLeft', 5, 'Move 1: black d3'],
      ['End', 23, 'Move 19: black g3'],
      ['ArrowRight', 23, 'Move 19: black g3'],
      ['Home', 4, 'The start'],
    ]) {
      await page.keyboard.press(key);
      assert.deepEqual([await discs(page), await status(page)], [count, said], key);
    }
    await page.click('.controls [aria-label^=Forward]');
    await page.click('.moves a:has-text("c5")');
    assert.equal(await status(page), 'Move 4: white c5');
    assert.equal(await page.getAttribute('.moves [aria-current]', 'href'), '#g1.4');
    await page.waitForFunction(() => location.hash === '#g1.4');
    const box = await (await page.$('.curve')).boundingBox();
    await page.mouse.click(box.x + 30 + ((box.width - 40) * 12) / 60, box.y + 40);
    assert.equal(await status(page), 'Move 12: white f5');
    await page.mouse.move(box.x + 30 + ((box.width - 40) * 3) / 60, box.y + 40);
    assert.match(await page.textContent('.curve .told'), /^3\. c4\?{0,2} [+−]?\d/);
    await page.waitForFunction(() => location.hash === '#g1.12');
    await page.reload();
    assert.equal(await status(page), 'Move 12: white f5');
    await page.evaluate(() => (location.hash = '#g1.2'));
    await page.waitForFunction(() => document.querySelector('.status').textContent === 'Move 2: white c3');
    for (const wrong of ['#g1.999', '#g9.3', '#g1.x', '#']) await page.evaluate((hash) => (location.hash = hash), wrong);
    assert.ok([4, 23].includes(await discs(page)));
    await done(page);
  });

  test('has its mistakes marked, and the better line played out', async () => {
    const page = await open(made.one);
    await page.click('.moves .blunder, .moves .mistake');
    const [at, count] = [await status(page), await discs(page)];
    assert.equal(await page.$$eval('.cell.best', (all) => all.length), 1);
    assert.match(await page.textContent('.detail'), /loses \d.*Better: [a-h][1-8]/);
    await page.click('.detail .show');
    await page.waitForSelector('.board.in-line');
    assert.equal(await discs(page), count);
    await page.keyboard.press('ArrowRight');
    assert.equal(await discs(page), count + 1);
    await page.keyboard.press('Escape');
    assert.equal(await page.$('.board.in-line'), null);
    assert.deepEqual([await status(page), await discs(page)], [at, count]);
    await page.keyboard.press('b');
    await page.waitForSelector('.board.in-line');
    await page.keyboard.press('Home');
    assert.equal(await status(page), 'The start');
    // Each blunder says why, and what it says is also there without the script.
    const whys = await page.$$eval('.record .why', (all) => all.map((one) => one.dataset.ply));
    assert.equal(whys.length, await page.$$eval('.moves .blunder', (all) => all.length));
    await page.waitForFunction(() => location.hash === '#g1.0');
    await page.evaluate((ply) => (location.hash = `#g1.${ply}`), whys[0]);
    await page.waitForSelector('.detail .reason');
    await done(page);
  });

  test('ends with a word on the empty squares, and what is unfolded is read whole', async () => {
    const page = await open(made.short);
    await page.keyboard.press('End');
    assert.equal(await status(page), 'Move 9: black c5; the 51 empty squares count for black');
    assert.equal(await page.textContent('.result'), '64–0');
    await done(page);
    const other = await open(made.one);
    while ((await other.$('.detail details')) === null) await other.keyboard.press('ArrowRight');
    await other.click('.detail summary');
    assert.ok(await other.$eval('.detail', (box) => box.scrollHeight <= box.clientHeight + 1));
    await picture(other, 'unfolded');
    await done(other);
  });

  test('is copied', async () => {
    const page = await open(made.one);
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (window.copied = text) } }),
    );
    await page.click('button:text-is("Copy the moves")');
    await page.waitForSelector('button:text-is("Copied")');
    assert.equal(await page.evaluate(() => window.copied), MOVES);
    await done(page);
  });

  test('of a match has the scores of both players, their depth and their time', async () => {
    const page = await open(made.match, { hash: '#g3.20' });
    assert.equal((await page.$$('.curve .line')).length, 2);
    assert.match(await page.textContent('.detail'), /^(Black|White|Even).*depth \d.*\d\.\d\d s$/);
    await page.keyboard.press('Home');
    for (let turn = 0; turn < 8; turn++) await page.keyboard.press('ArrowRight');
    assert.match(await status(page), /from the opening$/);
    await done(page);
  });
});

describe('the games of a report', () => {
  test('are chosen, searched and gone through', async () => {
    const page = await open(made.match);
    assert.match(await page.textContent('.search'), /20 games/);
    await page.click('#games article:nth-of-type(5) a');
    assert.match(await page.textContent('.heading'), /^Game 5 \d+–\d+$/);
    await page.keyboard.press('n');
    assert.match(await page.textContent('.heading'), /^Game 6 /);
    await page.keyboard.press('p');
    await page.click('[aria-label^="Previous game"]');
    assert.match(await page.textContent('.heading'), /^Game 4 /);
    const result = await page.textContent('#g4 .result');
    await page.fill('.search input', result);
    const shown = await page.$$eval('.record:not([hidden]) .result', (all) => all.map((one) => one.textContent));
    assert.ok(shown.length >= 1 && shown.every((one) => one === result), String(shown));
    assert.match(await page.textContent('.search'), new RegExp(`${shown.length} of 20 games`));
    // What is typed there are no keys.
    await page.keyboard.press('n');
    assert.match(await page.textContent('.heading'), /^Game 4 /);
    await done(page);
  });

  // Firefox is steered by scripts of its own, which cannot be had without those of the page.
  test('are read without scripts and on paper', { skip: isFirefox }, async () => {
    const plain = await open(made.some, { javaScriptEnabled: false });
    assert.equal(await plain.isVisible('#viewer'), false);
    for (const part of ['#g2 .plain', '#g2 .summary', '#g2 .diagram', '#g3 .why', '.plain-key'])
      assert.ok(await plain.isVisible(part), part);
    assert.match(await plain.textContent('#g1 .plain'), /^1\.\u00a0d3.* 19\.\u00a0g3/);
    await picture(plain, 'plain', { fullPage: true });
    await done(plain);
    const paper = await open(made.some, { colorScheme: 'dark' });
    await paper.emulateMedia({ media: 'print' });
    assert.equal(await paper.isVisible('#viewer .board'), false);
    for (const part of ['#g2 .plain', '#g2 .diagram', '#g3 .why']) assert.ok(await paper.isVisible(part), part);
    assert.equal(await paper.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    await done(paper);
  });

  test('are three thousand in a page that opens at once', async () => {
    // The match a hundred and fifty times.
    const text = readFileSync(made.match, 'utf8');
    const games = [...text.matchAll(/<article[\s\S]*?<\/article>/g)].map(([game]) =>
      game.replace(/<div class="paper">[\s\S]*?<\/div>/, ''),
    );
    const all = Array.from({ length: 3000 }, (_, i) => games[i % games.length].replace(/ id="g\d+"/, ` id="g${i + 1}"`));
    const page =
      text.slice(0, text.indexOf('<article')).replace('<section id="games"', '<section class="many" id="games"') +
      all.join('') +
      text.slice(text.lastIndexOf('</article>') + 10);
    writeFileSync(file('many.html'), page);
    assert.ok(page.length < 15e6, String(page.length));
    const begun = Date.now();
    const opened = await open(file('many.html'), { hash: '#g2900.30' });
    assert.match(await opened.textContent('.heading'), /^Game 2900 /);
    const took = Date.now() - begun;
    console.log(`3,000 games, ${(page.length / 1e6).toFixed(1)} MB: open after ${took} ms`);
    // Two seconds on an idle machine.
    assert.ok(took < 10_000, `${took} ms`);
    await done(opened);
  });
});

describe('what names hold', () => {
  for (const [name, texts] of [
    ['evil', EVIL],
    ['evilMatch', [EVIL[0], EVIL[1], '</script><script>window.evil=1</script>', '<b onclick=']],
  ]) {
    test(`is shown and cannot run: ${name}`, async () => {
      const page = await open(made[name]);
      const count = (await page.$$('.record')).length;
      for (let game = 0; game < count; game++) {
        for (const target of await page.$$('.player .name, .about-panel bdi')) await target.hover({ force: true });
        await page.keyboard.press('End');
        await page.keyboard.press('n');
      }
      await page.waitForTimeout(200);
      assert.equal(await page.evaluate(() => window.evil), undefined);
      assert.deepEqual(
        await page.$$eval('script, img, iframe, object, embed, link, [onerror], [onclick], [onmouseover]', (all) =>
          all.map((one) => one.tagName),
        ),
        ['SCRIPT'],
      );
      const text = await page.evaluate(() => document.title + document.body.textContent);
      assert.ok(!/[\u202a-\u202e\u2066-\u2069]/.test(text));
      for (const evil of texts) assert.ok(text.includes(evil.replace('\u202E', '\\u{202e}')), evil);
      assert.ok(text.includes('\\u{202e}'));
      await done(page);
    });
  }

  test('could not run even if it were no text', async () => {
    const page = await open(made.one);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML(
        'beforeend',
        '<img src="data:image/png,x" onerror="window.evil=1"><b id="b" onclick="window.evil=2">b</b>',
      );
      const script = document.createElement('script');
      script.textContent = 'window.evil=3';
      document.body.append(script);
      document.getElementById('b').click();
    });
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => window.evil), undefined);
    assert.ok(isFirefox || page.wrong.length >= 3, 'the policy has spoken');
    await page.context().close();
  });
});

describe('reports look well', () => {
  for (const size of Object.keys(SIZES)) {
    for (const colorScheme of isFirefox ? ['light'] : ['light', 'dark']) {
      test(`${size} ${colorScheme}: no fault that axe finds, nothing beside the page`, async () => {
        for (const [name, hash] of [
          ['one', ''],
          ['some', '#g2.12'],
          ['match', '#g2.30'],
          ['evil', ''],
          ['evilMatch', ''],
        ]) {
          const page = await open(made[name], { size, colorScheme, hash });
          await page.waitForTimeout(1300);
          await picture(page, `${name}-${size}-${colorScheme}`, { fullPage: true });
          assert.deepEqual(await serious(page), [], name);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
          page.wrong = page.wrong.filter((text) => !text.includes('style-src'));
          await done(page);
        }
      });
    }
  }

  test('nothing moves from one turn to the next', async () => {
    const page = await open(made.one);
    const boxes = () =>
      page.$$eval('.frame, .curve, .moves-box, .controls', (all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await boxes();
    for (let turn = 0; turn < 19; turn++) {
      await page.keyboard.press('ArrowRight');
      assert.deepEqual(await boxes(), before);
    }
    await done(page);
  });
});
