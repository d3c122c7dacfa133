import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { openPgliteConnection } from './pglite-connection.ts';
import { singleConnectionDatabase } from './single-connection-database.ts';

const migrations = new URL('./migrations/', import.meta.url);

it('carries over rounds, payouts and miners whose tables, columns and states were renamed', {
  timeout: 120_000,
}, async () => {
  const old = mkdtempSync(join(tmpdir(), 'openlode-before-names-'));
  for (const name of readdirSync(migrations).filter((each) => each < '0060'))
    copyFileSync(new URL(name, migrations), join(old, name));
  const db = singleConnectionDatabase(await openPgliteConnection({}));
  await migrate(db, pathToFileURL(`${old}/`), 0);
  const at = new Date('2026-01-15T12:00:00Z');
  await db.query(sql`
    INSERT INTO accounts (uuid, coin, network, address, created_at, last_work_at)
    VALUES (gen_random_uuid(), 'DOGE', 'DOGE', 'x', ${at}, ${at})`);
  await db.query(sql`INSERT INTO slices (algorithm, opened_at, closed_at) VALUES ('sha256', ${at}, ${at})`);
  await db.query(sql`
    INSERT INTO rounds (chain, block_hash, block_height, algorithm, network_work, state, found_at, state_at, header, coinbase,
                        finder_account_id, finder_worker, last_slice_id, told_up_to)
    SELECT 'test', repeat('0', 64), 1, 'sha256', 1, 'credited', ${at}, ${at}, '\\x00'::bytea, '\\x00'::bytea, accounts.id, 'rig', slices.id, 41
      FROM accounts, slices`);
  await db.query(sql`
    INSERT INTO payouts (account_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount, state, state_at,
                         reserved_at, signed, txid, proof, fee_asset, fee, confirmations_needed, verdict, verdict_at)
    SELECT id, 'auto', '2026-01-15', 'DOGE', 'DOGE', 'x', '', 5, 0, 5, 'dead_proven', ${at}, ${at}, '\\x00'::bytea, 'tx', '{}', 'DOGE', 0, 1,
           'dead', ${at} FROM accounts`);

  expect(await migrate(db, migrations, 0)).toContain('0060-notified-rounds-and-invalidated-payouts.sql');
  expect(await db.query(sql`SELECT notified_up_to FROM rounds`)).toEqual([{ notified_up_to: 41n }]);
  expect(await db.query(sql`SELECT state, verdict FROM payouts`)).toEqual([
    { state: 'invalidated', verdict: 'invalidated' },
  ]);
  // Its bytes are a transaction's of their own now, with what became of them.
  expect(
    await db.query(sql`SELECT payout_transactions.* FROM payout_transactions JOIN payouts USING (txid)`),
  ).toEqual([
    {
      txid: 'tx',
      network: 'DOGE',
      bytes: new Uint8Array([0]),
      proof: {},
      fee_asset: 'DOGE',
      fee: 0n,
      state: 'invalidated',
      state_at: at,
      sends: 0,
      last_sent_at: null,
      refusal: null,
      refused_at: null,
      payees: 1,
      fee_booked_at: null,
    },
  ]);
  // The guard stands again, and knows the new name.
  const move = (state: string): Promise<unknown> =>
    db.query(sql`UPDATE payouts SET state = ${state}, ended_at = ${at} RETURNING state`);
  await expect(move('settled')).rejects.toThrow(/cannot become settled from invalidated/);
  expect(await move('released')).toEqual([{ state: 'released' }]);
  // An account is a miner now, in every table that refers to one, in the guard of payouts and in the codes that come with a miner.
  expect(
    await db.query(sql`SELECT miners.address, finder_id, miner_id FROM miners, rounds, payouts`),
  ).toEqual([{ address: 'x', finder_id: 1n, miner_id: 1n }]);
  await expect(db.query(sql`UPDATE payouts SET miner_id = 2`)).rejects.toThrow(
    /frozen since its reservation/,
  );
  await db.query(sql`
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
    VALUES (gen_random_uuid(), 'DOGE', 'DOGE', 'y', ${at}, ${at})`);
  expect(await db.query(sql`SELECT miner_id, kind FROM referral_codes ORDER BY miner_id`)).toEqual([
    { miner_id: 1n, kind: 'ordinary' },
    { miner_id: 2n, kind: 'ordinary' },
  ]);
  await db.close();
  rmSync(old, { recursive: true });
});
