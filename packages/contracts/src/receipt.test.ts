import { describe, expect, it } from 'vitest';
import { accountEventsExample } from './examples/account-events.ts';

/** Decimal text in units of 10^-18. */
function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

const rewards = accountEventsExample.data.list.flatMap((event) =>
  event.event === 'reward' ? [event.data] : [],
);

describe('the receipts of the examples', () => {
  it('add up to the amount of the event', () => {
    const credited = rewards.map(({ receipt }) =>
      (receipt?.lines ?? []).reduce((sum, line) => sum + units(line.credited ?? '0'), 0n),
    );
    expect(credited).toEqual([3252224000000000000n, 123310606060606061n]);
    expect(rewards.map((data) => units(data.amount_extended))).toEqual(credited);
  });

  it('show how each line was made', () => {
    let converted = 0;
    for (const line of rewards.flatMap(({ receipt }) => receipt?.lines ?? [])) {
      if (line.pending_conversion) continue;
      converted += 1;
      const own = (units(line.reward.amount) * BigInt(line.own_work)) / BigInt(line.round_work);
      expect(units(line.share)).toBe(own);
      expect((own * units(line.rate)) / 10n ** 18n).toBe(units(line.gross));
      expect(units(line.fee) + units(line.referral) + units(line.credited)).toBe(units(line.gross));
    }
    expect(converted).toBe(3);
  });
});
