// SEARCH (§5.2): from words to elements, best first.
import type { Scalar, SearchStatement } from '../../src/language/ast.ts';
import { nearest } from '../../src/language/core.ts';
import { errors } from '../../src/protocol/errors.ts';
import {
  conceptTypeId,
  limitValue,
  predicateId,
  scalarValue,
  stringValue,
  type BindEnvironment,
} from '../compile/bind.ts';
import type { Nexus, StatementAnswer, StatementContext } from '../nexus.ts';
import type { Hit, Search } from '../search/hits.ts';
import type { TermVectors } from '../search/meaning.ts';
import { isSearchMode, SEARCH_MODES, settleMode, type SearchMode } from '../search/modes.ts';
import { rankConcepts } from '../search/rank-concepts.ts';
import { rankPropositions } from '../search/rank-propositions.ts';
import { scoredElements } from '../search/scored-elements.ts';

/** How many hits come back where SEARCH names no LIMIT. */
const DEFAULT_LIMIT = 10;

/**
 * Answers with an array of whole elements, by `metadata._score` descending.
 *
 * @throws invalidSyntax for an empty term and for options out of range; typeMismatch for an unknown type or predicate
 */
export function executeSearch(statement: SearchStatement, context: StatementContext): StatementAnswer {
  const { nexus, parameters, terms } = context;
  const environment: BindEnvironment = { parameters, types: nexus.types };
  const search: Search = {
    term: termValue(statement.term, environment),
    type: statement.type && typeValue(statement, statement.type, environment),
    threshold: statement.threshold ? thresholdValue(statement.threshold, environment) : 0,
    limit: statement.limit ? limitValue(statement.limit, environment) : DEFAULT_LIMIT,
  };
  const asked = statement.mode && modeValue(statement.mode, environment);
  const hits = rank(nexus, statement.element, search, asked, terms);
  return { resultText: scoredElements(nexus.driver, statement.element, hits) };
}

/** Without a model, or with a term it cannot represent, every mode looks for words (§5.2.1). */
function rank(
  nexus: Nexus,
  element: SearchStatement['element'],
  search: Search,
  asked: SearchMode | undefined,
  terms: TermVectors | undefined,
): Hit[] {
  const mode = settleMode(asked, terms !== undefined);
  const hits = mode === 'keyword' ? undefined : terms?.rank(nexus, mode, element, search);
  return hits ?? (element === 'concept' ? rankConcepts : rankPropositions)(nexus, search);
}

function termValue(source: Scalar, environment: BindEnvironment): string {
  const term = stringValue(source, 'search term', environment);
  if (term.trim() !== '') return term;
  throw errors.invalidSyntax(
    'SEARCH was given an empty term.',
    'Name what to look for: SEARCH CONCEPT "aspirin". To list concepts without a term, use FIND(?n.name) WHERE { ?n {type: "…"} } LIMIT 20.',
    source.range,
  );
}

function typeValue({ element }: SearchStatement, source: Scalar, environment: BindEnvironment): number {
  return element === 'concept'
    ? conceptTypeId(stringValue(source, 'type', environment), environment.types, source)
    : predicateId(stringValue(source, 'predicate', environment), environment.types, source);
}

function modeValue(source: Scalar, environment: BindEnvironment): SearchMode {
  const mode = stringValue(source, 'mode', environment);
  if (isSearchMode(mode)) return mode;
  const [close] = nearest(mode, SEARCH_MODES, 1);
  throw errors.invalidSyntax(
    `SEARCH has no MODE ${JSON.stringify(mode)}.`,
    `${close === undefined ? '' : `Did you mean ${JSON.stringify(close)}? `}Write MODE "keyword", MODE "semantic" or MODE "hybrid", or leave MODE out for the best available.`,
    source.range,
  );
}

function thresholdValue(source: Scalar, environment: BindEnvironment): number {
  const value = scalarValue(source, environment);
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw errors.invalidSyntax(
    `THRESHOLD must be a number from 0 to 1, but is ${JSON.stringify(value)}.`,
    'Scores lie between 0 and 1: THRESHOLD 0.3 keeps what is related to the term, 0.45 what surely is, 0.6 what says the same; or leave THRESHOLD out.',
    source.range,
  );
}
