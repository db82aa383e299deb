import { describe, expect, it } from 'vitest';
import { chunksOf, fold, indexText } from './segment.ts';

/** What SQLite's ascii tokenizer makes of a text. */
const tokens = (text: string) =>
  indexText(text)
    .toLowerCase()
    .match(/[a-z0-9\u0080-\uffff]+/g) ?? [];

describe('segmentation', () => {
  it('keeps plain words', () => {
    expect(tokens('The quick brown fox.')).toEqual(['the', 'quick', 'brown', 'fox']);
  });
  it.each([
    ['parseConfig', ['parseconfig', 'parse', 'config']],
    ['parse_config', ['parse', 'config', 'parseconfig']],
    ['http2-server', ['http2', 'server', 'http', '2', 'http2server']],
    ['src/lib/foo.ts', ['src', 'lib', 'foo', 'ts', 'srclibfoots']],
    ['HTTPServer', ['httpserver', 'http', 'server']],
    ['10.0.3.17', ['10', '0', '3', '17', '100317']],
  ])('cuts the identifier %s into its parts and keeps it whole', (text, expected) => {
    expect([...tokens(text)].sort()).toEqual([...expected].sort());
  });
  it('cuts plain ASCII exactly as it cuts any other text', () => {
    const texts = [
      'a',
      'Is fooBar_baz.qux HTTP2Server, v1.2.3? "x" it\'s',
      'C:\\Users\\me',
      '--',
      'A1b2C3',
      'x..y',
      'IPv6Address/URLs',
    ];
    for (const text of texts) {
      const general = indexText(`${text} é`).split(' ').slice(0, -1);
      expect([...tokens(text)].sort()).toEqual([...new Set(general)].length === 0 ? [] : general.sort());
    }
  });
  it('turns a run of Chinese, Japanese or Korean into pairs and its last character', () => {
    expect(tokens('我喜欢深色模式')).toEqual(['我喜', '喜欢', '欢深', '深色', '色模', '模式', '式']);
    expect(tokens('カフェへ')).toEqual(['カフ', 'フェ', 'ェへ', 'へ']);
    expect(tokens('학교에서')).toEqual(['학교', '교에', '에서', '서']);
    expect(tokens('色')).toEqual(['色']);
  });
  it('separates scripts that touch', () => {
    expect(tokens('我用TypeScript写')).toEqual(['我用', '用', 'type', 'script', 'typescript', '写']);
  });
  it('takes an astral ideograph as one character', () => {
    expect(tokens('𠮷野家')).toEqual(['𠮷野', '野家', '家']);
  });
  it.each([
    ['café', 'CAFE'],
    ['cafe\u0301', 'café'],
    ['STRASSE', 'straße'],
    ['ﬁle', 'file'],
    ['ＡＢＣ', 'abc'],
    ['ISTANBUL', 'İstanbul'],
    ['ılık', 'ILIK'],
    ['Ærø', 'aero'],
    ['ΣΊΣΥΦΟΣ', 'σισυφος'],
    ['ｶﾞ', 'ガ'],
  ])('folds %s and %s to the same words', (one, other) => {
    expect(tokens(one)).toEqual(tokens(other));
    expect(fold(one)).toBe(fold(other));
  });
  it('takes everything else as a separator', () => {
    for (const text of ['', '"', "'", '* AND OR NOT NEAR(', '🌡️🔥', '、。！', '\u0000', '\ud800', '{}[]():^+-'])
      expect(
        chunksOf(text)
          .flatMap(({ parts }) => parts)
          .join(' '),
      ).toBe(text.includes('AND') ? 'and or not near' : '');
  });
  it('stays linear on long runs without spaces', () => {
    const started = performance.now();
    for (const run of [
      'a'.repeat(200_000),
      'A'.repeat(200_000),
      'aB1'.repeat(70_000),
      '深'.repeat(50_000),
      '-'.repeat(200_000),
    ])
      expect(indexText(run).length + indexText(`${run}é`).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
