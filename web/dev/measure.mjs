// Solves problems in OBF one after another in Node, one thread, and compares the scores:
// node dev/measure.mjs [--hash MIB] FILE.obf [FIRST LAST]
import { readFileSync } from 'node:fs';
import { start } from '../dist/bianca-engine/index-node.js';

const args = process.argv.slice(2);
const hash = args[0] === '--hash' ? args.splice(0, 2)[1] : undefined;
const [file, first = '1', last = '1000'] = args;
const problems = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => /^[XO*.-]{64}/i.test(line))
  .slice(Number(first) - 1, Number(last));
const bianca = await start();
if (hash) await bianca.ask(`option Hash ${hash}`);
let [nodes, seconds, wrong] = [0, 0, 0];
for (const [i, problem] of problems.entries()) {
  const [board, ...moves] = problem.split(';').map((part) => part.trim());
  const scores = moves.flatMap((move) => /^[a-h][1-8]\s*:\s*([+-]?\d+)/i.exec(move)?.[1] ?? []).map(Number);
  await bianca.newGame(board);
  const begun = performance.now();
  const found = await bianca.search({ exact: true });
  const took = (performance.now() - begun) / 1000;
  const right = scores.length === 0 || found.score === Math.max(...scores);
  console.log(
    `${Number(first) + i} ${found.move} ${found.score} ${right ? '' : `WRONG, ${Math.max(...scores)} expected `}${found.nodes} nodes ${took.toFixed(3)} s`,
  );
  nodes += found.nodes;
  seconds += took;
  wrong += right ? 0 : 1;
}
console.log(
  `${problems.length} problems, ${wrong} wrong, ${nodes} nodes, ${seconds.toFixed(2)} s, ${(nodes / seconds / 1e6).toFixed(2)} M nodes/s; ${(process.cpuUsage().user / 1e6).toFixed(2)} s of processor time`,
);
bianca.close();
