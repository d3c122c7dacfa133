import { describe, expect, it } from 'vitest';
import { rankByPhrases } from './keyword-phrases.ts';

const ranks = rankByPhrases(
  new Map([
    ['tls', ['certificate', 'verify failed', 'certificate verify failed', 'the']],
    ['refused', ['login failed', 'failed']],
  ]),
  (text) => text.split(' ').filter((word) => word !== 'the'),
);

describe('rankByPhrases', () => {
  it.each([
    [
      'a phrase that is the whole question stands above one that is a part',
      ['certificate', 'verify', 'failed'],
      [['tls', 103]],
    ],
    ['words may come in any order', ['failed', 'my', 'login'], [['refused', 2]]],
    ['a single word counts only as the whole question', ['failed'], [['refused', 101]]],
    ['a phrase counts only whole', ['verify', 'my', 'address'], []],
  ])('%s', (_, question, expected) => {
    expect([...ranks(question)]).toEqual(expected);
  });
});
