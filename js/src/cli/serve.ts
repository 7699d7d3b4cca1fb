/** `hloom serve`: the site, a program in its playground, or any folder, as pages that may share memory. */

import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.js';
import { exitCodes, fileFailure, usageFailure } from './failure.js';
import { integerOf } from './options.js';
import { serve as serveDirectory } from './static-server.mjs';

const defaultPort = 8080;

export const serve: Command = {
  name: 'serve',
  summary: 'serve a folder, or in a checkout the demo, to a browser on this machine',
  usage: '[FOLDER|FILE] [--port N]',
  operands: { name: 'a folder or a program', min: 0, max: 1 },
  options: [{ name: 'port', value: 'N', doc: `the port; ${defaultPort} if not given, 0 for any that is free` }],
  details: [
    'Every answer has the headers that make a page cross-origin isolated, so that hloom can use threads in it.\nCtrl+C ends it.',
    'A file is a program. The demo opens it in its playground, as it is at the time: load the page again after a change.',
  ],
  examples: [
    ['hloom serve dist --port 3000', 'a folder of your own'],
    ['hloom serve module_0001.jit_f.before_optimizations.txt', 'a dump of XLA in the playground'],
  ],
  async run(given, io) {
    const port = integerOf(given, 'port', 0) ?? defaultPort;
    if (port > 65535) throw usageFailure(`${port} is not a port`, 'ports go up to 65535');
    const [named] = given.operands;
    if (named !== undefined && !existsSync(named)) {
      throw fileFailure(`${JSON.stringify(named)} does not exist`, 'check the path');
    }
    const isFile = named !== undefined && !statSync(named).isDirectory();
    const directory = named === undefined || isFile ? demoFolder() : named;
    const name = isFile ? encodeURIComponent(basename(named)) : undefined;
    const files = isFile ? { [`/served/${name}`]: resolve(named) } : {};
    const server = await serveDirectory({ directory, port, files }).catch((thrown: unknown) => {
      const { code, message } = thrown as NodeJS.ErrnoException;
      const why = code === 'EADDRINUSE' ? `port ${port} is taken` : `port ${port} cannot be used: ${message}`;
      throw usageFailure(why, 'choose another, as in --port 8081, or --port 0 for any that is free');
    });
    const page = name === undefined ? '' : `playground/#file=${name}`;
    io.print(`serving ${server.url}${page}  (Ctrl+C stops)`);
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
