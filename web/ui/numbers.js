// Recorded lists: numbers out of a file, by the rules of the command line, and what may stand in a link.

/** Numbers that are shown and linked in full; a longer list is only counted. */
export const LONG = 50;

export const isLong = (value) => Array.isArray(value) && value.length > LONG;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const words = (line) => line.split(/[\s,;]+/).filter(Boolean);

/**
 * The numbers of a text: separated by blanks, line ends, commas or semicolons; a first line that is no number is a heading.
 * @param {string} text
 * @param {string} name of the file, for the sentence that says what is wrong
 * @returns {{ values: number[] } | { problem: string }}
 */
export function readNumbers(text, name) {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const first = words(lines[0])[0];
  const heading = first !== undefined && !NUMBER.test(first) && !/^[+-]?(nan|inf(inity)?)$/i.test(first);
  if (heading && /[,;\t]/.test(lines[0].trim())) return { problem: `${name} has several columns; keep only the one that is meant.` };
  const values = [];
  for (let i = heading ? 1 : 0; i < lines.length; i++) {
    for (const word of words(lines[i])) {
      const number = NUMBER.test(word) ? Number(word) : NaN;
      if (!Number.isFinite(number)) return { problem: `Line ${i + 1} of ${name} has “${word.slice(0, 40)}”, which is no number.` };
      values.push(number);
    }
  }
  return values.length ? { values } : { problem: `${name} has no numbers.` };
}

/** What a list comes to: its mean and its ends. */
export function extent(values) {
  let [low, high, sum] = [Infinity, -Infinity, 0];
  for (const x of values) {
    low = Math.min(low, x);
    high = Math.max(high, x);
    sum += x;
  }
  return { low, high, mean: sum / values.length };
}
