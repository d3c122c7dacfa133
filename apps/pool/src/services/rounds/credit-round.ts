import { formatAmount } from '@openlode/ledger/amount';
import type { PplnsWindow } from '@openlode/ledger/pplns';
import { type Credit, type Earner, splitReward } from '@openlode/ledger/split-reward';
import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import { miningPlace } from '../accounts/ledger-place.ts';
import type { ServiceContext } from '../context.ts';
import { appendEvents, type NewEvent } from '../events/append-events.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import type { LiveEvent } from '../ports/publisher.ts';
import type { Price } from '../ports/rates.ts';
import { readWindow } from './read-window.ts';
import { poolFeePpm } from './round-rules.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'publisher'>;

export type CreditOutcome = 'credited' | 'already-credited' | 'no-price' | 'no-work';

interface Round {
  readonly id: bigint;
  readonly algorithm: string;
  readonly chain: string;
  readonly block_hash: string;
  readonly network_work: bigint;
  readonly last_slice_id: bigint;
  readonly found_at: Date;
}

interface Account {
  readonly id: bigint;
  readonly uuid: string;
  readonly coin: string;
}

interface LineCredit extends Credit {
  readonly line: number;
  readonly price: Price;
}

/**
 * Credits a mature round, once: its window of work, each of its reward lines split and converted, the entry in the ledger, the
 * receipts, one event an account. All in one transaction that begins by taking the round's row.
 */
export async function creditRound(ctx: Context, roundId: bigint): Promise<CreditOutcome> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [round] = await tx.query<Round>(sql`
      SELECT id, algorithm, chain, block_hash, network_work, last_slice_id, found_at FROM rounds
       WHERE id = ${roundId} AND state = 'accepted' FOR UPDATE`);
    if (round === undefined) return 'already-credited';
    const window = await readWindow(tx, round);
    const accounts = await lockAccounts(
      tx,
      window.shares.map((share) => share.account),
    );
    const credits = await splitLines(ctx, tx, round, window, accounts, now);
    if (typeof credits === 'string') return credits;

    await storeCredits(tx, round, window, credits, now);
    const since = await startOfRound(tx, round);
    const live = await appendEvents(tx, rewardEvents(round, accounts, credits, { since, now }));
    await tx.query(
      sql`UPDATE rounds SET state = 'credited', state_at = ${new Date(now)} WHERE id = ${round.id}`,
    );
    tx.afterCommit(() => ctx.publisher.publish([...live, ...changes(round, accounts.values(), now)]));
    return 'credited';
  });
}

/** Books every reward line of the round, or none of them. */
async function splitLines(
  ctx: Context,
  tx: Transaction,
  round: Round,
  window: PplnsWindow,
  accounts: ReadonlyMap<bigint, Account>,
  now: number,
): Promise<LineCredit[] | 'no-price' | 'no-work'> {
  const lines = await tx.query<{ line: number; asset: string; amount: bigint }>(
    sql`SELECT line, asset, amount FROM reward_lines WHERE round_id = ${round.id} ORDER BY line`,
  );
  const earners: Earner[] = window.shares.flatMap(({ account, weight }) => {
    const coin = accounts.get(account)?.coin;
    return coin === undefined ? [] : [{ account, weight, coin, place: miningPlace(account) }];
  });
  const splits = lines.map(({ line, asset, amount }) => {
    const reward = { asset, amount, source: `ext:chain:${round.chain}` } as const;
    return {
      line,
      asset,
      outcome: splitReward(reward, earners, (coin) => ctx.rates.priceOf(coin)?.usd, poolFeePpm),
    };
  });
  const credits: LineCredit[] = [];
  for (const { line, asset, outcome } of splits) {
    if (outcome.kind !== 'split') return outcome.kind;
    const price = ctx.rates.priceOf(asset) ?? { usd: '0', source: 'none', observedAt: now };
    credits.push(...outcome.credits.map((credit) => ({ ...credit, line, price })));
  }
  for (const { line, outcome } of splits) {
    if (outcome.kind !== 'split') continue;
    const key = `reward:${round.chain}:${round.block_hash}:${line}`;
    await bookEntry(tx, { key, kind: 'reward', at: now, postings: outcome.postings });
  }
  return credits;
}

/** In the order of the ids, like every verb that locks accounts. */
async function lockAccounts(tx: Transaction, ids: readonly bigint[]): Promise<Map<bigint, Account>> {
  const rows = await tx.query<Account>(
    sql`SELECT id, uuid, coin FROM accounts WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR UPDATE`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function storeCredits(
  tx: Transaction,
  round: Round,
  window: PplnsWindow,
  credits: readonly LineCredit[],
  now: number,
): Promise<void> {
  const work = new Map(window.shares.map((share) => [share.account, share.work]));
  await tx.query(sql`
    INSERT INTO credits (round_id, line, account_id, work, round_work, share, coin, rate, rate_source, rate_at,
                         usd_per_asset, gross, fee, fee_ppm, credited, credited_at)
    SELECT ${round.id}::bigint, line, account_id, work, ${window.work}::numeric, share, coin, rate, rate_source, rate_at,
           usd, gross, fee, ${poolFeePpm}::int, credited, ${new Date(now)}::timestamptz
      FROM unnest(
        ${credits.map((credit) => credit.line)}::int[], ${credits.map((credit) => credit.account)}::bigint[],
        ${credits.map((credit) => work.get(credit.account) ?? 0n)}::numeric[],
        ${credits.map((credit) => credit.share)}::numeric[], ${credits.map((credit) => credit.coin)}::text[],
        ${credits.map((credit) => credit.rate)}::text[], ${credits.map((credit) => credit.price.source)}::text[],
        ${credits.map((credit) => new Date(credit.price.observedAt).toISOString())}::timestamptz[],
        ${credits.map((credit) => credit.price.usd)}::text[], ${credits.map((credit) => credit.gross)}::numeric[],
        ${credits.map((credit) => credit.fee)}::numeric[], ${credits.map((credit) => credit.credited)}::numeric[])
        AS credit (line, account_id, work, share, coin, rate, rate_source, rate_at, usd, gross, fee, credited)`);
}

/** A round spans from the block before it to its own. */
async function startOfRound(tx: Transaction, round: Round): Promise<number> {
  const [before] = await tx.query<{ found_at: Date }>(sql`
    SELECT found_at FROM rounds WHERE algorithm = ${round.algorithm} AND id < ${round.id}
       AND state IN ('accepted', 'credited') ORDER BY id DESC LIMIT 1`);
  if (before !== undefined) return before.found_at.getTime();
  const [first] = await tx.query<{ opened_at: Date }>(
    sql`SELECT opened_at FROM slices WHERE algorithm = ${round.algorithm} ORDER BY id LIMIT 1`,
  );
  return (first?.opened_at ?? round.found_at).getTime();
}

/** The lines of one round share one event an account. */
function rewardEvents(
  round: Round,
  accounts: ReadonlyMap<bigint, Account>,
  credits: readonly LineCredit[],
  { since, now }: { readonly since: number; readonly now: number },
): NewEvent[] {
  const totals = new Map<bigint, bigint>();
  for (const { account, credited } of credits) totals.set(account, (totals.get(account) ?? 0n) + credited);
  return [...totals].flatMap(([accountId, credited]) => {
    const uuid = accounts.get(accountId)?.uuid;
    if (uuid === undefined) return [];
    const body = {
      type: 'reward',
      algorithm: round.algorithm,
      amount: formatAmount(credited),
      timeStart: since,
      timeEnd: round.found_at.getTime(),
      roundId: round.id.toString(),
    } as const;
    return [{ accountId, uuid, at: now, body }];
  });
}

function changes(round: Round, accounts: Iterable<Account>, now: number): LiveEvent[] {
  const balances = [...accounts].map(
    ({ id, uuid }): LiveEvent => ({ kind: 'balance-changed', accountId: id, uuid }),
  );
  return [...balances, { kind: 'algorithm-rewarded', algorithm: round.algorithm, at: now }];
}
