// The capsules every memory starts with, as text, in the order in which they run. The .kip files are the source; the bundler
// takes them in as strings.
import commitment from './commitment.kip?raw';
import event from './event.kip?raw';
import genesis from './genesis.kip?raw';
import insight from './insight.kip?raw';
import person from './person.kip?raw';
import preference from './preference.kip?raw';
import sleepTask from './sleep-task.kip?raw';

export const CAPSULES: readonly string[] = [genesis, person, event, preference, insight, commitment, sleepTask];
