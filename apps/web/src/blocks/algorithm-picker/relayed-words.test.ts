import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { expect, it } from 'vitest';
import { relayedWords } from './algorithm-words.ts';

const item = (work: AlgorithmItem['work'], fallback?: string) =>
  ({ work, extraComment: 'Relayed through one.', ...(fallback && { fallback }) }) as AlgorithmItem;

it('says through whom work is relayed, and the order where there are several sources', () => {
  expect(relayedWords(item('verified'))).toBeNull();
  expect(relayedWords(item('relayed'))).toBe('Relayed through one.');
  expect(relayedWords(item('verified', 'Then two.'))).toBe('Then two.');
  expect(relayedWords(item('relayed', 'Then two.'))).toBe('Relayed through one. Then two.');
});
