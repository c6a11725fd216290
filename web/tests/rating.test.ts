import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Reply } from '../package/src/client';
import { SKILLS, type Rating, isEnough, playersOf, rate } from '../page/src/rating';
import { START } from '../page/src/rules';
import { FULL_SKILL } from '../page/src/words';

const game = (black: string | undefined, white: string | undefined, ...moves: string[]) => ({
  start: START,
  moves,
  isOver: false,
  tags: { ...(black === undefined ? {} : { black }), ...(white === undefined ? {} : { white }) },
});

test('players are found by their names, who has most games first, or by their colours', () => {
  const players = playersOf([
    game('Ann', 'Bo', 'f5'),
    game('Bo', undefined, 'f5'),
    game('Bo', 'Bo', 'f5'),
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

const played = (side: 'black' | 'white' | 'both') => ({ start: START, moves: ['f5', 'd6'], side, isFinished: false });
const rated = (games: number): Reply => ({ ok: true, text: JSON.stringify({ games }) });
const nothing: Reply = { ok: false, text: 'there is nothing to rate: no move was chosen among several' };

test('games are added to the first one in which there was a choice', async () => {
  const { lines, send } = engine([nothing, rated(1), nothing, rated(2)]);
  const told: [number | undefined, number][] = [];
  await rate({ send }, [played('black'), played('white'), played('black'), played('both')], (rating, done) =>
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
    ['rate black', 'rate white', 'rate black add', 'rate both add'],
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

test('a strength needs a game played to its end, or fifteen choices', () => {
  const rating = (moves: number): Rating => ({ moves }) as Rating;
  const over = { ...played('black'), isFinished: true };
  assert.equal(isEnough(rating(14), [played('black')]), false);
  assert.equal(isEnough(rating(15), [played('black')]), true);
  assert.equal(isEnough(rating(1), [played('black'), over]), true);
});
