// A vector as int8 codes: value ≈ code × scale, the largest number of each vector becoming 127. How far the codes are from the vector is
// kept with them, so that a search by codes knows what it cannot tell apart.

const CODE_MAX = 127;

export interface VectorCodes {
  readonly codes: Int8Array;
  readonly scale: number;
  /** The distance between the vector and what its codes stand for. */
  readonly error: number;
}

/** @param vector of length 1 */
export function encodeVector(vector: Float32Array): VectorCodes {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) {
    const size = Math.abs(vector[at]!);
    if (size > largest) largest = size;
  }
  // The scale is used as a 32-bit number, so the error is that of the rounded one.
  const scale = Math.fround(largest / CODE_MAX) || 1;
  const codes = new Int8Array(vector.length);
  let squares = 0;
  for (let at = 0; at < vector.length; at++) {
    const value = vector[at]!;
    const code = Math.round(value / scale);
    codes[at] = code;
    const error = value - code * scale;
    squares += error * error;
  }
  return { codes, scale, error: Math.sqrt(squares) };
}
