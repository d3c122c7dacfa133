import { pendingAccount, referralAccount } from '@openlode/ledger/accounts';
import type { Payee } from '@openlode/ledger/credit-part';
import { type ReferralCode, feeTerms, type FeeTerms } from '@openlode/ledger/fee-split';
import type { CodedShare, CodedWindow } from '@openlode/ledger/pplns-by-referral-code';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../runtime/database/database.ts';
import { feeRules, splitOfTier } from '../policy/round-rules.ts';

/** An owner of a code: where its earnings stand, and its public id. */
export interface Owner extends Payee {
  readonly uuid: string;
}

export interface RoundTerms {
  readonly termsOf: (share: CodedShare) => FeeTerms;
  readonly ownerOf: (minerId: bigint) => Owner;
}

interface KnownCode extends ReferralCode {
  readonly ownerRow: Owner;
}

/** The codes of the workers that are online, keyed by miner. */
export type OnlineCodes = ReadonlyMap<bigint, readonly string[]>;

/**
 * The fee terms of every miner in a window, with the codes as they are now. The discount follows the codes of its online workers, or
 * those of the window's work where none is online; the code owners' parts follow the work under each code. Unknown codes are ignored.
 */
export async function readFeeTerms(
  db: Queryable,
  window: CodedWindow,
  online: OnlineCodes,
): Promise<RoundTerms> {
  const coded = window.shares.filter(({ codes }) => codes.length > 0);
  const used = [
    ...online.values(),
    ...coded.map(({ codes }) => codes.map(({ referralCode }) => referralCode)),
  ];
  const touched = new Set([...coded.map(({ minerId }) => minerId), ...online.keys()]);
  const codes = await readCodes(db, [...new Set(used.flat())]);
  const addresses = await readAddresses(db, codes.size === 0 ? [] : [...touched]);
  const known = (names: readonly string[]): ReferralCode[] =>
    names.flatMap((name) => {
      const referralCode = codes.get(name);
      return referralCode === undefined ? [] : [referralCode];
    });
  const owners = new Map([...codes.values()].map(({ ownerRow }) => [ownerRow.minerId, ownerRow]));
  return {
    // Calculated on demand: by then the database executes other statements.
    termsOf: (share) => {
      if (!touched.has(share.minerId)) return withoutCode;
      const worked = share.codes.flatMap(({ referralCode: name, weight }) =>
        known([name]).map((referralCode) => ({ referralCode, weight })),
      );
      return feeTerms(feeRules, {
        address: addresses.get(share.minerId) ?? '',
        online: known(online.get(share.minerId) ?? share.codes.map(({ referralCode }) => referralCode)),
        worked,
        weight: share.weight,
      });
    },
    ownerOf: (minerId) => found(owners, minerId),
  };
}

/** Of everybody who neither works under a code nor has one online: most of a round, and all the same. */
const withoutCode = feeTerms(feeRules, { address: '', online: [], worked: [], weight: 1n });

function found<V>(values: ReadonlyMap<bigint, V>, minerId: bigint): V {
  const value = values.get(minerId);
  if (value === undefined) throw new Error(`miner ${minerId} has no part in this round`);
  return value;
}

/**
 * The codes of online workers by miner: of the miners in `workers` that have an online worker with a code, and of those in `coded` that
 * are online at all, possibly with an empty list. Miners without an entry have no code to consider. Both arguments select miner ids.
 */
export async function readOnlineCodes(db: Queryable, workers: Sql, coded: Sql): Promise<OnlineCodes> {
  const rows = await db.query<{ miner_id: bigint; code: string | null }>(sql`
    SELECT DISTINCT miner_id, lower(code) AS code FROM workers
     WHERE online AND code IS NOT NULL AND miner_id IN (${workers})
    UNION ALL
    SELECT DISTINCT miner_id, NULL FROM workers
     WHERE online AND code IS NULL AND miner_id IN (${coded})`);
  const codes = new Map<bigint, string[]>();
  for (const { miner_id: minerId, code: referralCode } of rows) {
    const own = codes.get(minerId) ?? [];
    codes.set(minerId, own);
    if (referralCode !== null) own.push(referralCode);
  }
  return codes;
}

/** Keyed by the code in lower case. */
async function readCodes(db: Queryable, names: readonly string[]): Promise<Map<string, KnownCode>> {
  if (names.length === 0) return new Map();
  const rows = await db.query<{
    name: string;
    code: string;
    tier: number | null;
    id: bigint;
    uuid: string;
    coin: string;
    address: string;
  }>(sql`
    SELECT lower(code) AS name, code, tier, miners.id, uuid, coin, address
      FROM referral_codes JOIN miners ON miners.id = miner_id
     WHERE lower(code) = ANY(${names}::text[])`);
  return new Map(
    rows.map(({ name, code, tier, id, uuid, coin, address }) => [
      name,
      {
        text: code,
        owner: id,
        ownerAddress: address,
        split: splitOfTier(tier),
        ownerRow: ownerPayee({ id, uuid, coin }),
      },
    ]),
  );
}

/** The owner of a code as one who can be credited. */
export function ownerPayee(row: {
  readonly id: bigint;
  readonly uuid: string;
  readonly coin: string;
}): Owner {
  const { id, uuid, coin } = row;
  return { minerId: id, uuid, coin, ledgerAccount: referralAccount(id), pendingAccount: pendingAccount(id) };
}

async function readAddresses(db: Queryable, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: bigint; address: string }>(
    sql`SELECT id, address FROM miners WHERE id = ANY(${ids}::bigint[])`,
  );
  return new Map(rows.map(({ id, address }) => [id, address]));
}
