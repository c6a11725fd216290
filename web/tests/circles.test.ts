// No file of the page, of reports or of the package uses itself by way of others, not even for a type: Biome's rule
// sees to it, as `npm run lint` does. And the rule sees what it should.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const biome = process.cwd() + '/node_modules/@biomejs/biome/bin/biome';
function lint(cwd: string, folders: readonly string[]): { status: number | null; told: string } {
  const rule = ['lint', '--only=suspicious/noImportCycles', '--reporter=github', ...folders];
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, ...rule], { cwd, encoding: 'utf8' });
  return { status, told: stdout + stderr };
}

test('arrows between files go one way', () => {
  const { status, told } = lint('.', ['page/src', 'report/src', 'package/src']);
  assert.equal(status, 0, told);
});

test('a circle is found, even one of types alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'circle-'));
  try {
    copyFileSync('biome.json', join(folder, 'biome.json'));
    mkdirSync(join(folder, 'page'));
    for (const [name, used] of Object.entries({ one: 'two', two: 'three', three: 'one', four: 'one' })) {
      const text = `import type { It as Used } from './${used}';\nexport type It = Used | '${name}';\n`;
      writeFileSync(join(folder, 'page', `${name}.ts`), text);
    }
    const { status, told } = lint(folder, ['page']);
    assert.equal(status, 1, told);
    const found = [...told.matchAll(/noImportCycles,file=[^,]*\/(\w+)\.ts,/g)].map(([, name]) => name!);
    assert.deepEqual(found.sort(), ['one', 'three', 'two'], told);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
