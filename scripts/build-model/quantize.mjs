// @ts-check
// Symmetric int8 quantisation: value ≈ code × scale, one scale a row or a column, the largest magnitude becoming 127.

const CODE_MAX = 127;
/** An all-zero row must not divide by zero. */
const SCALE_MIN = 1e-12;

/**
 * @param {Float32Array} values a matrix, row by row
 * @param {number} rows
 * @param {number} columns
 * @param {'row' | 'column'} axis what shares a scale
 * @returns {{ codes: Int8Array, scales: Float32Array }}
 */
export function quantize(values, rows, columns, axis) {
  // The numbers that share a scale lie `step` apart.
  const [count, length, start, step] = axis === 'row' ? [rows, columns, columns, 1] : [columns, rows, 1, columns];
  const codes = new Int8Array(values.length);
  const scales = new Float32Array(count);
  for (let group = 0; group < count; group++) {
    let largest = 0;
    for (let item = 0, at = group * start; item < length; item++, at += step) {
      largest = Math.max(largest, Math.abs(values[at] ?? 0));
    }
    scales[group] = largest / CODE_MAX || SCALE_MIN;
    const scale = scales[group] ?? SCALE_MIN;
    for (let item = 0, at = group * start; item < length; item++, at += step) {
      codes[at] = Math.round((values[at] ?? 0) / scale);
    }
  }
  return { codes, scales };
}
