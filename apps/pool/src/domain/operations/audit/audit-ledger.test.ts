import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { minerUuid } from '../../miners/miner-uuid.ts';
import { claimDatabase } from '../claim-database.ts';
import { creditARound } from '../../testing/credit-a-round.ts';
import { createTestContext, type TestContext } from '../../testing/create-test-context.ts';
import { auditLedger } from './audit-ledger.ts';
import type { Finding } from '../../kernel/finding.ts';
import { simulatedKind } from '../../kernel/pool-kind.ts';

describe.each(oneEngine())('auditBooks on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    await claimDatabase(ctx, simulatedKind);
    await creditARound(ctx, 'a');
  });
  afterEach(() => ctx.close());

  const found = async () =>
    (await auditLedger(ctx)).findings.map(
      ({ rule, kind, account, subject, expected, found }) =>
        `${rule} ${kind} ${account ?? '-'} ${subject} ${expected ?? '-'} ${found ?? '-'}`,
    );
  /** As an attacker with the database's password would. */
  const tamper = (statement: string) =>
    // Without the guards' triggers; switching them off would change the schema, and cost each test a database of its own.
    ctx.db.execute(
      `SET session_replication_role = replica; ${statement}; SET session_replication_role = origin`,
    );
  const uuidOf = async (coin: string) =>
    (await ctx.db.query<{ uuid: string }>(sql`SELECT uuid FROM miners WHERE coin = ${coin}`))[0]?.uuid;

  it('finds nothing in a sound ledger, and says how much it saw', async () => {
    expect(await auditLedger(ctx)).toMatchObject({
      whole: true,
      findings: [],
      seen: { lastEntry: 2n, lastRound: 1n, miners: 2 },
    });
  });

  it('finds a posting that was changed: the entry, the asset and the balance of the account', async () => {
    await tamper(`UPDATE postings SET amount = amount + 5 WHERE account = 'miner:2:mining'`);
    expect(await found()).toEqual([
      'L1 asset-unbalanced - BTC 0 5',
      `L1 entry-unbalanced - reward:fake:${'a'.repeat(64)}:1 BTC 0 5`,
      'L3 balance-drifted miner:2:mining BTC 24750000000000005 24750000000000000',
      'L9 credit-not-booked - 1/1 BTC 24750000000000000 24750000000000005',
      'L2 chain-broken - BTC 2 hash - -',
    ]);
  });

  it('finds an entry without postings, and one that no block stands behind', async () => {
    await ctx.db.execute(`INSERT INTO ledger_entries (key, kind, content_hash, booked_at)
      VALUES ('reward:fake:${'b'.repeat(64)}:1', 'reward', '', '2026-01-15Z')`);
    expect(await found()).toEqual([
      `L1 entry-empty - reward:fake:${'b'.repeat(64)}:1 - -`,
      `I6 entry-without-round - reward:fake:${'b'.repeat(64)}:1 - -`,
    ]);
  });

  it('finds a balance without an entry, down to one below zero whose guard is gone', async () => {
    await ctx.db.execute(`ALTER TABLE balances DROP CONSTRAINT liabilities_are_never_negative;
      UPDATE balances SET amount = -1 WHERE account = 'miner:1:mining'`);
    expect(await found()).toEqual([
      'L4 guard-missing - balances liabilities_are_never_negative - -',
      'L3 balance-drifted miner:1:mining DOGE 29700000000000000000000 -1',
      'L4 balance-negative miner:1:mining DOGE - -1',
    ]);
  });

  it('finds a reward that is not shared out whole, and names the account whose receipt is wrong', async () => {
    await ctx.db.execute(`ALTER TABLE credits DROP CONSTRAINT credits_add_up;
      UPDATE credits SET share = share - 1 WHERE miner_id = 1`);
    expect(await found()).toEqual(['L8 reward-not-shared-out - 1/1 100000000000000000 99999999999999999']);
    await ctx.db.execute(
      `UPDATE credits SET share = share + 1, gross = gross + 2, fee = fee + 2 WHERE miner_id = 1`,
    );
    expect(await found()).toEqual([
      'L9 fee-not-booked - 1/1 DOGE 300000000000000000002 300000000000000000000',
      'L9 fee-not-as-agreed miner:1:mining 1 - -',
    ]);
    await ctx.db.execute(`UPDATE credits SET fee = -1, gross = credited - 1 WHERE miner_id = 1`);
    expect(await found()).toContain(
      `L9 credit-not-its-parts ${await uuidOf('DOGE')} 1/1 29700000000000000000000 29700000000000000000000`,
    );
  });

  it('finds a round without its entry and one without a reward', async () => {
    await tamper(
      `DELETE FROM ledger_links; DELETE FROM postings; DELETE FROM ledger_entries; DELETE FROM balances`,
    );
    expect(await found()).toContain('I6 round-without-entry - 1/1 - -');
    await ctx.db.execute(`DELETE FROM credits; DELETE FROM reward_lines`);
    expect(await found()).toEqual([
      'I6 round-without-reward - 1 - -',
      'L2 chain-broken - BTC 0 head - -',
      'L2 chain-broken - DOGE 0 head - -',
    ]);
  });

  it('finds work that is counted on one way and not on another', async () => {
    await ctx.db.execute(`UPDATE slice_work SET work = work + 7 WHERE miner_id = 1`);
    expect(await found()).toEqual(['I1 work-miscounted - slices 100 107']);
  });

  it('finds a second spelling of an address, a foreign id and a network that the address is not of', async () => {
    const canonical = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const address = canonical.toLowerCase();
    const uuid = minerUuid(ctx.secret, { coin: 'ETH', address, memo: null });
    await ctx.db.query(sql`
      INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
      VALUES (${uuid}, 'ETH', 'ETH', ${address}, '2026-01-15Z', '2026-01-15Z')`);
    expect(await found()).toEqual([
      `L12 address-not-canonical ${uuid} ETH:${address} ${canonical} ${address}`,
    ]);
    await ctx.db.execute(`DELETE FROM miners WHERE coin = 'ETH'`);
    await ctx.db.execute(`UPDATE miners SET network = 'XMR' WHERE coin = 'DOGE'`);
    expect(await found()).toEqual([
      `L12 miner-network-unknown ${await uuidOf('DOGE')} DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU DOGE XMR`,
    ]);
    const findings = (await auditLedger({ ...ctx, secret: new Uint8Array(32).fill(2) })).findings;
    expect(findings.filter(({ kind }) => kind === 'miner-id-wrong').map(({ account }) => account)).toEqual([
      await uuidOf('DOGE'),
      await uuidOf('BTC'),
    ]);
  });

  it('finds gaps in events and a number that ran ahead; old events may be gone from the oldest on', async () => {
    await creditARound(ctx, 'b');
    const uuid = await uuidOf('DOGE');
    await ctx.db.execute(`DELETE FROM events WHERE seq = 1`);
    expect(await found()).toEqual([]);
    await ctx.db.execute(`UPDATE miners SET last_seq = 9 WHERE coin = 'DOGE'`);
    expect(await found()).toEqual([`E1 events-miscounted ${uuid} last_seq 3 9`]);
    await ctx.db.execute(`UPDATE miners SET last_seq = 5 WHERE coin = 'DOGE';
      UPDATE events SET seq = 5 WHERE seq = 3 AND miner_id = 1`);
    expect(await found()).toEqual([`E1 events-with-gaps ${uuid} 2–5 4 2`]);
  });

  it('finds inexact columns and guards that were switched off', async () => {
    await ctx.db.execute(`ALTER TABLE credits ADD COLUMN usd double precision;
      ALTER TABLE slice_work ALTER COLUMN work TYPE bigint;
      ALTER TABLE postings DISABLE TRIGGER postings_append_only`);
    expect(await found()).toEqual([
      'L6 column-not-exact - credits.usd numeric(78,0) double precision',
      'L6 column-not-exact - slice_work.work numeric(78,0) bigint',
      'L2 guard-missing - postings postings_append_only - -',
    ]);
  });

  it('misses each guard that the migrations make, and each column of units that became inexact', async () => {
    const guards = await ctx.db.query<{ table: string; trigger: string }>(sql`
      SELECT relname AS table, tgname AS trigger FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
       WHERE NOT tgisinternal ORDER BY 1, 2`);
    const tables = [...new Set(guards.map(({ table }) => table))];
    await ctx.db.execute(tables.map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`).join(';'));
    expect((await found()).toSorted()).toEqual(
      guards.map(({ table, trigger }) => `L2 guard-missing - ${table} ${trigger} - -`).toSorted(),
    );
    await ctx.db.execute(tables.map((table) => `ALTER TABLE ${table} ENABLE TRIGGER USER`).join(';'));
    await ctx.db.execute(`ALTER TABLE credits ALTER COLUMN referral TYPE numeric(78, 2);
      ALTER TABLE referral_credits ALTER COLUMN parts TYPE bigint;
      ALTER TABLE paid_total ALTER COLUMN btc TYPE numeric`);
    expect(await found()).toEqual([
      'L6 column-not-exact - credits.referral numeric(78,0) numeric(78,2)',
      'L6 column-not-exact - paid_total.btc numeric(78,0) numeric(,)',
      'L6 column-not-exact - referral_credits.parts numeric(78,0) bigint',
    ]);
  });

  it('cannot write, whatever a check would do', async () => {
    const before = await ctx.db.query(sql`SELECT * FROM balances ORDER BY account, asset`);
    await auditLedger(ctx);
    expect(await ctx.db.query(sql`SELECT * FROM balances ORDER BY account, asset`)).toEqual(before);
    const writing = ctx.db.transaction(async (tx) => {
      await tx.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
      await tx.query(sql`DELETE FROM balances`);
    });
    await expect(writing).rejects.toThrow('read-only');
  });

  it('looks in a partial audit at what is new and at its window of accounts', async () => {
    const scope = { whole: false, entriesAfter: 3n, minersAfter: 1n, minersMax: 1, roundsAfter: 1n };
    await ctx.db.execute(`UPDATE balances SET amount = amount + 1`);
    const accountsOf = (findings: readonly Finding[]) => findings.map(({ account }) => account);
    expect(accountsOf((await auditLedger(ctx, scope)).findings)).toEqual(['miner:2:mining']);
    await creditARound(ctx, 'b');
    expect(accountsOf((await auditLedger(ctx, scope)).findings)).toEqual([
      'miner:1:mining',
      'miner:2:mining',
    ]);
  });
});
