// A memory as the agent side sees it, on the real engine in Node.
import type { AgentNexus } from '../src/agent/agent-nexus.ts';
import type { Engine } from '../worker/engine.ts';
import { preview } from '../worker/examine/preview.ts';
import { openEngine } from './node-door.ts';

export interface TestNexus extends AgentNexus {
  readonly engine: Engine;
}

/** A fresh memory; what `capsule` holds is in it. */
export async function openAgentNexus(capsule?: string): Promise<TestNexus> {
  const engine = await openEngine();
  const nexus = agentNexus(engine);
  if (capsule !== undefined) {
    const { error } = await nexus.execute({ command: capsule });
    if (error) throw new Error(`${error.message} ${error.hint}`);
  }
  return nexus;
}

function agentNexus(engine: Engine): TestNexus {
  return {
    engine,
    execute: async (request, { signal } = {}) => {
      signal?.throwIfAborted();
      return engine.execute(request, { isCancelled: () => signal?.aborted === true });
    },
    executeReadonly: async (request, { signal } = {}) => {
      signal?.throwIfAborted();
      return engine.execute(request, { readonly: true, isCancelled: () => signal?.aborted === true });
    },
    preview: (request) => preview(engine.nexus, request),
  };
}

/** Two people, what they like and work on. */
export const SMALL_WORLD = `
UPSERT {
  CONCEPT ?project { {type: "$ConceptType", name: "Project"} SET ATTRIBUTES { description: "Work with a goal." } }
  CONCEPT ?works_on { {type: "$PropositionType", name: "works_on"} SET ATTRIBUTES { description: "Takes part in." } }
  CONCEPT ?said { {type: "$PropositionType", name: "said"} SET ATTRIBUTES { description: "Stated something." } }
}
UPSERT {
  CONCEPT ?atlas { {type: "Project", name: "Atlas"} SET ATTRIBUTES { description: "A map of the coast for sailors." } }
  CONCEPT ?tea { {type: "Preference", name: "Tea"} SET ATTRIBUTES { description: "Drinks tea in the morning." } }
  CONCEPT ?ann {
    {type: "Person", name: "Ann"}
    SET ATTRIBUTES { person_class: "Human", description: "A surveyor from Bergen." }
    SET PROPOSITIONS { ("works_on", ?atlas) WITH METADATA { confidence: 0.8 } ("prefers", ?tea) }
  }
  CONCEPT ?bob {
    {type: "Person", name: "Bob"}
    SET ATTRIBUTES { person_class: "Human", description: "A printer of maps." }
    SET PROPOSITIONS { ("works_on", ?atlas) }
  }
  PROPOSITION ?claim { (?bob, "said", (?ann, "works_on", ?atlas)) }
}
WITH METADATA { source: "conversation", created_at: "2026-01-10T09:00:00Z" }
`;
