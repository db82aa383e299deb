// ASTs without what may differ between two texts of one meaning.

/** The AST without ranges. */
export function withoutRanges(node: unknown): unknown {
  return reduce(node, (key) => key === 'range' || key === 'keyRange');
}

/** The AST without ranges and values of literals: what two texts of one shape share. */
export function skeleton(node: unknown): unknown {
  return reduce(node, (key, parent) => key === 'range' || key === 'keyRange' || (key === 'value' && isSlotted(parent)));
}

function isSlotted(parent: Record<string, unknown>): boolean {
  return parent.kind === 'literal' && (parent.slot as number) >= 0;
}

function reduce(node: unknown, omit: (key: string, parent: Record<string, unknown>) => boolean): unknown {
  if (Array.isArray(node)) return node.map((item) => reduce(item, omit));
  if (typeof node !== 'object' || node === null) return node;
  const parent = node as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(parent)
      .filter(([key]) => !omit(key, parent))
      .map(([key, value]) => [key, reduce(value, omit)]),
  );
}
