// The tour: KIP in small steps on the drugs world, from the first look to carrying a memory elsewhere. Every statement here is run
// by tour.test.ts, with what comes of it.
import type { Chapter, Lesson } from './lesson.ts';

const LOOK: readonly Lesson[] = [
  {
    id: 'primer',
    title: 'What is in here?',
    say: 'A nexus describes itself. DESCRIBE PRIMER is what an agent asks first: who it is, and which fields of knowledge there are. It is the table of contents of a memory.',
    command: 'DESCRIBE PRIMER',
    see: 'Under “domain_map” there is a domain “Medicine”: that is the sample world.',
  },
  {
    id: 'type',
    title: 'What is a drug, here?',
    say: 'Every thing in memory is a concept, and every concept has a type. The types are concepts too, so they can be looked up: what a Drug is, and which attributes one usually has.',
    command: 'DESCRIBE CONCEPT TYPE "Drug"',
    see: '“instance_schema” lists the attributes: a description and a risk level are asked of every drug.',
  },
  {
    id: 'search',
    title: 'Find it without knowing its name',
    say: 'SEARCH takes words and finds the concepts they could mean, by names, aliases and descriptions. With a language model loaded it also finds what only means the same.',
    command: 'SEARCH CONCEPT "acetylsalicylic" LIMIT 3',
    see: 'Aspirin, since that is one of its aliases. “_score” tells how well it fits, from 0 to 1.',
  },
];

const ASK: readonly Lesson[] = [
  {
    id: 'find',
    title: 'Ask for all of a type',
    say: 'FIND says what to show, WHERE says what it must look like. ?drug is a variable: it stands for every concept that fits the pattern behind it.',
    command: `FIND(?drug.name)
WHERE {
  ?drug {type: "Drug"}
}`,
    see: 'Nine drugs, one row for each way the pattern fits.',
  },
  {
    id: 'filter',
    title: 'Compare and sort',
    say: 'A dot leads inside: ?drug.attributes.risk_level. FILTER keeps the rows for which something is true, ORDER BY sorts them, and LIMIT ends the list.',
    command: `FIND(?drug.name, ?drug.attributes.risk_level)
WHERE {
  ?drug {type: "Drug"}
  FILTER(?drug.attributes.risk_level >= 3)
}
ORDER BY ?drug.attributes.risk_level DESC, ?drug.name
LIMIT 3`,
    see: 'Warfarin first: it needs the most care.',
  },
  {
    id: 'link',
    title: 'Follow a link',
    say: 'Links are written as three things in brackets: subject, predicate, object. Here the object is one known concept, and the subject is what we ask for.',
    command: `FIND(?drug.name)
WHERE {
  (?drug, "treats", {type: "Symptom", name: "Headache"})
}`,
    see: 'The drugs that help against a headache. Nothing told us their type: the link was enough.',
  },
  {
    id: 'join',
    title: 'Several patterns at once',
    say: 'All patterns in WHERE must fit together. The same variable is the same thing everywhere: this drug treats a fever and is made by someone, and we ask where that company is.',
    command: `FIND(?drug.name, ?maker.name, ?maker.attributes.country)
WHERE {
  (?drug, "treats", {name: "Fever"})
  (?drug, "manufactured_by", ?maker)
}
ORDER BY ?drug.name`,
    see: 'Paracetamol is missing: in this world nobody is said to make it.',
  },
  {
    id: 'optional',
    title: 'If there is one',
    say: 'OPTIONAL keeps a row also where nothing fits inside it; the variable is null then. So nobody is lost for want of a maker.',
    command: `FIND(?drug.name, ?maker.name)
WHERE {
  (?drug, "treats", {name: "Fever"})
  OPTIONAL { (?drug, "manufactured_by", ?maker) }
}
ORDER BY ?drug.name`,
    see: 'Paracetamol is back, with null for its maker.',
  },
  {
    id: 'not',
    title: 'But not those',
    say: 'NOT throws out what fits the pattern inside it. Against a headache, but sparing the stomach:',
    command: `FIND(?drug.name)
WHERE {
  (?drug, "treats", {name: "Headache"})
  NOT { (?drug, "has_side_effect", {name: "Stomach upset"}) }
}
ORDER BY ?drug.name`,
    see: 'Codeine and Paracetamol are left.',
  },
  {
    id: 'union',
    title: 'One way or the other',
    say: 'UNION adds what a second, separate set of patterns finds. Inside it nothing from above is known, so it says again what ?drug is.',
    command: `FIND(?drug.name)
WHERE {
  (?drug, "treats", {name: "Migraine"})
  UNION { (?drug, "treats", {name: "Sneezing"}) }
}
ORDER BY ?drug.name`,
    see: 'Two drugs against migraine, one against sneezing.',
  },
  {
    id: 'count',
    title: 'Count',
    say: 'COUNT, SUM, AVG, MIN and MAX summarise. What stands beside them in FIND says what to group by; there is no GROUP BY to write.',
    command: `FIND(?symptom.name, COUNT(?drug))
WHERE {
  (?drug, "treats", ?symptom)
}
ORDER BY COUNT(?drug) DESC, ?symptom.name`,
    see: 'Four drugs each against headache and inflammation.',
  },
  {
    id: 'hops',
    title: 'Any number of steps',
    say: 'Braces after a predicate say how many steps may be taken. {0,} is none or any number: a coxib is an NSAID, and an NSAID is an analgesic, so celecoxib is found too.',
    command: `FIND(?drug.name, ?class.name)
WHERE {
  (?drug, "belongs_to_class", ?class)
  (?class, "is_subclass_of"{0,}, {type: "DrugClass", name: "Analgesic"})
}
ORDER BY ?class.name, ?drug.name`,
    see: 'Six analgesics, of four families.',
  },
  {
    id: 'around',
    title: 'Everything around a thing',
    say: 'The predicate may be a variable as well. This is how a memory is explored from one thing outwards, without knowing which relations there are.',
    command: `FIND(?relation, ?other.name)
WHERE {
  ({type: "Drug", name: "Aspirin"}, ?relation, ?other)
}
ORDER BY ?relation, ?other.name`,
    see: 'Seven links that start at aspirin. Swap the first and last place to see those that end there.',
  },
  {
    id: 'sources',
    title: 'How sure are we, and who says so?',
    say: 'A link can be named, like ?fact here, and has metadata of its own: how sure, since when, from where. Other links may point at it, so that one can ask who made a statement.',
    command: `FIND(?person.name, ?statement.metadata.confidence, ?fact.metadata.confidence)
WHERE {
  ?fact ({name: "Aspirin"}, "treats", {name: "Headache"})
  ?statement (?person, "stated", ?fact)
}
ORDER BY ?statement.metadata.confidence DESC`,
    see: 'The doctor is surer than the patient, and the memory itself has its own opinion: 0.95.',
  },
  {
    id: 'parameters',
    title: 'Values from outside',
    say: 'A name after a colon is filled in from the parameters, never by gluing text together. That is how an agent passes on what a person typed: whatever it is, it stays a value.',
    command: `FIND(?drug.name)
WHERE {
  (?drug, "treats", {type: "Symptom", name: :symptom})
}
ORDER BY ?drug.name
LIMIT :limit`,
    parameters: { symptom: 'Inflammation', limit: 2 },
    see: 'Two of four. The answer carries a cursor, from which the next page goes on.',
  },
];

const CHANGE: readonly Lesson[] = [
  {
    id: 'remember',
    title: 'Remember something',
    say: 'UPSERT creates what is not there and updates what is. ?cetirizine is a handle, good within this statement, so that other blocks can link to it. Run it twice: nothing is doubled.',
    command: `UPSERT {
  CONCEPT ?cetirizine {
    {type: "Drug", name: "Cetirizine"}
    SET ATTRIBUTES { description: "Calms hay fever.", aliases: ["Zyrtec"], risk_level: 1 }
    SET PROPOSITIONS {
      ("treats", {type: "Symptom", name: "Sneezing"})
      ("has_side_effect", {type: "Symptom", name: "Drowsiness"})
    }
  }
}
WITH METADATA { source: "tour", confidence: 0.8 }`,
    see: 'The id of the new concept. What is said once in the last line holds for the concept and both links.',
  },
  {
    id: 'define',
    title: 'A new kind of thing',
    say: 'A word must be defined before it is used; that is what keeps a memory in order. A definition is a concept like any other, of the type $ConceptType or $PropositionType.',
    command: `UPSERT {
  CONCEPT ?pharmacy {
    {type: "$ConceptType", name: "Pharmacy"}
    SET ATTRIBUTES { description: "A shop that sells drugs." }
  }
  CONCEPT ?sells {
    {type: "$PropositionType", name: "sells"}
    SET ATTRIBUTES {
      description: "The pharmacy has the drug in stock.",
      subject_types: ["Pharmacy"], object_types: ["Drug"]
    }
  }
}`,
    see: 'Two ids. From here on concepts of type Pharmacy and links of “sells” can be stored.',
  },
  {
    id: 'use-definition',
    title: 'Use it',
    say: 'PROPOSITION blocks write a link on its own, with attributes where the link itself has something to say: here, the price.',
    command: `UPSERT {
  CONCEPT ?shop { {type: "Pharmacy", name: "Corner pharmacy"} }
  PROPOSITION ?offer {
    (?shop, "sells", {type: "Drug", name: "Ibuprofen"})
    SET ATTRIBUTES { price: 4.95 }
  }
}`,
    see: 'One concept and one link were written.',
    needs: ['define'],
  },
  {
    id: 'version',
    title: 'Only if nobody was faster',
    say: 'The memory counts the changes of each element in _version. EXPECT VERSION writes only where the count is what you last saw; 0 means: only if it is not there yet.',
    command: `UPSERT {
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    EXPECT VERSION 0
    SET ATTRIBUTES { risk_level: 1 }
  }
}`,
    see: 'An error, on purpose: aspirin is there already. The message tells its version, so that one can read it again and decide.',
  },
  {
    id: 'update',
    title: 'Change many at once',
    say: 'UPDATE changes all that fit a pattern. ADD, MUL, CLAMP and COALESCE compute from the old value: here every belief in a side effect fades a little.',
    command: `UPDATE ?link
SET METADATA { confidence: MUL(COALESCE(?link.metadata.confidence, 1), 0.9) }
WHERE {
  ?link (?drug, "has_side_effect", ?symptom)
}`,
    see: 'Eight links were changed. In the editor, a dry run tells the same before anything is written.',
  },
  {
    id: 'twin',
    title: 'The same thing twice',
    say: 'It happens: someone writes down a drug under its other name. This puts such a twin into the memory, to be cleaned up in the next step.',
    command: `UPSERT {
  CONCEPT ?twin {
    {type: "Drug", name: "Acetaminophen"}
    SET ATTRIBUTES { description: "Relieves pain.", risk_level: 1, max_daily_mg: 4000 }
    SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Migraine"}) }
  }
}`,
    see: 'A second concept for what Paracetamol already is.',
  },
  {
    id: 'merge',
    title: 'Make two into one',
    say: 'MERGE moves all links of one concept to another, fills in attributes the other lacks, keeps the old name as an alias, and removes the first. All of it or nothing.',
    command: `MERGE CONCEPT ?twin INTO ?drug
WHERE {
  ?twin {type: "Drug", name: "Acetaminophen"}
  ?drug {type: "Drug", name: "Paracetamol"}
}`,
    see: 'One link moved, one attribute filled in. Paracetamol now helps against migraine too.',
    needs: ['twin'],
  },
  {
    id: 'delete',
    title: 'Forget',
    say: 'DELETE removes attributes, metadata, links or whole concepts. For a concept, DETACH must be written: it says that its links go too, and links about those links.',
    command: `DELETE CONCEPT ?drug DETACH
WHERE {
  ?drug {type: "Drug", name: "Sumatriptan"}
}`,
    see: 'One concept went, and three links with it: two of its own, and the one by which a study supported one of those.',
  },
];

const CARRY: readonly Lesson[] = [
  {
    id: 'export',
    title: 'Take it elsewhere',
    say: 'EXPORT writes what it finds as a capsule: UPSERT statements, plain text, that make the same in any other nexus. A memory can be read, kept and moved.',
    command: `EXPORT ?drug
WHERE {
  ?drug {type: "Drug"}
  FILTER(?drug.attributes.risk_level >= 4)
}`,
    see: 'The text of a capsule with two drugs. Importing a file of it is on the page “Memory”.',
  },
];

export const TOUR: readonly Chapter[] = [
  { id: 'look', title: 'Look around', about: 'META: what a memory tells of itself.', lessons: LOOK },
  { id: 'ask', title: 'Ask', about: 'KQL: patterns, and what fits them.', lessons: ASK },
  { id: 'change', title: 'Change', about: 'KML: remember, correct, forget.', lessons: CHANGE },
  { id: 'carry', title: 'Carry', about: 'Capsules: knowledge as text.', lessons: CARRY },
];
