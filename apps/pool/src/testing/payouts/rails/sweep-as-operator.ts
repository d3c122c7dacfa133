import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Wallet } from '../../../domain/kernel/wallet.ts';
import { cancelSweep } from '../../../domain/treasury/cancel-sweep.ts';
import { followSweeps } from '../../../domain/treasury/follow-sweeps.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { selectSweeps } from '../../../domain/treasury/sweep.ts';
import { type SweepOutcome, sweepFunds } from '../../../domain/treasury/sweep-funds.ts';
import type { Database } from '../../../runtime/database/database.ts';
import type { Truth } from '../compare-with-truth.ts';
import type { Operating } from '../pay-one-turn.ts';
import type { TurnOf } from './instance.ts';
import type { RailWorld } from './rail-world.ts';

/** Of the pool's own, in coins. What is swept at a time is a tenth of what a payee is owed, so that others are paid all the same. */
const ownMoney = '3';
/** What has not ended after this time is ended by an operator while everything is to come to its end, ms. */
const endAfterMs = 30 * 60_000;

/** The pool's own money, which its wallet has beside what miners are owed. */
export async function bringOwn(db: Database, { ground, clock }: RailWorld): Promise<void> {
  const { coin, network } = ground;
  const { kind } = await moveFunds(
    { db, clock, actor: 'operator' },
    { kind: 'deposit', amount: ownMoney, coin, network, reference: 'the beginning', reason: 'to sweep' },
  );
  if (kind !== 'booked') throw new Error(`the pool's own money is ${kind}`);
}

/** What the pool does with sweeps in a turn, and an operator: has one begin where none is under way, cancels one. */
export async function sweepAsOperator(
  ctx: Operating & { readonly wallet: Wallet },
  { ground, random, count }: RailWorld,
  how: TurnOf,
  onError: (error: unknown) => void,
): Promise<void> {
  await followSweeps(ctx, (_sweep, error) => onError(error));
  if (how === 'again') return;
  const [open] = await selectSweeps(
    ctx.db,
    sql`WHERE state IN ('planned', 'signed', 'sent') ORDER BY id LIMIT 1`,
  );
  if (open === undefined) {
    if (how === 'drain' || !random.percent(40)) return;
    const { coin, network, each } = ground;
    const amount = formatAmount(each / 10n);
    const outcome = await sweepFunds(ctx, { coin, network, amount, reason: 'too much' });
    if (outcome.kind === 'stored') count('an operator sweeps');
    else onError(new Error(`nothing is swept: ${describeOutcome(outcome)}`));
    return;
  }
  const isLate = ctx.clock.now() - open.stateAt.getTime() >= endAfterMs;
  if (how === 'drain' ? !isLate : !random.percent(10)) return;
  const { kind } = await cancelSweep(ctx, { id: open.id, reason: 'no more' });
  if (kind === 'cancelling' || kind === 'ended') count('an operator cancels a sweep');
}

/** How the sweeps of the database differ from what blocks brought to their address; each of them once, and nothing else. */
export async function wrongSweeps(db: Database, truth: Truth): Promise<readonly string[]> {
  const sweeps = await selectSweeps(db, sql`WHERE state = 'final' ORDER BY id`);
  const booked = sweeps.map(({ signed, amount }) => `${signed?.txid} ${amount}`).toSorted();
  const brought = truth
    .flatMap(({ txid, outputs }) => outputs.map(({ amount }) => `${txid} ${amount}`))
    .toSorted();
  return [
    ...brought.filter((each) => !booked.includes(each)).map((each) => `swept and not booked: ${each}`),
    ...booked.filter((each) => !brought.includes(each)).map((each) => `booked and not swept: ${each}`),
    ...(new Set(booked).size < booked.length ? [`booked twice: ${booked.join(', ')}`] : []),
  ];
}

function describeOutcome(outcome: SweepOutcome): string {
  const why = 'why' in outcome ? outcome.why : 'limit' in outcome ? outcome.limit : '';
  return `${outcome.kind} ${why}`;
}
