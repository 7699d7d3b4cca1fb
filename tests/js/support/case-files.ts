// Finds the cases, in Node.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandConversions } from './case-conversions.js';
import {
  parseJsonc,
  type BuilderRow,
  type Case,
  type CaseFile,
  type WrittenCase,
  type WrittenCaseFile,
} from './case-schema.js';

const root = join(__dirname, '../../..');

/**
 * Every file of tests/cases, by its name, with its conversions written out as cases and the values that it names put in
 * their places.
 */
export function caseFiles(): [string, CaseFile][] {
  const directory = join(root, 'tests/cases');
  const names = readdirSync(directory).filter((name) => name.endsWith('.jsonc'));
  return names.sort().map((name) => {
    const written = parseJsonc(readFileSync(join(directory, name), 'utf8')) as WrittenCaseFile;
    refuseNegativeZero(written, name);
    return [name, expandConversions(expandValues(written))];
  });
}

/** The file with its `values` inserted where they are named. tests/core/support/case_files.cc does the same. */
export function expandValues({
  values = {},
  cases,
  ...file
}: WrittenCaseFile): Omit<WrittenCaseFile, 'values'> & CaseFile {
  const value = <T extends object>(written: T | string): T => {
    if (typeof written !== 'string') return written;
    if (!Object.hasOwn(values, written)) throw new Error(`${file.operation}: no value is named "${written}"`);
    return values[written] as T;
  };
  const expand = ({ parameters, arguments: given, expect, ...rest }: WrittenCase): Case => ({
    ...rest,
    ...(parameters && { parameters: parameters.map(value) }),
    ...(given && { arguments: given.map(value) }),
    ...(expect && { expect: value(expect) }),
  });
  return { ...file, cases: cases.map(expand) };
}

/** The builder functions. */
export function builderRows(): BuilderRow[] {
  return (JSON.parse(readFileSync(join(root, 'build/ops.json'), 'utf8')) as { builders: BuilderRow[] }).builders;
}

/** A page gets cases as JSON, where the number -0 would become 0: it is written as "-0". */
function refuseNegativeZero(value: unknown, file: string): void {
  if (Object.is(value, -0)) throw new Error(`${file}: write "-0" in place of the number -0`);
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) refuseNegativeZero(part, file);
}
