import { formatAmount } from '@openlode/money/amount';
import type { UpstreamTerms } from '../../domain/kernel/upstream-terms.ts';
import { runAutoPayouts } from '../../domain/payouts/auto-run.ts';
import { advanceRound } from '../../domain/rounds/advance-round.ts';
import { convertPending } from '../../domain/rounds/convert-pending.ts';
import { recordCandidate } from '../../domain/rounds/record-candidate.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import { buildLine, dogeMiner, ltcMiner } from '../../domain/testing/build-work.ts';
import { buildCandidate, fakeChain } from '../../domain/testing/fake-chain.ts';
import { addIncome } from '../../domain/treasury/add-income.ts';
import { tradeByItself } from '../../domain/treasury/orders/trade-by-itself.ts';
import { resumeTrading, selectTurns } from '../../domain/treasury/orders/trade-turns.ts';
import { sweepFunds } from '../../domain/treasury/sweep-funds.ts';
import { planTransfers } from '../../domain/treasury/transfers/plan-transfers.ts';
import { transferOnce } from '../../domain/treasury/transfers/transfer-once.ts';
import { began, minuteMs, type MonthPool, reason } from './month-pool.ts';
import { type MonthCoin, monthCoins } from './month-wallets.ts';

const unit = 10n ** 18n;
const dayUsdMax = 100_000n * unit;

const otherPool: UpstreamTerms = {
  name: 'other-pool',
  algorithm: 'sha256',
  coin: 'LTC',
  network: 'LTC',
  feePpm: 10_000,
  incomeMax: 1000n * unit,
};

/** A block of LTC that pays DOGE as well, found by two miners who are paid in either. */
export async function mine(pool: MonthPool): Promise<void> {
  const { ctx, random } = pool;
  const lines = [dogeMiner, ltcMiner].map((miner) =>
    buildLine({
      miner,
      work: 10n + BigInt(random.below(90)),
      firstAt: ctx.clock.now(),
      lastAt: ctx.clock.now(),
    }),
  );
  await recordWork(ctx, { id: pool.uuid(), algorithm: 'sha256', lines });
  const rewards = [
    { asset: 'LTC', amount: (unit * BigInt(200 + random.below(600))) / 100n },
    { asset: 'DOGE', amount: (unit * BigInt(10_000 + random.below(40_000))) / 100n },
  ];
  const hash = pool.next().toString(16).padStart(64, '0');
  const round = await recordCandidate(ctx, buildCandidate('0', { hash, foundAt: ctx.clock.now() }));
  await advanceRound({ ...ctx, chains: [fakeChain(rewards)] }, round);
  for (const { asset, amount } of rewards) pool.wallets.move(asset as MonthCoin, amount);
  ctx.advance(1000);
  await convertPending(ctx);
  pool.did.blocks += 1;
}

/** Work that was given on, and what the other pool pays for it. */
export async function earnIncome(pool: MonthPool): Promise<void> {
  const { ctx, random } = pool;
  const line = buildLine({
    miner: dogeMiner,
    work: 30n,
    firstAt: ctx.clock.now(),
    lastAt: ctx.clock.now(),
  });
  const relayed = { upstream: otherPool.name, networkWork: 1000n };
  await recordWork(ctx, { id: pool.uuid(), algorithm: 'sha256', lines: [line], relayed });
  ctx.advance(60 * minuteMs);
  await pool.minutes(1);
  const amount = (unit * BigInt(50 + random.below(200))) / 100n;
  const txid = pool.next().toString(16).padStart(64, 'c');
  pool.wallets.arrive(txid, 'LTC', amount);
  const outcome = await addIncome(
    { ...pool.context(), publisher: ctx.publisher, upstreams: [otherPool] },
    {
      upstream: otherPool.name,
      amount: formatAmount(amount),
      reference: `${txid}:0`,
      reason,
      until: new Date(ctx.clock.now()).toISOString(),
    },
  );
  if (outcome.kind !== 'booked') pool.errors.push(`income: ${JSON.stringify(outcome)}`);
  pool.did.incomes += 1;
}

/** The operator takes fees out, or tops a wallet up. */
export async function moveOwn(pool: MonthPool): Promise<void> {
  const coin = pool.random.pick(monthCoins);
  const amount = (began.wallets[coin] * BigInt(1 + pool.random.below(20))) / 1000n;
  const isOut = pool.random.percent(60);
  const fault = await pool.move(isOut ? 'withdrawal' : 'top-up', coin, amount);
  if (fault === undefined) pool.wallets.move(coin, isOut ? -amount : amount);
  else if (!fault.includes('exceeds-own')) pool.errors.push(`movement: ${fault}`);
  pool.did.movements += 1;
}

/** One turn of what the pool trades by itself; an operator looks at one that has stopped. */
export async function trade(pool: MonthPool): Promise<void> {
  const context = pool.context();
  const [turn] = await selectTurns(pool.ctx.db);
  if (turn !== undefined && turn.stoppedWhy !== null)
    await resumeTrading(context, { place: 'kraken', reason });
  await tradeByItself(context, pool.exchange.trader(), true);
  pool.did.trades += 1;
}

/** What wallets lack is brought from the exchange, by an operator's command. */
export async function bring(pool: MonthPool): Promise<void> {
  const withdrawer = pool.exchange.withdrawer();
  for (const { coin, why } of await planTransfers(pool.context(), withdrawer)) {
    if (why !== null) continue;
    const outcome = await transferOnce({ ...pool.context(), dayUsdMax }, withdrawer, { coin, reason });
    if (outcome.kind === 'sent') pool.did.transfers += 1;
  }
}

/** Coins are sent to the exchange, so that it can sell: the pool's own, or with them what conversions have to sell. Answers the sweep. */
export async function sweep(pool: MonthPool, coin: MonthCoin, amount: bigint): Promise<string | undefined> {
  const toSell = pool.random.percent(50);
  const outcome = await sweepFunds(pool.context(), {
    coin,
    amount: formatAmount(amount),
    to: 'kraken',
    toSell,
    reason,
  });
  if (!('sweep' in outcome) || outcome.kind === 'under-way') return undefined;
  pool.did.sweeps += 1;
  if (toSell) pool.did.sentToSell += 1;
  await pool.settle();
  return outcome.sweep;
}

/** The daily run, and everything that is on its way, until it is final. */
export async function pay(pool: MonthPool): Promise<void> {
  const context = pool.context();
  const outcome = await runAutoPayouts(context, (miner, error) => pool.failed(`payout of ${miner}`, error));
  if (outcome.kind === 'ran') pool.did.payouts += outcome.reserved;
  await pool.settle();
}
