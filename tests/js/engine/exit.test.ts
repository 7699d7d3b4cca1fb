// A script that uses hloom ends by itself: nothing that the package starts keeps the process alive.
import { longInstructionText } from '../support/programs.js';
import { runScript } from '../support/scripts.js';

const use = `
  const b = new XlaBuilder('p');
  const x = b.parameter(0, f32(2), 'x');
  const executable = await client.compile(b.build(b.add(x, x)));
  console.log((await executable.run([1, 2])).toArray().join());`;

test.each([
  ['inline', '{}'],
  ['in a Worker', '{ worker: true }'],
  ['with threads', '{ threads: 2 }'],
  ['with threads in a Worker', '{ threads: 2, worker: true }'],
])('an engine %s, disposed or not', (_, options) => {
  for (const dispose of ['', 'client.dispose();']) {
    const result = runScript(`const client = await Client.create(${options}); ${use} ${dispose}`);
    expect(result).toMatchObject({ status: 0, output: '2,4\nend\n' });
    expect(result.seconds).toBeLessThan(20);
  }
});

test('while a Worker is inside of a long instruction of a run that was given up', () => {
  const result = runScript(`
    const client = await Client.create({ worker: true });
    const executable = await client.compile(parseHlo(${JSON.stringify(longInstructionText(2 ** 22))}));
    const error = await executable.run({ signal: AbortSignal.timeout(200) }).catch((thrown) => thrown);
    console.log(error.code);`);
  expect(result).toMatchObject({ status: 0, output: 'CANCELLED\nend\n' });
});

test('a client that is only created', () => {
  expect(runScript('await Client.create({ threads: 2 });')).toMatchObject({ status: 0, output: 'end\n' });
});

test('what is loaded leaves no trace in the program: no global, no handler on the process', () => {
  const { status, output } = runScript(`
    const before = new Set(Object.getOwnPropertyNames(globalThis));
    const handlers = () => process.eventNames().map((name) => [String(name), process.listenerCount(name)]).sort().join();
    const handlersBefore = handlers();
    for (const options of [{}, { threads: 2 }, { worker: true }]) await Client.create(options);
    console.log(Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name)).join());
    console.log(handlers() === handlersBefore ? 'the same handlers' : handlersBefore + ' became ' + handlers());`);
  expect({ status, output }).toEqual({ status: 0, output: '\nthe same handlers\nend\n' });
});
