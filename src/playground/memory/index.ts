// The memory view, `<kip-memory .session .nexus>`.
import './memory-view.ts';
