/** Runs snippets, and compares what they print with what the page shows. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, trimmed, type Snippet } from './snippets.js';

const separator = '---- the next snippet ----';

/** Runs snippets that continue each other as one program, in a folder where the package is installed. */
export function runJavaScript(folder: string, program: readonly Snippet[]): void {
  const code = program.map((snippet) => snippet.code).join(`\nconsole.log(${JSON.stringify(separator)});\n`);
  const file = join(folder, /\brequire\(/.test(code) ? 'program.cjs' : 'program.mjs');
  writeFileSync(file, code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 50_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const printed = stdout.split(`${separator}\n`).map(trimmed);
  expect(printed).toEqual(program.map(({ output }) => trimmed(output ?? '')));
}

/** Returns true for commands that install or use the C++ library, which `npm test` does not build. */
export const needLibrary = ({ code }: Snippet): boolean => /^cmake /m.test(code);

/** Runs the commands of a snippet in the checkout, but for those of npm. */
export function runCommands({ code, output }: Snippet, env: NodeJS.ProcessEnv): void {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !/^(#|npm )/.test(line));
  if (lines.length > 0) runShell(root, lines, output, env);
}

/** Runs lines of a shell in a folder. */
export function runShell(
  folder: string,
  lines: readonly string[],
  output: string | undefined,
  env: NodeJS.ProcessEnv,
): void {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', lines.join('\n')], {
    encoding: 'utf8',
    cwd: folder,
    env,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  // Build tools print before it.
  if (output !== undefined) expect(trimmed(stdout)).toMatch(endingWith(trimmed(output)));
}

const endingWith = (text: string): RegExp => new RegExp(`${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
