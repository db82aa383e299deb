// The help view, `<kip-help .code>`.
import './help-view.ts';
