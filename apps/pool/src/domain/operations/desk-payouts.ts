import { formatAmount } from '@openlode/money/amount';
import type { PayoutState } from '@openlode/ledger/payout-state';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { type DeskContext, judgeReason } from '../kernel/decision.ts';
import { knownNetwork } from './known-network.ts';
import { type ListedPayout, listPayouts } from '../views/list-payouts.ts';
import {
  approvePayout,
  heldPayouts,
  holdPayout,
  type OperateOutcome,
  releasePayout,
  retryPayout,
} from '../payouts/operate-payouts.ts';
import {
  everyNetwork,
  liftSuspension,
  type OperatorContext,
  readSuspensions,
  type Suspension,
  suspendByOperator,
} from '../payouts/suspensions.ts';

/** A payout as an operator reads it; amounts are decimal text in its coin, times milliseconds. */
export interface DeskPayout {
  readonly id: string;
  readonly uuid: string;
  readonly kind: 'manual' | 'auto' | 'adopted';
  readonly coin: string;
  readonly network: string;
  readonly address: string;
  /** Empty where there is none. */
  readonly memo: string;
  readonly amount: string;
  readonly state: PayoutState;
  readonly reservedAt: number;
  readonly txid: string | null;
  /** Null when it is over. */
  readonly waitsFor: string | null;
}

export const payoutVerbs = ['hold', 'approve', 'release', 'retry'] as const;
export type PayoutVerb = (typeof payoutVerbs)[number];

/** Why something is decided is kept for ever, in payout_actions. */
export type PayoutDecisionOutcome =
  | OperateOutcome
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'malformed-reason' };

export type SuspensionOutcome =
  /** `still`: what else holds it back now; of all networks, every reason that is left. */
  | { readonly kind: 'done'; readonly network: string; readonly still: readonly Suspension[] }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'unknown-network' }
  | { readonly kind: 'already-suspended' }
  | { readonly kind: 'not-suspended' }
  /** It needs a comparison with the wallets first, one that found nothing unknown. */
  | { readonly kind: 'not-compared' };

export function deskPayout({ payout, waitsFor }: ListedPayout): DeskPayout {
  return {
    id: payout.id.toString(),
    uuid: payout.uuid,
    kind: payout.kind,
    coin: payout.coin,
    network: payout.network,
    address: payout.address,
    memo: payout.memo,
    amount: formatAmount(payout.amount),
    state: payout.state,
    reservedAt: payout.reservedAt.getTime(),
    txid: payout.signed?.txid ?? null,
    waitsFor: waitsFor ?? null,
  };
}

/** The newest payouts, or those in one state, and what each waits for. */
export async function readDeskPayouts(
  ctx: Pick<ServiceContext, 'db'> & Pick<DeskContext, 'payoutBlockReason'>,
  query: { readonly state?: PayoutState; readonly limit: number },
): Promise<DeskPayout[]> {
  return (await listPayouts(ctx, query)).map(deskPayout);
}

/** One payout with everything that explains where it is. */
export interface ExplainedPayout extends DeskPayout {
  /** Decimal text, at the price of its reservation; null where there was none. */
  readonly usd: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly sends: number;
  readonly lastSentAt: number | null;
  readonly confirmations: string;
  readonly endedAt: number | null;
  /** What operators did to it, the oldest first. */
  readonly actions: readonly {
    readonly at: number;
    readonly actor: string;
    readonly action: string;
    readonly why: string;
  }[];
}

export async function explainPayout(
  ctx: Pick<ServiceContext, 'db'> & Pick<DeskContext, 'payoutBlockReason'>,
  { id: text }: { readonly id: string },
): Promise<ExplainedPayout | { readonly kind: 'no-payout' } | { readonly kind: 'malformed-id' }> {
  const id = readId(text);
  if (id === undefined) return { kind: 'malformed-id' };
  const [listed] = await listPayouts(ctx, { id, limit: 1 });
  if (listed === undefined) return { kind: 'no-payout' };
  const { payout } = listed;
  const [value] = await ctx.db.query<{ usd: bigint | null }>(sql`SELECT usd FROM payouts WHERE id = ${id}`);
  const usd = value?.usd ?? null;
  const actions = await ctx.db.query<{ at: Date; actor: string; action: string; why: string }>(
    sql`SELECT at, actor, action, why FROM payout_actions WHERE payout_id = ${id} ORDER BY id`,
  );
  return {
    ...deskPayout(listed),
    usd: usd === null ? null : formatAmount(usd),
    reason: payout.reason,
    note: payout.note,
    sends: payout.sends,
    lastSentAt: payout.lastSentAt?.getTime() ?? null,
    confirmations: `${payout.confirmations}/${payout.confirmationsNeeded}`,
    endedAt: payout.endedAt?.getTime() ?? null,
    actions: actions.map((each) => ({ ...each, at: each.at.getTime() })),
  };
}

/** Holds, approves, releases or retries one payout; `id` and `reason` are as they were typed. */
export async function decidePayout(
  ctx: OperatorContext & Pick<ServiceContext, 'publisher'>,
  decision: { readonly verb: PayoutVerb; readonly id: string; readonly reason: string },
): Promise<PayoutDecisionOutcome> {
  const id = readId(decision.id);
  if (id === undefined) return { kind: 'malformed-id' };
  const why = judgeReason(decision.reason);
  if (why === undefined) return { kind: 'malformed-reason' };
  const run = { hold: holdPayout, approve: approvePayout, release: releasePayout, retry: retryPayout };
  return run[decision.verb](ctx, id, why);
}

export type ApproveOutcome =
  | { readonly kind: 'malformed-id' }
  | { readonly kind: 'malformed-reason' }
  | { readonly kind: 'unknown-network' }
  | {
      readonly kind: 'done';
      readonly approved: readonly string[];
      /** Those that were not held any more, or never were. */
      readonly left: readonly string[];
    };

/** Approves several payouts with one reason: those named by id, or all that the pool holds, on one network or on every one. */
export async function approvePayouts(
  ctx: OperatorContext & Pick<ServiceContext, 'publisher'>,
  decision: { readonly ids?: readonly string[]; readonly network?: string; readonly reason: string },
): Promise<ApproveOutcome> {
  const why = judgeReason(decision.reason);
  if (why === undefined) return { kind: 'malformed-reason' };
  const network = decision.network === undefined ? undefined : knownNetwork(decision.network);
  if (decision.network !== undefined && network === undefined) return { kind: 'unknown-network' };
  const named = decision.ids?.map(readId);
  const approved: string[] = [];
  const left: string[] = [];
  if (named?.includes(undefined) === true) return { kind: 'malformed-id' };
  for (const id of named ?? (await heldPayouts(ctx, network))) {
    if (id === undefined) continue;
    const { kind } = await approvePayout(ctx, id, why);
    (kind === 'done' ? approved : left).push(id.toString());
  }
  return { kind: 'done', approved, left };
}

export async function listSuspensions(ctx: Pick<ServiceContext, 'db'>): Promise<Suspension[]> {
  return readSuspensions(ctx.db);
}

/** Lets nothing leave on a network, or takes one reason for it away; `*` is all networks. */
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
    if (lifted !== 'lifted') return { kind: lifted };
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

function readId(text: string): bigint | undefined {
  return /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : undefined;
}
