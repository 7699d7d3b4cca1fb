// Models in the format of ONNX, written as protocol buffers: as much of it as the workloads need.
const encoder = new TextEncoder();

function varint(value) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const integer = (field, value) => Uint8Array.from([...varint(field << 3), ...varint(value)]);
const bytes = (field, content) =>
  joined([Uint8Array.from([...varint((field << 3) | 2), ...varint(content.length)]), content]);
const text = (field, content) => bytes(field, encoder.encode(content));
const message = (field, parts) => bytes(field, joined(parts));

/** The codes of element types, and which typed arrays hold them. */
const types = { float32: 1, int32: 6, int64: 7, bool: 9 };
export const typeOf = (values) => {
  if (values instanceof Float32Array) return 'float32';
  if (values instanceof Int32Array) return 'int32';
  return values instanceof BigInt64Array ? 'int64' : 'bool';
};

export const int64s = (...values) => BigInt64Array.from(values, BigInt);

/** A constant. */
export function tensor(name, values, shape) {
  return joined([
    ...shape.map((size) => integer(1, size)),
    integer(2, types[typeOf(values)]),
    text(8, name),
    bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
  ]);
}

function attribute(name, value) {
  if (value.graph) return joined([text(1, name), bytes(6, value.graph), integer(20, 5)]);
  if (Array.isArray(value)) return joined([text(1, name), ...value.map((item) => integer(8, item)), integer(20, 7)]);
  return joined([text(1, name), integer(3, value), integer(20, 2)]);
}

export function node(operator, inputs, outputs, attributes = {}) {
  return joined([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) => message(5, [attribute(name, value)])),
  ]);
}

/** An input or an output; an output's shape is optional. */
export function value(name, type, shape) {
  const sizes = shape?.map((size) => message(1, [integer(1, size)]));
  const array = message(1, [integer(1, types[type]), ...(sizes ? [message(2, sizes)] : [])]);
  return joined([text(1, name), bytes(2, array)]);
}

export function graph({ name = 'graph', nodes, constants = [], inputs = [], outputs }) {
  return joined([
    ...nodes.map((one) => bytes(1, one)),
    text(2, name),
    ...constants.map((one) => bytes(5, one)),
    ...inputs.map((one) => bytes(11, one)),
    ...outputs.map((one) => bytes(12, one)),
  ]);
}

const [irVersion, operators] = [9, 20];
export function model(content) {
  return joined([integer(1, irVersion), bytes(7, graph(content)), message(8, [text(1, ''), integer(2, operators)])]);
}
