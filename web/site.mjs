// Makes of the page what a web server gives out, so that it can be installed and is there without a network:
// node site.mjs PAGE FOLDER [--base URL]. PAGE is dist/bianca.html, or that of a release. Without a base the
// picture for links to the page, which has to have a whole address, is left out. Needs Node alone.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const TITLE = 'Bianca: Othello';
const DESCRIPTION = 'Play Othello, analyse games and learn how engines search. Works without a network.';
const [GREEN, GRID, PAPER, BLACK, WHITE] = ['#507f63', '#3f6a53', '#f5f3ee', '#25262a', '#f6f3ec'];

/** A picture of pixels, in which shapes have smooth edges: each pixel is looked at in 16 places. */
class Picture {
  constructor(width, height) {
    Object.assign(this, { width, height, pixels: new Uint8Array(4 * width * height) });
  }

  /** Fills where `inside` says so of a point. */
  fill(colour, inside) {
    const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        let hits = 0;
        for (let i = 0; i < 16; i++) if (inside(x + (i % 4) / 4 + 0.125, y + Math.floor(i / 4) / 4 + 0.125)) hits += 1;
        if (hits === 0) continue;
        const at = 4 * (y * this.width + x);
        const under = this.pixels[at + 3] / 255;
        const over = hits / 16;
        const all = over + under * (1 - over);
        rgb.forEach((value, i) => (this.pixels[at + i] = Math.round((value * over + this.pixels[at + i] * under * (1 - over)) / all)));
        this.pixels[at + 3] = Math.round(255 * all);
      }
    }
  }

  png() {
    const rows = Buffer.alloc(this.height * (4 * this.width + 1));
    for (let y = 0; y < this.height; y++)
      rows.set(this.pixels.subarray(4 * y * this.width, 4 * (y + 1) * this.width), y * (4 * this.width + 1) + 1);
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    head.set([8, 6, 0, 0, 0], 8);
    const chunk = (name, data) => {
      const whole = Buffer.alloc(12 + data.length);
      whole.writeUInt32BE(data.length, 0);
      whole.write(name, 4, 'latin1');
      whole.set(data, 8);
      whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
      return whole;
    };
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
  }
}

const circle = (cx, cy, radius) => (x, y) => (x - cx) ** 2 + (y - cy) ** 2 <= radius ** 2;
const everywhere = () => true;
const rounded = (left, top, width, height, radius) => (x, y) => {
  const [dx, dy] = [Math.max(left + radius - x, x - left - width + radius, 0), Math.max(top + radius - y, y - top - height + radius, 0)];
  return x >= left && x <= left + width && y >= top && y <= top + height && dx ** 2 + dy ** 2 <= radius ** 2;
};

/** The white disc on a green square; a system that cuts icons to its own shape gets one without corners, and more room. */
function icon(size, whole) {
  const picture = new Picture(size, size);
  picture.fill(GREEN, whole ? everywhere : rounded(0, 0, size, size, size * 0.22));
  picture.fill(WHITE, circle(size / 2, size / 2, size * (whole ? 0.26 : 0.31)));
  return picture.png();
}

/** A board in an opening, for links to the page. */
function banner() {
  const [width, height, cell] = [1200, 630, 66];
  const picture = new Picture(width, height);
  const [left, top] = [(width - 8 * cell) / 2, (height - 8 * cell) / 2];
  picture.fill(PAPER, everywhere);
  picture.fill(GREEN, rounded(left - 12, top - 12, 8 * cell + 24, 8 * cell + 24, 14));
  const isLine = (at) => Math.abs(((at + cell / 2) % cell) - cell / 2) < 1;
  picture.fill(GRID, (x, y) => {
    const [dx, dy] = [x - left, y - top];
    const isOn = dx > -1 && dy > -1 && dx < 8 * cell + 1 && dy < 8 * cell + 1;
    return isOn && (isLine(dx) || isLine(dy));
  });
  // After f5d6c3d3c4f4f6f3.
  const rows = ['--------', '--------', '--XO-O--', '--XXOO--', '---OXX--', '---O-X--', '--------', '--------'];
  rows.forEach((row, y) => {
    [...row].forEach((disc, x) => {
      if (disc !== '-') picture.fill(disc === 'X' ? BLACK : WHITE, circle(left + cell * (x + 0.5), top + cell * (y + 0.5), cell * 0.4));
    });
  });
  return picture.png();
}

const escaped = (text) => text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes the site of a page into a folder. `base` is where it will be, with a slash at its end. */
export function makeSite(page, folder, base) {
  if (base !== undefined && !/^https?:\/\/.*\/$/.test(base))
    throw new Error(`--base ${base} is no address of the web that ends with a slash`);
  const meta = (name, value) => `<meta property="og:${name}" content="${escaped(value)}">`;
  const head = [
    `<meta name="description" content="${escaped(DESCRIPTION)}">`,
    '<meta name="theme-color" content="#507f63">',
    '<link rel="manifest" href="manifest.webmanifest">',
    '<link rel="apple-touch-icon" href="icon-180.png">',
    meta('type', 'website'),
    meta('title', TITLE),
    meta('description', DESCRIPTION),
    ...(base === undefined
      ? []
      : [meta('url', base), meta('image', `${base}banner.png`), '<meta name="twitter:card" content="summary_large_image">']),
    ...(base === undefined || page.includes('rel="canonical"') ? [] : [`<link rel="canonical" href="${escaped(base)}">`]),
  ].join('\n');
  // What the page may load from its own server: nothing but this.
  const more = [
    ['worker-src blob:', "worker-src blob: 'self'"],
    ['img-src data:', "img-src data: 'self'"],
    ["base-uri 'none'", "manifest-src 'self'; base-uri 'none'"],
  ];
  let index = page.replace('<style>', () => `${head}\n<style>`);
  for (const [before, after] of more) {
    if (!index.includes(before)) throw new Error(`the page's policy has no ${before}`);
    index = index.replace(before, after);
  }
  const manifest = {
    id: './',
    name: TITLE,
    short_name: 'Bianca',
    description: DESCRIPTION,
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: PAPER,
    theme_color: GREEN,
    categories: ['games', 'education'],
    icons: [
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-whole.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  const disc = `<circle cx="16" cy="16" r="10" fill="${WHITE}"/>`;
  const files = {
    'index.html': index,
    'manifest.webmanifest': `${JSON.stringify(manifest, undefined, 2)}\n`,
    'icon.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${GREEN}"/>${disc}</svg>\n`,
    'icon-180.png': icon(180, true),
    'icon-192.png': icon(192, false),
    'icon-512.png': icon(512, false),
    'icon-whole.png': icon(512, true),
    'banner.png': banner(),
  };
  const version = createHash('sha256').update(index).digest('hex').slice(0, 16);
  const kept = ['./', ...Object.keys(files).filter((name) => name !== 'index.html' && name !== 'banner.png')];
  files['service-worker.js'] = readFileSync(new URL('page/service-worker.js', import.meta.url), 'utf8')
    .replace("'{{version}}'", JSON.stringify(version))
    .replace("['{{files}}']", JSON.stringify(kept));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(`${folder}/${name}`, content);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const words = argv.slice(2);
  const at = words.indexOf('--base');
  const [, base] = at < 0 ? [] : words.splice(at, 2);
  const [page, folder] = words;
  if (!page || !folder || words.length > 2) {
    console.error('node site.mjs PAGE FOLDER [--base URL]');
    process.exit(2);
  }
  makeSite(readFileSync(page, 'utf8'), folder, base);
  console.log(`${folder}: the site${base ? ` of ${base}` : ''}`);
}
