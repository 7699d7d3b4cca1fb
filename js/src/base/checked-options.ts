/** Options objects of functions that have a few options. */

import { describeValue } from './describe.js';
import { jsError } from './errors.js';
import { checkIsObject } from './options.js';

/** The possible values of an option: a boolean, or one of these words. */
export type OptionKind = 'boolean' | readonly string[];

type ValueOf<K> = K extends readonly (infer Word)[] ? Word : boolean;

/** The options by their names; options that were left out are undefined. */
export type CheckedOptions<K> = { readonly [name in keyof K]?: ValueOf<K[name]> };

/**
 * Reads the options that a user gave.
 *
 * @throws HloomError `js.c22` for anything but an object, for unknown options, and for values of another kind
 */
export function checkedOptions<const K extends Record<string, OptionKind>>(
  options: unknown,
  kinds: K,
  op: string,
): CheckedOptions<K> {
  const names = Object.keys(kinds);
  const help = `${names.length === 1 ? 'the option is' : 'the options are'} ${listOf(names, 'and')}`;
  const how = names.length === 1 ? 'the option with its name' : 'options with their names';
  checkIsObject(options, `write ${how}, { ${names.join(': ..., ')}: ... }`, op);
  for (const [name, value] of Object.entries(options)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw jsError('options', `unknown option ${describeValue(name)}`, { op, help });
    if (value === undefined) continue;
    const words = kind === 'boolean' ? [true, false] : kind;
    if ((words as unknown[]).includes(value)) continue;
    throw jsError('options', `${name} is ${describeValue(value)}`, {
      op,
      help: `use ${listOf(kind === 'boolean' ? ['true', 'false'] : kind.map((word) => JSON.stringify(word)), 'or')}`,
    });
  }
  return options as CheckedOptions<K>;
}

/** `a, b and c`. */
function listOf(words: readonly string[], conjunction: string): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
