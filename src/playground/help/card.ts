// The KIP card: the whole syntax on a page. The statements are run by help.test.ts.
export interface CardEntry {
  readonly title: string;
  readonly text: string;
}

export interface CardSection {
  readonly title: string;
  readonly entries: readonly CardEntry[];
}

export const CARD: readonly CardSection[] = [
  {
    title: 'Patterns',
    entries: [
      { title: 'Concepts of a type', text: '?drug {type: "Drug"}' },
      { title: 'One concept', text: '?drug {type: "Drug", name: "Aspirin"}' },
      { title: 'Links', text: '?link (?drug, "treats", ?symptom)' },
      { title: 'Any predicate', text: '(?drug, ?predicate, ?other)' },
      { title: 'One of several', text: '(?drug, "treats" | "has_side_effect", ?symptom)' },
      { title: 'One to three steps', text: '(?class, "is_subclass_of"{1,3}, ?family)' },
      { title: 'A link about a link', text: '(?person, "stated", (?drug, "treats", ?symptom))' },
    ],
  },
  {
    title: 'Where',
    entries: [
      { title: 'Compare', text: 'FILTER(?drug.attributes.risk_level < 3 && ?drug.name != "Aspirin")' },
      { title: 'Text', text: 'FILTER(CONTAINS(?drug.name, "pro") || REGEX(?drug.name, "^Para"))' },
      {
        title: 'In a list, missing',
        text: 'FILTER(IN(?drug.name, ["Aspirin", "Codeine"]) && IS_NULL(?drug.attributes.note))',
      },
      { title: 'Without', text: 'NOT { (?drug, "has_side_effect", ?any) }' },
      { title: 'If there is one', text: 'OPTIONAL { (?drug, "manufactured_by", ?maker) }' },
      { title: 'Or', text: 'UNION { ?drug {type: "Drug", name: "Warfarin"} }' },
    ],
  },
  {
    title: 'Ask',
    entries: [
      {
        title: 'Everything at once',
        text: 'FIND(?drug.name, COUNT(?symptom)) WHERE { (?drug, "treats", ?symptom) } ORDER BY COUNT(?symptom) DESC LIMIT 10',
      },
      {
        title: 'Inside an element',
        text: 'FIND(?drug.attributes, ?drug.metadata.confidence) WHERE { ?drug {type: "Drug"} }',
      },
      { title: 'Words', text: 'SEARCH CONCEPT "pain" WITH TYPE "Drug" LIMIT 5' },
      { title: 'What is here', text: 'DESCRIBE PRIMER' },
      { title: 'Types', text: 'DESCRIBE CONCEPT TYPES' },
      { title: 'A predicate', text: 'DESCRIBE PROPOSITION TYPE "treats"' },
    ],
  },
  {
    title: 'Change',
    entries: [
      {
        title: 'Create or update',
        text: 'UPSERT { CONCEPT ?d { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk_level: 2 } SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Fever"}) } } } WITH METADATA { source: "card" }',
      },
      {
        title: 'Change many',
        text: 'UPDATE ?d SET ATTRIBUTES { risk_level: CLAMP(ADD(?d.attributes.risk_level, 1), 1, 5) } WHERE { ?d {type: "Drug"} }',
      },
      {
        title: 'Make two one',
        text: 'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "Drug", name: "Codeine"} ?b {type: "Drug", name: "Naproxen"} }',
      },
      { title: 'Remove keys', text: 'DELETE ATTRIBUTES {"molecular_formula"} FROM ?d WHERE { ?d {type: "Drug"} }' },
      { title: 'Remove links', text: 'DELETE PROPOSITIONS ?l WHERE { ?l (?d, "interacts_with", ?e) }' },
      { title: 'Remove concepts', text: 'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug", name: "Warfarin"} }' },
      { title: 'Take along', text: 'EXPORT ?d WHERE { ?d {type: "Drug"} } LIMIT 100' },
    ],
  },
];
