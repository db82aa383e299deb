// Dot paths (§3.2).
import { table } from '../table.ts';
import type { Path } from '../ast.ts';
import * as T from '../kip-terms.generated.ts';
import { type Lowering, lowerVariable, unnamedVariable } from './lowering.ts';

/** Metadata keys of appendix 1, by which a forgotten `.metadata` is told from a forgotten `.attributes`. */
const METADATA_KEYS = new Set(
  'source author confidence evidence status created_at observed_at expires_at valid_from valid_until memory_tier superseded superseded_at superseded_by supersedes relevance_tags access_count'.split(
    ' ',
  ),
);

const FIELDS = ['id', 'type', 'name', 'subject', 'predicate', 'object', 'attributes', 'metadata'];

/** Other names of the fields, in lower case. */
const FIELD_SYNONYMS = table<string>(
  Object.fromEntries(
    Object.entries({
      id: 'id _id uid',
      type: 'type kind class',
      name: 'name label title',
      subject: 'subject from src start',
      predicate: 'predicate relation rel verb',
      object: 'object to target dst end',
      attributes: 'attributes attribute attrs attr properties props',
      metadata: 'metadata meta',
    }).flatMap(([field, words]) => words.split(' ').map((word) => [word, field])),
  ),
);

/** The Path under the cursor; complains of a first step that no element has. */
export function lowerPath(l: Lowering): Path {
  const range = l.range;
  let variable = unnamedVariable(range);
  const fields: string[] = [];
  let first = range;
  l.eachChild((term) => {
    if (term === T.Variable) variable = lowerVariable(l);
    else {
      if (fields.length === 0) first = l.range;
      fields.push(l.text.slice(l.cursor.from + 1, l.cursor.to));
    }
  });
  judgeFirstField(l, { kind: 'path', variable, fields, range }, first);
  return { kind: 'path', variable, fields, range };
}

function judgeFirstField(l: Lowering, path: Path, range: { from: number; to: number }): void {
  const [first, ...rest] = path.fields;
  if (first === undefined || first === 'attributes' || first === 'metadata') return;
  const name = `?${path.variable.name}`;
  if (FIELDS.includes(first)) {
    if (rest.length === 0) return;
    const hint =
      first === 'subject' || first === 'object'
        ? `${name}.${first} is an id. Bind the endpoint to a variable: ${name} (?s, "predicate", ?o), then ?${first === 'subject' ? 's' : 'o'}.${rest.join('.')}.`
        : `${name}.${first} is a string. Other data is under ${name}.attributes and ${name}.metadata.`;
    l.report('invalidSyntax', range, `${name}.${first} has no fields`, hint);
    return;
  }
  const field = FIELD_SYNONYMS[first.toLowerCase()];
  const isReserved = first.startsWith('_');
  const home = isReserved || METADATA_KEYS.has(first) ? 'metadata' : 'attributes';
  const written = [field ?? `${home}.${first}`, ...rest].join('.');
  const elsewhere = [home === 'metadata' ? 'attributes' : 'metadata', first, ...rest].join('.');
  const other = field || isReserved ? '' : ` (or ${name}.${elsewhere})`;
  const hint = `Write ${name}.${written}${other}. Fields are ${FIELDS.join(', ')}.`;
  const fix = field
    ? { title: `Write .${field}`, edits: [{ ...range, insert: `.${field}` }] }
    : { title: `Insert .${home}`, edits: [{ from: range.from, to: range.from, insert: `.${home}` }] };
  l.report('invalidSyntax', range, `An element has no field "${first}"`, hint, [fix]);
}
