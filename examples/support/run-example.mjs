// Runs one example and holds its outcome to what it expects. Knows nothing of Node: the same runs in a page.

/**
 * @typedef {object} Example
 * @property {string} id - short, unique, fit for a URL
 * @property {string} title
 * @property {string} text - what it shows
 * @property {string} call - the JavaScript that it is about
 * @property {() => {computation: object, explanation?: string}} build - throws where the example shows an error
 * @property {() => string} [explain] - the explanation of what cannot be built
 * @property {() => unknown[]} values - one argument for each parameter, as nested arrays
 * @property {unknown} [expected] - the result as nested arrays, or a function from an index to the element
 * @property {string} [rule] - the rule that is broken, where the example shows an error
 */

/**
 * Runs an example. Never throws for an example that goes wrong: `problem` describes the problem.
 *
 * @param {Example} example
 */
export async function runExample(client, example) {
  const outcome = { example, program: '', explanation: '', operands: [], result: undefined, error: '', problem: '' };
  try {
    const { computation, explanation = '' } = example.build();
    outcome.program = computation.toHloText();
    outcome.explanation = explanation;
    outcome.operands = example.values();
    const executable = await client.compile(computation);
    outcome.result = await executable.run(...outcome.operands);
    outcome.problem = example.rule === undefined ? wrongValue(outcome.result, example.expected) : 'it was not refused';
    executable.dispose();
    computation.dispose();
  } catch (thrown) {
    if (thrown.name !== 'HloomError') throw thrown;
    outcome.error = thrown.message;
    outcome.explanation = example.explain?.() ?? '';
    if (thrown.rule !== example.rule) outcome.problem = `${example.rule ?? 'a result'} was expected`;
  }
  return outcome;
}

/** The problem of a result, or nothing. */
function wrongValue(result, expected) {
  const wanted = typeof expected === 'function' ? tabulate(result.shape.dimensions, expected) : expected;
  const found = JSON.stringify(result.toArray());
  return found === JSON.stringify(wanted) ? '' : `${JSON.stringify(wanted)} was expected, not ${found}`;
}

/** The nested arrays of the function's values at each index. */
export function tabulate(dimensions, valueAt, index = []) {
  if (index.length === dimensions.length) return valueAt(...index);
  return Array.from({ length: dimensions[index.length] }, (_, i) => tabulate(dimensions, valueAt, [...index, i]));
}
