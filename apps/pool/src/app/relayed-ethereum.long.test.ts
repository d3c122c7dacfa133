import { afterEach, describe, expect, it } from 'vitest';
import { strangersLines } from '../../../../testing/strangers-lines.ts';
import { TroubledWire } from '../../../../testing/troubled-wire.ts';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import type { LaneEthereumMiner } from './testing/lane-ethereum-miner.ts';
import { ethashRelayOf, ethereumMinerOf, otherEthashPool } from './testing/relayed-ethereum-pools.ts';
import { type Closing, countedBy, type Relay } from './testing/relayed-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const verifier = inlineProofs.of('ethash');

/** Two other pools on troubled wires, and a pool that gives their work on. */
async function pools() {
  const [one, two] = [
    await otherEthashPool(closing, { verifier }),
    await otherEthashPool(closing, { verifier }),
  ];
  const wires = [await TroubledWire.start(one.listener.port), await TroubledWire.start(two.listener.port)];
  for (const wire of wires) closing.push(() => wire.close());
  const [first, second] = wires as [TroubledWire, TroubledWire];
  const here = await ethashRelayOf(closing, [first.port, second.port], { verifier });
  await until(() => here.group.hasWork);
  return { one, two, first, second, here };
}

/** What is said to a share of work that is gone, or on a connection that is. */
const gone = ['Job not found', 'closed'];

/** A light share of each miner, and one for the other pool. Miners that had to go come again. */
async function mine(here: Relay, miners: LaneEthereumMiner[]): Promise<number> {
  let acked = 0;
  for (const index of miners.keys())
    for (const [least, below] of [
      [8n, 64n],
      [70n, undefined],
    ] as const)
      for (let said = ''; said !== 'OK'; ) {
        await until(() => here.group.hasWork, 120_000);
        if (miners[index]?.isClosed !== false)
          miners[index] = await ethereumMinerOf(closing, here, { verifier, from: BigInt(index + 5) << 50n });
        const miner = miners[index];
        if (miner === undefined) throw new Error('no miner');
        await until(() => miner.works.length > 0 || miner.isClosed);
        if (miner.isClosed) continue;
        said = await miner.submit(await miner.find(least, below));
        if (said === 'OK') acked += 1;
        else expect(gone).toContain(said);
      }
  return acked;
}

describe('work of another pool in Ethash itself', () => {
  it('is judged here and there through a bad day, and all that was acknowledged is recorded once', async () => {
    const { one, two, first, second, here } = await pools();
    const miners = [
      await ethereumMinerOf(closing, here, { verifier, from: 1n << 60n }),
      await ethereumMinerOf(closing, here, { verifier, from: 2n << 60n }),
      await ethereumMinerOf(closing, here, { verifier, dialect: 'ethereum-stratum', follows: true }),
    ];
    await until(() => miners.every(({ works }) => works.length > 0));
    let acked = await mine(here, miners);
    const share = await miners[0]?.find(70n);
    if (share === undefined) throw new Error('no share');
    expect(await miners[0]?.submit({ ...share, mix: 'ab'.repeat(32) })).not.toBe('OK');
    expect(await miners[0]?.submit(share)).toBe('OK');
    expect(await miners[1]?.submit(share)).toBe('Duplicate share');
    acked += 1;
    // Two seconds late: miners are answered at once.
    first.delayMs = 2000;
    acked += await mine(here, miners);
    expect(here.group.counts.accepted.shares).toBeLessThan(here.group.counts.forwarded.shares);
    first.delayMs = 0;
    await until(() => here.group.counts.accepted.shares === here.group.counts.forwarded.shares);
    first.cut();
    acked += await mine(here, miners);
    for (const [what, ...lines] of strangersLines('ethash')) {
      await until(() => here.group.hasWork && first.connections + second.connections > 0, 120_000);
      const heard = [first, second].flatMap((wire) => lines.flatMap((line) => wire.say(line)));
      expect(heard.length, what).toBeGreaterThan(0);
      await Promise.all(heard);
      acked += await mine(here, miners);
    }
    await one.listener.close();
    acked += await mine(here, miners);
    await until(() => {
      const { accepted, forwarded, unknown, stale } = here.group.counts;
      return accepted.shares + unknown.shares + stale.shares === forwarded.shares;
    });
    const { accepted, unknown, ...others } = here.group.counts;
    const recorded = await countedBy(here);
    const there = [await countedBy(one), await countedBy(two)];
    expect(recorded).toEqual({ shares: acked, work: BigInt(acked) * 8n });
    const thereShares = there.reduce((sum, { shares }) => sum + shares, 0);
    expect(thereShares).toBeGreaterThanOrEqual(accepted.shares);
    expect(thereShares).toBeLessThanOrEqual(accepted.shares + unknown.shares);
    expect(others.duplicate.shares + others['low-difficulty'].shares + others.other.shares).toBe(0);
  }, 600_000);
});
