// Runs the unit tests in Node: bundles each file, then hands all to Node's test runner.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const out = here + '../dist/tests/';
mkdirSync(out, { recursive: true });
const names = readdirSync(here).filter((name) => name.endsWith('.test.ts'));
await build({
  entryPoints: names.map((name) => here + name),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  loader: { '.wasm': 'file' },
  logLevel: 'warning',
});
const files = names.map((name) => out + name.replace(/\.ts$/, '.mjs'));
process.chdir(here + '..');
process.exit(spawnSync(process.execPath, ['--test', '--test-reporter=spec', ...files], { stdio: 'inherit' }).status ?? 1);
