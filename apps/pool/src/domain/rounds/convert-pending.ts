import { formatAmount } from '@openlode/money/amount';
import { uncapped } from '@openlode/ledger/conversion-caps';
import { type Credit, creditOwner, creditPart } from '@openlode/ledger/credit-part';
import type { ReferralTerms } from '@openlode/ledger/fee-split';
import type { Entry } from '@openlode/ledger/posting';
import sql, { type Sql } from 'sql-template-tag';
import { firstRow, type Transaction } from '../../runtime/database/database.ts';
import { miningAccount, pendingAccount } from '../accounts/ledger-accounts.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { forEachIsolated, forEachPageIsolated } from '../kernel/for-each-isolated.ts';
import { appendEvents } from '../events/append-events.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import {
  type OpenMarket,
  openMarket,
  type Prices,
  readPrices,
  rememberConversions,
} from '../conversion/open-market.ts';
import { ownerPayee } from './read-fee-terms.ts';
import { startOfRound } from './round-span.ts';
import { earningOf, figuresOf } from './store-credits.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps'>;

/** How many one run takes; the task runs again. */
const batchSize = 200;

/** What waits for a rate, and what waits for the operator and has been approved. */
const mayConvert = sql`(credits.waiting = 'no-price' OR credits.waiting IS NOT NULL AND credits.approved_at IS NOT NULL)`;
const mayConvertEarning = sql`(referral_credits.waiting = 'no-price'
  OR referral_credits.waiting IN ('over-cap', 'over-hour-cap') AND referral_credits.approved_at IS NOT NULL)`;

interface Waiting {
  readonly round_id: bigint;
  readonly account_id: bigint;
}

/**
 * Converts parts of rewards that wait for a rate, as far as there are agreed ones now, and earnings of codes' owners likewise.
 * Answers how many it converted. What a cap holds goes on waiting until the operator has approved it; no approval makes up for
 * a price that is missing. What fails holds nothing else up, and is thrown at the end.
 */
export async function convertPending(ctx: Context, atOnce = batchSize): Promise<number> {
  const market = await readPrices(ctx.db, ctx);
  let converted = 0;
  const count = (some: number): void => {
    converted += some;
  };
  await forEachIsolated([convertAllParts, convertEarnings], (convert) =>
    convert(ctx, { market, atOnce }, count),
  );
  return converted;
}

interface Pass {
  readonly market: Prices;
  readonly atOnce: number;
}

async function convertAllParts(
  ctx: Context,
  { market, atOnce }: Pass,
  count: (converted: number) => void,
): Promise<void> {
  const before = new Date(ctx.clock.now());
  const pairs = pricedAmong(
    await ctx.db.query<Pair>(sql`
      SELECT DISTINCT asset, coin FROM credits JOIN reward_lines USING (round_id, line) WHERE ${mayConvert}`),
    market,
  );
  const readPage = (after: Waiting = { round_id: 0n, account_id: 0n }) =>
    ctx.db.query<Waiting>(sql`
      SELECT DISTINCT round_id, account_id
        FROM credits JOIN reward_lines USING (round_id, line) JOIN rounds ON rounds.id = round_id JOIN ${pairs} USING (asset, coin)
       WHERE ${mayConvert} AND notified_up_to IS NULL AND credited_at < ${before}
         AND (round_id, account_id) > (${after.round_id}, ${after.account_id})
       ORDER BY round_id, account_id LIMIT ${atOnce}`);
  await forEachPageIsolated(atOnce, readPage, async (part) => count(await convertParts(ctx, part)));
}

async function convertEarnings(
  ctx: Context,
  { market, atOnce }: Pass,
  count: (converted: number) => void,
): Promise<void> {
  const pairs = pricedAmong(
    await ctx.db.query<Pair>(sql`
      SELECT DISTINCT credits.coin AS asset, referral_credits.coin
        FROM referral_credits JOIN credits USING (round_id, line, account_id) WHERE ${mayConvertEarning}`),
    market,
  );
  const readPage = (after: EarningKey = { round_id: 0n, line: 0, account_id: 0n, code: '' }) =>
    ctx.db.query<EarningKey>(sql`
      SELECT round_id, line, account_id, code
        FROM referral_credits JOIN credits USING (round_id, line, account_id)
        JOIN ${pairs} ON priced.asset = credits.coin AND priced.coin = referral_credits.coin
       WHERE ${mayConvertEarning}
         AND (round_id, line, account_id, code) > (${after.round_id}, ${after.line}, ${after.account_id}, ${after.code})
       ORDER BY round_id, line, account_id, code LIMIT ${atOnce}`);
  await forEachPageIsolated(atOnce, readPage, async (earning) => count(await convertEarning(ctx, earning)));
}

/** What waits, and what it is to become. */
interface Pair {
  readonly asset: string;
  readonly coin: string;
}

/** Those that can be exchanged now, as a table: after a day without a price, what waits for it is not read again and again. */
function pricedAmong(pairs: readonly Pair[], { priceOf }: Prices): Sql {
  const priced = pairs.filter(
    ({ asset, coin }) => asset === coin || (priceOf(asset) !== undefined && priceOf(coin) !== undefined),
  );
  return sql`unnest(${priced.map(({ asset }) => asset)}::text[], ${priced.map(({ coin }) => coin)}::text[]) AS priced (asset, coin)`;
}

interface PartRow {
  readonly line: number;
  readonly asset: string;
  readonly share: bigint;
  readonly fee_ppm: number;
  readonly approved: boolean;
}

interface RoundRow {
  readonly id: bigint;
  readonly algorithm: string;
  readonly found_at: Date;
}

/** All that an account has waiting from one round, as one event. */
async function convertParts(ctx: Context, waiting: Waiting): Promise<number> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const account = firstRow(
      await tx.query<{ id: bigint; uuid: string; coin: string }>(
        sql`SELECT id, uuid, coin FROM accounts WHERE id = ${waiting.account_id} FOR NO KEY UPDATE`,
      ),
    );
    const rows = await tx.query<PartRow>(sql`
      SELECT line, asset, share, fee_ppm, approved_at IS NOT NULL AS approved FROM credits JOIN reward_lines USING (round_id, line)
       WHERE round_id = ${waiting.round_id} AND account_id = ${account.id} AND ${mayConvert}
         AND credited_at < ${new Date(now)} ORDER BY line FOR UPDATE OF credits`);
    const market = await openMarket(tx, ctx);
    const owners = new Map<bigint, string>();
    const credits: { line: number; asset: string; credit: Credit }[] = [];
    const entries: Entry[] = [];
    for (const row of rows) {
      const referrals = await readReferrals(tx, waiting.round_id, row.line, account.id);
      const miner = {
        account: account.id,
        coin: account.coin,
        place: miningAccount(account.id),
        pendingAccount: pendingAccount(account.id),
      };
      const ownerOf = (id: bigint) => {
        const owner = referrals.find((each) => each.owner === id);
        if (owner === undefined) throw new Error(`account ${id} has no part in this credit`);
        return ownerPayee({ id, uuid: owner.uuid, coin: owner.coin });
      };
      const terms = { feePpm: row.fee_ppm, referrals };
      const { credit, postings } = creditPart(
        { asset: row.asset, share: row.share, miner, terms, ownerOf },
        row.approved ? { ...market, caps: uncapped } : market,
      );
      if (credit.kind === 'waiting') {
        await tx.query(sql`
          UPDATE credits SET waiting = ${credit.why}
           WHERE round_id = ${waiting.round_id} AND line = ${row.line} AND account_id = ${account.id}`);
        continue;
      }
      for (const each of referrals) owners.set(each.owner, each.uuid);
      credits.push({ line: row.line, asset: row.asset, credit });
      entries.push({
        key: `convert:${waiting.round_id}:${row.line}:${account.id}`,
        kind: 'convert',
        at: now,
        postings: [{ account: miner.pendingAccount, asset: row.asset, amount: -row.share }, ...postings],
      });
    }
    if (credits.length === 0) return 0;
    await bookEntries(tx, entries);
    await rememberConversions(tx, market, now);
    for (const each of credits) await settle(tx, waiting, each, market, now);
    crashPoint('conversion-uncommitted');
    const live = await appendEvents(tx, [await rewardEvent(tx, waiting.round_id, account, credits, now)]);
    const changed = [...owners].map(
      ([accountId, uuid]): LiveEvent => ({ kind: 'balance-changed', accountId, uuid }),
    );
    tx.afterCommit(() => {
      crashPoint('conversion-unpublished');
      ctx.publisher.publish([
        ...live,
        { kind: 'balance-changed', accountId: account.id, uuid: account.uuid },
        ...changed,
      ]);
    });
    return credits.length;
  });
}

async function readReferrals(
  tx: Transaction,
  round: bigint,
  line: number,
  account: bigint,
): Promise<(ReferralTerms & { readonly uuid: string; readonly coin: string })[]> {
  return tx.query(sql`
    SELECT code, owner_id AS owner, parts, accounts.uuid, accounts.coin
      FROM referral_credits JOIN accounts ON accounts.id = owner_id
     WHERE round_id = ${round} AND line = ${line} AND account_id = ${account} AND waiting = 'part' ORDER BY code`);
}

/** Fills in the receipt of a part that waited. */
async function settle(
  tx: Transaction,
  { round_id: round, account_id: account }: Waiting,
  { line, asset, credit }: { readonly line: number; readonly asset: string; readonly credit: Credit },
  market: OpenMarket,
  now: number,
): Promise<void> {
  const { rate, gross, fee, referral, credited } = figuresOf(credit);
  const price = market.observed(asset);
  await tx.query(sql`
    UPDATE credits SET rate = ${rate}, rate_source = ${price?.source ?? 'none'},
           rate_at = ${new Date(price?.observedAt ?? now)}, usd_per_asset = ${price?.usd ?? '0'}, gross = ${gross},
           fee = ${fee}, referral = ${referral}, credited = ${credited}, waiting = NULL, credited_at = ${new Date(now)}
     WHERE round_id = ${round} AND line = ${line} AND account_id = ${account}`);
  if (credit.kind === 'waiting') return;
  for (const earning of credit.referrals.map(earningOf)) {
    await tx.query(sql`
      UPDATE referral_credits SET amount = ${earning.amount}, coin = ${earning.coin}, rate = ${earning.rate},
             credited = ${earning.credited}, waiting = ${earning.waiting}, credited_at = ${new Date(now)}
       WHERE round_id = ${round} AND line = ${line} AND account_id = ${account} AND code = ${earning.code}`);
  }
}

async function rewardEvent(
  tx: Transaction,
  roundId: bigint,
  account: { readonly id: bigint; readonly uuid: string },
  credits: readonly { readonly credit: Credit }[],
  now: number,
): Promise<Parameters<typeof appendEvents>[1][number]> {
  const round = firstRow(
    await tx.query<RoundRow>(sql`SELECT id, algorithm, found_at FROM rounds WHERE id = ${roundId}`),
  );
  const amount = credits.reduce((sum, { credit }) => sum + figuresOf(credit).credited, 0n);
  return {
    accountId: account.id,
    uuid: account.uuid,
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

interface EarningKey {
  readonly round_id: bigint;
  readonly line: number;
  readonly account_id: bigint;
  readonly code: string;
}

/** An owner's earning that waits in the miner's coin. */
async function convertEarning(ctx: Context, key: EarningKey): Promise<number> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.query<{
      owner: bigint;
      uuid: string;
      owner_coin: string;
      asset: string;
      parts: bigint;
      amount: bigint;
      approved: boolean;
    }>(sql`
      SELECT owner_id AS owner, accounts.uuid, accounts.coin AS owner_coin, credits.coin AS asset, parts, amount,
             referral_credits.approved_at IS NOT NULL AS approved
        FROM referral_credits JOIN credits USING (round_id, line, account_id) JOIN accounts ON accounts.id = owner_id
       WHERE round_id = ${key.round_id} AND line = ${key.line} AND account_id = ${key.account_id} AND code = ${key.code}
         AND ${mayConvertEarning} FOR UPDATE OF referral_credits FOR NO KEY UPDATE OF accounts`);
    if (row === undefined) return 0;
    const market = await openMarket(tx, ctx);
    const owner = ownerPayee({ id: row.owner, uuid: row.uuid, coin: row.owner_coin });
    const earning = { code: key.code, owner: row.owner, parts: row.parts, amount: row.amount };
    const { credit, postings } = creditOwner(
      earning,
      row.asset,
      owner,
      row.approved ? { ...market, caps: uncapped } : market,
    );
    const { rate, credited, waiting } = earningOf(credit);
    await tx.query(sql`
      UPDATE referral_credits SET rate = ${rate}, credited = ${credited}, waiting = ${waiting}, credited_at = ${new Date(now)}
       WHERE round_id = ${key.round_id} AND line = ${key.line} AND account_id = ${key.account_id} AND code = ${key.code}`);
    if (waiting !== null) return 0;
    const from = { account: owner.pendingAccount, asset: row.asset, amount: -row.amount };
    const name = `convert:${key.round_id}:${key.line}:${key.account_id}:${key.code}`;
    await bookEntries(tx, [{ key: name, kind: 'convert', at: now, postings: [from, ...postings] }]);
    await rememberConversions(tx, market, now);
    tx.afterCommit(() =>
      ctx.publisher.publish([{ kind: 'balance-changed', accountId: row.owner, uuid: row.uuid }]),
    );
    return 1;
  });
}
