// A static server for the page and the tests: `node scripts/serve.mjs [directory] [--port N] [--no-isolation]`.
//
// By default every answer carries the headers that make a page cross-origin isolated, which browsers require for
// SharedArrayBuffer. `--no-isolation` leaves them out. The server itself is that of `hloom serve`.
import { resolve } from 'node:path';
import { serve } from '../js/src/cli/static-server.mjs';
import { inRoot } from './lib/paths.mjs';

export { serve };

/** Serves until the process is told to stop. */
export async function serveUntilStopped(options) {
  const server = await serve(options);
  console.log(`serving ${server.url}  (Ctrl+C stops)`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
}

if (process.argv[1] === inRoot('scripts/serve.mjs')) {
  const args = process.argv.slice(2);
  const portAt = args.indexOf('--port');
  const [, port] = portAt < 0 ? [] : args.splice(portAt, 2);
  const [directory = 'build/web-demo'] = args.filter((arg) => !arg.startsWith('--'));
  const isolated = !args.includes('--no-isolation');
  serveUntilStopped({ directory: resolve(inRoot(), directory), port: Number(port ?? 8080), isolated }).catch(
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
