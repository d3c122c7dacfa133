import { afterEach, describe, expect, it } from 'vitest';
import { startTime, until } from '../edges/stratum/testing/listener-kit.ts';
import { LaneZcashMiner } from './testing/lane-zcash-miner.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';
import { otherZcashPool, user, zcashMinerOf, zcashRelayOf } from './testing/relayed-zcash-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe('a port of Equihash whose work another pool gives', () => {
  it('gives each miner a beginning of the nonce, judges each share, and sends on what the other pool counts', async () => {
    const theirs = await otherZcashPool(closing);
    const here = await zcashRelayOf(closing, [theirs.listener.port]);
    await until(() => here.group.hasWork);
    const miners = [await zcashMinerOf(closing, here), await zcashMinerOf(closing, here)];
    await until(() => miners.every(({ works }) => works.length > 0));
    const [one = '', other = ''] = miners.map(({ prefixes }) => prefixes[0]);
    // Four bytes are the other pool's, and four the lane.
    expect([one.length, one.slice(8), other.slice(8)]).toEqual([16, '00000000', '00000001']);
    expect(one.slice(0, 8)).toBe(other.slice(0, 8));
    for (const miner of miners) {
      for (let share = 0; share < 5; share += 1) expect(await miner.submit(miner.find(4n, 64n))).toBe('OK');
      expect(await miner.submit(miner.find(70n))).toBe('OK');
    }
    await until(() => here.group.counts.accepted.shares === 2);
    const { judged, forwarded, accepted } = here.group.counts;
    expect([judged.shares, forwarded.shares]).toEqual([12, 2]);
    expect(accepted).toEqual(forwarded);
    expect(await countedBy(here)).toEqual({ shares: 12, work: 48n });
    expect(await countedBy(theirs)).toEqual({ shares: 2, work: 128n });
    expect(here.relayed.relayed?.upstream).toBe('other');
  });

  it('refuses what counts already, is no solution, or is of another lane, and sends none of it on', async () => {
    const theirs = await otherZcashPool(closing);
    const here = await zcashRelayOf(closing, [theirs.listener.port]);
    await until(() => here.group.hasWork);
    const [miner, other] = [await zcashMinerOf(closing, here), await zcashMinerOf(closing, here)];
    await until(() => miner.works.length > 0 && other.works.length > 0);
    const share = miner.find(70n);
    expect(await miner.submit(share)).toBe('OK');
    expect(await miner.submit(share)).toBe('Duplicate share');
    expect(await miner.submit(share.with(3, share[3].toUpperCase()))).toBe('Duplicate share');
    // With its own beginning of the nonce it hashes to something else.
    expect(await other.submit(share)).not.toBe('OK');
    const lies: string[] = [];
    // Some made-up solutions have a low hash, and none is one.
    for (let lie = 0; !lies.includes('The proof of work is not that of the share'); lie += 1)
      lies.push(await miner.submit(share.with(4, `fd4005${lie.toString(16).padStart(2688, '0')}`)));
    expect(lies).not.toContain('OK');
    expect(await miner.submit(share.with(3, '00'))).toBe('Malformed share');
    expect(await miner.submit(share.with(4, '00'.repeat(1347)))).toBe('Malformed share');
    expect(await miner.submit(share.with(1, 'none'))).toBe('Job not found');
    const time = (seconds: number): string => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(startTime + seconds);
      return bytes.toString('hex');
    };
    expect(await miner.submit(share.with(2, time(-1000)))).toBe('Share time out of range');
    expect(await miner.submit(share.with(2, time(7000)))).toBe('Job not found');
    await until(() => here.group.counts.accepted.shares === 1);
    expect(here.group.counts.forwarded.shares).toBe(1);
    expect(theirs.results).toEqual(['accepted']);
  });

  it('goes on with the next work, and tells miners of another beginning where they asked to be told', async () => {
    const theirs = await otherZcashPool(closing);
    const next = await otherZcashPool(closing);
    const here = await zcashRelayOf(closing, [theirs.listener.port, next.listener.port], {
      connectionsMax: 1,
    });
    await until(() => here.group.hasWork);
    const following = await zcashMinerOf(closing, here, { follows: true });
    const rigid = await zcashMinerOf(closing, here);
    await until(() => following.works.length === 1);
    const late = following.find(4n, 64n);
    theirs.renew();
    await until(() => following.works.length === 2);
    expect(await following.submit(late)).toBe('Job not found');
    expect(await following.submit(following.find(70n))).toBe('OK');
    await theirs.listener.close();
    await until(() => rigid.isClosed && following.works.length === 3);
    expect(following.prefixes).toHaveLength(2);
    expect(await following.submit(following.find(70n))).toBe('OK');
    await until(() => next.results.length === 1);
    expect(next.results).toEqual(['accepted']);
  });

  it('has no work whose time is hours ahead', async () => {
    const theirs = await otherZcashPool(closing);
    const here = await zcashRelayOf(closing, [theirs.listener.port], {
      clock: () => (startTime - 8000) * 1000,
    });
    await until(() => here.said.some((each) => each.includes('the time of its job is hours ahead')));
    const miner = new LaneZcashMiner(here.listener.port);
    closing.push(() => miner.close());
    expect(await miner.login(user)).toBe('There is no work yet, try again');
    await until(() => miner.isClosed);
  });
});
