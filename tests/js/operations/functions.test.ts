// Functions of np, nn and random, and loops, in the gallery: each has a page whose example is traced, its rules, and its call
// in JAX.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as hloom from 'hloom';
import { Client, HloomError, init } from 'hloom';
import { functionExample } from '../../../web-demo/src/operations/examples/functions.js';
import { answered, type Answer } from '../../../web-demo/src/operations/model/answer.js';
import { rulesOfCall, search } from '../../../web-demo/src/operations/model/catalogue.js';
import { snippetsOf } from '../../../web-demo/src/operations/model/code.js';
import { cpp } from '../../../web-demo/src/operations/model/cpp.js';
import { jax } from '../../../web-demo/src/operations/model/jax-code.js';
import { functionFamilies } from '../../../web-demo/src/operations/model/families.js';
import { opcodesOf, type Texts } from '../../../web-demo/src/operations/model/program.js';
import { memberIn, namesIn, traced } from '../../../web-demo/src/operations/model/traced.js';
import { functionGallery } from '../../../web-demo/vite/functions.mjs';
import { rulesByOperation } from '../../../web-demo/vite/operations.mjs';

const pages = functionGallery();
const rows = pages.map(({ row }) => row);

beforeAll(() => init());

const namespaces = { ...hloom, hloom };
const answerOf = async (texts: Texts): Promise<Answer> =>
  answered(await traced(texts, (name) => memberIn(namespaces, name)), texts);

const problem = async (texts: Texts): Promise<string | undefined> => {
  const answer = await answerOf(texts);
  if (!answer.ok) return answer.error?.rule ?? `${answer.mistake?.field}: ${answer.mistake?.text}`;
  answer.program.computation.dispose();
  return undefined;
};

test('every function is in a family, has a sentence, and an example that is traced', async () => {
  expect(new Set(rows.map(({ family }) => family))).toEqual(new Set(functionFamilies.map(({ id }) => id)));
  expect(rows.filter(({ brief }) => !/^[\w`-].*[.:]$/.test(brief)).map(({ id, brief }) => [id, brief])).toEqual([]);
  const wrong: string[] = [];
  for (const { id } of rows) {
    const found = await problem(functionExample(id));
    if (found !== undefined) wrong.push(`${id}: ${found}`);
  }
  expect(wrong).toEqual([]);
});

test('examples compute what np does', async () => {
  const client = await Client.create();
  const value = async (id: string): Promise<unknown> => {
    const answer = await answerOf(functionExample(id));
    if (!answer.ok) throw new Error(id);
    const { computation, parameters } = answer.program;
    const executable = await client.compile(computation);
    const result = await executable.run(...parameters.map(({ values: [first] }) => first ?? 0));
    executable.dispose();
    computation.dispose();
    return result.toArray();
  };
  expect(await value('np.cumsum')).toEqual([[1, 3, 6], [4, 9, 15]]); // prettier-ignore
  expect(await value('np.arange')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await value('np.divmod')).toEqual([[[0, 1, 3], [1, 2, 6]], [[1, 0, 0], [1, 1, 0]]]); // prettier-ignore
  expect(await value('random.bits')).toHaveLength(2);
  expect(await value('hloom.whileLoop')).toBe(192);
  expect(await value('hloom.cond')).toEqual([10, 20, 30]);
  expect(await value('hloom.scan')).toEqual([15, [1, 3, 6, 10, 15]]);
  client.dispose();
});

test('mistakes name the function, the array or the rule', async () => {
  const x = 'f32[3] 1 2 3';
  expect(await problem({ x, $program: 'np.nothing(x)' })).toBe('$program: “np.nothing” is not a function of hloom');
  expect(await problem({ x, $program: 'np.constructor(x)' })).toBe(
    '$program: “np.constructor” is not a function of hloom',
  );
  expect(await problem({ x, $program: 'np.sum(y)' })).toBe('$program: there is no “y” here');
  expect(await problem({ x: 'f32[3', $program: 'np.sum(x)' })).toMatch(/^x: /);
  expect(await problem({ x: 's32[3] 1 2 3', $program: 'np.mean(x)' })).toBe('js.c96');
});

test('the call is that of JavaScript and of JAX', async () => {
  const detail = (id: string) => pages.find(({ row }) => row.id === id)?.detail;
  const code = async (id: string, format: string): Promise<string | undefined> => {
    const answer = await answerOf(functionExample(id));
    const found = detail(id);
    if (!answer.ok || found === undefined) throw new Error(id);
    const snippet = snippetsOf(found, answer, { cpp, jax }).find((one) => one.id === format);
    return snippet?.reason ?? snippet?.text;
  };
  expect(await code('np.takeAlongAxis', 'jax')).toBe(
    'import jax.numpy as jnp\n\ndef example(x, i):\n    return jnp.take_along_axis(x, i, axis=1)',
  );
  expect(await code('np.atleast1d', 'jax')).toContain('jnp.atleast_1d(x)');
  expect(await code('nn.conv', 'jax')).toMatch(/^jax.nn has no convolution/);
  expect(await code('nn.softmax', 'cpp')).toContain('Div(exponential_14, broadcast_17)');
  expect(await code('random.bits', 'cpp')).toMatch(/^XlaBuilder has no single call for it/);
  expect(await code('random.uniform', 'jax')).toContain('jax.random.uniform(key, (4, 8))');
  expect(await code('np.nonzero', 'js')).toBe(
    "import { jit, Literal, np } from 'hloom';\n\nconst nonzero = jit((x) => np.nonzero(x, { size: 4 }));\n" +
      "console.log(String(await nonzero(Literal.from([[3, 1, 2], [0, 5, 7]], 'S32'))));",
  );
  expect(await code('hloom.scan', 'jax')).toContain(
    'jax.lax.scan(lambda sum, v: (jnp.add(sum, v), jnp.add(sum, v)), first, x)',
  );
  expect(await code('hloom.foriLoop', 'js')).toContain(
    "import { jit, foriLoop, np } from 'hloom';\n\nconst example = jit((x) => foriLoop(0, 5, (i, v) => np.add(",
  );
  const sum = await answerOf(functionExample('np.cumsum'));
  expect(sum.ok && sum.program.computation.programShape.parameterNames).toEqual(['x']);
});

test('a function is found by the name of its module', () => {
  expect(search(rows, 'jnp.take_along_axis')[0]?.row.id).toBe('np.takeAlongAxis');
  expect(search(rows, 'np.log_softmax')[0]?.row.id).toBe('nn.logSoftmax');
  expect(search(rows, 'jax.random.normal')[0]?.row.id).toBe('random.normal');
  expect(search(rows, 'tf.tile')[0]?.row.id).toBe('np.tile');
});

test('loops and functions are found by their names in other libraries', () => {
  const found = (text: string): string | undefined => search(rows, text)[0]?.row.id;
  expect(found('lax.fori_loop')).toBe('hloom.foriLoop');
  expect(found('jax.lax.while_loop')).toBe('hloom.whileLoop');
  expect(found('lax.scan')).toBe('hloom.scan');
  expect(found('tf.map_fn')).toBe('hloom.scan');
  expect(found('lax.cond')).toBe('hloom.cond');
  expect(found('np.amax')).toBe('np.max');
  expect(found('tf.nn.conv2d')).toBe('nn.conv');
});

/** Exported functions that record operations, and have no page. */
const pageless: Readonly<Record<string, string>> = {
  'np.expr': 'a tagged template, and a page shows a call',
};

test('every exported function of several operations has a page', () => {
  const pageOf = new Set(rows.map(({ id }) => id));
  const functionsIn = (name: string, holder: object): string[] =>
    Object.entries(holder).flatMap(([key, value]) => {
      const id = `${name}.${key}`;
      if (typeof value === 'object' && value !== null)
        return ['linalg', 'fft'].includes(key) ? functionsIn(id, value as object) : [];
      if (typeof value !== 'function') return [];
      try {
        (value as () => unknown)();
      } catch (thrown) {
        // The name that another library has for a function.
        if (thrown instanceof HloomError && thrown.rule === 'js.c82') return [];
      }
      return [id];
    });
  const { np, nn, random, ...others } = hloom;
  // The exports that take functions of operations, such as scan and foriLoop.
  const own = Object.keys(others).filter((name) => /^(?:cond|scan|.*Loop|.*[sS]can)$/.test(name));
  const all = [
    ...functionsIn('np', np),
    ...functionsIn('nn', nn),
    ...functionsIn('random', random),
    ...own.map((name) => `hloom.${name}`),
  ];
  expect(all.length).toBeGreaterThan(280);
  expect(all.filter((id) => !pageOf.has(id))).toEqual(Object.keys(pageless));
  expect([...pageOf].filter((id) => !all.includes(id))).toEqual([]);
});

test('the rule that a changed call breaks is on its page', async () => {
  const ops: unknown = JSON.parse(readFileSync(join(__dirname, '../../../build/ops.json'), 'utf8'));
  const ofOperations = rulesByOperation(ops);
  const missing: string[] = [];
  let broken = 0;
  for (const { row } of pages) {
    const texts = functionExample(row.id);
    const answer = await answerOf(texts);
    if (!answer.ok) throw new Error(row.id);
    const called = namesIn(texts['$program'] ?? '').map((name) => pages.find(({ row: { id } }) => id === name)!.detail);
    const rules = rulesOfCall(called, opcodesOf(answer.program.computation), ofOperations);
    const listed = new Set(rules.map(({ id }) => id));
    for (const name of Object.keys(texts).filter((one) => !one.startsWith('$'))) {
      for (const other of ['f32[2,2] 1 2 3 4', 'pred[] true']) {
        const changed = await answerOf({ ...texts, [name]: other });
        if (changed.ok || changed.error === undefined) continue;
        broken++;
        if (!listed.has(changed.error.rule)) missing.push(`${row.id} ${name}=${other}: ${changed.error.rule}`);
      }
    }
  }
  expect(broken).toBeGreaterThan(150);
  expect(missing).toEqual([]);
});
