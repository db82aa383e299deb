// The entry of the worker: builds the engine's door and hands it to the page.
import { expose } from 'comlink';
import { EngineDoor } from './door.ts';
import { loadSqlite } from './store/sqlite.ts';
import { warmUp } from './warm-up.ts';

expose(new EngineDoor(loadSqlite()));
warmUp();
