import { createHash, randomBytes } from 'node:crypto';
import { miningAccount, networkAccount } from '@openlode/ledger/accounts';
import { addressOfScript } from '@openlode/mining/address-payment';
import { toEip55 } from '@openlode/mining/eip55';
import sql from 'sql-template-tag';
import { bookEntry } from '../../apps/pool/src/domain/ledger/book-entry.ts';
import { minerUuid } from '../../apps/pool/src/domain/miners/miner-uuid.ts';
import type { Database } from '../../apps/pool/src/runtime/database/database.ts';

/** A miner who is paid: where, and how much, in units of 10^-18. */
export interface Payee {
  readonly coin: 'LTC' | 'WBTC';
  readonly network: 'LTC' | 'ETH';
  readonly address: string;
  /** As its network's nodes are asked about it: the script in hexadecimal digits, or the address in small letters. */
  readonly target: string;
  readonly amount: bigint;
}

const satoshi = 10n ** 10n;

/** This many payees of Litecoin, each with an address that nothing else has. */
export function litecoinPayees(count: number): readonly Payee[] {
  return Array.from({ length: count }, (_, index): Payee => {
    const script = Uint8Array.of(0, 20, ...someAddress());
    const address = addressOfScript({ keyHash: [], scriptHash: [], segwit: ['ltc'] }, script);
    if (address === undefined) throw new Error('a script without an address');
    const target = Buffer.from(script).toString('hex');
    return { coin: 'LTC', network: 'LTC', address, target, amount: (3_000_000n + BigInt(index)) * satoshi };
  });
}

/** The same of a token of Ethereum. */
export function tokenPayees(count: number): readonly Payee[] {
  return Array.from({ length: count }, (_, index): Payee => {
    const target = `0x${someAddress().toString('hex')}`;
    const amount = (30_000n + BigInt(index)) * satoshi;
    return { coin: 'WBTC', network: 'ETH', address: toEip55(target), target, amount };
  });
}

function someAddress(): Buffer {
  return createHash('sha256').update(randomBytes(32)).digest().subarray(0, 20);
}

/** Opens these miners with what they are to be paid, which the daily run owes them from an earlier day on. */
export async function owe(db: Database, payees: readonly Payee[], now: number): Promise<void> {
  const secret = randomBytes(32);
  const at = new Date(now);
  await db.transaction(async (tx) => {
    const rows = await tx.query<{ id: bigint; address: string }>(sql`
      INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at, auto_pay)
      SELECT uuid, coin, network, address, ${at}, ${at}, true
        FROM unnest(${payees.map((each) => minerUuid(secret, { ...each, memo: null }))}::uuid[], ${payees.map(({ coin }) => coin)}::text[],
                    ${payees.map(({ network }) => network)}::text[], ${payees.map(({ address }) => address)}::text[])
          AS miner (uuid, coin, network, address)
      RETURNING id, address`);
    const ids = new Map(rows.map(({ id, address }) => [address, id]));
    await bookEntry(tx, {
      key: `bench:${now}`,
      kind: 'bench',
      at: now,
      postings: payees.flatMap(({ address, coin: asset, network, amount }) => [
        { account: miningAccount(ids.get(address) ?? 0n), asset, amount },
        { account: networkAccount(network), asset, amount: -amount },
      ]),
    });
    await tx.query(
      sql`INSERT INTO payout_run_waits (miner_id) SELECT unnest(${rows.map(({ id }) => id)}::bigint[])`,
    );
  });
}
