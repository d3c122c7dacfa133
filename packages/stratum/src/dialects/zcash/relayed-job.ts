import { atMost53Bits, targetBytes, targetOfBits, workOfTarget } from '../../core/difficulty.ts';
import { ShareMemory } from '../../core/duplicates.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import type { RelayedOpenJob } from '../../upstream/relayed-share.ts';
import type { ZcashWork } from './zcash-client.ts';

/** A job of another pool in Zcash's Stratum. */
export interface OpenRelayedZcashJob extends RelayedOpenJob<ZcashWork> {
  /** The highest hash that the other pool counts, least significant byte first. */
  readonly theirs: Uint8Array;
}

/** Its network's target is what its bits say: a client leaves it out of the job where every solution would be a block. */
export function openRelayedZcashJob(
  upstream: UpstreamJob<ZcashWork>,
  {
    id,
    clean,
    number,
    chain,
  }: {
    /** Ours, that no other job of any upstream has. */
    readonly id: string;
    readonly clean: boolean;
    readonly number: number;
    readonly chain: string;
  },
): OpenRelayedZcashJob {
  const networkTarget = targetOfBits(upstream.work.bits);
  const networkWork = workOfTarget(networkTarget);
  const theirWork = workOfTarget(upstream.target);
  // Never harder than what the upstream counts, nor than a block.
  const shareWorkMax = atMost53Bits(theirWork < networkWork ? theirWork : networkWork);
  return {
    job: { id, clean, chain, height: 0, networkTarget, networkWork },
    number,
    upstream,
    theirs: targetBytes(upstream.target),
    networkTarget: targetBytes(networkTarget),
    shareWorkMax: shareWorkMax > 0n ? shareWorkMax : 1n,
    accepted: new ShareMemory(),
  };
}
