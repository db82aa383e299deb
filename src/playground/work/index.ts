// The work view, `<kip-work .session .nexus>`: commands in tabs, and what comes of them.
import '../app/menu-button.ts';
import '../app/pane-splitter.ts';
import './save-dialog.ts';
import './tab-strip.ts';
import './work-editor.ts';
import './work-library.ts';
import './work-outcome.ts';
import './work-problem.ts';
import './work-preview.ts';
import './work-explanation.ts';
import './work-welcome.ts';
export { WorkView } from './work-view.ts';
