// Which part of the grammar is shown as what, and in which colours. Every colour is a custom property with a default for
// light and dark by `color-scheme`, so that a page sets its own or none, and switches without telling the editor.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { styleTags, tags as t } from '@lezer/highlight';

export const kipHighlighting = styleTags({
  'FIND UPSERT UPDATE MERGE DELETE DESCRIBE SEARCH EXPORT': t.definitionKeyword,
  'WHERE ORDER BY ASC DESC LIMIT CURSOR DISTINCT INTO FROM DETACH': t.keyword,
  'CONCEPT PROPOSITION SET ATTRIBUTES PROPOSITIONS METADATA WITH EXPECT VERSION': t.keyword,
  'PRIMER DOMAINS TYPES TYPE MODE THRESHOLD': t.keyword,
  'FILTER NOT OPTIONAL UNION': t.controlKeyword,
  'FunctionName/...': t.function(t.variableName),
  Variable: t.variableName,
  Placeholder: t.special(t.variableName),
  Field: t.propertyName,
  'Key/...': t.definition(t.propertyName),
  String: t.string,
  'Predicate/String': t.typeName,
  'Number Hops/Number': t.number,
  'true false': t.bool,
  null: t.null,
  CompareOperator: t.compareOperator,
  LineComment: t.lineComment,
});

export const kipHighlightStyle = HighlightStyle.define([
  { tag: t.definitionKeyword, color: 'var(--kip-statement)', fontWeight: '600' },
  { tag: t.keyword, color: 'var(--kip-keyword)' },
  { tag: t.controlKeyword, color: 'var(--kip-keyword)' },
  { tag: t.function(t.variableName), color: 'var(--kip-function)' },
  { tag: t.variableName, color: 'var(--kip-variable)' },
  { tag: t.special(t.variableName), color: 'var(--kip-parameter)' },
  { tag: [t.propertyName, t.definition(t.propertyName)], color: 'var(--kip-property)' },
  { tag: t.string, color: 'var(--kip-string)' },
  { tag: t.typeName, color: 'var(--kip-predicate)' },
  { tag: [t.number, t.bool, t.null], color: 'var(--kip-number)' },
  { tag: t.compareOperator, color: 'var(--kip-operator)' },
  { tag: t.lineComment, color: 'var(--kip-comment)', fontStyle: 'italic' },
]);

export function kipColors(): Extension {
  return syntaxHighlighting(kipHighlightStyle);
}
