import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testEngines } from '../database/testing/create-test-database.ts';
import { auditLedger } from '../../domain/operations/audit/audit-ledger.ts';
import { claimDatabase } from '../../domain/operations/claim-database.ts';
import { creditARound } from '../../domain/testing/credit-a-round.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { exportTables } from '../../domain/operations/backup/export-tables.ts';
import {
  CopyMismatch,
  type IncomingTable,
  importTables,
  NotEmpty,
} from '../../domain/operations/backup/import-tables.ts';
import { closeRounds } from '../../domain/operations/closing/close-rounds.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';

/** A copy held in memory, as a backup holds it on disk. */
async function copyOf(ctx: TestContext): Promise<IncomingTable[]> {
  const copy: IncomingTable[] = [];
  let pages: (readonly string[])[] = [];
  await exportTables(ctx, {
    begin: async () => {
      pages = [];
    },
    rows: async (lines) => {
      pages.push(lines);
    },
    end: async (count) => {
      copy.push({ table: count.table, pages: each(pages), count: () => count });
    },
  });
  return copy;
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

/** Every row of every table, sorted: a table that was emptied before gives its rows in another order than they came. */
async function rowsOf(ctx: TestContext): Promise<Record<string, readonly string[]>> {
  const rows: Record<string, readonly string[]> = {};
  for (const { table, pages } of await copyOf(ctx)) {
    const lines: string[] = [];
    for await (const page of pages) lines.push(...page);
    rows[table] = lines.toSorted();
  }
  return rows;
}

const pairs = testEngines().flatMap((from) => testEngines().map((to) => ({ from, to })));

describe.each(pairs)('copying the database from $from to $to', ({ from, to }) => {
  it('keeps what was closed, as the audit wants it, and the copy closes on', async () => {
    const [source, target] = [await createTestContext(from), await createTestContext(to)];
    try {
      await claimDatabase(source, simulatedKind);
      await creditARound(source, 'a');
      source.advance(186 * 86_400_000);
      expect(await closeRounds(source)).toBe(1);
      await importTables(target, each(await copyOf(source)));
      expect(await rowsOf(target)).toEqual(await rowsOf(source));
      expect((await auditLedger(target)).findings).toEqual([]);
      await creditARound(target, 'b');
      target.advance(186 * 86_400_000);
      expect(await closeRounds(target)).toBe(1);
      expect((await auditLedger(target)).findings).toEqual([]);
    } finally {
      await source.close();
      await target.close();
    }
  });

  it('keeps every value, awakens the guards and goes on with new numbers', async () => {
    const [source, target] = [await createTestContext(from), await createTestContext(to)];
    try {
      await claimDatabase(source, simulatedKind);
      await creditARound(source, 'a');
      const body = JSON.stringify({ type: 'worker', name: 'a\u2028b"\\\n☃', none: null, huge: 1e21 });
      await source.db.query(
        sql`INSERT INTO events VALUES (1, 99, '2026-01-15T23:59:59.999999Z', 'worker', ${body}::jsonb)`,
      );
      await source.db.query(sql`UPDATE miners SET last_seq = 99 WHERE id = 1`);
      await source.db.query(sql`UPDATE rounds SET network_work = ${2n ** 200n + 1n}`);

      const counts = await importTables(target, each(await copyOf(source)));
      expect(counts.find(({ table }) => table === 'postings')?.rows).toBe(9);
      expect(await rowsOf(target)).toEqual(await rowsOf(source));
      for (const statement of [
        sql`SELECT id, network_work, encode(header, 'hex') AS header, (found_at AT TIME ZONE 'UTC')::text AS at FROM rounds`,
        sql`SELECT seq, body, (at AT TIME ZONE 'UTC')::text AS at FROM events ORDER BY miner_id, seq`,
      ]) {
        expect(await target.db.query(statement)).toEqual(await source.db.query(statement));
      }

      await expect(target.db.query(sql`DELETE FROM postings`)).rejects.toThrow('append-only');
      await creditARound(target, 'b');
      const { findings } = await auditLedger(target);
      expect(findings.map(({ kind }) => kind)).toEqual(['events-with-gaps']);
    } finally {
      await source.close();
      await target.close();
    }
  });

  it('refuses a target that holds anything, a table that is missing and a row that is gone, and writes nothing', async () => {
    const [source, target] = [await createTestContext(from), await createTestContext(to)];
    const tables = () => target.db.query(sql`SELECT 1 FROM miners`);
    try {
      await claimDatabase(source, simulatedKind);
      await creditARound(source, 'a');
      const lacking = (await copyOf(source)).filter(({ table }) => table !== 'events');
      await expect(importTables(target, each(lacking))).rejects.toThrow(CopyMismatch);
      expect(await tables()).toEqual([]);
      const short = (await copyOf(source)).map((table) =>
        table.table === 'events' ? { ...table, pages: each<readonly string[]>([]) } : table,
      );
      await expect(importTables(target, each(short))).rejects.toThrow('events should have');
      expect(await tables()).toEqual([]);
      await expect(importTables(source, each(await copyOf(source)))).rejects.toThrow(NotEmpty);
      await importTables(target, each(await copyOf(source)));
    } finally {
      await source.close();
      await target.close();
    }
  });
});
