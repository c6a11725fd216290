/**
 * The WebAssembly module as an object: lines in, lines out. Runs wherever WebAssembly does, in the
 * thread that calls it; a search returns when it is done or `stopped` says so.
 */

/** What the engine needs of its surroundings. */
export interface Surroundings {
  /** Takes one line of output, without its line end. */
  line(text: string): void;
  /** Whether the command that is being obeyed should end; asked often. */
  stopped(): boolean;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  /** Room for so many bytes of input; gives where. */
  bianca_room(length: number): number;
  /** Obeys the line that lies there; gives 0 once the engine has ended. */
  bianca_line(length: number): number;
}

export class Host {
  #exports: Exports;
  #rest = '';
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  constructor(module: WebAssembly.Module, surroundings: Surroundings) {
    const output = (from: number, length: number): void => {
      const bytes = new Uint8Array(this.#exports.memory.buffer, from, length);
      const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) surroundings.line(line);
    };
    const stopped = (): number => (surroundings.stopped() ? 1 : 0);
    const instance = new WebAssembly.Instance(module, {
      bianca: { output, stopped, now: () => performance.timeOrigin + performance.now() },
    });
    this.#exports = instance.exports as unknown as Exports;
  }

  /** Obeys one command; whether the engine goes on. Throws if it breaks; then it is of no more use. */
  obey(line: string): boolean {
    const bytes = this.#encoder.encode(line);
    const at = this.#exports.bianca_room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return this.#exports.bianca_line(bytes.length) !== 0;
  }

  /** Bytes of memory that the engine has taken. */
  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }
}
