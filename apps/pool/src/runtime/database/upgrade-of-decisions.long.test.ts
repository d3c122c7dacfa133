import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { reachTiers } from '../../domain/referrals/reach-tiers.ts';
import { readSuspensions, suspendPayouts } from '../../domain/payouts/suspensions.ts';
import { migrate } from './migrate.ts';
import { openPgliteConnection } from './pglite-connection.ts';
import { singleConnectionDatabase } from './single-connection-database.ts';

const migrations = new URL('./migrations/', import.meta.url);

it('keeps what operators had decided: a suspension, and how high a code may rise', {
  timeout: 120_000,
}, async () => {
  const old = mkdtempSync(join(tmpdir(), 'openlode-before-tiers-'));
  for (const name of readdirSync(migrations).filter((each) => each < '0024'))
    copyFileSync(new URL(name, migrations), join(old, name));
  const db = singleConnectionDatabase(await openPgliteConnection({}));
  await migrate(db, pathToFileURL(`${old}/`), 0);
  const at = new Date('2026-01-15T12:00:00Z');
  await db.query(sql`
    INSERT INTO accounts (uuid, coin, network, address, created_at, last_work_at)
    VALUES (gen_random_uuid(), 'DOGE', 'DOGE', 'x', ${at}, ${at})`);
  await db.query(sql`
    INSERT INTO referral_codes (code, account_id, kind, tier, created_at)
    SELECT 'CLUB', id, 'custom', 2, ${at} FROM accounts`);
  await db.query(sql`
    INSERT INTO payout_suspensions (network, reason, detail, since) VALUES ('*', 'operator', 'a drill', ${at})`);

  expect(await migrate(db, migrations, 0)).toContain('0025-tiers-by-active-miners.sql');
  await suspendPayouts(db, { network: '*', reason: 'journal-ahead', detail: '7', mark: 'a' }, at.getTime());
  expect((await readSuspensions(db)).map(({ reason }) => reason).toSorted()).toEqual([
    'journal-ahead',
    'operator',
  ]);
  // No miner uses it: it is of the lowest level until one does.
  expect(await reachTiers({ db, clock: { now: () => at.getTime() } })).toBe(1);
  expect(await db.query(sql`SELECT code, tier, tier_max FROM referral_codes WHERE kind = 'custom'`)).toEqual([
    { code: 'CLUB', tier: 0, tier_max: 2 },
  ]);
  await db.close();
  rmSync(old, { recursive: true });
});
