import type { RewardLine, SubmitOutcome } from '../../../domain/kernel/chain.ts';

/** What one node says of a block that it was handed. */
export type SubmitVerdict =
  | { readonly kind: 'accepted' | 'duplicate' }
  /** It has the block, and does not build on it: another one is on its best chain, or an earlier one is missing. */
  | { readonly kind: 'inconclusive' | 'stale' | 'invalid'; readonly why: string }
  /** It is not known whether the node has the block: ask for it by its hash. */
  | { readonly kind: 'unknown'; readonly why: string };

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
