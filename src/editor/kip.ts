// kip(): everything the editor knows about the language, as one extension. Its parts are exported on their own for those who
// want less.
import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  type LanguageSupport,
} from '@codemirror/language';
import { nextDiagnostic, previousDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Parameters } from '../protocol/values.ts';
import { listReachable, positionInfo } from './completion-list.ts';
import { type ChainedCompletion, completionSource } from './completion.ts';
import { kipFindingsPanel, toggleFindings } from './findings-panel.ts';
import { formatKip } from './formatting.ts';
import { kipColors } from './highlighting.ts';
import { kipHover } from './hovering.ts';
import { compositionUndisturbed, escapeClosesCards, tabLeavesAfterEscape } from './keyboard.ts';
import { kipLanguageSupport } from './language.ts';
import { kipLinting, repairAtCaret } from './linting.ts';
import { definitionOnClick, goToDefinition, type StoredDefinition } from './navigation.ts';
import { type OnRun, runKeys } from './running.ts';
import { emptySchema, type SchemaProvider } from './schema.ts';
import { kipTheme } from './theme.ts';

/** What the editor is told; everything may be left out. */
export interface KipOptions {
  /** What the memory holds; without it the editor knows the language alone. */
  readonly schema?: SchemaProvider;
  /** The values of the `:name` placeholders as they are now. With it, placeholders without a value are pointed out. */
  readonly parameters?: () => Parameters;
  /** Mod-Enter and Shift-Mod-Enter. */
  readonly onRun?: OnRun;
  /** Shows the definition of a type or predicate: F12, or a click with Ctrl or Cmd held. */
  readonly onDefinition?: (definition: StoredDefinition) => void;
  /** How long typing has to pause before the text is looked through, in milliseconds; 400 where absent. */
  readonly lintDelayMs?: number;
  /** The name by which assistive technology presents the editor; "KIP" where absent. */
  readonly label?: string;
}

/** KIP with completion, findings, explanations, formatting and navigation, for an editor with keys and looks of its own. */
export function kip(options: KipOptions = {}): LanguageSupport {
  const schema = options.schema ?? emptySchema;
  const parameters = options.parameters ?? (() => ({}));
  const hover = kipHover({ schema, parameters });
  const keys = [
    { key: 'Shift-Alt-f', run: formatKip, preventDefault: true },
    { key: 'F12', run: goToDefinition(options) },
    { key: 'Mod-.', run: repairAtCaret },
    { key: 'F8', run: nextDiagnostic, shift: previousDiagnostic },
    { key: 'Mod-k Mod-i', run: hover.show, preventDefault: true },
    { key: 'Mod-Shift-m', run: toggleFindings, preventDefault: true },
  ];
  return kipLanguageSupport([
    kipColors(),
    kipCompletion({ schema, parameters }),
    kipLinting({
      schema,
      parameters: options.parameters,
      ...(options.lintDelayMs && { delayMs: options.lintDelayMs }),
    }),
    kipFindingsPanel(),
    hover.extension,
    definitionOnClick(options),
    options.onRun ? runKeys(options.onRun) : [],
    [bracketMatching(), closeBrackets(), indentOnInput(), compositionUndisturbed(), tabLeavesAfterEscape()],
    escapeClosesCards(),
    keymap.of([...keys, ...closeBracketsKeymap]),
    // Snippets that say the same name twice are filled in twice.
    EditorState.allowMultipleSelections.of(true),
    labelled(options.label ?? 'KIP'),
  ]);
}

/** Completion on its own. */
export function kipCompletion(options: Required<Pick<KipOptions, 'schema' | 'parameters'>>): Extension {
  return [
    autocompletion({
      override: [completionSource(options)],
      icons: false,
      positionInfo,
      activateOnCompletion: (completion: ChainedCompletion) => completion.chains === true,
    }),
    listReachable(),
    // Tab takes what is selected; snippet fields and indentation come after.
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
  ];
}

function labelled(label: string): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description':
      'Escape, then Tab, leaves the editor. Control Space completes. F8 goes to the next finding, Control Full stop repairs it.',
  });
}

/** A whole editor: kip() with history, search, line numbers, folding, the usual keys and the theme. */
export function kipEditor(options: KipOptions = {}): Extension {
  return [
    lineNumbers(),
    foldGutter(),
    codeFolding(),
    history(),
    search({ top: true }),
    highlightSelectionMatches(),
    highlightSpecialChars(),
    drawnSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    EditorView.lineWrapping,
    kip(options),
    keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap, ...searchKeymap, indentWithTab]),
    kipTheme(),
  ];
}

/**
 * Several carets can be seen only if the editor draws them itself. Under fingers the system's own selection with its handles
 * is better; and a caret does not blink for those who want no motion.
 */
function drawnSelection(): Extension {
  if (prefers('(pointer: coarse)')) return [];
  return drawSelection({ cursorBlinkRate: prefers('(prefers-reduced-motion: reduce)') ? 0 : 1200 });
}

/** False where there is no page to ask. */
function prefers(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}
