export function unbrokenRules(files: readonly string[]): string[] | undefined;
