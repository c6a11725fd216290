/**
 * What is heard of a game: a disc that is put, those that turn, its end, and a clock that runs short. All
 * of it is made here by an oscillator and filtered noise; no sound is loaded.
 *
 * Knows what has changed since the last look at the table. Silent until the settings want sounds, and where
 * a browser has none.
 */

import type { App } from './app';
import type { Game } from './game';
import { flips, indexOf, keyOf } from './rules';

/** Seconds between two discs that turn, and how many of them are heard. */
const TURN = 0.045;
const MOST_TURNED = 8;
/** Seconds that a side has left when its clock is heard. */
const SHORT = 10;

export class Listener {
  #context: AudioContext | undefined;
  #game: Game | undefined;
  #moves = 0;
  #decided = false;
  #second = 0;
  /** The position of the exercise on the board. */
  #trained = '';

  /** Makes the sounds of what is new on the table. */
  hear(app: App): void {
    this.#hearTraining(app);
    const { game } = app;
    const isNewGame = this.#game !== game;
    const added = game.moves.length - this.#moves;
    const isDecided = app.isDecided;
    const hasEnded = isDecided && !this.#decided && !isNewGame;
    this.#game = game;
    this.#moves = game.moves.length;
    this.#decided = isDecided;
    if (!app.settings.sounds || isNewGame) return;
    // A pass that is forced comes with a move.
    if (added > 0 && added <= 2 && game.atEnd) this.#move(app.turned.length);
    if (hasEnded) this.#end(app.winner !== undefined && (app.person === undefined || app.winner === app.person));
  }

  /** A move of an exercise, or of a line that is walked along. */
  #hearTraining({ training, settings, door }: App): void {
    const seen = door === 'train' ? training.round?.shown : undefined;
    const before = this.#trained;
    this.#trained = seen ? keyOf(seen.position) : '';
    if (!settings.sounds || !seen?.before || !seen.move || before === '' || before === this.#trained) return;
    this.#move(flips(seen.before.squares, seen.before.side, indexOf(seen.move)).length);
  }

  /** To be called as clocks run. */
  tick(app: App): void {
    const running = app.clock.running;
    if (!app.settings.sounds || running === undefined || app.player(running).kind !== 'person') return;
    const left = Math.ceil(app.clock.left(running));
    if (left <= SHORT && left > 0 && left !== this.#second) this.#tone(1320, 0, 0.05, 0.08);
    this.#second = left;
  }

  /** To be called as something is pressed: some browsers let a page be heard only then. */
  wake(app: App): void {
    if (app.settings.sounds) this.#ready();
  }

  #ready(): AudioContext | undefined {
    if (typeof AudioContext === 'undefined') return undefined;
    this.#context ??= new AudioContext();
    void this.#context.resume();
    return this.#context;
  }

  #move(turned: number): void {
    this.#click(0, 0.5, 900);
    for (let disc = 1; disc <= Math.min(turned, MOST_TURNED); disc++) this.#click(0.06 + TURN * disc, 0.16, 1500 + 90 * disc);
  }

  #end(isGood: boolean): void {
    const notes = isGood ? [523.25, 659.25, 783.99] : [392, 349.23, 293.66];
    notes.forEach((note, i) => this.#tone(note, 0.5 + 0.14 * i, 0.35, 0.12));
  }

  /** A tone that dies away: hertz, seconds from now, seconds, loudness up to 1. */
  #tone(pitch: number, after: number, length: number, loudness: number): void {
    const context = this.#ready();
    if (!context) return;
    const at = context.currentTime + after;
    const oscillator = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
    oscillator.connect(fading(context, at, length, loudness));
    oscillator.start(at);
    oscillator.stop(at + length);
  }

  /** A disc on a board: noise through a narrow filter, for some hundredths of a second. */
  #click(after: number, loudness: number, pitch: number): void {
    const context = this.#ready();
    if (!context) return;
    const at = context.currentTime + after;
    const length = 0.07;
    const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
    const noise = new AudioBufferSourceNode(context, { buffer });
    const filter = new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: 4 });
    noise.connect(filter).connect(fading(context, at, length, loudness));
    noise.start(at);
  }
}

/** A way to the loudspeaker that closes over some seconds. */
function fading(context: AudioContext, at: number, length: number, loudness: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(context.destination);
  return gain;
}
