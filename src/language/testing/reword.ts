// The same tokens in other clothes, for property tests.
import type { Tree } from '@lezer/common';
import { LineComment, Number as NumberTerm, String as StringTerm } from '../kip-terms.generated.ts';
import type { Random } from './random-command.ts';

/** The text with other space, and comments, wherever space stands outside strings. */
export function respace(text: string, tree: Tree, random: Random, withComments: boolean): string {
  const leaves = leavesOf(tree);
  let result = '';
  let at = 0;
  for (const { from, to } of [...leaves, { from: text.length, to: text.length }]) {
    result += text.slice(at, from).replace(/\s+/g, () => gap(random, withComments)) + text.slice(from, to);
    at = to;
  }
  return result;
}

function gap(random: Random, withComments: boolean): string {
  const comment = withComments && random.chance(0.2) ? `// note ${random.below(99)} "{,\n` : '';
  return random.pick([' ', '\n', '\n\n  ', '\t']) + comment;
}

/** The text with other values for its literals, keys and hops left alone. */
export function relabel(text: string, tree: Tree, random: Random): string {
  let result = '';
  let at = 0;
  for (const leaf of leavesOf(tree)) {
    if (leaf.fixed || (leaf.id !== StringTerm && leaf.id !== NumberTerm)) continue;
    const value =
      leaf.id === StringTerm
        ? JSON.stringify(random.pick(['x', 'ä "', '', '# 1 {']))
        : random.pick(['1', '7', '0.5', '2e2']);
    result += text.slice(at, leaf.from) + value;
    at = leaf.to;
  }
  return result + text.slice(at);
}

interface Leaf {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** Part of the shape, or bound to what the language allows in its place. */
  readonly fixed: boolean;
}

function leavesOf(tree: Tree): Leaf[] {
  const leaves: Leaf[] = [];
  tree.iterate({
    enter: ({ node, type, from, to }) => {
      if (node.firstChild) return true;
      const parent = node.parent?.name ?? '';
      const fixed = /^(?:Key|Hops|Limit|Mode|Threshold|ExpectVersion)$/.test(parent);
      if (type.id !== LineComment) leaves.push({ id: type.id, from, to, fixed });
      return false;
    },
  });
  return leaves;
}
