import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { buildBatch } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { findAnswer, keepAnswer } from './kept-answers.ts';

const hourMs = 3_600_000;
const asked = (text: string) => new TextEncoder().encode(text);

describe.each(testEngines())('answers to owners on %s', (engine) => {
  let ctx: TestContext;
  let minerId: bigint;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    await recordWork(ctx, buildBatch('77777777-1111-4111-8111-111111111111'));
    [{ id: minerId } = { id: 0n }] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM miners`);
  });
  afterAll(() => ctx.close());

  it('are given again for a day to the same request, and gone from the database with the next one after it', async () => {
    const first = { key: 'first', asked: asked('pay') };
    expect(await findAnswer(ctx, minerId, first)).toEqual({ kind: 'none' });
    await keepAnswer(ctx, minerId, { ...first, answer: { paid: '1' } });
    ctx.advance(24 * hourMs - 1);
    expect(await findAnswer(ctx, minerId, first)).toEqual({ kind: 'kept', answer: { paid: '1' } });
    expect(await findAnswer(ctx, minerId, { ...first, asked: asked('switch') })).toEqual({ kind: 'used' });
    ctx.advance(1);
    expect(await findAnswer(ctx, minerId, first)).toEqual({ kind: 'none' });
    await keepAnswer(ctx, minerId, { key: 'second', asked: asked('pay'), answer: null });
    const keys = await ctx.db.query<{ key: string }>(sql`SELECT key FROM owner_answers`);
    expect(keys).toEqual([{ key: 'second' }]);
  });
});
