// The button that shares and the view of what was shared: `<kip-share>`, `<kip-shared .link>`.
import './share-button.ts';
import './shared-view.ts';
