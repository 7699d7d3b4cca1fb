/** The shares of the playground's panes, which the browser remembers. */

/** In percent: of the text beside the graph, of the text above its inputs, of the graph above the value. */
export interface Splits {
  readonly text: number;
  readonly program: number;
  readonly graph: number;
}

export const usualSplits: Splits = { text: 48, program: 62, graph: 46 };

const key = 'hloom.playground.splits';

export function keptSplits(): Splits {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Record<keyof Splits, unknown>>;
    const share = (name: keyof Splits): number => {
      const value = kept[name];
      return typeof value === 'number' && value > 0 && value < 100 ? value : usualSplits[name];
    };
    return { text: share('text'), program: share('program'), graph: share('graph') };
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
