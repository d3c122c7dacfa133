import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import type { SubmitVerdict } from '../nodes/submit-outcome.ts';

/** Reasons of `submitblock` by which a node says that it has not judged the block to the end (BIP 22 and `validation.cpp`). */
const undecided: ReadonlySet<string> = new Set([
  'inconclusive',
  'duplicate-inconclusive',
  'inconclusive-not-best-prevblk',
  // It does not know the block below yet.
  'prev-blk-not-found',
  // The same of bcoin; without the word in front it is another reason, of Bitcoin Core.
  'rejected: bad-prevblk',
  // By its own clock, which may be wrong.
  'time-too-new',
]);
const late: ReadonlySet<string> = new Set(['stale-prevblk', 'stale-work']);
/** The bytes are no block (`RPC_DESERIALIZATION_ERROR`). */
const undecodable = -22;

/** The verdict in an answer to `submitblock`. */
export function verdictOf(outcome: RpcOutcome): SubmitVerdict {
  if (outcome.kind === 'refused' && outcome.code === undecodable)
    return { kind: 'invalid', why: outcome.why };
  if (outcome.kind !== 'result') return { kind: 'unknown', why: outcome.why };
  const { value } = outcome;
  if (value === null) return { kind: 'accepted' };
  if (typeof value !== 'string') return { kind: 'unknown', why: 'an answer that is no text' };
  if (undecided.has(value)) return { kind: 'inconclusive', why: value };
  // bcoin puts a word in front of the reason.
  const why = value.replace(/^rejected: /, '').slice(0, 200);
  if (why === 'duplicate') return { kind: 'duplicate' };
  if (undecided.has(why)) return { kind: 'inconclusive', why };
  if (late.has(why)) return { kind: 'stale', why };
  return { kind: 'invalid', why };
}
