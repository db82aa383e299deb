// The learning view, `<kip-learn>`.
import './learn-view.ts';
