import { describe, expect, it } from 'vitest';
import { kip1 } from './dialect.ts';
import { format } from './format.ts';
import { parse } from './parse.ts';
import { withoutRanges } from './testing/plain.ts';
import { randomCommand, randomFrom } from './testing/random-command.ts';
import { respace } from './testing/reword.ts';

const commentsOf = (text: string): string[] => text.match(/\/\/ note \d+ "\{,/g) ?? [];

describe('format', { timeout: 60_000 }, () => {
  it('keeps the meaning and every comment, and is idempotent', () => {
    for (let seed = 0; seed < 400; seed++) {
      const random = randomFrom(seed);
      const command = randomCommand(random);
      const text = respace(command, kip1.strictParser.parse(command), random, true);
      const formatted = format(text);
      expect(withoutRanges(parse(formatted).program), text).toEqual(withoutRanges(parse(command).program));
      expect(commentsOf(formatted), text).toEqual(commentsOf(text));
      expect(format(formatted), text).toBe(formatted);
    }
  });

  it('gives the same result whatever the space was', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = randomFrom(seed);
      const command = randomCommand(random);
      const tree = kip1.strictParser.parse(command);
      const squeezed = format(respace(command, tree, random, false)).replace(/\n\n+/g, '\n');
      expect(squeezed, command).toBe(format(command).replace(/\n\n+/g, '\n'));
    }
  });

  it('returns a text that does not parse as it is', () => {
    expect(format('FIND(?x')).toBe('FIND(?x');
  });

  it('lays out a query', () => {
    const text =
      'FIND(?d.name,COUNT(?s)) WHERE{?d{type:"Drug"}(?d,"treats"{1,3},?s)NOT{(?d,"belongs_to_class",{name:"NSAID"})}' +
      'FILTER(?d.attributes.risk<4&&!(?d.name=="x"))}ORDER BY ?d.name DESC,COUNT(?s) LIMIT 20';
    expect(format(text)).toBe(`FIND(?d.name, COUNT(?s))
WHERE {
  ?d {type: "Drug"}
  (?d, "treats"{1,3}, ?s)
  NOT {
    (?d, "belongs_to_class", {name: "NSAID"})
  }
  FILTER(?d.attributes.risk < 4 && !(?d.name == "x"))
}
ORDER BY ?d.name DESC, COUNT(?s)
LIMIT 20
`);
  });

  it('lays out a capsule with its comments', () => {
    const text = `// head
UPSERT { // trailing
 CONCEPT ?g { // block
 {type: "Gadget", name: "c-01"} SET ATTRIBUTES { url: "https://lab.local//x", // not a comment
 n: 1 } SET PROPOSITIONS { ("p", ?h) ("q", {id:"C:1"}) WITH METADATA {a:true,b::p} } } WITH METADATA {source: "x"}


 PROPOSITION { (?g, "p", (id: "P:1")) } } WITH METADATA { author: "me" } // end`;
    expect(format(text)).toBe(`// head
UPSERT { // trailing
  CONCEPT ?g { // block
    {type: "Gadget", name: "c-01"}
    SET ATTRIBUTES {
      url: "https://lab.local//x", // not a comment
      n: 1
    }
    SET PROPOSITIONS {
      ("p", ?h)
      ("q", {id: "C:1"}) WITH METADATA { a: true, b: :p }
    }
  }
  WITH METADATA { source: "x" }

  PROPOSITION {
    (?g, "p", (id: "P:1"))
  }
}
WITH METADATA { author: "me" } // end
`);
  });
});
