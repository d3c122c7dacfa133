import { roundAccount } from '@openlode/ledger/accounts';
import type { Entry } from '@openlode/ledger/posting';
import type { CodedWindow } from '@openlode/ledger/pplns-by-referral-code';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { keepMiners } from '../miners/crediting-lock.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { type CoinOf, readCoins } from './coins-of-miners.ts';
import { openConversion, rememberConversions } from '../conversion/open-conversion.ts';
import { readFeeTerms, readOnlineCodes, type RoundTerms } from './read-fee-terms.ts';
import { codedWorkersIn, readSlices, readWindow, type WindowSlices, workersIn } from './read-window.ts';
import { immatureEntry, keysOf, type Line, rewardsText } from './round-entries.ts';
import { splitLines } from './split-lines.ts';
import { notifyRound } from './notify-round.ts';

type Context = Pick<
  ServiceContext,
  'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps' | 'conversionSpreads'
>;

export type CreditOutcome = 'credited' | 'already-credited';

interface Round {
  readonly id: bigint;
  readonly algorithm: string;
  readonly chain: string;
  readonly block_hash: string;
  readonly revivals: number;
  readonly network_work: bigint;
  readonly last_slice_id: bigint;
  readonly finder_id: bigint;
  readonly found_at: Date;
}

/**
 * Credits a mature round, once: its window of work, each of its reward lines split, the entries in the ledger, the receipts, all in
 * one transaction that begins by taking the round's row. Parts whose coin has no fresh rate wait in their own asset and hold
 * no other transaction up. Then one event a miner, see `notifyRound`.
 */
export async function creditRound(ctx: Context, roundId: bigint): Promise<CreditOutcome> {
  const now = ctx.clock.now();
  crashPoint('round-uncredited');
  const outcome = await ctx.db.transaction(async (tx) => {
    const [round] = await tx.query<Round>(sql`
      SELECT id, algorithm, chain, block_hash, revivals, network_work, last_slice_id, finder_id, found_at
        FROM rounds
       WHERE id = ${roundId} AND state = 'accepted' FOR UPDATE`);
    if (round === undefined) return 'already-credited';
    await keepMiners(tx);
    const { window, coinOf, terms } = await readParts(tx, round, await readSlices(tx, round));
    const conversion = await openConversion(tx, ctx);
    const lines = await tx.query<Line>(
      sql`SELECT line, asset, amount FROM reward_lines WHERE round_id = ${round.id} ORDER BY line`,
    );
    const missing = await missingImmature(tx, round, lines, now);
    const shared = { roundId: round.id, rewardAccount: roundAccount(round.id), keyOf: keysOf(round) };
    const { entries, owners } = await splitLines(
      tx,
      shared,
      { lines, window, coinOf, terms, conversion },
      now,
    );
    await bookEntries(tx, [...missing, ...entries]);
    await rememberConversions(tx, conversion, now);
    await tx.query(sql`
      UPDATE rounds SET state = 'credited', state_at = ${new Date(now)}, submit_problem = NULL, notified_up_to = 0 WHERE id = ${round.id}`);
    publishDomainEvent(tx, {
      event: 'round-credited',
      round: round.id.toString(),
      chain: round.chain,
      miners: window.shares.length,
      rewards: rewardsText(lines),
    });
    crashPoint('round-credit-uncommitted');
    tx.afterCommit(() => {
      crashPoint('round-credit-unpublished');
      publishRewarded(ctx, round.algorithm, { owners, terms }, now);
    });
    return 'credited';
  });
  crashPoint('round-unnotified');
  if (outcome === 'credited') await notifyRound(ctx, roundId);
  return outcome;
}

/** Tells who watches that an algorithm was rewarded, and the owners of codes that they have earned. After the commit. */
export function publishRewarded(
  { publisher }: Pick<ServiceContext, 'publisher'>,
  algorithm: string,
  { owners, terms }: { readonly owners: ReadonlySet<bigint>; readonly terms: RoundTerms },
  now: number,
): void {
  const changed = [...owners].map(
    (owner): LiveEvent => ({ kind: 'balance-changed', minerId: owner, uuid: terms.ownerOf(owner).uuid }),
  );
  publisher.publish([...changed, { kind: 'algorithm-rewarded', algorithm, at: now }]);
}

/** Who has a part in the round, in which coin and on what terms. Queries that do not depend on the window run while it is calculated. */
async function readParts(
  tx: Transaction,
  round: Round,
  slices: WindowSlices,
): Promise<{ window: CodedWindow; coinOf: CoinOf; terms: RoundTerms }> {
  const workers = workersIn(slices);
  const reading = Promise.all([readWindow(tx, slices), readOnlineCodes(tx, workers, codedWorkersIn(slices))]);
  const [{ window, terms }, coinOf] = await Promise.all([
    reading.then(async ([own, online]) => ({ window: own, terms: await readFeeTerms(tx, own, online) })),
    readCoins(tx, workers),
  ]);
  if (window.shares.length > 0) return { window, coinOf, terms };
  const ofFinder = await readCoins(tx, sql`SELECT ${round.finder_id}::bigint`);
  return { window: windowOfFinder(round), coinOf: ofFinder, terms };
}

/**
 * Where no work stands in the window, because it was lost with a process, the block itself proves the work that it took: its finder's.
 * Nothing that comes later would ever count for this round.
 */
function windowOfFinder({ finder_id: minerId, network_work: work }: Round): CodedWindow {
  return { shares: [{ minerId, weight: work, work, codes: [] }], weight: work, work };
}

/** Booked when the block was accepted, but for rounds that were accepted before there was such an entry. */
async function missingImmature(
  tx: Transaction,
  round: Round,
  lines: readonly Line[],
  now: number,
): Promise<Entry[]> {
  const wanted = lines.map((line) => immatureEntry(round, line, now));
  const rows = await tx.query<{ key: string }>(
    sql`SELECT key FROM ledger_entries WHERE key = ANY(${wanted.map(({ key }) => key)}::text[])`,
  );
  const booked = new Set(rows.map(({ key }) => key));
  return wanted.filter(({ key }) => !booked.has(key));
}
