import { miningAccount } from '@openlode/ledger/accounts';
import { openingEntry } from '@openlode/ledger/place-entries';
import { parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { untilAnswered } from '../../adapters/exchanges/testing/ask-once.ts';
import { blindExchange } from '../../adapters/exchanges/testing/blind-exchange.ts';
import { DealtFaults } from '../../adapters/exchanges/testing/dealt-faults.ts';
import type { LostAnswersOptions } from '../../adapters/exchanges/testing/lost-answers.ts';
import { patientExchange } from '../../adapters/exchanges/testing/patient-exchange.ts';
import { sampleVenue } from '../../adapters/exchanges/testing/sample-venue.ts';
import type { StandInVenue } from '../../adapters/exchanges/testing/stand-in-venue.ts';
import { serveVenue, type VenueFault } from '../../adapters/exchanges/testing/venue-server.ts';
import { paidAddress } from '../../adapters/exchanges/testing/venues-under-loss.ts';
import { exchangeRail } from '../../adapters/rails/exchange/exchange-rail.ts';
import type { PayingExchange } from '../../domain/kernel/exchange.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { advancePayouts } from '../../domain/payouts/advance-payouts.ts';
import { findPayout } from '../../domain/payouts/payout.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { clearTables } from '../../domain/testing/clear-tables.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { lookedAt } from '../../domain/testing/looked-at.ts';
import { readBooked } from '../../domain/treasury/places/watch-places.ts';
import { payoutWithdrawals } from '../../domain/treasury/withdrawals/payout-withdrawals.ts';
import { firstRow } from '../../runtime/database/database.ts';
import { clearPayouts, type PayingProcess, payingProcess } from './payout-world.ts';

export interface LostPayouts {
  readonly faults: number;
  readonly byFault: Readonly<Record<string, number>>;
  /** What was meant, each once, and what the venue paid. */
  readonly meant: number;
  readonly taken: number;
  /** What was paid more than once, or never. */
  readonly double: number;
  readonly missing: number;
  /** Payouts, those that were given back and paid later among them, and those that the ledger has as paid. */
  readonly stored: number;
  readonly settled: number;
  /** The coins of which the venue has something else than the ledger. */
  readonly differing: readonly string[];
}

const amount = parseAmount('0.5');
const dayMs = 86_400_000;
/** What is not paid in twenty attempts, or is not over after this number of looks, is a fault of its own. */
const attemptsMax = 20;
const looksMax = 500;

/**
 * Means a payout in each round, always to one address and of one amount, and loses the answer to the first attempt in every way in turn, to later ones by
 * chance. What is taken late is taken before the first look, between looks, or when its time is over. What was never taken is given back, and paid on a
 * later day.
 */
export async function losePayouts(
  ctx: TestContext,
  {
    quote,
    face,
    open,
    random,
    rounds,
    aheadMs,
    isBlind = false,
    dealt: first,
  }: Pick<LostAnswersOptions, 'quote' | 'face' | 'random' | 'rounds' | 'aheadMs' | 'isBlind'> & {
    readonly open: (url: string, now: () => number) => Promise<PayingExchange>;
    /** What happens to first attempts, in turn; everything where it is left out. */
    readonly dealt?: readonly VenueFault[];
  },
): Promise<LostPayouts> {
  await clearPayouts(ctx);
  await clearTables(ctx.db, ['balances', 'postings', 'ledger_links', 'ledger_entries', 'miners']);
  const itsNow = (): number => ctx.clock.now() - aheadMs;
  const venue = sampleVenue(itsNow, quote);
  const server = await serveVenue(face(venue, itsNow));
  const dealt = new DealtFaults(random, first);
  server.faultOf = () => dealt.next();
  let process: PayingProcess | undefined;
  let [double, missing, stored] = [0, 0, 0];
  try {
    const opened = patientExchange(await untilAnswered(() => open(server.url, () => ctx.clock.now())));
    const exchange = isBlind ? blindExchange(opened, venue) : opened;
    const paying = payingProcess(ctx, ltcThrough(ctx, exchange));
    process = paying;
    const entry = openingEntry(exchange.name, 'LTC', venue.balances.get('LTC') ?? 0n, ctx.clock.now());
    await ctx.db.transaction((tx) => bookEntry(tx, entry));
    const miner = await openLtcMiner(ctx);
    for (let round = 0; round < rounds; round += 1) {
      const before = venue.transfers.length;
      dealt.begin();
      await give(ctx, miner, round);
      for (let isPaid = false, attempt = 1; !isPaid; attempt += 1) {
        if (attempt > attemptsMax) throw new Error(`it was not paid in ${attemptsMax} attempts`);
        ctx.advance(dayMs);
        const outcome = await reservePayout(paying, miner, 'manual');
        if (outcome.kind !== 'reserved') throw new Error(outcome.kind);
        stored += 1;
        isPaid = await followOne(ctx, paying, {
          id: outcome.id,
          venue,
          server,
          random,
          place: exchange.name,
        });
        // What was given up arrives now, if ever.
        if (random.percent(50)) server.takeLate();
      }
      ctx.advance(3_600_000);
      server.takeLate();
      const taken = venue.transfers.length - before;
      if (taken > 1) double += 1;
      if (taken < 1) missing += 1;
    }
    const booked = (await readBooked(ctx.db, exchange.name)).get('LTC');
    const [count] = await ctx.db.query<{ settled: bigint }>(
      sql`SELECT count(*) AS settled FROM payouts WHERE state = 'settled' AND coin = 'LTC'`,
    );
    return {
      faults: dealt.faults,
      byFault: dealt.byFault,
      meant: rounds,
      taken: venue.transfers.length,
      double,
      missing,
      settled: Number(count?.settled ?? 0n),
      stored,
      differing: booked === venue.balances.get('LTC') ? [] : ['LTC'],
    };
  } finally {
    process?.end();
    await server.close();
  }
}

interface Followed {
  readonly id: bigint;
  readonly venue: StandInVenue;
  readonly server: { takeLate(): void };
  readonly random: LostAnswersOptions['random'];
  readonly place: string;
}

/** Until it is over: whether it was paid. */
async function followOne(
  ctx: TestContext,
  process: PayingProcess,
  { id, venue, server, random, place }: Followed,
): Promise<boolean> {
  for (let look = 1; look <= looksMax; look += 1) {
    await lookedAt(ctx, place, 'LTC');
    await advancePayouts(process, () => undefined);
    const state = (await findPayout(ctx.db, id))?.state;
    if (state === 'settled' || state === 'released') return state === 'settled';
    if (random.percent(50)) server.takeLate();
    if (random.percent(50)) venue.deliver();
    ctx.advance(random.percent(50) ? 31_000 : 301_000);
  }
  throw new Error(`payout ${id} is not over after ${looksMax} looks`);
}

function ltcThrough(ctx: TestContext, exchange: PayingExchange) {
  return exchangeRail({
    kind: simulatedKind,
    exchange,
    coins: [
      {
        coin: 'LTC',
        network: 'LTC',
        least: parseAmount('0.01'),
        step: parseAmount('0.0001'),
        feeMax: parseAmount('0.01'),
      },
    ],
    withdrawals: payoutWithdrawals(ctx),
    now: () => ctx.clock.now(),
  });
}

let miners = 0;

async function openLtcMiner(ctx: TestContext): Promise<bigint> {
  miners += 1;
  const uuid = `bbbbbbbb-0000-4000-8000-${miners.toString(16).padStart(12, '0')}`;
  const at = new Date(ctx.clock.now());
  const rows = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at, auto_pay)
    VALUES (${uuid}, 'LTC', 'LTC', ${paidAddress}, ${at}, ${at}, false) ON CONFLICT DO NOTHING RETURNING id`);
  return firstRow(rows).id;
}

async function give(ctx: TestContext, miner: bigint, round: number): Promise<void> {
  const postings = [
    { account: 'ext:suite' as const, asset: 'LTC', amount: -amount },
    { account: miningAccount(miner), asset: 'LTC', amount },
  ];
  await ctx.db.transaction((tx) =>
    bookEntry(tx, { key: `given ${miner} ${round}`, kind: 'given', at: ctx.clock.now(), postings }),
  );
}
