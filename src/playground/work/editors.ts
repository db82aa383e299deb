// What is loaded behind the first paint: both editors with CodeMirror and the language.
export { CommandEditor, type CommandEditorOptions, type Located } from './command-editor.ts';
export { ParametersEditor, type ParametersEditorOptions } from './parameters-editor.ts';
