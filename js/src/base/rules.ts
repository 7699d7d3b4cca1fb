/**
 * The rules that the JavaScript side checks by itself, before anything reaches the core. The core's own rules
 * (`broadcast.c2` and so on) come with its errors; those here have ids that start with `js.`.
 *
 * One table, so that the documentation can list it and a test can hold every rule to a case.
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

function rule<Id extends string>(id: Id, code: ErrorCode, text: string, help: string): JsRule & { readonly id: Id } {
  return Object.freeze({ id, code, text, help });
}

/** Every rule of the JavaScript side, by a name for the code that cites it. */
export const jsRules = /* @__PURE__ */ (() =>
  Object.freeze({
    notInitialised: rule(
      'js.c1',
      'FAILED_PRECONDITION',
      'The builder instance must be loaded before anything is built.',
      'await init() once before building, or await Client.create(), which does it',
    ),
    disposed: rule(
      'js.c2',
      'FAILED_PRECONDITION',
      'An object must not be used after its dispose().',
      'create a new one, or dispose it later',
    ),
    foreignBuilder: rule(
      'js.c3',
      'FAILED_PRECONDITION',
      'An operation can be used only in the builder that made it.',
      'build the operand in this builder, or pass its value in as a parameter',
    ),
    callArguments: rule(
      'js.c4',
      'INVALID_ARGUMENT',
      'A builder function takes its required arguments in order and its optional ones in one object after them.',
      'see the signature of the function',
    ),
    argumentKind: rule(
      'js.c5',
      'INVALID_ARGUMENT',
      'An argument must be of the kind that the function declares.',
      'see the signature of the function',
    ),
    argumentCount: rule(
      'js.c6',
      'INVALID_ARGUMENT',
      'A run takes exactly one argument for each parameter of the program.',
      'pass one argument for each parameter, in the order of the parameter numbers; options go in one object after them',
    ),
    typedArrayClass: rule(
      'js.c7',
      'INVALID_ARGUMENT',
      'The class of a typed array must be the one of the element type.',
      'make a typed array of the class that belongs to the element type, or pass a nested array, whose values are converted',
    ),
    elementCount: rule(
      'js.c8',
      'INVALID_ARGUMENT',
      'The data must have as many elements as the shape.',
      'pass one element for each index of the shape',
    ),
    ragged: rule(
      'js.c9',
      'INVALID_ARGUMENT',
      'Nested arrays must be rectangular: all arrays of one depth have the same length.',
      'give every array of one depth the same length',
    ),
    notRepresentable: rule(
      'js.c10',
      'INVALID_ARGUMENT',
      'A value must be representable in the element type.',
      'convert the value before, or use another element type',
    ),
    shape: rule(
      'js.c11',
      'INVALID_ARGUMENT',
      'A shape is made of an element type and sizes, which are integers from 0 to 2^53 - 1, or of shapes.',
      'use non-negative integers as sizes, as in f32(2, 3)',
    ),
    layout: rule(
      'js.c12',
      'INVALID_ARGUMENT',
      'A layout must name every dimension of its shape exactly once.',
      'make minorToMajor a permutation of 0 to rank - 1',
    ),
    tooBig: rule(
      'js.c13',
      'RESOURCE_EXHAUSTED',
      'Data must fit what a JavaScript engine can hold in one array.',
      'use a smaller shape, or split the data',
    ),
    instanceLost: rule(
      'js.c14',
      'ABORTED',
      'An instance that trapped, aborted or lost its Worker no longer runs anything.',
      'run it again, or build it again: a new instance takes the place of the lost one by itself',
    ),
    cancelled: rule(
      'js.c15',
      'CANCELLED',
      'A run stops when its AbortSignal is aborted, at once where the engine lives in a Worker.',
      'do not abort the signal, or run again without it',
    ),
    load: rule(
      'js.c16',
      'FAILED_PRECONDITION',
      'The WebAssembly files must be readable.',
      'copy the folder node_modules/hloom/dist/wasm there, scripts and all, or give the address of a copy: ' +
        "Client.create({ wasmUrl: '/hloom/wasm/' }); init() takes the same option",
    ),
    notWasm: rule(
      'js.c17',
      'FAILED_PRECONDITION',
      'Bytes and files that are loaded as WebAssembly must be WebAssembly.',
      'check the address: servers often answer an unknown one with their HTML start page. Client.create({ wasmUrl }) takes ' +
        'the address of the files',
    ),
    noSimd: rule(
      'js.c18',
      'UNIMPLEMENTED',
      'The JavaScript engine must know WebAssembly SIMD.',
      'use Node.js 20 or newer, or a browser of 2023 or newer',
    ),
    runSync: rule(
      'js.c19',
      'FAILED_PRECONDITION',
      'Only an engine that lives in this thread can run synchronously.',
      'use await executable.run(...), or create the client with { worker: false }',
    ),
    depth: rule(
      'js.c20',
      'INVALID_ARGUMENT',
      `Arrays nest at most 255 deep, tuples at most ${maxTupleDepth}.`,
      'flatten the data; an array that contains itself has no value',
    ),
    shapeText: rule(
      'js.c21',
      'INVALID_ARGUMENT',
      'The text of a shape must follow XLA’s grammar.',
      'write it as f32[2,3], s32[], (f32[2], u8[4]) or f32[2,3]{0,1}',
    ),
    options: rule(
      'js.c22',
      'INVALID_ARGUMENT',
      'An options object, and the limits in it, must hold known members of the right kind.',
      'use one object of options with their names, or leave it out',
    ),
    tupleArgument: rule(
      'js.c23',
      'INVALID_ARGUMENT',
      'A tuple is given as an array with one entry for each element.',
      'pass an array with one value for each element of the tuple',
    ),
    literalShape: rule(
      'js.c24',
      'INVALID_ARGUMENT',
      'A literal, or a value that stays on the engine, must have the shape that is asked for.',
      'make the literal with the element type and the sizes of the parameter',
    ),
    noData: rule(
      'js.c25',
      'INVALID_ARGUMENT',
      'Only arrays have data of their own.',
      'read .elements of a tuple; a token has no value',
    ),
    contract: rule(
      'js.c26',
      'INTERNAL',
      'The core must answer as the boundary between JavaScript and the core requires.',
      'use the JavaScript and the WebAssembly files of one version of the package',
    ),
    outOfMemory: rule(
      'js.c27',
      'RESOURCE_EXHAUSTED',
      'The memory of an instance, of which WebAssembly can address 4 GiB, must hold the data.',
      'use smaller data, or give memory back: dispose what is not needed, or dispose the client and create another',
    ),
    literalElement: rule(
      'js.c28',
      'INVALID_ARGUMENT',
      'The value of a literal is made of numbers, bigints, booleans, complex numbers and arrays of them.',
      'pass numbers, bigints, booleans, { re, im }, or arrays or typed arrays of them',
    ),
    float16Array: rule(
      'js.c29',
      'UNIMPLEMENTED',
      'Only a JavaScript engine that has Float16Array can make one.',
      'read the bits with .data or the numbers with toArray(), or use Node.js 24 or a browser of 2025 or newer',
    ),
    padding: rule(
      'js.c30',
      'INVALID_ARGUMENT',
      'Padding takes a size for each dimension, none below its own, and a padding value that the element type has.',
      'give paddedDimensions, one size for each dimension, and a paddingValue such as ZERO_PAD',
    ),
    dynamicSize: rule(
      'js.c31',
      'INVALID_ARGUMENT',
      'A value has at most as many elements along a dynamic dimension as its bound allows.',
      'pass fewer elements, or declare the parameter with a greater bound',
    ),
    customCall: rule(
      'js.c32',
      'INVALID_ARGUMENT',
      'A custom call is registered under a name, with a function.',
      'registerCustomCall(name, (operands, call) => literal)',
    ),
    customCallPromise: rule(
      'js.c33',
      'FAILED_PRECONDITION',
      'A run that returns only when it is done cannot wait for functions.',
      'use await executable.run(...), or register a function that is not asynchronous',
    ),
    customCallResult: rule(
      'js.c34',
      'INVALID_ARGUMENT',
      'The function behind a custom call gives a value, unless the result has none.',
      'return a Literal of that shape, or what could be an argument of it; of a tuple an array of them',
    ),
    layoutProperties: rule(
      'js.c35',
      'INVALID_ARGUMENT',
      'Tiles, memory spaces and other numbers of a layout are integers from 0 to 2^53 - 1, and the types of indices unsigned.',
      "write them like { minorToMajor: [1, 0], tiles: [[8, 128]], memorySpace: 1 }, a type like indexType: 'U32'",
    ),
    construction: rule(
      'js.c80',
      'INVALID_ARGUMENT',
      'The objects of a class without a public constructor come from functions, not from new.',
      'see the documentation of the class',
    ),
    receiver: rule(
      'js.c81',
      'INVALID_ARGUMENT',
      'A method is called on an object of its class.',
      'call it on the object, or keep it bound to the object with bind',
    ),
    otherName: rule(
      'js.c82',
      'INVALID_ARGUMENT',
      'A function is called by the name that it has here: XLA’s, or in np and nn that of jax, in camelCase.',
      'see the list of operations',
    ),
    numberOperand: rule(
      'js.c83',
      'INVALID_ARGUMENT',
      'A number is an operand beside an array, whose element type it takes.',
      'one of them must be an operation: make one with constant(...)',
    ),
    operators: rule(
      'js.c84',
      'INVALID_ARGUMENT',
      'JavaScript’s operators compute with numbers, and not with operations, shapes and values on an engine.',
      'call a method of the operation, such as x.mul(2)',
    ),
    mixedTypes: rule(
      'js.c115',
      'INVALID_ARGUMENT',
      'The operands of a method that multiplies arrays have one element type.',
      'convert one of them with convertElementType',
    ),
    shapeIndex: rule(
      'js.c85',
      'INVALID_ARGUMENT',
      'A shape is not an array: the sizes are its dimensions.',
      'read shape.dimensions[0], or shape.rank, the number of dimensions',
    ),
    noProgram: rule(
      'js.c93',
      'FAILED_PRECONDITION',
      'A function without operands adds to the program that is being recorded.',
      'call it in a function that jit traces, or give it an operation',
    ),
    operandTypes: rule(
      'js.c94',
      'INVALID_ARGUMENT',
      'The operands of a function of np have one element type, or are numbers.',
      "convert one of them: np.astype(x, 'F32')",
    ),
    alignment: rule(
      'js.c95',
      'INVALID_ARGUMENT',
      'The shapes that a function of np broadcasts align at their last dimensions, where sizes are equal or 1.',
      'give one of them dimensions of size 1: np.expandDims(x, axis), or np.reshape',
    ),
    floatsOnly: rule(
      'js.c96',
      'INVALID_ARGUMENT',
      'Functions of np such as mean and divide compute with floating-point or complex numbers.',
      "convert the operand first: np.astype(x, 'F32')",
    ),
    formula: rule(
      'js.c116',
      'INVALID_ARGUMENT',
      'A formula of np.expr is written in Python’s notation, with functions of np and indices that the arrays have.',
      'docs/np.md lists the notation of formulas',
    ),
    regionClosed: rule(
      'js.c108',
      'FAILED_PRECONDITION',
      'An operation of a region is used only while the function of the region runs.',
      'return it from the function: the result of the region is how values leave it',
    ),
    regionResult: rule(
      'js.c109',
      'INVALID_ARGUMENT',
      'The function of a region returns operations: of its own, or of the program around it.',
      'return what a builder function gave',
    ),
    stateTree: rule(
      'js.c110',
      'INVALID_ARGUMENT',
      'A state is an operation, a number or a literal, or arrays and plain objects of them, and keeps its form.',
      'return the same fields and as many entries as the first state has',
    ),
    npyFormat: rule(
      'js.c40',
      'INVALID_ARGUMENT',
      'A .npy file is what numpy.save writes: its magic, a header, and the bytes of one array.',
      'save it again with numpy.save, and copy it as binary data',
    ),
    npyType: rule(
      'js.c41',
      'UNIMPLEMENTED',
      'The elements of a .npy file are of a type that XLA has.',
      'save truth values, integers, or real or complex floats: array.astype("f4")',
    ),
    npzFormat: rule(
      'js.c42',
      'INVALID_ARGUMENT',
      'A .npz file is a ZIP archive as numpy.savez writes it: entries stored or deflated, whole and not encrypted.',
      'save it again with numpy.savez or numpy.savez_compressed, and copy it as binary data',
    ),
    npzEntry: rule(
      'js.c43',
      'INVALID_ARGUMENT',
      'An array of a .npz file is asked for by a name that it has.',
      'read the file without naming arrays, and look at the names',
    ),
    workerScript: rule(
      'js.c50',
      'FAILED_PRECONDITION',
      'The Worker of an engine needs its script, which browsers take from the origin of the page only.',
      'copy engine-worker.browser.mjs (in Node.js, engine-worker.node.mjs) from node_modules/hloom/dist there, or give ' +
        'the address of a copy: Client.create({ workerUrl }); or do without a Worker: Client.create({ worker: false })',
    ),
    parts: rule(
      'js.c90',
      'RESOURCE_EXHAUSTED',
      `A tuple has at most ${maxShapeParts} parts: arrays, tokens and tuples, wherever they are repeated.`,
      'a tuple that holds the same tuple again and again grows quickly: pass on the arrays themselves',
    ),
    detached: rule(
      'js.c60',
      'FAILED_PRECONDITION',
      'A literal whose data were transferred, to a Worker for example, no longer has a value.',
      'transfer a copy, literal.data.slice().buffer, and keep the literal',
    ),
    donated: rule(
      'js.c70',
      'FAILED_PRECONDITION',
      'A value that was donated to a run is given up: it cannot be used again.',
      'use what the run gave, or do not donate the value',
    ),
    valueLost: rule(
      'js.c71',
      'ABORTED',
      'Values that stay on an engine instance are lost with it.',
      'put them there again with client.toDevice(...); keep a copy, from toLiteral(), of what must not be lost',
    ),
    foreignValue: rule(
      'js.c72',
      'INVALID_ARGUMENT',
      'A value that stays on the engine of a client is used with that client.',
      'take it out with await value.toLiteral(), and pass the literal',
    ),
    donation: rule(
      'js.c73',
      'INVALID_ARGUMENT',
      'A value that is donated is passed once.',
      'donate a copy, or none of them',
    ),
    deviceLists: rule(
      'js.c91',
      'INVALID_ARGUMENT',
      'A run on several devices takes a list of arguments for each of them.',
      'give an array with an array of arguments for each device, as in [[x0], [x1]]',
    ),
    feed: rule(
      'js.c92',
      'INVALID_ARGUMENT',
      'A call that feeds a program, or takes values out of it, names one of its devices, and one of its infeeds, outfeeds or channels.',
      'look for infeed, outfeed, send and recv in computation.toHloText()',
    ),
    dimension: rule(
      'js.c61',
      'INVALID_ARGUMENT',
      'A dimension number is at least -rank and less than rank; negative ones count from the end.',
      'number the dimensions from 0, or from -1 backwards',
    ),
    index: rule(
      'js.c62',
      'OUT_OF_RANGE',
      'An index has a number for each dimension, from 0 to below its size, and a place in memory below 2^53.',
      'give one integer for each dimension, as in [1, 2]',
    ),
    notScalar: rule(
      'js.c63',
      'INVALID_ARGUMENT',
      'Only a scalar is a single value.',
      'read .data, toArray() or toString()',
    ),
    jitResult: rule(
      'js.c100',
      'INVALID_ARGUMENT',
      'A function that jit traces returns an operation, or arrays and plain objects of operations, and not a promise.',
      'return operations, nested in arrays and plain objects if there are several',
    ),
    jitArgument: rule(
      'js.c101',
      'INVALID_ARGUMENT',
      'The leaves of arguments of a function of jit are literals, values on the engine, typed arrays, numbers, booleans and bigints, nested in arrays and plain objects; in a function that is being traced, also operations. Static arguments are other values.',
      'pass one of these, nested in arrays and plain objects; anything else can be a static argument: jit(f, { static: [0] })',
    ),
    jitSignature: rule(
      'js.c102',
      'INVALID_ARGUMENT',
      'A function that lower(...).compile() gave takes arguments of the tree, types and shapes that it was compiled for.',
      'pass such arguments, or call the function of jit, which compiles for all',
    ),
  }))();

/** The name by which the code cites a rule. */
export type JsRuleName = keyof typeof jsRules;
