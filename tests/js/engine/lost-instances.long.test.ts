// Instances that are lost: what becomes of their memory, and what a pool whose files are damaged costs.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { Client, parseHlo } from 'hloom';
import { expectError } from '../support/expect-error.js';
import { expectWorking } from '../support/programs.js';
import { endless } from '../support/replica-failures.js';
import { inProcess } from '../support/scripts.js';

const aborted = { code: 'ABORTED', rule: 'js.c14', help: /a new instance takes the place/ };

/** Makes a pool's Worker fail some time after it began to work: its clock throws. Its output is expected. */
const failingClock = `
  const { hrtime } = process;
  let calls = 0, started = Infinity;
  process.hrtime = () => {
    if (++calls === 20) started = Date.now();
    if (Date.now() - started > 300) throw new Error('the clock fails');
    return hrtime();
  };
  err = () => undefined;`;

/** Loses five instances that hold 400 MB each; the handles of all of them and the errors stay. The most memory. */
const losing = (prepare: string, lose: string, use: string): number =>
  inProcess(`
    const internal = Symbol.for('hloom.internal');
    const held = [], errors = [];
    let most = 0;
    ${prepare}
    for (let round = 0; round < 5; round++) {
      try { ${lose} } catch (error) { errors.push(error); }
      most = Math.max(most, process.memoryUsage.rss());
      await turn();
    }
    for (const each of held) {
      try { ${use} } catch (error) { errors.push(error); }
    }
    const rules = errors.map(({ rule }) => rule).join();
    if (rules !== Array(5 + held.length).fill('js.c14').join()) throw new Error(rules);
    return most;`) as number;

test('a lost builder instance does not keep its memory, whoever holds its builders', () => {
  const most = losing(
    'const big = Literal.fromTypedArray(new Float32Array(25_000_000), f32(25_000_000));',
    `const b = new XlaBuilder('full');
    for (let i = 0; i < 4; i++) b.constant(big);
    held.push(b);
    b[internal]('test').core.call('debug.trap', {});`,
    'each.constant(1);',
  );
  process.stdout.write(`five lost builder instances of 400 MB: at most ${(most / 1e6).toFixed(0)} MB\n`);
  expect(most).toBeLessThan(1.6e9);
}, 200_000);

test('a lost engine instance does not keep its memory', () => {
  const program = `ENTRY e {
    all = s32[100000000] iota(), iota_dimension=0
    ROOT last = s32[1] slice(all), slice={[99999999:100000000]}
  }`;
  const most = losing(
    `const client = await Client.create();
    const executable = await client.compile(parseHlo(${JSON.stringify(program)}));`,
    `if ((await executable.run()).data[0] !== 99999999) throw new Error('wrong');
    most = Math.max(most, process.memoryUsage.rss());
    await client[internal].trap();`,
    '',
  );
  process.stdout.write(`five lost engine instances of 400 MB: at most ${(most / 1e6).toFixed(0)} MB\n`);
  expect(most).toBeLessThan(1.6e9);
}, 200_000);

describe('a pool of other files', () => {
  const name = 'hloom.node.worker.cjs';
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hloom-pool-'));
    cpSync(join(dirname(require.resolve('hloom')), 'wasm'), folder, { recursive: true });
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  // The engine then waits inside of WebAssembly, and no event of the pool can reach it.
  test.each([false, true])('a thread that fails while the engine waits for it (in a Worker: %s)', async (worker) => {
    const script = join(folder, name);
    writeFileSync(script, `${readFileSync(script, 'utf8')}\n${failingClock}`);
    const client = await Client.create({ threads: 2, worker, wasmUrl: `${folder}${sep}` });
    const executable = await client.compile(parseHlo(endless), { replicas: 2 });
    const pending = expectError(() => executable.runReplicated([[0], [1]]), {
      ...aborted,
      message:
        /a thread of the pool failed[^]*\n {2}device 0 waits at all-reduce %z .* for device 1\n {2}device 1 runs\n/,
    });
    await pending;
    const sums = await executable.runReplicated([[0], [-1]]);
    expect(sums.map((sum) => sum.toArray())).toEqual([-1, -1]);
    client.dispose();
  });

  const expectOneThread = async (why: RegExp): Promise<void> => {
    for (const worker of [false, true]) {
      const client = await Client.create({ threads: 2, worker, wasmUrl: `${folder}${sep}` });
      expect(client.platform).toMatchObject({
        threads: 1,
        variant: 'simd',
        reason: expect.stringMatching(why) as string,
      });
      await expectWorking(client);
      client.dispose();
    }
  };

  test('whose script is missing', async () => {
    rmSync(join(folder, name));
    await expectOneThread(/the pool of 2 threads did not start.*Cannot find module/s);
  });
  test('whose script is broken', async () => {
    writeFileSync(join(folder, name), 'syntax error');
    await expectOneThread(/did not start.*SyntaxError|did not start.*Unexpected identifier/s);
  });
});
