import { atMost53Bits, targetBytes, targetOfWork, workOfTarget } from '../../core/difficulty.ts';
import type { DifficultyScale } from '../../core/difficulty.ts';
import { ShareMemory } from '../../core/duplicates.ts';
import type { ShareTerms } from '../../core/judge-share.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import type { RelayedOpenJob } from '../../upstream/relayed-share.ts';
import type { MoneroWork } from './monero-client.ts';

/** A job of another pool in the protocol of Monero's family. */
export interface OpenRelayedMoneroJob extends RelayedOpenJob<MoneroWork> {
  /** What each of its shares counts, where no verifier of ours judges them: what the other pool asks for. Undefined where one does. */
  readonly fixed: ShareTerms | undefined;
}

/** @param networkWork expected hashes for a block of its network, which such a pool does not say */
export function openRelayedMoneroJob(
  upstream: UpstreamJob<MoneroWork>,
  {
    networkWork,
    verifies,
    scale,
    ...job
  }: {
    /** Ours, that no other job of any upstream has. */
    readonly id: string;
    readonly clean: boolean;
    readonly number: number;
    readonly chain: string;
    readonly scale: DifficultyScale;
    readonly networkWork: bigint;
    readonly verifies: boolean;
  },
): OpenRelayedMoneroJob {
  const { number, ...facts } = job;
  const work = atMost53Bits(workOfTarget(upstream.target));
  const networkTarget = targetOfWork(networkWork, scale);
  return {
    job: { ...facts, height: upstream.work.height ?? 0, networkTarget, networkWork },
    number,
    upstream,
    networkTarget: targetBytes(networkTarget),
    // A miner's share is never harder than a block.
    shareWorkMax: networkWork < work ? networkWork : work,
    accepted: new ShareMemory(),
    fixed: verifies ? undefined : { work, target: targetBytes(upstream.target) },
  };
}
