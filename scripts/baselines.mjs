// Takes the pictures anew that tests/web/workbench.long.test.ts compares the site's components with:
// `npm run baselines`, once the site is built. Look at what changed before it is committed.
import { run } from './lib/run.mjs';

const args = ['node_modules/jest/bin/jest.js', 'tests/web/workbench.long.test.ts', '--selectProjects', 'web'];
const { ok } = await run(process.execPath, args, { env: { HLOOM_BASELINES: 'take', HLOOM_TESTS: 'all' } });
process.exit(ok ? 0 : 1);
