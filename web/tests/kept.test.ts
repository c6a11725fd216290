// What is kept with the sources of the executable does what a user of this page would see: the engine that was made
// for the last release is of this version, has these weights, and answers all that the page asks.
// If not: scripts/release HEAD --keep-engine
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import type { Bianca } from '../package/src/index';
import { bytesOf } from '../page/src/base85';
import { gameOf } from '../page/src/game';
import { Work } from '../page/src/mind';
import { rate } from '../page/src/rating';
import { readGames } from '../page/src/reader';
import { START } from '../page/src/rules';
import { Session } from '../page/src/session';
import { openingsOf, progressOf } from '../page/src/train/replies';
import { FULL_SKILL } from '../page/src/words';

const elements = inflateRawSync(readFileSync('../crates/play/src/page/board.engine.deflate')).toString();
const weights = readFileSync('../crates/search/src/eval/weights/page.weights');
const [, checksum] = / id="weights" data-checksum="(\d+)"><\/script>/.exec(elements)!;
const [, version, hole, packed] = / id="engine" data-version="(.*?)" data-hole="(\d+)">([^<]+)<\/script>/.exec(elements)!;

/** The module as the page puts it together. */
async function whole(): Promise<WebAssembly.Module> {
  const stream = new Blob([bytesOf(packed!)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const rest = Buffer.from(await new Response(stream).arrayBuffer());
  return WebAssembly.compile(Buffer.concat([rest.subarray(0, Number(hole)), weights, rest.subarray(Number(hole))]));
}

test('it is of this version and has these weights', () => {
  assert.equal(version, /^version = "(.*)"$/m.exec(readFileSync('../Cargo.toml', 'utf8'))![1]);
  assert.equal(Number(checksum), weights.readUInt32LE(26));
  // Also of all crates, which a build that is not scripts/release's lacks.
  assert.match(elements, / id="licences">(?:(?!<\/script>)[\s\S])*linked with these crates/);
});

const built = process.cwd() + '/dist/bianca-engine/index-node.js';
const options = existsSync(built) && !process.argv.includes('--without-engine') ? {} : { skip: 'dist/bianca-engine is not built' };
let module: WebAssembly.Module;
let bianca: Bianca;
before(async () => {
  if ('skip' in options) return;
  const { start } = (await import(pathToFileURL(built).href)) as { start: (options: { module: WebAssembly.Module }) => Promise<Bianca> };
  module = await whole();
  bianca = await start({ module });
});
after(() => bianca?.close());

test('it answers all that the table asks', options, async () => {
  const { game } = gameOf(START, ['f5', 'd6', 'c3', 'd3', 'c4', 'f4']);
  const here = game.placeAt(6);
  const work = new Work(new Session(bianca.engine));
  for (const skill of [1, FULL_SKILL]) assert.match((await work.move(here, { kind: 'bianca', skill }, undefined))!.move, /^[a-h][1-8]$/);
  for (const name of ['random', 'greedy', 'uc3m', 'minimax:4'] as const) {
    assert.match((await work.move(here, { kind: 'book', name }, undefined))!.move, /^[a-h][1-8]$/);
  }
  assert.ok((await work.evaluate(here, 8))!.line.length > 0);
  assert.equal(await work.opening(['f5', 'd6', 'c3', 'd3', 'c4']), 'Tiger');
  assert.ok((await work.book(game.placeAt(2), true)).length > 0);
  assert.deepEqual(progressOf(JSON.parse(await work.train('progress lang en at 0'))).days, []);
  assert.ok(openingsOf(JSON.parse(await work.train('openings lang en'))).length > 50);
  assert.equal((await work.balanced(1)).length, 10);
  assert.ok((await work.people(here, 1500))!.moves.length > 3);
  assert.ok((await work.explain(here)).length > 3);
  assert.ok((await work.explain(game.placeAt(5), 'f4')).length > 3);
  const judged: string[] = [];
  await work.review(game, 2, ({ move, grade }) => grade && judged.unshift(move));
  assert.deepEqual(judged, game.moves);
  // Mistakes have their reasons as blunders do; the last move is judged by itself.
  const marked = gameOf(START, ['f5', 'd6', 'c5', 'f4', 'e3', 'd3', 'e6', 'g5', 'c6', 'f3', 'g4']).game;
  const reasons: string[] = [];
  await work.review(marked, 2, ({ grade, explanation }) => {
    if (grade === 'mistake' || grade === 'blunder') reasons.push(explanation?.reason?.text ?? '');
  });
  assert.ok(reasons.length > 2 && reasons.every((text) => text !== ''), reasons.join('\n'));
  const alone: string[] = [];
  await work.judgeLast(marked, 2, ({ move }) => alone.push(move));
  assert.deepEqual(alone, ['g4']);
  const scored = new Set<string>();
  await work.analyse(here, 0.5, ({ move }) => scored.add(move));
  assert.ok(scored.size > 3);
});

test('it reads games, rates players and plays the other games', options, async () => {
  const { games, faulty } = await readGames(module, new TextEncoder().encode('f5d6c3\nf5x9\n'));
  assert.deepEqual([games.map(({ moves }) => moves.join('')), faulty], [['f5d6c3'], 1]);
  let rating: object | undefined;
  await rate(bianca.engine, [{ start: START, moves: ['f5', 'd6', 'c3'], given: 0, side: 'both' }], (told) => (rating = told));
  for (const field of ['games', 'told', 'missing', 'rating', 'skill', 'accuracy', 'lapses', 'after_opening', 'loss', 'phases'])
    assert.ok(rating && field in rating, `${field}: ${JSON.stringify(rating)}`);
  for (const line of [
    'newgame reversi',
    'newgame tictactoe',
    'option Player alphabeta',
    'genmove',
    'newgame frogs 3',
    'solve',
    'newgame tree 4 8 2 9 1 6 7 3',
    'tree minimax steps',
  ]) {
    assert.notEqual(await bianca.ask(line), undefined, line);
  }
  assert.ok((await bianca.state()).legal.length > 0);
});
