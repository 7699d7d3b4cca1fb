// Runs the tests of shared memory natively under ThreadSanitizer: `npm run test:tsan`, or the tests that a filter of
// GoogleTest names, `npm run test:tsan -- 'ThreadPool*'`. It fails if two threads access the same memory without an
// order.
import { buildPreset } from './build.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setupOrExit } from './setup.mjs';

/** The tests of code that threads share. The others would take long, and start no thread. */
export const threadTests = [
  ...['ChannelId*', 'Collective*', '*Devices*', '*Channels*', '*CommLog*', '*Async*'],
  ...['*ThreadPool*', '*HostOperations*'],
].join(':');

if (process.argv[1] === inRoot('scripts/tsan.mjs')) {
  await setupOrExit('test');
  if (!(await buildPreset('native-tsan', { targets: ['hloom_tests'] }))) process.exit(1);
  const flags = ['--gtest_brief=1', `--gtest_filter=${process.argv[2] ?? threadTests}`];
  const { ok, reason } = await run(inRoot('build/native-tsan/tests/core/hloom_tests'), flags);
  console.log(ok ? 'no race found' : `failed: ${reason}`);
  process.exit(ok ? 0 : 1);
}
