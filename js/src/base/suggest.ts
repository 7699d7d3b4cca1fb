/** "Did you mean": the nearest of some words. */

/** The word that is nearest to the typed one, if one is near enough to be a typo. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  // A word of one letter is near to every other such word.
  if (typed.length < 2) return undefined;
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const word of words) {
    if (Math.abs(word.length - typed.length) >= least) continue;
    const distance = editDistance(typed.toLowerCase(), word.toLowerCase());
    if (distance < least) [best, least] = [word, distance];
  }
  return best ?? words.find((word) => word.startsWith(typed));
}

/** The number of letters that must be inserted, removed, replaced or swapped with their neighbor. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** `did you mean run?`, or otherwise a list of the words. */
export function suggestion(typed: string, words: readonly string[], otherwise: string): string {
  const word = nearest(typed, words);
  return word === undefined ? otherwise : `did you mean ${word}?`;
}
