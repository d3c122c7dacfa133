import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLedgerSound, checkLedger } from '../../domain/ledger/check-ledger.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPgliteConnection } from './pglite-connection.ts';
import { singleConnectionDatabase } from './single-connection-database.ts';

const migrations = new URL('./migrations/', import.meta.url);

describe('a database of the first schema', () => {
  let db: Database;
  let old: string;
  beforeAll(async () => {
    old = mkdtempSync(join(tmpdir(), 'openlode-schema-'));
    copyFileSync(fileURLToPath(new URL('0001-spine.sql', migrations)), join(old, '0001-spine.sql'));
    db = singleConnectionDatabase(await openPgliteConnection({}));
    await migrate(db, pathToFileURL(`${old}/`), 0);
    await db.execute(`
      INSERT INTO accounts (uuid, coin, network, address, created_at, last_work_at)
        SELECT gen_random_uuid(), 'BTC', 'BTC', 'a' || n, now(), now() FROM generate_series(1, 3) AS n;
      INSERT INTO slices (algorithm, opened_at, closed_at) VALUES ('sha256', now(), now());
      INSERT INTO rounds (algorithm, chain, block_hash, block_height, header, coinbase, network_work, last_slice_id,
                          finder_account_id, finder_worker, found_at, state, state_at)
        VALUES ('sha256', 'fake', repeat('a', 64), 1, '', '', 5, 1, 1, 'rig', now(), 'credited', now());
      INSERT INTO reward_lines VALUES (1, 1, 'BTC', 100);
      INSERT INTO credits VALUES (1, 1, 1, 5, 5, 100, 'BTC', '1', 'x', now(), '1', 100, 1, 10000, 99, now());
      BEGIN;
      INSERT INTO ledger_entries (key, kind, content_hash, booked_at)
        VALUES ('reward:fake:' || repeat('a', 64) || ':1', 'reward', '', now());
      INSERT INTO postings VALUES (1, 1, 'ext:chain:fake', 'BTC', -100), (1, 2, 'miner:1:mining', 'BTC', 99),
                                  (1, 3, 'pool:fees', 'BTC', 1);
      INSERT INTO balances VALUES ('ext:chain:fake', 'BTC', -100), ('miner:1:mining', 'BTC', 99), ('pool:fees', 'BTC', 1);
      COMMIT;`);
  });
  afterAll(async () => {
    await db.close();
    rmSync(old, { recursive: true });
  });

  it('is brought forward with its ledger sound and chained, a kind for each balance and a code for every account [L2]', async () => {
    expect(await migrate(db, migrations, 0)).toContain('0002-money.sql');
    const ledger = await checkLedger({ db });
    expect(isLedgerSound(ledger)).toBe(true);
    expect(await db.query(sql`SELECT asset, length FROM ledger_chains`)).toEqual([
      { asset: 'BTC', length: 1n },
    ]);
    const codes = await db.query<{ code: string }>(
      sql`SELECT code FROM referral_codes WHERE kind = 'ordinary'`,
    );
    expect(codes).toHaveLength(3);
    expect(await db.query(sql`SELECT account, kind FROM balances ORDER BY account`)).toEqual([
      { account: 'ext:chain:fake', kind: 'external' },
      { account: 'miner:1:mining', kind: 'mining' },
      { account: 'pool:fees', kind: 'own' },
    ]);
  });
});
