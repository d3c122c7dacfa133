import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import {
  headerCoins,
  headerMinerOf,
  headerRelayOf,
  otherHeaderPool,
  rvn,
  standInOf,
} from './testing/relayed-header-pools.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';
import { playStrangers } from './testing/strangers-on-wires.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Those of which a process finds a share in seconds: a cache of fishhash, and a solution of beamhash, take it minutes. */
const quick = headerCoins.filter(
  ({ algorithm }) => !['fishhash', 'karlsenhash', 'beamhash'].includes(algorithm),
);

describe.each(quick)('work of another pool in $algorithm itself', (coin) => {
  it('is judged here and there, and what meets both difficulties counts in both', async () => {
    const verifier = inlineProofs.of(coin.algorithm);
    const theirs = await otherHeaderPool(closing, coin, { work: 64n, verifier });
    const here = await headerRelayOf(closing, coin, [theirs.listener.port], { verifier, startWork: 32n });
    await until(() => here.group.hasWork);
    const miners = [
      await headerMinerOf(closing, coin, here, verifier),
      await headerMinerOf(closing, coin, here, verifier),
    ];
    for (const miner of miners) {
      const share = await miner.find(66n);
      expect(await miner.submit(share)).toBe('OK');
      expect(await miner.submit(share)).toBe('Duplicate share');
      expect(await miner.submit(await miner.find(33n, 62n))).toBe('OK');
    }
    await until(() => here.group.counts.accepted.shares === 2);
    expect(here.group.counts.forwarded.shares).toBe(2);
    expect(await countedBy(here)).toEqual({ shares: 4, work: 128n });
    expect(await countedBy(theirs)).toEqual({ shares: 2, work: 128n });
  }, 600_000);
});

describe('the connection to a pool of KawPow', () => {
  it('ends with what no pool says, and is made again', async () => {
    const verifier = standInOf(rvn);
    await playStrangers(closing, 'kawpow', {
      others: [
        await otherHeaderPool(closing, rvn, { work: 64n, verifier }),
        await otherHeaderPool(closing, rvn, { work: 64n, verifier }),
      ],
      relayOf: (ports) => headerRelayOf(closing, rvn, ports, { verifier, startWork: 4n }),
      async mineOnce(here) {
        const miner = await headerMinerOf(closing, rvn, here, verifier);
        expect(await miner.submit(await miner.find(70n))).toBe('OK');
        return miner;
      },
    });
  }, 600_000);
});
