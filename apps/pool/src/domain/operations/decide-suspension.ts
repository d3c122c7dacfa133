import type { ServiceContext } from '../kernel/context.ts';
import { judgeReason } from '../kernel/decision.ts';
import { liftSuspension, newestComparison } from '../payouts/lift-suspension.ts';
import {
  everyNetwork,
  type OperatorContext,
  readSuspensions,
  type Suspension,
  suspendByOperator,
} from '../payouts/suspensions.ts';
import { knownNetwork } from './known-network.ts';

export type SuspensionOutcome =
  /** `still`: what else holds it back now; of all networks, every reason that is left. */
  | { readonly kind: 'done'; readonly network: string; readonly still: readonly Suspension[] }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'unknown-network' }
  | { readonly kind: 'already-suspended' }
  | { readonly kind: 'not-suspended' }
  /**
   * A comparison with the wallets must come first and find nothing unknown. Named are the networks that the newest one leaves open:
   * wallets that did not answer, and wallets that have sent what the database does not know.
   */
  | {
      readonly kind: 'not-compared';
      readonly unanswered: readonly string[];
      readonly unknownOn: readonly string[];
    };

export async function listSuspensions(ctx: Pick<ServiceContext, 'db'>): Promise<Suspension[]> {
  return readSuspensions(ctx.db);
}

/** Suspends payouts of a network, or lifts one reason of its suspension; `*` is all networks. */
export async function decideSuspension(
  ctx: OperatorContext,
  decision: {
    readonly verb: 'suspend' | 'lift';
    readonly network: string;
    /** Of a suspension: the database was put back to an earlier state. */
    readonly recovered?: boolean;
    /** Of a lifting: what the wallet lacks now of the asset, in units of 10^-18, as decimal digits. */
    readonly acceptedShort?: string;
    readonly reason: string;
  },
): Promise<SuspensionOutcome> {
  const why = judgeReason(decision.reason);
  if (why === undefined) return { kind: 'malformed-reason' };
  const known = decision.network === everyNetwork ? everyNetwork : knownNetwork(decision.network);
  if (decision.verb === 'lift') {
    // An asset is suspended by the pool only, under a name that is no network's.
    const network = known ?? decision.network;
    const { acceptedShort } = decision;
    const lifted = await liftSuspension(
      ctx,
      network,
      why,
      acceptedShort === undefined ? {} : { acceptedShort: BigInt(acceptedShort) },
    );
    if (lifted === 'not-suspended') return { kind: lifted };
    if (lifted === 'not-compared') {
      const newest = await newestComparison(ctx.db);
      return { kind: lifted, unanswered: newest?.unanswered ?? [], unknownOn: newest?.unknown_on ?? [] };
    }
    const left = await readSuspensions(ctx.db);
    const still = left.filter(
      (each) => network === everyNetwork || each.network === network || each.network === everyNetwork,
    );
    return { kind: 'done', network, still };
  }
  if (known === undefined) return { kind: 'unknown-network' };
  const suspended = await suspendByOperator(ctx, known, why, { isRecovered: decision.recovered === true });
  return suspended === 'suspended'
    ? { kind: 'done', network: known, still: [] }
    : { kind: 'already-suspended' };
}
