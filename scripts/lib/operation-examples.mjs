// The examples of builder functions as whole programs, and their output.
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

/** Computations that examples may use without declaring them, in the order of their declarations. */
const computations = {
  sum: `const add = new XlaBuilder('sum');
add.add(add.parameter(0, f32(), 'a'), add.parameter(1, f32(), 'b'));
const sum = add.build(); // (f32[], f32[]) -> f32[]`,
  below: `const less = new XlaBuilder('below');
less.lt(less.parameter(0, f32(), 'a'), 100);
const below = less.build(); // f32[] -> pred[]`,
  doubled: `const twice = new XlaBuilder('doubled');
twice.mul(twice.parameter(0, f32(), 'a'), 2);
const doubled = twice.build(); // f32[] -> f32[]`,
};
const values = {
  x: 'const x = b.constant([[1, 2, 3], [4, 5, 6]]); // f32[2,3]',
  v: 'const v = b.constant([7, 8, 9]); // f32[3]',
  w: 'const w = b.constant([-2.5, -0.5, 0, 0.5, 1.5]); // f32[5]',
  p: 'const p = b.constant([[true, false, true], [false, true, false]]); // pred[2,3]',
  q: 'const q = b.constant([[true, true, true], [false, false, false]]); // pred[2,3]',
};

const asynchronous = `const computation = parseHlo(\`
HloModule m
double {
  a = f32[3] parameter(0)
  ROOT s = f32[3] add(a, a)
}
ENTRY main {
  x = f32[3] parameter(0)
  start = ((f32[3]), f32[3]) async-start(x), calls=double
  step = ((f32[3]), f32[3]) async-update(start)
  ROOT y = f32[3] async-done(step)
}\`);`;

const started = (form) => `const computation = parseHlo(\`
HloModule m
${form}
}\`);`;

const gathering = started(`ENTRY main {
  x = f32[3] parameter(0)
  start = (f32[3], f32[6]) all-gather-start(x), replica_groups={{0,1}}, dimensions={0}
  ROOT y = f32[6] all-gather-done(start)`);

const reducing = started(`add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}
ENTRY main {
  x = f32[3] parameter(0)
  start = f32[3] all-reduce-start(x), replica_groups={{0,1}}, to_apply=add
  ROOT y = f32[3] all-reduce-done(start)`);

const permuting = started(`ENTRY main {
  x = f32[3] parameter(0)
  start = (f32[3], f32[3]) collective-permute-start(x), source_target_pairs={{0,1},{1,0}}
  ROOT y = f32[3] collective-permute-done(start)`);

const copying = `const computation = parseHlo(\`
HloModule m
ENTRY main {
  x = f32[3] parameter(0)
  start = (f32[3], f32[3], u32[]) copy-start(x)
  ROOT y = f32[3] copy-done(start)
}\`);`;

/** Operations without a builder function are shown by HLO text. */
const textExamples = {
  bitcast: `const computation = parseHlo(\`
HloModule m
ENTRY main {
  x = f32[2,3]{1,0} parameter(0)
  ROOT y = f32[3,2]{0,1} bitcast(x)
}\`);`,
  'add-dependency': `const computation = parseHlo(\`
HloModule m
ENTRY main {
  x = f32[3] parameter(0)
  t = token[] after-all()
  ROOT y = f32[3] add-dependency(x, t)
}\`);`,
  'async-start': asynchronous,
  'async-update': asynchronous,
  'async-done': asynchronous,
  'all-gather-start': gathering,
  'all-gather-done': gathering,
  'all-reduce-start': reducing,
  'all-reduce-done': reducing,
  'collective-permute-start': permuting,
  'collective-permute-done': permuting,
  'copy-start': copying,
  'copy-done': copying,
  domain: `const computation = parseHlo(\`
HloModule m
ENTRY main {
  x = f32[4] parameter(0)
  ROOT y = f32[4] domain(x), domain={kind="sharding", entry={devices=[2]0,1}, exit={replicated}}
}\`);`,
  'rng-get-and-update-state': `const computation = parseHlo(\`
HloModule m
ENTRY main {
  before = u64[2] rng-get-and-update-state(), delta=6
  after = u64[2] rng-get-and-update-state(), delta=1
  ROOT y = (u64[2], u64[2]) tuple(before, after)
}\`);`,
  fusion: `const computation = parseHlo(\`
HloModule m
fused {
  x = f32[2,3]{1,0} parameter(0)
  e = f32[2,3]{1,0} exponential(x)
  ROOT s = f32[2,3]{1,0} add(e, x)
}
ENTRY main {
  x = f32[2,3]{1,0} parameter(0)
  ROOT y = f32[2,3]{1,0} fusion(x), kind=kLoop, calls=fused
}\`);`,
};

/** Examples of communication between devices run on this many. */
const replicas = 2;
const isOfDevices = (row) => row.group === 'devices';
const onDevices = (name) => /^(all-|collective-)/.test(name);

const uses = (text, name) => new RegExp(`(?<![\\w.'])${name}\\b`).test(text);

/** Classes, constructors of shapes, and exports that the examples by text need: other exports are common words. */
const importable = (name) => /^([A-Z]|parseHlo$|(pred|[a-z]+\d\w*)$)/.test(name);

function importLine(hloom, code) {
  // Names in comments and in HLO text do not count.
  const ownCode = code.replace(/\/\/.*$/gm, '').replace(/`[^`]*`/g, '');
  const names = Object.keys(hloom).filter((name) => importable(name) && uses(ownCode, name));
  return `import { ${names.sort().join(', ')} } from 'hloom';`;
}

/** Numbers from 1, nested as the shape is. */
function countingValue(dimensions, next) {
  if (dimensions.length === 0) return next();
  return Array.from({ length: dimensions[0] }, () => countingValue(dimensions.slice(1), next));
}

const literalText = (value) => JSON.stringify(value).replaceAll(',', ', ');

/** The whole program of a row of the table. `parameters` are the shapes of its parameters, known once it is built. */
function programOf(hloom, row, parameters) {
  const variable = /^const (\w+) = [^\n]*$/m.exec(row.example.split('\n').at(-1))?.[1];
  const own = isOfDevices(row) ? deviceParameters(row) : undefined;
  const builder = own ?? Object.entries(values).filter(([name]) => uses(row.example, name));
  const called = Object.entries(computations).filter(([name]) => uses(row.example, name));
  const body = [
    ...called.flatMap(([, text]) => [text, '']),
    "const b = new XlaBuilder('example');",
    ...builder.map(([, text]) => text),
    row.example,
  ].join('\n');
  return completed(hloom, body, `b.build(${variable})`, parameters, isOfDevices(row));
}

/** On several devices the values are parameters: each device has its own. */
function deviceParameters(row) {
  const shapes = { x: 'f32(2, 3)', v: 'f32(3)' };
  const used = Object.keys(shapes).filter((name) => uses(row.example, name));
  return used.map((name, i) => [name, `const ${name} = b.parameter(${i}, ${shapes[name]}, '${name}');`]);
}

function completed(hloom, body, computation, parameters, replicated = false) {
  let count = 0;
  const nextArguments = () =>
    parameters.map(({ dimensions }) => literalText(countingValue(dimensions, () => ++count))).join(', ');
  const compiled = replicated ? `${computation}, { replicas: ${replicas} }` : computation;
  const running = replicated
    ? `const results = await executable.runReplicated([
${Array.from({ length: replicas }, () => `  [${nextArguments()}],`).join('\n')}
]);
for (const result of results) console.log(String(result));`
    : `console.log(String(await executable.run(${nextArguments()})));`;
  const code = `${body}

const client = await Client.create();
const executable = await client.compile(${compiled});
${running}`;
  return `${importLine(hloom, code)}\n\n${code}`;
}

/** A function that needs a partner outside of the program is shown by its HLO. */
function printed(hloom, row) {
  const variable = /^const (\w+) = [^\n]*$/m.exec(row.example.split('\n').at(-1))?.[1];
  const run = `\n\nconst client = await Client.create();
const executable = await client.compile(b.build(${variable}));
console.log(String(await executable.run()));`;
  const code = programOf(hloom, row, [])
    .replace(run, `\n\nconsole.log(b.build(${variable}).toHloText());`)
    .replace(/^import .*$/m, '')
    .trimStart();
  return `${importLine(hloom, code)}\n\n${code}`;
}

/**
 * Runs a program in this process and returns its output, and the HLO text and the parameters of the compiled
 * computations.
 */
async function runProgram(hloom, client, code) {
  const ran = { output: '', hlo: '', parameters: [], failed: undefined };
  const compile = async (computation, options) => {
    ran.hlo = computation.toHloText();
    const executable = await client.compile(computation, options);
    ran.parameters = executable.programShape.parameters;
    return executable;
  };
  const lines = [];
  const scope = {
    ...hloom,
    Client: { create: () => Promise.resolve({ compile }) },
    console: { log: (text) => lines.push(text) },
  };
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  try {
    await new AsyncFunction(...Object.keys(scope), code.replace(/^import .*$/m, ''))(...Object.values(scope));
  } catch (error) {
    ran.failed = error;
  }
  ran.output = lines.join('\n');
  return ran;
}

async function exampleOf(hloom, client, make, what) {
  let code = make([]);
  let ran = await runProgram(hloom, client, code);
  if (ran.parameters.length > 0) {
    code = make(ran.parameters);
    ran = await runProgram(hloom, client, code);
  }
  if (ran.failed !== undefined) throw new Error(`the example of ${what} fails: ${ran.failed.message}\n${code}`);
  return { code, output: ran.output, hlo: ran.hlo };
}

/**
 * The program of each example and its output, by `js/overload`, or by the name of an operation without a builder
 * function.
 */
export async function runExamples(ops) {
  const hloom = await import(pathToFileURL(inRoot('dist/index.node.mjs')).href);
  const client = await hloom.Client.create();
  const examples = new Map();
  const asking = new Set(ops.operations.filter(({ traits }) => traits.includes('asks_host')).map(({ name }) => name));
  for (const row of ops.builders) {
    const key = `${row.js}/${row.overload}`;
    const asks = row.lowers_to.some((name) => asking.has(name));
    const make = (shapes) => (asks ? printed(hloom, row) : programOf(hloom, row, shapes));
    examples.set(key, await exampleOf(hloom, client, make, key));
  }
  for (const [name, text] of Object.entries(textExamples)) {
    const make = (shapes) => completed(hloom, text, 'computation', shapes, onDevices(name));
    examples.set(name, await exampleOf(hloom, client, make, name));
  }
  client.dispose();
  return examples;
}
