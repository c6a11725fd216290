// The npm package as it was built, on pages of a web server. Part of browser.mjs.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { browser, here } from './page.mjs';

const built = `${here}../dist/bianca-engine/`;
const TYPES = { js: 'text/javascript', wasm: 'application/wasm' };
/** Pages by what they may: each has another way to stop a search. */
const PAGES = {
  isolated: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
  usual: {},
  strict: { 'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:" },
};

/** Plies: from the beginning of a game no search gets so deep. */
const ENDLESS = 60;

describe('the npm package', { skip: existsSync(`${built}index-browser.js`) ? false : 'dist/bianca-engine is not built' }, () => {
  let server;
  let address;
  before(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url, 'http://localhost');
      const [, kind, name] = /^\/(\w+)\/([\w.-]*)$/.exec(pathname) ?? [];
      const headers = PAGES[kind];
      if (headers && name === '') {
        response.writeHead(200, { 'content-type': 'text/html', ...headers });
        response.end('<!doctype html><link rel="icon" href="data:,"><title>bianca-engine</title>');
      } else if (headers && existsSync(built + name)) {
        response.writeHead(200, { 'content-type': TYPES[name.split('.').pop()] ?? 'text/plain', ...headers });
        response.end(readFileSync(built + name));
      } else {
        response.writeHead(404).end();
      }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${server.address().port}/`;
  });
  after(() => server?.close());

  /** What a function makes of the package's `start` on a page, and what went wrong there. */
  async function on(kind, work, given) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(error.message));
    try {
      await page.goto(`${address}${kind}/`);
      await page.evaluate(async () => {
        globalThis.bianca = await import('./index-browser.js');
      });
      const made = await page.evaluate(work, given);
      assert.deepEqual(wrong, []);
      return made;
    } finally {
      await context.close();
    }
  }

  test('takes moves back, plays them again and lists them', async () => {
    const said = await on('usual', async () => {
      const bianca = await globalThis.bianca.start();
      const refused = (promise) => promise.then(() => false).catch(() => true);
      await bianca.play(['f5', 'd6', 'c3']);
      await bianca.undo(2);
      const back = await bianca.history();
      await bianca.redo();
      const again = await bianca.history();
      await bianca.redo();
      const refusals = [await refused(bianca.redo()), await refused(bianca.undo(4)), await refused(bianca.play('a1'))];
      const state = await bianca.state();
      return { back, again, refusals, history: state.history, legal: (await bianca.legalMoves()).join() === state.legal.join() };
    });
    assert.deepEqual(said, {
      back: ['f5'],
      again: ['f5', 'd6'],
      refusals: [true, true, true],
      history: ['f5', 'd6', 'c3'],
      legal: true,
    });
  });

  test('tells openings, the book, and what is proven', async () => {
    const said = await on('usual', async () => {
      const bianca = await globalThis.bianca.start();
      const nothing = await bianca.opening();
      const known = await bianca.book();
      await bianca.play('f5d6c3d3c4');
      const { name, moves, names } = await bianca.opening();
      const [legal, book] = [await bianca.legalMoves(), await bianca.book()];
      await bianca.newGame('XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX--- X');
      const exact = await bianca.solve();
      return {
        nothing: nothing === undefined,
        known: known.map((one) => one.move).sort(),
        opening: [name, moves, names.spanish],
        isLegal: book.length > 0 && book.every((one) => legal.includes(one.move)),
        exact: [exact.move, exact.score, exact.proven],
        wld: (await bianca.solve({ wld: true })).score,
        windows: [(await bianca.window(4, 6)).proven, (await bianca.window(20, 22)).proven],
      };
    });
    assert.deepEqual(said, {
      nothing: true,
      known: ['c4', 'd3', 'e6', 'f5'],
      opening: ['Tiger', 5, 'Tigre'],
      isLegal: true,
      exact: ['a4', 10, 'exact'],
      wld: 1,
      windows: ['atleast', 'atmost'],
    });
  });

  test('judges a game and follows an analysis', async () => {
    const said = await on('usual', async () => {
      const bianca = await globalThis.bianca.start();
      await bianca.play('f5f6d3c5c6');
      const found = [];
      const judged = await bianca.review({ level: 4 }, (one) => found.push(one.move));
      let lines = 0;
      await bianca.analyze(2, () => ++lines === 8 && bianca.stop());
      const played = await bianca.genmove();
      return { found, judged: judged.map((one) => one.move), lines, isLast: (await bianca.history()).at(-1) === played };
    });
    assert.deepEqual(said.judged, ['f5', 'f6', 'd3', 'c5', 'c6']);
    assert.deepEqual(said.found, said.judged.toReversed());
    assert.ok(said.lines >= 8 && said.isLast);
  });

  for (const kind of Object.keys(PAGES)) {
    test(`ends searches by an AbortSignal on a page that is ${kind}`, async () => {
      const said = await on(
        kind,
        async (depth) => {
          const bianca = await globalThis.bianca.start();
          const name = (promise) => promise.then(() => 'answered').catch((error) => error.name);
          await bianca.play('f5');
          const [running, waiting] = [new AbortController(), new AbortController()];
          const search = name(bianca.search({ depth, signal: running.signal }));
          const behind = name(bianca.search({ depth, signal: waiting.signal }));
          waiting.abort();
          const given = await behind;
          setTimeout(() => running.abort(), 150);
          const begun = performance.now();
          const names = [given, await search];
          const seconds = (performance.now() - begun) / 1000;
          names.push(await name(bianca.solve({ signal: AbortSignal.timeout(100) })));
          names.push(await name(bianca.genmove({ signal: AbortSignal.abort() })));
          const { generation } = bianca.engine;
          return {
            isolated: globalThis.crossOriginIsolated,
            names,
            seconds,
            generation,
            history: await bianca.history(),
            next: (await bianca.search({ depth: 4 })).depth,
          };
        },
        ENDLESS,
      );
      assert.equal(said.isolated, kind === 'isolated');
      assert.deepEqual(said.names, ['AbortError', 'AbortError', 'TimeoutError', 'AbortError']);
      assert.ok(said.seconds < 10, `${said.seconds} s`);
      // Without shared memory or addresses the worker is ended with the search, and its game is lost.
      assert.deepEqual([said.generation, said.history], kind === 'strict' ? [2, []] : [0, ['f5']]);
      assert.equal(said.next, 4);
    });
  }

  test('works in two workers at once, and one of them can be stopped', async () => {
    const said = await on(
      'usual',
      async (depth) => {
        const { start } = globalThis.bianca;
        const [one, other] = await Promise.all([start(), start()]);
        await Promise.all([one.play('f5d6c3d3c4'), other.play(['f5', 'f6'])]);
        let isOver = false;
        const endless = one.search({ depth }).then((info) => {
          isOver = true;
          return info;
        });
        // The other one answers while the first one searches.
        const found = await other.search({ depth: 8 });
        const wasOver = isOver;
        one.stop();
        const best = await endless;
        const legal = await one.legalMoves();
        return {
          wasOver,
          depths: [best.depth < depth, found.depth],
          isLegal: legal.includes(best.move),
          histories: [await one.history(), await other.history()],
        };
      },
      ENDLESS,
    );
    assert.deepEqual(said, {
      wasOver: false,
      depths: [true, 8],
      isLegal: true,
      histories: [
        ['f5', 'd6', 'c3', 'd3', 'c4'],
        ['f5', 'f6'],
      ],
    });
  });

  test('runs the programs of its README', async () => {
    const programs = [...readFileSync(`${built}README.md`, 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program);
    assert.ok(programs.length >= 2);
    for (const program of programs) {
      const told = await on(
        'usual',
        async (source) => {
          const lines = [];
          console.log = (...words) => lines.push(words.join(' '));
          await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
          return lines;
        },
        program.replace("'bianca-engine'", `'${address}usual/index-browser.js'`),
      );
      assert.ok(told.length > 0 && told.every((line) => line !== '' && !line.includes('undefined')), told.join('\n'));
    }
  });
});
