import { createHash } from 'node:crypto';
import { boughtAccount, chainAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { firstRow, type Transaction } from '../../runtime/database/database.ts';
import { openConversion, rememberConversions } from '../conversion/open-conversion.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { publishDomainEvent } from '../kernel/domain-events.ts';
import { type UpstreamTerms, upstreamChainName } from '../kernel/upstream-terms.ts';
import { keepMiners } from '../miners/crediting-lock.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { readCoins } from './coins-of-miners.ts';
import { publishRewarded } from './credit-round.ts';
import { readFeeTerms, readOnlineCodes } from './read-fee-terms.ts';
import type { IncomeWindow } from './read-income-window.ts';
import { codedWorkersIn, workersIn } from './read-window.ts';
import { keysOf, rewardsText } from './round-entries.ts';
import { splitLines } from './split-lines.ts';

type Context = Pick<ServiceContext, 'clock' | 'rates' | 'publisher' | 'conversionCaps' | 'conversionSpreads'>;

/** A payment of another pool that has come into a wallet of this one, or its account at an exchange. */
export interface ArrivedIncome {
  readonly upstream: UpstreamTerms;
  /** In units of 10^-18. */
  readonly amount: bigint;
  /** The output that paid it, `txid:vout` in lower case; or the exchange, and what that calls the deposit. */
  readonly reference: string;
  /** The exchange that has it; undefined for what is in a wallet. */
  readonly place: string | undefined;
  readonly lastSlice: bigint;
  readonly income: IncomeWindow;
}

/**
 * Credits what another pool has paid among those whose work it paid for: a round, its entry, and the receipts, as a block's reward is. The
 * key of the entry follows from the reference, so that one output is credited once. Answers the round. In the caller's transaction, which
 * has judged the rest; its miners are notified afterwards (`notifyRound`).
 */
export async function creditIncome(
  tx: Transaction,
  ctx: Context,
  { upstream, amount, reference, place, lastSlice, income }: ArrivedIncome,
): Promise<bigint> {
  const now = ctx.clock.now();
  await keepMiners(tx);
  const { window, slices } = income;
  const chain = upstreamChainName(upstream.name);
  const blockHash = createHash('sha256').update(`income ${upstream.coin} ${reference}`).digest('hex');
  const rows = await tx.query<{ id: bigint }>(sql`
    INSERT INTO rounds (algorithm, chain, block_hash, block_height, submission, network_work, last_slice_id, finder_worker,
                        found_at, state, state_at, upstream, notified_up_to)
    VALUES (${upstream.algorithm}, ${chain}, ${blockHash}, 0, ${new Uint8Array()}, ${window.work}, ${lastSlice}, '',
            ${new Date(income.workedUntil)}, 'credited', ${new Date(now)}, ${upstream.name}, 0)
    RETURNING id`);
  const { id: roundId } = firstRow(rows);
  const lines = [{ line: 1, asset: upstream.coin, amount }];
  await tx.query(sql`
    INSERT INTO reward_lines (round_id, line, asset, amount) VALUES (${roundId}, 1, ${upstream.coin}, ${amount})`);
  const span = { ids: slices, target: 0n, simulated: false };
  const workers = workersIn(span);
  const coinOf = await readCoins(tx, workers);
  const terms = await readFeeTerms(tx, window, await readOnlineCodes(tx, workers, codedWorkersIn(span)));
  const conversion = await openConversion(tx, ctx);
  const key = { id: roundId, chain, block_hash: blockHash };
  // What came to an exchange lies there as what trades have brought: it counts for what its miners are owed, and transfers bring it to the wallet.
  const rewardAccount = place === undefined ? chainAccount(chain) : boughtAccount(place);
  const shared = { roundId, rewardAccount, keyOf: keysOf(key) };
  const { entries, owners } = await splitLines(tx, shared, { lines, window, coinOf, terms, conversion }, now);
  await bookEntries(tx, entries);
  await rememberConversions(tx, conversion, now);
  publishDomainEvent(tx, {
    event: 'income-credited',
    round: roundId.toString(),
    upstream: upstream.name,
    miners: window.shares.length,
    rewards: rewardsText(lines),
  });
  tx.afterCommit(() => publishRewarded(ctx, upstream.algorithm, { owners, terms }, now));
  return roundId;
}
