// TensorFlow.js registers its gradients in a module that neither Node.js nor a browser can load as published, so it is
// bundled here. Its registry is global, so that the bundle's copy of the library uses it.
import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { inBench, inProject } from './paths.mjs';

export const generatedFolder = inBench('node_modules/.generated');

export async function bundleGradients() {
  mkdirSync(generatedFolder, { recursive: true });
  const esbuild = createRequire(inProject('package.json'))('esbuild');
  await esbuild.build({
    stdin: {
      contents: "import '@tensorflow/tfjs-core/dist/register_all_gradients.js';",
      resolveDir: inBench(),
    },
    outfile: `${generatedFolder}/tfjs-gradients.mjs`,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    logLevel: 'error',
  });
}
