import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { JudgedMove, Reply } from '../package/src/client';
import type { App } from '../page/src/app';
import { Game, gameOf } from '../page/src/game';
import { SKILLS, type Rating, everybody, playersOf, rate, ratingOf } from '../page/src/rating';
import { START } from '../page/src/rules';
import { FULL_SKILL } from '../page/src/words';

const game = (black: string | undefined, white: string | undefined, ...moves: string[]) => ({
  start: START,
  moves,
  given: 0,
  tags: { ...(black === undefined ? {} : { black }), ...(white === undefined ? {} : { white }) },
});

test('players are found by their names, who has most games first, or by their colours', () => {
  const players = playersOf([
    game('Ann', 'Bo', 'f5'),
    game('Bo', undefined, 'f5'),
    game('Bo', ' BO', 'f5'),
    game(undefined, undefined, 'f5'),
    game(undefined, 'Cy\u202e', 'd3'),
    game('Ann', 'Dee'),
  ]);
  assert.deepEqual(
    players.map(({ name, games }) => [name, games.map(({ side }) => side)]),
    [
      ['Bo', ['white', 'black', 'both']],
      ['White, without a name', ['white', 'white']],
      ['Black, without a name', ['black', 'black']],
      ['Ann', ['black']],
      ['Cy\\u{202e}', ['white']],
    ],
  );
});

/** An engine that answers `rate` with what is given, and what it was told. */
function engine(answers: Reply[]) {
  const lines: string[] = [];
  const send = (line: string): Promise<Reply> => {
    lines.push(line);
    return Promise.resolve(line.startsWith('rate') ? answers.shift()! : { ok: true, text: '' });
  };
  return { lines, send };
}

const played = (side: 'black' | 'white' | 'both', given = 0) => ({ start: START, moves: ['f5', 'd6'], given, side });
const rated = (games: number): Reply => ({ ok: true, text: JSON.stringify({ games }) });
const nothing: Reply = { ok: false, text: 'there is nothing to rate: no move was chosen among several' };

test('games are added to the first one in which there was a choice', async () => {
  const { lines, send } = engine([nothing, rated(1), nothing, rated(2)]);
  const told: [number | undefined, number][] = [];
  await rate({ send }, [played('black'), played('white', 1), played('black'), played('both', 1)], (rating, done) =>
    told.push([rating?.games, done]),
  );
  assert.deepEqual(told, [
    [undefined, 1],
    [1, 2],
    [1, 3],
    [2, 4],
  ]);
  assert.deepEqual(lines.slice(0, 3), [`setboard ${START.squares} X`, 'play f5 d6', 'rate black']);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('rate')),
    ['rate black', 'rate white after 1', 'rate black add', 'rate both after 1 add'],
  );
});

test('what else is refused is a failure, after what was told before', async () => {
  const { send } = engine([rated(1), { ok: false, text: 'stopped before the game was rated' }]);
  const told: (Rating | undefined)[] = [];
  await assert.rejects(
    rate({ send }, [played('black'), played('black'), played('black')], (rating) => told.push(rating)),
    /^Error: stopped before/,
  );
  assert.equal(told.length, 1);
});

test('the skills have the names of the engine, each with one of the page', () => {
  const source = readFileSync('../crates/play/src/player/strong/skill.rs', 'utf8');
  const names = [...source.matchAll(/^ {4}profile\("([\w-]+)"/gm)].map(([, name]) => name);
  assert.deepEqual(SKILLS, [...names, 'full']);
  assert.equal(SKILLS.length, FULL_SKILL);
});

test('games with a handicap are counted, and do not count', async () => {
  const handicap: Reply = { ok: false, text: 'there is nothing to rate: the game began with discs in corners, a handicap' };
  const { send } = engine([handicap, rated(1), handicap]);
  const told: [number | undefined, number][] = [];
  await rate({ send }, [played('black'), played('black'), played('black')], (rating, _, handicaps) =>
    told.push([rating?.games, handicaps]),
  );
  assert.deepEqual(told, [
    [undefined, 1],
    [1, 1],
    [1, 2],
  ]);
});

const loss = { moves: 30, mean: 2.5, error: 0.5 };
const told: Rating = {
  games: 1,
  moves: 30,
  doubles: 0,
  told: 'rank',
  missing: 0,
  rating: 1500,
  low: 1300,
  high: 1700,
  skill: 'club',
  peers: 1500,
  accuracy: 70,
  lapses: { 4: 2, 10: 0.5 },
  loss,
  after_opening: loss,
  phases: [{ ...loss, from: 1, to: 12, peers: 2, skill: 3 }],
};

test('what was kept is told again if it is whole and something may be said', () => {
  assert.deepEqual(ratingOf(told), told);
  const range = { ...told, told: 'range', skill: null };
  assert.deepEqual(ratingOf(range), range);
  for (const spoilt of [
    { ...told, told: 'nothing' },
    { ...told, told: undefined },
    { ...told, skill: null },
    { ...range, skill: 'club' },
    { ...told, skill: 'nobody' },
    { ...told, rating: null },
    { ...told, lapses: { 4: 2 } },
    { ...told, after_opening: undefined },
    undefined,
  ]) {
    assert.equal(ratingOf(spoilt), undefined);
  }
});

test('how right moves were is told of fifteen moves of a side, and of no fewer', () => {
  const text = 'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7d8a6a4c8b3c3b2a3b4b1';
  const accuracy = (plies: number): unknown => {
    const { game } = gameOf(START, (text.match(/../g) ?? []).slice(0, plies));
    const line = game.tree.mainLine.slice(1);
    for (const { parent, move } of line) {
      const { side } = parent!.position;
      const judged = { side, move, score: 0, best_score: 0, loss: 4, grade: 'mistake', proven: false, depth: 8, variation: [move] };
      game.known.judge(parent!.position, judged as unknown as JudgedMove, 8);
    }
    return game.known.accuracy(line);
  };
  assert.deepEqual(accuracy(3), { depth: 8 });
  assert.deepEqual(accuracy(28), { depth: 8 });
  assert.deepEqual(accuracy(29), { depth: 8, black: 50 });
  assert.deepEqual(accuracy(30), { depth: 8, black: 50, white: 50 });
});

test('moves before the first one with a time were drawn', () => {
  const games = { keeping: { entries: [], idOf: () => 'this' }, earlier: [] };
  const moves = ['f5', 'd6', 'c3', 'd3'];
  const [times, tags] = [',,1.5,2', { black: 'Ann' }];
  const listed = { found: { start: START, moves, times, tags }, is: () => false };
  const given = (seconds: readonly (number | undefined)[]): number[] => {
    const game = new Game();
    for (const [i, move] of moves.entries()) game.play(move, seconds[i]);
    const app = { game, person: 'black', isSilent: false, games: { ...games, list: [listed] } } as unknown as App;
    return everybody(app).map((one) => one.games[0]!.given);
  };
  // Of who plays here, and of both players of the game that is open.
  assert.deepEqual(given([undefined, undefined, undefined, 4]), [3, 2, 2]);
  assert.deepEqual(given([0, undefined, 2]), [0, 2, 2]);
  assert.deepEqual(given([]), [0, 2, 2]);
});
