import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../../runtime/database/testing/create-test-database.ts';
import type { BlockWitnesses, FoundRelayedBlock, WitnessedBlock } from '../../kernel/relayed-block.ts';
import { createTestContext, type TestContext, testStart } from '../../testing/create-test-context.ts';
import { countRelayedBlocks } from '../../views/count-relayed-blocks.ts';
import { listRelayedBlocks } from '../../views/list-relayed-blocks.ts';
import { recordRelayedBlock } from './record-relayed-block.ts';
import { watchRelayedBlocks } from './watch-relayed-blocks.ts';

const minute = 60_000;
const hashOf = (digit: string): string => digit.repeat(64);
const found = (digit: string, answer: FoundRelayedBlock['answer'] = 'accepted'): FoundRelayedBlock => ({
  upstream: 'other',
  algorithm: 'scrypt',
  coin: 'LTC',
  hash: hashOf(digit),
  parent: hashOf('0'),
  answer,
});

describe.each(testEngines())('blocks of other pools, on %s', (engine) => {
  let ctx: TestContext;
  /** What the only node of Litecoin says, by hash. */
  const node = new Map<string, Omit<WitnessedBlock, 'node'>>();
  const missing: string[] = [];
  const faults: string[] = [];
  let asked = 0;
  let isAway = false;
  const witnesses: BlockWitnesses = {
    has: (coin) => coin === 'LTC',
    ask: async (_, { hash }) => {
      asked += 1;
      if (isAway) throw new Error('away');
      const said = node.get(hash);
      return said === undefined ? [] : [{ node: 'one', ...said }];
    },
  };
  const watch = (): Promise<void> =>
    watchRelayedBlocks(ctx, witnesses, {
      onMissing: ({ hash }) => missing.push(hash.slice(0, 1)),
      onError: (coin) => faults.push(coin),
    });
  const fates = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await listRelayedBlocks(ctx, { limit: 500 })).map(({ hash, fate }) => [hash.slice(0, 1), fate]),
    );

  beforeEach(async () => {
    ctx = await createTestContext(engine);
    node.clear();
    missing.length = faults.length = asked = 0;
    isAway = false;
  });
  afterEach(() => ctx.close());

  it('are asked for until it is known what became of them, and no more then', async () => {
    for (const digit of ['1', '2', '3', '4']) await recordRelayedBlock(ctx, found(digit));
    await watch();
    expect(asked).toBe(0);
    expect(await fates()).toEqual({
      1: 'not-looked-for',
      2: 'not-looked-for',
      3: 'not-looked-for',
      4: 'not-looked-for',
    });
    ctx.advance(2 * minute);
    node.set(hashOf('1'), { depth: 4, parentDepth: 5 });
    node.set(hashOf('2'), { depth: undefined, parentDepth: 5 });
    node.set(hashOf('3'), { depth: -1, parentDepth: 5 });
    node.set(hashOf('4'), { depth: 1, parentDepth: 2 });
    await watch();
    expect(await fates()).toEqual({ 1: 'in-chain', 2: 'missing', 3: 'lost', 4: 'waiting' });
    expect(missing).toEqual(['2']);
    await watch();
    expect(asked).toBe(5);
    expect(missing).toEqual(['2']);
    expect((await countRelayedBlocks(ctx)).get('other')).toEqual({
      waiting: 1,
      'in-chain': 1,
      lost: 1,
      missing: 1,
      unjudged: 0,
    });
  });

  it('that it was sent late, or that never left, are lost and not missing', async () => {
    await recordRelayedBlock(ctx, found('1', 'late'));
    await recordRelayedBlock(ctx, found('2', 'unsent'));
    await recordRelayedBlock(ctx, found('3', 'refused'));
    ctx.advance(1);
    await recordRelayedBlock(ctx, found('4', 'unanswered'));
    for (const digit of ['1', '2', '3', '4']) node.set(hashOf(digit), { depth: undefined, parentDepth: 5 });
    ctx.advance(2 * minute);
    await watch();
    expect(missing.toSorted()).toEqual(['3', '4']);
    expect((await countRelayedBlocks(ctx)).get('other')).toMatchObject({ lost: 2, missing: 2 });
    expect(await fates()).toEqual({ 1: 'lost', 2: 'lost', 3: 'missing', 4: 'missing' });
    // Those that it was sent in time stand first.
    expect((await listRelayedBlocks(ctx, { limit: 2 })).at(1)).toEqual({
      upstream: 'other',
      algorithm: 'scrypt',
      coin: 'LTC',
      hash: hashOf('3'),
      foundAt: testStart,
      answer: 'refused',
      fate: 'missing',
    });
  });

  it('have what that pool says at last, and nothing else after that', async () => {
    await recordRelayedBlock(ctx, found('1', 'unanswered'));
    await recordRelayedBlock(ctx, found('1', 'accepted'));
    await recordRelayedBlock(ctx, found('1', 'refused'));
    expect(await listRelayedBlocks(ctx, { limit: 9 })).toMatchObject([{ answer: 'accepted' }]);
  });

  it('are unjudged where no node of the coin is there, or none has said it within a day', async () => {
    await recordRelayedBlock(ctx, { ...found('1'), coin: 'BTC' });
    await recordRelayedBlock(ctx, found('2'));
    ctx.advance(2 * minute);
    isAway = true;
    await watch();
    expect(await fates()).toEqual({ 1: 'unjudged', 2: 'waiting' });
    expect(faults).toEqual(['LTC']);
    ctx.advance(86_400_000);
    await watch();
    expect(await fates()).toEqual({ 1: 'unjudged', 2: 'unjudged' });
  });

  it('are asked for a hundred at a time, each in its turn, and forgotten after 35 days', async () => {
    await ctx.db.query(sql`
      INSERT INTO relayed_blocks (upstream, algorithm, coin, hash, parent, found_at, answer, state, state_at)
      SELECT 'other', 'scrypt', 'LTC', lpad(to_hex(i), 64, '0'), ${hashOf('a')}, ${new Date(testStart)}, 'accepted', 'waiting',
             ${new Date(testStart)}
        FROM generate_series(1, 250) AS i`);
    for (const [turn, all] of [100, 200, 300].entries()) {
      ctx.advance(2 * minute);
      await watch();
      expect(asked, `turn ${turn}`).toBe(all);
    }
    const untouched = await ctx.db.query(
      sql`SELECT hash FROM relayed_blocks WHERE state_at = ${new Date(testStart)}`,
    );
    expect(untouched).toEqual([]);
    ctx.advance(35 * 86_400_000);
    await watch();
    expect(await listRelayedBlocks(ctx, { limit: 9 })).toEqual([]);
  });
});
