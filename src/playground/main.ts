// The entry of the page: the frame alone. Views come when they are looked at.
import './app/nexus-app.ts';
import { offline } from './app/offline.ts';

// In development every change would have to get past a cache.
if (import.meta.env.PROD) void offline.start(document.querySelector('nexus-app')!.session, import.meta.url);
