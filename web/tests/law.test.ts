// Whatever the module in the page calls proven is so by trying everything, by the page's own rules.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PASS, type Position, START, discsOf, isOver, keyOf, legalMoves, nameOf, play, result } from '../page/src/rules';

const built = process.cwd() + '/dist/bianca.wasm';
const options = existsSync(built) && !process.argv.includes('--without-engine') ? {} : { skip: 'dist/bianca.wasm is not built' };

interface Module {
  memory: WebAssembly.Memory;
  bianca_room(length: number): number;
  bianca_line(length: number): number;
}

/** A session in the module, a line in and its answer out. */
async function start(): Promise<(line: string) => string> {
  let said = '';
  const bianca = {
    output: (from: number, length: number): void => {
      said += new TextDecoder().decode(new Uint8Array(module.memory.buffer, from, length));
    },
    now: () => performance.now(),
    stopped: () => 0,
  };
  const { instance } = await WebAssembly.instantiate(readFileSync(built), { bianca });
  const module = instance.exports as unknown as Module;
  return (line) => {
    said = '';
    const bytes = new TextEncoder().encode(line);
    const room = module.bianca_room(bytes.length);
    new Uint8Array(module.memory.buffer).set(bytes, room);
    assert.equal(module.bianca_line(bytes.length), 1, line);
    assert.match(said, /^=/, line);
    return said.slice(1).trim();
  };
}

/** Numbers below a limit that repeat (mulberry32). */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const after = (position: Position, move: string): Position => {
  const next = play(position, move);
  assert.ok(next, `${move}: ${position.squares} ${position.side}`);
  return next;
};

/** The moves of the side to move; a pass if there is no other. */
const movesOf = (position: Position): string[] => {
  const squares = legalMoves(position);
  return squares.length > 0 ? squares.map(nameOf) : isOver(position) ? [] : [PASS];
};

/** The final score for the side to move if both play their best, by plain minimax. */
function finalScore(position: Position, known: Map<string, number>): number {
  const key = keyOf(position);
  let value = known.get(key);
  if (value === undefined) {
    const moves = movesOf(position);
    if (moves.length > 0) {
      value = Math.max(...moves.map((move) => 0 - finalScore(after(position, move), known)));
    } else {
      const { black, white } = result(discsOf(position.squares));
      value = position.side === 'black' ? black - white : white - black;
    }
    known.set(key, value);
  }
  return value;
}

/** A position of a random game with 4 to 8 empty squares; of each four one where the side to move must pass, if there is one. */
function drawn(random: (limit: number) => number, turn: number): Position {
  for (;;) {
    let position = START;
    const until = 4 + random(5);
    for (;;) {
      const moves = movesOf(position);
      const empty = position.squares.split('-').length - 1;
      if (moves.length === 0) break;
      if (empty <= 8 && empty >= 4 && (turn % 4 === 0 ? moves[0] === PASS : empty === until)) return position;
      position = after(position, moves[random(moves.length)]!);
    }
  }
}

test('whatever the module says is proven is so', options, async () => {
  const ask = await start();
  const random = randomOf(59);
  let proven = 0;
  let estimates = 0;
  for (let turn = 0; turn < 160; turn++) {
    const position = drawn(random, turn);
    const known = new Map<string, number>();
    const truth = finalScore(position, known);
    ask(`setboard ${position.squares} ${position.side}`);
    const nodes = 1 + random([3, 20, 100, 600][random(4)]!);
    const low = Math.max(-64, Math.min(63, truth + random(9) - 4));
    const commands = [
      `go nodes ${nodes}`,
      `go depth ${1 + random(9)}`,
      `go wld nodes ${nodes}`,
      `go window ${low} ${Math.min(64, low + 1 + random(4))}`,
      `go window ${low} ${Math.min(64, low + 1)} nodes ${nodes}`,
      `hint 3`,
      'go',
      'solve',
      'solve wld',
    ];
    for (const command of commands) {
      for (const line of ask(command).split('\n')) {
        const found = / move (\S+) score (\S+) proven (\S+) depth (\d+) confidence (\d+) .* pv (.*)$/.exec(line);
        assert.ok(found, `${command}: ${line}`);
        const [, move, said, proof, depth, confidence, variation] = found as unknown as [
          string,
          string,
          string,
          string,
          string,
          string,
          string,
        ];
        const context = `${command}: ${line}: ${position.squares} ${position.side}, ${truth}`;
        const score = Number(said);
        const ofMove = 0 - finalScore(after(position, move), known);
        // The first line speaks of the position, too; the others of their moves alone.
        for (const value of line.includes(' rank 1 ') ? [ofMove, truth] : [ofMove]) {
          if (proof === 'exact') assert.equal(score, value, context);
          else if (proof === 'wld') assert.equal(score, Math.sign(value), context);
          else if (proof === 'atleast') assert.ok(value >= score, context);
          // Of a bound from above the move means nothing.
          else if (proof === 'atmost') assert.ok(truth <= score, context);
          else {
            assert.equal(proof, 'no', context);
            const empty = position.squares.split('-').length - 1;
            if (Number(confidence) === 100 && Number(depth) >= empty) assert.equal(Math.round(score), value, context);
          }
        }
        if (proof === 'no') estimates++;
        else proven++;
        let end = position;
        for (const step of variation.split(' ')) end = after(end, step);
      }
    }
    assert.ok(ask('solve').includes(' proven exact '));
  }
  assert.ok(proven > 1000 && estimates > 100, `${proven} proven, ${estimates} estimates`);
});

test('what the module says of the moves of a game is proven if it says so', options, async () => {
  const ask = await start();
  const random = randomOf(60);
  let proven = 0;
  for (let turn = 0; turn < 40; turn++) {
    const from = drawn(random, turn);
    const line: string[] = [];
    const positions = [from];
    while (!isOver(positions.at(-1)!)) {
      const moves = movesOf(positions.at(-1)!);
      line.push(moves[random(moves.length)]!);
      positions.push(after(positions.at(-1)!, line.at(-1)!));
    }
    ask(`setboard ${from.squares} ${from.side}`);
    ask(`play ${line.join(' ')}`);
    const known = new Map<string, number>();
    for (const limit of ['nodes 20', 'nodes 200', 'depth 3']) {
      for (const told of ask(`review ${limit}`).split('\n')) {
        const judged = JSON.parse(told) as { turn: number; move: string; score: number; best_score: number; loss: number; proven: boolean };
        const before = positions[judged.turn]!;
        assert.equal(judged.move, line[judged.turn]);
        assert.ok(judged.loss >= 0 && judged.score <= judged.best_score, told);
        if (!judged.proven) continue;
        proven++;
        assert.equal(judged.score, 0 - finalScore(after(before, judged.move), known), told);
        assert.equal(judged.best_score, finalScore(before, known), told);
      }
    }
  }
  assert.ok(proven > 300, `${proven}`);
});
