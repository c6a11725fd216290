// The executable beside which the page and reports are tested: what BIANCA names, else the newest below ../target.
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../../target', import.meta.url));
const age = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const built = ['debug', 'quick', 'release'].map((profile) => `${target}/${profile}/bianca`).sort((a, b) => age(b) - age(a));
export const bianca = process.env.BIANCA ?? built[0];
export const isBuilt = age(bianca) > 0;
