// The sample worlds, with questions worth asking in each. The capsules are files of KIP, loaded when a world is opened.
import type { Lesson, World } from './lesson.ts';

const DRUG_QUESTIONS: readonly Lesson[] = [
  {
    id: 'safe-pair',
    title: 'What must not be taken together?',
    say: 'The link is named, so that its metadata can be shown: how sure the memory is of the interaction.',
    command: `FIND(?a.name, ?b.name, ?link.metadata.confidence)
WHERE {
  ?link (?a, "interacts_with", ?b)
}
ORDER BY ?link.metadata.confidence DESC`,
    see: 'Warfarin and aspirin, above all.',
  },
  {
    id: 'evidence',
    title: 'Which claims rest on a study?',
    say: 'A study supports a link, not a drug: the object of “supports” is itself a link.',
    command: `FIND(?study.name, ?study.attributes.participants, ?drug.name, ?symptom.name)
WHERE {
  ?claim (?drug, "treats", ?symptom)
  (?study, "supports", ?claim)
}
ORDER BY ?study.attributes.participants DESC`,
    see: 'Two of fourteen. The rest is hearsay, as far as this memory knows.',
  },
  {
    id: 'doubtful',
    title: 'What is the memory least sure of?',
    say: 'Metadata can be filtered and sorted like anything else.',
    command: `FIND(?drug.name, ?symptom.name, ?claim.metadata.confidence)
WHERE {
  ?claim (?drug, "treats", ?symptom)
  FILTER(?claim.metadata.confidence < 0.85)
}
ORDER BY ?claim.metadata.confidence`,
    see: 'Codeine against headache comes last in trust.',
  },
];

const PERSON_QUESTIONS: readonly Lesson[] = [
  {
    id: 'before-talking',
    title: 'What should I know before I talk to Maya?',
    say: 'The question an assistant asks first: current preferences, surest first. What was superseded is left out.',
    command: `FIND(?preference.name, ?preference.attributes.description, ?link.metadata.confidence)
WHERE {
  ?link ({type: "Person", name: "Maya"}, "prefers", ?preference)
  FILTER(IS_NULL(?link.metadata.status) || ?link.metadata.status != "superseded")
}
ORDER BY ?link.metadata.confidence DESC`,
    see: 'The allergy first. White wheat bread is no longer among them.',
  },
  {
    id: 'open-promises',
    title: 'What is still owed, by whom, and when?',
    say: 'Commitments are concepts of their own, so they can be listed by date.',
    command: `FIND(?who.name, ?promise.name, ?promise.attributes.due_at)
WHERE {
  ?promise {type: "Commitment"}
  (?who, "committed_to", ?promise)
  FILTER(?promise.attributes.status == "pending")
}
ORDER BY ?promise.attributes.due_at`,
    see: 'Two: a call that the assistant owes, and boards that Tomás brings.',
  },
  {
    id: 'what-blocks',
    title: 'What stands between today and opening day?',
    say: 'depends_on over any number of steps gives everything that must come first.',
    command: `FIND(?task.name, ?task.attributes.status)
WHERE {
  ({type: "Task", name: "Opening day"}, "depends_on"{1,}, ?task)
  FILTER(?task.attributes.status != "done")
}
ORDER BY ?task.attributes.status, ?task.name`,
    see: 'The oven is blocked, the recipes wait for it, and the counter is still open.',
  },
  {
    id: 'why-rye',
    title: 'Why do we think she likes rye?',
    say: 'An event that was digested into knowledge stays linked to it: where a belief comes from can be read back.',
    command: `FIND(?event.name, ?event.attributes.content_summary)
WHERE {
  (?event, "consolidated_to", {type: "Preference", name: "Rye over wheat"})
}`,
    see: 'The tasting in February.',
  },
  {
    id: 'confirm',
    title: 'She said it again',
    say: 'A preference is confirmed: the count goes up without reading it first.',
    command: `UPDATE ?preference
SET ATTRIBUTES { evidence_count: ADD(COALESCE(?preference.attributes.evidence_count, 0), 1) }
WHERE {
  ?preference {type: "Preference", name: "Short answers in the morning"}
}`,
    see: 'One concept updated; its count is five now.',
  },
];

const DECISION_QUESTIONS: readonly Lesson[] = [
  {
    id: 'why-cents',
    title: 'Why is money stored in cents?',
    say: 'Search finds the decision from a few words; its reason is an attribute.',
    command: 'SEARCH CONCEPT "money cents" WITH TYPE "Decision" LIMIT 1',
    see: 'The decision, with its reason: floating-point sums drift.',
  },
  {
    id: 'tried-before',
    title: 'What was tried and given up?',
    say: 'So that nobody proposes it again without knowing.',
    command: `FIND(?old.name, ?new.name, ?new.attributes.reason)
WHERE {
  (?new, "replaces", ?old)
}
ORDER BY ?old.name`,
    see: 'The document store and the hour-long cache.',
  },
  {
    id: 'blast-radius',
    title: 'Who must look at a change of “money”?',
    say: 'Everything that imports it, directly or not, and whoever owns that.',
    command: `FIND(?module.name, ?owner.name)
WHERE {
  (?module, "imports"{1,}, {type: "Module", name: "money"})
  OPTIONAL { (?owner, "owns", ?module) }
}
ORDER BY ?module.name`,
    see: 'Catalog, checkout and web. Nobody owns catalog: worth knowing.',
  },
  {
    id: 'from-incidents',
    title: 'Which decisions came of an incident?',
    say: 'Two links in a row: decision, incident, and the part it hit.',
    command: `FIND(?decision.name, ?incident.name, ?module.name)
WHERE {
  ?incident {type: "Incident"}
  (?decision, "caused_by", ?incident)
  (?incident, "affects", ?module)
}
ORDER BY ?incident.attributes.happened_at`,
    see: 'Three lessons that were paid for.',
  },
  {
    id: 'objections',
    title: 'Who spoke against what?',
    say: 'An objection is aimed at a link: not at the decision as a whole, but at what it does to one module.',
    command: `FIND(?person.name, ?decision.name, ?module.name, ?objection.metadata.source)
WHERE {
  ?claim (?decision, "affects", ?module)
  ?objection (?person, "objected_to", ?claim)
}`,
    see: 'Jun, about caching the catalog, in a pull request.',
  },
];

export const WORLDS: readonly World[] = [
  {
    id: 'drugs',
    title: 'A medicine cabinet',
    about: 'Nine drugs, what they treat and what they may cause, who makes them, and who says so. The tour plays here.',
    capsule: async () => (await import('./worlds/drugs.kip?raw')).default,
    questions: DRUG_QUESTIONS,
  },
  {
    id: 'person',
    title: 'A person and a project',
    about: 'What an assistant knows after some weeks with Maya, who opens a bakery: tastes, promises, tasks, talks.',
    capsule: async () => (await import('./worlds/person-and-project.kip?raw')).default,
    questions: PERSON_QUESTIONS,
  },
  {
    id: 'decisions',
    title: 'A code base and its decisions',
    about: 'Modules, libraries, incidents, and what was decided because of them: what a coding agent should remember.',
    capsule: async () => (await import('./worlds/decisions.kip?raw')).default,
    questions: DECISION_QUESTIONS,
  },
];

/** The world in which the tour plays. */
export const TOUR_WORLD = WORLDS[0]!;
