import { describe, expect, it } from 'vitest';
import { createPaint, printJson, printText, wantsColours } from './paint.ts';

describe('printJson', () => {
  it('lets no stored text reach the terminal as a command, and stays the same JSON', () => {
    const value = { name: 'a\u001b[31mb\u009b2Jc\u007f\u202ed\u2028' };

    expect(printJson(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u2028]/);
    expect(JSON.parse(printJson(value))).toEqual(value);
  });
});

describe('printText', () => {
  it('keeps line breaks and tabs, escapes other control characters', () => {
    expect(printText('a\n\tb\u001b[0m\rc')).toBe('a\n\tb\\u001b[0m\\u000dc');
  });
});

describe('createPaint', () => {
  it('adds nothing but colours', () => {
    const value = { text: 'a "b": true 1', list: [1, -2.5e3, null, false], nested: { a: {} } };
    const coloured = createPaint(true).json(value);

    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(createPaint(false).json(value));
    expect(coloured).toContain('\u001b[34m"text"\u001b[0m:');
    expect(coloured).toContain('\u001b[32m"a \\"b\\": true 1"\u001b[0m');
  });
});

describe('wantsColours', () => {
  it('is about terminals, NO_COLOR and FORCE_COLOR', () => {
    expect(wantsColours({ isTTY: true }, {})).toBe(true);
    expect(wantsColours({}, {})).toBe(false);
    expect(wantsColours({ isTTY: true }, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
    expect(wantsColours({}, { FORCE_COLOR: '1' })).toBe(true);
    expect(wantsColours({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  });
});
