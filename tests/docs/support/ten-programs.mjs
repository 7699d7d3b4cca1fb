// Calls functions of programs, each of which is a module: started by ten-programs.test.ts, with a list of
// { file, name, args } as JSON on standard input. It prints as JSON what each module printed, and the results in nested
// arrays. An argument { F32: [...] } is a literal, and so is { S32: [...] } or { U32: [...] }: nested arrays alone are F32,
// and a list of them would be one array.
import { text } from 'node:stream/consumers';
import { format } from 'node:util';
import { DeviceValue, Executable, Literal } from 'hloom';

function revive(name, value) {
  const [type] = Object.keys(value ?? {});
  return ['F32', 'S32', 'U32'].includes(type) ? Literal.from(value[type], type) : value;
}

async function plain(value) {
  if (value instanceof DeviceValue) return (await value.toLiteral()).toArray();
  if (value instanceof Literal) return value.toArray();
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  const members = await Promise.all(Object.entries(value).map(async ([name, member]) => [name, await plain(member)]));
  return Object.fromEntries(members);
}

/** The lines that the program prints which is being loaded. */
let lines = [];
const print = console.log;
console.log = (...values) => lines.push(format(...values));
const results = [];
for (const { file, name, args } of JSON.parse(await text(process.stdin), revive)) {
  lines = [];
  const { [name]: called } = await import(file);
  const result = await (called instanceof Executable ? called.runReplicated(...args) : called(...args));
  results.push({ printed: lines.join('\n'), result: await plain(result) });
}
print(JSON.stringify(results));
