// What is behind each error code: the meaning, the usual cause, a command that brings it and its right form, and what an agent does.
// Both commands are run by help.test.ts in the drugs world: the wrong one must bring the code, the right one must not.
import { type ErrorKind } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/values.ts';

export interface Example {
  readonly command: string;
  readonly parameters?: Parameters;
}

export interface ErrorHelp {
  readonly meaning: string;
  readonly cause: string;
  /** Absent where no command brings the error. */
  readonly wrong?: Example;
  readonly right?: Example;
  /** What the two differ in. */
  readonly difference?: string;
  /** What an agent should do, step by step. */
  readonly agent: string;
}

const LOW_RISK: Example = {
  command: `FIND(?drug.name)
WHERE {
  ?drug {type: "Drug"}
  FILTER(?drug.attributes.risk_level == 1)
}`,
};

export const ERROR_HELP: Readonly<Record<ErrorKind, ErrorHelp>> = {
  invalidSyntax: {
    meaning: 'The command could not be read. Nothing was looked at and nothing was written.',
    cause:
      'A missing bracket or quote, a keyword in lower case, habits of another language (LIKE, =, SELECT), or a parameter that is not there. The same code stands for a writing command that came through the read-only door.',
    wrong: {
      command: `FIND(?drug.name)
WHERE {
  ?drug {type: "Drug"}
  FILTER(?drug.attributes.risk_level = 1)
}`,
    },
    right: LOW_RISK,
    difference: 'Two equal signs compare; a single one means nothing in KIP.',
    agent:
      'Read the line and column in the message, make the repair the hint names, and send the command again. Change nothing else: the rest may be right.',
  },
  invalidIdentifier: {
    meaning: 'A name is written in a way no name may be.',
    cause:
      'Variables, bare keys and the names of definitions take letters, digits and “_”, and do not begin with a digit. Hyphens and spaces are the usual trap.',
    wrong: {
      command: `UPSERT {
  CONCEPT ?side_note {
    {type: "$ConceptType", name: "Side-Note"}
    SET ATTRIBUTES { description: "A remark." }
  }
}`,
    },
    right: {
      command: `UPSERT {
  CONCEPT ?side_note {
    {type: "$ConceptType", name: "SideNote"}
    SET ATTRIBUTES { description: "A remark." }
  }
}`,
    },
    difference:
      'Types are written UpperCamelCase, predicates and keys snake_case. The names of other concepts are free.',
    agent: 'Rename, everywhere in the command, and send it again.',
  },
  typeMismatch: {
    meaning: 'A type or predicate is used that this memory does not define.',
    cause:
      'A slip in spelling or in upper and lower case, a plural, or a word that was never defined. Everything is defined before it is used.',
    wrong: {
      command: `FIND(?drug.name)
WHERE {
  ?drug {type: "drug"}
}`,
    },
    right: {
      command: `FIND(?drug.name)
WHERE {
  ?drug {type: "Drug"}
}`,
    },
    difference: 'Case counts. The hint names the nearest word that is defined.',
    agent:
      'Take the nearest name from the hint. If none fits, list them with DESCRIBE CONCEPT TYPES or DESCRIBE PROPOSITION TYPES; define a new one only if the thing is really new.',
  },
  constraintViolation: {
    meaning: 'The command is well formed, but asks for what the rules of the memory do not allow.',
    cause:
      'A required part is missing, a key of metadata that begins with “_” is written, or two concepts of different types are to be merged.',
    wrong: {
      command: `UPDATE ?drug
SET METADATA { _version: 1 }
WHERE {
  ?drug {type: "Drug", name: "Aspirin"}
}`,
    },
    right: {
      command: `UPDATE ?drug
SET METADATA { reviewed_at: "2026-03-01T00:00:00Z" }
WHERE {
  ?drug {type: "Drug", name: "Aspirin"}
}`,
    },
    difference:
      'Keys with “_” in front are kept by the memory itself: versions, times, scores. They can be read, never set.',
    agent:
      'Read the definition (DESCRIBE CONCEPT TYPE …), supply what is missing or leave out what is reserved, and send it again.',
  },
  invalidValueType: {
    meaning: 'A value is of another JSON type than its place takes.',
    cause:
      'Text where a number belongs, most often from a parameter: "1" in quotes is text. Or a whole list or object where single values are compared.',
    wrong: {
      command: `UPDATE ?drug
SET ATTRIBUTES { risk_level: ADD(?drug.attributes.risk_level, :by) }
WHERE {
  ?drug {type: "Drug", name: "Codeine"}
}`,
      parameters: { by: '1' },
    },
    right: {
      command: `UPDATE ?drug
SET ATTRIBUTES { risk_level: ADD(?drug.attributes.risk_level, :by) }
WHERE {
  ?drug {type: "Drug", name: "Codeine"}
}`,
      parameters: { by: 1 },
    },
    difference: 'The parameter is a number, not text.',
    agent: 'Convert the value and send the command again. Do not put quotes around numbers, true, false or null.',
  },
  reference: {
    meaning: 'A variable or a handle is used that nothing gives a value to.',
    cause:
      'A slip in its name, a block used above the one that defines it, or a variable from inside NOT, which nobody outside can see.',
    wrong: {
      command: `FIND(?symptom.name)
WHERE {
  (?drug, "treats", {name: "Fever"})
}`,
    },
    right: {
      command: `FIND(?symptom.name)
WHERE {
  (?drug, "treats", {name: "Fever"})
  (?drug, "treats", ?symptom)
}`,
    },
    difference: 'A second pattern says what ?symptom is: anything else these drugs treat.',
    agent:
      'Bind the variable with a pattern in WHERE, or, in UPSERT, move the block that defines the handle above its use.',
  },
  notFound: {
    meaning: 'Something that was named exactly is not there.',
    cause:
      'A link to a concept that does not exist yet, an id from an older answer, or the second run of a MERGE that has already happened. A FIND without a match is no error: it answers with an empty list.',
    wrong: {
      command: `UPSERT {
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Toothache"}) }
  }
}`,
    },
    right: {
      command: `UPSERT {
  CONCEPT ?toothache { {type: "Symptom", name: "Toothache"} }
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET PROPOSITIONS { ("treats", ?toothache) }
  }
}`,
    },
    difference: 'A pattern in braces links to what exists; a block of its own creates it first.',
    agent:
      'Look for it with SEARCH: it may be there under another name. If it is not, create it in the same UPSERT, above its use. After a MERGE, take this as “already done”.',
  },
  duplicateExists: {
    meaning: 'The command needs exactly one element, and several fit.',
    cause: 'A MERGE whose WHERE is too wide: a variable that names a type but no name.',
    wrong: {
      command: `MERGE CONCEPT ?from INTO ?to
WHERE {
  ?from {type: "Drug"}
  ?to {type: "Drug", name: "Paracetamol"}
}`,
    },
    right: {
      command: `MERGE CONCEPT ?from INTO ?to
WHERE {
  ?from {type: "Drug", name: "Codeine"}
  ?to {type: "Drug", name: "Paracetamol"}
}`,
    },
    difference: 'Each variable names one concept. (It runs; whether codeine is paracetamol is another question.)',
    agent: 'Run the same WHERE with FIND(?from, ?to) to see what fits, then narrow it by name or id.',
  },
  immutableTarget: {
    meaning: 'The command would change a part that every memory rests on.',
    cause:
      'Deleting or renaming the types of types, the basic domains, or the identity and core directives of $self and $system.',
    wrong: {
      command: `DELETE CONCEPT ?type DETACH
WHERE {
  ?type {type: "$ConceptType", name: "$ConceptType"}
}`,
    },
    right: {
      command: `UPSERT {
  CONCEPT ?self {
    {type: "Person", name: "$self"}
    SET ATTRIBUTES { persona: "Calm, and curious about medicine." }
  }
}`,
    },
    difference: 'What $self is like may grow; what it is may not be taken away.',
    agent: 'Stop. Do not look for a way around it. If the wish came from a person, tell them that this part stays.',
  },
  versionConflict: {
    meaning: 'Someone changed the element since you read it, so nothing was written.',
    cause: 'EXPECT VERSION did not meet the version it expected. With EXPECT VERSION 0: the element exists already.',
    wrong: {
      command: `UPSERT {
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    EXPECT VERSION 7
    SET ATTRIBUTES { risk_level: 3 }
  }
}`,
    },
    right: {
      command: `UPSERT {
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    EXPECT VERSION 1
    SET ATTRIBUTES { risk_level: 3 }
  }
}`,
    },
    difference: 'The version is the one that a FIND of ?aspirin.metadata._version answers just before.',
    agent:
      'Read the element again, apply your change to what is there now, and write with the version you have just read. Never repeat the old write without the guard.',
  },
  executionTimeout: {
    meaning: 'The command took longer than it may, and was stopped. Nothing was written.',
    cause:
      'Patterns that have nothing to do with each other multiply: every row of one with every row of the other. Or the command was cancelled.',
    wrong: {
      command: `FIND(COUNT(?a))
WHERE {
  ?a {type: "Drug"}
  ?b {type: "Drug"}
  ?c {type: "Drug"}
  ?d {type: "Drug"}
  ?e {type: "Drug"}
  ?f {type: "Drug"}
  ?g {type: "Drug"}
  ?h {type: "Drug"}
  ?i {type: "Drug"}
  ?j {type: "Drug"}
}`,
    },
    right: {
      command: `FIND(COUNT(?a))
WHERE {
  ?a {type: "Drug"}
  (?a, "interacts_with", ?b)
}`,
    },
    difference:
      'Ten unconnected patterns over nine drugs are three and a half thousand million rows. A link between them leaves three.',
    agent:
      'Connect the patterns by links, name types and predicates, lower LIMIT, or ask for fewer steps. Do not send the same command again unchanged.',
  },
  resourceExhausted: {
    meaning: 'A limit was reached: length, depth, size of a batch, space on this device. Nothing is cut off silently.',
    cause:
      'A command over 4 MiB, more than 64 brackets inside each other, more than 256 commands in a batch, or a full disk.',
    wrong: {
      command: `FIND(?drug.name)
WHERE {
  ?drug {type: "Drug"}
  FILTER(${'('.repeat(70)}?drug.attributes.risk_level == 1${')'.repeat(70)})
}`,
    },
    right: LOW_RISK,
    difference: 'Without seventy brackets around it.',
    agent:
      'Split the work: smaller batches, LIMIT and CURSOR, one type or predicate at a time. For a large capsule use the import, which takes any size.',
  },
  internal: {
    meaning: 'The engine itself failed, or the memory could not be reached. This is not your mistake.',
    cause: 'The worker ended, for want of memory for example; another tab took the memory over; the file is damaged.',
    agent:
      'Look whether the change you asked for is there. If not, send the command once more. If it fails again, stop and tell the person, with the message.',
  },
};
