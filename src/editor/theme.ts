// How the editor and what it opens look: the colours of colors.ts, the fonts of the page. No motion anywhere.
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { colors } from './colors.ts';

const FONT = 'var(--kip-font, ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace)';
const TEXT_FONT = 'var(--kip-text-font, system-ui, sans-serif)';
const focus = () => ({ outline: `2px solid ${colors.accent}`, outlineOffset: '1px' });

const wavy = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${color}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});

const text = () => ({
  '&': { color: colors.foreground, backgroundColor: colors.background, fontSize: 'var(--kip-font-size, 14px)' },
  // Outside, since gutters and lines have backgrounds of their own.
  '&.cm-focused': { outline: `2px solid ${colors.accent}`, outlineOffset: '0' },
  '.cm-scroller': { fontFamily: FONT, lineHeight: '1.55' },
  '.cm-content': { caretColor: colors.foreground, padding: '8px 0' },
  '.cm-content ::selection, .cm-line::selection, .cm-line ::selection': { backgroundColor: colors.selection },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: colors.foreground },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: colors.selection,
  },
  '.cm-activeLine': { backgroundColor: colors.activeLine },
  '.cm-gutters': { color: colors.muted, backgroundColor: colors.background, border: 'none' },
  '.cm-activeLineGutter': { color: colors.foreground, backgroundColor: colors.activeLine },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    color: colors.muted,
    backgroundColor: colors.activeLine,
    border: `1px solid ${colors.border}`,
    padding: '0 6px',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: colors.match, outline: 'none' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: colors.mismatch, outline: 'none' },
  '.cm-placeholder': { color: colors.muted },
  '.cm-searchMatch': { backgroundColor: colors.match, outline: `1px solid ${colors.border}` },
  '.cm-searchMatch-selected': { backgroundColor: colors.selection },
  '.cm-snippetField': { backgroundColor: colors.activeLine, outline: `1px dotted ${colors.border}` },
});

const findings = () => ({
  '.cm-lintRange-error': wavy(colors.error),
  '.cm-lintRange-warning': wavy(colors.warning),
  '.cm-lintRange-info': wavy(colors.info),
  '.cm-lintRange-active': { backgroundColor: colors.activeLine },
  '.cm-lintPoint::after': { borderBottomColor: colors.error },
  '.cm-diagnostic': { padding: '6px 10px', borderLeft: '3px solid transparent', fontFamily: TEXT_FONT },
  '.cm-diagnostic-error': { borderLeftColor: colors.error },
  '.cm-diagnostic-warning': { borderLeftColor: colors.warning },
  '.cm-diagnostic-info': { borderLeftColor: colors.info },
  '.cm-diagnosticAction': {
    color: colors.onAccent,
    backgroundColor: colors.accent,
    font: 'inherit',
    margin: '4px 6px 2px 0',
    padding: '3px 10px',
    borderRadius: '4px',
  },
  '.cm-diagnosticAction:focus-visible': focus(),
  '.cm-kip-finding p': { margin: '0 0 2px', maxWidth: '60ch', whiteSpace: 'pre-wrap' },
  '.cm-kip-hint': { color: colors.muted },
  '.cm-kip-finding .cm-kip-code': { color: colors.muted, fontFamily: FONT, fontSize: '0.85em' },
});

const floating = () => ({
  '.cm-tooltip': {
    color: colors.foreground,
    backgroundColor: colors.surface,
    border: `1px solid ${colors.border}`,
    borderRadius: '6px',
    boxShadow: '0 4px 16px rgb(0 0 0 / 0.18)',
    fontSize: '13px',
  },
  '.cm-tooltip-hover': { maxWidth: 'min(70ch, 92vw)' },
  '.cm-tooltip-section:not(:first-child)': { borderTop: `1px solid ${colors.border}` },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: FONT,
    maxHeight: '15em',
    minWidth: '16em',
    maxWidth: 'min(60ch, 92vw)',
    borderRadius: '6px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '16px',
    padding: '3px 10px',
    lineHeight: '1.4',
  },
  // Two classes where one would do: with several editors in one root, CodeMirror's own styles may come after these.
  '.cm-tooltip.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: colors.onAccent,
    backgroundColor: colors.accent,
  },
  '.cm-tooltip.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip .cm-completionDetail': {
    color: colors.muted,
    fontStyle: 'normal',
    marginLeft: 'auto',
    paddingLeft: '8px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '0', maxWidth: 'min(46ch, 90vw)' },
  '.cm-kip-card': { padding: '8px 12px', fontFamily: TEXT_FONT, lineHeight: '1.45', overflowWrap: 'anywhere' },
  '.cm-kip-card p': { margin: '4px 0 0' },
  '.cm-kip-card ul': { margin: '4px 0 0', padding: '0', listStyle: 'none' },
  '.cm-kip-card-kind, .cm-kip-card li': { color: colors.muted },
  '.cm-kip-card code': { display: 'block', marginTop: '6px', fontFamily: FONT, color: colors.string },
});

const panels = () => ({
  '.cm-panels': { color: colors.foreground, backgroundColor: colors.surface, fontFamily: TEXT_FONT },
  '.cm-panels .cm-button, .cm-panels .cm-textfield, .cm-panels label': { fontSize: '13px' },
  '.cm-panels-bottom': { borderTop: `1px solid ${colors.border}` },
  '.cm-panels-top': { borderBottom: `1px solid ${colors.border}` },
  '.cm-kip-findings': { padding: '6px 10px', maxHeight: '12em', overflowY: 'auto', fontSize: '13px' },
  '.cm-kip-findings > button': { float: 'right', minWidth: '28px', padding: '2px 8px' },
  '.cm-kip-findings ul': { margin: '6px 0 0', padding: '0', listStyle: 'none' },
  '.cm-kip-findings li': { margin: '4px 0', padding: '2px 8px', borderLeft: '3px solid transparent' },
  '.cm-kip-findings .cm-kip-severity-error': { borderLeftColor: colors.error },
  '.cm-kip-findings .cm-kip-severity-warning': { borderLeftColor: colors.warning },
  '.cm-kip-findings .cm-kip-severity-info': { borderLeftColor: colors.info },
  '.cm-panel button[name=close]': { color: colors.foreground, minWidth: '24px', minHeight: '24px' },
  '.cm-panel.cm-search': { padding: '6px 32px 6px 8px' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', marginRight: '10px' },
  '.cm-panel.cm-search :is(.cm-button, .cm-textfield)': { minHeight: '28px', padding: '2px 8px' },
  '@media (pointer: coarse)': {
    // Below 16 px some phones zoom in on a field that is touched.
    '.cm-panel.cm-search .cm-textfield': { minHeight: '40px', fontSize: '16px' },
    '.cm-panel.cm-search .cm-button': { minHeight: '40px' },
  },
  '.cm-textfield': {
    color: colors.foreground,
    backgroundColor: colors.background,
    border: `1px solid ${colors.border}`,
    borderRadius: '4px',
  },
  '.cm-button': {
    color: colors.foreground,
    backgroundColor: colors.surface,
    backgroundImage: 'none',
    border: `1px solid ${colors.border}`,
    borderRadius: '4px',
  },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel button:focus-visible': focus(),
});

/** The look of the editor, its panels and its tooltips. */
export function kipTheme(): Extension {
  return EditorView.theme({ ...text(), ...findings(), ...floating(), ...panels() });
}
