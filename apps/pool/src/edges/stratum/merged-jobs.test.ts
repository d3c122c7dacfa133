import { targetOfBits } from '@openlode/stratum/core/difficulty';
import { afterEach, describe, expect, it } from 'vitest';
import type { MergedWork } from '../../domain/kernel/block-template.ts';
import { createBitcoinFeed } from './bitcoin-feed.ts';
import { buildTemplate, FakeChain, plainStamper } from './testing/listener-kit.ts';

/** Four times as easy as the chain of the template, whose target is 0xffff << 208. */
const easy: MergedWork = {
  chain: 'easy',
  height: 90,
  hash: 'e'.repeat(64),
  networkTarget: 0x3fffcn << 208n,
  networkWork: 1n << 30n,
  submissionOf: (header, coinbase) => Uint8Array.of(header[0] ?? 0, coinbase[0] ?? 0),
};
/** Half as easy as that one's. */
const hard: MergedWork = {
  ...easy,
  chain: 'hard',
  hash: 'd'.repeat(64),
  networkTarget: 0x7fffn << 208n,
  networkWork: 1n << 33n,
};

describe('jobs of chains that are mined together', () => {
  let feed: ReturnType<typeof createBitcoinFeed> | undefined;
  afterEach(() => feed?.close());

  function open(merged: readonly MergedWork[]) {
    feed = createBitcoinFeed({ chain: new FakeChain(buildTemplate({ merged })), stamper: plainStamper() });
    const opened = feed.registry.current;
    if (opened === undefined) throw new Error('there is no job');
    return { opened, feed };
  }

  it('take every share for a block that the easiest chain takes, and none harder than that', () => {
    const { opened } = open([easy, hard]);
    expect(opened.job).toMatchObject({ networkTarget: 0x3fffcn << 208n, networkWork: 1n << 30n });
    expect(opened.shareWorkMax).toBe(1n << 30n);
    // All else is of the chain whose header is searched.
    expect(opened.job).toMatchObject({ chain: 'test-sha256', height: 7, bits: 0x1d00ffff });
  });

  it('are those of their chain where it is the easiest, or the only one', () => {
    expect(open([hard]).opened.job.networkTarget).toBe(targetOfBits(0x1d00ffff));
    feed?.close();
    expect(open([]).opened.shareWorkMax).toBe(1n << 32n);
  });

  it.each([
    ['none but the easy one', 0x3fffcn << 208n, ['easy']],
    ['its own chain and the easy one', 0xffffn << 208n, ['test-sha256', 'easy']],
    ['all three', 0x7fffn << 208n, ['test-sha256', 'easy', 'hard']],
    ['none', (0x3fffcn << 208n) + 1n, []],
  ])('find the blocks of %s', (_name, hash, chains) => {
    const { opened, feed: source } = open([easy, hard]);
    const proof = Buffer.from(hash.toString(16).padStart(64, '0'), 'hex').reverse();
    const solution = { header: new Uint8Array(80).fill(7), coinbase: new Uint8Array(9).fill(8), proof };
    const blocks = source.blocksOf({ job: opened.job, solution, hash: 'a'.repeat(64) });
    expect(blocks.map(({ chain }) => chain)).toEqual(chains);
    const own = { chain: 'test-sha256', height: 7, hash: 'a'.repeat(64), networkWork: 1n << 32n };
    if (chains.includes('test-sha256')) expect(blocks[0]).toMatchObject(own);
    const merged = {
      height: 90,
      hash: 'e'.repeat(64),
      networkWork: 1n << 30n,
      submission: Uint8Array.of(7, 8),
    };
    if (chains.includes('easy')) expect(blocks.find(({ chain }) => chain === 'easy')).toMatchObject(merged);
  });
});
