// Repairs of FIND, of the modifiers behind WHERE, and of DESCRIBE, SEARCH and EXPORT.
import { closing, insertAt, replace } from '../explain/complaint.ts';
import { type Mending, move, wrap } from './mending.ts';

export const QUERY_MENDINGS: Readonly<Record<string, Mending>> = {
  dropBefore: ({ before, found }) => (before && found ? [{ from: before.from, to: found.from, insert: '' }] : []),

  closeFind: ({ before }) => (before ? [insertAt(before.to, ')')] : []),

  /** `?x.name AS n`. */
  dropAlias({ tokens, index, before }) {
    const name = tokens[index + 1];
    return name && before ? [{ from: before.to, to: name.to, insert: '' }] : [];
  },

  /** From the fault to the next modifier or the end. */
  dropTail({ found, tokens, index, text }) {
    const next = tokens.slice(index + 1).find((token) => ['ORDER', 'LIMIT', 'CURSOR', 'HAVING'].includes(token.text));
    return found ? [{ from: found.from, to: next?.from ?? text.trimEnd().length, insert: '' }] : [];
  },

  wrapFind({ found, before, tokens, index }) {
    const where = tokens.findIndex((token, at) => at >= index && token.text === 'WHERE');
    const last = tokens[where - 1];
    if (!found || !before || where <= index || !last) return [];
    return [{ from: before.to, to: found.from, insert: '(' }, insertAt(last.to, ')')];
  },

  wrapWhere({ found, tokens, index, text }) {
    const tail = tokens.find((token, at) => at > index && ['ORDER', 'LIMIT', 'CURSOR'].includes(token.text));
    const end = tail?.from ?? text.trimEnd().length;
    return found ? wrap(found.from, '{ ', end, tail ? '} ' : ' }') : [];
  },

  /** A clause behind WHERE, or a part behind its block, moves to the end of the braces before it. */
  moveInto(situation) {
    const { tokens, index, before } = situation;
    const open = tokens.findIndex((token, at) => at > index && (token.text === '(' || token.text === '{'));
    return open < 0 || before?.text !== '}' ? [] : move(situation, index, closing(tokens, open), before.from);
  },

  /** A modifier moves before the first one that must follow it. */
  moveUp(situation) {
    const { tokens, index, frame, found } = situation;
    const later = found?.text === 'LIMIT' ? ['CURSOR'] : ['LIMIT', 'CURSOR'];
    const target = frame.items.find((item) => later.includes(item.text));
    const next = tokens.findIndex((token, at) => at > index && later.includes(token.text));
    return target ? move(situation, index, (next < 0 ? tokens.length : next) - 1, target.from) : [];
  },

  moveBehindWhere(situation) {
    const { tokens, index, text } = situation;
    const where = tokens.findIndex((token, at) => at > index && token.text === 'WHERE');
    const end = where < 0 ? -1 : closing(tokens, where + 1);
    return !tokens[end] || tokens[end + 1] ? [] : move(situation, index, where - 1, text.trimEnd().length);
  },

  typesToType: ({ before }) => (before ? [replace(before, 'TYPE')] : []),

  reorderSearch(situation) {
    const { tokens, index, frame, found } = situation;
    const order = ['WITH', 'MODE', 'THRESHOLD', 'LIMIT'];
    const rank = order.indexOf(found?.text ?? '');
    const target = frame.items.find((item) => order.indexOf(item.text) > rank);
    const width = found?.text === 'WITH' ? 2 : 1;
    return target && tokens[index + width] ? move(situation, index, index + width, target.from) : [];
  },

  dropFields({ found, tokens, index }) {
    let last = index;
    while (tokens[last + 1]?.kind === 'field') last++;
    return found ? [{ from: found.from, to: tokens[last]?.to ?? found.to, insert: '' }] : [];
  },
};
