import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { countWaitingBlocks, giveUpBlock, listWaitingBlocks } from '../operations/decide-block.ts';
import type { BlockAnswer, Chain, SubmitOutcome } from '../kernel/chain.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { advanceRound } from './advance-round.ts';
import { handleReorgs } from './handle-reorgs.ts';
import { recordCandidate } from './record-candidate.ts';
import { recordWork } from '../shares/record-work.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { reviveRounds } from './revive-rounds.ts';

const rewards = [{ asset: 'BTC', amount: 10n ** 17n }];
/** A block of some size, every byte of which its chain needs. */
const submission = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256);

describe.each(testEngines())('a found block on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());

  it('is submitted again with the very same bytes after a process died between database and node', async () => {
    const chain = fakeChain(rewards);
    const id = await recordCandidate(ctx, buildCandidate('a', { submission }));
    const dying: Chain = {
      ...chain,
      submitBlock: async (bytes) => {
        chain.submissions.push(bytes);
        throw new Error('killed');
      },
    };
    await expect(advanceRound({ ...ctx, chains: [dying] }, id)).rejects.toThrow('killed');
    expect(await advanceRound({ ...ctx, chains: [{ ...chain, state: 'immature' } as Chain] }, id)).toBe(
      'accepted',
    );
    expect(chain.submissions).toEqual([submission, submission]);
  });

  it('of an earlier release, with a header and a coinbase, is submitted as both one after the other', async () => {
    const id = await recordCandidate(ctx, buildCandidate('a'));
    await ctx.db.query(
      sql`UPDATE rounds SET header = '\\x0102'::bytea, coinbase = '\\x03'::bytea, submission = NULL`,
    );
    const chain = fakeChain(rewards);
    await advanceRound({ ...ctx, chains: [chain] }, id);
    expect(chain.submissions).toEqual([Uint8Array.from([1, 2, 3])]);
    await expect(ctx.db.query(sql`UPDATE rounds SET coinbase = NULL`)).rejects.toThrow(
      'rounds_can_be_submitted',
    );
  });

  describe('of a chain with two nodes', () => {
    let id: bigint;
    let seen: BlockAnswer['state'];
    const advance = (answer: SubmitOutcome) =>
      advanceRound(
        {
          ...ctx,
          chains: [
            {
              ...fakeChain(rewards),
              answer,
              kind: 'real',
              answersOf: async () =>
                ['one', 'two'].map((node) => ({ node, state: seen, isSynced: true, buriedUnder: 6 })),
            } as Chain,
          ],
        },
        id,
      );
    beforeEach(async () => {
      id = await recordCandidate(ctx, buildCandidate('a', { submission }));
      seen = 'unknown';
    });
    const invalid = (...nodes: string[]): SubmitOutcome => ({ kind: 'invalid', why: 'bad-cb', nodes });

    it('is not lost because one of them calls it invalid, and an operator sees it wait', async () => {
      expect(await advance(invalid('one', 'one'))).toBe('candidate');
      expect(await listWaitingBlocks(ctx)).toEqual([
        {
          id: '1',
          chain: 'fake',
          height: '5',
          hash: 'a'.repeat(64),
          foundAt: testStart + 1000,
          problem: 'invalid: bad-cb (one, one)',
        },
      ]);
      expect(await countWaitingBlocks(ctx.db, testStart + 1000)).toBe(0);
      expect(await countWaitingBlocks(ctx.db, testStart + 1001)).toBe(1);
      expect(await advance({ kind: 'accepted', rewards })).toBe('accepted');
      expect(await listWaitingBlocks(ctx)).toMatchObject([
        { problem: 'undecided (one: unknown, two: unknown)' },
      ]);
      seen = 'immature';
      expect(await advance({ kind: 'accepted', rewards })).toBe('accepted');
      expect(await listWaitingBlocks(ctx)).toEqual([]);
    });

    it('is lost when both call it invalid and neither has it', async () => {
      seen = 'immature';
      expect(await advance(invalid('one', 'two'))).toBe('candidate');
      seen = 'unknown';
      expect(await advance(invalid('one', 'two'))).toBe('refused');
      expect(await ctx.db.query(sql`SELECT refusal, submit_problem FROM rounds`)).toEqual([
        { refusal: 'bad-cb', submit_problem: null },
      ]);
    });

    it('waits while its node cannot say what it is worth, until both have given it up', async () => {
      const outcome = { kind: 'inconclusive', why: 'a side branch' } as const;
      expect(await advance(outcome)).toBe('candidate');
      expect(await listWaitingBlocks(ctx)).toMatchObject([{ problem: 'inconclusive: a side branch' }]);
      seen = 'orphaned';
      expect(await advance(outcome)).toBe('orphaned');
    });

    it('is named while its nodes do not agree, and given up by an operator with its reward', async () => {
      const answers: BlockAnswer[] = [
        { node: 'one', state: 'mature', isSynced: true, buriedUnder: 0 },
        { node: 'two', state: 'orphaned', isSynced: true, buriedUnder: 150 },
        { node: 'three', state: 'orphaned', isSynced: false, buriedUnder: 9 },
      ];
      const chain: Chain = { ...fakeChain(rewards), kind: 'real', answersOf: async () => answers };
      expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('accepted');
      expect(await listWaitingBlocks(ctx)).toMatchObject([
        {
          id: '1',
          problem:
            'undecided (one: mature, two: orphaned under 150 blocks, three: orphaned under 9 blocks (not in step))',
        },
      ]);
      expect(await countWaitingBlocks(ctx.db, testStart + 1001)).toBe(1);
      expect(await giveUpBlock({ ...ctx, actor: 'ann' }, { id: '1', reason: 'two explorers' })).toEqual({
        kind: 'done',
        hash: 'a'.repeat(64),
      });
      expect(await ctx.db.query(sql`SELECT state, refusal LIKE 'undecided (%' AS named FROM rounds`)).toEqual(
        [{ state: 'orphaned', named: true }],
      );
      expect(
        await ctx.db.query(sql`SELECT sum(amount) AS amount FROM balances WHERE account NOT LIKE 'ext:%'`),
      ).toEqual([{ amount: 0n }]);
    });

    it('that was credited and written off is the pool’s again when its nodes agree on it, days later', async () => {
      const sayBoth = (state: BlockAnswer['state']): Chain => ({
        ...fakeChain(rewards),
        kind: 'real',
        answersOf: async () =>
          ['one', 'two'].map((node) => ({ node, state, isSynced: true, buriedUnder: 6 })),
      });
      await recordWork(ctx, buildBatch(ctx.random.uuid(), buildLine({ work: 100n })));
      expect(await advanceRound({ ...ctx, chains: [sayBoth('mature')] }, id)).toBe('credited');
      const lost: bigint[] = [];
      await handleReorgs({ ...ctx, chains: [sayBoth('orphaned')] }, (round) => lost.push(round));
      expect(lost).toEqual([id]);
      const costs = sql`SELECT sum(amount) AS amount FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
                         WHERE kind LIKE 'reorg-%' AND account LIKE 'pool:%'`;
      expect(await ctx.db.query(costs)).toEqual([{ amount: -(10n ** 17n) }]);
      ctx.advance(30 * 86_400_000);
      await reviveRounds({ ...ctx, chains: [sayBoth('mature')] });
      expect(await ctx.db.query(sql`SELECT reorged_at FROM rounds`)).toEqual([{ reorged_at: null }]);
      expect(await ctx.db.query(costs)).toEqual([{ amount: 0n }]);
    });

    it('is given up by an operator, with a reason, once and only while it waits', async () => {
      const decision = { ...ctx, actor: 'ann' };
      expect(await giveUpBlock(decision, { id: '1', reason: 'early' })).toEqual({ kind: 'not-waiting' });
      await advance(invalid('one'));
      expect(await giveUpBlock(decision, { id: 'x', reason: 'r' })).toEqual({ kind: 'malformed-id' });
      expect(await giveUpBlock(decision, { id: '1', reason: ' ' })).toEqual({ kind: 'malformed-reason' });
      expect(await giveUpBlock(decision, { id: '1', reason: 'looked at the chain' })).toEqual({
        kind: 'done',
        hash: 'a'.repeat(64),
      });
      expect(await giveUpBlock(decision, { id: '1', reason: 'again' })).toEqual({ kind: 'not-waiting' });
      expect(await advance({ kind: 'accepted', rewards })).toBe('refused');
      expect(await ctx.db.query(sql`SELECT kind, subject, actor FROM operator_decisions`)).toEqual([
        { kind: 'give-up-block', subject: 'a'.repeat(64), actor: 'ann' },
      ]);
    });
  });
});
