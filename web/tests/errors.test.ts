// What goes wrong has a code, and options that there are not are refused. The engine is played by the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BiancaError, checkOptions, type ErrorCode } from '../package/src/errors';
import { Engine, type Listener } from '../package/src/client';
import type { Bianca, start } from '../package/src/index';

/** The package's class, with an engine that answers by `answer`. */
async function made(answer: (line: string) => string): Promise<{ bianca: Bianca; listener: Listener; sent: string[] }> {
  const { Bianca } = await import('../package/src/index');
  const sent: string[] = [];
  let listener!: Listener;
  const engine = new Engine((one) => {
    listener = one;
    const send = (line: string): void => {
      sent.push(line);
      const told = answer(line);
      if (told !== '') queueMicrotask(() => [...told.split('\n'), ''].forEach(one.line));
    };
    return { send, interrupt: () => {}, close: () => {} };
  });
  return { bianca: new Bianca(engine), listener, sent };
}

const withCode = (code: ErrorCode, message: RegExp) => (error: unknown) =>
  error instanceof BiancaError && error instanceof Error && error.code === code && message.test(error.message);

test('a misspelt option is refused before anything is sent', async () => {
  const { bianca, sent } = await made(() => '= info rank 1 move f5 score +1.00 proven no depth 3 confidence 100 nodes 9 time 0.1');
  const wrong = { depht: 3 } as object;
  const found = (): void => assert.fail('nothing is found');
  const calls: [() => Promise<unknown>, RegExp][] = [
    [() => bianca.search(wrong), /no option depht here; did you mean depth\?/],
    [() => bianca.search({ moveTime: 3 } as object), /did you mean movetime\?/],
    [() => bianca.search({ seconds: 3 } as object), /no option seconds here; there are level, depth, movetime, nodes, exact, signal/],
    [() => bianca.solve({ wdl: true } as object), /did you mean wld\?/],
    [() => bianca.window(0, 2, { signl: undefined } as object), /did you mean signal\?/],
    [() => bianca.hint(3, 4, { depth: 3 } as object), /no option depth here; there are signal/],
    [() => bianca.analyze(3, found, wrong), /no option depht/],
    [() => bianca.review({ levle: 3 } as object), /did you mean level\?/],
    [() => bianca.genmove(wrong), /no option depht/],
    [() => bianca.ask('name', undefined, wrong), /no option depht/],
    [() => bianca.search(3 as unknown as object), /options are an object, and not 3/],
    [() => bianca.search(null as unknown as object), /options are an object, and not null/],
  ];
  for (const [call, message] of calls) await assert.rejects(call(), withCode('argument', message), String(message));
  assert.deepEqual(sent, []);
  assert.equal((await bianca.search({ depth: 3, level: 2 })).depth, 3);
  assert.equal((await bianca.search()).move, 'f5');
  const begin: typeof start = (await import('../package/src/index')).start;
  await assert.rejects(begin({ modul: undefined } as object), withCode('argument', /did you mean module\?/));
});

test('every option there is may be given', () => {
  for (const names of [['level', 'depth', 'movetime', 'nodes', 'exact', 'signal'], []]) {
    checkOptions(Object.fromEntries(names.map((name) => [name, undefined])), names);
  }
});

test('errors have a code', async () => {
  const { bianca, listener } = await made((line) => (line.startsWith('play') ? '? illegal move: a1' : line === 'go' ? '=' : ''));
  await assert.rejects(bianca.play('a1'), withCode('refused', /illegal move: a1/));
  await assert.rejects(bianca.search(), withCode('over', /the game is over/));
  for (const line of ['', '# x', 'name\nquit']) {
    assert.throws(() => bianca.engine.send(line), withCode('argument', /a command/));
    await assert.rejects(bianca.ask(line), withCode('argument', /a command/));
  }
  const lost = bianca.ask('showboard');
  listener.lost('it broke');
  await assert.rejects(lost, withCode('lost', /it broke/));
  const [unanswered, behind] = [bianca.ask('showboard'), bianca.ask('name')];
  bianca.close();
  for (const call of [unanswered, behind, bianca.ask('name')]) await assert.rejects(call, withCode('closed', /closed/));
  const other = await made(() => '');
  const waiting = other.bianca.ask('name');
  other.listener.failed('no module');
  for (const call of [waiting, other.bianca.ask('name')]) await assert.rejects(call, withCode('failed', /no module/));
  // A signal has its own reason, as everywhere.
  const aborted = (await made(() => '')).bianca.ask('name', undefined, { signal: AbortSignal.abort() });
  await assert.rejects(aborted, { name: 'AbortError' });
});

test('a review that breaks off is refused', async () => {
  const { bianca } = await made(() => '= \nerror there is no game');
  await assert.rejects(bianca.review(), withCode('refused', /there is no game/));
});
