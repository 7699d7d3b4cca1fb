/**
 * The arguments of a call as texts: literals of JavaScript, calls of the builder's functions, or of those of `np`, `nn`
 * and `random`, and arrow functions for regions.
 *
 *     [1, 0]    { offsetDims: [1] }    'SAME'    (s) => lt(s, 100)    (l, r) => gt(l[0], r[0])
 */

/** A text that is not an expression. */
export class ExpressionError extends Error {}

/** The meanings of names in an expression. */
export interface Scope {
  /** The value of a name, or `undefined` if there is none. */
  readonly name: (name: string) => unknown;
  /** Calls a function of the builder, if there is one of this name. */
  readonly call: (name: string, args: readonly unknown[]) => unknown;
}

/** An expression: what gives its value, and its text as JavaScript. */
export interface Expression {
  readonly value: (scope: Scope) => unknown;
  readonly code: string;
  /** As Python with jax.numpy; `undefined` if it has no short form. */
  readonly python: string | undefined;
  /** As C++ with functions of operations; `undefined` if it has no short form. */
  readonly cpp?: string | undefined;
  /** True for a number, which stands for a scalar of the other operand's type. */
  readonly isNumber?: boolean;
  /** The names and the body of an arrow function. */
  readonly arrow?: { readonly names: readonly string[]; readonly body: Expression };
  /** The fields of an object. */
  readonly fields?: readonly (readonly [name: string, of: Expression])[];
  /** The name and the arguments of a call. */
  readonly called?: { readonly name: string; readonly args: readonly Expression[] };
}

/** Functions whose numbers are attributes, and those whose first argument in C++ is the builder. */
const withNumbers = /^(?:setDimensionSize|getTupleElement)$/;
const ofBuilder = /^(?:tuple|createToken|afterAll|replicaId|partitionId)$/;

/** `lt(s, 100)` is `Lt(s, ScalarLike(s, 100))`: C++ has no numbers in the place of operations. */
function cppCall(name: string, args: readonly Expression[]): string | undefined {
  const like = args.find(({ isNumber, cpp }) => isNumber !== true && cpp !== undefined)?.cpp;
  const given = args.map(({ cpp, isNumber }) =>
    isNumber === true && cpp !== undefined && !withNumbers.test(name) ? like && `ScalarLike(${like}, ${cpp})` : cpp,
  );
  if (given.includes(undefined) || name.includes('.')) return undefined;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}(${[...(ofBuilder.test(name) ? ['&b'] : []), ...given].join(', ')})`;
}

const cppList = (entries: readonly Expression[]): string | undefined =>
  entries.some(({ cpp }) => cpp === undefined) ? undefined : `{${entries.map(({ cpp }) => cpp).join(', ')}}`;

/** Functions of the builder as operators of Python. */
const operators: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  eq: '==',
  ne: '!=',
};
/** Other functions of the builder in JAX. */
const inJax: Readonly<Record<string, (...args: readonly string[]) => string>> = {
  ...Object.fromEntries(
    'abs cos exp floor log sin sqrt tanh max:maximum min:minimum select:where neg:negative'.split(' ').map((pair) => {
      const [own = '', name = own] = pair.split(':');
      return [own, (...args: readonly string[]) => `jnp.${name}(${args.join(', ')})`];
    }),
  ),
  ...Object.fromEntries(
    'Add:add Multiply:mul Max:max Min:min And:bitwise_and Or:bitwise_or'.split(' ').map((pair) => {
      const [own, name] = pair.split(':');
      return [`createScalar${own}Computation`, () => `lax.${name}`];
    }),
  ),
  createScalarLtComputation: () => 'lax.lt',
  createScalarGtComputation: () => 'lax.gt',
  sort: (operands = '', comparator) =>
    comparator === 'lax.lt' ? `lax.sort(*${operands})` : `jnp.sort(*${operands}, descending=True)`,
  tuple: (elements = '') => elements,
  getTupleElement: (tuple, index) => `${tuple}[${index}]`,
  call: (f, args) => `jax.jit(${f})(*${args})`,
  reduce: (x, init, computation, dimensions) => `lax.reduce(${x}, ${init}, ${computation}, ${dimensions})`,
  convertElementType: (x, type) => `lax.convert_element_type(${x}, ${type})`,
  scalarLike: (x, value) => `jnp.asarray(${value}, ${x}.dtype)`,
  replicaId: () => "lax.axis_index('i')",
  optimizationBarrier: (x) => `lax.optimization_barrier(${x})`,
  compositeCall: (f, args, name) => `lax.composite(${f}, ${name})(*${args})`,
  createToken: () => 'lax.create_token()',
  afterAll: (tokens) => `lax.after_all(*${tokens})`,
};

function pythonCall(name: string, args: readonly (string | undefined)[]): string | undefined {
  const given = args.filter((one) => one !== undefined);
  if (given.length < args.length) return undefined;
  const operator = operators[name];
  if (operator !== undefined && given.length === 2) return `(${given.join(` ${operator} `)})`;
  return Object.hasOwn(inJax, name) ? inJax[name]?.(...given) : undefined;
}

const pythonList = (entries: readonly (string | undefined)[]): string | undefined =>
  entries.includes(undefined) ? undefined : `(${entries.join(', ')}${entries.length === 1 ? ',' : ''})`;

const modules: Readonly<Record<string, string>> = { np: 'jnp', nn: 'jax.nn', random: 'jax.random', hloom: 'jax.lax' };

/** `np.takeAlongAxis(x, i, { axis: 1 })` is `jnp.take_along_axis(x, i, axis=1)`. */
function tracedCall(name: string, args: readonly Expression[]): string | undefined {
  const [namespace = '', ...path] = name.split('.');
  const given = args.flatMap(({ python, fields }) =>
    fields === undefined ? [python] : fields.map(([key, of]) => of.python && `${snake(key)}=${of.python}`),
  );
  if (given.includes(undefined)) return undefined;
  return `${modules[namespace] ?? namespace}.${path.map(snake).join('.')}(${given.join(', ')})`;
}

const snake = (name: string): string => name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const token =
  /\s*(=>|-?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?n?|\.\d+|Infinity)|[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*|'[^']*'|"[^"]*"|[()[\]{},:])\s*/uy;
/** More levels of brackets than this are refused. */
const deepest = 32;

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['undefined', undefined],
]);

function tokens(text: string): string[] {
  const found: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const start = token.lastIndex;
    const [, one] = token.exec(text) ?? [];
    if (one === undefined) throw new ExpressionError(`“${text.slice(start).trim()}” cannot be read`);
    found.push(one);
  }
  return found;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokens(text);
  }

  whole(): Expression {
    if (this.#tokens.length === 0) throw new ExpressionError('a value is missing');
    const found = this.#expression();
    if (this.#next !== undefined) throw new ExpressionError(`“${this.#next}” is too much`);
    return found;
  }

  get #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #take(): string {
    const found = this.#next;
    if (found === undefined) throw new ExpressionError('the text ends too early');
    this.#at++;
    return found;
  }

  #expect(wanted: string): void {
    if (this.#next !== wanted) {
      throw new ExpressionError(`${wanted} is missing${this.#next === undefined ? '' : ` before “${this.#next}”`}`);
    }
    this.#at++;
  }

  #expression(): Expression {
    if (++this.#depth > deepest) throw new ExpressionError('there are too many brackets');
    try {
      return this.#indexed(this.#one());
    } finally {
      this.#depth--;
    }
  }

  #one(): Expression {
    const first = this.#take();
    if (first === '[') return this.#list();
    if (first === '{') return this.#record();
    if (first === '(') return this.#arrow();
    if (/^['"]/.test(first)) return literal(first.slice(1, -1), `'${first.slice(1, -1)}'`);
    if (/^-?[\d.]+(?:e[+-]?\d+)?n$/.test(first)) return literal(BigInt(first.slice(0, -1)), first);
    if (/^(?:-?[\d.]|-Infinity)/.test(first)) return literal(Number(first), first);
    if (words.has(first)) return literal(words.get(first), first);
    if (!/^[\p{L}_$]/u.test(first)) throw new ExpressionError(`“${first}” is not a value`);
    return this.#next === '(' ? this.#called(first) : named(first);
  }

  /** The entries up to a closing bracket. */
  #entries(end: string): Expression[] {
    const found: Expression[] = [];
    while (this.#next !== end) {
      found.push(this.#expression());
      if (this.#next !== end) this.#expect(',');
    }
    this.#at++;
    return found;
  }

  #list(): Expression {
    const entries = this.#entries(']');
    return {
      value: (scope) => entries.map(({ value }) => value(scope)),
      code: `[${entries.map(({ code }) => code).join(', ')}]`,
      python: pythonList(entries.map(({ python }) => python)),
      cpp: cppList(entries),
    };
  }

  #record(): Expression {
    const fields: { readonly name: string; readonly of: Expression }[] = [];
    while (this.#next !== '}') {
      const name = this.#take();
      this.#expect(':');
      fields.push({ name, of: this.#expression() });
      if (this.#next !== '}') this.#expect(',');
    }
    this.#at++;
    return {
      value: (scope) => Object.fromEntries(fields.map(({ name, of }) => [name, of.value(scope)])),
      code: `{ ${fields.map(({ name, of }) => `${name}: ${of.code}`).join(', ')} }`,
      python: undefined,
      fields: fields.map(({ name, of }) => [name, of]),
    };
  }

  #called(name: string): Expression {
    this.#expect('(');
    const args = this.#entries(')');
    return {
      value: (scope) =>
        scope.call(
          name,
          args.map(({ value }) => value(scope)),
        ),
      code: `${name.includes('.') ? '' : 'b.'}${name}(${args.map(({ code }) => code).join(', ')})`,
      python: name.includes('.')
        ? tracedCall(name, args)
        : pythonCall(
            name,
            args.map(({ python }) => python),
          ),
      cpp: cppCall(name, args),
      called: { name, args },
    };
  }

  #arrow(): Expression {
    const names: string[] = [];
    while (this.#next !== ')') {
      names.push(this.#take());
      if (this.#next !== ')') this.#expect(',');
    }
    this.#at++;
    this.#expect('=>');
    const body = this.#expression();
    return {
      value:
        ({ name, call }) =>
        (...args: unknown[]) =>
          body.value({ name: (one) => (names.includes(one) ? args[names.indexOf(one)] : name(one)), call }),
      code: `(${names.join(', ')}) => ${body.code}`,
      python:
        body.python === undefined
          ? undefined
          : `lambda ${names.join(', ')}: ${body.code.startsWith('[') ? body.python : body.python.replace(/^\((.*)\)$/s, '$1')}`,
      arrow: { names, body },
    };
  }

  /** `l[0]`: one of several operands. */
  #indexed(of: Expression): Expression {
    let found = of;
    while (this.#next === '[' && /^\w+(?:\[\d+\])*$/.test(found.code)) {
      const before = found;
      this.#at++;
      const at = this.#take();
      this.#expect(']');
      found = {
        value: (scope) => (before.value(scope) as readonly unknown[])[Number(at)],
        code: `${before.code}[${at}]`,
        python: `${before.code}[${at}]`,
      };
    }
    return found;
  }
}

const literal = (value: unknown, code: string): Expression => ({
  value: () => value,
  code,
  python: pythonLiteral(value, code),
  ...(typeof value === 'number' && Number.isFinite(value) && { cpp: code, isNumber: true }),
});

function pythonLiteral(value: unknown, code: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? code : undefined;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'string') return undefined;
  // Element types are those of jax.numpy: 'F32' is 'float32'.
  const [, kind = '', bits = ''] = /^(BF|[FSUC])(\d+)$/.exec(value) ?? [];
  const type = { BF: 'bfloat', F: 'float', S: 'int', U: 'uint', C: 'complex' }[kind];
  return type === undefined ? `'${value}'` : `'${type}${bits}'`;
}

function named(name: string): Expression {
  return {
    value: (scope) => {
      const found = scope.name(name);
      if (found === undefined) throw new ExpressionError(`there is no “${name}” here`);
      return found;
    },
    code: name,
    python: name,
    cpp: name,
  };
}

/** @throws ExpressionError for a text that is not one */
export function expressionOf(text: string): Expression {
  return new Reader(text).whole();
}
