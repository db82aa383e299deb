// Findings as CodeMirror shows them: underlined a moment after typing stops, explained under the pointer, repaired by a click.
import {
  type Action,
  type Diagnostic,
  forceLinting,
  forEachDiagnostic,
  linter,
  nextDiagnostic,
} from '@codemirror/lint';
import { type Extension, StateEffect } from '@codemirror/state';
import { type Command, type EditorView, ViewPlugin } from '@codemirror/view';
import { ERROR_CODES, ERROR_DESCRIPTIONS } from '../protocol/errors.ts';
import { element } from './card.ts';
import { compositionEnd } from './composition.ts';
import { editsNow, type Finding, type Repair } from './finding.ts';
import { type FindingOptions, Inspector } from './findings.ts';

/** What linting is told. */
export interface LintingOptions extends FindingOptions {
  /** How long typing has to pause, in milliseconds; 400 where absent. */
  readonly delayMs?: number;
}

const recheck = /*@__PURE__*/ StateEffect.define<null>();

/** Has the document looked through again, because parameters or memory have changed. */
export function refreshFindings(view: EditorView): void {
  view.dispatch({ effects: recheck.of(null) });
}

/** Marks findings in the text a moment after it was changed, with repairs to accept. */
export function kipLinting(options: LintingOptions): Extension {
  const inspector = new Inspector(options);
  const source = async (view: EditorView): Promise<readonly Diagnostic[]> => {
    await compositionEnd(view);
    return (await inspector.inspect(view.state)).map(toDiagnostic);
  };
  return [
    linter(source, {
      delay: options.delayMs ?? 400,
      needsRefresh: (update) =>
        update.transactions.some((transaction) => transaction.effects.some((effect) => effect.is(recheck))),
    }),
    ViewPlugin.define((view) => {
      let alive = true;
      const refresh = async () => {
        await compositionEnd(view);
        if (alive) refreshFindings(view);
      };
      const stop = options.schema.subscribe?.(() => void refresh());
      return {
        destroy() {
          alive = false;
          stop?.();
        },
      };
    }),
  ];
}

function toDiagnostic(finding: Finding): Diagnostic {
  return {
    from: finding.from,
    to: finding.to,
    severity: finding.severity,
    message: `${finding.message} ${finding.hint}`,
    renderMessage: () => renderFinding(finding),
    actions: finding.repairs.map((repair) => toAction(finding, repair)),
  };
}

function renderFinding({ kind, message, hint }: Finding): HTMLElement {
  const root = element('div', 'cm-kip-finding');
  root.append(element('p', '', message), element('p', 'cm-kip-hint', hint));
  if (kind) root.append(element('p', 'cm-kip-code', `${ERROR_CODES[kind]} ${ERROR_DESCRIPTIONS[kind].name}`));
  return root;
}

// ---------------------------------------------------------------- repairs

function toAction(finding: Finding, repair: Repair): Action {
  return {
    name: repair.title,
    apply: (view, from) => {
      applyRepair(view, finding, repair, from);
    },
  };
}

function applyRepair(view: EditorView, finding: Finding, repair: Repair, from: number): void {
  const edits = view.state.readOnly ? undefined : editsNow(view.state, finding, repair, from);
  if (!edits) return forceLinting(view);
  const changes = view.state.changes(edits);
  const start = edits[0]?.from ?? from;
  view.dispatch({
    changes,
    ...(repair.select && {
      selection: { anchor: start + repair.select.from, head: start + repair.select.to },
      scrollIntoView: true,
    }),
    userEvent: 'input.repair',
  });
  view.focus();
}

/** Applies the first repair of the finding at the caret; without one there, goes to the next finding. */
export const repairAtCaret: Command = (view) => {
  const { head } = view.state.selection.main;
  let done = false;
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    const action = diagnostic.actions?.[0];
    if (done || !action || head < from || head > to) return;
    done = true;
    // The list must not change while it is being walked.
    queueMicrotask(() => action.apply(view, from, to));
  });
  return done || nextDiagnostic(view);
};
