import { describe, expect, it } from 'vitest';
import { difficultyScale, targetBytes, targetOfWork } from '../../core/difficulty.ts';
import type { ShareTerms } from '../../core/judge-share.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import type { EthereumWork } from './ethereum-client.ts';
import { type OpenRelayedEthereumJob, openRelayedEthereumJob } from './relayed-job.ts';

const scale = difficultyScale(1n << 256n);
const termsOf = (work: bigint): ShareTerms => ({ work, target: targetBytes(targetOfWork(work, scale)) });

function opened(
  hashes: bigint,
  {
    networkWork = 1n << 50n,
    leastWork = 1n,
    verifies = true,
    price,
    easiestTarget = 0n,
  }: {
    networkWork?: bigint;
    leastWork?: bigint;
    verifies?: boolean;
    price?: ShareTerms;
    easiestTarget?: bigint;
  } = {},
): OpenRelayedEthereumJob {
  const upstream: UpstreamJob<EthereumWork> = {
    id: 'theirs',
    clean: true,
    target: targetOfWork(hashes, scale) - 1n,
    networkTarget: undefined,
    room: { prefix: '', freeBytes: 8 },
    work: { header: '11'.repeat(32), seed: '00'.repeat(32) },
    content: 'a',
    versionMask: 0,
  };
  const facts = { id: '1', clean: true, number: 1, chain: 'upstream-other', scale, height: 30_000 };
  return openRelayedEthereumJob(upstream, {
    ...facts,
    networkWork,
    leastWork,
    verifies,
    price,
    easiestTarget,
  });
}

describe('what a share of ethproxy counts here', () => {
  it('is an eighth of one there, no less than the least, and no more than one there or a block', () => {
    expect(opened(4096n).price).toEqual(termsOf(512n));
    expect(opened(4096n, { leastWork: 1000n }).price).toEqual(termsOf(1000n));
    expect(opened(4096n, { leastWork: 5000n }).price.work).toBe(4096n);
    expect(opened(4096n, { networkWork: 100n }).price).toEqual(termsOf(100n));
  });

  it('is what it was when its content came first, whatever the other pool asks for since', () => {
    const first = opened(4096n).price;
    for (const hashes of [8192n, 256n]) {
      const again = opened(hashes, { price: first });
      expect([again.price, again.shareWorkMax]).toEqual([first, 512n]);
    }
    // One that is easier there is still worth calculating.
    expect(opened(256n, { price: first }).limit).toEqual(targetBytes(targetOfWork(256n, scale) - 1n));
    expect(opened(4096n).limit).toEqual(first.target);
  });

  it('is an eighth of what the connection counts that asks for least, where its content comes first', () => {
    const easiestTarget = targetOfWork(256n, scale) - 1n;
    const first = opened(4096n, { easiestTarget });
    expect([first.price, first.limit]).toEqual([termsOf(32n), termsOf(32n).target]);
    expect(opened(4096n, { easiestTarget, price: termsOf(512n) }).price).toEqual(termsOf(512n));
    // Never more than what its own connection counts.
    expect(opened(256n, { easiestTarget: targetOfWork(4096n, scale) }).price).toEqual(termsOf(32n));
    expect(opened(4096n, { easiestTarget, verifies: false }).price.work).toBe(4096n);
  });

  it('is what the other pool counts where that alone judges it', () => {
    const { price } = opened(4096n, { verifies: false, price: termsOf(512n), leastWork: 1n });
    expect(price).toEqual({ work: 4096n, target: targetBytes(targetOfWork(4096n, scale) - 1n) });
  });
});
