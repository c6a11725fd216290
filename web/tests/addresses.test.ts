import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoGameInAddress, isAddress, textOfAddress } from '../page/src/addresses';
import { START } from '../page/src/rules';

test('addresses give the moves that they hold, wherever they stand', () => {
  for (const [address, moves] of [
    ['https://example.org/bianca/#moves=f5d6c3d3c4&ply=2', 'f5d6c3d3c4'],
    ['https://www.eothello.com/board?moves=F5D6C3D3C4', 'f5d6c3d3c4'],
    ['https://example.org/play/f5-d6-c3-d3-c4/', 'f5d6c3d3c4'],
    ['https://www.othello.example/?f5d6c3', 'f5d6c3'],
    ['http://example.org/?game=f5%20d6%20c3%20d3&id=a1b2', 'f5d6c3d3'],
    ['www.example.org/kifu?q=f5,d6,c3,d3,c4;lang=ja', 'f5d6c3d3c4'],
  ] as const) {
    assert.ok(isAddress(address));
    assert.equal(textOfAddress(address), moves, address);
  }
  const squares = `XO${'-'.repeat(62)}`;
  assert.equal(textOfAddress(`https://example.org/#board=${squares}X&moves=c1`), `${squares} X c1`);
  assert.equal(textOfAddress(`https://example.org/?pos=${START.squares.replaceAll('-', '.')}`), `${START.squares} X`);
});

test('addresses without a game have none, and other texts are no addresses', () => {
  // A name of letters and digits that is no game, and one that is too short.
  for (const address of [
    'https://www.eothello.com/game/123456',
    'https://example.org/a1b2c3d4e5f6',
    'https://example.org/f5d6',
    'https://example.org/%E0%A4%A',
  ]) {
    assert.throws(() => textOfAddress(address), NoGameInAddress, address);
  }
  for (const text of ['f5d6c3', 'see https://example.org/f5d6c3d3', '', 'http://']) assert.equal(isAddress(text), false, text);
});
