/** The log as a file: a line that says what it is, and then its lines, each once. */

/** The first line. */
export const HEADER = '{"bianca_training":1}';
export const FILE_NAME = 'bianca-training.jsonl';

/** Whether a text begins as such a file does. */
export const isTrainingFile = (text: string): boolean => /^\ufeff?\s*\{\s*"bianca_training"/.test(text);

/** The lines of a file; `undefined` if it is none. Which of them can be read is the engine's to say. */
export function readFile(text: string): string[] | undefined {
  if (!isTrainingFile(text)) return undefined;
  const [, ...lines] = text
    .replace(/^\ufeff/, '')
    .trim()
    .split(/[\r\n]+/);
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];
}
