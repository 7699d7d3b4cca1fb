// Block comments of generated code.

/** Text that may stand in a block comment. */
function commentSafe(text) {
  return text.replaceAll('*/', '*\\/');
}

/** A block comment of these lines, wrapped to the width of the code. */
export function comment(lines) {
  const wrapped = lines.flatMap((line) => (line.raw === undefined ? wrap(line) : line.raw.split('\n')));
  const body = wrapped.map((line) => ` * ${commentSafe(line)}`.trimEnd());
  if (body.length === 1) return `/**${body[0].slice(2)} */`;
  return ['/**', ...body, ' */'].join('\n');
}

function wrap(text) {
  const lines = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      if (line !== '' && line.length + 1 + word.length > 110) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines;
}
