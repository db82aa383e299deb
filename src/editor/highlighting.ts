// Which colour each part of the grammar has.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { styleTags, tags as t } from '@lezer/highlight';
import { colors } from './colors.ts';

export const kipHighlighting = /*@__PURE__*/ defineTags();
/** The colours of KIP as a highlight style. */
export const kipHighlightStyle = /*@__PURE__*/ defineStyle();

function defineTags() {
  return styleTags({
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
}

function defineStyle() {
  return HighlightStyle.define([
    { tag: t.definitionKeyword, color: colors.statement, fontWeight: '600' },
    { tag: [t.keyword, t.controlKeyword], color: colors.keyword },
    { tag: t.function(t.variableName), color: colors.function },
    // A line may break after a question mark; a variable is one word.
    { tag: t.variableName, color: colors.variable, whiteSpace: 'nowrap' },
    { tag: t.special(t.variableName), color: colors.parameter },
    { tag: [t.propertyName, t.definition(t.propertyName)], color: colors.property },
    { tag: t.string, color: colors.string },
    { tag: t.typeName, color: colors.predicate },
    { tag: [t.number, t.bool, t.null], color: colors.number },
    { tag: t.compareOperator, color: colors.operator },
    { tag: t.lineComment, color: colors.comment, fontStyle: 'italic' },
  ]);
}

/** Colours for KIP text. */
export function kipColors(): Extension {
  return syntaxHighlighting(kipHighlightStyle);
}
