// `npm run bench` as it runs without other libraries. Nothing here depends on how fast the machine is.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workloads, type Limit, type Result } from '../../bench/parts.mjs';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'hloom-bench-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const bench = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [join(root, 'bench/bench.mjs'), ...args], { encoding: 'utf8', timeout: 55_000 });

interface Report {
  readonly processes: number;
  readonly machine: readonly Limit[];
  readonly workloads: readonly { readonly name: string }[];
  readonly results: readonly (Result & { readonly values?: readonly number[] })[];
}

test('a quick run of hloom alone checks its results and reports them as text and as JSON', () => {
  const file = join(folder, 'report.json');
  const { status, stdout, stderr } = bench(
    '--alone',
    '--quick',
    '--only',
    'call,call-worker,build-neg',
    `--json=${file}`,
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('call, µs: hloom') as string });

  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  expect(report.processes).toBe(1);
  expect(report.workloads.map(({ name }) => name)).toEqual(['call', 'call-worker', 'build-neg']);
  for (const what of ['copy', 'triad', 'read', 'peak']) {
    const limits = report.machine.filter((limit) => limit.what === what);
    expect([...new Set(limits.map(({ threads }) => threads))]).toEqual([1, 2]);
    for (const { value } of limits) expect(value).toBeGreaterThan(0);
  }
  for (const name of ['call', 'call-worker', 'build-neg']) {
    const result = report.results.find(({ workload, place }) => workload === name && place === 'js');
    expect(result).toMatchObject({ subject: 'hloom', threads: 1 });
    expect(result?.values).toEqual([result?.value]);
    expect(result?.value).toBeGreaterThan(0);
    expect(result?.worst).toBeLessThan(1e-6);
  }
  expect(stdout).toContain('The machine\n');
  expect(stdout).toMatch(/^hloom alone\n +from JavaScript +two threads +on the engine +limit$/m);
  expect(stdout).toMatch(/^f32\[8\] \+ f32\[8\], µs +[\d.]+ +\S+ +\S+ +–$/m);
});

test('what was measured before is reported with what is measured now, if it was measured alike', () => {
  const [before, after] = [join(folder, 'report.json'), join(folder, 'both.json')];
  const { status, stdout } = bench('--alone', '--quick', '--only=build-add', `--with=${before}`, `--json=${after}`);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^10,000 b\.neg/m);
  expect(stdout).toMatch(/^10,000 b\.add of equal shapes/m);
  const [first, both] = [before, after].map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
  expect(both?.workloads.map(({ name }) => name)).toEqual(['call', 'call-worker', 'build-neg', 'build-add']);
  const ofBefore = both?.results.filter(({ workload }) => workload !== 'build-add');
  expect(ofBefore).toEqual(first?.results);
  expect(both?.results.length).toBeGreaterThan(ofBefore?.length ?? 0);
  expect(bench('--alone', '--only=call', `--with=${before}`)).toMatchObject({
    status: 2,
    stderr: `--with ${before}: it was measured with the pace quick, and now it would be full\n`,
  });
  expect(bench('--alone', '--quick', '--only=call', '--with=there-is-none').stderr).toContain(
    '--with there-is-none: it must be a file that --json FILE has written; ENOENT',
  );
});

test('--list names every workload, --help every option', () => {
  const { stdout } = bench('--list');
  for (const { name } of workloads) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  expect(bench('--help').stdout).toContain('--processes N');
});

test('a mistake is told without a stack', () => {
  expect(bench('--bowser')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'there is no option --bowser; did you mean --browser? --help lists all\n',
  });
});
