/** The functions that a call on a page names, each loaded with its family. */

import catalogue from 'virtual:operations';
import { answered, type Answer, type LegalAnswer } from './model/answer.js';
import { rulesOfCall, type FamilyPages, type RuleRow } from './model/catalogue.js';
import { opcodesOf, type Texts } from './model/program.js';
import { memberIn, namesIn, traced } from './model/traced.js';

/** Needed with the first answer. */
const operationRules = catalogue.operationRules();

/** The families of the functions that a call names. */
async function familiesOf(names: readonly string[]): Promise<readonly FamilyPages[]> {
  const known = new Map((await catalogue.functionRows()).map(({ id, family }) => [id, family]));
  const families = new Set(names.flatMap((name) => known.get(name) ?? []));
  const loaders = [...families].flatMap((family) => catalogue.families[family] ?? []);
  return Promise.all(loaders.map((load) => load()));
}

/** The answer to a call in `$program`, without values. */
export async function tracedAnswer(texts: Texts): Promise<Answer> {
  const names = namesIn(texts['$program'] ?? '');
  const pages = await familiesOf(names);
  const functions = new Map(pages.flatMap((page) => Object.entries(page.functions ?? {})));
  // Constants, such as np.pi, and names of other libraries, whose errors tell the right one.
  const all = names.every((name) => functions.has(name)) ? {} : await catalogue.namespaces();
  return answered(await traced(texts, (name) => functions.get(name) ?? memberIn(all, name)), texts);
}

/** The operations that a call becomes, and the rules of its functions and of these. */
export interface Made {
  readonly operations: readonly string[];
  readonly rules: readonly RuleRow[];
}

export async function madeBy({ texts, program: { computation } }: LegalAnswer): Promise<Made> {
  const names = namesIn(texts['$program'] ?? '');
  const details = (await familiesOf(names)).flatMap((page) => page.details);
  const operations = opcodesOf(computation);
  const called = names.flatMap((name) => details.find(({ id }) => id === name) ?? []);
  return { operations, rules: rulesOfCall(called, operations, await operationRules) };
}
