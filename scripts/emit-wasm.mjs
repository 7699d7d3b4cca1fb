// Copies the two emissions of the wasm module from the build directory to dist/wasm, under their published names.
//
//   node scripts/emit-wasm.mjs <build directory> <output directory>
//
// It makes these changes:
// - `.node.js` becomes `.node.cjs`: the package is "type": "module".
// - both emissions share one `.wasm`, whose memory is not shared between threads.
// - the glue makes such memory if its pool has no threads, and starts where there is no SharedArrayBuffer.
// - the glue for Node keeps the Worker class to itself: a library must not add globals to the program that uses it.
// - the clock of the glue for Node is `performance.now()` if the pool has no threads: process.hrtime() of older
//   Emscripten makes an array each time. Threads of Node have different origins of performance.now().
// - Emscripten before 3.1.58 writes a separate script for pthread workers. In browsers it must be started as a module
//   worker, because the glue it imports is one; and it is padded, because bundlers inline small assets as data: URLs,
//   from which a relative import of the glue cannot be resolved.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INLINE_LIMIT_BYTES = 4096;
// Numbers in the binary format of WebAssembly.
const IMPORT_SECTION = 2;
const FUNCTION = 0;
const MEMORY = 2;

const name = 'hloom';
const [from, to] = process.argv.slice(2);
mkdirSync(to, { recursive: true });

function replaceAll(text, pattern, replacement, where) {
  if (!text.includes(pattern)) {
    throw new Error(`${where} holds no ${pattern}: this Emscripten writes other glue than expected`);
  }
  return text.replaceAll(pattern, replacement);
}

/** The place of the flags of the memory that a module imports. */
function flagsOfMemory(bytes) {
  let at = 8; // after the magic number and the version
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const skip = (length) => (at += length);
  for (;;) {
    const [section, length] = [bytes[at++], number()];
    if (section === IMPORT_SECTION) break;
    skip(length);
  }
  for (let imports = number(); imports > 0; imports--) {
    skip(number()); // the module's name
    skip(number()); // the import's name
    const kind = bytes[at++];
    if (kind === MEMORY) return at;
    if (kind !== FUNCTION) break;
    number();
  }
  throw new Error(`${name}.wasm imports functions, then something else than its memory`);
}

/** The module with a memory that is not shared: the flags of the memory that it imports, 3, become 1. */
function withUnsharedMemory(wasm) {
  const bytes = Buffer.from(wasm);
  const at = flagsOfMemory(bytes);
  if (bytes[at] !== 3) throw new Error(`the memory of ${name}.wasm has the flags ${bytes[at]}, not 3`);
  bytes[at] = 1;
  return bytes;
}

function sharedWasm() {
  const node = readFileSync(join(from, `${name}.node.wasm`));
  const web = readFileSync(join(from, `${name}.web.wasm`));
  if (!node.equals(web)) {
    throw new Error(`${name}.node.wasm and ${name}.web.wasm differ, yet the package ships one file for both`);
  }
  return node;
}

function emitGlue(platform, extension, builtExtension) {
  const built = join(from, `${name}.${platform}.${builtExtension}`);
  let glue = readFileSync(built, 'utf8');
  glue = replaceAll(glue, `${name}.${platform}.wasm`, `${name}.wasm`, built);

  if (platform === 'node') {
    glue = glue.replace(
      /\(\(\)=>\{var t=process\["hrtime"\]\(\);return t\[0\]\*1e3\+t\[1\]\/1e6\}\)/,
      '(Module["hloomPoolSize"]===0?()=>performance.now():$&)',
    );
    glue = glue.replace(/\b(global|globalThis)\.Worker\s*=\s*nodeWorkerThreads/, 'var Worker=nodeWorkerThreads');
  }
  const hasThreads = 'Module["hloomPoolSize"]>0';
  glue = replaceAll(glue, '"shared":true', `"shared":${hasThreads}`, built);
  glue = replaceAll(
    glue,
    'if(!(wasmMemory.buffer instanceof SharedArrayBuffer))',
    `if(${hasThreads}&&!(wasmMemory.buffer instanceof SharedArrayBuffer))`,
    built,
  );
  glue = replaceAll(
    glue,
    'data.buffer instanceof SharedArrayBuffer',
    'typeof SharedArrayBuffer!="undefined"&&data.buffer instanceof SharedArrayBuffer',
    built,
  );
  // Only other threads grow the memory without the glue. To read `buffer` takes as long as a small run.
  glue = glue.replaceAll('if(wasmMemory.buffer!=buffer)', 'if(Module["hloomPoolSize"]!==0&&wasmMemory.buffer!=buffer)');
  // Emscripten 3.1.6 waits for the Workers of the pool one by one, and for ever if there are none.
  const workersToLoad = 'var numWorkersToLoad=PThread.unusedWorkers.length;';
  glue = glue.replace(workersToLoad, `${workersToLoad}if(!numWorkersToLoad)removeRunDependency("wasm-instantiate");`);

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

const wasm = withUnsharedMemory(sharedWasm());
emitGlue('node', 'cjs', 'js');
emitGlue('web', 'mjs', 'mjs');
// This file is copied last, because the build takes its presence as the sign that all of them are there.
writeFileSync(join(to, `${name}.wasm`), wasm);
