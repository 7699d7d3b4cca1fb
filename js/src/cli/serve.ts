/** `hloom serve`: the site, or any folder, as pages that may share memory. */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.js';
import { exitCodes, fileFailure, usageFailure } from './failure.js';
import { integerOf } from './options.js';
import { serve as serveDirectory } from './static-server.mjs';

const defaultPort = 8080;

export const serve: Command = {
  name: 'serve',
  summary: 'serve a folder, or in a checkout the demo, to a browser on this machine',
  usage: '[FOLDER] [--port N]',
  operands: { name: 'a folder', min: 0, max: 1 },
  options: [{ name: 'port', value: 'N', doc: `the port; ${defaultPort} if not given, 0 for any that is free` }],
  details: [
    'Every answer has the headers that make a page cross-origin isolated, so that hloom can use threads in it.\nCtrl+C ends it.',
  ],
  examples: [['hloom serve dist --port 3000', 'a folder of your own']],
  async run(given, io) {
    const port = integerOf(given, 'port', 0) ?? defaultPort;
    if (port > 65535) throw usageFailure(`${port} is not a port`, 'ports go up to 65535');
    const folder = given.operands[0] ?? demoFolder();
    if (!existsSync(folder)) throw fileFailure(`the folder ${JSON.stringify(folder)} does not exist`, 'check the path');
    if (!statSync(folder).isDirectory()) {
      throw fileFailure(`${JSON.stringify(folder)} is a file`, 'name the folder that it is in');
    }
    const server = await serveDirectory({ directory: folder, port }).catch((thrown: unknown) => {
      const { code, message } = thrown as NodeJS.ErrnoException;
      const why = code === 'EADDRINUSE' ? `port ${port} is taken` : `port ${port} cannot be used: ${message}`;
      throw usageFailure(why, 'choose another, as in --port 8081, or --port 0 for any that is free');
    });
    io.print(`serving ${server.url}  (Ctrl+C stops)`);
    await new Promise<void>((resolve) => {
      const stop = (): void => {
        void server.close().then(resolve);
      };
      if (io.signal.aborted) stop();
      io.signal.addEventListener('abort', stop, { once: true });
    });
    return exitCodes.ok;
  },
};

/**
 * The folder in which a checkout builds the demo. The npm package has no demo, which would include the WebAssembly
 * files a second time.
 */
function demoFolder(): string {
  const checkout = fileURLToPath(new URL('..', import.meta.url));
  const demo = join(checkout, 'build/web-demo');
  if (existsSync(join(demo, 'index.html'))) return demo;
  if (existsSync(join(checkout, 'scripts/build.mjs'))) {
    throw fileFailure('the demo is not built', 'build it with npm run build, or name a folder: hloom serve public');
  }
  throw fileFailure(
    'the demo is not part of the npm package',
    'name the folder to serve, as in hloom serve public; for the demo, run npm start in a checkout of hloom',
  );
}
