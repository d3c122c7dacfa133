import type { Payee } from '@openlode/ledger/credit-part';
import { type Code, feeTerms, type FeeTerms } from '@openlode/ledger/fee-split';
import { eachInSteps } from '@openlode/ledger/in-steps';
import type { CodedShare, CodedWindow } from '@openlode/ledger/pplns-by-code';
import sql from 'sql-template-tag';
import type { Queryable } from '../../db/database.ts';
import { pendingPlace, referralPlace } from '../accounts/ledger-place.ts';
import { inTurns } from '../ledger/in-turns.ts';
import { feeRules, splitOfTier } from './round-rules.ts';

/** An owner of a code: where its earnings stand, and its public id. */
export interface Owner extends Payee {
  readonly uuid: string;
}

export interface RoundTerms {
  readonly termsOf: (account: bigint) => FeeTerms;
  readonly ownerOf: (account: bigint) => Owner;
}

interface KnownCode extends Code {
  readonly ownerRow: Owner;
}

/**
 * The fee terms of every account in a window, by the codes as they are now: its discount by the workers that are online, or
 * where none is by the work of the window itself; its owners' parts by the work under each code. A code that nobody has is none.
 */
export async function readFeeTerms(db: Queryable, window: CodedWindow): Promise<RoundTerms> {
  const coded = window.shares.filter(({ codes }) => codes.some(({ code }) => code !== ''));
  const online = await readOnlineCodes(
    db,
    window.shares.map(({ account }) => account),
    coded.map(({ account }) => account),
  );
  const used = [...online.values(), ...coded.map(({ codes }) => codes.map(({ code }) => code))];
  const codes = await readCodes(db, [...new Set(used.flat())]);
  const touched = new Set([...coded.map(({ account }) => account), ...online.keys()]);
  const addresses = await readAddresses(db, codes.size === 0 ? [] : [...touched]);
  const known = (names: readonly string[]): Code[] =>
    names.flatMap((name) => {
      const code = codes.get(name);
      return code === undefined ? [] : [code];
    });
  const terms = new Map<bigint, FeeTerms>();
  const setTerms = (share: CodedShare): void => {
    if (!touched.has(share.account)) return;
    const worked = share.codes.flatMap(({ code: name, weight }) =>
      known([name]).map((code) => ({ code, weight })),
    );
    terms.set(
      share.account,
      feeTerms(feeRules, {
        address: addresses.get(share.account) ?? '',
        online: known(online.get(share.account) ?? share.codes.map(({ code }) => code)),
        worked,
        weight: share.weight,
      }),
    );
  };
  await inTurns(eachInSteps(window.shares, setTerms));
  const owners = new Map([...codes.values()].map(({ ownerRow }) => [ownerRow.account, ownerRow]));
  return {
    termsOf: (account) => terms.get(account) ?? withoutCode,
    ownerOf: (account) => found(owners, account),
  };
}

/** Of everybody who neither works under a code nor has one online: most of a round, and all the same. */
const withoutCode = feeTerms(feeRules, { address: '', online: [], worked: [], weight: 1n });

function found<V>(values: ReadonlyMap<bigint, V>, account: bigint): V {
  const value = values.get(account);
  if (value === undefined) throw new Error(`account ${account} has no part in this round`);
  return value;
}

/**
 * Keyed by account: those that have a worker with a code online, and of `coded` also those that are online without any, whose
 * list is empty. The others have no codes to speak of.
 */
async function readOnlineCodes(
  db: Queryable,
  ids: readonly bigint[],
  coded: readonly bigint[],
): Promise<Map<bigint, string[]>> {
  const rows = await db.query<{ account_id: bigint; code: string | null }>(sql`
    SELECT DISTINCT account_id, lower(code) AS code FROM workers
     WHERE online AND code IS NOT NULL AND account_id = ANY(${ids}::bigint[])
    UNION ALL
    SELECT DISTINCT account_id, NULL FROM workers
     WHERE online AND code IS NULL AND account_id = ANY(${coded}::bigint[])`);
  const codes = new Map<bigint, string[]>();
  for (const { account_id: account, code } of rows) {
    const own = codes.get(account) ?? [];
    codes.set(account, own);
    if (code !== null) own.push(code);
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
    SELECT lower(code) AS name, code, tier, accounts.id, uuid, coin, address
      FROM referral_codes JOIN accounts ON accounts.id = account_id
     WHERE lower(code) = ANY(${names}::text[])`);
  return new Map(
    rows.map(({ name, code, tier, id, uuid, coin, address }) => [
      name,
      {
        code,
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
  return { account: id, uuid, coin, place: referralPlace(id), pendingPlace: pendingPlace(id) };
}

async function readAddresses(db: Queryable, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: bigint; address: string }>(
    sql`SELECT id, address FROM accounts WHERE id = ANY(${ids}::bigint[])`,
  );
  return new Map(rows.map(({ id, address }) => [id, address]));
}
