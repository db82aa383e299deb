// Commands the journeys share.

export const DEFINE_DRUG = `UPSERT {
  CONCEPT ?t { {type: "$ConceptType", name: "Drug"} SET ATTRIBUTES { description: "A medicine." } }
}`;

export const upsertDrug = (name: string) => `UPSERT { CONCEPT ?d { {type: "Drug", name: ${JSON.stringify(name)}} } }`;

export const FIND_DRUGS = 'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name';
