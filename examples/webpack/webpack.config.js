export default {
  mode: 'production',
  entry: './main.js',
  output: { path: new URL('./www', import.meta.url).pathname, filename: '[name].js', module: true },
  experiments: { outputModule: true },
  // The engine and its WebAssembly are larger than what webpack warns of; they load beside the page.
  performance: { hints: false },
};
