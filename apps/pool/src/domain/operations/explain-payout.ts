import { formatAmount } from '@openlode/money/amount';
import type { PayoutState } from '@openlode/ledger/payout-state';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import type { OperationContext } from '../kernel/decision.ts';
import type { Payout } from '../payouts/payout.ts';
import { type ListedPayout, listPayouts } from '../views/list-payouts.ts';

/** A payout as an operator reads it; amounts are decimal text in its coin, times milliseconds. */
export interface ShownPayout {
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

export function showPayout({ payout, waitsFor }: ListedPayout): ShownPayout {
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

/** The newest payouts, or those of one state, miner (its id), coin or network, or since a time in ms, and what each waits for. */
export async function showPayouts(
  ctx: Pick<ServiceContext, 'db' | 'clock'> & Pick<OperationContext, 'payoutBlockReason'>,
  {
    miner,
    ...query
  }: {
    readonly state?: PayoutState;
    readonly miner?: string;
    readonly coin?: string;
    readonly network?: string;
    readonly since?: number;
    readonly before?: number;
    readonly limit: number;
  },
): Promise<ShownPayout[]> {
  return (await listPayouts(ctx, { ...query, ...(miner !== undefined && { uuid: miner }) })).map(showPayout);
}

/** One payout with everything that explains where it is. */
export interface ExplainedPayout extends ShownPayout {
  /** Under which id its network has the transaction; null where that is `txid`. */
  readonly chainId: string | null;
  /** Decimal text, at the price of its reservation; null where there was none. */
  readonly usd: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly sends: number;
  readonly lastSentAt: number | null;
  /** What the network said when it refused the transaction the last time; null where it has taken it since, or two nodes know it. */
  readonly refusal: { readonly why: string; readonly at: number } | null;
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
  ctx: Pick<ServiceContext, 'db' | 'clock'> & Pick<OperationContext, 'payoutBlockReason'>,
  { id: text }: { readonly id: string },
): Promise<ExplainedPayout | { readonly kind: 'no-payout' } | { readonly kind: 'malformed-id' }> {
  const id = readPayoutId(text);
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
    ...showPayout(listed),
    chainId: payout.signed?.chainId ?? null,
    usd: usd === null ? null : formatAmount(usd),
    reason: payout.reason,
    note: payout.note,
    sends: payout.sends,
    lastSentAt: payout.lastSentAt?.getTime() ?? null,
    refusal: refusalOf(payout),
    confirmations: `${payout.confirmations}/${payout.confirmationsNeeded}`,
    endedAt: payout.endedAt?.getTime() ?? null,
    actions: actions.map((each) => ({ ...each, at: each.at.getTime() })),
  };
}

/** The id of a payout as it was typed; undefined for what is none. */
export function readPayoutId(text: string): bigint | undefined {
  return /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : undefined;
}

/** Once a node has it in a block, or its chain has given it up, what a node once said against it only misleads. */
function refusalOf({ state, refusal, refusedAt }: Payout): ExplainedPayout['refusal'] {
  const isOpen = state === 'broadcasting' || state === 'manual_review';
  return isOpen && refusal !== null && refusedAt !== null ? { why: refusal, at: refusedAt.getTime() } : null;
}
