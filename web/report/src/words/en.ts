/** English. */

const words = {
  black: 'black',
  white: 'white',
  mistake: 'mistake',
  blunder: 'blunder',
  notBest: 'not best',
  pass: 'pass',
  even: 'even',
  ahead: '{side} {score}',
  board: 'The board: black {black}, white {white}, {side} to move',
  scores: 'Scores after each move',
  aboutMove: 'About the move',
  moves: 'Moves',
  copy: 'Copy the moves',
  copied: 'Copied',
  notCopied: 'Not copied',
  first: 'First position (Home)',
  back: 'Back (←)',
  forward: 'Forward (→)',
  last: 'Last position (End)',
  previousGame: 'Previous game (p)',
  nextGame: 'Next game (n)',
  game: 'Game {n}',
  legend: 'Discs for black after each move',
  ownLegend: 'Discs for black after each move, as each side saw it:',
  shaded: 'shaded: exact',
  inLine: 'The better line from move {n}: not played',
  noMove: 'No move was played',
  start: 'The start',
  passes: '{side} passes',
  played: 'Move {n}: {side} {move}',
  fromOpening: 'from the opening',
  emptyCounts: 'the empty square counts for {side}',
  emptiesCount: 'the {n} empty squares count for {side}',
  exact: 'exact',
  depth: 'depth {n}',
  seconds: '{n} s',
  loses: '{kind}: loses {n}. Better: {move}, {score}',
  noneBetter: 'No move was better.',
  leaveLine: 'Back to the game',
  showLine: 'Show the better line',
  gamesCount: '{n} games',
  gamesFound: '{n} of {all} games',
  searchHint: 'Search: a player, a result …',
  search: 'Search the games',
};

/** What reports say in a language. Invariant: each language has every word of English. */
export interface Tongue {
  readonly words: Readonly<Record<keyof typeof words, string>>;
  /** What stands between two things that are said of the same, and after the first of two clauses. */
  readonly comma: string;
  readonly semicolon: string;
}

export const en: Tongue = { words, comma: ', ', semicolon: '; ' };
