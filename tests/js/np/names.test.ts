// The names of np and nn: docs/np.md lists them, and the other names that jax.numpy has throw errors.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as nn from '../../../js/src/nn/index.js';
import * as np from '../../../js/src/np/index.js';
import * as random from '../../../js/src/random/index.js';
import { Literal } from '../../../js/src/values/literal.js';

const page = readFileSync(join(__dirname, '../../../docs/np.md'), 'utf8');

/** The names in backquotes. */
const namesIn = (text: string): string[] => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

/** The error of a call without arguments. */
function refusal(space: object, name: string): { readonly rule: string; readonly help: string } | undefined {
  const value = (space as Readonly<Record<string, unknown>>)[name];
  if (typeof value !== 'function') return undefined;
  try {
    (value as () => unknown)();
  } catch (thrown) {
    return thrown as { rule: string; help: string };
  }
  return undefined;
}

/** The names of a namespace that are functions or numbers of its own. jax.numpy has no expr: it has a section instead. */
function ownNames(space: object): string[] {
  const isOther = (name: string): boolean => refusal(space, name)?.rule === 'js.c82' || name === 'expr';
  return Object.entries(space)
    .filter(([name, value]) => (typeof value === 'function' || typeof value === 'number') && !isOther(name))
    .map(([name]) => name)
    .sort();
}

test('the page lists all functions', () => {
  const listed: Record<string, string[]> = {};
  for (const [, space = '', names = ''] of page.matchAll(/^\| [^|`]+ \| `([\w.]+)` \| (.*) \|$/gm)) {
    listed[space] = [...(listed[space] ?? []), ...namesIn(names)].sort();
  }
  expect(listed).toEqual({
    np: ownNames(np),
    'np.linalg': ownNames(np.linalg),
    'np.fft': ownNames(np.fft),
    nn: ownNames(nn),
  });
  const count = (listed['np']?.length ?? 0) + (listed['np.linalg']?.length ?? 0) + (listed['np.fft']?.length ?? 0);
  expect(page).toContain(`\`np\` has ${count} names of jax.numpy, and \`nn\` ${listed['nn']?.length ?? 0} functions`);
});

test('other spellings say which name exists', () => {
  const spellings = /^- Other spellings of names above: ([^.]*)\./m.exec(page)?.[1] ?? '';
  expect(namesIn(spellings).length).toBeGreaterThan(20);
  expect(namesIn(spellings).filter((name) => refusal(np, name)?.rule !== 'js.c82')).toEqual([]);
});

test('names that jax.numpy has and np does not say so', () => {
  const listedAfter = (words: string): string[] =>
    namesIn(new RegExp(`^- ${words}: ([^.]*)\\.`, 'm').exec(page)?.[1] ?? '').filter((name) => name !== 'F32');
  const absent = {
    'In `jax.numpy`': np,
    'In `jax.numpy.linalg`': np.linalg,
    'In `jax.numpy.fft`': np.fft,
    'Functions of Python and of files': np,
  };
  for (const [words, space] of Object.entries(absent)) {
    expect(listedAfter(words).length).toBeGreaterThan(1);
    expect(listedAfter(words).filter((name) => refusal(space, name)?.rule !== 'js.c82')).toEqual([]);
  }
  const types = namesIn(/^- Element types, [^:]*: ([^.]*)\./m.exec(page)?.[1] ?? '');
  expect(types.filter((name) => refusal(np, name)?.rule !== 'js.c82')).toEqual([]);
});

test('an element type of NumPy says which text is its name', () => {
  const types = { bool_: 'PRED', int64: 'S64', uint8: 'U8', float16: 'F16', float32: 'F32', complex64: 'C64' };
  const space = np as unknown as Readonly<Record<string, never>>;
  for (const [name, type] of Object.entries(types)) {
    expect(refusal(np, name)?.help).toContain(`write '${type}'`);
    expect(() => Literal.from([1], space[name])).toThrow(`np.${name} is not an element type`);
    expect(() => Literal.from([1], space[name])).toThrow(`write '${type}'`);
  }
});

test('names of jax.random say what does it', () => {
  const jaxNames =
    'PRNGKey ball beta binomial cauchy chisquare clone dirichlet double_sided_maxwell f fold_in gamma ' +
    'generalized_normal geometric key_data key_impl laplace loggamma logistic lognormal maxwell multinomial ' +
    'multivariate_normal orthogonal pareto poisson rademacher rayleigh t triangular truncated_normal wald ' +
    'weibull_min wrap_key_data';
  expect(jaxNames.split(' ').filter((name) => refusal(random, name)?.rule !== 'js.c82')).toEqual([]);
  expect(refusal(random, 'PRNGKey')?.help).toBe('use random.key(...)');
  expect(refusal(random, 'fold_in')?.help).toBe('use random.foldIn(...)');
});

test('the help of another name names functions that exist', () => {
  const wrong: string[] = [];
  for (const [prefix, space] of [
    ['np', np],
    ['np.linalg', np.linalg],
    ['np.fft', np.fft],
    ['nn', nn],
    ['random', random],
  ] as const) {
    for (const name of Object.keys(space)) {
      const error = refusal(space, name);
      if (error?.rule !== 'js.c82') continue;
      for (const [, path = ''] of error.help.matchAll(/(?<!docs\/)\b((?:np|nn|random)(?:\.\w+)+)/g)) {
        const found = path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], {
          np,
          nn,
          random,
        });
        if (typeof found !== 'function' && typeof found !== 'number') wrong.push(`${prefix}.${name}: ${path}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

describe('surplus arguments', () => {
  const spaces = { np, 'np.linalg': np.linalg, 'np.fft': np.fft, nn, random };
  /** Functions that take any number of arguments, or that count them themselves. */
  const isOpen = /^np\.(arange|broadcastArrays|broadcastShapes|einsum|expr|meshgrid|reshape|transpose)$/;
  /** The numbers of parameters of functions whose optional ones have defaults, which `length` does not count. */
  const counts: Readonly<Record<string, number>> = {
    bernoulli: 3,
    bits: 3,
    categorical: 3,
    choice: 4,
    exponential: 3,
    gumbel: 3,
    normal: 3,
    permutation: 3,
    randint: 5,
    split: 2,
    truncatedNormal: 5,
    uniform: 3,
  };
  const functions = Object.entries(spaces).flatMap(([space, names]) =>
    Object.entries(names as Readonly<Record<string, unknown>>)
      .filter(([name, value]) => typeof value === 'function' && refusal(names, name)?.rule !== 'js.c82')
      .map(([name, value]) => ({
        path: `${space}.${name}`,
        call: value as (...args: unknown[]) => unknown,
        count: (space === 'random' ? counts[name] : undefined) ?? (value as () => unknown).length,
      }))
      .filter(({ path }) => !isOpen.test(path)),
  );
  const thrownBy = (call: (...args: unknown[]) => unknown, args: readonly unknown[]): Record<string, unknown> => {
    try {
      return { result: call(...args) };
    } catch (thrown) {
      const { rule, help, message } = thrown as { rule: string; help: string; message: string };
      return { rule, help, message };
    }
  };

  test('every function refuses one argument too many, and says how to write the call', () => {
    expect(functions.length).toBeGreaterThan(250);
    const wrong = functions.filter(({ path, call, count }) => {
      const { rule, help, message } = thrownBy(call, Array<undefined>(count + 1).fill(undefined));
      const [, written = ''] = new RegExp(`${path.replace(/\./g, '\\.')}\\((.*)\\)$`).exec(String(help)) ?? [];
      const places = written
        .replace(/\{.*\}/, 'options')
        .split(', ')
        .filter(Boolean);
      const says = /after the options|it takes \d argument/.test(String(message));
      return rule !== 'js.c4' || !says || places.length !== count;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('every function takes as many arguments as it has', () => {
    const wrong = functions.filter(({ call, count }) =>
      /after the options|it takes \d arguments?, not/.test(
        String(thrownBy(call, Array<undefined>(count).fill(undefined))['message']),
      ),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('a function of one array is a callback of map', () => {
    const list = ['x'];
    const { message } = thrownBy(np.exp as never, ['x', 0, list]);
    expect(message).not.toContain('it takes');
    expect(thrownBy(np.exp as never, ['y', 0, list])['message']).toContain('it takes 1 argument, not 3');
    expect(thrownBy(np.sum as never, ['x', 0, list])['message']).toContain('there are arguments after the options');
  });
});
