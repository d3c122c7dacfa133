import { zcashForm } from '@openlode/pow/equihash';
import { packIndices, solveEquihash } from '@openlode/pow/testing/solve-equihash';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import type { Solve } from './testing/lane-zcash-miner.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';
import { otherZcashPool, zcashMinerOf, zcashRelayOf } from './testing/relayed-zcash-pools.ts';
import { playStrangers } from './testing/strangers-on-wires.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const solve: Solve = (header) =>
  solveEquihash(zcashForm, header).map((indices) => packIndices(zcashForm, indices));

describe('work of another pool in Equihash itself', () => {
  it('is judged here and there, and what meets both difficulties counts in both', async () => {
    const verifier = inlineProofs.of('equihash');
    const theirs = await otherZcashPool(closing, { work: 4n, verifier });
    const here = await zcashRelayOf(closing, [theirs.listener.port], { verifier, startWork: 2n });
    await until(() => here.group.hasWork);
    const miners = [
      await zcashMinerOf(closing, here, { solve }),
      await zcashMinerOf(closing, here, { solve }),
    ];
    await until(() => miners.every(({ works }) => works.length > 0));
    for (const miner of miners) {
      const share = miner.find(4n);
      const other = share[4].endsWith('00') ? '01' : '00';
      expect(await miner.submit(share.with(4, `${share[4].slice(0, -2)}${other}`))).not.toBe('OK');
      expect(await miner.submit(share)).toBe('OK');
      expect(await miner.submit(share)).toBe('Duplicate share');
      // Nothing of the process goes on while a solution is looked for.
      await until(() => here.group.counts.accepted.shares === here.group.counts.forwarded.shares);
      expect(await miner.submit(miner.find(2n, 4n))).toBe('OK');
    }
    expect(here.group.counts.forwarded.shares).toBe(2);
    expect(await countedBy(here)).toEqual({ shares: 4, work: 8n });
    expect(await countedBy(theirs)).toEqual({ shares: 2, work: 8n });
  }, 900_000);
});

describe('the connection to a pool of Zcash', () => {
  it('ends with what no pool says, and is made again', async () => {
    await playStrangers(closing, 'equihash', {
      others: [await otherZcashPool(closing), await otherZcashPool(closing)],
      relayOf: (ports) => zcashRelayOf(closing, ports),
      async mineOnce(here) {
        const miner = await zcashMinerOf(closing, here);
        await until(() => miner.works.length > 0);
        expect(await miner.submit(miner.find(70n))).toBe('OK');
        return miner;
      },
    });
  }, 600_000);
});
