import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noTrust, trustAfterShare, trustAfterWaste } from './share-trust.ts';

const after = (shares: readonly boolean[]): number =>
  shares.reduce((trust, isShare) => (isShare ? trustAfterShare(trust) : trustAfterWaste(trust)), noTrust);

describe('trust in a connection', () => {
  it('comes with the first accepted share, and a wasted one takes four', () => {
    expect(after([true])).toBe(1);
    expect(after([true, false])).toBe(0);
    expect(after([true, true, true, true, true, false])).toBe(1);
    expect(after(Array<boolean>(100).fill(true))).toBe(16);
  });

  it('never lets more verifications be wasted by one that is believed than it has brought shares', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (shares) => {
        let [trust, brought, wasted] = [noTrust, 0, 0];
        for (const isShare of shares) {
          if (isShare) brought += 1;
          else if (trust > noTrust) wasted += 1;
          trust = isShare ? trustAfterShare(trust) : trustAfterWaste(trust);
          expect(wasted).toBeLessThanOrEqual(brought);
        }
      }),
    );
  });
});
