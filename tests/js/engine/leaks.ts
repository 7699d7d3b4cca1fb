// Measures leaks of many programs.
import { spawnSync } from 'node:child_process';
import type { EngineStatistics } from 'hloom';

/**
 * The report of the child process: figures after the warm-up and at the end, and the maximum number of handles between.
 */
export interface Report {
  readonly before: Figures;
  readonly after: Figures;
  readonly peakExecutables: number;
  readonly seconds: number;
}

interface Figures {
  readonly rss: number;
  /** Holds the wasm memory of both instances. */
  readonly external: number;
  readonly heap: number;
  readonly engine: EngineStatistics;
  /** The builder instance's live handles. */
  readonly building: { builders: number; computations: number; buffers: number; buffer_bytes: string };
}

/** Measures in a process of its own, so that nothing else allocates, and with a collector that can be called. */
export function measure(programs: number, dispose: boolean, options = {}): Report {
  const script = `
    const { Client, XlaBuilder, f32 } = require(${JSON.stringify(require.resolve('hloom'))});
    const collect = async () => {
      for (let i = 0; i < 3; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 10)); }
    };
    async function main() {
      const client = await Client.create(${JSON.stringify(options)});
      const probe = new XlaBuilder('probe');
      const { core } = probe[Symbol.for('hloom.internal')]('test');
      const figures = async () => {
        await collect();
        const { rss, external, heapUsed: heap } = process.memoryUsage();
        return { rss, external, heap, engine: await client.statistics(), building: core.call('statistics', {}) };
      };
      const once = async (value) => {
        const b = new XlaBuilder('leak');
        const x = b.parameter(0, f32(64), 'x');
        const computation = b.build(b.add(x, b.constant(value)));
        const executable = await client.compile(computation);
        const result = await executable.run(new Float32Array(64));
        if (result.data[63] !== value) throw new Error('program ' + value + ' is wrong: ' + result);
        if (${dispose}) { executable.dispose(); computation.dispose(); b.dispose(); }
      };
      let peakExecutables = 0;
      const many = async (count) => {
        for (let i = 0; i < count; i++) {
          await once(i);
          if (i % 50 === 0) peakExecutables = Math.max(peakExecutables, (await client.statistics()).executables);
        }
      };
      await many(1000);
      const before = await figures();
      const started = performance.now();
      await many(${programs});
      const seconds = (performance.now() - started) / 1000;
      console.log(JSON.stringify({ before, after: await figures(), peakExecutables, seconds }));
      if (probe.disposed) throw new Error('the probe must outlive the measurement');
    }
    main();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '-e', script], {
    encoding: 'utf8',
    timeout: 110_000,
  });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}

export function tell(programs: number, what: string, { before, after, peakExecutables, seconds }: Report): void {
  const change = (key: 'rss' | 'external' | 'heap'): string =>
    `${key} ${(before[key] / 1e6).toFixed(1)} -> ${(after[key] / 1e6).toFixed(1)} MB`;
  const memory = `${change('rss')}, ${change('external')}, ${change('heap')}`;
  process.stdout.write(
    `${programs} programs ${what}: ${memory}, at most ${peakExecutables} executables alive, ${seconds.toFixed(1)} s\n`,
  );
}

/** Measures the memory of the builder instance after them. */
export const probeAlone = { builders: 1, computations: 0, executables: 0, runs: 0, buffers: 0, buffer_bytes: '0' };
