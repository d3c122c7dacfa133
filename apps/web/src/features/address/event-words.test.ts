import {
  ownerEventExample,
  payoutEventExample,
  rewardEventExample,
  workerEventExample,
} from '@openlode/contracts/examples/account-events';
import type { AccountEvent } from '@openlode/contracts/http/account-events';
import { describe, expect, it } from 'vitest';
import { eventAmount, eventWords } from './event-words.ts';

const names: Readonly<Record<string, string>> = {
  etchash: 'Etchash',
  DOGE: 'Dogecoin',
  BSC: 'BNB Smart Chain',
};
const nameOf = (code: string) => names[code] ?? code;
const sentence = (event: AccountEvent) => {
  const { strong, rest } = eventWords(event, { algorithm: nameOf, network: nameOf });
  return `${strong} ${rest}`;
};

describe('eventWords', () => {
  it('tells rewards, workers, payouts and owner actions apart', () => {
    expect(sentence(rewardEventExample)).toBe('Balance increased by an Etchash reward');
    expect(sentence(workerEventExample)).toBe('jasminer-01 came online on Etchash');
    expect(sentence(payoutEventExample)).toBe('Payout complete on Dogecoin');
    expect(sentence(ownerEventExample)).toBe('Network switch to BNB Smart Chain was scheduled');
  });

  it.each([
    ['success', 'Payout complete on Dogecoin'],
    ['processing', 'Payout processing on Dogecoin'],
    ['pending', 'Payout initiated on Dogecoin'],
    ['error', 'Payout failed on Dogecoin'],
  ] as const)('says of a payout with %s: %s [live-01]', (code, words) => {
    if (payoutEventExample.event !== 'payout') throw new Error('the example is no payout event');
    expect(sentence({ ...payoutEventExample, data: { ...payoutEventExample.data, code } })).toBe(words);
  });

  it('does not call a balance increased by a reward that waits to be converted [live-01]', () => {
    if (rewardEventExample.event !== 'reward') throw new Error('the example is no reward');
    const [line] = rewardEventExample.data.receipt?.lines ?? [];
    const nothing = { rate: null, rate_source: null, rate_at: null, usd: null, gross: null, fee: null };
    const waiting = {
      ...rewardEventExample,
      data: {
        ...rewardEventExample.data,
        amount: '0',
        amount_extended: '0',
        receipt: {
          lines: [
            {
              ...(line as NonNullable<typeof line>),
              ...nothing,
              pending_conversion: true,
              pending_reason: 'no_price',
              fee_percent: null,
              referral: null,
              credited: null,
            } as const,
          ],
        },
      },
    };
    expect(sentence(waiting)).toBe('Reward waiting to be converted, from Etchash');
    // Converted since: its receipt knows no reason to wait any more.
    const [pending] = waiting.data.receipt.lines;
    const over = { ...waiting.data, receipt: { lines: [{ ...pending, pending_reason: null }] } };
    expect(sentence({ ...waiting, data: over } as AccountEvent)).toBe(
      'Reward waited to be converted, from Etchash',
    );
    // A part that was credited at once has increased it.
    const part = { ...waiting, data: { ...waiting.data, amount_extended: '0.1' } };
    expect(sentence(part)).toBe('Balance increased by an Etchash reward');
  });

  it('names an amount below the last decimal of its coin, and none for a worker', () => {
    if (rewardEventExample.event !== 'reward') throw new Error('the example is no reward');
    const dust = { ...rewardEventExample.data, amount: '0', amount_extended: '0.000000000808543926' };
    expect(eventAmount({ ...rewardEventExample, data: dust })).toBe('0.0000000008');
    expect(eventAmount(rewardEventExample)).toBe('3.252224');
    expect(eventAmount(workerEventExample)).toBeNull();
  });

  it('knows a worker that went [live-01]', () => {
    if (workerEventExample.event !== 'worker') throw new Error('the example is no worker event');
    const data = { ...workerEventExample.data, online: false };
    expect(sentence({ ...workerEventExample, data })).toBe('jasminer-01 went offline on Etchash');
  });
});
