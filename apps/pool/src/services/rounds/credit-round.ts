import { findCoin } from '@openlode/catalogue/coins';
import type { Credit } from '@openlode/ledger/credit-part';
import { eachInSteps } from '@openlode/ledger/in-steps';
import type { Entry } from '@openlode/ledger/posting';
import type { CodedWindow } from '@openlode/ledger/pplns-by-code';
import { type Earner, openSplit } from '@openlode/ledger/split-reward';
import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import { miningPlace, pendingPlace } from '../accounts/ledger-place.ts';
import type { ServiceContext } from '../context.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { inTurns } from '../ledger/in-turns.ts';
import { crashPoint } from '../ports/crash-point.ts';
import type { LiveEvent } from '../ports/publisher.ts';
import { type OpenMarket, openMarket, rememberConversions } from './open-market.ts';
import { readFeeTerms, type RoundTerms } from './read-fee-terms.ts';
import { readWindow } from './read-window.ts';
import { rewardsSimulatedWork } from './simulated-chain-name.ts';
import { immatureEntry, type Line, rewardKey, roundPlace } from './round-entries.ts';
import { type RoundReceipts, storeCredits } from './store-credits.ts';
import { tellRound } from './tell-round.ts';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'rates' | 'publisher' | 'conversionCaps'>;

export type CreditOutcome = 'credited' | 'already-credited' | 'no-work';

interface Round {
  readonly id: bigint;
  readonly algorithm: string;
  readonly chain: string;
  readonly block_hash: string;
  readonly network_work: bigint;
  readonly last_slice_id: bigint;
}

/** So many parts are reckoned and written at a time, so that mining gets its turn in between. */
const creditsAtOnce = 2500;

/**
 * Credits a mature round, once: its window of work, each of its reward lines split, the entries in the ledger, the receipts, all in
 * one transaction that begins by taking the round's row. Parts whose coin has no fresh rate wait in their own asset and hold
 * nobody else up. Then one event an account, see `tellRound`.
 */
export async function creditRound(ctx: Context, roundId: bigint): Promise<CreditOutcome> {
  const now = ctx.clock.now();
  crashPoint('round-uncredited');
  const outcome = await ctx.db.transaction(async (tx) => {
    const [round] = await tx.query<Round>(sql`
      SELECT id, algorithm, chain, block_hash, network_work, last_slice_id FROM rounds
       WHERE id = ${roundId} AND state = 'accepted' FOR UPDATE`);
    if (round === undefined) return 'already-credited';
    const window = await readWindow(tx, round);
    const coins = await lockAccounts(
      tx,
      window.shares.map((share) => share.account),
    );
    const terms = await readFeeTerms(tx, window);
    const market = await openMarket(tx, ctx);
    const owners = await splitLines(tx, round, { window, coins, terms, market }, now);
    if (owners === 'no-work') return 'no-work';
    await rememberConversions(tx, market, now);
    await tx.query(sql`
      UPDATE rounds SET state = 'credited', state_at = ${new Date(now)}, told_up_to = 0 WHERE id = ${round.id}`);
    crashPoint('round-credit-uncommitted');
    tx.afterCommit(() => {
      crashPoint('round-credit-unpublished');
      const changed = [...owners].map(
        (owner): LiveEvent => ({
          kind: 'balance-changed',
          accountId: owner,
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
  crashPoint('round-untold');
  if (outcome === 'credited') await tellRound(ctx, roundId);
  return outcome;
}

/** Books every reward line of the round and writes its receipts. Answers the owners of codes that earned from it. */
async function splitLines(
  tx: Transaction,
  round: Round,
  parts: {
    readonly window: CodedWindow;
    readonly coins: ReadonlyMap<bigint, string>;
    readonly terms: RoundTerms;
    readonly market: OpenMarket;
  },
  now: number,
): Promise<ReadonlySet<bigint> | 'no-work'> {
  const { window, coins, terms, market } = parts;
  const lines = await tx.query<Line>(
    sql`SELECT line, asset, amount FROM reward_lines WHERE round_id = ${round.id} ORDER BY line`,
  );
  const earners: Earner[] = [];
  const delisted: Earner[] = [];
  const workOf = new Map<bigint, bigint>();
  await inTurns(
    eachInSteps(window.shares, ({ account, weight, work }) => {
      const coin = coins.get(account);
      if (coin === undefined) return;
      const places = { place: miningPlace(account), pendingPlace: pendingPlace(account) };
      const earner = { account, weight, coin, terms: terms.termsOf(account), ...places };
      if (earnsNoMore(round, coin)) delisted.push(earner);
      else earners.push(earner);
      workOf.set(account, work);
    }),
  );
  // A reward is always somebody's: where they alone have worked it is theirs still.
  if (earners.length === 0) earners.push(...delisted.splice(0));
  const receipts: RoundReceipts = {
    roundId: round.id,
    work: delisted.reduce((rest, { account }) => rest - (workOf.get(account) ?? 0n), window.work),
    workOf,
    terms,
    at: now,
  };
  const owners = new Set<bigint>();
  const entries: Entry[] = [];
  for (const { line, asset, amount } of lines) {
    const reward = { asset, amount, source: roundPlace(round) };
    const split = await inTurns(openSplit(reward, earners, terms.ownerOf, market));
    if (split === 'no-work') return 'no-work';
    const price = market.observed(asset);
    for (let from = 0; from < split.parts; from += creditsAtOnce) {
      const credits = split.credit(from, from + creditsAtOnce);
      await storeCredits(
        tx,
        receipts,
        credits.map((credit) => ({ line, price, credit })),
      );
      for (const credit of credits) for (const owner of earningOwners(credit)) owners.add(owner);
    }
    // Booked when the block was accepted; again here for rounds that were accepted before there was such an entry.
    entries.push(immatureEntry(round, { line, asset, amount }, now));
    entries.push({ key: rewardKey(round, line), kind: 'reward', at: now, postings: split.postings() });
  }
  if (entries.length > 0) await bookEntries(tx, entries);
  return owners;
}

/**
 * Whether a coin was delisted while work for it was still in the window: the others share what it would have earned. The demo
 * fleet's past lies before the delisting.
 */
function earnsNoMore(round: Pick<Round, 'chain'>, coin: string): boolean {
  return findCoin(coin)?.delisted === true && !rewardsSimulatedWork(round.chain);
}

function earningOwners(credit: Credit): bigint[] {
  return credit.kind === 'waiting' ? [] : credit.referrals.map(({ owner }) => owner);
}

/**
 * Their coins. The lock keeps them from being written off meanwhile (`writeOffIdle`), in the order of the ids like every verb that
 * locks accounts; it is of the kind that lets their work be recorded.
 */
async function lockAccounts(tx: Transaction, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await tx.query<{ id: bigint; coin: string }>(
    sql`SELECT id, coin FROM accounts WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR KEY SHARE`,
  );
  return new Map(rows.map(({ id, coin }) => [id, coin]));
}
