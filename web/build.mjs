// Builds dist/: bianca.html, the page with everything in it, and bianca-engine/, the npm package; and what is kept
// with the sources of the executable: board.html and report.html, what stands around the engine in the page and around
// the games in reports. (The engine is kept, too; scripts/release renews it, of dist/engine.html.)
// node build.mjs [--bridge | --module FILE.wasm | --frames | --check-frames] [--notices FILE] [--base URL]: with --bridge
// the page has no engine and gets one from dev/bridge.mjs; with --module it gets one that was built already;
// --frames builds the frames alone, --check-frames only looks whether they are those of these sources;
// --base is where the page is published, which links lead to from a page on a disk; a site for a server is in
// dist/site then as always. --notices names the licences of all that the engine is linked with, for the page and the package.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { base85 } from './base85.mjs';
import { makeSite } from './site.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const dist = here + 'dist/';
/** What the executable is built with. */
const kept = here + '../crates/play/src/page/';
const bridged = process.argv.includes('--bridge');
const given = process.argv[process.argv.indexOf('--module') + 1];
const base = process.argv.includes('--base') ? process.argv[process.argv.indexOf('--base') + 1] : undefined;
const notices = process.argv.includes('--notices') ? readFileSync(process.argv[process.argv.indexOf('--notices') + 1], 'utf8') : '';
mkdirSync(dist, { recursive: true });

/** The engine as WebAssembly, optimised for speed. */
function engine() {
  const made = dist + 'bianca.wasm';
  let built = given;
  if (!process.argv.includes('--module')) {
    const cargo = ['build', '--quiet', '--profile', 'wasm', '--target', 'wasm32-unknown-unknown'];
    // The root's configuration is for native processors.
    const features = '-C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint -C link-arg=-zstack-size=2097152';
    // Names of folders stand in messages: with these the same source gives the same bytes anywhere.
    const crates = process.env.CARGO_HOME ?? `${homedir()}/.cargo`;
    const flags = `${features} --remap-path-prefix=${fileURLToPath(new URL('..', import.meta.url))}= --remap-path-prefix=${crates}=cargo`;
    // Other builds of the workspace go on meanwhile: it has a folder of its own.
    const target = process.env.CARGO_TARGET_DIR ?? here + 'engine/target';
    const env = { ...process.env, RUSTFLAGS: flags, CARGO_TARGET_DIR: target };
    execFileSync('cargo', cargo, { stdio: 'inherit', cwd: here + 'engine', env });
    built = `${target}/wasm32-unknown-unknown/wasm/bianca_web.wasm`;
  }
  const features = [
    // Else it would take the zeros out of the weights, which the page has beside the module.
    '--skip-pass=memory-packing',
    '--enable-simd',
    '--enable-bulk-memory',
    '--enable-sign-ext',
    '--enable-nontrapping-float-to-int',
    '--enable-mutable-globals',
    '--enable-bulk-memory-opt',
    '--enable-reference-types',
    '--enable-multivalue',
  ];
  const optimised = spawnSync(
    process.execPath,
    [here + 'node_modules/binaryen/bin/wasm-opt', '-O3', '--strip-debug', '--strip-producers', ...features, built, '-o', made],
    { stdio: 'inherit' },
  );
  if (optimised.status !== 0) throw new Error('wasm-opt failed');
  return readFileSync(made);
}

const bundle = async (options) =>
  // Comments name files as seen from here, wherever this is run.
  (
    await build({
      absWorkingDir: here,
      bundle: true,
      minify: true,
      write: false,
      target: 'es2022',
      legalComments: 'none',
      logLevel: 'warning',
      ...options,
    })
  ).outputFiles[0].text.trim();
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The frame of reports: readable, since it is kept; the executable puts title and content into it. */
async function report() {
  const readable = { minify: false, charset: 'utf8' };
  const script = await bundle({ ...readable, entryPoints: [here + 'report/src/main.ts'], format: 'iife' });
  const style = await bundle({ ...readable, entryPoints: [here + 'report/style.css'] });
  if (/<\/script|<!--|<\?/i.test(script) || /<\/style|<\?/i.test(style)) throw new Error('the script or the style would end its element');
  const csp = [
    `default-src 'none'`,
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  const parts = { csp, style, script };
  return readFileSync(here + 'report/index.html', 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/** What stands around the engine in the page, with `{{data}}` where that goes. */
async function board() {
  const worker = await bundle({ entryPoints: [here + 'package/src/worker-browser.ts'], format: 'iife' });
  const reader = await bundle({ entryPoints: [here + 'page/src/reading-worker.ts'], format: 'iife' });
  const define = { BRIDGED: String(bridged), WORKER: JSON.stringify(worker), READER: JSON.stringify(reader) };
  const script = await bundle({ entryPoints: [here + 'page/src/main.ts'], format: 'iife', define, charset: 'utf8' });
  if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its element');
  const style = await bundle({ entryPoints: [here + 'page/style.css'] });
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
  const canonical = base ? `\n<link rel="canonical" href="${base.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}">` : '';
  const parts = { csp, style, script, canonical, data: '{{data}}' };
  return readFileSync(here + 'page/index.html', 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/**
 * The engine as elements of the page: the module without its weights, which are a file of the sources and stand in
 * an element of their own, and the licences of both. What is kept of it has no weights: the executable puts them in.
 */
function engineElements(wasm) {
  const weights = readFileSync(here + '../crates/search/src/eval/weights/page.weights');
  const hole = wasm.indexOf(weights);
  if (hole < 0 || wasm.includes(weights, hole + 1)) throw new Error('the module does not hold page.weights once and in one piece');
  const rest = Buffer.concat([wasm.subarray(0, hole), wasm.subarray(hole + weights.length)]);
  const packed = base85(gzipSync(rest, { level: 9 }));
  const version = /^version = "(.*)"$/m.exec(readFileSync(here + '../Cargo.toml', 'utf8'))[1];
  // The checksum that the file has of itself.
  const checksum = weights.readUInt32LE(26);
  const elements = (text) =>
    [
      `<script type="application/octet-stream" id="weights" data-checksum="${checksum}">${text}</script>`,
      `<script type="application/octet-stream" id="engine" data-version="${version}" data-hole="${hole}">${packed}</script>`,
      licences(),
    ].join('\n');
  return { whole: elements(base85(weights)), kept: elements('') };
}

function licences() {
  // Of what is bundled into the page's script.
  const bundled = readFileSync(here + 'node_modules/idb/LICENSE', 'utf8');
  const text = `${readFileSync(here + '../LICENSE-MIT', 'utf8')}\nidb (npm), for what the page keeps:\n\n${bundled}\n${notices}`;
  if (/<\/script|<!--/i.test(text)) throw new Error('the licences would end their element');
  return `<script type="text/plain" id="licences">${text}</script>`;
}

async function npmPackage() {
  const out = dist + 'bianca-engine/';
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const place of ['browser', 'node']) {
    const platform = {
      name: 'platform',
      setup: (one) => one.onResolve({ filter: /^#platform$/ }, () => ({ path: `${here}package/src/platform-${place}.ts` })),
    };
    const options = { format: 'esm', platform: place === 'node' ? 'node' : 'browser', plugins: [platform] };
    writeFileSync(`${out}index-${place}.js`, (await bundle({ ...options, entryPoints: [here + 'package/src/index.ts'] })) + '\n');
    writeFileSync(
      `${out}worker-${place}.js`,
      (await bundle({ ...options, entryPoints: [`${here}package/src/worker-${place}.ts`] })) + '\n',
    );
  }
  for (const name of ['package.json', 'README.md']) copyFileSync(here + 'package/' + name, out + name);
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(here + '../' + name, out + name);
  if (notices) writeFileSync(out + 'LICENSES-OF-CRATES.txt', notices);
  copyFileSync(dist + 'bianca.wasm', out + 'bianca.wasm');
  const types = spawnSync(process.execPath, [here + 'node_modules/typescript/bin/tsc', '-p', here + 'tsconfig.package.json'], {
    stdio: 'inherit',
  });
  if (types.status !== 0) throw new Error('the types could not be written');
}

const frames = { 'report.html': await report(), 'board.html': await board() };
// A page for the bridge is for nobody else, and one of an address only for whoever asks for its frame.
const onlyFrames = process.argv.includes('--frames') || process.argv.includes('--check-frames');
for (const [name, made] of Object.entries(bridged || (base && !onlyFrames) ? {} : frames)) {
  // Cargo builds again what includes a file that was written.
  if (readFileSync(kept + name, 'utf8') === made) continue;
  if (process.argv.includes('--check-frames'))
    throw new Error(`crates/play/src/page/${name} is not what these sources make: node web/build.mjs --frames`);
  writeFileSync(kept + name, made);
}
if (onlyFrames) process.exit();
const wasm = bridged ? undefined : engine();
if (wasm) {
  const packed = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  console.log(`dist/bianca.wasm: ${wasm.length} bytes, ${gzipSync(wasm, { level: 9 }).length} with gzip, ${packed.length} with brotli`);
  await npmPackage();
}
const engineParts = wasm && engineElements(wasm);
if (engineParts) writeFileSync(dist + 'engine.html', engineParts.kept);
const html = frames['board.html'].replace('{{data}}', () => engineParts?.whole ?? licences());
writeFileSync(dist + 'bianca.html', html);
makeSite(html, dist + 'site', base);
console.log(`dist/bianca.html: ${html.length} bytes, ${gzipSync(html, { level: 9 }).length} with gzip`);
