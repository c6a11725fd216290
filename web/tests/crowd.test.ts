// What people would play, in sentences of every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Crowd, readCrowd } from '../package/src/values';
import { played, trapOf } from '../page/src/crowd';
import { CROWDS, DEFAULTS } from '../page/src/store';
import { type Language, TONGUES, setLanguage } from '../page/src/words';

const told =
  '{"rating":1500,"board":"…","moves":[{"move":"c4","chance":61.4,"loss":0},{"move":"e6","chance":22.2,"loss":1.5},' +
  '{"move":"d6","chance":6,"loss":3},{"move":"f3","chance":5,"loss":3},{"move":"g6","chance":5,"loss":3},{"move":"h6","chance":0.4,"loss":9}],' +
  '"trap":{"after":["c4","pass"],"reached":61.4,"move":"d3","chance":55.5,"loss":5.6,"best":"e3"}}';
const crowd: Crowd = readCrowd(told);
const here: Crowd = { ...crowd, trap: { ...crowd.trap!, after: [] } };

test('the likeliest moves are told, four at most and none that is rare', () => {
  setLanguage('en');
  assert.equal(played(crowd), '61 % play c4, 22 % e6, 6 % d6, 5 % f3.');
  const rare = crowd.moves.map((one, place) => ({ ...one, chance: place === 0 ? 4.2 : 4.1 }));
  assert.equal(played({ ...crowd, moves: rare }), '4 % play c4.');
  assert.equal(played({ ...crowd, moves: [{ move: 'pass', chance: 100, loss: 0 }] }), '');
  assert.equal(played({ ...crowd, moves: [] }), '');
});

test('the trap is told, here or after moves', () => {
  setLanguage('en');
  assert.equal(trapOf(here), 'A trap: the move most often played, d3, loses 6 discs. Best is e3.');
  assert.equal(trapOf(crowd), 'A trap after c4 pass: the move most often played, d3 (56 %), loses 6 discs. Best is e3.');
  assert.equal(trapOf({ ...crowd, trap: null }), '');
});

test('every language says the same figures and squares', () => {
  for (const language of Object.keys(TONGUES) as Language[]) {
    setLanguage(language);
    for (const [text, said] of [
      [played(crowd), ['61', 'c4', '22', 'e6', '6', 'd6', '5', 'f3']],
      [trapOf(here), ['d3', '6', 'e3']],
      [trapOf(crowd), ['c4', 'd3', '56', '6', 'e3']],
    ] as const) {
      for (const one of said) assert.ok(text.includes(one), `${language}: ${text} lacks ${one}`);
      assert.ok(!/[{}]/.test(text), `${language}: ${text}`);
    }
  }
  setLanguage('en');
});

test('nobody is told of people who has not asked', () => {
  assert.equal(DEFAULTS.crowd, 0);
  assert.ok(CROWDS.every((rating) => rating === 0 || (rating >= 900 && rating <= 2300)));
});
