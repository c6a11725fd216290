// The door of training without a page: what the engine is asked, and when.
import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Work } from '../page/src/mind';
import { type Table, Trainer } from '../page/src/train/trainer';
import { setLanguage } from '../page/src/words';
import { Double, MOVES, fresh, line, logs, position } from './training';

/** A trainer at a table with nothing else on it, whose engine is such a double. */
function trainerWith(answers: (command: string) => unknown): { trainer: Trainer; engine: Double; said: string[] } {
  fresh();
  setLanguage('en');
  const engine = new Double();
  engine.answer = answers;
  const said: string[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    for (let job = trainer.urgent(); job; job = trainer.urgent()) await job.run(engine as unknown as Work);
    isRunning = false;
  };
  const table = {
    door: 'train',
    engineRuns: true,
    isPlayed: false,
    games: { keeping: {} },
    changed: () => queueMicrotask(() => void run()),
    draw: () => {},
    say: (text: string) => void said.push(text),
  } as unknown as Table;
  const trainer = new Trainer(table);
  logs.push(trainer.log);
  return { trainer, engine, said };
}

/** Waits until something is so. */
async function until(is: () => boolean): Promise<void> {
  for (let i = 0; i < 300 && !is(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(is());
}

const end = MOVES.slice(0, 2 * 52);
const raw = { id: 'p1', deck: 'puzzles', kind: 'ending', position: position(end), last: end.slice(-2), seen: 0 };
const said = (move: string, more: object = {}) => ({
  move,
  right: true,
  over: true,
  best: [{ move, score: 4, variation: [move] }],
  variation: [move],
  sentence: '',
  ...more,
});

test('an ending is tried move by move, and answered once, by its last', async () => {
  const rest = MOVES.slice(2 * 52).match(/../g)!;
  const { trainer, engine } = trainerWith((command) => {
    if (command.startsWith('next')) return { exercise: raw, due: 1, new: 0, later: null };
    const [kind, , moves = ''] = command.split(' ');
    const made = moves.match(/../g) ?? [];
    const over = made.length >= 3;
    if (kind === 'try' && !over) return said(made.at(-1)!, { over: false, reply: rest[made.length] });
    if (kind === 'try') return said(made.at(-1)!);
    return said(made.at(-1)!, { line: line(7), due: 99, mastered: false });
  });
  await trainer.start('puzzles');
  const round = trainer.round!;
  trainer.chooseNamed(rest[0]!);
  assert.ok(round.isJudged);
  // While the engine thinks nobody moves.
  trainer.chooseNamed(rest[2]!);
  await until(() => round.moves.length === 2);
  await trainer.hint();
  assert.equal(round.moves.length, 2);
  trainer.chooseNamed(rest[2]!);
  await until(() => round.isAnswered);
  const asked = engine.asked.filter((one) => /^(try|answer)/.test(one)).map((one) => one.replace(/ lang.*/, ''));
  const [a, b, c] = rest;
  assert.deepEqual(asked.at(0), `try p1 ${a}`);
  assert.deepEqual(asked.slice(-2), [`try p1 ${a}${b}${c}`, `answer p1 ${a}${b}${c} hint`]);
  assert.ok(engine.asked.every((one) => !/^(try|answer)/.test(one) || / lang en at \d+ zone -?\d+$/.test(one)));
  assert.deepEqual(
    (await trainer.log.after(0)).map(({ value }) => value),
    [line(7)],
  );
  assert.deepEqual(round.marks, [true, true]);
  // Once more is for practice.
  trainer.again();
  trainer.chooseNamed(a!);
  await until(() => trainer.round!.moves.length === 2);
  assert.equal((await trainer.log.after(0)).length, 1);
});

test('what the engine refuses is told, and the move taken back', async () => {
  const { trainer, said: told } = trainerWith((command) => {
    if (command.startsWith('next')) return { exercise: { ...raw, kind: 'only' }, due: 1, new: 0, later: null };
    throw new Error('no memory');
  });
  await trainer.start('puzzles');
  trainer.choose(0);
  assert.deepEqual(told.length, 1);
  trainer.choose(trainer.round!.legal[0]!);
  await until(() => trainer.fault !== '');
  assert.equal(trainer.fault, 'There is no answer. (no memory)');
  assert.deepEqual([trainer.round!.moves.length, trainer.round!.isJudged], [0, false]);
});

test('a deck that has nothing more says when the next one comes', async () => {
  const { trainer } = trainerWith((command) => (command.startsWith('next') ? { exercise: null, due: 0, new: 0, later: 2e9 } : {}));
  await trainer.start('mistakes');
  assert.deepEqual([trainer.round, trainer.deck, trainer.rests], [undefined, undefined, { deck: 'mistakes', later: 2e9 }]);
});
