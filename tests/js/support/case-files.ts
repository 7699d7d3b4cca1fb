// Finds the cases, in Node.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonc, type BuilderRow, type CaseFile } from './case-schema.js';

const root = join(__dirname, '../../..');

/** Every file of tests/cases, by its name. */
export function caseFiles(): [string, CaseFile][] {
  const directory = join(root, 'tests/cases');
  const names = readdirSync(directory).filter((name) => name.endsWith('.jsonc'));
  return names.sort().map((name) => [name, parseJsonc(readFileSync(join(directory, name), 'utf8')) as CaseFile]);
}

/** The builder functions. */
export function builderRows(): BuilderRow[] {
  return (JSON.parse(readFileSync(join(root, 'build/ops.json'), 'utf8')) as { builders: BuilderRow[] }).builders;
}
