/** The shares of the playground's panes, which the browser remembers. */

/**
 * In percent: of the text beside the graph, of the text above its inputs, of the graph above the value. On a wide screen,
 * the text, the graph and the value are side by side: of the text, and of the graph beside the value.
 */
export interface Splits {
  readonly text: number;
  readonly program: number;
  readonly graph: number;
  readonly wideText: number;
  readonly wideGraph: number;
}

export const usualSplits: Splits = { text: 48, program: 62, graph: 46, wideText: 38, wideGraph: 42 };

const key = 'hloom.playground.splits';

export function keptSplits(): Splits {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof Splits, unknown>>;
    const valid = Object.entries(kept).filter(([, value]) => typeof value === 'number' && value > 0 && value < 100);
    return { ...usualSplits, ...Object.fromEntries(valid) };
  } catch {
    // Some browsers keep nothing for pages that are opened from a file.
    return usualSplits;
  }
}

export function keepSplits(splits: Splits): void {
  try {
    localStorage.setItem(key, JSON.stringify(splits));
  } catch {
    // The panes stay as they are until the page is left.
  }
}
