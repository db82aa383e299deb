// The editor's colours, by name. Each is a custom property `--kip-…` that a page may set, with a default for light and one
// for dark: which of them holds is decided by the `color-scheme` of the page, so a switch there is a switch here.
// The defaults reach a contrast of 4.5:1 on their backgrounds, and 3:1 where they only draw lines.

/** In one call without arguments, which a bundler may drop where no colour is used. */
export const colors = /*@__PURE__*/ defineColors();

function defineColors() {
  const color = (name: string, light: string, dark: string): string =>
    `var(--kip-${name}, light-dark(${light}, ${dark}))`;
  return {
    background: color('background', '#ffffff', '#16181c'),
    foreground: color('foreground', '#24292f', '#d7dde5'),
    /** What floats above or stands beside the text: lists, cards, panels. */
    surface: color('surface', '#ffffff', '#22262c'),
    border: color('border', '#d0d7de', '#3d444d'),
    muted: color('muted', '#59636e', '#9aa4b0'),
    accent: color('accent', '#0b57d0', '#8ab4f8'),
    onAccent: color('on-accent', '#ffffff', '#10131a'),
    selection: color('selection', '#cfe2ff', '#2f4a75'),
    activeLine: color('active-line', '#f4f6f8', '#1d2026'),
    match: color('match', '#d7f0dd', '#2a4a35'),
    mismatch: color('mismatch', '#ffd9d6', '#5c2b2b'),
    error: color('error', '#b3261e', '#ff8a80'),
    warning: color('warning', '#8a5a00', '#f0b849'),
    info: color('info', '#0b57d0', '#8ab4f8'),
    // The text of a statement.
    statement: color('statement', '#5b2ca0', '#cbb2ff'),
    keyword: color('keyword', '#6a3fb5', '#b9a1f2'),
    function: color('function', '#7a4a00', '#e5b567'),
    variable: color('variable', '#0a4f96', '#8ec2f7'),
    parameter: color('parameter', '#9c1458', '#f49ac4'),
    property: color('property', '#3b4652', '#c3ccd6'),
    string: color('string', '#1a6b3c', '#8fd6a5'),
    predicate: color('predicate', '#00626f', '#7fd4e0'),
    number: color('number', '#96370a', '#f2a878'),
    operator: color('operator', '#59636e', '#aab3bd'),
    comment: color('comment', '#636c76', '#8f99a3'),
  };
}
