// Reads the output of Ninja, which writes plain lines to a pipe: `[12/84] Building CXX object a.cc.o`.

const MOST_LINES = 40;

/** The sources that CMake compiles as one, by a file that includes them. */
const sourcesIn = (text) => [...text.matchAll(/^#include "([^"]+\.cc)"/gm)].map(([, source]) => source);

/** "kernels/sort.cc and 7 more" for such a file. */
function jointSources(text) {
  const names = sourcesIn(text).map((source) => source.split('/').slice(-2).join('/'));
  return names.length > 1 ? `${names[0]} and ${names.length - 1} more` : (names[0] ?? '');
}

/** Shortens a description by CMake: to a source's path, or to a link. */
function readable(description, read) {
  const [, object, target, file] =
    /^Building \S+ object ((?:\S*\/)?CMakeFiles\/([^/]+)\.dir\/(\S+))$/.exec(description) ?? [];
  if (file === undefined) return description.replace(/^Linking \S+ (?:static library|executable) /, 'link ');
  if (file.startsWith('Unity/')) return jointSources(read(object.replace(/\.o$/, '')));
  if (file.includes('cmake_pch.')) return `headers of ${target}`;
  return file.replace(/\.o$/, '').replace(/^(?:__\/|core\/)+/, '');
}

/**
 * Returns the progress of Ninja, as `12/84 kernels/sort.cc`, if the line contains it. `read` returns the text of a file
 * in the build directory.
 */
export function ninjaStatus(line, read) {
  // Ninja reports completed steps. At 0 it has only checked that CMake need not run again.
  const [, done, total, description] = /^\[([1-9]\d*)\/(\d+)\] (.*)$/.exec(line) ?? [];
  return description === undefined ? undefined : `${done}/${total} ${readable(description, read)}`;
}

/** Gives the last lines, and how many others there are. */
export function lastLines(output, most = MOST_LINES) {
  const lines = output.trimEnd().split('\n');
  const left = lines.length - most;
  return left > 0 ? [`(${left} more lines above)`, ...lines.slice(-most)].join('\n') : lines.join('\n');
}

/**
 * Returns the joint compilations of a build that failed: the sources of each, and the command that checks one of them
 * with the same flags. `read` is as for {@link ninjaStatus}.
 */
export function failedBatches(output, read) {
  const failures = output.matchAll(/^FAILED: (?:\[\S+\] )?(\S*Unity\/unity_\S+)\.o *\n(.*)$/gm);
  return [...failures].map(([, file, command]) => {
    // The next lines name the output and the joint file.
    const [compiler] = command.split(/ -MD | -o /);
    return { sources: sourcesIn(read(file)), check: (source) => `${compiler} -fsyntax-only "${source}"` };
  });
}

/**
 * Returns the first lines that each failed command of a build printed, without the commands, because they are long and
 * repeating the whole build is easier.
 */
export function ninjaFailure(output) {
  const blocks = output.match(/^FAILED: .*\n(?:(?!\[\d+\/\d+\] |ninja: |FAILED: ).*\n?)*/gm);
  if (!blocks) return lastLines(output);
  const shortened = blocks.map((block) => {
    const [failed, , ...lines] = block.trimEnd().split('\n');
    const left = lines.length - MOST_LINES;
    return [failed.trimEnd(), ...lines.slice(0, MOST_LINES), ...(left > 0 ? [`(${left} more lines)`] : [])].join('\n');
  });
  return shortened.join('\n');
}
