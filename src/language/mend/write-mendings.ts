// Repairs of UPSERT, UPDATE, MERGE and DELETE.
import { closing, insertAt, replace } from '../explain/complaint.ts';
import { type Mending, move, wrap } from './mending.ts';

/** Moves METADATA { … } behind the block, as WITH METADATA { … }. */
const metadataBehind: Mending = ({ tokens, index, found, before, frame, text }) => {
  const isWith = found?.text === 'WITH';
  const start = isWith ? found : before;
  const at = index + (isWith ? 2 : 1);
  const open = tokens[at];
  const last = tokens[closing(tokens, at)];
  const blockEnd = frame.open && tokens[closing(tokens, tokens.indexOf(frame.open))];
  if (!start || open?.text !== '{' || !last || !blockEnd || blockEnd.from < last.to) return [];
  const metadata = text.slice(open.from, last.to);
  return [{ from: start.from, to: last.to, insert: '' }, insertAt(blockEnd.to, ` WITH METADATA ${metadata}`)];
};

/** `[ … ]` as `{ … }`. */
const braces: Mending = ({ found, tokens, index }) => {
  const close = tokens[closing(tokens, index)];
  return found && close?.text === ']' ? [replace(found, '{'), replace(close, '}')] : [];
};

export const WRITE_MENDINGS: Readonly<Record<string, Mending>> = {
  metadataBehind,

  wrapRest: ({ found, text }) => (found ? wrap(found.from, '{ ', text.trimEnd().length, ' }') : []),

  /** `UPSERT {type: …}` becomes `UPSERT { CONCEPT ?x { {type: …} } }`. */
  wrapPattern({ frame, tokens }) {
    const last = frame.open && tokens[closing(tokens, tokens.indexOf(frame.open))];
    return frame.open && last?.text === '}' ? wrap(frame.open.from, '{ CONCEPT ?x { ', last.to, ' } }') : [];
  },

  wrapLink({ found, tokens, index }) {
    const last = tokens[closing(tokens, index)];
    return found && last?.text === ')' ? wrap(found.from, 'PROPOSITION { ', last.to, ' }') : [];
  },

  /** `{ type: "T", name: "n" SET …` gets braces around its first members. */
  wrapIdentity({ found, tokens, index }) {
    const next = tokens.findIndex((token, at) => at > index && ['SET', 'EXPECT', 'WITH', '}'].includes(token.text));
    const end = tokens[next - 1];
    return found && end ? wrap(found.from, '{', end.text === ',' ? end.from : end.to, '}') : [];
  },

  guardFirst(situation) {
    const { tokens, index, frame } = situation;
    const identity = frame.items[0];
    return identity && tokens[index + 2] ? move(situation, index, index + 2, identity.to) : [];
  },

  /** `"predicate": target` becomes `("predicate", target)`. */
  wrapEntry({ found, tokens, index }) {
    const [colon, target] = tokens.slice(index + 1);
    if (!found || !target || (colon?.text !== ':' && colon?.text !== ',')) return [];
    const last = target.kind === 'variable' ? target : tokens[closing(tokens, index + 2)];
    return last ? [insertAt(found.from, '('), replace(colon, ','), insertAt(last.to, ')')] : [];
  },

  /** `(?x, "p", …` in a block of ?x: everything before the predicate goes. */
  dropFirst: ({ frame, found }) => (frame.open && found ? [{ from: frame.open.to, to: found.from, insert: '' }] : []),

  dropSubject({ found, tokens, index }) {
    const last = found?.kind === 'variable' ? index : closing(tokens, index);
    const [comma, predicate] = tokens.slice(last + 1);
    if (!found || comma?.text !== ',' || predicate?.kind !== 'string') return [];
    return [{ from: found.from, to: predicate.from, insert: '' }];
  },

  where: ({ found }) => (found ? [insertAt(found.from, 'WHERE ')] : []),

  /** `UPDATE ?x WHERE { … } SET …`: SET moves up. */
  setFirst(situation) {
    const { tokens, index, found } = situation;
    const end = closing(tokens, index + 1);
    const limit = tokens.findIndex((token, at) => at > end && token.text === 'LIMIT');
    const last = (limit < 0 ? tokens.length : limit) - 1;
    return found && tokens[end + 1]?.text === 'SET' ? move(situation, end + 1, last, found.from) : [];
  },

  /** `SET ?x.attributes.key = value`, alone before WHERE. */
  assignment({ tokens, index, before, text }) {
    const [variable, home, key, sign, value, where] = tokens.slice(index, index + 6);
    const isPath = variable?.kind === 'variable' && home?.kind === 'field' && key?.kind === 'field';
    if (!isPath || sign?.text !== '=' || !before || !value || where?.text !== 'WHERE') return [];
    const part = home.text === '.metadata' ? 'METADATA' : 'ATTRIBUTES';
    const insert = ` ${part} { ${key.text.slice(1)}: ${text.slice(value.from, value.to)} }`;
    return [{ from: before.to, to: value.to, insert }];
  },

  braces,

  wrapKey(situation) {
    const { found } = situation;
    if (found?.text === '[') return braces(situation);
    if (found?.kind !== 'string' && found?.kind !== 'word') return [];
    return [replace(found, `{${found.kind === 'word' ? JSON.stringify(found.text) : found.text}}`)];
  },
};
