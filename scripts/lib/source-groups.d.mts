export interface Source {
  readonly file: string;
  readonly text: string;
}
export function localNames(text: string): Set<string>;
export function groupSources(sources: readonly Source[], before?: readonly (readonly string[])[]): string[][];
