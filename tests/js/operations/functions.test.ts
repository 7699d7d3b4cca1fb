// Functions of np, nn and random in the gallery: each has a page whose example is traced, and its call in JAX.
import { Client, HloomError, init, parseHlo } from 'hloom';
import { functionExample } from '../../../web-demo/src/operations/examples/functions.js';
import { answered } from '../../../web-demo/src/operations/model/answer.js';
import { search } from '../../../web-demo/src/operations/model/catalogue.js';
import { snippetsOf } from '../../../web-demo/src/operations/model/code.js';
import { functionFamilies } from '../../../web-demo/src/operations/model/families.js';
import { FieldError, parsedProgram, type Texts } from '../../../web-demo/src/operations/model/program.js';
import { traced } from '../../../web-demo/src/operations/model/traced.js';
import { functionGallery } from '../../../web-demo/vite/functions.mjs';

const pages = functionGallery();
const rows = pages.map(({ row }) => row);

beforeAll(() => init());

const problem = async (texts: Texts): Promise<string | undefined> => {
  try {
    const { hlo } = await traced(texts);
    parsedProgram(hlo, texts).computation.dispose();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof HloomError) return thrown.rule;
    if (thrown instanceof FieldError) return `${thrown.field}: ${thrown.message}`;
    throw thrown;
  }
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
    const texts = functionExample(id);
    const { hlo } = await traced(texts);
    const { computation, parameters } = parsedProgram(hlo, texts);
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
  client.dispose();
});

test('mistakes name the function, the array or the rule', async () => {
  const x = 'f32[3] 1 2 3';
  expect(await problem({ x, $program: 'np.nothing(x)' })).toBe('$program: there is no function “np.nothing”');
  expect(await problem({ x, $program: 'np.constructor(x)' })).toBe('$program: there is no function “np.constructor”');
  expect(await problem({ x, $program: 'np.sum(y)' })).toBe('$program: there is no “y” here');
  expect(await problem({ x: 'f32[3', $program: 'np.sum(x)' })).toMatch(/^x: /);
  expect(await problem({ x: 's32[3] 1 2 3', $program: 'np.mean(x)' })).toBe('js.c96');
});

test('the call is that of JavaScript and of JAX', async () => {
  const detail = (id: string) => pages.find(({ row }) => row.id === id)?.detail;
  const code = async (id: string, format: string): Promise<string | undefined> => {
    const texts = functionExample(id);
    const { hlo, code: call } = await traced(texts);
    const program = { ...parsedProgram(hlo, texts), call, args: new Map() };
    const answer = answered({ ok: true, program }, texts);
    const found = detail(id);
    if (!answer.ok || found === undefined) throw new Error(id);
    const snippet = snippetsOf(found, answer).find((one) => one.id === format);
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
  expect(parseHlo((await traced(functionExample('np.cumsum'))).hlo).programShape.parameterNames).toEqual(['x']);
});

test('a function is found by the name of its module', () => {
  expect(search(rows, 'jnp.take_along_axis')[0]?.row.id).toBe('np.takeAlongAxis');
  expect(search(rows, 'np.log_softmax')[0]?.row.id).toBe('nn.logSoftmax');
  expect(search(rows, 'jax.random.normal')[0]?.row.id).toBe('random.normal');
  expect(search(rows, 'tf.tile')[0]?.row.id).toBe('np.tile');
});
