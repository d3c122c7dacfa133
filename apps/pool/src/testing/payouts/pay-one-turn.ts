import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { runAutoPayouts } from '../../domain/payouts/auto-run.ts';
import { checkJournal } from '../../domain/payouts/check-journal.ts';
import { compareOutgoing } from '../../domain/payouts/compare-outgoing.ts';
import { disregardTransaction } from '../../domain/payouts/disregard-transaction.ts';
import { liftSuspension } from '../../domain/payouts/lift-suspension.ts';
import { findPayout, listUnfinishedPayouts } from '../../domain/payouts/payout.ts';
import type { PayoutContext } from '../../domain/payouts/payout-context.ts';
import { claimEpoch } from '../../domain/payouts/payout-epoch.ts';
import { storeSentBytes } from '../../domain/payouts/prepare-payout.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { comparedFirst, readSuspensions } from '../../domain/payouts/suspensions.ts';
import { adoptTransaction } from '../../domain/treasury/adopt-sweep.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { decideAsOperator } from './decide-as-operator.ts';

/** What a process of a suite pays with, and its operator decides with. */
export type Operating = PayoutContext & Pick<ServiceContext, 'secret'> & { readonly actor: string };

/** An operator needs longer than a process is ever paused. */
const operatorMs = 60_000;

/** What `app/open-payouts.ts` does at the start of a pool. Answers what the journal was found to be. */
export async function openAsPoolsDo(ctx: Operating): Promise<string> {
  await claimEpoch({ ...ctx, random: { uuid: randomUUID, bytes: randomBytes } });
  const checked = await checkJournal(ctx);
  for (const id of checked.kind === 'ahead' ? checked.payouts : []) {
    const payout = await findPayout(ctx.db, id);
    if (payout !== undefined) await storeSentBytes(ctx, payout);
  }
  return checked.kind === 'broken' ? `broken: ${checked.why}` : checked.kind;
}

export interface TurnPlan {
  /** No payout is asked for while this number is open. */
  readonly openMax: number;
  /** Where the operator's own withdrawals go. */
  readonly ownAddresses: ReadonlySet<string>;
  /** How often an operator looks at suspensions, in percent of the turns. */
  readonly looks?: number;
  /** Whose owners ask, all of them at once; without it one that has had no payout. */
  readonly wanted?: readonly string[] | undefined;
  /** Once the pool has gone over its payouts. */
  readonly onAdvanced?: () => void;
  readonly onError?: (error: unknown) => void;
}

/** What owners, the clock and an operator do in one turn. A session that was cut off is the next turn's business. */
export async function payOneTurn(ctx: Operating, random: SeededRandom, plan: TurnPlan): Promise<void> {
  const { openMax, looks = 20, wanted, onAdvanced, onError = () => undefined } = plan;
  const miners = await ctx.db.query<{ id: bigint }>(sql`
    SELECT id FROM miners WHERE NOT auto_pay AND NOT EXISTS (SELECT 1 FROM payouts WHERE miner_id = miners.id)
       AND (${wanted === undefined} OR address = ANY(${[...(wanted ?? [])]}::text[]))
     ORDER BY md5(id::text || ${random.below(1_000_000)}::text) LIMIT ${wanted?.length ?? 1}`);
  for (const { id } of miners)
    if ((await listUnfinishedPayouts(ctx.db)).length < openMax) await reservePayout(ctx, id, 'manual');
  if (random.percent(20)) await runAutoPayouts(ctx, (_payout, error) => onError(error));
  await advancePayouts(ctx, (_payout, error) => onError(error));
  onAdvanced?.();
  if (random.percent(looks)) await operate(ctx, plan);
  for (const payout of await listUnfinishedPayouts(ctx.db)) await decideAsOperator(ctx, payout);
}

/** The way of docs/operating.md: compare, adopt what is a payout, disregard what is none, compare again, lift. */
async function operate(ctx: Operating, { ownAddresses }: TurnPlan): Promise<void> {
  const suspensions = (await readSuspensions(ctx.db)).filter(
    ({ since }) => ctx.clock.now() - since > operatorMs,
  );
  if (suspensions.length === 0) return;
  if (suspensions.some(({ reason }) => comparedFirst.has(reason))) {
    const { unknown } = await compareOutgoing(ctx);
    for (const { txid, address } of unknown)
      if (ownAddresses.has(address))
        await disregardTransaction(ctx, { txid, reason: 'a withdrawal of ours' });
      else if ((await adoptTransaction(ctx, { txid, reason: 'it had left' })).kind === 'replaced')
        await disregardTransaction(ctx, { txid, reason: 'another one pays it' });
    if (unknown.length > 0 && (await compareOutgoing(ctx)).unknown.length > 0) return;
  }
  for (const { network } of suspensions) await liftSuspension(ctx, network, 'looked at it');
}
