// The page's way to the readers of the executable, with the module as it was built. Skipped without it.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readBoard, readMoves, writeBoard, writeGgf, writeTranscript } from '../page/src/formats';
import { Game, gameOf } from '../page/src/game';
import { writePgn, writeSgf } from '../page/src/records';
import { type Content, type Found, type Lists, Unreadable, gameOfFound, readGames } from '../page/src/reader';
import { START, legalMoves, nameOf } from '../page/src/rules';
import { sortFiles, together } from '../page/src/together';

const built = process.cwd() + '/dist/bianca.wasm';
const options = existsSync(built) && !process.argv.includes('--without-engine') ? {} : { skip: 'dist/bianca.wasm is not built' };
const module = 'skip' in options ? undefined : WebAssembly.compile(readFileSync(built));
const read = async (text: string | Uint8Array): Promise<Omit<Content, 'games'> & { games: Game[] }> => {
  const content = await readGames((await module)!, typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return { ...content, games: content.games.map(gameOfFound) };
};
const movesOf = ({ games }: { games: Game[] }): string[] => games.map((game) => game.moves.join(''));

const PASSING = 'c4c3f5b4a4a5c2a3d2';

test('each format keeps the game', options, async () => {
  const board = readBoard('--------------------------XXX-----OX---------------------------- O')!;
  for (const game of [gameOf(START, readMoves(PASSING)).game, gameOf(board, ['c3']).game]) {
    game.tags = { black: 'A]b', white: '<script>', date: '2003' };
    game.line[1]!.seconds = 1.5;
    for (const write of [writeSgf, writeGgf, writePgn]) {
      const [again] = (await read(write(game))).games;
      assert.deepEqual(again!.moves, game.moves);
      assert.deepEqual(again!.start, game.start);
      assert.equal(again!.tags.white, '<script>');
      assert.equal(again!.tags.date, '2003');
      assert.equal(again!.line[1]!.seconds, 1.5);
    }
  }
  const game = gameOf(START, readMoves(PASSING)).game;
  assert.deepEqual((await read(writeTranscript(game))).games[0]!.moves, game.moves);
  assert.deepEqual((await read(writeBoard(game.position))).games[0]!.start, game.position);
  assert.ok((await read(writeBoard(game.position))).games[0] instanceof Game);
});

test('what is no game is told with its place, and takes no other with it', options, async () => {
  const content = await read('f5d6c3\nf5x9\n# no game\nf5a1\nf5f6');
  assert.deepEqual(movesOf(content), ['f5d6c3', 'f5f6']);
  assert.deepEqual(
    content.faults.map(({ line, kind, word }) => [line, kind, word]),
    [
      [2, 'unknown', 'x9'],
      [4, 'illegal', 'a1'],
    ],
  );
  assert.equal(content.faulty, 2);
  assert.equal((await read('')).games.length, 0);
  await assert.rejects(read(new Uint8Array([0xff, 0xfe, 0x66, 0])), (error) => error instanceof Unreadable && error.kind === 'encoding');
});

test('comments are read, and written again in GGF and SGF', options, async () => {
  const pgn = '[Event "x"]\n\n{whole\nof it} 1. f5 {<b>good</b>} d6 (1... f6) 2. c3 {depth 3 ]x\\} *\n';
  const said: [number, string][] = [
    [0, 'whole\nof it'],
    [1, '<b>good</b>'],
    [3, 'depth 3 ]x\\'],
  ];
  const [game] = (await read(pgn)).games;
  assert.deepEqual([...game!.comments], said);
  assert.equal(game!.lacksVariations, false);
  assert.deepEqual(
    game!.tree.branches.map(({ moves }) => moves),
    [['f6']],
  );
  game!.setNote(game!.at(1), { black: 3, exact: false, depth: 8, effort: 8, line: ['f6'] });
  const [sgf] = (await read(writeSgf(game!))).games;
  assert.deepEqual([...sgf!.comments], said);
  assert.match(writeSgf(game!), /;B\[fe\]V\[\+3\]C\[<b>good<\/b>\]\(;W/);
  const [ggf] = (await read(writeGgf(game!))).games;
  assert.deepEqual(
    [...ggf!.comments],
    said.map(([ply, text]) => [ply, text.replace(/[\]\\]/g, ' ').trim()]),
  );
  assert.deepEqual(sgf!.tree.branches, game!.tree.branches);
  // What is played instead has not been spoken of.
  game!.cursor = 2;
  game!.play('c4');
  assert.deepEqual([...game!.comments.keys()], [0, 1]);
});

test('how a game ended and would have is kept, and its date is one', options, async () => {
  const [game] = (await read('(;GM[2]DT[2003.12.15_12:33:18.MST]RE[W+R]TH[-4:20];B[fe];W[df])')).games;
  const sgf = writeSgf(game!);
  assert.match(sgf, /DT\[2003-12-15\]WHEN\[2003\.12\.15_12:33:18\.MST\].*RE\[W\+R\]TH\[-4:20\]/);
  const pgn = writePgn(game!);
  for (const tag of [
    '[Date "2003.12.15"]',
    '[Result "0-1"]',
    '[Score "-64"]',
    '[Theory "-4:20"]',
    '[Termination "resignation by black"]',
  ]) {
    assert.ok(pgn.includes(`${tag}\n`), pgn);
  }
  assert.match(writeGgf(game!), /RE\[-64:r\]/);
  for (const write of [writeSgf, writePgn]) assert.deepEqual((await read(write(game!))).games[0]!.tags, game!.tags);
  // Of another end nothing was told.
  game!.play('c3');
  assert.doesNotMatch(writeSgf(game!), /RE\[|TH\[/);
  assert.match(writePgn(game!), /\[Result "\*"\]/);
});

test('only what was played has its time, and GGF has no property that others refuse', () => {
  const game = gameOf(START, ['f5', 'd6']).game;
  game.tags = { date: 'spring 1999' };
  game.tree.addBranches([{ of: 0, after: 1, moves: ['f6', 'e6'], told: [{ ply: 1, seconds: 50.14 }] }]);
  game.line[1]!.seconds = 2.5;
  game.line[0]!.comment = 'Round: 3\n;)';
  const pgn = writePgn(game);
  assert.match(pgn, /1\. f5 \{2\.50s\} 1\.\.\. d6 \(1\.\.\. f6 2\. e6\)/);
  for (const tag of ['[Date "1999.??.??"]', '[When "spring 1999"]']) assert.ok(pgn.includes(`${tag}\n`), pgn);
  assert.match(writeSgf(game), /DT\[1999\]WHEN\[spring 1999\]/);
  assert.match(writeGgf(game), /\]CO\[\]CO\[Round: 3\]CO\[; \)\]B\[f5\/\/2\.50\]W\[d6\];\)$/);
});

test('letters of old files are read', options, async () => {
  const latin = Uint8Array.from(
    [...'(;GM[Othello]PB[Andr\u00e9]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)'].map((letter) =>
      letter.charCodeAt(0),
    ),
  );
  assert.equal((await read(latin)).games[0]!.tags.black, 'Andr\u00e9');
});

test('no more games are read than the page lists', options, async () => {
  const content = await read('f5d6\n'.repeat(2100));
  assert.deepEqual([content.games.length, content.hasMore], [2000, true]);
});

test('variations, comments, judgements and marks go through SGF and PGN', options, async () => {
  const sgf =
    '(;FF[4]GM[2]SZ[8]C[whole];B[fe]TE[1]TR[cd]LB[ab:A](;W[df];B[cc]C[main](;W[dc])(;W[fd]IT[]))' +
    '(;W[ff]C[other\nline];B[ef](;W[df])(;W[fd]BM[2]MA[aa]))(;W[fd]))';
  const [game] = (await read(sgf)).games;
  assert.deepEqual(game!.moves, ['f5', 'd6', 'c3', 'd3']);
  const { told, branches } = game!.tree;
  assert.deepEqual(
    branches.map(({ of, after, moves }) => [of, after, moves.join(' ')]),
    [
      [0, 1, 'f6 e6 d6'],
      [0, 1, 'f4'],
      [0, 3, 'f4'],
      [1, 3, 'f4'],
    ],
  );
  assert.deepEqual(told[1], {
    ply: 1,
    glyph: 1,
    marks: [
      { square: 'c4', shape: 'triangle' },
      { square: 'a2', shape: 'label', text: 'A' },
    ],
  });
  assert.deepEqual(branches[0]!.told, [{ ply: 1, comment: 'other\nline' }]);
  assert.deepEqual(branches[3]!.told, [{ ply: 1, glyph: 4, marks: [{ square: 'a1', shape: 'cross' }] }]);
  const again = (await read(writeSgf(game!))).games[0]!.tree;
  assert.deepEqual([again.told, again.branches], [told, branches]);
  const plain = (all: readonly { marks?: unknown }[]): unknown[] => all.map((one) => ({ ...one, marks: undefined }));
  const pgn = (await read(writePgn(game!))).games[0]!.tree;
  assert.deepEqual(plain(pgn.told), plain(told));
  assert.deepEqual(
    pgn.branches.map((branch) => [branch.moves, plain(branch.told)]),
    branches.map((branch) => [branch.moves, plain(branch.told)]),
  );
});

test('a game with variations at every move is read again as it was', options, async () => {
  const { game } = gameOf(START, readMoves(PASSING));
  for (const turn of game.line) {
    for (const square of legalMoves(turn.position)) {
      game.select(turn);
      game.play(nameOf(square));
    }
  }
  const { branches } = game.tree;
  assert.ok(branches.length > 20);
  for (const write of [writeSgf, writePgn]) {
    const tree = (await read(write(game))).games[0]!.tree;
    assert.ok(tree.isPartOf(game.tree) && game.tree.isPartOf(tree));
    assert.deepEqual(tree.branches, branches);
  }
});

/** A file of a database: a header of 16 bytes and what follows it. */
function wthor(games: number, names: number, rest: Uint8Array): Uint8Array {
  const header = new DataView(new ArrayBuffer(16));
  [20, 5, 1, 2].forEach((byte, at) => header.setUint8(at, byte));
  header.setUint32(4, games, true);
  header.setUint16(8, names, true);
  header.setUint16(10, names === 0 ? 2005 : 0, true);
  return Uint8Array.of(...new Uint8Array(header.buffer), ...rest);
}
const field = (text: string, length: number): number[] => [...new TextEncoder().encode(text.padEnd(length, '\0'))];

test('a database has the names of the lists that are opened with it', options, async () => {
  // Tournament 1, players 1 and 0, 2 discs, then f5 d6.
  const record = new Uint8Array(68);
  record.set([1, 0, 1, 0, 0, 0, 2, 2, 56, 64]);
  const games = wthor(1, 0, record);
  const lists = {
    players: wthor(0, 2, Uint8Array.from([...field('Zero', 20), ...field('One', 20)])),
    tournaments: wthor(0, 2, Uint8Array.from([...field('Nowhere', 26), ...field('Oslo', 26)])),
  };
  const names = async (bytes: Uint8Array, with_: Lists): Promise<unknown> => {
    const { games } = await readGames((await module)!, bytes, with_);
    return games.map(({ tags: { black, white, event } }) => [black, white, event]);
  };
  assert.deepEqual(await names(games, lists), [['One', 'Zero', 'Oslo']]);
  assert.deepEqual(await names(games, {}), [['player 1', 'player 0', 'tournament 1']]);
  await assert.rejects(names(games, { players: new Uint8Array(3) }), Unreadable);
  const bitmap = Uint8Array.from([0x42, 0x4d, 0x36, 0x10, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 0x28, 0, 0, 0, 8, 0, 0, 0]);
  await assert.rejects(names(bitmap, {}), /neither text nor a database/);
});

test('files that are opened together are one list', () => {
  const [games, more] = [{ name: 'WTH_2005.wtb' }, { name: 'a.sgf' }];
  const [players, tournaments] = [{ name: 'WTHOR.JOU' }, { name: 'WTHOR.TRN' }];
  assert.deepEqual(sortFiles([players, games, tournaments, more]), { games: [games, more], players, tournaments });
  assert.deepEqual(sortFiles([players]), { games: [players] });
  const found = { length: 1 } as unknown as Found;
  const content = { games: [found, found], faults: [], faulty: 1, hasMore: false };
  assert.deepEqual(together([content, { ...content, hasMore: true }]), {
    games: [found, found, found, found],
    faults: [],
    faulty: 2,
    hasMore: true,
  });
});
