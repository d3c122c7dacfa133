import {
  ownerEventExample,
  payoutEventExample,
  rewardEventExample,
  workerEventExample,
} from '@openlode/contracts/examples/account-events';
import type { AccountEvent } from '@openlode/contracts/http/account-events';
import { describe, expect, it } from 'vitest';
import { eventWords } from './event-words.ts';

const names: Readonly<Record<string, string>> = { etchash: 'Etchash' };
const sentence = (event: AccountEvent) => {
  const { strong, rest } = eventWords(event, (code) => names[code] ?? code);
  return `${strong} ${rest}`;
};

describe('eventWords', () => {
  it('tells rewards, workers, payouts and owner actions apart', () => {
    expect(sentence(rewardEventExample)).toBe('Balance increased by an Etchash reward');
    expect(sentence(workerEventExample)).toBe('jasminer-01 came online on Etchash');
    expect(sentence(payoutEventExample)).toBe('Payout complete on DOGE');
    expect(sentence(ownerEventExample)).toBe('Network switch to BSC was announced');
  });

  it.each([
    ['success', 'Payout complete on DOGE'],
    ['processing', 'Payout processing on DOGE'],
    ['pending', 'Payout initiated on DOGE'],
    ['error', 'Payout failed on DOGE'],
  ] as const)('says of a payout with %s: %s [live-01]', (code, words) => {
    if (payoutEventExample.event !== 'payout') throw new Error('the example is no payout event');
    expect(sentence({ ...payoutEventExample, data: { ...payoutEventExample.data, code } })).toBe(words);
  });

  it('knows a worker that went [live-01]', () => {
    if (workerEventExample.event !== 'worker') throw new Error('the example is no worker event');
    const data = { ...workerEventExample.data, online: false };
    expect(sentence({ ...workerEventExample, data })).toBe('jasminer-01 went offline on Etchash');
  });
});
