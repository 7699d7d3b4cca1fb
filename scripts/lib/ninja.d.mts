export function ninjaStatus(line: string, read: (path: string) => string): string | undefined;
export function lastLines(output: string, most?: number): string;
export function ninjaFailure(output: string): string;
