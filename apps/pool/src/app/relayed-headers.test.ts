import { headerRelays } from '@openlode/stratum/upstream/header-relays';
import { afterEach, describe, expect, it } from 'vitest';
import { headerRelay } from '../edges/stratum/relay-family.ts';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import {
  cfx,
  headerCoins,
  headerMinerOf,
  headerRelayOf,
  newHeaderMiner,
  otherHeaderPool,
  standInOf,
} from './testing/relayed-header-pools.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';

const closing: Closing = [];
const stale = expect.stringMatching(/^Job not found/) as string;
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe.each(headerCoins)('a port of $algorithm whose work another pool gives', (coin) => {
  it('gives each miner a nonce of its own, judges each share, and sends on what the other pool counts', async () => {
    const verifier = standInOf(coin);
    const theirs = await otherHeaderPool(closing, coin, { work: 256n, verifier });
    const here = await headerRelayOf(closing, coin, [theirs.listener.port], { verifier, startWork: 32n });
    await until(() => here.group.hasWork);
    const miners = [
      await headerMinerOf(closing, coin, here, verifier),
      await headerMinerOf(closing, coin, here, verifier),
    ];
    expect(new Set(miners.map(({ jobs }) => jobs[0]?.room.prefix)).size).toBe(2);
    for (const miner of miners) {
      for (let share = 0; share < 3; share += 1)
        expect(await miner.submit(await miner.find(34n, 250n))).toBe('OK');
      const share = await miner.find(262n);
      expect(await miner.submit(share)).toBe('OK');
      expect(await miner.submit(share)).toMatch(/Duplicate share/);
    }
    await until(() => here.group.counts.accepted.shares === 2);
    const { judged, forwarded, accepted } = here.group.counts;
    expect([judged.shares, forwarded.shares]).toEqual([8, 2]);
    expect(accepted).toEqual(forwarded);
    expect(await countedBy(here)).toEqual({ shares: 8, work: 256n });
    expect(await countedBy(theirs)).toEqual({ shares: 2, work: 512n });
    const { networkWork = 0n } = here.relayed.relayed ?? {};
    expect(networkWork > (1n << 40n) - (1n << 33n) && networkWork < (1n << 40n) + (1n << 33n)).toBe(true);
  });
});

describe('a port of octopus whose work another pool gives', () => {
  it('has one price for all miners of a header, and counts what two find once', async () => {
    const verifier = standInOf(cfx);
    const theirs = await otherHeaderPool(closing, cfx, { work: 256n, verifier });
    const here = await headerRelayOf(closing, cfx, [theirs.listener.port], {
      verifier,
      startWork: 4n,
      connectionsMax: 1,
      family: headerRelay(headerRelays.conflux.layout, 1n),
    });
    await until(() => here.group.hasWork);
    const [one, other] = [
      await headerMinerOf(closing, cfx, here, verifier),
      await headerMinerOf(closing, cfx, here, verifier),
    ];
    expect(one.jobs.map(({ content }) => content)).toEqual(other.jobs.map(({ content }) => content));
    const [share, easy] = [await one.find(262n), await one.find(34n, 250n)];
    expect([await one.submit(share), await one.submit(easy)]).toEqual(['OK', 'OK']);
    const [job] = other.jobs;
    if (job === undefined) throw new Error('no job');
    expect(await other.submit({ ...share, job })).toBe('Duplicate share');
    expect(await other.submit({ ...easy, job })).toBe('Duplicate share');
    await until(() => here.group.counts.accepted.shares === 1);
    // An eighth of what the other pool asks for, from whichever miner it comes.
    expect(await countedBy(here)).toEqual({ shares: 2, work: 64n });
    expect(await countedBy(theirs)).toEqual({ shares: 1, work: 256n });
  });
});

describe.each(headerCoins.filter(({ coin }) => ['KAS', 'KLS', 'ALPH'].includes(coin)))(
  'a port of $algorithm, whose jobs do not say that those before them are over',
  (coin) => {
    it('takes no share of one that eight others have followed but by the word of the other pool', async () => {
      const verifier = standInOf(coin);
      const theirs = await otherHeaderPool(closing, coin, { work: 256n, verifier });
      const here = await headerRelayOf(closing, coin, [theirs.listener.port], { verifier, startWork: 32n });
      await until(() => here.group.hasWork);
      const miner = await headerMinerOf(closing, coin, here, verifier);
      const [old, easyOld] = [await miner.find(262n), await miner.find(34n, 250n)];
      theirs.renew();
      await until(() => miner.jobs.length >= 2);
      expect(await miner.submit(await miner.find(262n, undefined, old.job))).toBe('OK');
      for (let each = 1; each < 9; each += 1) theirs.renew();
      // Of jobs that come at once miners get four, and a moment later the newest.
      await until(() => miner.jobs.length >= 5);
      expect([await miner.submit(old), await miner.submit(easyOld)]).toEqual([stale, stale]);
      expect(await miner.submit(await miner.find(262n))).toBe('OK');
      await until(() => here.group.counts.accepted.shares === 2);
      const { forwarded, stale: late } = here.group.counts;
      expect([forwarded.shares, late.shares]).toEqual([3, 1]);
      expect(await countedBy(here)).toEqual({ shares: 2, work: 64n });
      expect(await countedBy(theirs)).toEqual({ shares: 2, work: 512n });
    });
  },
);

describe('the one miner of a connection to a pool of Nexa', () => {
  it('leaves none for another', async () => {
    const nexa = headerCoins.find(({ algorithm }) => algorithm === 'nexapow');
    if (nexa === undefined) throw new Error('no Nexa');
    const verifier = standInOf(nexa);
    const theirs = await otherHeaderPool(closing, nexa, { work: 256n, verifier });
    const here = await headerRelayOf(closing, nexa, [theirs.listener.port], {
      verifier,
      startWork: 32n,
      connectionsMax: 1,
    });
    await until(() => here.group.hasWork);
    await headerMinerOf(closing, nexa, here, verifier);
    expect(here.group.hasRoom).toBe(false);
    const late = newHeaderMiner(closing, nexa, here.listener.port, verifier);
    await until(() => late.isClosed);
    expect(late.jobs).toEqual([]);
  });
});
