/** Scores in discs as they are shown: with a sign, and a true minus. */

/** A score in whole discs, with its sign. */
export function whole(score: number): string {
  const discs = Math.round(score);
  return discs > 0 ? `+${discs}` : discs < 0 ? `−${-discs}` : '0';
}

/** A score with one decimal, as in a column of such. */
export function tenths(score: number): string {
  const rounded = Math.round(Math.abs(score) * 10) / 10;
  return (rounded === 0 ? '' : score > 0 ? '+' : '−') + rounded.toFixed(1);
}

/** A score with one decimal, or none if it is whole, with its sign. */
export function fine(score: number): string {
  const rounded = Math.round(Math.abs(score) * 10) / 10;
  if (rounded === 0) return '0';
  return (score > 0 ? '+' : '−') + (Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(1));
}
