// Identities that name nothing (§A4 NotFound). A missing one in a mandatory place empties the result, so it is looked for
// only then, or where a UNION or an aggregate answers with rows all the same.
import { errors, type KipError } from '../../src/protocol/errors.ts';
import { evaluateBind, type BindEnvironment } from '../compile/bind.ts';
import type { Identity } from '../compile/scope.ts';
import type { Nexus } from '../nexus.ts';
import { conceptId, readConcept } from '../store/concepts.ts';
import { formatElementId } from '../store/element-id.ts';
import { conceptNotFound } from '../store/not-found.ts';
import { readProposition } from '../store/propositions.ts';

export function requireIdentities(nexus: Nexus, identities: readonly Identity[], environment: BindEnvironment): void {
  for (const identity of identities) {
    const missing = missingError(nexus, identity, environment);
    if (missing) throw missing;
  }
}

function missingError(nexus: Nexus, identity: Identity, environment: BindEnvironment): KipError | undefined {
  const { driver } = nexus;
  if (identity.kind === 'concept') {
    const type = evaluateBind(identity.type, environment) as number;
    const name = evaluateBind(identity.name, environment) as string;
    if (conceptId(driver, { type, name }) !== undefined) return undefined;
    return conceptNotFound(nexus, { type, name }, identity.range);
  }
  const id = evaluateBind(identity.id, environment) as number;
  const isConcept = identity.kind === 'concept-id';
  if (isConcept ? readConcept(driver, id) : readProposition(driver, id)) return undefined;
  return errors.notFound(
    `There is no ${isConcept ? 'concept' : 'proposition'} with the id ${JSON.stringify(formatElementId(id))}.`,
    'It may have been deleted or merged. Look for it by name with SEARCH or FIND.',
    identity.range,
  );
}
