// transformers.js asks for onnxruntime-node wherever it runs in Node. It gets the WebAssembly runtime that browsers use, so that both
// compute the same vectors with the same code and no native library is installed.
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';

const distribution = dirname(fileURLToPath(import.meta.resolve('onnxruntime-web')));
ort.env.wasm.wasmPaths = `${pathToFileURL(distribution).href}/`;
ort.env.wasm.numThreads = 1;

export * from 'onnxruntime-web';
export default ort;
