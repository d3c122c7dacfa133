import { findCoin } from '@openlode/catalogue/coins';
import { type CoinInWallet, hiddenBetween, owedInWallets, type Position } from '@openlode/ledger/solvency';
import sql, { type Sql } from 'sql-template-tag';
import { isElsewhereInSql, isInWalletInSql, networkOfInSql } from '../ledger/account-names.ts';
import type { Queryable } from '../../runtime/database/database.ts';
import type { Holdings, UnansweredNetwork, Wallet } from '../kernel/wallet.ts';
import { readAbandoned } from '../payouts/maintenance.ts';
import { everyNetwork } from '../payouts/suspensions.ts';
import { arrivingInSql, atExchangesInSql, countedOf, type ReportedCoins } from './at-exchanges.ts';

export interface KnownPosition extends Position {
  /** What is owed to miners, and what the wallets themselves hold: parts of `owed` and `held`. */
  readonly theirs: bigint;
  readonly inWallets: bigint;
  /**
   * The wallet of each network, where the coin is in more than one of which each is asked by itself. What one has beyond the ledger and another lacks is
   * not in `held`.
   */
  readonly wallets: readonly CoinInWallet[];
  /** What of `owed` the ledger has in no wallet: miners are owed it, and neither what exchanges have nor what is the pool's own covers it. */
  readonly uncovered: bigint;
}

/** What is held and owed of the assets of which it is known. */
export interface Positions {
  readonly known: readonly KnownPosition[];
  /** Of the coins of these nothing is in `known`. `everyNetwork`: no wallet can be asked. */
  readonly unanswered: readonly UnansweredNetwork[];
}

/** A transfer in progress during one look is not missing money, so the best of this number of looks counts. */
const looks = 3;

/**
 * What is held and what is owed of every asset in the ledger. Held: what the wallets say, plus the conversion account's claim on the
 * market, because what it took in exchange is not in the wallet yet, or no longer. Owed: the balances of miners and what is the pool's
 * own, without immature rewards and without what payouts may already have taken out of the wallet. Network fees, blocks lost after
 * crediting, and corrections are paid from the pool's own money and never by miners; what exceeds it is missing. What was swept to cold
 * addresses, or to exchanges, is no wallet's: it stands for as much of the pool's own, and for nothing that is owed to miners. What trades have brought
 * to an exchange, and the exchange still has, may be what miners are owed (`owedInWallets`): before the trade it was the conversion account's claim. A
 * coin that is also on a network whose wallet does not answer is left out. A network that an operator has abandoned counts as empty.
 */
export async function readPositions(db: Queryable, wallet: Wallet): Promise<Positions> {
  const abandoned = await readAbandoned(db);
  let { known, unanswered } = await look(db, wallet, abandoned);
  for (let further = 1; further < looks && known.some(isShort); further += 1) {
    const next = await look(db, wallet, abandoned);
    const again = new Map(next.known.map((each) => [each.asset, each]));
    known = known.map((each) => better(each, again.get(each.asset) ?? each));
  }
  return { known, unanswered };
}

function better(a: KnownPosition, b: KnownPosition): KnownPosition {
  return a.held - a.owed >= b.held - b.owed ? a : b;
}

function isShort({ held, owed }: Position): boolean {
  return held < owed;
}

/** The wallet first: a payout is on its way in the ledger before it leaves the wallet. */
async function look(db: Queryable, wallet: Wallet, abandoned: ReadonlySet<string>): Promise<Positions> {
  const { amounts, byNetwork, unanswered: all } = await askWallet(wallet);
  const unanswered = all.filter(({ network }) => !abandoned.has(network));
  const silent = new Set(unanswered.map(({ network }) => network));
  const rows = await db.query<Row>(sql`
    WITH ${leavingInSql}, ${atExchangesInSql}, ${arrivingInSql}, booked AS (
      SELECT asset,
             coalesce(sum(amount) FILTER (WHERE kind IN ('mining', 'referral', 'pending', 'inflight')), 0) AS theirs,
             coalesce(sum(amount) FILTER (WHERE kind IN ('own', 'loss') OR ${isElsewhereInSql}), 0) AS "ownInWallets",
             coalesce(sum(amount) FILTER (WHERE kind = 'conversion'), 0) AS converted
        FROM balances GROUP BY asset
    ), there AS (
      SELECT asset, network, sum(amount) AS amount
        FROM (SELECT asset, ${networkOfInSql} AS network, -amount AS amount FROM balances WHERE ${isInWalletInSql}
              UNION ALL SELECT asset, network, -amount FROM leaving_there
              UNION ALL SELECT asset, network, held FROM arriving_there) AS parts
       GROUP BY asset, network
    ), by_network AS (
      SELECT asset, json_object_agg(network, amount::text) AS networks FROM there GROUP BY asset
    )
    SELECT asset, theirs, "ownInWallets" + coalesce(arriving.held, 0) AS "ownInWallets", converted, coalesce(leaving.amount, 0) AS leaving,
           at_exchanges.places, by_network.networks
      FROM booked LEFT JOIN leaving USING (asset) LEFT JOIN at_exchanges USING (asset) LEFT JOIN arriving USING (asset)
      LEFT JOIN by_network USING (asset) ORDER BY asset`);
  const known = rows.filter(({ asset }) => !isOnOneOf(silent, asset));
  return { known: known.map((row) => positionOf(row, { amounts, byNetwork })), unanswered };
}

function positionOf(
  { asset, theirs, ownInWallets, converted, leaving, places, networks }: Row,
  { amounts, byNetwork }: Pick<Holdings, 'amounts' | 'byNetwork'>,
): KnownPosition {
  const inWallets = amounts.get(asset) ?? 0n;
  const owed = owedInWallets({ theirs, ownInWallets, counted: countedOf(places) });
  const booked = theirs + ownInWallets + converted - leaving;
  const uncovered = owed - theirs - ownInWallets;
  const wallets = walletsOf(asset, booked, networks ?? {}, byNetwork);
  return {
    asset,
    theirs,
    inWallets,
    held: inWallets - hiddenBetween(wallets) - converted,
    owed: owed - leaving,
    wallets,
    uncovered,
  };
}

/** What blocks have paid lies in the wallet of the coin's own network, with everything else that the ledger has of it on no network by name. */
function walletsOf(
  asset: string,
  booked: bigint,
  networks: Readonly<Record<string, string>>,
  byNetwork: Holdings['byNetwork'],
): readonly CoinInWallet[] {
  const chains = findCoin(asset)?.chains ?? [];
  const own = chains.find(({ isDefault }) => isDefault)?.network;
  const asked = chains.filter(({ network }) => byNetwork?.has(network)).map(({ network }) => network);
  if (byNetwork === undefined || own === undefined || new Set([...asked, ...Object.keys(networks)]).size < 2)
    return [];
  const others = [...new Set([...asked, ...Object.keys(networks)])].filter((network) => network !== own);
  const bookedOn = (network: string): bigint => BigInt(networks[network] ?? '0');
  const onOthers = others.reduce((sum, network) => sum + bookedOn(network), 0n);
  const heldOn = (network: string): bigint => byNetwork.get(network)?.get(asset) ?? 0n;
  return [
    { network: own, booked: booked - onOthers, held: heldOn(own) },
    ...others.map((network) => ({ network, booked: bookedOn(network), held: heldOn(network) })),
  ];
}

interface Row {
  readonly asset: string;
  readonly theirs: bigint;
  readonly ownInWallets: bigint;
  readonly converted: bigint;
  readonly leaving: bigint;
  readonly places: ReportedCoins;
  /** By network, of what the ledger has there by its name. */
  readonly networks: Readonly<Record<string, string>> | null;
}

/** `leaving`: by asset, what may have been taken out of wallets already and is still in the ledger; `leaving_there`: the same by network. */
export const leavingInSql: Sql = sql`sent AS (
      -- What leaves an account at an exchange is in the ledger there until it is booked, and was in no wallet.
      SELECT txid, coin, network, amount FROM payouts WHERE state IN ('broadcasting', 'manual_review', 'seen')
         AND NOT EXISTS (SELECT 1 FROM payout_transactions AS own WHERE own.txid = payouts.txid AND own.proof ? 'place')
      UNION ALL
      -- Adopted from a wallet or a journal: it has left, though its payout cannot go on before payouts are lifted.
      SELECT txid, coin, network, amount FROM payouts
       WHERE state = 'prepared' AND kind <> 'adopted' AND EXISTS (
         SELECT 1 FROM payout_journal AS line
          WHERE (line.txid, line.coin, line.address, line.memo) = (payouts.txid, payouts.coin, payouts.address, payouts.memo)
            AND line.origin IN ('file', 'chain', 'unknown') AND NOT line.proof ? 'place')
      UNION ALL
      SELECT txid, coin, network, amount FROM sweeps
       WHERE state = 'sent'
          OR state = 'signed' AND EXISTS (SELECT 1 FROM payout_journal AS line WHERE line.txid = sweeps.txid AND line.origin <> 'sent')
    ), leaving_there AS (
      SELECT asset, network, sum(amount) AS amount
        FROM (SELECT coin AS asset, network, amount FROM sent
              UNION ALL
              -- Once a transaction, and no more once one of its payouts has settled and it is booked.
              SELECT fee_asset, network, fee FROM payout_transactions
               WHERE fee_booked_at IS NULL AND (txid IN (SELECT txid FROM sent) OR (payees = 0 AND state = 'sent' AND NOT EXISTS (
                 -- Of those that spend the same one alone is taken: the dearest counts.
                 SELECT 1 FROM payout_claims AS own JOIN payout_claims AS two USING (network, claim)
                   JOIN payout_transactions AS dearer ON dearer.txid = two.txid
                  WHERE own.txid = payout_transactions.txid AND dearer.payees = 0 AND dearer.state = 'sent' AND dearer.fee_booked_at IS NULL
                    AND (dearer.fee, dearer.txid) > (payout_transactions.fee, payout_transactions.txid))))) AS parts
       GROUP BY asset, network
    ), leaving AS (
      SELECT asset, sum(amount) AS amount FROM leaving_there GROUP BY asset
    )`;

/** What wallets hold; of every network nothing is known where none can be asked. */
export async function askWallet(wallet: Wallet): Promise<Holdings> {
  return wallet.holdings().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    return { amounts: new Map(), unanswered: [{ network: everyNetwork, why }] };
  });
}

/** Whether a coin is paid on one of these networks. */
export function isOnOneOf(networks: ReadonlySet<string>, asset: string): boolean {
  if (networks.has(everyNetwork)) return true;
  return (findCoin(asset)?.chains ?? []).some(({ network }) => networks.has(network));
}
