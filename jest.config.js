// Four projects: `js` (unit and integration tests in Node), `web` (Chromium), `package` (the packed tarball), `docs`
// (every snippet of the documentation, and the C++ package).
//
// Tests are CommonJS inside Jest. They see the built package: 'hloom' is dist/index.node.cjs. Unit tests may import
// js/src directly. esbuild strips the types; `npm run lint` checks them.
//
// The environment variable HLOOM_TESTS chooses the files. Without it they are those of `npm test`, which leaves out
// *.long.test.ts; `long` chooses *.long.test.ts alone, and `all` every test, as `npm run test:all` does. It holds for
// files that are named on the command line, too:
//
//   HLOOM_TESTS=all node node_modules/jest/bin/jest.js tests/web/lab.long.test.ts --selectProjects web
const chosen = process.env.HLOOM_TESTS ?? '';
const files = { '': '!(*.long).test.ts', long: '*.long.test.ts', all: '*.test.ts' }[chosen];
if (files === undefined) throw new Error(`HLOOM_TESTS is ${chosen}, which is neither 'long' nor 'all'`);

const common = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/tests/tools/jest-environment.cjs',
  transform: { '\\.(ts|mjs)$': '<rootDir>/tests/tools/jest-transform.cjs' },
  resolver: '<rootDir>/tests/tools/jest-resolver.cjs',
  moduleNameMapper: { '^hloom$': '<rootDir>/dist/index.node.cjs' },
  moduleFileExtensions: ['ts', 'mjs', 'cjs', 'js', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/build/', '<rootDir>/tests/.*/tmp/', '<rootDir>/tests/package/fixtures/'],
};

const project = (name) => ({ ...common, displayName: name, testMatch: [`<rootDir>/tests/${name}/**/${files}`] });

export default {
  projects: ['js', 'web', 'package', 'docs'].map(project),
  // The web and package tests drive browsers and npm.
  testTimeout: 60_000,
  maxWorkers: 2,
};
