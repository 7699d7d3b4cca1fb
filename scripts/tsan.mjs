// Runs the tests of the core natively under ThreadSanitizer: `npm run test:tsan`, or those that a filter of GoogleTest
// names, `npm run test:tsan -- 'ThreadPool*'`. It fails where two threads share memory and nothing orders them.
import { buildPreset } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

await setupOrExit();
if (!(await buildPreset('native-tsan', { tests: true }))) process.exit(1);
const flags = ['--gtest_brief=1', `--gtest_filter=${process.argv[2] ?? '*'}`];
const { ok, reason } = await run(inRoot('build/native-tsan/tests/core/hloom_tests'), flags);
console.log(ok ? 'no race found' : `failed: ${reason}`);
process.exit(ok ? 0 : 1);
