import { describe, expect, it } from 'vitest';
import { likeness } from './likeness.ts';

const like = (word: string, text: string) => likeness([{ word, share: 1 }], text);

describe('likeness of letters', () => {
  it.each([
    ['深色', '我喜欢深色模式'],
    ['色', '我喜欢深色模式'],
    ['式', '我喜欢深色模式'],
    ['大学', '大学生活动中心'],
    ['タワ', '東京タワーに行きました'],
    ['비밀', '비밀번호를 변경했습니다'],
    ['tea', 'Green Tea'],
    ['config', 'parseConfig(path)'],
    ['strasse', 'Straße'],
  ])('finds %s whole in %s', (word, text) => {
    expect(like(word, text)).toBe(1);
  });

  it.each([
    ['он', 'фонарь'],
    ['я', 'земля'],
    ['car', 'carries'],
    ['色', '我喜欢咖啡'],
    ['kitchen', 'mitten'],
  ])('does not find %s in %s', (word, text) => {
    expect(like(word, text)).toBe(0);
  });

  it('finds most of a misspelt word', () => {
    expect(like('penicilin', 'allergic to penicillin')).toBeGreaterThan(0.6);
    expect(like('penicilin', 'allergic to penicillin')).toBeLessThan(1);
  });

  it('weighs the words of a term', () => {
    const words = [
      { word: 'tea', share: 0.25 },
      { word: 'garden', share: 0.75 },
    ];
    expect(likeness(words, 'tea')).toBe(0.25);
    expect(likeness(words, 'a garden')).toBe(0.75);
  });
});
