// Commands to begin with. A click puts one into a tab; nothing runs until the person says so.
import type { UseCommand } from '../app/events.ts';

/** What the first tab of a new visit holds: it answers in any memory, and its answer shows what a memory consists of. */
export const FIRST_STATEMENT = `// A pattern: every concept type this memory knows, with what it means.
FIND(?type.name, ?type.attributes.description)
WHERE {
  ?type {type: "$ConceptType"}
}
ORDER BY ?type.name
`;

export interface Example extends UseCommand {
  readonly title: string;
  readonly text: string;
}

export const EXAMPLES: readonly Example[] = [
  { title: 'What is in here?', text: 'The memory introduces itself.', command: 'DESCRIBE PRIMER\n' },
  {
    title: 'Define types',
    text: 'Say what kinds of things there are.',
    command: `UPSERT {
  CONCEPT ?drug {
    {type: "$ConceptType", name: "Drug"}
    SET ATTRIBUTES { description: "A medicine." }
  }
  CONCEPT ?symptom {
    {type: "$ConceptType", name: "Symptom"}
    SET ATTRIBUTES { description: "Something a person suffers from." }
  }
  CONCEPT ?treats {
    {type: "$PropositionType", name: "treats"}
    SET ATTRIBUTES { description: "A drug that helps against a symptom." }
  }
}
`,
  },
  {
    title: 'Remember something',
    text: 'Things, how they are linked, and how one knows.',
    command: `UPSERT {
  CONCEPT ?headache { {type: "Symptom", name: "Headache"} }
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET ATTRIBUTES { aliases: ["acetylsalicylic acid"], risk_level: 2 }
    SET PROPOSITIONS { ("treats", ?headache) }
  }
}
WITH METADATA { source: "example", confidence: 0.9 }
`,
  },
  {
    title: 'Ask with a pattern',
    text: 'Everything that fits, with a parameter.',
    command: `FIND(?drug.name, ?drug.attributes.risk_level)
WHERE {
  ?drug {type: "Drug"}
  (?drug, "treats", {type: "Symptom", name: :symptom})
}
ORDER BY ?drug.name
LIMIT 20
`,
    parameters: { symptom: 'Headache' },
  },
  {
    title: 'Search by words',
    text: 'Or by meaning, once its model is loaded.',
    command: 'SEARCH CONCEPT "acetylsalicylic" LIMIT 5\n',
  },
  {
    title: 'Change many at once',
    text: 'From what is there, with a preview first.',
    command: `UPDATE ?drug
SET ATTRIBUTES { risk_level: ADD(?drug.attributes.risk_level, 1) }
WHERE { ?drug {type: "Drug"} }
`,
  },
];
