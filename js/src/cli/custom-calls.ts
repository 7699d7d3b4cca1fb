/** `--custom-calls`: the functions of a module for the custom calls of a program. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { registerCustomCall, type CustomCallFunction } from '../index.node.js';
import { describeThrown } from '../base/errors.js';
import type { Given } from './command.js';
import { hasDeadline, watched } from './deadline.js';
import { fileFailure } from './failure.js';
import { optionOf } from './options.js';

/**
 * Registers what the module exports, under the names of the exports.
 *
 * @throws CliFailure exit code 3 for a module that does not load, or has no function
 */
export async function registerCustomCalls(given: Given): Promise<void> {
  const path = optionOf(given, 'custom-calls');
  if (path === undefined) return;
  const functions = Object.entries(await load(path)).filter(([, exported]) => typeof exported === 'function');
  if (functions.length === 0) {
    throw fileFailure(`${path} exports no function`, 'export function name(operands, call) { ... } for each name');
  }
  for (const [name, exported] of functions) {
    const fn = exported as CustomCallFunction;
    registerCustomCall(name, hasDeadline(given) ? watched(fn) : fn);
  }
}

async function load(path: string): Promise<object> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as object;
  } catch (thrown) {
    throw fileFailure(`${path} cannot be loaded: ${describeThrown(thrown)}`, 'name a JavaScript module, a .mjs file');
  }
}
