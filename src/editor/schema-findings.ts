// What only the memory can tell about a statement: types and predicates it does not have, attributes nobody has seen.
import { nearest } from '../language/suggest.ts';
import { identifierPattern, quote } from '../language/value-text.ts';
import { tokenize } from '../language/explain/tokens.ts';
import type { Program } from '../language/ast.ts';
import type { TextEdit } from '../language/diagnostics.ts';
import type { Finding, Repair } from './finding.ts';
import { attributeKeysOf, known, ownersOf } from './knowledge.ts';
import { type Definition, definitionsOf, type Mention, mentionsOf } from './mentions.ts';
import { ownerName, type SchemaProvider } from './schema.ts';
import type { StatementText } from './statements.ts';
import { tupleAt, variablesOf } from './variables.ts';

export interface JudgedStatement {
  readonly statement: StatementText;
  readonly program: Program;
}

/** Findings about all statements of a document that parse. What one of them defines, the others may use. */
export async function schemaFindings(judged: readonly JudgedStatement[], schema: SchemaProvider): Promise<Finding[]> {
  const names = await knownNames(schema);
  if (!names) return [];
  const defined = judged.flatMap(({ program }) => program.statements.flatMap(definitionsOf));
  for (const { kind, name } of defined) names[kind].add(name);
  const findings = await Promise.all(judged.map((one) => findingsOf(one, names, schema)));
  return findings.flat();
}

type Names = Readonly<Record<Definition['kind'], Set<string>>>;

/** Undefined where nothing is known: then nothing can be missing either. */
async function knownNames(schema: SchemaProvider): Promise<Names | undefined> {
  const [types, predicates] = await Promise.all([known(schema.types(), []), known(schema.predicates(), [])]);
  if (types.length === 0) return undefined;
  return {
    type: new Set(types.map(({ name }) => name)),
    predicate: new Set(predicates.map(({ name }) => name)),
  };
}

async function findingsOf(judged: JudgedStatement, names: Names, schema: SchemaProvider): Promise<Finding[]> {
  const findings: Finding[] = [];
  const attributes: Mention[] = [];
  for (const statement of judged.program.statements) {
    for (const mention of mentionsOf(statement)) {
      if (mention.kind === 'attribute') attributes.push(mention);
      else if (mention.name !== '' && !names[mention.kind].has(mention.name)) {
        findings.push(unknownName(judged.statement, mention, mention.kind, names[mention.kind]));
      }
    }
  }
  return [...findings, ...(await unknownAttributes(judged.statement, attributes, schema))];
}

// ---------------------------------------------------------------- types and predicates

const NOUNS = { type: 'concept type', predicate: 'predicate' } as const;

function unknownName(
  statement: StatementText,
  { name, range }: Mention,
  kind: Definition['kind'],
  all: ReadonlySet<string>,
): Finding {
  const near = nearest(name, all);
  const place = { from: statement.from + range.from, to: statement.from + range.to };
  const hint =
    near.length > 0
      ? `Did you mean ${near.map(quote).join(' or ')}? Names are case-sensitive.`
      : `Define it first, or list those there are with DESCRIBE ${kind === 'type' ? 'CONCEPT' : 'PROPOSITION'} TYPES.`;
  const repairs: Repair[] = near.map((other) => ({
    title: `Write ${quote(other)}`,
    edits: [{ ...place, insert: quote(other) }],
  }));
  if (identifierPattern.test(name)) repairs.push(define(statement, kind, name));
  return {
    ...place,
    severity: 'warning',
    kind: 'typeMismatch',
    message: `This memory has no ${NOUNS[kind]} ${quote(name)}.`,
    hint,
    repairs,
    statement,
  };
}

/** Inserts a definition in front of the statement, with its description selected to be written. */
function define(statement: StatementText, kind: Definition['kind'], name: string): Repair {
  const description = kind === 'type' ? 'What is of this kind, and what is not.' : 'What the link says.';
  const ends = kind === 'type' ? '' : definedEnds(statement, name);
  const meta = kind === 'type' ? '$ConceptType' : '$PropositionType';
  const text = `UPSERT {
  CONCEPT ?${name.replace(/^[A-Z]/, (letter) => letter.toLowerCase())} {
    {type: "${meta}", name: "${name}"}
    SET ATTRIBUTES {
      description: "${description}"${ends}
    }
  }
}

`;
  const at = text.indexOf(description);
  return {
    title: `Define ${NOUNS[kind]} ${name}`,
    edits: [{ from: statement.from, to: statement.from, insert: text }],
    select: { from: at, to: at + description.length },
  };
}

/** The types of the ends as this statement uses the predicate, anything where it does not say. */
function definedEnds({ text }: StatementText, predicate: string): string {
  const tokens = tokenize(text);
  const variables = variablesOf(tokens);
  const tuples = tokens.flatMap(({ text: open }, index) => (open === '(' ? [tupleAt(tokens, index)] : []));
  const tuple = tuples.find((candidate) => candidate?.predicates.includes(predicate));
  const typesAt = (end: 'subject' | 'object'): string => {
    const { type, variable = '' } = tuple?.[end] ?? {};
    const types = type === undefined ? (variables.get(variable)?.types ?? []) : [type];
    return (types.length > 0 ? types : ['*']).map(quote).join(', ');
  };
  return `,\n      subject_types: [${typesAt('subject')}],\n      object_types: [${typesAt('object')}]`;
}

// ---------------------------------------------------------------- attributes

async function unknownAttributes(
  statement: StatementText,
  mentions: readonly Mention[],
  schema: SchemaProvider,
): Promise<Finding[]> {
  if (mentions.length === 0) return [];
  const variables = variablesOf(tokenize(statement.text));
  const findings = await Promise.all(
    mentions.map(async (mention) => {
      const facts = variables.get(mention.variable ?? '');
      const owners = facts ? await ownersOf(facts, schema) : [];
      const keys = (await attributeKeysOf(owners, schema)).map(({ key }) => key);
      if (keys.length === 0 || keys.includes(mention.name)) return [];
      return unknownAttribute(statement, mention, owners.map(ownerName), keys);
    }),
  );
  return findings.flat();
}

/** Writing a new attribute is fine, so there only a name that looks misspelt is worth a word. */
function unknownAttribute(
  statement: StatementText,
  { name, range, writes }: Mention,
  owners: readonly string[],
  keys: readonly string[],
): Finding[] {
  const near = nearest(name, keys);
  if (writes && near.length === 0) return [];
  const place = { from: statement.from + range.from, to: statement.from + range.to };
  const quoted = statement.text[range.from] === '"';
  const hint =
    near.length > 0 ? `Did you mean ${near.map(quote).join(' or ')}?` : `Known here: ${keys.slice(0, 12).join(', ')}.`;
  const usable = near.filter((other) => quoted || identifierPattern.test(other));
  return [
    {
      ...place,
      severity: 'info',
      message: `No attribute ${quote(name)} is known of ${owners.join(', ')}.`,
      hint,
      repairs: usable.map((other): Repair => {
        const edit: TextEdit = { ...place, insert: quoted ? quote(other) : other };
        return { title: `Write ${other}`, edits: [edit] };
      }),
      statement,
    },
  ];
}
