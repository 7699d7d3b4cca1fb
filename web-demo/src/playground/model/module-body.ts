/** The text of a module as the body of a function: its imports become constants, its default export a return. */

const importLine = /^[ \t]*import\s+(?:\*\s+as\s+([\w$]+)|\{([^}]*)\})\s+from\s+(['"])([^'"]+)\3;?/gm;

/** @throws SyntaxError for imports of other modules than hloom */
export function moduleBody(text: string): string {
  const body = text.replaceAll(
    importLine,
    (found, all: string | undefined, some: string | undefined, _, from: string) => {
      if (from !== 'hloom')
        throw new SyntaxError(`${JSON.stringify(from)} is not here: programs can only import 'hloom'`);
      // Lines stay where they are.
      const lines = '\n'.repeat(found.split('\n').length - 1);
      const names =
        all ??
        `{ ${(some ?? '')
          .trim()
          .replaceAll(/(\w+)\s+as\s+(\w+)/g, '$1: $2')
          .replaceAll('\n', ' ')} }`;
      return `const ${names} = hloom;${lines}`;
    },
  );
  return body.replaceAll(/^export\s+default\s+/gm, 'return ').replaceAll(/^export\s+/gm, '');
}

/** True for JavaScript: it begins with one of its words, or a call such as `console.log(`. Programs of the engine do not. */
export const isJavaScript = (text: string): boolean =>
  /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:(?:async|await|class|const|do|export|for|function|if|import|let|new|return|switch|throw|try|var|while)\b|[\w$]+(?:\.[\w$]+)+\()/.test(
    text,
  );
