/** What can go wrong, by codes that programs can tell apart. Knows no engine. */

/**
 * Why something was not done: the engine refuses it (`refused`), the arguments are none (`argument`), the
 * game is over (`over`), the engine had to be started anew and has forgotten its game (`lost`), was closed
 * (`closed`), or cannot be had at all (`failed`).
 */
export type ErrorCode = 'refused' | 'argument' | 'over' | 'lost' | 'closed' | 'failed';

/** An error of the engine, or of how it is asked. */
export class BiancaError extends Error {
  override readonly name = 'BiancaError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws if `given` is no object with options, or has one that is not among `names`: it would be passed over. */
export function checkOptions(given: unknown, names: readonly string[]): void {
  if (typeof given !== 'object' || given === null) throw new BiancaError('argument', `options are an object, and not ${String(given)}`);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const meant = names.find((one) => isSlip(one, name));
    const hint = meant === undefined ? `there are ${names.join(', ')}` : `did you mean ${meant}?`;
    throw new BiancaError('argument', `there is no option ${name} here; ${hint}`);
  }
}

/** Whether one word is another with a letter too many, too few, wrong, or two that have changed places. */
function isSlip(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, wrong] = [one.slice(at).toLowerCase(), other.slice(at).toLowerCase()];
  const swapped = rest.charAt(1) + rest.charAt(0) + rest.slice(2);
  return [rest.slice(1), rest].includes(wrong.slice(1)) || rest.slice(1) === wrong || swapped === wrong || rest === wrong;
}
