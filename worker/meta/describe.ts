// DESCRIBE (§5.1): what this memory is about and which types and predicates it knows.
import type { DescribeStatement, DescribeTarget, Scalar } from '../../src/language/ast.ts';
import { didYouMean, nearest, quote } from '../../src/language/core.ts';
import { errors, type KipError } from '../../src/protocol/errors.ts';
import { stringValue } from '../compile/bind.ts';
import type { Nexus, StatementAnswer, StatementContext } from '../nexus.ts';
import { readConceptText } from '../store/concept-text.ts';
import { readDomains } from '../store/domains.ts';
import { typesWithName } from '../store/similar-names.ts';
import type { Definition } from '../store/type-registry.ts';
import { openPage } from './paging.ts';
import { primer } from './primer.ts';

type Describe = (statement: DescribeStatement, context: StatementContext) => StatementAnswer;

const DESCRIBE: Readonly<Record<DescribeTarget, Describe>> = {
  primer: (_statement, { nexus }) => ({ resultText: JSON.stringify(primer(nexus)) }),
  domains: (_statement, { nexus }) => ({ resultText: domainSummaries(nexus) }),
  'concept-types': (statement, context) => listNames(statement, context, context.nexus.types.conceptTypes()),
  'proposition-types': (statement, context) => listNames(statement, context, context.nexus.types.predicates()),
  'concept-type': describeDefinition,
  'proposition-type': describeDefinition,
};

export function executeDescribe(statement: DescribeStatement, context: StatementContext): StatementAnswer {
  return DESCRIBE[statement.target](statement, context);
}

/** Every domain with the number of its members and all it says of itself, by name. */
function domainSummaries(nexus: Nexus): string {
  const summaries = readDomains(nexus).map(({ name, members, attributes }) => {
    const { name: _, members: __, ...others } = attributes;
    return { name, members, ...others };
  });
  return JSON.stringify(summaries);
}

/** Names in the order of definition, so that pages stay whole while types are being added. */
function listNames(
  statement: DescribeStatement,
  context: StatementContext,
  definitions: readonly Definition[],
): StatementAnswer {
  const { limit = Infinity, after = [0], cursorAfter } = openPage(statement, context);
  const remaining = definitions.filter(({ id }) => id > after[0]!);
  const page = remaining.slice(0, limit);
  const resultText = JSON.stringify(page.map(({ name }) => name));
  return page.length === remaining.length ? { resultText } : { resultText, nextCursor: cursorAfter([page.at(-1)!.id]) };
}

/** The whole definition node, as FIND would project it. */
function describeDefinition({ target, name }: DescribeStatement, context: StatementContext): StatementAnswer {
  const { nexus, parameters } = context;
  const isType = target === 'concept-type';
  const wanted = stringValue(name!, isType ? 'type' : 'predicate', { parameters, types: nexus.types });
  const id = isType ? nexus.types.conceptType(wanted) : nexus.types.predicate(wanted);
  if (id === undefined) throw undefinedName(nexus, isType, wanted, name!);
  return { resultText: readConceptText(nexus.driver, id)! };
}

function undefinedName({ driver, types }: Nexus, isType: boolean, name: string, source: Scalar): KipError {
  const [own, other] = isType ? ['CONCEPT TYPE', 'PROPOSITION TYPE'] : ['PROPOSITION TYPE', 'CONCEPT TYPE'];
  const known = isType ? types.conceptTypes() : types.predicates();
  const isOther = (isType ? types.predicate(name) : types.conceptType(name)) !== undefined;
  const instanceOf = isOther ? [] : typesWithName(driver, name).map((id) => types.nameOf(id));
  const hint = [
    didYouMean(
      nearest(
        name,
        known.map((definition) => definition.name),
      ),
    ),
    isOther
      ? `${quote(name)} is a ${isType ? 'predicate' : 'concept type'}: write DESCRIBE ${other} ${quote(name)}.`
      : '',
    ...instanceOf.map(
      (type) =>
        `${quote(name)} is a concept: read it with FIND(?c) WHERE { ?c {type: ${quote(type)}, name: ${quote(name)}} }.`,
    ),
    `Names are case-sensitive; DESCRIBE ${own}S lists all.`,
  ];
  return errors.notFound(
    `There is no ${isType ? 'concept type' : 'predicate'} ${quote(name)}.`,
    hint.filter((part) => part !== '').join(' '),
    source.range,
  );
}
