import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Wallet } from '../../../domain/kernel/wallet.ts';
import { cancelSweep } from '../../../domain/treasury/cancel-sweep.ts';
import { followSweeps } from '../../../domain/treasury/follow-sweeps.ts';
import { moveFunds } from '../../../domain/treasury/move-funds.ts';
import { selectSweeps, type Sweep } from '../../../domain/treasury/sweep.ts';
import { type SweepOutcome, sweepFunds } from '../../../domain/treasury/sweep-funds.ts';
import type { Database } from '../../../runtime/database/database.ts';
import type { Truth } from '../compare-with-truth.ts';
import type { Operating } from '../pay-one-turn.ts';
import type { SweepOrder, TurnOf } from './instance.ts';
import type { RailWorld } from './rail-world.ts';

/** The pool's own, as much as this number of payees is owed. What is swept at a time is a tenth of what a payee is owed, so that others are paid all the same. */
const ownMoney = 6n;
/** What has not ended after this time is ended by an operator while everything is to come to its end, ms. */
const endAfterMs = 30 * 60_000;

/** The pool's own money, which its wallet has beside what miners are owed. */
export async function bringOwn(db: Database, { ground, clock }: RailWorld): Promise<void> {
  const { coin, network, each } = ground;
  const { kind } = await moveFunds(
    { db, clock, actor: 'operator' },
    {
      kind: 'deposit',
      amount: formatAmount(ownMoney * each),
      coin,
      network,
      reference: 'the beginning',
      reason: 'to sweep',
    },
  );
  if (kind !== 'booked') throw new Error(`the pool's own money is ${kind}`);
}

type Sweeping = Operating & { readonly wallet: Wallet };

/** What the pool does with sweeps in a turn, and an operator: has one begin where none is under way, cancels one. */
export async function sweepAsOperator(
  ctx: Sweeping,
  world: RailWorld,
  how: TurnOf,
  onError: (error: unknown) => void,
): Promise<void> {
  const { random } = world;
  await followSweeps(ctx, (_sweep, error) => onError(error));
  if (how === 'again') return;
  const [open] = await openSweeps(ctx.db);
  if (open === undefined) {
    if (how === 'trouble' && random.percent(40)) await beginSweep(ctx, world, onError);
    return;
  }
  const isLate = ctx.clock.now() - open.stateAt.getTime() >= endAfterMs;
  if (how === 'drain' ? isLate : random.percent(10)) await cancelOne(ctx, world, open, onError);
}

/** The same, one thing of it: of several that are not over the newest is cancelled. */
export async function orderSweep(
  ctx: Sweeping,
  world: RailWorld,
  what: SweepOrder,
  onError: (error: unknown) => void,
): Promise<void> {
  if (what === 'follow') return followSweeps(ctx, (_sweep, error) => onError(error));
  if (what === 'begin') return beginSweep(ctx, world, onError);
  const open = (await openSweeps(ctx.db)).at(-1);
  if (open !== undefined) await cancelOne(ctx, world, open, onError);
}

function openSweeps(db: Database): Promise<readonly Sweep[]> {
  return selectSweeps(db, sql`WHERE state IN ('planned', 'signed', 'sent') ORDER BY id`);
}

async function beginSweep(
  ctx: Sweeping,
  { ground, count }: RailWorld,
  onError: (error: unknown) => void,
): Promise<void> {
  const { coin, network, each } = ground;
  const amount = formatAmount(each / 10n);
  const outcome = await sweepFunds(ctx, { coin, network, amount, reason: 'too much' });
  if (outcome.kind === 'stored') count('an operator sweeps');
  else onError(new Error(`nothing is swept: ${describeOutcome(outcome)}`));
}

async function cancelOne(
  ctx: Sweeping,
  { count }: RailWorld,
  { id }: Sweep,
  onError: (error: unknown) => void,
): Promise<void> {
  const outcome = await cancelSweep(ctx, { id, reason: 'no more' });
  if (outcome.kind === 'cancelling' || outcome.kind === 'ended') count('an operator cancels a sweep');
  else onError(new Error(`a sweep is not cancelled: ${'why' in outcome ? outcome.why : outcome.kind}`));
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
