import { afterEach, describe, expect, it } from 'vitest';
import { relayFamilyOf } from '../edges/stratum/relay-family.ts';
import { sha256d } from '../edges/stratum/proof-of-work.ts';
import { startTime, until } from '../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../runtime/proof-of-work/pow-verifier.ts';
import { scaleOf } from './open-relays.ts';
import { LaneMiner } from './testing/lane-miner.ts';
import {
  type Closing,
  countedBy,
  type RelayedCoin,
  startOtherPool,
  startRelay,
} from './testing/relayed-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const user = 'RTM:address.rig';
const rtm: RelayedCoin = {
  algorithm: 'ghostrider',
  coin: 'RTM',
  user: 'RTM:address.relay',
  scale: scaleOf('ghostrider'),
  login: () => ({
    kind: 'login',
    login: { coin: 'RTM', network: 'RTM', address: 'address', memo: null, worker: 'rig', referralCode: null },
  }),
};

/** The SHA-256d of the header in the place of GhostRider. */
const verifier: PowVerifier = {
  verify: async (header) => {
    const hash = new Uint8Array(32);
    sha256d(header as Uint8Array, hash);
    return hash;
  },
  waiting: () => 0,
};

describe('a port of GhostRider whose work another pool gives', () => {
  it('gives each miner an extranonce, judges each share, and sends on what the other pool counts', async () => {
    const theirs = await startOtherPool(closing, rtm, { work: 64n, blockWork: 1n << 40n, verifier });
    const here = await startRelay(closing, rtm, [theirs.listener.port], {
      family: relayFamilyOf('ghostrider'),
      judgeOf: () => verifier,
      startWork: 4n,
      tuning: { clock: () => startTime * 1000 },
    });
    await until(() => here.group.hasWork);
    const miners = [
      new LaneMiner(here.listener.port, rtm.scale),
      new LaneMiner(here.listener.port, rtm.scale),
    ];
    for (const miner of miners) {
      closing.push(() => miner.close());
      await miner.start(user);
      await until(() => miner.jobs.length > 0);
    }
    expect(new Set(miners.map(({ prefix }) => prefix)).size).toBe(2);
    for (const miner of miners) {
      const share = miner.find(user, 64n);
      expect(await miner.ask('mining.submit', share)).toMatchObject({ result: true });
      expect(await miner.ask('mining.submit', share)).toMatchObject({ error: [22, 'Duplicate share', null] });
      expect(await miner.ask('mining.submit', miner.find(user, 0n))).toMatchObject({
        error: [23, 'Low difficulty share', null],
      });
    }
    await until(() => here.group.counts.accepted.shares === 2);
    expect(here.group.counts.forwarded.shares).toBe(2);
    expect(await countedBy(here)).toEqual({ shares: 2, work: 8n });
    expect(await countedBy(theirs)).toEqual({ shares: 2, work: 128n });
  });
});
