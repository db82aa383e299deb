// KIP as a CodeMirror language: the shared grammar in its tolerant form, with what an editor needs to know about it.
import { foldNodeProp, type IndentContext, indentService, LanguageSupport, LRLanguage } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { kip1 } from '../language/dialect.ts';
import { kipHighlighting } from './highlighting.ts';
import { situationAt } from '../language/explain/situation.ts';
import { excerptAt } from './excerpt.ts';

/** KIP as a language of CodeMirror. */
export const kipLanguage = /*@__PURE__*/ defineLanguage();

function defineLanguage(): LRLanguage {
  return LRLanguage.define({
    name: 'kip',
    parser: kip1.editorParser.configure({
      props: [
        kipHighlighting,
        foldNodeProp.add({
          'Where Group Filter Object Array PropositionPattern SetPropositions KeyList Call': insideBrackets,
          'FindStatement UpsertStatement ConceptBlock PropositionBlock': insideBrackets,
        }),
      ],
    }),
    languageData: {
      commentTokens: { line: '//' },
      closeBrackets: { brackets: ['(', '[', '{', '"'], before: ')]},:' },
      indentOnInput: /^\s*[)\]}]$/,
      wordChars: '$',
    },
  });
}

/** The language alone: highlighting tags, folding, indentation, comments. */
export function kipLanguageSupport(support: Extension = []): LanguageSupport {
  return new LanguageSupport(kipLanguage, [indentService.of(indentation), support]);
}

// ---------------------------------------------------------------- folding

/** What stands between the first bracket of a node and the bracket that closes it, where the node has both. */
function insideBrackets(node: SyntaxNode, state: EditorState): { from: number; to: number } | null {
  const open = firstBracket(node, state);
  if (open === undefined) return null;
  const close = lastBracket(node, state);
  return close !== undefined && close > open + 1 ? { from: open + 1, to: close } : null;
}

/** The head of a node, such as `CONCEPT ?x`, is short; its first bracket comes early. */
const HEAD_MAX = 200;

function firstBracket(node: SyntaxNode, state: EditorState): number | undefined {
  const at = state.sliceDoc(node.from, Math.min(node.to, node.from + HEAD_MAX)).search(/[({[]/);
  return at < 0 ? undefined : node.from + at;
}

/** The closing bracket: the last character, or the one in front of a part that follows the bracket. */
function lastBracket(node: SyntaxNode, state: EditorState): number | undefined {
  const tail = node.getChild('Where') ?? node.getChild('WithMetadata');
  const end = tail ? tail.from : node.to;
  const before = state.sliceDoc(Math.max(node.from, end - HEAD_MAX), end).trimEnd();
  const at = Math.max(node.from, end - HEAD_MAX) + before.length - 1;
  return /[)}\]]$/.test(before) ? at : undefined;
}

// ---------------------------------------------------------------- indentation

/** One step deeper than the line of the innermost bracket that is open; on its level where the line closes it. */
function indentation(context: IndentContext, pos: number): number | null {
  const excerpt = excerptAt(context.state, pos);
  if (excerpt.text === '') return 0;
  const at = excerpt.inText(pos);
  const { open } = situationAt(excerpt.text.slice(0, at), at).frame;
  const base = context.lineIndent(excerpt.inDocument(open?.from ?? 0));
  const closes = /^\s*[)\]}]/.test(context.textAfterPos(pos));
  return open && !closes ? base + context.unit : base;
}
