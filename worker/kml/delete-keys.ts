// DELETE ATTRIBUTES and DELETE METADATA (§4.2.1, §4.2.2).
import type { DeleteKeysStatement } from '../../src/language/core.ts';
import { stringValue } from '../compile/bind.ts';
import { collectTargets } from '../kql/targets.ts';
import type { StatementAnswer, StatementContext } from '../nexus.ts';
import { jsonPath } from '../store/json-path.ts';
import { removeKeys } from '../store/remove-keys.ts';
import { refuseReserved } from './author-metadata.ts';
import { indexTargets } from './index-targets.ts';
import { refuseProtectedTargets } from './protection.ts';

/** Result: `{"updated_concepts", "updated_propositions"}`, counting only elements that had one of the keys. */
export function executeDeleteKeys(statement: DeleteKeysStatement, context: StatementContext): StatementAnswer {
  const { nexus, parameters } = context;
  const document = statement.kind === 'delete-attributes' ? 'attributes' : 'metadata';
  const keys = statement.keys.map((source) => {
    const key = stringValue(source, 'key', { parameters, types: nexus.types });
    if (document === 'metadata') refuseReserved(key, source.range);
    return key;
  });
  const { count } = collectTargets(statement.where, statement.target, context);
  let removed = { concepts: 0, propositions: 0 };
  if (count > 0) {
    refuseProtectedTargets(
      context,
      document === 'attributes' ? { attributeKeys: keys, metadataKeys: [] } : { attributeKeys: [], metadataKeys: keys },
      statement.target.range,
    );
    const gone = keys.map((key) => ({ key, path: jsonPath([key]), holdsText: false }));
    const reindex = indexTargets(nexus, document === 'attributes' ? gone : []);
    removed = removeKeys(
      nexus.driver,
      document,
      gone.map(({ path }) => path),
      nexus.now(),
    );
    reindex();
  }
  return {
    resultText: JSON.stringify({ updated_concepts: removed.concepts, updated_propositions: removed.propositions }),
  };
}
