import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { isLedgerSound, checkLedger } from '../../domain/ledger/check-ledger.ts';
import { migrate } from './migrate.ts';
import { openPgliteConnection } from './pglite-connection.ts';
import { singleConnectionDatabase } from './single-connection-database.ts';

const migrations = new URL('./migrations/', import.meta.url);

it('brings work of the first schema forward: its ten minutes are there, and the ledger is sound', async () => {
  const first = mkdtempSync(join(tmpdir(), 'openlode-first-schema-'));
  copyFileSync(new URL('0001-spine.sql', migrations), join(first, '0001-spine.sql'));
  const db = singleConnectionDatabase(await openPgliteConnection({}));
  await migrate(db, pathToFileURL(`${first}/`), 0);
  const at = new Date('2026-01-15T12:00:00Z');
  await db.query(sql`
    WITH account AS (
      INSERT INTO accounts (uuid, coin, network, address, created_at, last_work_at)
      VALUES (gen_random_uuid(), 'DOGE', 'DOGE', 'x', ${at}, ${at}) RETURNING id
    ), worker AS (
      INSERT INTO workers (account_id, algorithm, name, online, online_since, last_share_at)
      SELECT id, algorithm, 'rig' || n, true, ${at}, ${at}
        FROM account, (VALUES (1, 'sha256'), (2, 'sha256'), (3, 'scrypt')) AS rig (n, algorithm) RETURNING id, account_id, algorithm
    ), slice AS (
      INSERT INTO slices (algorithm, opened_at) VALUES ('sha256', ${at}), ('scrypt', ${at}) RETURNING id, algorithm
    ), minute AS (
      INSERT INTO worker_minutes (worker_id, minute, work, shares)
      SELECT id, ${at}::timestamptz + n * interval '1 minute', 10 + n, 1 FROM worker, generate_series(0, 14) AS n
    ), slice_line AS (
      INSERT INTO slice_work (slice_id, account_id, worker_id, simulated, work, shares)
      SELECT slice.id, account_id, worker.id, false, 255, 15 FROM worker JOIN slice USING (algorithm)
    )
    INSERT INTO work_batches (id, algorithm, shares, work, recorded_at)
    SELECT gen_random_uuid(), algorithm, 15, 255, ${at} FROM worker`);

  expect(await migrate(db, migrations, 0)).toContain('0003-memory.sql');
  const tenMinutes = await db.query(
    sql`SELECT algorithm, at, work, shares FROM miner_ten_minutes ORDER BY algorithm, at`,
  );
  const later = new Date('2026-01-15T12:10:00Z');
  expect(tenMinutes).toEqual([
    { algorithm: 'scrypt', at, work: 145n, shares: 10n },
    { algorithm: 'scrypt', at: later, work: 110n, shares: 5n },
    { algorithm: 'sha256', at, work: 290n, shares: 20n },
    { algorithm: 'sha256', at: later, work: 220n, shares: 10n },
  ]);
  const ledger = await checkLedger({ db });
  expect(ledger.work).toEqual({ batches: 765n, slices: 765n, minutes: 765n, tenMinutes: 765n });
  expect(isLedgerSound(ledger)).toBe(true);
  await db.close();
  rmSync(first, { recursive: true });
});
