export function ninjaStatus(line: string, read: (path: string) => string): string | undefined;
export function failedBatches(
  output: string,
  read: (path: string) => string,
): { sources: string[]; check: (source: string) => string }[];
export function lastLines(output: string, most?: number): string;
export function ninjaFailure(output: string): string;
