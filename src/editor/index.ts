/**
 * KIP for CodeMirror 6:
 *
 * ```js
 * new EditorView({ parent, root, extensions: kipEditor({ schema: schemaFromNexus(nexus), onRun }) });
 * ```
 *
 * Touches no page when imported, so it can be loaded when it is needed, and is exported part by part, so that a bundler keeps
 * what is used. Colours follow the `color-scheme` of the page and its `--kip-…` properties (colors.ts). Under a content
 * security policy without 'unsafe-inline', put the editor into a shadow root and pass that as `root`: there its styles are
 * style sheet objects, which such a policy does not touch.
 *
 * @module pocket-nexus/editor
 */
export { kip, kipCompletion, kipEditor, type KipOptions } from './kip.ts';
export { kipLanguage, kipLanguageSupport } from './language.ts';
export { kipColors, kipHighlightStyle } from './highlighting.ts';
export { kipTheme } from './theme.ts';
export { kipHover, explanationAt, type Explanation, type HoverOptions } from './hovering.ts';
export type { Card } from './card.ts';
export { kipLinting, type LintingOptions, refreshFindings, repairAtCaret } from './linting.ts';
export { kipFindingsPanel, toggleFindings } from './findings-panel.ts';
export { Inspector, type FindingOptions } from './findings.ts';
export { editsNow, type Finding, type Repair } from './finding.ts';
export { completionSource, type CompletionOptions } from './completion.ts';
export { formatKip } from './formatting.ts';
export {
  definitionAt,
  type DefinitionPlace,
  definitionOnClick,
  goToDefinition,
  type NavigationOptions,
  type StoredDefinition,
} from './navigation.ts';
export { type OnRun, requestAll, requestHere, runKeys, type RunRequest } from './running.ts';
export { statementAt, statementsOf, type StatementRange, type StatementText } from './statements.ts';
export {
  emptySchema,
  type KeyOwner,
  type KeySummary,
  type NameSummary,
  type PredicateSummary,
  type SchemaProvider,
  STANDARD_METADATA,
  type TypeSummary,
} from './schema.ts';
export { type NexusSchema, type ReadableNexus, schemaFromNexus } from './nexus-schema.ts';
export type { TextEdit } from '../language/diagnostics.ts';
export type { ErrorKind, Range } from '../protocol/errors.ts';
export type { Parameters } from '../protocol/values.ts';
