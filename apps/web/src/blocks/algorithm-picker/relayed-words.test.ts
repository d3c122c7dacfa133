import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { expect, it } from 'vitest';
import { relayedWords } from './relayed-words.ts';

const item = (work: AlgorithmItem['work'], fallback?: string) =>
  ({
    name: 'Scrypt',
    work,
    extraComment: 'Relayed through one.',
    ...(fallback && { fallback }),
  }) as AlgorithmItem;

it('says through whom work is relayed, and the order where there are several sources', () => {
  expect(relayedWords(item('verified'))).toBeNull();
  const [always, atTimes] = ['Scrypt is mined for another pool', 'Scrypt may be mined for another pool'];
  expect(relayedWords(item('relayed'))).toEqual({ title: always, sentences: ['Relayed through one.'] });
  expect(relayedWords(item('verified', 'Then two.'))).toEqual({ title: atTimes, sentences: ['Then two.'] });
  expect(relayedWords(item('relayed', 'Then two.'))).toEqual({
    title: always,
    sentences: ['Relayed through one.', 'Then two.'],
  });
});
