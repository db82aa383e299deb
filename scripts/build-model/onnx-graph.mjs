// @ts-check
// Builds an ONNX model file (opset 17). Field numbers are those of onnx.proto3; values are named by strings, as ONNX does.
import { bytes, float, integer, message } from './protobuf.mjs';

/** TensorProto.DataType. */
const TYPE = { float: 1, int8: 3, int64: 7 };

/** AttributeProto.AttributeType. */
const ATTRIBUTE = { float: 1, int: 2, ints: 7 };

const IR_VERSION = 8;
const OPSET = 17;

/**
 * @typedef {string} Value the name of a tensor in the graph
 * @typedef {number | readonly number[] | { float: number }} Attribute a plain number is an integer
 * @typedef {{ name: Value, type: keyof typeof TYPE, shape: readonly (string | number)[] }} Port an input or output; strings in
 *   the shape name dimensions known only at run time
 */

export class OnnxGraph {
  /** @type {Buffer[]} */ #nodes = [];
  /** @type {Buffer[]} */ #constants = [];

  /**
   * Adds an operation and returns its output, which has a name of its own unless one is given.
   *
   * @param {string} operator
   * @param {readonly Value[]} inputs
   * @param {Record<string, Attribute>} [attributes]
   * @param {Value} [output]
   * @returns {Value}
   */
  apply(operator, inputs, attributes = {}, output = `${operator}_${this.#nodes.length}`) {
    this.applyMany(operator, inputs, [output], attributes);
    return output;
  }

  /**
   * The same for an operation of several outputs.
   *
   * @param {string} operator
   * @param {readonly Value[]} inputs
   * @param {readonly Value[]} outputs
   * @param {Record<string, Attribute>} [attributes]
   */
  applyMany(operator, inputs, outputs, attributes = {}) {
    this.#nodes.push(
      message(
        inputs.map((input) => bytes(1, input)),
        outputs.map((output) => bytes(2, output)),
        bytes(4, operator),
        Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
      ),
    );
  }

  /**
   * @param {Value} name
   * @param {readonly number[]} shape empty for a scalar
   * @param {Float32Array | readonly number[]} values
   * @returns {Value}
   */
  floats(name, shape, values) {
    return this.#constant(name, shape, TYPE.float, Float32Array.from(values));
  }

  /**
   * @param {Value} name
   * @param {readonly number[]} shape
   * @param {Int8Array} values
   * @returns {Value}
   */
  bytes(name, shape, values) {
    return this.#constant(name, shape, TYPE.int8, values);
  }

  /**
   * A list of 64-bit integers, or one of them as a scalar.
   *
   * @param {Value} name
   * @param {readonly number[] | number} values
   * @returns {Value}
   */
  integers(name, values) {
    const list = typeof values === 'number' ? [values] : values;
    const shape = typeof values === 'number' ? [] : [list.length];
    return this.#constant(name, shape, TYPE.int64, BigInt64Array.from(list, BigInt));
  }

  /**
   * The whole file.
   *
   * @param {readonly Port[]} inputs
   * @param {readonly Port[]} outputs
   * @returns {Buffer}
   */
  model(inputs, outputs) {
    const graph = message(
      this.#nodes.map((node) => bytes(1, node)),
      bytes(2, 'graph'),
      this.#constants.map((constant) => bytes(5, constant)),
      inputs.map((input) => bytes(11, port(input))),
      outputs.map((output) => bytes(12, port(output))),
    );
    const opset = message(bytes(1, ''), integer(2, OPSET));
    return message(integer(1, IR_VERSION), bytes(2, 'pocket-nexus'), bytes(7, graph), bytes(8, opset));
  }

  /**
   * @param {Value} name
   * @param {readonly number[]} shape
   * @param {number} type
   * @param {Float32Array | Int8Array | BigInt64Array} values little-endian, as every machine Node runs on is
   */
  #constant(name, shape, type, values) {
    const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
    this.#constants.push(
      message(
        shape.map((size) => integer(1, size)),
        integer(2, type),
        bytes(8, name),
        bytes(9, raw),
      ),
    );
    return name;
  }
}

/** @param {string} name @param {Attribute} value */
function attribute(name, value) {
  if (typeof value === 'number') return message(bytes(1, name), integer(3, value), integer(20, ATTRIBUTE.int));
  if ('float' in value) return message(bytes(1, name), float(2, value.float), integer(20, ATTRIBUTE.float));
  return message(
    bytes(1, name),
    value.map((item) => integer(8, item)),
    integer(20, ATTRIBUTE.ints),
  );
}

/** @param {Port} port */
function port({ name, type, shape }) {
  const dimensions = shape.map((size) => bytes(1, typeof size === 'string' ? bytes(2, size) : integer(1, size)));
  const tensor = message(integer(1, TYPE[type]), bytes(2, message(dimensions)));
  return message(bytes(1, name), bytes(2, bytes(1, tensor)));
}
