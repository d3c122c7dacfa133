import { networkOfCold } from '@openlode/ledger/accounts';
import { type OwnPart, ownAccounts } from '@openlode/ledger/treasury-entries';
import sql from 'sql-template-tag';
import { isElsewhereInSql } from '../ledger/account-names.ts';
import { lockAssets } from '../ledger/lock-assets.ts';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import type { CoinOnNetwork } from '../payouts/payout-context.ts';
import { planSmallestAlone, promisedFees } from '../payouts/smallest-balances.ts';

/** What is the pool's own of an asset, in units of 10^-18. */
export interface OwnMoney {
  /**
   * In all places, less network fees, those of transactions on their way among them, losses by orphaned blocks, and the fees promised for small
   * payments. Everything else is owed to miners. Below zero where they exceed it.
   */
  readonly everywhere: bigint;
  /** The same without what lies at cold addresses or exchanges, and what is on its way there. */
  readonly inWallets: bigint;
  /** What is taken off: fees that networks may still take, and what sweeps that are not over take. */
  readonly spoken: bigint;
  /** At the cold addresses of each network. */
  readonly cold: ReadonlyMap<string, bigint>;
  readonly accounts: readonly OwnPart[];
}

/** What is not taken off, because it is what is being judged. */
export interface ExcludedMoney {
  /** A sweep that is under way: neither its amount nor what it may cost. */
  readonly sweep?: { readonly id: bigint; readonly txid: string | null };
  /** The pairs whose promised fees are promised again. */
  readonly promises?: readonly CoinOnNetwork[];
}

/** Reads it under the lock under which everything of the asset is booked. */
export async function lockOwnMoney(
  tx: Transaction,
  asset: string,
  now: number,
  without: ExcludedMoney = {},
): Promise<OwnMoney> {
  await lockMoney(tx, [asset]);
  return readOwnMoney(tx, asset, now, without);
}

/** As `lockAssets`, and no small payments are planned meanwhile. */
export async function lockMoney(tx: Transaction, assets: readonly string[]): Promise<void> {
  await planSmallestAlone(tx);
  await lockAssets(tx, assets);
}

/**
 * The same where the ledger cannot be locked, because locks follow that others take before it. What is booked meanwhile may be taken off twice, and
 * never too little: what is to be booked is read before what is.
 */
export async function readOwnMoney(
  tx: Queryable,
  asset: string,
  now: number,
  { sweep, promises = [] }: ExcludedMoney = {},
): Promise<OwnMoney> {
  const promised = await promisedFees(tx, asset, now, promises);
  const fees = promised + (await feesOnTheirWay(tx, asset, sweep?.txid ?? null));
  const leaving = await leavingWallets(tx, asset, sweep?.id ?? null);
  const rows = await tx.query<{ account: OwnPart['account']; kind: string; amount: bigint }>(sql`
    SELECT account, kind, amount FROM balances
     WHERE asset = ${asset} AND (kind IN ('own', 'loss') OR ${isElsewhereInSql})`);
  const elsewhere = rows.filter(({ kind }) => kind !== 'own' && kind !== 'loss');
  const places = elsewhere.flatMap(({ account, amount }) => {
    const network = networkOfCold(account);
    return network === undefined ? [] : [{ network, amount }];
  });
  const accounts = rows.filter(({ kind }) => kind === 'own' || kind === 'loss');
  const everywhere = sumOf(accounts) - fees;
  return {
    everywhere,
    inWallets: everywhere + sumOf(elsewhere) - leaving,
    spoken: fees + leaving,
    cold: new Map(places.map(({ network, amount }) => [network, -amount])),
    accounts,
  };
}

function sumOf(rows: readonly { readonly amount: bigint }[]): bigint {
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}

/** From which of the pool's accounts an amount is taken, the most liquid first, and what they have too little. */
export function takeFrom(
  accounts: readonly OwnPart[],
  amount: bigint,
): { readonly from: readonly OwnPart[]; readonly lacks: bigint } {
  let lacks = amount;
  const from = ownAccounts.flatMap((account) => {
    const has = accounts.find((row) => row.account === account)?.amount ?? 0n;
    const part = has < lacks ? has : lacks;
    lacks -= part;
    return part > 0n ? [{ account, amount: part }] : [];
  });
  return { from, lacks };
}

/** What networks may still take of an asset for payouts that are signed, or that a network has reverted: it is booked once they end. */
async function feesOnTheirWay(tx: Queryable, asset: string, without: string | null): Promise<bigint> {
  const [row] = await tx.query<{ fees: bigint }>(sql`
    SELECT coalesce(sum(fee), 0) AS fees FROM payout_transactions
     WHERE fee_asset = ${asset} AND fee_booked_at IS NULL AND txid IS DISTINCT FROM ${without}
       AND (state IN ('signed', 'sent')
            OR EXISTS (SELECT 1 FROM payouts WHERE payouts.txid = payout_transactions.txid AND payouts.state = 'invalidated'))`);
  return row?.fees ?? 0n;
}

/** What sweeps that are not over take of an asset, with the most that they may cost of it while they are not signed. */
async function leavingWallets(tx: Queryable, asset: string, without: bigint | null): Promise<bigint> {
  const [row] = await tx.query<{ leaving: bigint }>(sql`
    SELECT coalesce(sum(CASE WHEN coin = ${asset} THEN amount ELSE 0 END
                        + CASE WHEN fee_asset = ${asset} AND txid IS NULL THEN fee_max ELSE 0 END), 0) AS leaving FROM sweeps
     WHERE ${asset} IN (coin, fee_asset) AND state IN ('planned', 'signed', 'sent') AND id IS DISTINCT FROM ${without}`);
  return row?.leaving ?? 0n;
}
