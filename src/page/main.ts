// Puts the page together.
import { enableCapsules, startCapsulePane } from './capsule-pane.ts';
import { enableCommands, startCommandPane } from './command-pane.ts';
import { startMeaning } from './meaning-line.ts';
import { currentNexus, openMemory, whenOpenChanges } from './memory.ts';

startCommandPane();
startCapsulePane();
whenOpenChanges((open) => {
  enableCommands(open);
  enableCapsules(open);
  startMeaning(currentNexus());
});
void openMemory();
