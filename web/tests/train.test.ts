// Training: the log and its migration, what the engine says of it, an exercise on the board, the row of the day, the ladder.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDB } from 'idb';
import type { Entry } from '../page/src/database';
import { Kept } from '../page/src/kept';
import { contentOf, linkOf } from '../page/src/keeping';
import { keyOf, nameOf } from '../page/src/rules';
import { addTry, loadDaily, rowOf, squares } from '../page/src/train/daily';
import { whenText } from '../page/src/train/dates';
import { chartOf } from '../page/src/train/chart';
import { Coach, isLine } from '../page/src/train/coach';
import { HEADER, isTrainingFile, readFile } from '../page/src/train/file';
import { ladderOf, nextRung } from '../page/src/train/ladder';
import { badOf, exerciseOf, judgedOf, nextOf, openingsOf, progressOf } from '../page/src/train/replies';
import { Round, walked } from '../page/src/train/round';
import { whoseOf } from '../page/src/train/take';
import { Taking } from '../page/src/train/taking';
import type { Work } from '../page/src/mind';
import { setLanguage } from '../page/src/words';
import { Double, MOVES, ask, fresh, gameWith, line, newLog, position } from './training';

test('a database of an older page keeps all, and has the stores of training', async () => {
  fresh();
  const old = await openDB('bianca', 1, {
    upgrade(base) {
      for (const name of ['games', 'known', 'lists', 'gone']) base.createObjectStore(name, { keyPath: 'id' });
      base.createObjectStore('damaged', { autoIncrement: true });
      base.createObjectStore('meta');
    },
  });
  const game = gameWith(MOVES);
  const content = contentOf(game, { link: linkOf(game), tags: {} });
  const entry = { id: 'a', version: 'v', at: 1, day: '2026-01-01', ...content };
  await old.put('games', entry);
  await old.put('meta', 7, 'changes');
  await old.add('damaged', { from: 'games', at: 1, value: 3 });
  old.close();
  const kept = new Kept();
  await kept.open();
  assert.deepEqual(kept.get('a'), entry);
  assert.equal(kept.damaged, 1);
  const log = newLog();
  assert.equal(await log.add([line(1)]), 1);
  assert.deepEqual(await log.after(0), [{ key: 1, value: line(1) }]);
  await kept.close();
});

test('lines of two tabs are all there, each once, in the order in which they came', async () => {
  fresh();
  let told = 0;
  const one = newLog(() => (told += 1));
  const other = newLog();
  await one.open();
  await Promise.all([one.add([line(1)]), other.add([line(2), line(3)]), one.add([line(4)])]);
  const all = await other.after(0);
  assert.deepEqual(all.map(({ value }) => value).sort(), [1, 2, 3, 4].map(line));
  assert.deepEqual(await one.after(all[2]!.key), [all[3]]);
  await one.remove([all[1]!.key]);
  // Numbers of lines that were taken out are nobody else's.
  const last = await other.add([line(5)]);
  assert.equal(last, all[3]!.key + 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(told > 0);
});

test('without a database the last lines are kept', async () => {
  const texts = fresh();
  Object.assign(globalThis, { indexedDB: undefined });
  const log = newLog();
  await log.add(Array.from({ length: 1500 }, (_, n) => line(n)));
  const last = await log.add(Array.from({ length: 1500 }, (_, n) => line(1500 + n)));
  assert.equal(last, 3000);
  const all = await log.after(0);
  assert.deepEqual([all.length, all[0]!.key, all[0]!.value], [2000, 1001, line(1000)]);
  await log.remove([2999]);
  assert.deepEqual(await newLog().after(2998), [
    { key: 2999, value: null },
    { key: 3000, value: line(2999) },
  ]);
  texts.setItem('bianca.training', '{"from":');
  assert.deepEqual(await log.after(0), []);
});

test('the trainer knows all lines before it is asked, also after it was started anew', async () => {
  fresh();
  const log = newLog();
  const engine = new Double();
  const coach = new Coach(
    log,
    () => {},
    () => assert.fail(),
  );
  await log.add(Array.from({ length: 3000 }, (_, n) => line(n)));
  engine.answer = () => ({ line: line(4000) });
  await ask(coach, engine, 'answer m1 c3', (value) => value);
  assert.equal(engine.lines.size, 3000);
  assert.ok(engine.asked.length > 2, 'in parts');
  assert.equal((await log.after(3000))[0]!.value, line(4000));
  // What the trainer answered it knows; what another tab has added it is told.
  engine.asked.length = 0;
  engine.answer = () => ({});
  await newLog().add([line(5000)]);
  await ask(coach, engine, 'progress', (value) => value);
  assert.deepEqual(engine.asked, [`take ${line(5000)}`, 'progress']);
  engine.restart();
  await ask(coach, engine, 'progress', (value) => value);
  assert.equal(engine.lines.size, 3002);
});

test('an engine that is lost while it is asked is told all again, and asked again', async () => {
  fresh();
  const log = newLog();
  const engine = new Double();
  const coach = new Coach(
    log,
    () => {},
    () => assert.fail(),
  );
  await log.add([line(1), line(2)]);
  let isFirst = true;
  engine.answer = () => {
    if (!isFirst) return { n: engine.lines.size };
    isFirst = false;
    engine.restart();
    throw new Error('lost');
  };
  assert.deepEqual(await ask(coach, engine, 'progress', (value) => value), { n: 2 });
  engine.answer = () => {
    throw new Error('there is no such exercise');
  };
  await assert.rejects(
    ask(coach, engine, 'show x', (value) => value),
    /no such exercise/,
  );
});

test('what is no line is laid aside once, and the others are taken', async () => {
  fresh();
  const log = newLog();
  const engine = new Double();
  const aside: unknown[] = [];
  const coach = new Coach(
    log,
    () => {},
    async (values) => void aside.push(...values),
  );
  const bad = ['{"n":3,"text":"#"}', '{"m":1}', 'no json', '{"n":1', '[{"n":1}]'];
  await log.add([line(1), bad[0]!, line(2), bad[1]!, line(3), bad[2]!, bad[3]!, line(4), bad[4]!]);
  const base = await openDB('bianca');
  await base.add('training', { n: 5 });
  base.close();
  await ask(coach, engine, 'progress', (value) => value);
  assert.deepEqual(aside.map((one) => JSON.stringify(one)).sort(), [...bad, { n: 5 }].map((one) => JSON.stringify(one)).sort());
  assert.deepEqual([...engine.lines].filter((one) => one.startsWith('{"n"')).sort(), [1, 2, 3, 4].map(line));
  assert.equal((await log.after(0)).length, 4);
  aside.length = 0;
  engine.restart();
  await ask(coach, engine, 'progress', (value) => value);
  assert.deepEqual(aside, []);
  assert.ok(isLine(line(1)) && !isLine('{"a":"\u0007"}') && !isLine(JSON.stringify({ a: 'x'.repeat(60_000) })));
});

const game = (
  own: 'black' | 'white',
  skill: number,
  discs: number,
  more: Partial<Entry['saved']> = {},
): Pick<Entry, 'saved' | 'facts'> => ({
  saved: {
    link: '',
    tags: {},
    black: own === 'black' ? { kind: 'person' } : { kind: 'bianca', skill },
    white: own === 'white' ? { kind: 'person' } : { kind: 'bianca', skill },
    ...more,
  },
  facts: { moves: 60, discs: { black: 32 + discs / 2, white: 32 - discs / 2 }, isOver: true, end: {} },
});

test('the ladder counts games that were won without hints', () => {
  const rungs = ladderOf([
    game('black', 3, 8),
    game('white', 3, -2),
    game('white', 4, 2),
    game('black', 5, 10, { hintsTaken: 2 }),
    game('black', 6, 0),
    { ...game('black', 2, -10), facts: { ...game('black', 2, -10).facts, isOver: false, end: { discs: 64, cause: 'T' } } },
    { ...game('black', 7, 30), facts: { ...game('black', 7, 30).facts, isOver: false } },
    { saved: { link: '', tags: {}, black: { kind: 'person' }, white: { kind: 'person' } }, facts: game('black', 1, 8).facts },
    { saved: { link: '', tags: {} }, facts: game('black', 1, 8).facts },
  ]);
  assert.deepEqual(
    rungs.filter(({ games }) => games > 0),
    [
      { skill: 2, games: 1, won: 1 },
      { skill: 3, games: 2, won: 2 },
      { skill: 4, games: 1, won: 0 },
      { skill: 5, games: 1, won: 0 },
      { skill: 6, games: 1, won: 0 },
    ],
  );
  assert.equal(rungs.length, 10);
  assert.equal(nextRung(rungs), 4);
  assert.equal(nextRung(ladderOf([])), 1);
  assert.equal(nextRung(ladderOf([game('white', 10, -2)])), 10);
});

test('the day has one row, until it is solved and no longer', () => {
  const texts = fresh();
  setLanguage('en');
  let daily = loadDaily('2026-11-29');
  assert.deepEqual(daily, { day: '2026-11-29', marks: [], isSolved: false });
  daily = addTry(daily, [true, false], false);
  daily = addTry(daily, [], false);
  daily = addTry(daily, [true, true], true);
  daily = addTry(daily, [false], false);
  assert.equal(squares(daily), '🟩🟥🟩🟩');
  assert.deepEqual(loadDaily('2026-11-29'), daily);
  assert.deepEqual(loadDaily('2026-11-30').marks, []);
  assert.equal(rowOf(daily, 'https://a/b'), 'Bianca · Puzzle of the day · 2026-11-29\n🟩🟥🟩🟩\nhttps://a/b');
  assert.equal(rowOf(daily, undefined).split('\n').length, 2);
  const many = addTry(loadDaily('2026-12-01'), [...Array.from({ length: 20 }, () => false), true], true);
  assert.equal([...squares(many)].length, 12);
  assert.ok(squares(many).endsWith('🟥🟩'));
  texts.setItem('bianca.daily', 'no json');
  assert.deepEqual(loadDaily('2026-11-29').marks, []);
});

const exercise = (more: object = {}) =>
  exerciseOf({ id: 'p1', deck: 'puzzles', kind: 'only', position: position('f5f6'), last: 'f6', seen: 0, ...more });
const judged = (move: string, right: boolean, more: object = {}) =>
  judgedOf({
    id: 'p1',
    move,
    right,
    over: true,
    exact: true,
    score: right ? 4 : -6,
    best: [{ move: 'e6', score: 4, variation: ['e6', 'f4'] }],
    variation: [move, 'c5', 'c6'],
    sentence: '',
    ...more,
  });

test('answers of another form are refused', () => {
  assert.equal(exercise().position.side, 'black');
  assert.deepEqual(nextOf({ exercise: null, due: 0, new: 2, later: 77 }), { exercise: undefined, due: 0, fresh: 2, later: 77 });
  for (const wrong of [null, [], {}, { id: 'a', deck: 'none', position: position('') }, { id: 'a', deck: 'puzzles', position: 'XO' }]) {
    assert.throws(() => exerciseOf(wrong), JSON.stringify(wrong));
  }
  assert.throws(() => judgedOf({ move: 'c3' }));
  assert.throws(() => badOf({ taken: 1 }));
  assert.throws(() => openingsOf({ openings: [{ name: 1, moves: '' }] }));
  const none = { due: {}, new: {}, items: {}, mastered: {}, answers: 0, right: 0, rating: null, phases: [], themes: [], days: [] };
  assert.deepEqual(progressOf(none).due, { mistakes: 0, puzzles: 0, openings: 0 });
  assert.throws(() => progressOf({ ...none, days: [{ day: 1 }] }));
});

test('a wrong move is answered by what follows it, and the better one can be walked along', () => {
  const round = new Round(exercise());
  assert.equal(round.shown.move, 'f6');
  round.make('d3');
  assert.deepEqual(round.legal, []);
  assert.equal(round.tell(judged('d3', false)), false);
  assert.ok(round.isAnswered);
  assert.deepEqual(round.marks, [false]);
  assert.deepEqual(
    round.ways.map(({ isOwn, moves }) => [isOwn, moves.join(' ')]),
    [
      [true, 'd3 c5 c6'],
      [false, 'e6 f4'],
    ],
  );
  assert.equal(round.shown.move, 'd3');
  round.step(1);
  assert.equal(keyOf(round.shown.position), keyOf(gameWith('f5f6d3c5').position));
  round.step(9);
  assert.equal(round.walk!.at, 3);
  round.walk = { way: 1, at: 0 };
  assert.equal(keyOf(round.shown.position), keyOf(gameWith('f5f6').position));
  round.walk = { way: 1, at: 2 };
  assert.equal(keyOf(round.shown.position), keyOf(gameWith('f5f6e6f4').position));
});

test('an ending goes on with the answer, and passes are left out', () => {
  const moves = MOVES.slice(0, 2 * 56);
  const round = new Round(exercise({ kind: 'ending', position: position(moves), last: moves.slice(-2) }));
  const rest = MOVES.slice(2 * 56).match(/../g)!;
  round.make(rest[0]!);
  assert.ok(round.tell(judged(rest[0]!, true, { over: false, reply: rest[1] })));
  round.reply(rest[1]);
  assert.deepEqual(round.moves, rest.slice(0, 2));
  assert.equal(keyOf(round.position), keyOf(gameWith(MOVES.slice(0, 2 * 58)).position));
  round.reply('pass');
  assert.equal(round.moves.length, 2);
  round.make(rest[2]!);
  round.unmake();
  assert.ok(round.legal.length > 0);
  // Whoever has to pass does so by itself.
  const { position: end } = walked(gameWith('').position, MOVES.match(/../g)!);
  assert.equal(end.squares, gameWith(MOVES).mainEnd.position.squares);
});

test('an ending is over when the answer leaves nothing to be played', () => {
  const moves = MOVES.slice(0, 2 * 58);
  const [own, reply] = MOVES.slice(2 * 58).match(/../g)!;
  const round = new Round(exercise({ kind: 'ending', position: position(moves), last: moves.slice(-2) }));
  round.make(own!);
  assert.equal(round.tell(judged(own!, true, { reply, variation: [own, reply] })), false);
  round.step(1);
  assert.equal(round.shown.move, reply);
  assert.ok(round.isAnswered);
});

test('of two moves one can choose, and a hint marks one that is right and one that is not', () => {
  const two = new Round(exercise({ kind: 'two', choices: ['d3', 'e6'] }));
  assert.deepEqual(two.legal.map(nameOf).sort(), ['d3', 'e6']);
  assert.deepEqual(two.marked, ['d3', 'e6']);
  const round = new Round(exercise());
  round.takeHint(judged('d3', false));
  assert.ok(round.hadHint && round.marked.length === 2 && round.marked.includes('e6'));
  assert.equal(round.hint!.right, 1);
  assert.equal(round.hint!.all, round.legal.length);
  round.make('e6');
  assert.deepEqual([round.hint, round.hadHint], [undefined, true]);
});

test('a file of the log is read whatever its ends of lines, and nothing else is one', () => {
  assert.deepEqual(readFile(`\ufeff${HEADER}\r\n${line(1)}\r\n\r\n ${line(2)}\n${line(1)}`), [line(1), line(2)]);
  assert.deepEqual(readFile(`${HEADER}\n`), []);
  assert.equal(readFile(line(1)), undefined);
  assert.ok(!isTrainingFile('(;GM[Othello])') && isTrainingFile('{ "bianca_training": 1 }'));
});

test('games are taken in move by move, go on where they were left, and are not looked at twice', async () => {
  fresh();
  const log = newLog();
  const engine = Object.assign(new Double(), {
    looked: [] as string[],
    trainOn(at: { moves: readonly string[] }, move: string, more: string) {
      engine.looked.push(`${at.moves.length} ${move}`);
      assert.match(more, /^at \d+ zone -?\d+ Ann – Bo$/);
      return Promise.resolve(
        JSON.stringify(engine.looked.length % 3 === 0 ? { added: true, line: line(engine.looked.length) } : { added: false }),
      );
    },
  });
  const coach = new Coach(
    log,
    () => {},
    () => assert.fail(),
  );
  let found = 0;
  const make = (): Taking =>
    new Taking(
      log,
      coach,
      (hasFound) => void (found += Number(hasFound)),
      (error) => assert.fail(String(error)),
    );
  const taking = make();
  await taking.open();
  const wanted = (moves: string) => ({ game: 'g', side: 'white' as const, link: linkOf(gameWith(moves)), source: 'Ann – Bo' });
  assert.equal(await taking.add([wanted(MOVES.slice(0, 40))]), 20);
  for (let i = 0; i < 4; i++) await taking.next!.run(engine as unknown as Work);
  const { done, all, added } = taking.progress!;
  assert.deepEqual([all, added], [20, 1]);
  assert.ok(done >= 8);
  await taking.rest(true);
  assert.equal(taking.next, undefined);
  // Another page goes on there, once somebody wants it.
  const again = make();
  await again.open();
  assert.deepEqual([again.next], [undefined]);
  await again.rest(false);
  while (again.next) await again.next.run(engine as unknown as Work);
  assert.equal(again.progress, undefined);
  assert.equal(found, Math.floor(engine.looked.length / 3));
  assert.equal(new Set(engine.looked).size, engine.looked.length);
  assert.ok(
    engine.looked.every((one) => Number(one.split(' ')[0]) % 2 === 1),
    'one side alone',
  );
  assert.equal(await again.add([wanted(MOVES.slice(0, 40))]), 0);
  // It has gone on: only what is new is looked at.
  assert.equal(await again.add([wanted(MOVES.slice(0, 60))]), 10);
  // What is stopped is looked at again.
  const before = again.progress!.done;
  const looked = again.next!;
  engine.cancelled = true;
  await looked.run(engine as unknown as Work).catch(() => {});
  engine.cancelled = false;
  assert.ok(again.progress!.done <= before + 1);
  assert.equal((await log.after(0)).length, Math.floor(engine.looked.length / 3));
});

test('of kept games it is known whose moves there are', () => {
  setLanguage('en');
  const entry = (id: string, saved: Partial<Entry['saved']>): Entry => {
    const played = gameWith(MOVES);
    const whole = { link: linkOf(played), tags: {}, ...saved };
    return { id, version: '', at: 0, day: '2026-11-01', ...contentOf(played, whole) };
  };
  const all = whoseOf([
    entry('1', { tags: { black: 'Ann', white: 'Bo #1\u202e' } }),
    entry('2', { black: { kind: 'person' }, white: { kind: 'bianca', skill: 2 } }),
    entry('3', { tags: { black: 'Cid', white: 'Ann', date: '2020-02-02' } }),
  ]);
  assert.deepEqual(
    all.map(({ name, games }) => [name, games.map(({ game, side }) => `${game} ${side}`).join(', ')]),
    [
      ['You', '2 black'],
      ['Ann', '1 black, 3 white'],
      ['Bo #1\\u{202e}', '1 white'],
      ['Cid', '3 black'],
    ],
  );
  // Moves before the first one with a time were drawn.
  assert.ok(all.every(({ games }) => games.every(({ from }) => from === 0)));
  const told = [
    { ply: 5, seconds: 2 },
    { ply: 6, seconds: 1 },
  ];
  assert.equal(whoseOf([entry('4', { told: [{ ply: 1, comment: 'drawn' }, ...told] })])[0]!.games[0]!.from, 4);
  const sources = all.flatMap(({ games }) => games.map(({ source }) => source));
  assert.ok(sources.includes('Cid – Ann, 2020-02-02'));
  assert.ok(sources.every((source) => !/[#\p{Cc}]/u.test(source)));
});

test('times are said in days of the calendar, and a curve needs two days', () => {
  setLanguage('en');
  const now = new Date(2026, 10, 29, 22, 0).getTime() / 1000;
  assert.equal(whenText(now + 600, now), 'in 10 minutes');
  assert.equal(whenText(now + 3600, now), 'in 1 hour');
  assert.equal(whenText(now + 4 * 3600, now), 'tomorrow');
  assert.equal(whenText(now + 3 * 86_400, now), 'in 3 days');
  assert.equal(whenText(now + 100 * 86_400, now), 'in 3 months');
  assert.equal(chartOf([{ day: '2026-11-29', asked: 1, right: 1, rating: 1500, deviation: undefined }]), undefined);
});
