/** The files of a folder that `--xla_dump_to` wrote, in the order of the passes. */

export interface Dump {
  readonly module: string;
  readonly title: string;
  readonly name: string;
}

const form = /^(module_\d+)\.(.*?)\.?(?:(\d{4})\.(.*)|(before_optimizations|[\w.-]*after_[\w.-]+))\.(?:txt|hlo)$/;

/**
 * Recognizes the programs among the files. `module_0001.jit_f.0003.simplify.before_cse.txt` is a pass with the number 3;
 * `before_optimizations` comes first, `after_optimizations` last.
 */
export function orderedDumps(names: readonly string[]): readonly Dump[] {
  const found = names.flatMap((name) => {
    const base = name.slice(name.lastIndexOf('/') + 1);
    if (!/\.(?:txt|hlo|pb|mlir)$/.test(base) || /buffer-assignment|memory-usage|thunk|dot$/.test(base)) return [];
    const parts = form.exec(base);
    if (parts === null) return [{ name, base, module: '', title: base, order: 5000 }];
    const [, module = '', , number, pass, kind] = parts;
    const order = number !== undefined ? Number(number) : kind === 'before_optimizations' ? -1 : 10_000;
    return [{ name, base, module, title: pass ?? kind ?? base, order }];
  });
  found.sort((a, b) => a.module.localeCompare(b.module) || a.order - b.order || a.base.localeCompare(b.base));
  return found.map(({ module, title, name }) => ({ module, title: title.replaceAll('_', ' '), name }));
}
