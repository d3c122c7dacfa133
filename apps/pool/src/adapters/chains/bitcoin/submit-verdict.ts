import type { RewardLine, SubmitOutcome } from '../../../domain/kernel/chain.ts';
import type { RpcOutcome } from './rpc-answer.ts';

/** What one node says of a block that it was handed. */
export type SubmitVerdict =
  | { readonly kind: 'accepted' | 'duplicate' }
  /** It has the block, and does not build on it: another one is on its best chain, or an earlier one is missing. */
  | { readonly kind: 'inconclusive' | 'stale' | 'invalid'; readonly why: string }
  /** It is not known whether the node has the block: ask for it by its hash. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Reasons of `submitblock` by which a node says that it has not judged the block to the end (BIP 22 and `validation.cpp`). */
const undecided: ReadonlySet<string> = new Set([
  'inconclusive',
  'duplicate-inconclusive',
  'inconclusive-not-best-prevblk',
  // It does not know the block below yet.
  'prev-blk-not-found',
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
  const why = value.slice(0, 200);
  if (why === 'duplicate') return { kind: 'duplicate' };
  if (undecided.has(why)) return { kind: 'inconclusive', why };
  if (late.has(why)) return { kind: 'stale', why };
  return { kind: 'invalid', why };
}

/** What a node said, with its name. */
export interface NamedVerdict {
  readonly node: string;
  readonly verdict: SubmitVerdict;
}

/** The best that any node said is the outcome; undefined where none is known to have the block, or to refuse it. */
export function outcomeOf(
  verdicts: readonly NamedVerdict[],
  rewards: readonly RewardLine[],
): SubmitOutcome | undefined {
  const of = (kind: SubmitVerdict['kind']): readonly NamedVerdict[] =>
    verdicts.filter(({ verdict }) => verdict.kind === kind);
  if (of('accepted').length > 0) return { kind: 'accepted', rewards };
  if (of('duplicate').length > 0) return { kind: 'duplicate', rewards };
  if (of('inconclusive').length > 0) return { kind: 'inconclusive', why: inWords(of('inconclusive')) };
  if (of('stale').length > 0) return { kind: 'stale' };
  const invalid = of('invalid');
  if (invalid.length === 0) return undefined;
  return { kind: 'invalid', why: inWords(verdicts), nodes: invalid.map(({ node }) => node) };
}

/** Each node's answer, for an operator. */
export function inWords(verdicts: readonly NamedVerdict[]): string {
  return verdicts
    .map(({ node, verdict }) => `${node}: ${'why' in verdict ? verdict.why : verdict.kind}`)
    .join(', ');
}
