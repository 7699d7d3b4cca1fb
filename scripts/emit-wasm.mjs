// Copies the two emissions of one wasm variant from the build directory to dist/wasm, under their published names.
//
//   node scripts/emit-wasm.mjs <name> <build directory> <output directory>
//
// It makes these changes:
// - `.node.js` becomes `.node.cjs`: the package is "type": "module".
// - both emissions share one `.wasm`.
// - the glue for Node keeps the Worker class to itself: a library must not add globals to the program that uses it.
// - the clock of the glue for Node is `performance.now()` where there is one thread: process.hrtime() of older Emscripten
//   makes an array each time. Threads of Node have different origins of performance.now().
// - Emscripten before 3.1.58 writes a separate script for pthread workers. In browsers it must be started as a module
//   worker, because the glue it imports is one; and it is padded, because bundlers inline small assets as data: URLs,
//   from which a relative import of the glue cannot be resolved.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INLINE_LIMIT_BYTES = 4096;

const [name, from, to] = process.argv.slice(2);
mkdirSync(to, { recursive: true });

function replaceAll(text, pattern, replacement, where) {
  if (!text.includes(pattern)) {
    throw new Error(`${where} holds no ${pattern}: this Emscripten writes other glue than expected`);
  }
  return text.replaceAll(pattern, replacement);
}

function shareWasm() {
  const node = readFileSync(join(from, `${name}.node.wasm`));
  const web = readFileSync(join(from, `${name}.web.wasm`));
  if (!node.equals(web)) {
    throw new Error(`${name}.node.wasm and ${name}.web.wasm differ, yet the package ships one file for both`);
  }
}

function emitGlue(platform, extension, builtExtension) {
  const built = join(from, `${name}.${platform}.${builtExtension}`);
  let glue = readFileSync(built, 'utf8');
  glue = replaceAll(glue, `${name}.${platform}.wasm`, `${name}.wasm`, built);

  if (platform === 'node') {
    glue = glue.replace(/\b(global|globalThis)\.Worker\s*=\s*nodeWorkerThreads/, 'var Worker=nodeWorkerThreads');
    if (!glue.includes('PTHREAD')) {
      glue = glue.replace(/\{var t=process\["hrtime"\]\(\);return t\[0\]\*1e3\+t\[1\]\/1e6\}/, 'performance.now()');
    }
  }

  const builtWorker = `${name}.${platform}.worker.js`;
  const worker = `${name}.${platform}.worker.${extension}`;
  if (glue.includes(builtWorker) && existsSync(join(from, builtWorker))) {
    glue = glue.replaceAll(builtWorker, worker);
    if (platform === 'web') {
      glue = replaceAll(glue, 'new Worker(pthreadMainJs)', 'new Worker(pthreadMainJs,{type:"module"})', built);
      glue = replaceAll(
        glue,
        `new Worker(new URL("${worker}",import.meta.url))`,
        `new Worker(new URL("${worker}",import.meta.url),{type:"module"})`,
        built,
      );
    }
    emitWorker(join(from, builtWorker), join(to, worker), `${name}.${platform}.${builtExtension}`, extension);
  } else {
    rmSync(join(to, worker), { force: true });
  }
  writeFileSync(join(to, `${name}.${platform}.${extension}`), glue);
}

function emitWorker(built, target, builtGlue, extension) {
  const glue = builtGlue.replace(/\.[a-z]+$/, `.${extension}`);
  let text = readFileSync(built, 'utf8').replaceAll(builtGlue, glue);
  // In browsers each Worker holds a lock until it ends, and reports the lock's name: js/src/instance/worker-lock.ts
  // gives the reason. A failed Worker lives on without its thread, and the event of its error waits for an engine that
  // may wait for the thread.
  if (extension === 'mjs') {
    text += `
navigator.locks?.request("hloom "+Math.random()+" "+Math.random(),(lock)=>{
  postMessage({hloomLock:lock.name});
  return new Promise((release)=>addEventListener("error",release));
}).catch(()=>{});
`;
  }
  // Identifies the file for tools that read its text.
  if (extension === 'mjs') text += '\nexport {};\n';
  if (text.length <= INLINE_LIMIT_BYTES) {
    text += `\n// ${'padding, so that bundlers do not inline this file '.repeat(INLINE_LIMIT_BYTES / 48)}\n`;
  }
  writeFileSync(target, text);
}

shareWasm();
emitGlue('node', 'cjs', 'js');
emitGlue('web', 'mjs', 'mjs');
// This file is copied last, because the build takes its presence as the sign that all of them are there.
copyFileSync(join(from, `${name}.web.wasm`), join(to, `${name}.wasm`));
