import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import type { PowVerifier } from '../runtime/proof-of-work/pow-verifier.ts';
import { LaneMoneroMiner, standInVerifier } from './testing/lane-monero-miner.ts';
import { address, minerOf, otherPool, relayOf } from './testing/relayed-monero-pools.ts';
import { type Closing, countedBy } from './testing/relayed-pools.ts';

const closing: Closing = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

describe('a port of RandomX whose work another pool gives', () => {
  it('gives each miner a byte of the nonce, judges each share, and sends on what the other pool counts', async () => {
    const theirs = await otherPool(closing);
    const here = await relayOf(closing, theirs);
    await until(() => here.group.hasWork);
    const miners = [await minerOf(closing, here), await minerOf(closing, here), await minerOf(closing, here)];
    expect(miners.map(({ lane }) => lane)).toEqual(['01', '02', '03']);
    expect(new Set(miners.map(({ jobs }) => jobs[0]?.blob.replace(/0000000[123]/, ''))).size).toBe(1);
    for (const miner of miners) {
      for (let share = 0; share < 5; share += 1)
        expect(await miner.submit(await miner.find(4n, 64n))).toBe('OK');
      expect(await miner.submit(await miner.find(70n))).toBe('OK');
    }
    await until(() => here.group.counts.accepted.shares === 3);
    const { judged, forwarded, accepted } = here.group.counts;
    expect([judged.shares, forwarded.shares]).toEqual([18, 3]);
    expect(accepted).toEqual(forwarded);
    expect(await countedBy(here)).toEqual({ shares: 18, work: 72n });
    expect(await countedBy(theirs)).toEqual({ shares: 3, work: 192n });
    expect(here.relayed.relayed).toEqual({ upstream: 'other', networkWork: 1000n });
  });

  it('refuses what counts already, is not the hash of its nonce, or is of another lane, and sends none of it on', async () => {
    const theirs = await otherPool(closing);
    const here = await relayOf(closing, theirs);
    await until(() => here.group.hasWork);
    const [miner, other] = [await minerOf(closing, here), await minerOf(closing, here)];
    const share = await miner.find(70n);
    expect(await miner.submit(share)).toBe('OK');
    expect(await miner.submit(share)).toBe('Duplicate share');
    const unsent = await miner.find(70n);
    expect(await miner.submit({ ...unsent, nonce: '0f0f0f01' })).toBe(
      'The proof of work is not that of the share',
    );
    // As on a port of own work, the hash is looked for before the nonce is.
    expect(await miner.submit({ ...share, nonce: '0f0f0f01' })).toBe('Duplicate share');
    expect(await other.submit(share)).toBe('Malformed share');
    const light = await miner.find(4n, 64n);
    expect(await miner.submit({ ...light, result: 'ff'.repeat(32) })).toBe('Low difficulty share');
    await until(() => here.group.counts.accepted.shares === 1);
    expect(here.group.counts.forwarded.shares).toBe(1);
    expect(theirs.results).toEqual(['accepted']);
  });

  it('counts what the other pool accepts, and no more, where nothing here calculates RandomX', async () => {
    const theirs = await otherPool(closing);
    const here = await relayOf(closing, theirs, { faultOfRandomx: () => 'there is no library' });
    await until(() => here.group.hasWork);
    const miner = await minerOf(closing, here);
    // Its difficulty is that of the other pool.
    expect(miner.jobs[0]?.target).toBe('ffffff03');
    for (let share = 0; share < 3; share += 1) expect(await miner.submit(await miner.find(64n))).toBe('OK');
    const share = await miner.find(64n);
    // A lie is known there alone.
    expect(await miner.submit({ ...share, nonce: '0f0f0f01' })).toBe('Job not found');
    expect(await miner.submit(share)).toBe('OK');
    expect(await miner.submit(share)).toBe('Duplicate share');
    const { judged, forwarded, accepted, other } = here.group.counts;
    expect([judged, forwarded, accepted, other].map(({ shares }) => shares)).toEqual([0, 5, 4, 1]);
    expect(await countedBy(here)).toEqual({ shares: 4, work: 256n });
    expect(await countedBy(theirs)).toEqual({ shares: 4, work: 256n });
  });

  it('counts a share that came before the next job, however long it takes to judge', async () => {
    const theirs = await otherPool(closing);
    let judge: (() => void) | undefined;
    const slow: PowVerifier = {
      verify: async (input, owner) => {
        await new Promise<void>((resolve) => (judge = resolve));
        return standInVerifier.verify(input, owner);
      },
      waiting: () => 0,
    };
    const here = await relayOf(closing, theirs, { verifier: slow });
    await until(() => here.group.hasWork);
    const [miner, other] = [await minerOf(closing, here), await minerOf(closing, here)];
    const answer = miner.submit(await miner.find(4n, 64n));
    await until(() => judge !== undefined);
    theirs.renew();
    await until(() => other.jobs.length === 2);
    judge?.();
    expect(await answer).toBe('OK');
    expect(await countedBy(here)).toEqual({ shares: 1, work: 4n });
  });

  it('calculates no hash for a share that counts already', async () => {
    const theirs = await otherPool(closing);
    let asked = 0;
    const counting: PowVerifier = {
      verify: (input, owner) => {
        asked += 1;
        return standInVerifier.verify(input, owner);
      },
      waiting: () => 0,
    };
    const here = await relayOf(closing, theirs, { verifier: counting });
    await until(() => here.group.hasWork);
    const miner = await minerOf(closing, here);
    const share = await miner.find(4n, 64n);
    expect(await miner.submit(share)).toBe('OK');
    for (let again = 0; again < 3; again += 1) expect(await miner.submit(share)).toBe('Duplicate share');
    expect(asked).toBe(1);
    expect(here.group.counts['refused-here'].shares).toBe(3);
  });

  it('keeps a miner whose share cannot be judged, and says so once a minute', async () => {
    const theirs = await otherPool(closing);
    const broken: PowVerifier = {
      verify: () => Promise.reject(new Error('no memory for a cache')),
      waiting: () => 0,
    };
    const faults: unknown[] = [];
    const here = await relayOf(closing, theirs, { verifier: broken, onFault: (error) => faults.push(error) });
    await until(() => here.group.hasWork);
    const miner = await minerOf(closing, here);
    for (let share = 0; share < 3; share += 1)
      expect(await miner.submit(await miner.find(4n, 64n))).toBe('The pool cannot verify shares right now');
    expect(miner.isClosed).toBe(false);
    expect(faults.map(String)).toEqual(['Error: no memory for a cache']);
    expect(here.group.counts.judged.shares).toBe(0);
  });

  it('has no work before a node of ours says what a block takes', async () => {
    const theirs = await otherPool(closing);
    const here = await relayOf(closing, theirs, { networkWorkOf: () => undefined });
    await until(() => here.said.some((each) => each.includes('no node of ours says')));
    expect(here.group.hasWork).toBe(false);
    const miner = new LaneMoneroMiner(here.listener.port);
    closing.push(() => miner.close());
    expect(await miner.login(`XMR:${address}`)).toBe('There is no work yet, try again');
    await until(() => miner.isClosed);
  });

  it('goes on with the next job, and takes nothing for one whose connection is gone', async () => {
    const theirs = await otherPool(closing);
    const here = await relayOf(closing, theirs);
    await until(() => here.group.hasWork);
    const miner = await minerOf(closing, here);
    const late = await miner.find(4n, 64n);
    theirs.renew();
    await until(() => miner.jobs.length === 2);
    expect(miner.jobs[1]?.blob).not.toBe(miner.jobs[0]?.blob);
    expect(await miner.submit(late)).toBe('Job not found');
    expect(await miner.submit(await miner.find(70n))).toBe('OK');
    await theirs.listener.close();
    await until(() => !here.group.hasWork);
    expect(await miner.submit(await miner.find(4n, 64n))).toBe('Job not found');
  });
});
