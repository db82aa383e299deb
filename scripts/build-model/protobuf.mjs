// @ts-check
// The two wire types of protobuf that ONNX files need, written: a field number, then a varint or a run of bytes.

const VARINT = 0;
const BYTES = 2;
const FLOAT32 = 5;

/** @param {number | bigint} value @returns {Buffer} */
function varint(value) {
  // Negative integers are written as their 64-bit two's complement.
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

/** @param {number} field @param {number} wireType */
const key = (field, wireType) => varint((field << 3) | wireType);

/** @param {number} field @param {number | bigint} value */
export const integer = (field, value) => Buffer.concat([key(field, VARINT), varint(value)]);

/** @param {number} field @param {number} value */
export function float(field, value) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([key(field, FLOAT32), bytes]);
}

/**
 * A string, raw bytes, or an embedded message.
 *
 * @param {number} field
 * @param {string | Uint8Array} content
 */
export function bytes(field, content) {
  const body = Buffer.from(content);
  return Buffer.concat([key(field, BYTES), varint(body.length), body]);
}

/** @param {...(Buffer | readonly Buffer[])} fields */
export const message = (...fields) => Buffer.concat(fields.flat());
