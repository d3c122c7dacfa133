import { miningAccount, pendingAccount, roundAccount } from '@openlode/ledger/accounts';
import type { Credit } from '@openlode/ledger/credit-part';
import type { Entry } from '@openlode/ledger/posting';
import type { CodedShare, CodedWindow } from '@openlode/ledger/pplns-by-referral-code';
import { openSplit, type Terms } from '@openlode/ledger/split-reward';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { keepMiners } from '../miners/crediting-lock.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { pipelinedStatements } from '../ledger/pipelined-statements.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { type CoinOf, readCoins } from './coins-of-miners.ts';
import { type OpenConversion, openConversion, rememberConversions } from '../conversion/open-conversion.ts';
import { readFeeTerms, readOnlineCodes, type RoundTerms } from './read-fee-terms.ts';
import { codedWorkersIn, readSlices, readWindow, type WindowSlices, workersIn } from './read-window.ts';
import { immatureEntry, type Line, rewardKey, rewardsText } from './round-entries.ts';
import { type RoundReceipts, storeCredits } from './store-credits.ts';
import { notifyRound } from './notify-round.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps'>;

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

/** How many parts are calculated and written at a time: parts that are not written yet stay in memory. */
const creditsAtOnce = 2500;

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
    const owners = await splitLines(tx, round, { lines, window, coinOf, terms, conversion }, now);
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
      const changed = [...owners].map(
        (owner): LiveEvent => ({
          kind: 'balance-changed',
          minerId: owner,
          uuid: terms.ownerOf(owner).uuid,
        }),
      );
      ctx.publisher.publish([
        ...changed,
        { kind: 'algorithm-rewarded', algorithm: round.algorithm, at: now },
      ]);
    });
    return 'credited';
  });
  crashPoint('round-unnotified');
  if (outcome === 'credited') await notifyRound(ctx, roundId);
  return outcome;
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

/** Books every reward line of the round and writes its receipts. Answers the owners of codes that earned from it. */
async function splitLines(
  tx: Transaction,
  round: Round,
  parts: {
    readonly lines: readonly Line[];
    readonly window: CodedWindow;
    readonly coinOf: CoinOf;
    readonly terms: RoundTerms;
    readonly conversion: OpenConversion;
  },
  now: number,
): Promise<ReadonlySet<bigint>> {
  const { lines, window, coinOf, terms, conversion } = parts;
  const termsOf = (share: CodedShare): Terms => ({
    minerId: share.minerId,
    coin: coinOf(share.minerId),
    terms: terms.termsOf(share),
    ledgerAccount: miningAccount(share.minerId),
    pendingAccount: pendingAccount(share.minerId),
  });
  const receipts: RoundReceipts = {
    roundId: round.id,
    work: window.work,
    terms,
    at: now,
  };
  const owners = new Set<bigint>();
  const entries = await missingImmature(tx, round, lines, now);
  for (const { line, asset, amount } of lines) {
    const reward = { asset, amount, rewardAccount: roundAccount(round.id) };
    const split = openSplit(reward, window.shares, termsOf, terms.ownerOf, conversion);
    if (split === 'no-work') throw new Error(`no miner has a part in round ${round.id}`);
    const price = conversion.observed(asset);
    const writing = pipelinedStatements();
    for (let from = 0; from < split.workers.length; from += creditsAtOnce) {
      const works = split.workers.slice(from, from + creditsAtOnce).map(({ work }) => work);
      const credits = split.credit(from, from + works.length);
      await writing.add(storeCredits(tx, receipts, { line, price }, credits, works));
      for (const credit of credits) for (const owner of earningOwners(credit)) owners.add(owner);
    }
    await writing.end();
    entries.push({ key: rewardKey(round, line), kind: 'reward', at: now, postings: split.postings() });
  }
  if (entries.length > 0) await bookEntries(tx, entries);
  return owners;
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

function earningOwners(credit: Credit): bigint[] {
  return credit.kind === 'waiting' ? [] : credit.referrals.map(({ owner }) => owner);
}
