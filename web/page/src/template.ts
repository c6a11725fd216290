/**
 * Sentences with places for values, as the languages' files have them; crates/records/src/sentences/template.rs reads the same.
 *
 * `{name}` is a value; `{name, plural, one {…} other {…}}` has cases for numbers (`=1` before `one`), and
 * `{name, select, black {…} other {…}}` for words. What cannot be read is said as it stands.
 */

export type Values = Readonly<Record<string, unknown>>;

/** A text, or the name of a value. */
export type Piece = string | { readonly name: string };

/** Where the brace ends that begins at `from`; below zero if it does not. */
function end(template: string, from: number): number {
  let depth = 0;
  for (let at = from; at < template.length; at++) {
    if (template[at] === '{') depth++;
    if (template[at] === '}' && --depth === 0) return at;
  }
  return -1;
}

/** The cases of a choice by their names. */
function cases(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = text.indexOf('{'), from = 0; at >= 0; at = text.indexOf('{', from)) {
    const until = end(text, at);
    if (until < 0) break;
    found.set(text.slice(from, at).trim(), text.slice(at + 1, until));
    from = until + 1;
  }
  return found;
}

/** A sentence in its pieces, with the cases chosen that are those of the values. */
export function pieces(template: string, language: string, values: Values): Piece[] {
  const made: Piece[] = [];
  for (let rest = template; rest !== ''; ) {
    const at = rest.indexOf('{');
    const until = at < 0 ? -1 : end(rest, at);
    if (until < 0) return [...made, rest];
    if (at > 0) made.push(rest.slice(0, at));
    const inside = rest.slice(at + 1, until);
    rest = rest.slice(until + 1);
    const [, name, kind, choice] = /^(\w+)(?:, *(plural|select), *(.*))?$/s.exec(inside) ?? [];
    if (name === undefined) made.push(`{${inside}}`);
    else if (choice === undefined) made.push({ name });
    else {
      const value = String(values[name] ?? '');
      const all = cases(choice);
      const own = all.get(kind === 'plural' ? `=${value}` : value);
      const category = kind === 'plural' ? new Intl.PluralRules(language).select(Number(value)) : 'other';
      made.push(...pieces(own ?? all.get(category) ?? all.get('other') ?? '', language, values));
    }
  }
  return made;
}
