import type { RejectReason } from '@openlode/stratum/core/session-state';
import type { RelayedVerdict } from '@openlode/stratum/upstream/relayed-share';
import type { RelayAnswer } from './relay-source.ts';

/** Why the source refuses a share that was judged here; what the other pool says of a late one is not held against its miner. */
const reasons: ReadonlySet<string> = new Set<RejectReason>([
  'stale',
  'duplicate',
  'low-difficulty',
  'malformed',
  'version-bits',
  'busy',
]);

export const stale: RelayedVerdict = { kind: 'refused', reason: 'stale' };

export function verdictOf(answer: RelayAnswer, proof: Uint8Array): RelayedVerdict {
  if (answer.kind === 'accepted') {
    const { blocks = 0, isBlock = false } = answer;
    return { kind: 'accepted', proof, blocks, isBlock };
  }
  if (answer.kind === 'unknown' || answer.by === 'upstream' || !reasons.has(answer.why)) return stale;
  return { kind: 'refused', reason: answer.why as RejectReason };
}
