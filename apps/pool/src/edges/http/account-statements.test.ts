import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../runtime/database/database.ts';
import { minerUuid } from '../../domain/miners/miner-uuid.ts';
import { buildBatch, buildLine, dogeMiner } from '../../domain/testing/build-work.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import { buildTestHttp } from '../../testing/build-test-http.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** What a page of a miner costs the database is a property of its statements: how many, and that each goes by an index. */
describe('the calls of one miner', () => {
  let ctx: TestContext;
  let app: FastifyInstance;
  let uuid: string;
  let statements: Sql[] = [];
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    const db: Database = {
      ...ctx.db,
      query: (statement) => {
        statements.push(statement);
        return ctx.db.query(statement);
      },
    };
    app = await buildTestHttp({ ...ctx, db });
    uuid = minerUuid(ctx.secret, dogeMiner);
    const line = buildLine({ referralCode: 'abcd-1234' });
    await recordWork(ctx, buildBatch('77777777-1111-4111-8111-111111111111', line));
  });
  afterAll(async () => {
    await app.close();
    await ctx.close();
  });

  async function statementsOf(path: string): Promise<readonly Sql[]> {
    statements = [];
    const answer = await app.inject(path);
    expect(answer.statusCode).toBe(200);
    return statements;
  }

  /** The tables that a plan has to read from one end to the other, by themselves or by an index without a condition. */
  async function scannedBy(statement: Sql): Promise<string[]> {
    return ctx.db.transaction(async (tx) => {
      // A table of three rows is scanned by choice; of what is left, nothing better was possible.
      await tx.query(sql`SET LOCAL enable_seqscan = off`);
      const [row] = await tx.query<Record<string, unknown>>(sql`EXPLAIN (FORMAT JSON) ${statement}`);
      const [plan] = Object.values(row ?? {});
      const [{ Plan: root }] = (typeof plan === 'string' ? JSON.parse(plan) : plan) as [{ Plan: PlanNode }];
      return nodesOf(root).flatMap((node) => {
        const isWhole = node['Node Type'] === 'Seq Scan' || /^Index (Only )?Scan$/.test(node['Node Type']);
        return isWhole && node['Index Cond'] === undefined ? [node['Relation Name'] ?? ''] : [];
      });
    });
  }

  // The stats of a miner with a code ask for the terms of the code besides.
  it.each([
    ['summary', 1],
    // A page of them, and their two charts.
    ['workers', 3],
    ['workers?period=24h', 3],
    ['rejects', 1],
    ['events', 1],
    // The last asks for the rates of the payments' own time.
    ['payments', 4],
    ['stats', 3],
    ['referrals', 1],
    ['referral/reports', 2],
  ])('%s takes %i statements, none of which scans a table', async (call, count) => {
    const asked = await statementsOf(`/api/v5/account/${uuid}/${call}`);
    expect(asked).toHaveLength(count);
    for (const statement of asked) expect(await scannedBy(statement)).toEqual([]);
  });

  it('knows a scan when it sees one', async () => {
    expect(await scannedBy(sql`SELECT 1 FROM miners WHERE created_at = ${new Date(0)}`)).toEqual(['miners']);
  });
});
