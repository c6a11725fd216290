// The page's game is played in the engine's session: which commands a game takes, and what the session knows then.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Engine, type Listener, type Reply, readInfos } from '../package/src/client';
import type { Bianca } from '../package/src/index';
import { App } from '../page/src/app';
import { Game, gameOf } from '../page/src/game';
import { Work } from '../page/src/mind';
import { legalMoves, nameOf, START } from '../page/src/rules';
import { Session, way } from '../page/src/session';
import { DEFAULTS } from '../page/src/store';
import { t } from '../page/src/words';

const built = process.cwd() + '/dist/bianca-engine/index-node.js';
const options = existsSync(built) && !process.argv.includes('--without-engine') ? {} : { skip: 'dist/bianca-engine is not built' };
let bianca: Bianca;
/** What the engine was sent, and what it answered. */
let sent: { line: string; reply: Reply }[] = [];
before(async () => {
  if ('skip' in options) return;
  const { start } = (await import(pathToFileURL(built).href)) as { start: () => Promise<Bianca> };
  bianca = await start();
  const { engine } = bianca;
  const send = engine.send.bind(engine);
  engine.send = async (line, ...others) => {
    const one = { line, reply: { ok: false, text: '' } };
    sent.push(one);
    return (one.reply = await send(line, ...others));
  };
});
after(() => bianca?.close());

const line = (moves: string, start = START) => ({ start, moves: moves.split(' ').filter(Boolean) });

test('a line is reached from another one of its game by taking back and playing', () => {
  const other = { squares: START.squares, side: 'white' } as const;
  const ways = [
    [undefined, line(''), ['newgame othello']],
    [undefined, line('f5 d6'), ['newgame othello', 'play f5 d6']],
    [line('f5 d6'), line('f5 d6'), []],
    [line('f5 d6'), line('f5 d6 c3'), ['play c3']],
    [line('f5 d6 c3'), line('f5'), ['gg-undo 2']],
    [line('f5 d6 c3 d3'), line('f5 f6 e6'), ['gg-undo 3', 'play f6 e6']],
    [line('f5'), line(''), ['gg-undo 1']],
    [line('f5'), line('d6', other), [`setboard ${START.squares} O`, 'play d6']],
    [line('d6', other), line('f5'), ['newgame othello', 'play f5']],
  ] as const;
  for (const [from, to, expected] of ways) assert.deepEqual(way(from, to), expected);
});

test('an engine that was started anew, or that refuses a line, is shown the whole game again', async () => {
  const lines: string[] = [];
  let listener!: Listener;
  const engine = new Engine((one) => {
    listener = one;
    const answer = (line: string): void => {
      lines.push(line);
      queueMicrotask(() => [line.includes('a1') ? '? illegal move: a1' : '= d3', ''].forEach(one.line));
    };
    return { send: answer, interrupt: () => {}, close: () => {} };
  });
  const session = new Session(engine);
  await session.set('Skill', '4');
  await session.reach(line('f5'));
  assert.equal(await session.genmove('white'), 'd3');
  await session.reach(line('f5 d3 c4'));
  listener.lost('it broke');
  await session.set('Skill', '4');
  await session.reach(line('f5 d3 c4'));
  await assert.rejects(session.reach(line('f5 d3 c4 a1')), /illegal move: a1/);
  await session.reach(line('f5 d3 c4'));
  const again = ['newgame othello', 'play f5 d3 c4'];
  const anew = ['option Skill 4', ...again];
  assert.deepEqual(lines, ['option Skill 4', 'newgame othello', 'play f5', 'genmove white', 'play c4', ...anew, 'play a1', ...again]);
});

test('the book is told beside a game against a player who has none', options, async () => {
  const work = new Work(new Session(bianca.engine));
  const place = { start: START, moves: [], position: START };
  await work.move(place, { kind: 'book', name: 'greedy' }, undefined);
  const moves = await work.book(place, true);
  assert.equal(moves.length, 4);
});

/** The moves on the engine's board before each command, by the answers alone. */
function histories(): { line: string; history: string[] }[] {
  const history: string[] = [];
  return sent.map(({ line, reply }) => {
    const before = { line, history: [...history] };
    const [word, ...words] = line.split(' ');
    assert.ok(reply.ok, `${line}: ${reply.text}`);
    if (word === 'newgame' || word === 'setboard') history.length = 0;
    if (word === 'play') history.push(...words);
    if (word === 'genmove') history.push(reply.text);
    if (word === 'gg-undo') history.length -= Number(words[0]);
    return before;
  });
}

/** Waits until it is the person's turn, and the engine has nothing to do any more. */
async function settled(app: App): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 30));
  while (app.engineTurn !== undefined || app.mind.doing !== undefined) await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(app.engineRuns, true);
}

const first = (app: App): string => nameOf(legalMoves(app.game.position)[0]!);

test(
  'a game with moves taken back is one game in the session, which knows its last moves, whatever is asked beside it',
  options,
  async () => {
    sent = [];
    const said: string[] = [];
    const app = new App(
      bianca.engine,
      { ...DEFAULTS, told: true, evaluation: true, white: { kind: 'bianca', skill: 4 } },
      () => {},
      (text) => said.push(text),
    );
    app.show(new Game(), 'play');
    const played: string[][] = [];
    const move = async (): Promise<void> => {
      app.playMove(first(app));
      played.push([...app.game.moves.slice(0, app.game.cursor)]);
      await settled(app);
    };
    for (let turn = 0; turn < 4; turn++) await move();
    assert.equal(app.game.moves.length, 8);
    app.undo();
    await settled(app);
    app.undo();
    assert.equal(app.game.cursor, 4);
    await settled(app);
    // Another move than the first time.
    app.playMove(nameOf(legalMoves(app.game.position).at(-1)!));
    played.push([...app.game.moves.slice(0, app.game.cursor)]);
    await settled(app);
    await move();

    const told = histories();
    const begun = told.filter(({ line }) => /^(newgame|setboard|clear_board|set_game|loadgame)/.test(line));
    assert.deepEqual(
      begun.map(({ line }) => line),
      ['newgame othello'],
    );
    // Each move of the engine is asked for where the session knows all moves before, and is made there.
    const asked = told.filter(({ line }) => line.startsWith('genmove'));
    assert.deepEqual(
      asked.map(({ history }) => history),
      played,
    );
    assert.ok(asked.every(({ line }) => line === 'genmove white'));
    assert.ok(told.some(({ line }) => line === 'option Skill 4'));
    // The curve was asked for beside the game.
    assert.ok(told.filter(({ line }) => line === 'go').length >= 10);
    assert.deepEqual(await bianca.history(), told.at(-1)!.history);
    assert.deepEqual(said, [t('replaced')]);
  },
);

test('a search goes on with what the last one of the game has found', options, async () => {
  const { game } = gameOf(START, ['f5', 'd6', 'c3', 'd3', 'c4', 'f4']);
  const session = new Session(bianca.engine);
  /** What a search of a level finds after so many moves, and how many positions it visits. */
  const search = async (moves: number, level: number): Promise<{ nodes: number; pv: readonly string[] }> => {
    sent = [];
    await new Work(session).evaluate(game.placeAt(moves), level);
    return readInfos(sent.find(({ line }) => line === 'go')!.reply.text)[0]!;
  };
  const { nodes, pv } = await search(6, 14);
  for (const move of pv.slice(0, 2)) game.play(move);
  const known = await search(8, 12);
  session.forget();
  const anew = await search(8, 12);
  assert.ok(known.nodes < anew.nodes / 2, `${nodes}, then ${known.nodes}; ${anew.nodes} in a new game`);
  // Also when one has looked at something else, as when the curve is drawn.
  await search(4, 8);
  assert.ok((await search(8, 12)).nodes < anew.nodes / 2);
});

test('whatever a player is, its move is made in the session', options, async () => {
  const session = new Session(bianca.engine);
  for (const player of [{ kind: 'book', name: 'greedy' } as const, { kind: 'bianca', skill: 2 } as const]) {
    const game = gameOf(START, ['f5']).game;
    session.forget();
    const found = await new Work(session).move(game.placeAt(1), player, undefined);
    assert.deepEqual(await bianca.history(), ['f5', found!.move]);
  }
});
