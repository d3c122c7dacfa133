import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import { relayedBitcoin } from '@openlode/stratum/dialects/bitcoin/relayed-dialect';
import { afterEach, describe, expect, it } from 'vitest';
import type { RelayedBlock } from '../adapters/upstreams/relayed-block.ts';
import { bitcoinRelay } from '../edges/stratum/relay-family.ts';
import { RelayedFeed } from '../edges/stratum/relayed-feed.ts';
import { createShareStatistics } from '../edges/stratum/share-statistics.ts';
import {
  buildTemplate,
  easyRules,
  silentLog,
  startTestPool,
  startTime,
  until,
} from '../edges/stratum/testing/listener-kit.ts';
import { offeredRelays } from './open-relays.ts';
import { LaneMiner } from './testing/lane-miner.ts';

const { scale } = easyRules;
const user = 'DOGE:D1.rig1';
const steady = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };
/** A block takes 32 hashes. */
const bits = 0x2007ffff;

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe('a port whose work another pool gives', () => {
  it('counts for each miner the blocks of that pool that its work finds, and those that it found, which are named', async () => {
    const theirs = await startTestPool({
      rules: { ...easyRules, startWork: 16n, minimumWork: 16n, maximumWork: 16n },
      template: buildTemplate({ bits, networkWork: workOfTarget(targetOfBits(bits)) }),
    });
    closing.push(() => theirs.close());
    const named: RelayedBlock[] = [];
    const group = offeredRelays(
      [
        {
          name: 'other',
          algorithm: 'sha256',
          coin: 'BTC',
          network: 'BTC',
          feePpm: 0,
          incomeMax: 1n,
          addresses: [{ host: '127.0.0.1', port: theirs.listener.port, tls: undefined }],
          user: 'DOGE:D1.relay',
          connectionsMax: 2,
          ended: false,
        },
      ],
      silentLog,
      { tickMs: 20, leastWork: 8n, clock: () => startTime * 1000 },
    )
      .get('other')
      ?.open((block) => named.push(block));
    if (group === undefined) throw new Error('nothing is offered');
    const relayed = new RelayedFeed({
      family: bitcoinRelay,
      judge: 'session',
      source: group,
      upstream: 'other',
      chain: 'upstream-other',
      scale,
      now: () => performance.now(),
    });
    const statistics = createShareStatistics();
    const here = await startTestPool({
      rules: { ...easyRules, startWork: 4n, minimumWork: 4n, vardiff: steady },
      dialects: [relayedBitcoin],
      seats: relayed,
      verifier: relayed.verifier,
      onShare: (...share) => statistics.add('sha256', ...share),
    });
    closing.push(async () => {
      await here.close();
      relayed.close();
    });
    await until(() => group.hasWork);
    const miner = new LaneMiner(here.listener.port, scale);
    closing.push(() => miner.close());
    await miner.start(user);
    await until(() => miner.jobs.length > 0);

    let shares = 0;
    for (; theirs.blocks.length < 2; shares += 1) {
      const { forwarded } = group.counts;
      await miner.ask('mining.submit', miner.find(user, 4n));
      await until(() => group.counts.accepted.shares === group.counts.forwarded.shares);
      expect(group.counts.forwarded.shares).toBeLessThan(forwarded.shares + 2);
    }
    expect(named).toEqual(
      theirs.blocks.map(({ hash }) => ({ hash, parent: '07'.repeat(32), answer: 'accepted' })),
    );
    const [line, ...others] = statistics.take();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ algorithm: 'sha256', shares, blocks: 0, relayedFound: 2 });
    expect(line?.relayedBlocks).toBeCloseTo((4 * shares) / 32, 2);
    expect(group.blocks).toEqual({ found: 2, expected: line?.relayedBlocks });
  });
});
