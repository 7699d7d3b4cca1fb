/** The files of a folder that `--xla_dump_to` wrote, in the order of the passes. */

export interface Dump {
  readonly module: string;
  readonly title: string;
  readonly name: string;
}

/** The number of a pass and its name, or the name of a dump between the pipelines, after the name of the module. */
const numbered = /^(module_\d+)\.(?:.*\.)?(\d{4})\.(.+)$/;
const other = /^(module_\d+)\.(?:.*\.)?([\w-]*(?:before|after)_[\w-]+)$/;

/**
 * Recognizes the programs among the files. `module_0001.jit_f.0003.simplify.before_cse.txt` is a pass with the number 3;
 * `before_optimizations` comes first, `after_optimizations` last.
 */
export function orderedDumps(names: readonly string[]): readonly Dump[] {
  const found = names.flatMap((name) => {
    const base = name.slice(name.lastIndexOf('/') + 1);
    if (!/\.(?:txt|hlo|pb|mlir)$/.test(base) || /buffer-assignment|memory-usage|thunk|dot$/.test(base)) return [];
    const stem = base.replace(/\.\w+$/, '');
    const pass = numbered.exec(stem);
    if (pass !== null) {
      const [, module = '', number, title = ''] = pass;
      return [{ name, base, module, title, order: Number(number) }];
    }
    const [, module = '', title = base] = other.exec(stem) ?? [];
    return [{ name, base, module, title, order: title.startsWith('before') ? -1 : 10_000 }];
  });
  found.sort((a, b) => a.module.localeCompare(b.module) || a.order - b.order || a.base.localeCompare(b.base));
  return found.map(({ module, title, name }) => ({ module, title: title.replaceAll('_', ' '), name }));
}
