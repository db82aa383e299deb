// Puts the page together.
import { enableCapsules, startCapsulePane } from './capsule-pane.ts';
import { enableCommands, startCommandPane } from './command-pane.ts';
import { openMemory, whenOpenChanges } from './memory.ts';

startCommandPane();
startCapsulePane();
whenOpenChanges((open) => {
  enableCommands(open);
  enableCapsules(open);
});
void openMemory();
