// Serves the harness with the built package next to it.
import * as esbuild from 'esbuild';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../../js/src/cli/static-server.mjs';

const root = join(__dirname, '../../..');

export interface HarnessSite {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveHarness(isolated: boolean): Promise<HarnessSite> {
  const directory = mkdtempSync(join(tmpdir(), 'hloom-web-'));
  await esbuild.build({
    entryPoints: [join(root, 'tests/web/page/harness.ts')],
    outfile: join(directory, 'harness.mjs'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    external: ['hloom'],
    logLevel: 'warning',
  });
  for (const file of ['index.html', 'spy-worker.mjs', 'failing-pool.mjs']) {
    cpSync(join(root, 'tests/web/page', file), join(directory, file));
  }
  const server = await serve({ directory, isolated, routes: { '/dist/': join(root, 'dist') } });
  const close = async (): Promise<void> => {
    await server.close();
    rmSync(directory, { recursive: true });
  };
  return { url: server.url, close };
}
