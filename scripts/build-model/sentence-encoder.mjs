// @ts-check
// Universal Sentence Encoder Lite as an ONNX graph: two transformer layers over subword embeddings, their mean, one tanh layer.
// Matrices are int8 and multiplied as integers. What they are multiplied with is quantised as it comes, each word by a scale of its own,
// so that a text has the same vector whatever texts it is computed with (`DynamicQuantizeLinear` has one scale for all of them).
import { OnnxGraph } from './onnx-graph.mjs';
import { quantize } from './quantize.mjs';
/** @import { Value } from './onnx-graph.mjs' */
/** @import { Weights } from './weights.mjs' */

const VOCABULARY = 8002;
const EMBEDDING = 256;
export const WIDTH = 512;
const HEADS = 4;
const INNER = 1536;
const EPSILON = 1e-6;
const MASKED = -1e9;

// TensorProto.DataType, the target of Cast.
const FLOAT = 1;
const UINT8 = 2;

/**
 * The model file. Inputs `input_ids` and `attention_mask` [batch, length]; output `last_hidden_state` [batch, length, 512], the
 * sentence's vector at every position, so that taking the first and taking the mean give the same.
 *
 * @param {Weights} weights
 * @returns {Buffer}
 */
export function buildEncoder(weights) {
  return new Encoder(weights).model();
}

class Encoder {
  #graph = new OnnxGraph();
  #weights;
  /** @type {Value} */ #mask;
  /** @type {Value} */ #mask3;

  /** @param {Weights} weights */
  constructor(weights) {
    this.#weights = weights;
    const graph = this.#graph;
    graph.floats('one', [], [1]);
    graph.floats('two', [], [2]);
    graph.floats('masked', [], [MASKED]);
    graph.floats('step_any', [], [1 / 127]);
    graph.floats('step_positive', [], [1 / 255]);
    graph.floats('scale_min', [], [1e-12]);
    graph.floats('middle', [], [128]);
    graph.floats('none', [], [0]);
    graph.apply('Cast', ['middle'], { to: UINT8 }, 'zero_any');
    graph.apply('Cast', ['none'], { to: UINT8 }, 'zero_positive');
    graph.integers('axis_0', [0]);
    graph.integers('axis_1', [1]);
    graph.integers('axis_2', [2]);
    graph.integers('axes_1_2', [1, 2]);
    this.#mask = graph.apply('Cast', ['attention_mask'], { to: FLOAT });
    this.#mask3 = graph.apply('Unsqueeze', [this.#mask, 'axis_2']);
  }

  model() {
    const embedded = this.#embedding();
    const first = this.#layer(embedded, 0, EMBEDDING);
    const second = this.#layer(first, 1, WIDTH);
    this.#everywhere(this.#sentence(second));
    return this.#graph.model(
      ['input_ids', 'attention_mask'].map((name) => ({ name, type: 'int64', shape: ['batch', 'length'] })),
      [{ name: 'last_hidden_state', type: 'float', shape: ['batch', 'length', WIDTH] }],
    );
  }

  /** Subword embeddings, taken twice as the original does, plus sines and cosines of the position. */
  #embedding() {
    const graph = this.#graph;
    const table = this.#weights.find(/^module\/Embeddings_en$/, VOCABULARY * EMBEDDING);
    const { codes, scales } = quantize(table, VOCABULARY, EMBEDDING, 'row');
    graph.bytes('embeddings', [VOCABULARY, EMBEDDING], codes);
    graph.floats('embedding_scales', [VOCABULARY, 1], scales);
    const rows = graph.apply('Cast', [graph.apply('Gather', ['embeddings', 'input_ids'])], { to: FLOAT });
    const words = graph.apply('Mul', [rows, graph.apply('Gather', ['embedding_scales', 'input_ids'])]);
    const placed = graph.apply('Add', [graph.apply('Mul', [words, 'two']), this.#positions()]);
    return graph.apply('Mul', [placed, this.#mask3]);
  }

  #positions() {
    const graph = this.#graph;
    const frequencies = this.#weights.find(/TimingSignal\/ExpandDims_1$/, EMBEDDING / 2);
    graph.floats('frequencies', [1, EMBEDDING / 2], frequencies);
    graph.integers('zero', 0);
    graph.integers('step', 1);
    const length = graph.apply('Gather', [graph.apply('Shape', ['input_ids']), 'step']);
    const places = graph.apply('Cast', [graph.apply('Range', ['zero', length, 'step'])], { to: FLOAT });
    const angles = graph.apply('Mul', [graph.apply('Unsqueeze', [places, 'axis_1']), 'frequencies']);
    const waves = [graph.apply('Sin', [angles]), graph.apply('Cos', [angles])];
    return graph.apply('Unsqueeze', [graph.apply('Concat', waves, { axis: 1 }), 'axis_0']);
  }

  /**
   * @param {Value} input
   * @param {number} layer
   * @param {number} width of the input
   */
  #layer(input, layer, width) {
    const graph = this.#graph;
    const attended = this.#attention(this.#normalize(input, layer, 'attention', width), layer, width);
    const summed = graph.apply('Add', [attended, this.#residual(input, layer, width)]);
    const fed = this.#feedForward(this.#normalize(summed, layer, 'feed-forward', WIDTH), layer);
    return graph.apply('Add', [graph.apply('Mul', [fed, this.#mask3]), summed]);
  }

  /** The first layer is narrower at its input than at its output; a dense map carries the one over into the other. */
  #residual(/** @type {Value} */ input, /** @type {number} */ layer, /** @type {number} */ width) {
    if (width === WIDTH) return input;
    const widened = this.#dense(input, `dense_${layer}`, width, WIDTH, [
      /Layer_0\/TransformerLayer\/dense\/kernel/,
      /Layer_0\/TransformerLayer\/dense\/bias/,
    ]);
    return this.#graph.apply('Mul', [widened, this.#mask3]);
  }

  #normalize(
    /** @type {Value} */ input,
    /** @type {number} */ layer,
    /** @type {'attention' | 'feed-forward'} */ before,
    /** @type {number} */ width,
  ) {
    const path = `Layer_${layer}/TransformerLayer/${before === 'attention' ? '' : 'FFN/'}layer_prepostprocess/layer_norm`;
    const name = `${before}_norm_${layer}`;
    const scale = this.#vector(`${name}_scale`, new RegExp(`/${path}/layer_norm_scale`), width);
    const bias = this.#vector(`${name}_bias`, new RegExp(`/${path}/layer_norm_bias`), width);
    return this.#graph.apply('LayerNormalization', [input, scale, bias], { axis: -1, epsilon: { float: EPSILON } });
  }

  #attention(/** @type {Value} */ input, /** @type {number} */ layer, /** @type {number} */ width) {
    const graph = this.#graph;
    const projection = `Layer_${layer}/.*qkv_transform_single`;
    const joined = this.#dense(input, `qkv_${layer}`, width, 3 * width, [
      new RegExp(`${projection}/kernel`),
      new RegExp(`${projection}/bias`),
    ]);
    const head = width / HEADS;
    graph.integers(`heads_${layer}`, [0, 0, HEADS, head]);
    graph.integers(`joined_${layer}`, [0, 0, width]);
    const part = (/** @type {number} */ at, /** @type {readonly number[]} */ perm) => {
      const from = graph.integers(`part_${at}_from_${layer}`, [at * width]);
      const to = graph.integers(`part_${at}_to_${layer}`, [(at + 1) * width]);
      const slice = graph.apply('Slice', [joined, from, to, 'axis_2']);
      return graph.apply('Transpose', [graph.apply('Reshape', [slice, `heads_${layer}`])], { perm });
    };
    const [queries, keys, values] = [part(0, [0, 2, 1, 3]), part(1, [0, 2, 3, 1]), part(2, [0, 2, 1, 3])];
    const scaled = graph.apply('Mul', [queries, graph.floats(`query_scale_${layer}`, [], [1 / Math.sqrt(head)])]);
    const masked = graph.apply('Add', [graph.apply('MatMul', [scaled, keys]), this.#attentionBias()]);
    const mixed = graph.apply('MatMul', [graph.apply('Softmax', [masked], { axis: -1 }), values]);
    const context = graph.apply('Reshape', [
      graph.apply('Transpose', [mixed], { perm: [0, 2, 1, 3] }),
      `joined_${layer}`,
    ]);
    return this.#dense(context, `attention_out_${layer}`, width, WIDTH, [
      new RegExp(`Layer_${layer}/.*output_transform_single/kernel`),
      new RegExp(`Layer_${layer}/.*output_transform_single/bias`),
    ]);
  }

  #attentionBias() {
    const padding = this.#graph.apply('Sub', ['one', this.#mask]);
    return this.#graph.apply('Unsqueeze', [this.#graph.apply('Mul', [padding, 'masked']), 'axes_1_2']);
  }

  #feedForward(/** @type {Value} */ input, /** @type {number} */ layer) {
    const path = `Layer_${layer}/.*FFN`;
    const inner = this.#dense(input, `inner_${layer}`, WIDTH, INNER, [
      new RegExp(`${path}/conv1/Tensordot/Reshape_1`),
      new RegExp(`${path}/conv1/bias`),
    ]);
    const tensors = /** @type {const} */ ([
      new RegExp(`${path}/conv2/Tensordot/Reshape_1`),
      new RegExp(`${path}/conv2/bias`),
    ]);
    return this.#dense(this.#graph.apply('Relu', [inner]), `outer_${layer}`, INNER, WIDTH, tensors, 'positive');
  }

  /** The mean over the words, then a tanh layer. */
  #sentence(/** @type {Value} */ words) {
    const graph = this.#graph;
    const sum = graph.apply('ReduceSum', [graph.apply('Mul', [words, this.#mask3]), 'axis_1'], { keepdims: 0 });
    const length = graph.apply('Max', [graph.apply('ReduceSum', [this.#mask, 'axis_1'], { keepdims: 1 }), 'one']);
    const dense = this.#dense(graph.apply('Div', [sum, length]), 'tanh', WIDTH, WIDTH, [
      /^module\/Encoder_en\/hidden_layers\/tanh_layer_0\/weights$/,
      /^module\/Encoder_en\/hidden_layers\/tanh_layer_0\/bias$/,
    ]);
    return graph.apply('Tanh', [dense]);
  }

  #everywhere(/** @type {Value} */ sentence) {
    const graph = this.#graph;
    const shape = graph.apply('Concat', [graph.apply('Shape', ['input_ids']), graph.integers('width', [WIDTH])], {
      axis: 0,
    });
    graph.apply('Expand', [graph.apply('Unsqueeze', [sentence, 'axis_1']), shape], {}, 'last_hidden_state');
  }

  /**
   * input × matrix + bias, the matrix in int8 with one scale a column.
   *
   * @param {Value} input
   * @param {string} name
   * @param {number} rows
   * @param {number} columns
   * @param {readonly [RegExp, RegExp]} tensors matrix and bias
   * @param {'positive' | 'any'} [range] of the input's numbers
   */
  #dense(input, name, rows, columns, [matrix, bias], range = 'any') {
    const graph = this.#graph;
    const { codes, scales } = quantize(this.#weights.find(matrix, rows * columns), rows, columns, 'column');
    graph.bytes(`${name}_matrix`, [rows, columns], codes);
    graph.floats(`${name}_scales`, [columns], scales);
    const { codes: inputCodes, scale, zero } = this.#quantized(input, range);
    const product = graph.apply('MatMulInteger', [inputCodes, `${name}_matrix`, zero]);
    const scaled = graph.apply('Mul', [graph.apply('Cast', [product], { to: FLOAT }), scale]);
    const floats = graph.apply('Mul', [scaled, `${name}_scales`]);
    return graph.apply('Add', [floats, this.#vector(`${name}_bias`, bias, columns)]);
  }

  /**
   * Bytes for numbers, the largest of each row becoming the largest byte. Unsigned, since only those are multiplied fast.
   *
   * @param {Value} input
   * @param {'positive' | 'any'} range
   */
  #quantized(input, range) {
    const graph = this.#graph;
    const [step, middle, zero] =
      range === 'any' ? ['step_any', 'middle', 'zero_any'] : ['step_positive', 'none', 'zero_positive'];
    const largest = graph.apply('ReduceMax', [graph.apply('Abs', [input])], { axes: [-1], keepdims: 1 });
    const scale = graph.apply('Max', [graph.apply('Mul', [largest, step]), 'scale_min']);
    const steps = graph.apply('Round', [graph.apply('Div', [input, scale])]);
    return { codes: graph.apply('Cast', [graph.apply('Add', [steps, middle])], { to: UINT8 }), scale, zero };
  }

  #vector(/** @type {Value} */ name, /** @type {RegExp} */ tensor, /** @type {number} */ length) {
    return this.#graph.floats(name, [length], this.#weights.find(tensor, length));
  }
}
