// The npm package as it was built, in Node. Skipped, and said so, without the build.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Bianca, Info, JudgedMove } from '../package/src/index';
import { workerTransport } from '../package/src/transport';
import type { Order, Told } from '../package/src/worker';
import { type Game, gameOf } from '../page/src/game';
import { Work } from '../page/src/mind';
import { Session } from '../page/src/session';
import { indexOf, legalMoves, nameOf, play, START } from '../page/src/rules';

const built = process.cwd() + '/dist/bianca-engine/index-node.js';
const options = existsSync(built) && !process.argv.includes('--without-engine') ? {} : { skip: 'dist/bianca-engine is not built' };
let bianca: Bianca;
before(async () => {
  if ('skip' in options) return;
  const { start } = (await import(pathToFileURL(built).href)) as { start: () => Promise<Bianca> };
  bianca = await start();
});
after(() => bianca?.close());

test('the ten lines of the README play a move', options, async () => {
  await bianca.newGame();
  await bianca.play('f5d6c3');
  const best = await bianca.search({ movetime: 200 });
  assert.ok((await bianca.legalMoves()).includes(best.move));
  assert.ok(Math.abs(best.score) < 10 && best.depth >= 4);
  await bianca.play(best.move);
  assert.match(await bianca.ask('showboard'), /black to move/);
});

test('the programs of the README run, and are typed', options, async () => {
  const blocks = [...readFileSync('package/README.md', 'utf8').matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block!);
  assert.ok(blocks.length >= 2);
  const folder = 'dist/readme/';
  mkdirSync(folder, { recursive: true });
  for (const [number, block] of blocks.entries()) {
    writeFileSync(`${folder}${number}.ts`, block);
    writeFileSync(`${folder}${number}.mjs`, block.replace("'bianca-engine'", "'../bianca-engine/index-node.js'"));
    const told = execFileSync(process.execPath, [`${folder}${number}.mjs`], { encoding: 'utf8', timeout: 60_000 });
    assert.ok(told.trim() !== '');
  }
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM'],
    types: [],
    paths: { 'bianca-engine': ['../bianca-engine/index.d.ts'] },
  };
  writeFileSync(`${folder}tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], { stdio: 'inherit' });
});

test('moves are taken back, played again and listed', options, async () => {
  await bianca.newGame();
  await bianca.play(['f5', 'd6', 'c3']);
  await bianca.play([]);
  await bianca.undo(2);
  assert.deepEqual(await bianca.history(), ['f5']);
  await bianca.redo();
  assert.deepEqual(await bianca.history(), ['f5', 'd6']);
  await bianca.redo();
  await assert.rejects(bianca.redo());
  await assert.rejects(bianca.undo(4));
  assert.deepEqual(await bianca.history(), ['f5', 'd6', 'c3']);
});

test('openings and the book are told', options, async () => {
  await bianca.newGame();
  assert.equal(await bianca.opening(), undefined);
  await bianca.play('f5d6c3d3c4');
  const opening = (await bianca.opening())!;
  assert.deepEqual([opening.name, opening.moves, opening.names['spanish']], ['Tiger', 5, 'Tigre']);
  const known = await bianca.book();
  const legal = await bianca.legalMoves();
  assert.ok(known.every(({ move, proven }) => legal.includes(move) && proven === 'no'));
});

test('a window and a solution say what is proven', options, async () => {
  await bianca.newGame('XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX--- X');
  const exact = await bianca.solve();
  assert.deepEqual([exact.move, exact.score, exact.proven], ['a4', 10, 'exact']);
  assert.deepEqual([(await bianca.solve({ wld: true })).score, (await bianca.window(4, 6)).proven], [1, 'atleast']);
  assert.equal((await bianca.window(20, 22)).proven, 'atmost');
});

test('an AbortSignal ends its own search, running or waiting, and the engine goes on', options, async () => {
  await bianca.newGame();
  const aborted = { name: 'AbortError' };
  const running = new AbortController();
  const search = bianca.search({ depth: 60, signal: running.signal });
  const waiting = new AbortController();
  const behind = bianca.search({ depth: 60, signal: waiting.signal });
  const history = bianca.history();
  waiting.abort();
  await assert.rejects(behind, aborted);
  setTimeout(() => running.abort(), 100);
  await assert.rejects(search, aborted);
  assert.deepEqual(await history, []);
  const found: Info[] = [];
  const analysis = new AbortController();
  await assert.rejects(
    bianca.analyze(2, (info) => found.push(info) > 5 && analysis.abort(), { signal: analysis.signal }),
    aborted,
  );
  assert.ok(found.length > 5);
  await assert.rejects(bianca.solve({ signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
  await assert.rejects(bianca.genmove({ signal: AbortSignal.abort() }), aborted);
  await assert.rejects(bianca.hint(3, 30, { signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
  await bianca.ask('option Level 3');
  await bianca.play('f5d6');
  await assert.rejects(bianca.review({ level: 30, signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
  // A signal that nobody aborts leaves the answer alone, also afterwards.
  const unused = new AbortController();
  assert.equal((await bianca.search({ depth: 4, signal: unused.signal })).depth, 4);
  unused.abort();
  assert.deepEqual(await bianca.history(), ['f5', 'd6']);
});

test('several engines work at once, each with its own game', options, async () => {
  const { start } = (await import(pathToFileURL(built).href)) as { start: () => Promise<Bianca> };
  const engines = await Promise.all([start(), start(), start()]);
  try {
    await Promise.all(engines.map((engine, i) => engine.play('f5d6c3'.slice(0, 2 * i + 2))));
    const begun = performance.now();
    const found = await Promise.all(engines.map((engine) => engine.search({ movetime: 500 })));
    assert.ok(performance.now() - begun < 1400);
    assert.equal(found.length, 3);
    assert.deepEqual(await Promise.all(engines.map(async (engine) => (await engine.history()).length)), [1, 2, 3]);
  } finally {
    for (const engine of engines) engine.close();
  }
});

test('the state of any game is told as data', options, async () => {
  await bianca.newGame();
  await bianca.play('f5');
  const othello = await bianca.state();
  assert.deepEqual([othello.game, othello.to_move, othello.last, othello.over, othello.score], ['Othello', 'white', 'f5', false, null]);
  assert.deepEqual(othello.legal, await bianca.legalMoves());
  assert.deepEqual(othello.cells[4]?.[5], { move: 'f5', piece: 'black' });
  await bianca.ask('newgame frogs 1');
  const frogs = await bianca.state();
  assert.deepEqual(
    frogs.cells.map((row) => row.map((cell) => cell.piece)),
    [['black', null, 'white']],
  );
  await bianca.ask('newgame othello');
});

test('path counts are those of the rules', options, async () => {
  await bianca.newGame();
  assert.equal(await bianca.ask('perft 8'), '390216');
});

test('rules and engine agree on legal moves through whole games', options, async () => {
  let seed = 1;
  for (let game = 0; game < 5; game++) {
    await bianca.newGame();
    let position = START;
    for (;;) {
      const moves = legalMoves(position).map(nameOf);
      const told = await bianca.legalMoves();
      const expected = moves.length === 0 && play(position, 'pass') ? ['pass'] : moves;
      assert.deepEqual([...told].sort(), [...expected].sort());
      if (told.length === 0) break;
      seed = (seed * 1103515245 + 12345) % 2147483648;
      const move = told[seed % told.length]!;
      await bianca.play(move);
      position = play(position, move)!;
      assert.ok(move === 'pass' || indexOf(move) >= 0);
    }
  }
});

test('a small ending is solved exactly', options, async () => {
  await bianca.newGame('OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- O');
  const best = await bianca.search({ exact: true });
  assert.deepEqual([best.move, best.score, best.proven], ['h8', 64, 'exact']);
});

/** A whole game with two passes, by players who lost much in all of its parts. */
const PLAYED =
  'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2c2b4a3c8b7a8b3f2g1g3g4a7h3e1f1a4d1h8g5a6h7g8f8a2passe8passh6g6h5h4g2h2c1b1h1b2a1';

const target = process.env['CARGO_TARGET_DIR'] ?? '../target';
const age = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newest = ['debug', 'quick', 'release'].map((profile) => `${target}/${profile}/bianca`).sort((a, b) => age(b) - age(a))[0]!;
const executable = process.env['BIANCA'] ?? newest;
const compared = 'skip' in options || existsSync(executable) ? options : { skip: 'there is no executable to compare with' };

test('the page says of every move what bianca analyze says with its weights', compared, async () => {
  const analyse = ['analyze', '-', '--json', '--level', '8', '--explain', '--evaluation', '../crates/search/src/eval/weights/page.weights'];
  const text = execFileSync(executable, analyse, { input: PLAYED, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
  const { moves } = JSON.parse(text) as { moves: JudgedMove[] };
  assert.equal(moves.length, 60);
  const work = new Work(new Session(bianca.engine));
  const { game } = gameOf(START, PLAYED.match(/pass|../g)!);
  const found: JudgedMove[] = [];
  await work.review(game, 8, (judged) => {
    found.unshift(judged);
    game.judge(judged, 8);
  });
  assert.deepEqual(found, moves);
  for (const { turn, side, score, loss, grade } of moves) {
    assert.deepEqual([game.loss(turn), game.grade(turn)], [loss, grade]);
    const black = side === 'black' ? score : -score;
    assert.equal(game.value(turn + 1), black);
  }
  assert.equal(game.known.unjudged(game.line, 8), 0);
});

test('a review goes on with the moves that are left when something came between, and says the same', options, async () => {
  const review = async (game: Game, most: number): Promise<JudgedMove[]> => {
    const found: JudgedMove[] = [];
    const work = new Work(new Session(bianca.engine));
    await work.review(game.placeAt(game.known.unjudged(game.line, 6)), 6, (judged) => {
      found.push(judged);
      game.judge(judged, 6);
      if (found.length === most) {
        work.cancelled = true;
        bianca.stop();
      }
    });
    return found;
  };
  const played = PLAYED.match(/pass|../g)!;
  const { game: whole } = gameOf(START, played);
  const told = await review(whole, 60);
  const { game } = gameOf(START, played);
  for (const most of [5, 30, 7, 9]) {
    await review(game, most);
    assert.ok(game.known.unjudged(game.line, 6) > 0);
    // Something else: another position, another search.
    await bianca.newGame();
    assert.equal((await bianca.search({ depth: 6 })).depth, 6);
  }
  const rest = await review(game, 60);
  assert.ok(rest.length < 30, `${rest.length} of 60 moves are judged again at the end`);
  for (const { turn } of told) assert.deepEqual(game.judgement(turn), whole.judgement(turn));
  await assert.rejects(
    new Work(new Session(bianca.engine)).review({ start: START, moves: ['a1'] }, 6, () => {}),
    /illegal move: a1/,
  );
});

test('stop ends a search that has no end, and only that one', options, async () => {
  await bianca.newGame();
  const found: Info[] = [];
  const begun = performance.now();
  const analysis = bianca.analyze(4, (info) => {
    found.push(info);
    if (found.length === 12) bianca.stop();
  });
  await analysis;
  assert.ok(performance.now() - begun < 20_000);
  assert.ok(found.length >= 12);
  const next = await bianca.search({ depth: 8 });
  assert.equal(next.depth, 8);
});

test('what has no end of its own ends where nothing is left to find', options, async () => {
  await bianca.newGame(`${'O'.repeat(62)}X- O`);
  const found: Info[] = [];
  await bianca.analyze(2, (info) => found.push(info));
  assert.ok(found.length > 0 && found.every(({ move, proven }) => move === 'h8' && proven === 'exact'));
  assert.match(await bianca.ask('go infinite'), /^info rank 1 move h8 score \+64\.00 proven exact /);
  await bianca.newGame();
});

test('a stop before the worker is ready ends the command that waits for it', async () => {
  const orders: Order[] = [];
  let tell: (told: Told) => void = () => assert.fail('there is no worker');
  const make = (told: (message: Told) => void) => {
    tell = told;
    return { post: (order: Order) => void orders.push(order), end: () => {} };
  };
  const listener = { line: () => {}, lost: () => {}, failed: () => {} };
  const transport = workerTransport(make, new Uint8Array(), listener);
  await new Promise(setImmediate);
  transport.send('analyze');
  transport.interrupt();
  tell({ kind: 'ready', stop: 'shared' });
  transport.send('showboard');
  const [start, analyze, show] = orders;
  assert.ok(start?.kind === 'start' && start.shared && analyze?.kind === 'line' && show?.kind === 'line');
  const stopped = Atomics.load(start.shared, 0);
  assert.ok(stopped >= analyze.id && stopped < show.id);
});

test('a stop that comes while the level is set ends the search, too', options, async () => {
  await bianca.newGame();
  const begun = performance.now();
  const search = bianca.search({ level: 30 });
  bianca.stop();
  assert.ok((await search).depth < 30);
  assert.ok(performance.now() - begun < 5_000);
});

test('what would not be answered is refused at once', options, async () => {
  for (const line of ['', '  ', '# x', '\t', '\0', '\x1b']) {
    assert.throws(() => bianca.engine.send(line), /a command has words/, JSON.stringify(line));
  }
  assert.equal(await bianca.ask('name'), 'Bianca');
});

test('what is refused is an error with the engine’s words', options, async () => {
  await assert.rejects(bianca.play('a1'), /illegal move: a1/);
  await assert.rejects(bianca.ask('savegame x.ggf'), /cannot save file/);
});

test('a game of every kind is played', options, async () => {
  for (const game of ['reversi', 'tictactoe', 'frogs', 'tree']) {
    await bianca.ask(`newgame ${game}`);
    assert.notEqual(await bianca.ask('genmove'), '');
  }
  await bianca.ask('newgame othello');
});
