import { miningAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import type { Database, Transaction } from '../../runtime/database/database.ts';
import { unluckyPayee } from '../../sandbox/testing/adversarial-chain.ts';
import { badPayee } from '../../sandbox/testing/adversarial-rail.ts';
import { minerUuid } from '../../domain/miners/miner-uuid.ts';
import { ledgerIdOf } from '../../domain/kernel/ledger-id.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';

/** What each miner is given, in units of 10^-18 DOGE. */
export const givenEach = 50n * 10n ** 18n;

/** Where the operator's own withdrawals go: transactions of the wallets that are no payouts. */
export const coldStore = 'DColdStoreOfTheOperator';

/** The secret of the processes that the suite kills. */
export const suiteSecret = new Uint8Array(32).fill(3);

/** What their journals name: a restore refuses a journal of another ledger. */
export const suiteLedger = ledgerIdOf(suiteSecret);

/**
 * Opens miners `from` to `from + count` with fifty each: a few have addresses that no wallet takes, a few are never taken by a block.
 * With `reward`, a third is paid by the daily run. Answers their addresses.
 */
export async function giveToMiners(
  db: Database,
  { from, count, at, reward }: { from: number; count: number; at: number; reward: boolean },
): Promise<string[]> {
  const names = Array.from({ length: count }, (_, each) => addressOf(from + each));
  const paid = { coin: 'DOGE', network: 'DOGE', each: givenEach };
  await db.transaction(async (tx) => {
    await openMiners(tx, { ...paid, names, at, isPaidDaily: (index) => reward && index % 3 === 2 });
    if (reward) await rewardYesterday(tx, new Date(at - 86_400_000));
  });
  return names;
}

/** Opens a miner for each of these addresses, and gives each as much from the world outside. */
export async function openMiners(
  tx: Transaction,
  given: {
    readonly names: readonly string[];
    readonly coin: string;
    readonly network: string;
    /** In units of 10^-18. */
    readonly each: bigint;
    /** Business time, ms. */
    readonly at: number;
    readonly isPaidDaily?: (index: number) => boolean;
  },
): Promise<void> {
  const { names, coin, network, each, at, isPaidDaily = () => false } = given;
  const before = new Date(at - 3_600_000);
  const uuids = names.map((address) => minerUuid(suiteSecret, { coin, address, memo: null }));
  const daily = names.map((_name, index) => isPaidDaily(index));
  const rows = await tx.query<{ id: bigint }>(sql`
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at, auto_pay)
    SELECT uuid, ${coin}, ${network}, name, ${before}, ${before}, daily
      FROM unnest(${uuids}::uuid[], ${names}::text[], ${daily}::boolean[]) AS payee (uuid, name, daily) RETURNING id`);
  await bookEntry(tx, {
    key: `given:${names[0]}`,
    kind: 'given',
    at,
    postings: [
      { account: 'ext:suite', asset: coin, amount: -each * BigInt(names.length) },
      ...rows.map(({ id }) => ({ account: miningAccount(id), asset: coin, amount: each })),
    ],
  });
}

function addressOf(index: number): string {
  if (index % 8 === 3) return `${badPayee}${index}`;
  return index % 8 === 6 ? `${unluckyPayee}${index}` : `DPayee${index}`;
}

/** A credit of the day before for each miner with auto-pay, which the daily run asks for. */
async function rewardYesterday(tx: Transaction, yesterday: Date): Promise<void> {
  await tx.query(sql`
    INSERT INTO slices (algorithm, opened_at, closed_at) VALUES ('sha256', ${yesterday}, ${yesterday})`);
  await tx.query(sql`
    INSERT INTO rounds (algorithm, chain, block_hash, block_height, header, coinbase, network_work, last_slice_id,
                        finder_id, finder_worker, found_at, state, state_at)
    SELECT 'sha256', 'suite', repeat('a', 64), 1, ''::bytea, ''::bytea, 1, (SELECT max(id) FROM slices),
           (SELECT min(id) FROM miners), 'rig', ${yesterday}, 'credited', ${yesterday}`);
  await tx.query(
    sql`INSERT INTO reward_lines (round_id, line, asset, amount) SELECT max(id), 0, 'DOGE', 1 FROM rounds`,
  );
  await tx.query(sql`
    INSERT INTO credits (round_id, line, miner_id, work, round_work, share, coin, rate, rate_source, rate_at,
                         usd_per_asset, gross, fee, fee_ppm, credited, credited_at)
    SELECT (SELECT max(id) FROM rounds), 0, id, 1, 1, 1, 'DOGE', '1', 'none', ${yesterday}, '0', 1, 0, 0, 1, ${yesterday}
      FROM miners WHERE auto_pay`);
}
