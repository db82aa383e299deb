// Memories for the results to show: the drugs of the specification's examples, what an agent remembers of a person and a project, names
// full of markup, and as many nodes as wanted.

const types = (...names: [string, string][]) =>
  names.map(
    ([name, about]) => `CONCEPT { {type: "$ConceptType", name: "${name}"} SET ATTRIBUTES { description: "${about}" } }`,
  );

function upsert(blocks: readonly string[]): string {
  // A block may go without a handle here; each gets one of its own.
  return `UPSERT {\n${blocks.map((block, at) => `  ${block.replace(/^(CONCEPT|PROPOSITION) \{/, `$1 ?_${at} {`)}`).join('\n')}\n}`;
}

const predicates = (...names: string[]) =>
  names.map(
    (name) =>
      `CONCEPT { {type: "$PropositionType", name: "${name}"} SET ATTRIBUTES { description: "${name.replaceAll('_', ' ')}" } }`,
  );

const concept = (type: string, name: string, attributes = '') =>
  `CONCEPT { {type: "${type}", name: "${name}"}${attributes === '' ? '' : ` SET ATTRIBUTES { ${attributes} }`} }`;

const link = (subject: [string, string], predicate: string, object: [string, string]) =>
  `PROPOSITION { ({type: "${subject[0]}", name: "${subject[1]}"}, "${predicate}", {type: "${object[0]}", name: "${object[1]}"}) }`;

const TREATS: readonly (readonly [string, string, number, readonly string[], readonly string[]])[] = [
  ['Aspirin', 'NSAID', 2, ['Headache', 'Fever', 'Joint pain'], ['Stomach ulcer', 'Bleeding']],
  ['Ibuprofen', 'NSAID', 2, ['Headache', 'Fever', 'Toothache', 'Joint pain'], ['Stomach ulcer', 'Dizziness']],
  ['Naproxen', 'NSAID', 3, ['Joint pain', 'Menstrual cramps'], ['Stomach ulcer', 'Heartburn']],
  ['Paracetamol', 'Analgesic', 1, ['Headache', 'Fever', 'Toothache'], ['Liver damage']],
  ['Loratadine', 'Antihistamine', 1, ['Allergic rhinitis', 'Hives'], ['Drowsiness']],
  ['Cetirizine', 'Antihistamine', 1, ['Allergic rhinitis', 'Hives', 'Itching'], ['Drowsiness', 'Dry mouth']],
  ['Metformin', 'Antidiabetic', 2, ['High blood sugar'], ['Nausea', 'Diarrhoea']],
  ['Modafinil', 'Nootropic', 3, ['Brain fog', 'Sleepiness'], ['Headache', 'Insomnia']],
  ['Cognizine', 'Nootropic', 2, ['Brain fog'], ['Neural bloom']],
];

function drugs(): string {
  const classes = [...new Set(TREATS.map(([, group]) => group))];
  const symptoms = [...new Set(TREATS.flatMap(([, , , treated, caused]) => [...treated, ...caused]))];
  return upsert([
    ...types(
      ['Drug', 'A substance that treats.'],
      ['Symptom', 'What a patient feels.'],
      ['DrugClass', 'A family of drugs.'],
      ['Study', 'A clinical trial.'],
    ),
    ...predicates('treats', 'has_side_effect', 'is_class_of', 'interacts_with', 'reported', 'contradicts'),
    `CONCEPT { {type: "Domain", name: "Medical"} SET ATTRIBUTES { description: "Drugs and what they do." } }`,
    ...classes.map((name) => concept('DrugClass', name)),
    ...symptoms.map((name) => concept('Symptom', name, `severity: ${(name.length % 5) + 1}`)),
    ...TREATS.map(([name, group, risk]) =>
      concept(
        'Drug',
        name,
        `risk_level: ${risk}, dosage_form: {type: "tablet", strength: "${risk * 100} mg"}, aliases: ["${name} ${group}", "${name.slice(0, 3).toUpperCase()}"]`,
      ),
    ),
    concept('Study', 'Cambridge trial 2024', 'patients: 1240'),
    concept('Study', 'Oslo review', 'patients: 86'),
    ...TREATS.flatMap(([name, group, , treated, caused]) => [
      link(['Drug', name], 'is_class_of', ['DrugClass', group]),
      link(['Drug', name], 'belongs_to_domain', ['Domain', 'Medical']),
      ...treated.map((symptom) => link(['Drug', name], 'treats', ['Symptom', symptom])),
      ...caused.map((symptom) => link(['Drug', name], 'has_side_effect', ['Symptom', symptom])),
    ]),
    link(['Drug', 'Aspirin'], 'interacts_with', ['Drug', 'Ibuprofen']),
    link(['Drug', 'Ibuprofen'], 'interacts_with', ['Drug', 'Aspirin']),
    `PROPOSITION { ({type: "Study", name: "Cambridge trial 2024"}, "reported", ({type: "Drug", name: "Aspirin"}, "treats", {type: "Symptom", name: "Headache"})) }`,
    `PROPOSITION { ({type: "Study", name: "Oslo review"}, "contradicts", ({type: "Study", name: "Cambridge trial 2024"}, "reported", ({type: "Drug", name: "Aspirin"}, "treats", {type: "Symptom", name: "Headache"}))) }`,
    `PROPOSITION { ({type: "Study", name: "Oslo review"}, "reported", ({type: "Drug", name: "Cognizine"}, "has_side_effect", {type: "Symptom", name: "Neural bloom"})) }`,
  ]);
}

function agent(): string {
  const people = ['Mara Lindqvist', 'Jonas Weber', 'Aiko Tanaka', 'Priya Raman', 'Tom Okafor'];
  const topics = [
    'Local-first software',
    'SQLite',
    'Typography',
    'Bread baking',
    'Bouldering',
    'Knowledge graphs',
    'Rust',
    'Accessibility',
  ];
  const events = [
    'Asked to keep answers short',
    'Planned the spring release with Jonas',
    'Told about her allergy to nuts',
    'Moved the design review to Thursdays',
    'Decided on WAL mode for the storage layer',
    'Complained about tabs that lose their state',
    'Baked a rye sourdough that failed twice',
    'Read the specification of KIP over the weekend',
    'Introduced Aiko to the project',
    'Travelled to Kyoto for a week',
    'Reviewed the draft of the annual report',
    'Found the bug in the import of capsules',
  ];
  const preferences = [
    'Short answers first',
    'Dark mode in the evening',
    'Metric units',
    'Tea over coffee',
    'Examples before theory',
  ];
  const insights = [
    'Mara works best before noon',
    'Decisions stick when they are written down',
    'The team avoids Friday releases',
  ];
  const projects = ['Pocket Nexus', 'Annual report', 'Kitchen rebuild'];
  return upsert([
    ...types(
      ['Project', 'A piece of work with a goal.'],
      ['Topic', 'What a conversation is about.'],
      ['Place', 'Somewhere on the map.'],
    ),
    ...predicates('works_on', 'interested_in', 'happened_in', 'part_of', 'knows', 'about', 'supports'),
    ...people.map((name) => concept('Person', name, 'person_class: "Human"')),
    ...topics.map((name) => concept('Topic', name)),
    ...projects.map((name) => concept('Project', name, 'status: "active"')),
    concept('Place', 'Kyoto'),
    concept('Place', 'Gothenburg'),
    ...events.map((name, at) =>
      concept(
        'Event',
        name,
        `event_class: "Conversation", start_time: "2026-03-${String(at + 1).padStart(2, '0')}T09:00:00Z", content_summary: "${name}."`,
      ),
    ),
    ...preferences.map((name) => concept('Preference', name, `description: "${name}."`)),
    ...insights.map((name) => concept('Insight', name, `insight: "${name}.", description: "${name}."`)),
    ...people.slice(1).map((name) => link(['Person', 'Mara Lindqvist'], 'knows', ['Person', name])),
    link(['Person', 'Mara Lindqvist'], 'works_on', ['Project', 'Pocket Nexus']),
    link(['Person', 'Jonas Weber'], 'works_on', ['Project', 'Pocket Nexus']),
    link(['Person', 'Aiko Tanaka'], 'works_on', ['Project', 'Pocket Nexus']),
    link(['Person', 'Priya Raman'], 'works_on', ['Project', 'Annual report']),
    link(['Person', 'Tom Okafor'], 'works_on', ['Project', 'Kitchen rebuild']),
    ...topics.map((name, at) => link(['Person', people[at % people.length]!], 'interested_in', ['Topic', name])),
    ...topics.map((name) => link(['Person', 'Mara Lindqvist'], 'interested_in', ['Topic', name])),
    ...preferences.map((name) => link(['Person', 'Mara Lindqvist'], 'prefers', ['Preference', name])),
    ...events.map((name, at) => link(['Event', name], 'involves', ['Person', people[at % 3]!])),
    ...events.map((name, at) => link(['Event', name], 'mentions', ['Topic', topics[at % topics.length]!])),
    ...insights.map((name, at) => link(['Insight', name], 'derived_from', ['Event', events[at * 3]!])),
    link(['Event', events[9]!], 'happened_in', ['Place', 'Kyoto']),
    link(['Event', events[6]!], 'happened_in', ['Place', 'Gothenburg']),
    `PROPOSITION { ({type: "Event", name: "${events[0]}"}, "supports", ({type: "Person", name: "Mara Lindqvist"}, "prefers", {type: "Preference", name: "Short answers first"})) }`,
    `PROPOSITION { ({type: "Event", name: "${events[4]}"}, "supports", ({type: "Person", name: "Mara Lindqvist"}, "works_on", {type: "Project", name: "Pocket Nexus"})) }`,
  ]);
}

export const DRUGS = drugs();
export const AGENT = agent();

/** What must stay text everywhere. */
export const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  '</title></svg><svg onload=alert(3)>',
  '"><a href="javascript:alert(4)">',
  '=HYPERLINK("http://example.invalid","x")',
] as const;

export const MARKUP = upsert([
  ...types(['Hostile', '<b>bold</b><script>alert(0)</script>']),
  ...predicates('leads_to'),
  ...HOSTILE.map(
    (name) =>
      `CONCEPT { {type: "Hostile", name: ${JSON.stringify(name)}} SET ATTRIBUTES { description: ${JSON.stringify(name)}, "<i>key</i>": ${JSON.stringify(name)}, nested: { list: [${JSON.stringify(name)}] } } }`,
  ),
  ...HOSTILE.slice(1).map(
    (name, at) =>
      `PROPOSITION { ({type: "Hostile", name: ${JSON.stringify(HOSTILE[at])}}, "leads_to", {type: "Hostile", name: ${JSON.stringify(name)}}) }`,
  ),
]);

/** A capsule of this many nodes, each linked to an earlier one and some to another. */
export function manyNodes(amount: number): string {
  const kinds = ['Note', 'Source', 'Claim', 'Author', 'Topic'];
  const statements = [
    upsert([
      ...types(...kinds.map((name): [string, string] => [name, `A ${name}.`])),
      ...predicates('cites', 'part_of'),
    ]),
  ];
  const kindOf = (at: number) => kinds[at % kinds.length]!;
  const nameOf = (at: number) => `${kindOf(at)} ${String(at).padStart(5, '0')}`;
  for (let from = 0; from < amount; from += 500) {
    const blocks: string[] = [];
    for (let at = from; at < Math.min(amount, from + 500); at++) {
      blocks.push(concept(kindOf(at), nameOf(at), `number: ${at}`));
      if (at > 0) blocks.push(link([kindOf(at), nameOf(at)], 'part_of', endOf(Math.floor(at / 4))));
      if (at > 3 && at % 3 === 0) blocks.push(link([kindOf(at), nameOf(at)], 'cites', endOf((at * 7919) % at)));
    }
    statements.push(upsert(blocks));
  }
  function endOf(at: number): [string, string] {
    return [kindOf(at), nameOf(at)];
  }
  return statements.join('\n');
}
