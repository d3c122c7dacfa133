import type { OpenBitcoinJob } from '@openlode/stratum/dialects/bitcoin/jobs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBitcoinFeed } from './bitcoin-feed.ts';
import { buildTemplate, FakeChain, plainStamper } from './testing/listener-kit.ts';

const nextBlock = buildTemplate({ height: 8, previousHash: new Uint8Array(32).fill(8) });

describe('createBitcoinFeed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function start(): { chain: FakeChain; jobs: OpenBitcoinJob[]; feed: ReturnType<typeof createBitcoinFeed> } {
    const chain = new FakeChain(buildTemplate());
    const feed = createBitcoinFeed({ chain, stamper: plainStamper() });
    const jobs: OpenBitcoinJob[] = [];
    feed.onJob((opened) => jobs.push(opened));
    return { chain, jobs, feed };
  }

  it('has a job at once', () => {
    const { feed } = start();
    expect(feed.registry.current?.job).toMatchObject({
      id: '1',
      height: 7,
      clean: true,
      networkTarget: 0xffffn << 208n,
    });
  });

  it('opens a clean job with every block', () => {
    const { chain, feed, jobs } = start();
    chain.offer(nextBlock);
    expect(jobs.map(({ job }) => [job.id, job.height, job.clean])).toEqual([['2', 8, true]]);
    expect(feed.registry.find('1')).toBeUndefined();
  });

  it('is clean on a new block even where the template forgot to say so', () => {
    const { chain, jobs } = start();
    chain.offer({ ...nextBlock, clean: false });
    expect(jobs[0]?.job.clean).toBe(true);
  });

  it('replaces a job every 30 s without closing the old one', async () => {
    const { feed, jobs } = start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(jobs.map(({ job }) => [job.id, job.clean])).toEqual([
      ['2', false],
      ['3', false],
    ]);
    expect(feed.registry.find('1')).toBeDefined();
    feed.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(jobs.length).toBe(2);
  });

  it.each([
    { keepsTime: true, times: [100, 100, 160] },
    { keepsTime: false, times: [100, 130, 160] },
  ])(
    'has the time of the first job of a block in the others, or of each: $keepsTime',
    ({ keepsTime, times }) => {
      const chain = new FakeChain(buildTemplate({ time: 100 }));
      const feed = createBitcoinFeed({ chain, stamper: plainStamper(), keepsTime });
      const seen = [feed.registry.current?.job.time];
      feed.onJob(({ job }) => seen.push(job.time));
      chain.offer(buildTemplate({ time: 130, clean: false }));
      chain.offer({ ...nextBlock, time: 160 });
      expect(seen).toEqual(times);
      feed.close();
    },
  );

  it('closes its jobs while the chain gives no work, and begins with a clean one when it does again', async () => {
    const { chain, feed, jobs } = start();
    chain.hasWork = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect([feed.registry.current, feed.registry.find('1')]).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(60_000);
    chain.offer(buildTemplate());
    expect(jobs.map(({ job }) => [job.id, job.clean])).toEqual([['2', true]]);
  });

  it('waits for a chain that gives no work at the beginning', () => {
    const chain = new FakeChain(buildTemplate());
    chain.hasWork = false;
    const feed = createBitcoinFeed({ chain, stamper: plainStamper() });
    expect(feed.registry.current).toBeUndefined();
    chain.offer(buildTemplate());
    expect(feed.registry.current?.job.id).toBe('1');
    feed.close();
  });
});
