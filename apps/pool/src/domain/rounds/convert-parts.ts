import { miningAccount, pendingAccount } from '@openlode/ledger/accounts';
import { formatAmount } from '@openlode/money/amount';
import { approvedTerms, type ConversionTerms } from '@openlode/ledger/conversion';
import { type BookedPart, type Credit, creditPart } from '@openlode/ledger/credit-part';
import { spreadBetween } from '@openlode/ledger/conversion-spread';
import type { Realised } from '@openlode/ledger/sold-first';
import { dollar } from '@openlode/ledger/trade-question';
import { formatRate, valueInUsd } from '@openlode/money/convert';
import type { ReferralTerms } from '@openlode/ledger/fee-split';
import type { Entry } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';
import { firstRow, type Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { type OpenConversion, openConversion, rememberConversions } from '../conversion/open-conversion.ts';
import { ownerPayee } from './read-fee-terms.ts';
import { startOfRound } from './round-span.ts';
import { isSaleOver, realisedInSql, realisedOf, type RealisedJson } from './sold-first.ts';
import { earningOf, figuresOf } from './store-credits.ts';

type Context = Pick<
  ServiceContext,
  'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps' | 'conversionSpreads'
>;

/** What waits for a rate or for trades, and what waits for the operator and has been approved. */
export const mayConvert = sql`(credits.waiting IN ('no-price', 'over-exposure') OR credits.waiting IS NOT NULL AND credits.approved_at IS NOT NULL)`;

/** The parts of one miner that wait in one round. */
export interface Waiting {
  readonly round_id: bigint;
  readonly miner_id: bigint;
}

interface PartRow {
  readonly line: number;
  readonly asset: string;
  readonly share: bigint;
  readonly fee_ppm: number;
  readonly approved: boolean;
  /** What its line brought where it was sold first. */
  readonly realised: RealisedJson;
}

interface RoundRow {
  readonly id: bigint;
  readonly algorithm: string;
  readonly found_at: Date;
}

/** All that a miner has waiting from one round, as one event. */
export async function convertParts(ctx: Context, waiting: Waiting): Promise<number> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const miner = firstRow(
      await tx.query<{ id: bigint; uuid: string; coin: string }>(
        sql`SELECT id, uuid, coin FROM miners WHERE id = ${waiting.miner_id} FOR NO KEY UPDATE`,
      ),
    );
    const rows = await tx.query<PartRow>(sql`
      SELECT line, asset, share, fee_ppm, approved_at IS NOT NULL AS approved, ${realisedInSql} AS realised
        FROM credits JOIN reward_lines USING (round_id, line)
       WHERE round_id = ${waiting.round_id} AND miner_id = ${miner.id} AND (${mayConvert} OR ${isSaleOver})
         AND credited_at < ${new Date(now)} ORDER BY line FOR UPDATE OF credits`);
    // What may be converted here was sold, or an operator has let it go, or it waited for a price.
    const conversion = { ...(await openConversion(tx, ctx)), isSoldFirst: () => false };
    const owners = new Map<bigint, string>();
    const credits: ConvertedPart[] = [];
    const entries: Entry[] = [];
    for (const row of rows) {
      const { referrals, credit, postings } = await creditRow(tx, { waiting, miner, row }, conversion);
      if (credit.kind === 'waiting') {
        await tx.query(sql`
          UPDATE credits SET waiting = ${credit.why}
           WHERE round_id = ${waiting.round_id} AND line = ${row.line} AND miner_id = ${miner.id}`);
        continue;
      }
      for (const each of referrals) owners.set(each.owner, each.uuid);
      credits.push({
        line: row.line,
        asset: row.asset,
        share: row.share,
        realised: realisedOf(row.realised),
        credit,
      });
      entries.push({
        key: `convert:${waiting.round_id}:${row.line}:${miner.id}`,
        kind: 'convert',
        at: now,
        postings: [{ account: pendingAccount(miner.id), asset: row.asset, amount: -row.share }, ...postings],
      });
    }
    if (credits.length === 0) return 0;
    await bookEntries(tx, entries);
    await rememberConversions(tx, conversion, now);
    for (const each of credits) await storeConversion(tx, waiting, each, conversion, now);
    crashPoint('conversion-uncommitted');
    const live = await appendEvents(tx, [await rewardEvent(tx, waiting.round_id, miner, credits, now)]);
    const changed = [...owners].map(
      ([minerId, uuid]): LiveEvent => ({ kind: 'balance-changed', minerId, uuid }),
    );
    tx.afterCommit(() => {
      crashPoint('conversion-unpublished');
      ctx.publisher.publish([
        ...live,
        { kind: 'balance-changed', minerId: miner.id, uuid: miner.uuid },
        ...changed,
      ]);
    });
    return credits.length;
  });
}

interface WaitingRow {
  readonly waiting: Waiting;
  readonly miner: { readonly id: bigint; readonly coin: string };
  readonly row: PartRow;
}

/** The credit of one part as it is now, and whose codes have a part in it. */
async function creditRow(
  tx: Transaction,
  { waiting, miner, row }: WaitingRow,
  conversion: ConversionTerms,
): Promise<BookedPart & { readonly referrals: Awaited<ReturnType<typeof readReferrals>> }> {
  const referrals = await readReferrals(tx, waiting.round_id, row.line, miner.id);
  const payee = {
    minerId: miner.id,
    coin: miner.coin,
    ledgerAccount: miningAccount(miner.id),
    pendingAccount: pendingAccount(miner.id),
  };
  const ownerOf = (id: bigint) => {
    const owner = referrals.find((each) => each.owner === id);
    if (owner === undefined) throw new Error(`miner ${id} has no part in this credit`);
    return ownerPayee({ id, uuid: owner.uuid, coin: owner.coin });
  };
  const terms = { feePpm: row.fee_ppm, referrals };
  const realised = realisedOf(row.realised);
  const booked = creditPart(
    { asset: row.asset, share: row.share, miner: payee, terms, ownerOf, realised },
    row.approved ? approvedTerms(conversion) : conversion,
  );
  return { ...booked, referrals };
}

async function readReferrals(
  tx: Transaction,
  round: bigint,
  line: number,
  miner: bigint,
): Promise<(ReferralTerms & { readonly uuid: string; readonly coin: string })[]> {
  return tx.query(sql`
    SELECT code AS "referralCode", owner_id AS owner, parts, miners.uuid, miners.coin
      FROM referral_credits JOIN miners ON miners.id = owner_id
     WHERE round_id = ${round} AND line = ${line} AND miner_id = ${miner} AND waiting = 'part' ORDER BY code`);
}

interface ConvertedPart {
  readonly line: number;
  readonly asset: string;
  readonly share: bigint;
  readonly realised: Realised | undefined;
  readonly credit: Credit;
}

/**
 * Where the rate of a part came from: what its sales brought, or the price of the coin itself. What was kept back of coins that sales brought is the
 * average by what each is worth: coins of one line may be of several classes.
 */
function groundsOf(
  { asset, realised, credit }: ConvertedPart,
  { observed, spreadOf }: OpenConversion,
  now: number,
): { readonly source: string; readonly at: number; readonly usd: string; readonly spread: bigint } {
  if (realised === undefined) {
    const { rateSource: source = 'none', observedAt: at = now, usd = '0' } = observed(asset) ?? {};
    return { source, at, usd, spread: BigInt(spreadBetween(asset, credit.coin, spreadOf)) };
  }
  let usd = 0n;
  let kept = 0n;
  let isKnown = true;
  for (const { coin, amount } of realised.brought) {
    const price = coin === dollar ? '1' : observed(coin)?.usd;
    isKnown &&= price !== undefined;
    const worth = valueInUsd(amount, price ?? '0');
    usd += worth;
    kept += worth * BigInt(spreadBetween(coin, credit.coin, spreadOf));
  }
  return {
    source: 'sold',
    at: now,
    usd: isKnown && usd > 0n ? formatRate({ numerator: usd, denominator: realised.given }) : '0',
    spread: usd === 0n ? 0n : kept / usd,
  };
}

/** Fills in the receipt of a part that waited. */
async function storeConversion(
  tx: Transaction,
  { round_id: round, miner_id: miner }: Waiting,
  part: ConvertedPart,
  conversion: OpenConversion,
  now: number,
): Promise<void> {
  const { line, credit } = part;
  const { rate, gross, fee, referral, credited } = figuresOf(credit);
  const { source, at, usd, spread } = groundsOf(part, conversion, now);
  await tx.query(sql`
    UPDATE credits SET rate = ${rate}, rate_source = ${source},
           rate_at = ${new Date(at)}, usd_per_asset = ${usd}, gross = ${gross},
           fee = ${fee}, referral = ${referral}, credited = ${credited}, waiting = NULL, spread_ppm = ${spread}, credited_at = ${new Date(now)}
     WHERE round_id = ${round} AND line = ${line} AND miner_id = ${miner}`);
  if (credit.kind === 'waiting') return;
  for (const earning of credit.referrals.map(earningOf)) {
    await tx.query(sql`
      UPDATE referral_credits SET amount = ${earning.amount}, coin = ${earning.coin}, rate = ${earning.rate},
             credited = ${earning.credited}, waiting = ${earning.waiting}, credited_at = ${new Date(now)}
       WHERE round_id = ${round} AND line = ${line} AND miner_id = ${miner} AND code = ${earning.referralCode}`);
  }
}

async function rewardEvent(
  tx: Transaction,
  roundId: bigint,
  miner: { readonly id: bigint; readonly uuid: string },
  credits: readonly { readonly credit: Credit }[],
  now: number,
): Promise<Parameters<typeof appendEvents>[1][number]> {
  const round = firstRow(
    await tx.query<RoundRow>(sql`SELECT id, algorithm, found_at FROM rounds WHERE id = ${roundId}`),
  );
  const amount = credits.reduce((sum, { credit }) => sum + figuresOf(credit).credited, 0n);
  return {
    minerId: miner.id,
    uuid: miner.uuid,
    at: now,
    body: {
      type: 'reward',
      algorithm: round.algorithm,
      amount: formatAmount(amount),
      timeStart: await startOfRound(tx, round),
      timeEnd: round.found_at.getTime(),
      roundId: roundId.toString(),
    },
  };
}
