// Builds dist/: bianca.html, the page with everything in it, and bianca-engine/, the npm package.
// node build.mjs [--bridge]: with --bridge the page gets its engine from dev/bridge.mjs.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = here + 'dist/';
const bridged = process.argv.includes('--bridge');
mkdirSync(dist, { recursive: true });

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const text = async (options) => (await build({ bundle: true, minify: true, write: false, target: 'es2022', legalComments: 'none', logLevel: 'warning', ...options })).outputFiles[0].text.trim();

const script = await text({ entryPoints: [here + 'page/src/main.ts'], format: 'iife', define: { BRIDGED: String(bridged) } });
const style = await text({ entryPoints: [here + 'page/style.css'] });
const csp = [
  `default-src 'none'`,
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)}`,
  `img-src data:`,
  `worker-src blob:`,
  `connect-src blob:${bridged ? " 'self'" : ''}`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');
const parts = { csp, style, script, data: '' };
const page = readFileSync(here + 'page/index.html', 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(dist + 'bianca.html', page);
console.log(`dist/bianca.html: ${page.length} bytes`);
