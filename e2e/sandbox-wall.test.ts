import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PoolProcess } from '../testing/pool-process.ts';

interface Embedded {
  exec(script: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The embedded database, from where the pool itself takes it. */
const { PGlite } = createRequire(join(import.meta.dirname, '../apps/pool/package.json'))(
  '@electric-sql/pglite',
) as { PGlite: { create(directory: string): Promise<Embedded> } };

describe('the sandbox wall', () => {
  let pool: PoolProcess;
  beforeAll(async () => {
    pool = await PoolProcess.start();
    await pool.kill('SIGTERM');
  });
  afterAll(async () => {
    await pool.close();
  });

  /** As if the database had been made by a pool of real coins. */
  async function makeReal(): Promise<void> {
    const database = await PGlite.create(join(pool.dataDirectory, 'database'));
    await database.exec(`ALTER TABLE pool_identity DISABLE TRIGGER USER;
      UPDATE pool_identity SET kind = 'real';
      ALTER TABLE pool_identity ENABLE TRIGGER USER`);
    await database.close();
  }

  it('keeps a sandbox away from a database of real coins: one sentence, exit code 78, nothing listens', async () => {
    await makeReal();
    const refused = pool.spawnRival();
    const err = refused.stderr === null ? Promise.resolve('') : text(refused.stderr);
    refused.stdout?.resume();
    const [code] = (await once(refused, 'exit')) as [number | null];
    expect(code).toBe(78);
    expect(await err).toBe('this database was made for a real pool and can never serve a sandbox one\n');
    await expect(fetch(`${pool.opsUrl}/health`)).rejects.toThrow();
  });
});
