import { openingEntry } from '@openlode/ledger/place-entries';
import { parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { noArrivals } from '../../../domain/kernel/arrivals.ts';
import type { TestContext } from '../../../domain/testing/create-test-context.ts';
import { lookedAt } from '../../../domain/testing/looked-at.ts';
import { readBooked } from '../../../domain/treasury/places/watch-places.ts';
import { followTransfers, sendTransfer } from '../../../domain/treasury/transfers/follow-transfer.ts';
import { lastTransferNumber, storeTransfer } from '../../../domain/treasury/transfers/store-transfer.ts';
import { selectTransfers } from '../../../domain/treasury/transfers/transfer-rows.ts';
import { untilAnswered } from './ask-once.ts';
import { blindExchange } from './blind-exchange.ts';
import { DealtFaults } from './dealt-faults.ts';
import type { LostAnswersOptions } from './lost-answers.ts';
import { meanInRounds } from './mean-in-rounds.ts';
import { patientExchange } from './patient-exchange.ts';
import { sampleVenue } from './sample-venue.ts';
import { serveVenue } from './venue-server.ts';

/** A pool of a suite, with what its process has. */
interface TransferringPool {
  readonly ctx: TestContext;
  context(): Omit<Parameters<typeof storeTransfer>[0], 'random'>;
}

export interface LostTransfers {
  readonly faults: number;
  readonly byFault: Readonly<Record<string, number>>;
  readonly meant: number;
  /** Rows, those that were never taken among them. */
  readonly stored: number;
  readonly taken: number;
  /** What was taken more than once, or never. */
  readonly double: number;
  readonly missing: number;
  /** Rows that the ledger has on their way. */
  readonly left: number;
  /** The coins of which the venue has something else than the ledger. */
  readonly differing: readonly string[];
}

/**
 * Means a transfer to the wallet in each round, as a row that is stored, asked for once and looked up, and loses the answer to the first attempt in every
 * way in turn, to later ones by chance. What is taken late is taken before the first look, between looks, or when its time is over.
 */
export async function loseTransfers(
  kit: TransferringPool,
  { quote, face, open, withdrawal, random, rounds, aheadMs, isBlind = false }: LostAnswersOptions,
): Promise<LostTransfers> {
  const { clock, db } = kit.ctx;
  const itsNow = (): number => clock.now() - aheadMs;
  const venue = sampleVenue(itsNow, quote);
  const server = await serveVenue(face(venue, itsNow));
  const ctx = { ...kit.context(), random: kit.ctx.random };
  const dealt = new DealtFaults(random);
  server.faultOf = () => dealt.next();
  try {
    const opened = patientExchange(await untilAnswered(() => open(server.url, () => clock.now())));
    const exchange = isBlind ? blindExchange(opened, venue) : opened;
    const place = exchange.name;
    const { coin } = withdrawal;
    const entry = openingEntry(place, coin, venue.balances.get(coin) ?? 0n, clock.now());
    await db.transaction((tx) => bookEntry(tx, entry));
    const { double, missing } = await meanInRounds(
      {
        async send() {
          await lookedAt(kit.ctx, place, coin);
          const stored = await storeTransfer(ctx, {
            ...withdrawal,
            place,
            after: await lastTransferNumber(db, place),
            amount: parseAmount('0.5'),
            feeMax: parseAmount('5'),
            usd: 1n,
            dayUsdMax: 10n ** 40n,
            reason: 'suite',
          });
          if (stored.kind === 'refused') throw new Error(stored.why);
          await sendTransfer(ctx, exchange, stored.id);
          return stored.id;
        },
        async look(id) {
          await followTransfers({ ...ctx, arrivals: noArrivals }, exchange);
          const [row] = await selectTransfers(db, sql`WHERE id = ${id}`);
          return row?.state ?? '';
        },
        over: ['left', 'failed', 'refused'],
        taken: () => venue.transfers.length,
      },
      kit.ctx,
      { dealt, server, random, rounds },
    );
    const said = await opened.balances();
    const booked = await readBooked(db, place);
    const [count] = await db.query<{ left: bigint; stored: bigint }>(
      sql`SELECT count(*) FILTER (WHERE state = 'left') AS left, count(*) AS stored FROM place_transfers`,
    );
    return {
      faults: dealt.faults,
      byFault: dealt.byFault,
      double,
      missing,
      meant: rounds,
      stored: Number(count?.stored ?? 0n),
      taken: venue.transfers.length,
      left: Number(count?.left ?? 0n),
      differing: [coin].filter((each) => said.get(each)?.total !== booked.get(each)),
    };
  } finally {
    await server.close();
  }
}
