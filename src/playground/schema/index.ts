// The schema view, `<kip-schema .session .nexus>`.
import './schema-view.ts';
