// Judges that every rule of the core was broken by some test in C++: tests/core/support/raised_rules.cc writes, for each
// process, the rules that there are and those of the errors that its tests raised.
import { existsSync, readFileSync } from 'node:fs';

/**
 * The rules that no process raised, of the reports of all shards of all programs of one build.
 *
 * @param {string[]} files the reports
 * @returns {string[] | undefined} undefined if a report is missing: then a program did not end
 */
export function unbrokenRules(files) {
  if (!files.every((file) => existsSync(file))) return undefined;
  const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const raised = new Set(reports.flatMap((report) => report.raised));
  return [...new Set(reports.flatMap((report) => report.rules))].filter((rule) => !raised.has(rule));
}
