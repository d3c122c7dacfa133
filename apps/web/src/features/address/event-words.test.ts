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

  it('knows a worker that went', () => {
    if (workerEventExample.event !== 'worker') throw new Error('the example is no worker event');
    const data = { ...workerEventExample.data, online: false };
    expect(sentence({ ...workerEventExample, data })).toBe('jasminer-01 went offline on Etchash');
  });
});
