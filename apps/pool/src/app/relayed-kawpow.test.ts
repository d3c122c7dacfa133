import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import {
  headerMinerOf,
  headerRelayOf,
  newHeaderMiner,
  otherHeaderPool,
  rvn,
  standInOf,
} from './testing/relayed-header-pools.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const verifier = standInOf(rvn);
const theirsOf = (work = 64n) => otherHeaderPool(closing, rvn, { work, verifier });
const hereOf = (...ports: readonly [number, ...number[]]) =>
  headerRelayOf(closing, rvn, ports, { verifier, startWork: 4n, connectionsMax: 1 });

describe('a port of KawPow whose work another pool gives', () => {
  it('gives each miner a beginning of the nonce, judges each share, and sends on what the other pool counts', async () => {
    const theirs = await theirsOf();
    const here = await hereOf(theirs.listener.port);
    await until(() => here.group.hasWork);
    const miners = [
      await headerMinerOf(closing, rvn, here, verifier),
      await headerMinerOf(closing, rvn, here, verifier),
    ];
    const [one = '', other = ''] = miners.map(({ jobs }) => jobs[0]?.room.prefix);
    // Two bytes are the other pool's, and one the lane.
    expect([one.length, one.slice(4), other.slice(4)]).toEqual([6, '00', '01']);
    expect(one.slice(0, 4)).toBe(other.slice(0, 4));
    for (const miner of miners) {
      for (let share = 0; share < 5; share += 1)
        expect(await miner.submit(await miner.find(4n, 64n))).toBe('OK');
      expect(await miner.submit(await miner.find(70n))).toBe('OK');
    }
    await until(() => here.group.counts.accepted.shares === 2);
    const { judged, forwarded, accepted } = here.group.counts;
    expect([judged.shares, forwarded.shares]).toEqual([12, 2]);
    expect(accepted).toEqual(forwarded);
    expect(await countedBy(here)).toEqual({ shares: 12, work: 48n });
    expect(await countedBy(theirs)).toEqual({ shares: 2, work: 128n });
    // Its jobs say what a block takes.
    expect(here.relayed.relayed?.upstream).toBe('other');
    // In the hashes that difficulties count, which are one part in 256 fewer.
    expect(here.relayed.relayed?.networkWork).toBe(1_095_233_372_415n);
  });

  it('refuses what counts already, has another mix, or is of another lane, and sends none of it on', async () => {
    const theirs = await theirsOf();
    const here = await hereOf(theirs.listener.port);
    await until(() => here.group.hasWork);
    const miner = await headerMinerOf(closing, rvn, here, verifier);
    const share = await miner.find(70n);
    const found = share.found as typeof share.found & { readonly mix: string };
    const lie = { ...found, mix: 'ab'.repeat(32) };
    expect(await miner.submit({ ...share, found: lie })).toBe('The proof of work is not that of the share');
    expect(await miner.submit(share)).toBe('OK');
    expect(await miner.submit(share)).toBe('Duplicate share');
    const room = { ...share.job.room, prefix: `${share.job.room.prefix.slice(0, 4)}07` };
    expect(await miner.submit({ ...share, job: { ...share.job, room } })).toBe('Malformed share');
    expect(await miner.submit({ ...share, job: { ...share.job, id: 'none' } })).toBe('Job not found');
    await until(() => here.group.counts.accepted.shares === 1);
    expect(here.group.counts.forwarded.shares).toBe(1);
    expect(theirs.results).toEqual(['accepted']);
  });

  it('goes on with the next work, and with another beginning of the nonce where its pool is lost', async () => {
    const [theirs, next] = [await theirsOf(), await theirsOf()];
    const here = await hereOf(theirs.listener.port, next.listener.port);
    await until(() => here.group.hasWork);
    const miner = await headerMinerOf(closing, rvn, here, verifier);
    const earlier = await miner.find(4n, 64n);
    theirs.renew();
    await until(() => miner.jobs.length === 2);
    // Another job of the same block: that pool takes shares of both.
    expect(await miner.submit(earlier)).toBe('OK');
    expect(await miner.submit(await miner.find(70n))).toBe('OK');
    const [before] = miner.jobs;
    await theirs.listener.close();
    await until(() => miner.jobs.length === 3);
    expect(miner.jobs[2]?.room.prefix).not.toBe(before?.room.prefix);
    expect(await miner.submit(await miner.find(70n))).toBe('OK');
    await until(() => next.results.length === 1);
    expect(next.results).toEqual(['accepted']);
  });

  it('lets no miner in while there is no work, so that it goes to its next pool', async () => {
    const theirs = await theirsOf();
    await theirs.listener.close();
    const here = await hereOf(theirs.listener.port);
    const miner = newHeaderMiner(closing, rvn, here.listener.port, verifier);
    await until(() => miner.isClosed);
    expect(miner.jobs).toEqual([]);
  });
});
