// The entry of the page: the frame alone. Views come when they are looked at.
import './app/nexus-app.ts';
