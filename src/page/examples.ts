// Commands to begin with. A click fills the form; nothing runs until the person says so.

export interface Example {
  readonly title: string;
  readonly command: string;
  readonly parameters?: string;
}

export const EXAMPLES: readonly Example[] = [
  { title: 'What is in here?', command: 'DESCRIBE PRIMER' },
  {
    title: 'Define types',
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
}`,
  },
  {
    title: 'Remember something',
    command: `UPSERT {
  CONCEPT ?headache { {type: "Symptom", name: "Headache"} }
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET ATTRIBUTES { aliases: ["acetylsalicylic acid"], risk_level: 2 }
    SET PROPOSITIONS { ("treats", ?headache) }
  }
}
WITH METADATA { source: "example", confidence: 0.9 }`,
  },
  {
    title: 'Ask with a pattern',
    command: `FIND(?drug.name, ?drug.attributes.risk_level)
WHERE {
  ?drug {type: "Drug"}
  (?drug, "treats", {type: "Symptom", name: :symptom})
}
ORDER BY ?drug.name
LIMIT 20`,
    parameters: `{ "symptom": "Headache" }`,
  },
  { title: 'Search by words', command: 'SEARCH CONCEPT "acetylsalicylic" LIMIT 5' },
  {
    title: 'Change many at once',
    command: `UPDATE ?drug
SET ATTRIBUTES { risk_level: ADD(?drug.attributes.risk_level, 1) }
WHERE { ?drug {type: "Drug"} }`,
  },
];
