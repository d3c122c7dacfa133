import { addressExample } from '@openlode/contracts/examples/address';
import { describe, expect, it } from 'vitest';
import { paydayWords } from './payday-words.ts';

const now = Date.parse('2025-01-31T12:00:00Z');
const { data } = addressExample;

describe('paydayWords', () => {
  it('names the day and the hour of a run that is near', () => {
    expect(paydayWords({ kind: 'due', runAt: Date.parse('2025-01-31T13:00:00Z') }, data, now)).toBe(
      'Next payout Fri 31 Jan, 13:00 UTC.',
    );
  });

  it('names the network as the rest of the page does, and ends with the payouts of a coin', () => {
    expect(paydayWords({ kind: 'stopped', why: 'maintenance' }, data, now)).toBe(
      'Dogecoin payouts are under maintenance: no payout until that is over.',
    );
    expect(paydayWords({ kind: 'stopped', why: 'ended' }, data, now)).toBe(
      'Payouts of this coin have ended. The balance stays in the ledger.',
    );
  });

  it('promises no run that asks for a reward which has not come yet', () => {
    const runAt = Date.parse('2025-02-01T13:00:00Z');
    expect(paydayWords({ kind: 'if-rewarded', runAt }, data, now)).toBe(
      'Next payout Sat 1 Feb, 13:00 UTC if a reward is credited before midnight UTC: there was none in the past 24 hours.',
    );
  });

  it('names the year of one that is not', () => {
    const reachedAt = Date.parse('2039-03-02T18:00:00Z');
    const runAt = Date.parse('2039-03-03T13:00:00Z');
    expect(paydayWords({ kind: 'below', reachedAt, runAt }, data, now)).toBe(
      'Next payout about 3 Mar 2039: at the rate of the past 24 hours the minimum is reached 2 Mar 2039.',
    );
  });

  it('says there was no reward only where there was none', () => {
    expect(paydayWords({ kind: 'out-of-sight', idle: true }, data, now)).toContain(
      'you earned nothing in the past 24 hours',
    );
    expect(paydayWords({ kind: 'out-of-sight', idle: false }, data, now)).toBe(
      'At this rate you won’t reach the minimum of 5 DOGE soon.',
    );
  });
});
