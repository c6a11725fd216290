import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { Game, gameOf as played } from '../page/src/game';
import { type Content, Kept, dayIn } from '../page/src/kept';
import { Keeping, contentOf, gameOf, linkOf } from '../page/src/keeping';
import { START } from '../page/src/rules';
import type { Saved } from '../page/src/store';
import { setLanguage, t } from '../page/src/words';

const MOVES = 'f5f6d3c5c6c7g7e3e2f4b6d6f3b5a5c4b8e6d7e7f7d8c3d2c2b4a3c8b7a8b3f2g1g3g4a7h3e1f1a4d1h8g5a6h7g8f8a2e8h6g6h5h4g2h2c1b1h1b2a1';
const people = { black: { kind: 'person' }, white: { kind: 'person' } } as const;
const beginner = { black: { kind: 'person' }, white: { kind: 'bianca', skill: 2 } } as const;

const gameWith = (moves: string): Game => played(START, moves.match(/../g) ?? []).game;
const savedOf = (game: Game, more: Partial<Saved> = {}): Saved => ({ link: linkOf(game), tags: game.tags, ...people, ...more });
const contentWith = (moves: string, more: Partial<Saved> = {}): Content => {
  const game = gameWith(moves);
  return contentOf(game, savedOf(game, more));
};
const never = (): undefined => assert.fail('nobody has changed it');

async function fresh(run: (kept: Kept, another: () => Promise<Kept>) => Promise<void>): Promise<void> {
  globalThis.indexedDB = new IDBFactory();
  const all: Kept[] = [];
  const opened = async (): Promise<Kept> => {
    const kept = new Kept();
    all.push(kept);
    await kept.open();
    return kept;
  };
  try {
    await run(await opened(), opened);
  } finally {
    for (const kept of all) await kept.close();
  }
}

/** Puts a value into a store as no page would. */
async function spoil(store: string, value: unknown): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('bianca');
    opening.onsuccess = () => {
      const change = opening.result.transaction(store, 'readwrite');
      change.objectStore(store).put(value);
      change.oncomplete = () => {
        opening.result.close();
        resolve();
      };
      change.onabort = () => reject(change.error);
    };
  });
}

test('a game that is kept is there for the next tab', () =>
  fresh(async (kept, another) => {
    const entry = await kept.put('a', undefined, contentWith(MOVES), never);
    const again = (await another()).get('a');
    assert.deepEqual(again, entry);
    assert.deepEqual(again?.facts, { moves: 60, discs: { black: 5, white: 59 }, isOver: true, end: { discs: -54 } });
    // It goes on under its id, and keeps its first day.
    const after = await kept.put('a', entry.version, contentWith(MOVES.slice(0, 60)), never);
    assert.equal(after.day, entry.day);
    assert.notEqual(after.version, entry.version);
  }));

test('what two tabs make of a game at the same time is one game, or two', () =>
  fresh(async (kept, another) => {
    const other = await another();
    const { version } = await kept.put('a', undefined, contentWith(MOVES.slice(0, 40)), never);
    await kept.put('a', version, contentWith(MOVES.slice(0, 42)), never);
    // The other one has the version before.
    const merged = contentWith(MOVES.slice(0, 44));
    const one = await other.put('a', version, merged, (saved) => {
      assert.equal(saved.link, `moves=${MOVES.slice(0, 42)}`);
      return merged;
    });
    assert.equal(one.id, 'a');
    const two = await other.put('a', version, contentWith(MOVES.slice(0, 38)), () => undefined);
    assert.notEqual(two.id, 'a');
    await kept.refresh();
    assert.deepEqual(kept.entries.map(({ facts }) => facts.moves).sort(), [19, 22]);
  }));

test('two games that are kept at once are both there', () =>
  fresh(async (kept, another) => {
    const other = await another();
    await Promise.all([
      kept.put('a', undefined, contentWith(MOVES), never),
      other.put('b', undefined, contentWith(MOVES.slice(0, 50)), never),
      kept.put('c', undefined, contentWith(MOVES.slice(0, 48)), never),
    ]);
    await Promise.all([kept.refresh(), other.refresh()]);
    for (const tab of [kept, other]) assert.deepEqual(tab.entries.map(({ id }) => id).sort(), ['a', 'b', 'c']);
  }));

test('while a tab looks at what another one has changed, its games are there', () =>
  fresh(async (kept, another) => {
    const other = await another();
    await kept.put('a', undefined, contentWith(MOVES), never);
    await other.put('b', undefined, contentWith(MOVES.slice(0, 50)), never);
    const seen = new Set<number>();
    let isLooking = true;
    const looking = kept.refresh().then(() => (isLooking = false));
    while (isLooking) {
      seen.add(kept.entries.length);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await looking;
    seen.add(kept.entries.length);
    assert.deepEqual([...seen].sort(), [1, 2]);
  }));

test('a game that was deleted comes back when it is wished, and not by itself', () =>
  fresh(async (kept) => {
    const entry = await kept.put('a', undefined, contentWith(MOVES), never);
    await kept.remove(['a']);
    assert.equal(await kept.add([{ id: 'a', ...contentWith(MOVES) }]), 0);
    assert.deepEqual(kept.entries, []);
    await kept.restore([entry]);
    assert.deepEqual(kept.entries, [entry]);
    assert.equal(await kept.add([{ id: 'a', ...contentWith(MOVES) }]), 0);
  }));

test('what is known of a game is there again, but for reasons in another language', () =>
  fresh(async (kept) => {
    await kept.put('a', undefined, contentWith(MOVES), never);
    const note = { black: 2, exact: false, depth: 8, effort: 8, line: ['f5'] };
    const judgement = { black: 2, loss: 3, grade: 'mistake', exact: false, level: 8, reason: 'because', line: ['f5'] } as const;
    const known = { notes: [['x', note]], judgements: [['xf5', judgement]] } as const;
    await kept.know('a', known, 'en', { black: 90, depth: 8 });
    assert.deepEqual(await kept.known('a', 'en'), known);
    assert.deepEqual(await kept.known('a', 'fr'), { ...known, judgements: [] });
    assert.deepEqual(await kept.known('b', 'en'), { notes: [], judgements: [] });
    assert.deepEqual(kept.get('a')?.accuracy, { black: 90, depth: 8 });
    await spoil('known', {
      id: 'a',
      language: 'en',
      notes: [
        ['x', { ...note, line: 7 }],
        ['y', note],
      ],
      judgements: 3,
    });
    assert.deepEqual(await kept.known('a', 'en'), { notes: [['y', note]], judgements: [] });
  }));

test('what is damaged is laid aside and takes nothing with it', () =>
  fresh(async (kept, another) => {
    await kept.put('a', undefined, contentWith(MOVES), never);
    const bad = [
      { id: 'b' },
      { id: 'c', saved: { link: 7 } },
      { id: 'd', version: 'x', at: 1, day: 'x', key: 'x', saved: { link: '' }, facts: {} },
    ];
    for (const one of bad) await spoil('games', one);
    const again = await another();
    assert.deepEqual(
      again.entries.map(({ id }) => id),
      ['a'],
    );
    assert.equal(again.damaged, 3);
    assert.deepEqual(
      (await again.allDamaged()).map(({ value }) => value),
      bad,
    );
    assert.equal((await another()).damaged, 3);
    await again.layGameAside('a');
    assert.deepEqual([again.entries.length, again.damaged], [0, 4]);
    await again.forgetDamaged();
    assert.equal((await another()).damaged, 0);
  }));

test('a store of another form is made anew with what was in it laid aside, and a newer one is used', async () => {
  globalThis.indexedDB = new IDBFactory();
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('bianca', 7);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('games', { autoIncrement: true }).add('odd');
      opening.result.createObjectStore('others');
    };
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
  for (const damaged of [1, 1]) {
    const kept = new Kept();
    await kept.open();
    assert.deepEqual(
      (await kept.allDamaged()).map(({ from, value }) => [from, value]),
      [['games', 'odd']],
    );
    assert.equal(kept.damaged, damaged);
    await kept.put('a', undefined, contentWith(MOVES), () => contentWith(MOVES));
    await kept.close();
  }
});

test('without a store that is said', async () => {
  const before = globalThis.indexedDB;
  // @ts-expect-error As in a browser that has none.
  globalThis.indexedDB = undefined;
  await assert.rejects(new Kept().open(), /no indexedDB/);
  globalThis.indexedDB = before;
});

/** What is kept of games that come to the table. */
async function keptOf(games: readonly (readonly [Game, Partial<Saved>])[]): Promise<Keeping> {
  globalThis.indexedDB = new IDBFactory();
  // It is never closed, as a page is not; Node would wait for what other tabs say.
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const keeping = new Keeping(
    () => {},
    () => {},
  );
  const opening = keeping.open([], new Game());
  for (const [game, more] of games) keeping.keep(game, savedOf(game, more));
  await opening;
  return keeping;
}

test('games are kept, fragments and positions are not', async () => {
  const [odd] = [new Game({ squares: `${'-'.repeat(27)}OX------XO${'-'.repeat(27)}`.replace('OX', 'XX'), side: 'white' })];
  odd!.play('f4');
  const named = gameWith(MOVES.slice(0, 20));
  named.tags = { black: 'A', white: 'B' };
  const keeping = await keptOf([
    [gameWith(MOVES), {}],
    [gameWith(MOVES.slice(0, 40)), {}],
    [gameWith(MOVES.slice(0, 38)), {}],
    [gameWith(MOVES.slice(0, 22)), beginner],
    [gameWith(MOVES.slice(0, 18)), beginner],
    [gameWith(MOVES.slice(0, 16)), { ...beginner, resigned: 'black' }],
    [gameWith(MOVES.slice(0, 14)), { time: { main: 60, increment: 0 }, left: { black: 0, white: 9 } }],
    [new Game(), { ...beginner, resigned: 'black' }],
    [named, {}],
    [odd!, {}],
  ]);
  const facts = keeping.entries.map((entry) => [entry.facts.moves, entry.facts.end.cause ?? '']);
  assert.deepEqual(facts.sort().reverse(), [
    [8, 'R'],
    [7, 'T'],
    [60, ''],
    [20, ''],
    [11, ''],
  ]);
});

test('games go out as SGF with whoever played, and only what is new comes in', async () => {
  setLanguage('ja');
  const opened = gameWith(MOVES);
  opened.tags = { black: 'A', date: '1999.12.31' };
  const games = [
    [opened, {}],
    [gameWith(MOVES.slice(0, 40)), { ...beginner, resigned: 'black' }],
    [gameWith(MOVES.slice(0, 42)), { ...beginner, time: { main: 60, increment: 0 }, left: { black: 0, white: 9 } }],
    [gameWith(MOVES.slice(0, 44)), { black: { kind: 'book', name: 'uc3m' }, white: { kind: 'bianca', skill: 10 } }],
  ] as const;
  const keeping = await keptOf(games);
  const text = await keeping.written();
  assert.match(text, /PB\[A\]RE\[W\+54\]/);
  assert.match(text, /PB\[あなた\]PW\[Bianca \(skill 2\)\]RE\[W\+R\]/);
  assert.match(text, /PB\[あなた\]PW\[Bianca \(skill 2\)\]RE\[W\+T\]/);
  assert.match(text, /PB\[UC3M\]PW\[Bianca \(skill 10\)\]/);
  setLanguage('en');
  // As the reader gives them; tests/browser-kept.mjs reads the file itself.
  const read = keeping.entries.map(({ saved, facts, day }) => {
    const game = gameOf(saved)!;
    const [, black] = /PB\[(.*?)\]/.exec(text) ?? [];
    assert.ok(black);
    const isPlayed = saved.black?.kind !== 'person' || saved.white?.kind !== 'person';
    const names = isPlayed
      ? {
          black: saved.black?.kind === 'book' ? 'UC3M' : 'あなた',
          white: saved.black?.kind === 'book' ? 'Bianca (skill 10)' : 'Bianca (skill 2)',
          date: day,
        }
      : {};
    const { squares, side } = game.mainEnd.position;
    const ended = facts.end.cause ? { result: `W+${facts.end.cause}`, ended: `${squares} ${side === 'black' ? 'X' : 'O'}` } : {};
    game.tags = { ...game.tags, ...names, ...ended };
    return game;
  });
  assert.deepEqual(await keeping.take(read), { added: 0, known: 4, others: 0 });
  assert.equal(keeping.entries.length, 4);
  const another = await keptOf([]);
  assert.deepEqual(await another.take([...read, gameWith('f5d6')]), { added: 4, known: 0, others: 1 });
  assert.deepEqual(await another.take(read), { added: 0, known: 4, others: 0 });
  const resigned = another.entries.find(({ saved }) => saved.resigned);
  assert.deepEqual([resigned?.saved.white, resigned?.saved.tags.white], [{ kind: 'bianca', skill: 2 }, undefined]);
});

test('what the browser has against games that come or go is told each time, and nothing else is', async () => {
  globalThis.indexedDB = new IDBFactory();
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const told: string[] = [];
  const keeping = new Keeping(
    () => {},
    (text) => told.push(text),
  );
  await keeping.open([], new Game());
  await keeping.take([gameWith(MOVES)]);
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  try {
    for (const _ of [1, 2]) {
      assert.equal(await keeping.take([gameWith(MOVES.slice(0, 60))]), undefined);
      await keeping.remove(keeping.entries);
    }
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  assert.equal(keeping.entries.length, 1);
  assert.deepEqual(told, Array(4).fill(t('keptNoRoom')));
});

test('a day is known in the forms that files have', () => {
  assert.deepEqual(['1999-12-31', '1999.12.31', '1999/12/31 12:00', '1999.??.??', '1999-13-01', 'spring', ''].map(dayIn), [
    '1999-12-31',
    '1999-12-31',
    '1999-12-31',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
