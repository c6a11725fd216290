// The npm package as it was built, in Node. Skipped, and said so, without the build.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Bianca, Info } from '../package/src/index';
import { workerTransport } from '../package/src/transport';
import type { Order, Told } from '../package/src/worker';
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

test('the state of any game is told as data', options, async () => {
  await bianca.newGame();
  await bianca.play('f5');
  const othello = await bianca.state();
  assert.deepEqual([othello.game, othello.to_move, othello.last, othello.over, othello.score], ['Othello', 'white', 'f5', false, null]);
  assert.deepEqual(othello.legal, await bianca.legalMoves());
  assert.deepEqual(othello.cells[4]?.[5], { move: 'f5', piece: 'black' });
  await bianca.ask('newgame frogs 1');
  const frogs = await bianca.state();
  assert.deepEqual(frogs.cells.map((row) => row.map((cell) => cell.piece)), [['black', null, 'white']]);
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
