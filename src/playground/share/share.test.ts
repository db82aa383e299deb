import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { contentsOf } from './contents.ts';
import { fromFile, fromLinkText, LINK_BYTES_MAX, type Shared, ShareFault, toFile, toLinkText } from './share-format.ts';

const fold = (text: string) => `/1/${deflateRawSync(Buffer.from(text)).toString('base64url')}`;

const SHARED: Shared = {
  command: 'FIND(?d.name) WHERE { ?d {type: "Drug", name: :name} } // ü 深色 🧬 </script>',
  parameters: { name: 'Aspirin', nested: { list: [1, null, true] } },
  capsule: 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Drug"} } }',
};

describe('a shared link', () => {
  it('brings back what was put in, whatever characters', async () => {
    const text = await toLinkText(SHARED);
    expect(text).toMatch(/^\/1\/[\w-]+$/);
    await expect(fromLinkText(text)).resolves.toEqual(SHARED);
    await expect(fromLinkText(await toLinkText({ command: 'DESCRIBE PRIMER' }))).resolves.toEqual({
      command: 'DESCRIBE PRIMER',
    });
  });

  it('is refused where any part of it is missing', async () => {
    const text = await toLinkText(SHARED);
    for (let length = 0; length < text.length; length++) {
      await expect(fromLinkText(text.slice(0, length)), String(length)).rejects.toBeInstanceOf(ShareFault);
    }
  });

  it('is refused or still a statement where a character was changed, and never fails otherwise', async () => {
    const text = await toLinkText(SHARED);
    for (let at = 3; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      await fromLinkText(changed).then(
        ({ command }) => expect(typeof command).toBe('string'),
        (fault) => expect(fault, changed).toBeInstanceOf(ShareFault),
      );
    }
  });

  it.each([
    ['', 'broken'],
    ['/1/', 'broken'],
    ['/1/!!!!', 'broken'],
    ['/1/AAAA', 'broken'],
    ['/2/AAAA', 'another version'],
    [fold('not json'), 'broken'],
    [fold('[]'), 'broken'],
    [fold('{"command":7}'), 'broken'],
    [fold('{"command":"FIND","parameters":[1]}'), 'broken'],
    [fold('{"command":"  "}'), 'broken'],
    [`/1/${deflateRawSync(Buffer.from([0x7b, 0xff, 0xfe])).toString('base64url')}`, 'broken'],
    [`/1/${'A'.repeat(LINK_BYTES_MAX)}`, 'longer than'],
  ])('says in plain words what is wrong with %.40s', async (text, words) => {
    await expect(fromLinkText(text)).rejects.toThrow(words);
  });

  it('does not unfold what unfolds without end', async () => {
    const bomb = fold(`{"command":"${'A'.repeat(5_000_000)}"}`);
    expect(bomb.length).toBeLessThan(LINK_BYTES_MAX);
    await expect(fromLinkText(bomb)).rejects.toThrow('unfolds to more than');
  });

  it('does not let a link set anything but what it is for', async () => {
    const sneaky = fold('{"command":"DESCRIBE PRIMER","run":true,"__proto__":{"run":true},"title":"x"}');
    const shared = await fromLinkText(sneaky);
    expect(Object.keys(shared)).toEqual(['command']);
    expect((shared as { run?: boolean }).run).toBeUndefined();
  });
});

describe('a shared file', () => {
  it('brings back what was put in, of any length', async () => {
    const long = { ...SHARED, capsule: `${SHARED.capsule}\n// ${'x'.repeat(100_000)}` };
    await expect(fromFile(toFile(long))).resolves.toEqual(long);
  });

  it('may be plain KIP: a capsule where it writes, else a command', async () => {
    await expect(fromFile(new Blob(['// a capsule\nUPSERT { }']))).resolves.toEqual({
      command: '',
      capsule: '// a capsule\nUPSERT { }',
    });
    await expect(fromFile(new Blob(['DESCRIBE PRIMER']))).resolves.toEqual({ command: 'DESCRIBE PRIMER' });
    await expect(fromFile(new Blob(['{"x": 1}']))).rejects.toBeInstanceOf(ShareFault);
    await expect(fromFile(new Blob(['{']))).rejects.toBeInstanceOf(ShareFault);
  });
});

describe('what shared KIP holds', () => {
  it('is told by kind, outside of quotes, comments and brackets', () => {
    const text =
      '// DELETE\nFIND(?x) WHERE { ?x {name: "UPSERT {"} }\nDELETE CONCEPT ?x DETACH WHERE { ?x {name: "y"} }';
    expect(contentsOf(text)).toEqual({
      statements: ['1 × DELETE', '1 × FIND'],
      writes: true,
      conceptBlocks: 0,
      propositionBlocks: 0,
      hidden: false,
    });
    expect(
      contentsOf(`${SHARED.capsule} UPSERT { PROPOSITION { (?a, "b", ?c) } CONCEPT ?d { {id: "C:1"} } }`),
    ).toMatchObject({
      statements: ['2 × UPSERT'],
      conceptBlocks: 2,
      propositionBlocks: 1,
    });
    expect(contentsOf('FIND(?x) WHERE {').writes).toBe(false);
  });

  it('warns of characters that hide what is there', () => {
    expect(contentsOf('DESCRIBE\u202e PRIMER').hidden).toBe(true);
    expect(contentsOf('DESCRIBE\u200b PRIMER').hidden).toBe(true);
    expect(contentsOf('FIND(?x)\n\tWHERE { ?x {name: "深色 ü 🧬"} }').hidden).toBe(false);
  });
});
