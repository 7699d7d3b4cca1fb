/**
 * The rules that the JavaScript side checks by itself, before anything reaches the core. The core's own rules
 * (`broadcast.c2` and so on) come with its errors; those here have ids that start with `js.`.
 *
 * Tables, so that the documentation can list them and a test can hold every rule to a case.
 */

import { maxShapeParts, maxTupleDepth } from '../generated/limits.js';

/** The canonical codes an {@link HloomError} can carry. */
export type ErrorCode =
  | 'INVALID_ARGUMENT'
  | 'FAILED_PRECONDITION'
  | 'OUT_OF_RANGE'
  | 'UNIMPLEMENTED'
  | 'RESOURCE_EXHAUSTED'
  | 'DEADLINE_EXCEEDED'
  | 'ABORTED'
  | 'INTERNAL'
  | 'CANCELLED';

/** One rule: what must hold, the code of its violation, and what to do when nothing better is known. */
export interface JsRule {
  readonly id: string;
  readonly code: ErrorCode;
  readonly text: string;
  readonly help: string;
}

/** A rule as errors cite it. */
export type CitedRule = Omit<JsRule, 'text'>;

function rule<Id extends string>(
  id: Id,
  help: string,
  code: ErrorCode = 'INVALID_ARGUMENT',
): CitedRule & { readonly id: Id } {
  return Object.freeze({ id, code, help });
}

/** Every rule of the JavaScript side as errors cite it, by a name for the code. */
export const citedRules = /* @__PURE__ */ (() =>
  Object.freeze({
    notInitialised: rule(
      'js.c1',
      'await init() once before building, or await Client.create(), which does it',
      'FAILED_PRECONDITION',
    ),
    disposed: rule('js.c2', 'create a new one, or dispose it later', 'FAILED_PRECONDITION'),
    foreignBuilder: rule(
      'js.c3',
      'build the operand in this builder, or pass its value in as a parameter',
      'FAILED_PRECONDITION',
    ),
    callArguments: rule('js.c4', 'see the signature of the function'),
    argumentKind: rule('js.c5', 'see the signature of the function'),
    argumentCount: rule(
      'js.c6',
      'pass one argument for each parameter, in the order of the parameter numbers; options go in one object after them',
    ),
    typedArrayClass: rule(
      'js.c7',
      'make a typed array of the class that belongs to the element type, or pass a nested array, whose values are converted',
    ),
    elementCount: rule('js.c8', 'pass one element for each index of the shape'),
    ragged: rule('js.c9', 'give every array of one depth the same length'),
    notRepresentable: rule('js.c10', 'convert the value before, or use another element type'),
    shape: rule('js.c11', 'use non-negative integers as sizes, as in f32(2, 3)'),
    layout: rule('js.c12', 'make minorToMajor a permutation of 0 to rank - 1'),
    tooBig: rule('js.c13', 'use a smaller shape, or split the data', 'RESOURCE_EXHAUSTED'),
    instanceLost: rule(
      'js.c14',
      'run it again, or build it again: a new instance takes the place of the lost one by itself',
      'ABORTED',
    ),
    cancelled: rule('js.c15', 'do not abort the signal, or run again without it', 'CANCELLED'),
    load: rule(
      'js.c16',
      'copy the folder node_modules/hloom/dist/wasm there, scripts and all, or give the address of a copy: ' +
        "Client.create({ wasmUrl: '/hloom/wasm/' }); init() takes the same option",
      'FAILED_PRECONDITION',
    ),
    notWasm: rule(
      'js.c17',
      'check the address: servers often answer an unknown one with their HTML start page. Client.create({ wasmUrl }) takes ' +
        'the address of the files',
      'FAILED_PRECONDITION',
    ),
    noSimd: rule('js.c18', 'use Node.js 20 or newer, or a browser of 2023 or newer', 'UNIMPLEMENTED'),
    runSync: rule(
      'js.c19',
      'use await executable.run(...), or create the client with { worker: false }',
      'FAILED_PRECONDITION',
    ),
    depth: rule('js.c20', 'flatten the data; an array that contains itself has no value'),
    shapeText: rule('js.c21', 'write it as f32[2,3], s32[], (f32[2], u8[4]) or f32[2,3]{0,1}'),
    options: rule('js.c22', 'use one object of options with their names, or leave it out'),
    tupleArgument: rule('js.c23', 'pass an array with one value for each element of the tuple'),
    literalShape: rule('js.c24', 'make the literal with the element type and the sizes of the parameter'),
    noData: rule('js.c25', 'read .elements of a tuple; a token has no value'),
    contract: rule('js.c26', 'use the JavaScript and the WebAssembly files of one version of the package', 'INTERNAL'),
    outOfMemory: rule(
      'js.c27',
      'use smaller data, or give memory back: dispose what is not needed, or dispose the client and create another',
      'RESOURCE_EXHAUSTED',
    ),
    literalElement: rule('js.c28', 'pass numbers, bigints, booleans, { re, im }, or arrays or typed arrays of them'),
    float16Array: rule(
      'js.c29',
      'read the bits with .data or the numbers with toArray(), or use Node.js 24 or a browser of 2025 or newer',
      'UNIMPLEMENTED',
    ),
    padding: rule('js.c30', 'give paddedDimensions, one size for each dimension, and a paddingValue such as ZERO_PAD'),
    dynamicSize: rule('js.c31', 'pass fewer elements, or declare the parameter with a greater bound'),
    customCall: rule('js.c32', 'registerCustomCall(name, (operands, call) => literal)'),
    customCallPromise: rule(
      'js.c33',
      'use await executable.run(...), or register a function that is not asynchronous',
      'FAILED_PRECONDITION',
    ),
    customCallResult: rule(
      'js.c34',
      'return a Literal of that shape, or what could be an argument of it; of a tuple an array of them',
    ),
    layoutProperties: rule(
      'js.c35',
      "write them like { minorToMajor: [1, 0], tiles: [[8, 128]], memorySpace: 1 }, a type like indexType: 'U32'",
    ),
    construction: rule('js.c80', 'see the documentation of the class'),
    receiver: rule('js.c81', 'call it on the object, or keep it bound to the object with bind'),
    otherName: rule('js.c82', 'see the list of operations'),
    numberOperand: rule('js.c83', 'one of them must be an operation: make one with constant(...)'),
    operators: rule('js.c84', 'call a method of the operation, such as x.mul(2)'),
    mixedTypes: rule('js.c115', 'convert one of them with convertElementType'),
    shapeIndex: rule('js.c85', 'read shape.dimensions[0], or shape.rank, the number of dimensions'),
    noProgram: rule('js.c93', 'call it in a function that jit traces, or give it an operation', 'FAILED_PRECONDITION'),
    operandTypes: rule('js.c94', "convert one of them: np.astype(x, 'F32')"),
    alignment: rule('js.c95', 'give one of them dimensions of size 1: np.expandDims(x, axis), or np.reshape'),
    floatsOnly: rule('js.c96', "convert the operand first: np.astype(x, 'F32')"),
    formula: rule('js.c116', 'docs/np.md lists the notation of formulas'),
    regionClosed: rule(
      'js.c108',
      'return it from the function: the result of the region is how values leave it',
      'FAILED_PRECONDITION',
    ),
    regionResult: rule('js.c109', 'return what a builder function gave'),
    stateTree: rule('js.c110', 'return the same fields and as many entries as the first state has'),
    npyFormat: rule('js.c40', 'save it again with numpy.save, and copy it as binary data'),
    npyType: rule(
      'js.c41',
      'save truth values, integers, or real or complex floats: array.astype("f4")',
      'UNIMPLEMENTED',
    ),
    npzFormat: rule('js.c42', 'save it again with numpy.savez or numpy.savez_compressed, and copy it as binary data'),
    npzEntry: rule('js.c43', 'read the file without naming arrays, and look at the names'),
    workerScript: rule(
      'js.c50',
      'copy engine-worker.browser.mjs (in Node.js, engine-worker.node.mjs) from node_modules/hloom/dist there, or give ' +
        'the address of a copy: Client.create({ workerUrl }); or do without a Worker: Client.create({ worker: false })',
      'FAILED_PRECONDITION',
    ),
    parts: rule(
      'js.c90',
      'a tuple that holds the same tuple again and again grows quickly: pass on the arrays themselves',
      'RESOURCE_EXHAUSTED',
    ),
    detached: rule(
      'js.c60',
      'transfer a copy, literal.data.slice().buffer, and keep the literal',
      'FAILED_PRECONDITION',
    ),
    donated: rule('js.c70', 'use what the run gave, or do not donate the value', 'FAILED_PRECONDITION'),
    valueLost: rule(
      'js.c71',
      'put them there again with client.toDevice(...); keep a copy, from toLiteral(), of what must not be lost',
      'ABORTED',
    ),
    foreignValue: rule('js.c72', 'take it out with await value.toLiteral(), and pass the literal'),
    donation: rule('js.c73', 'donate a copy, or none of them'),
    deviceLists: rule('js.c91', 'give an array with an array of arguments for each device, as in [[x0], [x1]]'),
    feed: rule('js.c92', 'look for infeed, outfeed, send and recv in computation.toHloText()'),
    dimension: rule('js.c61', 'number the dimensions from 0, or from -1 backwards'),
    index: rule('js.c62', 'give one integer for each dimension, as in [1, 2]', 'OUT_OF_RANGE'),
    notScalar: rule('js.c63', 'read .data, toArray() or toString()'),
    jitResult: rule('js.c100', 'return operations, nested in arrays and plain objects if there are several'),
    jitArgument: rule(
      'js.c101',
      'pass one of these, nested in arrays and plain objects; anything else can be a static argument: jit(f, { static: [0] })',
    ),
    exportedArgument: rule('js.c117', 'pass the arguments that inputs and namedInputs describe'),
    unawaited: rule('js.c118', 'await the promise first: const y = await f(x)', 'FAILED_PRECONDITION'),
    jitSignature: rule('js.c102', 'pass such arguments, or call the function of jit, which compiles for all'),
  }))();

/** The sentence of each rule. Only the documentation has it: programs do not load it. */
const texts = /* @__PURE__ */ ((): Readonly<Record<keyof typeof citedRules, string>> => ({
  notInitialised: 'The builder instance must be loaded before anything is built.',
  disposed: 'An object must not be used after its dispose().',
  foreignBuilder: 'An operation can be used only in the builder that made it.',
  callArguments:
    'A builder function takes its required arguments in order and its optional ones in one object after them.',
  argumentKind: 'An argument must be of the kind that the function declares.',
  argumentCount: 'A run takes exactly one argument for each parameter of the program.',
  typedArrayClass: 'The class of a typed array must be the one of the element type.',
  elementCount: 'The data must have as many elements as the shape.',
  ragged: 'Nested arrays must be rectangular: all arrays of one depth have the same length.',
  notRepresentable: 'A value must be representable in the element type.',
  shape: 'A shape is made of an element type and sizes, which are integers from 0 to 2^53 - 1, or of shapes.',
  layout: 'A layout must name every dimension of its shape exactly once.',
  tooBig: 'Data must fit what a JavaScript engine can hold in one array.',
  instanceLost: 'An instance that trapped, aborted or lost its Worker no longer runs anything.',
  cancelled: 'A run stops when its AbortSignal is aborted, at once where the engine lives in a Worker.',
  load: 'The WebAssembly files must be readable.',
  notWasm: 'Bytes and files that are loaded as WebAssembly must be WebAssembly.',
  noSimd: 'The JavaScript engine must know WebAssembly SIMD.',
  runSync: 'Only an engine that lives in this thread can run synchronously.',
  depth: `Arrays nest at most 255 deep, tuples at most ${maxTupleDepth}.`,
  shapeText: 'The text of a shape must follow XLA’s grammar.',
  options: 'An options object, and the limits in it, must hold known members of the right kind.',
  tupleArgument: 'A tuple is given as an array with one entry for each element.',
  literalShape: 'A literal, or a value that stays on the engine, must have the shape that is asked for.',
  noData: 'Only arrays have data of their own.',
  contract: 'The core must answer as the boundary between JavaScript and the core requires.',
  outOfMemory: 'The memory of an instance, of which WebAssembly can address 4 GiB, must hold the data.',
  literalElement: 'The value of a literal is made of numbers, bigints, booleans, complex numbers and arrays of them.',
  float16Array: 'Only a JavaScript engine that has Float16Array can make one.',
  padding:
    'Padding takes a size for each dimension, none below its own, and a padding value that the element type has.',
  dynamicSize: 'A value has at most as many elements along a dynamic dimension as its bound allows.',
  customCall: 'A custom call is registered under a name, with a function.',
  customCallPromise: 'A run that returns only when it is done cannot wait for functions.',
  customCallResult: 'The function behind a custom call gives a value, unless the result has none.',
  layoutProperties:
    'Tiles, memory spaces and other numbers of a layout are integers from 0 to 2^53 - 1, and the types of indices unsigned.',
  construction: 'The objects of a class without a public constructor come from functions, not from new.',
  receiver: 'A method is called on an object of its class.',
  otherName: 'A function is called by the name that it has here: XLA’s, or in np and nn that of jax, in camelCase.',
  numberOperand: 'A number is an operand beside an array, whose element type it takes.',
  operators: 'JavaScript’s operators compute with numbers, and not with operations, shapes and values on an engine.',
  mixedTypes: 'The operands of a method that multiplies arrays have one element type.',
  shapeIndex: 'A shape is not an array: the sizes are its dimensions.',
  noProgram: 'A function without operands adds to the program that is being recorded.',
  operandTypes: 'The operands of a function of np have one element type, or are numbers.',
  alignment: 'The shapes that a function of np broadcasts align at their last dimensions, where sizes are equal or 1.',
  floatsOnly: 'Functions of np such as mean and divide compute with floating-point or complex numbers.',
  formula:
    'A formula of np.expr is written in Python’s notation, with functions of np and indices that the arrays have.',
  regionClosed: 'An operation of a region is used only while the function of the region runs.',
  regionResult: 'The function of a region returns operations: of its own, or of the program around it.',
  stateTree: 'A state is an operation, a number or a literal, or arrays and plain objects of them, and keeps its form.',
  npyFormat: 'A .npy file is what numpy.save writes: its magic, a header, and the bytes of one array.',
  npyType: 'The elements of a .npy file are of a type that XLA has.',
  npzFormat:
    'A .npz file is a ZIP archive as numpy.savez writes it: entries stored or deflated, whole and not encrypted.',
  npzEntry: 'An array of a .npz file is asked for by a name that it has.',
  workerScript: 'The Worker of an engine needs its script, which browsers take from the origin of the page only.',
  parts: `A tuple has at most ${maxShapeParts} parts: arrays, tokens and tuples, wherever they are repeated.`,
  detached: 'A literal whose data were transferred, to a Worker for example, no longer has a value.',
  donated: 'A value that was donated to a run is given up: it cannot be used again.',
  valueLost: 'Values that stay on an engine instance are lost with it.',
  foreignValue: 'A value that stays on the engine of a client is used with that client.',
  donation: 'A value that is donated is passed once.',
  deviceLists: 'A run on several devices takes a list of arguments for each of them.',
  feed: 'A call that feeds a program, or takes values out of it, names one of its devices, and one of its infeeds, outfeeds or channels.',
  dimension: 'A dimension number is at least -rank and less than rank; negative ones count from the end.',
  index: 'An index has a number for each dimension, from 0 to below its size, and a place in memory below 2^53.',
  notScalar: 'Only a scalar is a single value.',
  jitResult:
    'A function that jit traces returns an operation, or arrays and plain objects of operations, and not a promise.',
  jitArgument:
    'The leaves of arguments of a function of jit are literals, values on the engine, typed arrays, numbers, booleans and bigints, nested in arrays and plain objects; in a function that is being traced, also operations. Static arguments are other values.',
  exportedArgument:
    'The arguments of an exported function have the tree, the element types and the sizes that it was exported for.',
  unawaited: 'A program awaits the result of an asynchronous call before it uses it.',
  jitSignature:
    'A function that lower(...).compile() gave takes arguments of the tree, types and shapes that it was compiled for.',
}))();

/** Every rule of the JavaScript side, for the documentation. */
export const jsRules = /* @__PURE__ */ (() => {
  const named = Object.entries(citedRules).map(([name, { id, code, help }]) => {
    return [name, Object.freeze({ id, code, text: texts[name as JsRuleName], help })] as const;
  });
  return Object.freeze(Object.fromEntries(named)) as Readonly<Record<JsRuleName, JsRule>>;
})();

/** The name by which the code cites a rule. */
export type JsRuleName = keyof typeof citedRules;
