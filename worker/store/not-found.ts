// The error for a concept that is asked for by an identity nothing has, with what was probably meant.
import { errors, type KipError, type Range } from '../../src/protocol/errors.ts';
import type { Nexus } from '../nexus.ts';
import type { ConceptIdentity } from './concepts.ts';
import { similarNames, typesWithName } from './similar-names.ts';

const PLACEHOLDER = /^:[A-Za-z_]\w*$/;

export function conceptNotFound({ driver, types }: Nexus, identity: ConceptIdentity, range?: Range): KipError {
  const type = JSON.stringify(types.nameOf(identity.type));
  const name = JSON.stringify(identity.name);
  const similar = similarNames(driver, identity).map((n) => JSON.stringify(n));
  const elsewhere = typesWithName(driver, identity.name).map((id) => JSON.stringify(types.nameOf(id)));
  const hint = [
    PLACEHOLDER.test(identity.name)
      ? `Within quotes ${name} is plain text; for the parameter write ${identity.name} without the quotes.`
      : '',
    similar.length > 0 ? `Did you mean ${similar.join(' or ')}?` : '',
    elsewhere.length > 0 ? `There is a ${elsewhere.join(' and a ')} named ${name}.` : '',
    `Look for it with SEARCH CONCEPT ${name} WITH TYPE ${type}, or create it with UPSERT { CONCEPT ?c { {type: ${type}, name: ${name}} } }.`,
  ];
  return errors.notFound(
    `There is no concept {type: ${type}, name: ${name}}.`,
    hint.filter((part) => part !== '').join(' '),
    range,
  );
}
