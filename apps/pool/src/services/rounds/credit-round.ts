import { formatAmount } from '@openlode/ledger/amount';
import type { Entry } from '@openlode/ledger/posting';
import type { CodedWindow } from '@openlode/ledger/pplns-by-code';
import { type Earner, splitReward } from '@openlode/ledger/split-reward';
import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import { miningPlace, pendingPlace } from '../accounts/ledger-place.ts';
import type { ServiceContext } from '../context.ts';
import { appendEvents, type NewEvent } from '../events/append-events.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import type { LiveEvent } from '../ports/publisher.ts';
import { type OpenMarket, openMarket, rememberConversions } from './open-market.ts';
import { readFeeTerms, type RoundTerms } from './read-fee-terms.ts';
import { readWindow } from './read-window.ts';
import { immatureEntry, type Line, rewardKey, roundPlace } from './round-entries.ts';
import { startOfRound } from './round-span.ts';
import { type LineCredit, storeCredits } from './store-credits.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps'>;

export type CreditOutcome = 'credited' | 'already-credited' | 'no-work';

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

/**
 * Credits a mature round, once: its window of work, each of its reward lines split, the entries in the ledger, the receipts,
 * one event an account. Parts whose coin has no fresh rate wait in their own asset and hold nobody else up. All in one
 * transaction that begins by taking the round's row.
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
    const terms = await readFeeTerms(tx, window);
    const market = await openMarket(tx, ctx);
    const credits = await splitLines(tx, round, { window, accounts, terms, market }, now);
    if (credits === 'no-work') return 'no-work';
    await rememberConversions(tx, market, now);

    await storeCredits(tx, round, window, credits, terms, now);
    const since = await startOfRound(tx, round);
    const live = await appendEvents(tx, rewardEvents(round, accounts, credits, { since, now }));
    await tx.query(
      sql`UPDATE rounds SET state = 'credited', state_at = ${new Date(now)} WHERE id = ${round.id}`,
    );
    const changed = changedBalances(accounts, credits, terms);
    tx.afterCommit(() =>
      ctx.publisher.publish([
        ...live,
        ...changed,
        { kind: 'algorithm-rewarded', algorithm: round.algorithm, at: now },
      ]),
    );
    return 'credited';
  });
}

/** Books every reward line of the round. */
async function splitLines(
  tx: Transaction,
  round: Round,
  parts: {
    readonly window: CodedWindow;
    readonly accounts: ReadonlyMap<bigint, Account>;
    readonly terms: RoundTerms;
    readonly market: OpenMarket;
  },
  now: number,
): Promise<LineCredit[] | 'no-work'> {
  const { window, accounts, terms, market } = parts;
  const lines = await tx.query<Line>(
    sql`SELECT line, asset, amount FROM reward_lines WHERE round_id = ${round.id} ORDER BY line`,
  );
  const earners: Earner[] = window.shares.flatMap(({ account, weight }) => {
    const coin = accounts.get(account)?.coin;
    if (coin === undefined) return [];
    const places = { place: miningPlace(account), pendingPlace: pendingPlace(account) };
    return [{ account, weight, coin, terms: terms.termsOf(account), ...places }];
  });
  const entries: Entry[] = [];
  const credits: LineCredit[] = [];
  for (const line of lines) {
    const reward = { asset: line.asset, amount: line.amount, source: roundPlace(round) };
    const outcome = splitReward(reward, earners, terms.ownerOf, market);
    if (outcome.kind === 'no-work') return 'no-work';
    const price = market.observed(line.asset);
    for (const credit of outcome.credits) credits.push({ line: line.line, price, credit });
    // Booked when the block was accepted; again here for rounds that were accepted before there was such an entry.
    entries.push(immatureEntry(round, line, now));
    entries.push({ key: rewardKey(round, line.line), kind: 'reward', at: now, postings: outcome.postings });
  }
  if (entries.length > 0) await bookEntries(tx, entries);
  return credits;
}

/** In the order of the ids, like every verb that locks accounts. */
async function lockAccounts(tx: Transaction, ids: readonly bigint[]): Promise<Map<bigint, Account>> {
  const rows = await tx.query<Account>(
    sql`SELECT id, uuid, coin FROM accounts WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR UPDATE`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The lines of one round share one event an account; what waits is told with its receipt and comes with an event of its own. */
function rewardEvents(
  round: Round,
  accounts: ReadonlyMap<bigint, Account>,
  credits: readonly LineCredit[],
  { since, now }: { readonly since: number; readonly now: number },
): NewEvent[] {
  const totals = new Map<bigint, bigint>();
  for (const { credit } of credits) {
    const credited = credit.kind === 'converted' ? credit.credited : 0n;
    totals.set(credit.account, (totals.get(credit.account) ?? 0n) + credited);
  }
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

/** Those of the miners and those of the owners of codes. */
function changedBalances(
  accounts: ReadonlyMap<bigint, Account>,
  credits: readonly LineCredit[],
  terms: RoundTerms,
): LiveEvent[] {
  const changed = new Map([...accounts.values()].map(({ id, uuid }) => [id, uuid]));
  for (const { credit } of credits) {
    if (credit.kind === 'waiting') continue;
    for (const { owner } of credit.referrals) changed.set(owner, terms.ownerOf(owner).uuid);
  }
  return [...changed].map(([accountId, uuid]) => ({ kind: 'balance-changed', accountId, uuid }));
}
