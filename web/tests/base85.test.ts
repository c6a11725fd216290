// Bytes stand in the page as text and come out of it as they were.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { base85 } from '../base85.mjs';
import { bytesOf } from '../page/src/base85';

test('bytes are read as they were written, of every length', () => {
  for (let length = 0; length < 70; length++) {
    for (const bytes of [randomBytes(length), Buffer.alloc(length), Buffer.alloc(length, 255)]) {
      const text = base85(bytes);
      assert.equal(text.length, Math.ceil((5 * length) / 4));
      assert.deepEqual(Buffer.from(bytesOf(text)), bytes, text);
    }
  }
});

test('no digit means anything to HTML', () => {
  assert.match(base85(randomBytes(100_000)), /^[^<{}\s]+$/);
});

// Those of the executable's test, by Python's a85encode and its other alphabet.
test('the text is the same wherever it is written', () => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base85(Buffer.from(text)));
  assert.deepEqual(written, ['', 'Ce', 'CqB', 'CqFU', 'CqFVu', 'CqFVuB1', 'CqFVuB>+']);
});
