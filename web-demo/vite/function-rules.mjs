// The rules that a function of `np`, `nn` or `random` can break: those that its code, and the functions of the package that it
// uses, cite as `jsError('alignment', ...)`, and those of the builder functions that they call. The rules of the HLO
// operations that a call becomes come from its program.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../js/src', import.meta.url));

/** Files whose functions are followed. Builders and values have rules of their own for all of their uses. */
const followed =
  /^(?:(?:np|nn|random)\/|builder\/(?:control-flow|current-builder|function-calls|number-operand|region|state-tree)\.ts|base\/options\.ts)/;

/** Names of builder functions that are also names of JavaScript, such as `map`: a call does not tell them apart. */
const ofJavaScript = new Set(
  [Array.prototype, String.prototype, Map.prototype, Set.prototype, Math].flatMap((one) =>
    Object.getOwnPropertyNames(one),
  ),
);

/** The table of a file of rules: `name: rule('js.c5', ...)`, and `name: 'Its text.'`. */
function readRules() {
  const text = readFileSync(join(root, 'base/rules.ts'), 'utf8');
  const source = ts.createSourceFile('rules.ts', text, ts.ScriptTarget.Latest, true);
  const ids = new Map();
  const texts = new Map();
  const visit = (node) => {
    if (ts.isPropertyAssignment(node)) {
      const name = node.name.getText(source);
      const { initializer: value } = node;
      if (ts.isCallExpression(value) && value.expression.getText(source) === 'rule') {
        ids.set(name, value.arguments[0].text);
      } else if (ts.isStringLiteralLike(value)) texts.set(name, value.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return new Map([...ids].map(([name, id]) => [name, { id, text: texts.get(name) }]));
}

/** For each function and constant of a file: the rules that it cites, and the names that it uses. */
function readFile(file) {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const imports = new Map();
  const declarations = new Map();
  const add = (name, node) => {
    const known = declarations.get(name) ?? { cited: new Set(), used: new Set(), methods: new Set() };
    const visit = (one) => {
      if (ts.isCallExpression(one) && one.expression.getText(source) === 'jsError') {
        const [first] = one.arguments;
        if (first !== undefined && ts.isStringLiteral(first)) known.cited.add(first.text);
      }
      if (ts.isPropertyAccessExpression(one)) known.methods.add(one.name.text);
      if (ts.isIdentifier(one)) known.used.add(one.text);
      if (!ts.isTypeNode(one)) ts.forEachChild(one, visit);
    };
    visit(node);
    declarations.set(name, known);
  };
  for (const node of source.statements) {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      const from = relative(root, join(root, dirname(file), node.moduleSpecifier.text)).replace(/\.js$/, '.ts');
      if (bindings !== undefined && ts.isNamedImports(bindings)) {
        for (const { name, propertyName } of bindings.elements) {
          imports.set(name.text, { file: from, name: (propertyName ?? name).text });
        }
      }
    } else if (ts.isFunctionDeclaration(node) && node.name !== undefined) add(node.name.text, node);
    else if (ts.isVariableStatement(node)) {
      for (const one of node.declarationList.declarations) add(one.name.getText(source), one);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier === undefined) {
      for (const { name, propertyName } of node.exportClause?.elements ?? []) {
        if (propertyName !== undefined) add(name.text, propertyName);
      }
    }
  }
  return { imports, declarations };
}

/** @param builders - `builders` of ops.json, with the rules of each, and `rules`, with their texts */
export function functionRules({ builders, rules: ofCore }) {
  const ofApi = readRules();
  const texts = new Map(ofCore.map(({ id, text }) => [id, text]));
  const ofBuilders = new Map(builders.filter(({ js }) => !ofJavaScript.has(js)).map(({ js, rules }) => [js, rules]));
  const files = new Map();
  const fileOf = (file) => {
    if (!files.has(file)) {
      files.set(file, followed.test(file) && existsSync(join(root, file)) ? readFile(file) : undefined);
    }
    return files.get(file);
  };
  /** Returns the rules of a function of a file of js/src: those of the API by their numbers, then those of builders. */
  return (file, name) => {
    // A number of a call becomes a constant of another type.
    const cited = new Set(['notRepresentable']);
    const called = new Set();
    const seen = new Set();
    const follow = (at, wanted) => {
      const key = `${at} ${wanted}`;
      const declaration = fileOf(at)?.declarations.get(wanted);
      if (seen.has(key) || declaration === undefined) return;
      seen.add(key);
      for (const one of declaration.cited) cited.add(one);
      for (const method of declaration.methods) for (const id of ofBuilders.get(method) ?? []) called.add(id);
      for (const used of declaration.used) {
        const other = fileOf(at).imports.get(used);
        if (other === undefined) follow(at, used);
        else follow(other.file, other.name);
      }
    };
    follow(file, name);
    const number = ({ id }) => Number(/\d+$/.exec(id)[0]);
    return [
      ...[...cited].map((one) => ofApi.get(one)).sort((a, b) => number(a) - number(b)),
      ...[...called].map((id) => ({ id, text: texts.get(id) })),
    ];
  };
}
