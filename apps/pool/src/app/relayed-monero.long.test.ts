import { afterEach, expect } from 'vitest';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import { describeRandomx, itWithRandomx } from '../runtime/proof-of-work/testing/where-randomx-is.ts';
import { minerOf, otherPool, relayOf } from './testing/relayed-monero-pools.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describeRandomx('work of another pool in RandomX itself', () => {
  itWithRandomx(
    'is judged by the library here and there, and what meets both difficulties counts in both',
    async () => {
      const verifier = inlineProofs.of('randomx');
      const theirs = await otherPool(closing, { work: 8n, verifier });
      const here = await relayOf(closing, theirs, { verifier, startWork: 2n });
      await until(() => here.group.hasWork);
      const miners = [await minerOf(closing, here, verifier), await minerOf(closing, here, verifier)];
      for (const miner of miners) {
        for (let share = 0; share < 3; share += 1)
          expect(await miner.submit(await miner.find(2n, 8n))).toBe('OK');
        const share = await miner.find(9n);
        expect(await miner.submit({ ...share, nonce: `ffff${share.nonce.slice(4)}` })).toBe(
          'The proof of work is not that of the share',
        );
        expect(await miner.submit(share)).toBe('OK');
        expect(await miner.submit(share)).toBe('Duplicate share');
      }
      await until(() => here.group.counts.accepted.shares === 2);
      expect(here.group.counts.forwarded.shares).toBe(2);
      expect(await countedBy(here)).toEqual({ shares: 8, work: 16n });
      expect(await countedBy(theirs)).toEqual({ shares: 2, work: 16n });
    },
  );
});
