import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';

interface Embedded {
  exec(script: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The embedded database, from where the pool itself takes it. */
const { PGlite } = createRequire(join(import.meta.dirname, '../apps/pool/package.json'))(
  '@electric-sql/pglite',
) as { PGlite: { create(directory: string): Promise<Embedded> } };

describe('a ledger that was changed while the pool was down', { timeout: 240_000 }, () => {
  let pool: PoolProcess;
  beforeAll(async () => {
    pool = await PoolProcess.start();
    await pool.kill('SIGTERM');
    await inDatabase(`BEGIN;
      INSERT INTO ledger_entries (key, kind, content_hash, booked_at) VALUES ('first', 'test', '', '2026-01-15Z');
      INSERT INTO postings SELECT id, 1, 'ext:x', 'BTC', -5 FROM ledger_entries;
      INSERT INTO postings SELECT id, 2, 'ext:y', 'BTC', 5 FROM ledger_entries;
      INSERT INTO balances VALUES ('ext:x', 'BTC', -5), ('ext:y', 'BTC', 5);
      INSERT INTO ledger_chains SELECT 'BTC', 1, ledger_link_hash('', 1, asset, key, kind, booked_at, content) FROM ledger_moves;
      INSERT INTO ledger_links SELECT 'BTC', 1, id, head FROM ledger_entries, ledger_chains;
      COMMIT`);
  });
  afterAll(async () => {
    await pool.close();
  });

  async function inDatabase(script: string): Promise<void> {
    const database = await PGlite.create(join(pool.dataDirectory, 'database'));
    await database.exec(script);
    await database.close();
  }

  it('keep it from starting: a sentence with the entry, exit code 78; the audit still tells all [L2]', async () => {
    const audit = () => runOpenlode(['audit'], { OPENLODE_DATA: pool.dataDirectory });
    expect((await audit()).out).toBe('The ledger is sound: 0 miners, 1 entries.\n');
    await inDatabase(`ALTER TABLE ledger_entries DISABLE TRIGGER USER;
      UPDATE ledger_entries SET key = 'firsu';
      ALTER TABLE ledger_entries ENABLE TRIGGER USER`);
    const refused = pool.spawnRival();
    const err = refused.stderr === null ? Promise.resolve('') : text(refused.stderr);
    refused.stdout?.resume();
    const [code] = (await once(refused, 'exit')) as [number | null];
    expect(code).toBe(78);
    expect((await err).split('\n')[0]).toBe(
      'The ledger was changed from outside: the hash chain of BTC does not hold at entry firsu, link 1 (its hash does not follow from what it says).',
    );
    await expect(fetch(`${pool.opsUrl}/health`)).rejects.toThrow();
    expect(await audit()).toMatchObject({ code: 1, out: expect.stringContaining('BTC 1 hash') });
  });
});
