/** Values of attributes as C++: shapes, constants, and the statements that fill XLA's messages. */

import type { WindowDimension } from '../../site/window-attribute.js';

/** The sizes and the element type of `f32[2,<=3]{1,0}`; tuples and tokens have none. */
const arrayShape = /^(\w+)\[([^\]]*)\]/;

export const braces = (values: readonly unknown[]): string => `{${values.join(', ')}}`;

/** The parts of `f32[2]{0}, (f32[], s32[3])` at its top level. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (const [i, letter] of [...text].entries()) {
    if ('([{'.includes(letter)) depth++;
    if (')]}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter((part) => part !== '');
}

/** The shapes in the text of a tuple's shape; of another shape the shape itself. */
export const leavesIn = (text: string): string[] => (text.startsWith('(') ? partsOf(text.slice(1, -1)) : [text]);

export const typeIn = (shape: string): string => (arrayShape.exec(shape)?.[1] ?? '').toUpperCase();

export const sizesIn = (shape: string): string[] => partsOf(arrayShape.exec(shape)?.[2] ?? '');

export function shapeCpp(text: string): string {
  if (text.startsWith('(')) return `ShapeUtil::MakeTupleShape(${braces(leavesIn(text).map(shapeCpp))})`;
  if (text.startsWith('token')) return 'ShapeUtil::MakeTokenShape()';
  const sizes = sizesIn(text);
  const isDynamic = sizes.map((size) => size.startsWith('<='));
  const flags = isDynamic.includes(true) ? `, ${braces(isDynamic)}` : '';
  const [, order = ''] = /\{([\d,]*)/.exec(text) ?? [];
  const minorToMajor = order.split(',');
  const hasOwnLayout =
    minorToMajor.length > 1 && minorToMajor.some((d, i) => Number(d) !== minorToMajor.length - 1 - i);
  const given = `${typeIn(text)}, ${braces(sizes.map((size) => size.replace('<=', '')))}`;
  return hasOwnLayout
    ? `ShapeUtil::MakeShapeWithLayout(${given}, ${braces(minorToMajor)})`
    : `ShapeUtil::MakeShape(${given}${flags})`;
}

/** The types of C++ whose constants have an element type. */
const nativeTypes: Readonly<Record<string, string>> = {
  PRED: 'bool',
  F32: 'float',
  F64: 'double',
  C64: 'std::complex<float>',
  C128: 'std::complex<double>',
  ...Object.fromEntries(
    ['8', '16', '32', '64'].flatMap((bits) => [
      [`S${bits}`, `int${bits}_t`],
      [`U${bits}`, `uint${bits}_t`],
    ]),
  ),
};

export const nativeType = (type: string): string | undefined => nativeTypes[type];

/** An element as C++; `undefined` for one without a short form. */
export function elementCpp(type: string, element: string): string | undefined {
  const limits = `std::numeric_limits<${nativeTypes[type] ?? 'float'}>::`;
  if (/^[FB]/.test(type)) {
    if (/^-?nan/.test(element)) return `${limits}quiet_NaN()`;
    if (/^-?inf/.test(element)) return `${element.startsWith('-') ? '-' : ''}${limits}infinity()`;
  }
  if (type.startsWith('C')) {
    const parts = /^\((\S+), (\S+)\)$/.exec(element)?.slice(1) ?? [element, '0'];
    return parts.every((part) => /^-?[\d.e+-]+$/.test(part)) ? `${nativeTypes[type]}(${parts.join(', ')})` : undefined;
  }
  // C++ reads the sign of -2147483648 apart from the number, which is too large without it.
  if (type === 'S64' && element === '-9223372036854775808') return `${limits}min()`;
  if (type === 'U64' && element.length > 18) return `${element}u`;
  if (type === 'PRED') return element === '1' ? 'true' : element === '0' ? 'false' : element;
  return element;
}

/** The most elements of a constant that is written out. */
const mostElements = 32;

/** A constant of this shape, whose text is that of HLO; `undefined` for one that is too long. */
export function constantCpp(shape: string, literal: string, b: string): string | undefined {
  const type = typeIn(shape);
  const rank = sizesIn(shape).length;
  const native = nativeTypes[type];
  const elements = literal.match(/\([^()]*\)|[^\s{},]+/g) ?? [];
  if (elements.length === 0 || elements.length > mostElements || literal.includes('...')) return undefined;
  const written = elements.map((element) => elementCpp(type, element));
  if (written.includes(undefined)) return undefined;
  if (rank === 0) {
    return native === undefined
      ? `ConstantR0WithType(&${b}, ${type}, ${written[0]})`
      : `ConstantR0<${native}>(&${b}, ${written[0]})`;
  }
  if (native === undefined || rank > 4) return undefined;
  let at = 0;
  const nested = literal
    .replaceAll(/\([^()]*\)|[^\s{},]+/g, () => written[at++] ?? '')
    .replaceAll(/\{\s*|\s*\}/g, (text) => text.trim());
  return rank > 2
    ? `ConstantLiteral(&${b}, LiteralUtil::CreateR${rank}<${native}>(${nested}))`
    : `ConstantR${rank}<${native}>(&${b}, ${nested})`;
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export type Fields = Readonly<Record<string, unknown>>;

/** The statements that fill a message whose fields have these values: numbers, lists of numbers, and messages. */
export function fieldsCpp(name: string, value: Fields): string[] {
  return Object.entries(value).flatMap(([field, of]) => {
    if (Array.isArray(of)) return of.map((one) => `${name}.add_${snake(field)}(${String(one)});`);
    if (typeof of !== 'object' || of === null) return [`${name}.set_${snake(field)}(${String(of)});`];
    return fieldsCpp(`${name}.mutable_${snake(field)}()`, of as Fields).map((line) =>
      line.replace(/(\.mutable_\w+\(\))\./, '$1->'),
    );
  });
}

/** The statements that make a message of this type. */
export const messageCpp = (type: string, name: string, value: Fields): string[] => [
  `${type} ${name};`,
  ...fieldsCpp(name, value),
];

/** The statements that fill a PaddingConfig: low, high and interior padding of each dimension. */
export function paddingCpp(name: string, value: readonly (readonly number[])[]): string[] {
  const fields = ['edge_padding_low', 'edge_padding_high', 'interior_padding'];
  return [
    `PaddingConfig ${name};`,
    ...value.flatMap((dimension, d) => [
      `auto* dimension_${d} = ${name}.add_dimensions();`,
      ...dimension.map((size, i) => `dimension_${d}->set_${fields[i]}(${size});`),
    ]),
  ];
}

/** The statements that fill a Window. */
export function windowCpp(name: string, window: readonly Fields[]): string[] {
  return [
    `Window ${name};`,
    ...window.flatMap((dimension, d) => [
      `auto* dimension_${d} = ${name}.add_dimensions();`,
      ...fieldsCpp(`dimension_${d}`, dimension).map((line) => line.replace('.', '->')),
    ]),
  ];
}

/** The sizes, strides, dilations and paddings of a window as lists of C++. */
export function windowLists(window: readonly WindowDimension[]): Readonly<Record<string, string>> {
  return {
    sizes: braces(window.map(({ size }) => size)),
    strides: braces(window.map(({ stride }) => stride)),
    base: braces(window.map(({ base }) => base)),
    dilations: braces(window.map(({ dilation }) => dilation)),
    padding: braces(window.map(({ low, high }) => braces([low, high]))),
  };
}

/** The roles of dimensions in labels such as `b01f_01io->b01f`, in the order of the arrays. */
const roles = [
  { array: 'input', b: 'batch', f: 'feature' },
  { array: 'kernel', i: 'input_feature', o: 'output_feature' },
  { array: 'output', b: 'batch', f: 'feature' },
] as const;

/** The statements that fill the ConvolutionDimensionNumbers of these labels. */
export function convolutionCpp(name: string, labels: string): string[] {
  const arrays = /^(\w+)_(\w+)->(\w+)$/.exec(labels)?.slice(1) ?? [];
  return [
    `ConvolutionDimensionNumbers ${name};`,
    ...arrays.flatMap((letters, a) => {
      const { array, ...names } = roles[a] ?? roles[0];
      const plain = Object.entries(names).map(
        ([letter, role]) => `${name}.set_${array}_${role}_dimension(${letters.indexOf(letter)});`,
      );
      const spatial = [...letters].filter((letter) => /\d/.test(letter)).sort();
      return [...plain, ...spatial.map((d) => `${name}.add_${array}_spatial_dimensions(${letters.indexOf(d)});`)];
    }),
  ];
}
