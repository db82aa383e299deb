// Results: <kip-results> shows the answer of a run as a table, as JSON or as a graph, and exports it; <kip-inspector> shows one element
// and writes the commands that change it. The graph and the exports load when they are first asked for.
export { Results } from './results.ts';
export { Inspector } from './inspector/inspector.ts';
