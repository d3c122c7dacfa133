import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import {
  acceptBlock,
  countWaitingBlocks,
  giveUpBlock,
  listWaitingBlocks,
} from '../operations/decide-block.ts';
import type { BlockAnswer, BlockState, Chain, ChainNodes, SubmitOutcome } from '../kernel/chain.ts';
import { createVerdictMemory } from '../kernel/verdict-memory.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { createLanes } from '../../runtime/lanes.ts';
import { advanceRound, advanceRounds, openRounds } from './advance-round.ts';
import { createRoundPace } from './round-pace.ts';
import { handleReorgs } from './handle-reorgs.ts';
import { recordCandidate } from './record-candidate.ts';
import { recordWork } from '../shares/record-work.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { reviveRounds } from './revive-rounds.ts';

const rewards = [{ asset: 'BTC', amount: 10n ** 17n }];
/** A block of some size, every byte of which its chain needs. */
const submission = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7919) % 256);

const countOf = (ctx: TestContext) => ctx.db.query(sql`SELECT count(*)::int AS credits FROM credits`);

/** Two nodes that say the same. */
const twoNodes = (state: () => BlockState): ChainNodes => ({
  names: ['one', 'two'],
  answersOf: async () =>
    ['one', 'two'].map((node) => ({
      node,
      height: 100,
      state: state(),
      isSynced: true,
      buriedUnder: 6,
    })),
});

describe.each(oneEngine())('a found block on %s', (engine) => {
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

  it('is recorded, handed over and credited once by two processes at once [I7]', async () => {
    await recordWork(ctx, buildBatch(ctx.random.uuid(), buildLine({ work: 100n })));
    const candidate = buildCandidate('a', { submission });
    const [id, again] = await Promise.all([recordCandidate(ctx, candidate), recordCandidate(ctx, candidate)]);
    expect(again).toBe(id);

    const handed: Uint8Array[] = [];
    let bothHaveIt = (): void => undefined;
    const both = new Promise<void>((resolve) => (bothHaveIt = resolve));
    const chain: Chain = {
      ...fakeChain(rewards),
      submitBlock: async (bytes) => {
        const isFirst = handed.push(bytes) === 1;
        if (!isFirst) bothHaveIt();
        await both;
        return { kind: isFirst ? 'accepted' : 'duplicate', rewards };
      },
    };
    const processOn = () => ({ ...ctx, chains: [chain], blockVerdicts: createVerdictMemory() });
    // The process that comes second while the other one credits leaves it to that.
    await Promise.all([advanceRound(processOn(), id), advanceRound(processOn(), id)]);
    expect(await ctx.db.query(sql`SELECT state FROM rounds`)).toEqual([{ state: 'credited' }]);
    expect(handed).toEqual([submission, submission]);
    expect(await countOf(ctx)).toEqual([{ credits: 1 }]);
    expect(await ctx.db.query(sql`SELECT asset, amount FROM reward_lines`)).toEqual([
      { asset: 'BTC', amount: 10n ** 17n },
    ]);
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

  it('is handed to its chain at once, while a hundred immature ones are asked for and another hangs', async () => {
    const asked: string[] = [];
    const submitted: string[] = [];
    let isSlow = false;
    const chain: Chain = {
      ...fakeChain(rewards),
      submitBlock: async ([first]) => {
        submitted.push(String(first));
        return first === 7 ? new Promise(() => undefined) : { kind: 'accepted', rewards };
      },
      stateOf: async (hash) => {
        asked.push(hash);
        return isSlow ? new Promise(() => undefined) : 'immature';
      },
    };
    const on = { ...ctx, chains: [chain] };
    const add = (hash: string, byte: number) =>
      recordCandidate(ctx, buildCandidate(hash, { submission: Uint8Array.of(byte) }));
    await add('a', 1);
    await add('b', 2);
    await advanceRounds(on);
    // The two go beside each other: whose connection to the database is first, is first.
    expect(submitted.toSorted()).toEqual(['1', '2']);
    isSlow = true;
    const [chainLanes, blockLanes] = [createLanes({ waitMs: 5 }), createLanes({ waitMs: 5 })];
    await advanceRounds(on, { lanes: chainLanes, only: 'others' });
    await add('c', 7);
    await advanceRounds(on, { lanes: blockLanes, only: 'candidates' });
    await vi.waitFor(() => expect(submitted.slice(2)).toEqual(['7']));
    await add('d', 3);
    await advanceRounds(on, { lanes: blockLanes, only: 'candidates' });
    await vi.waitFor(() => expect(submitted.slice(2)).toEqual(['7', '3']));
    // What books it must not go on into the next test.
    await vi.waitFor(async () =>
      expect(await ctx.db.query(sql`SELECT id FROM rounds WHERE state = 'accepted' ORDER BY id`)).toEqual([
        { id: 1n },
        { id: 2n },
        { id: 4n },
      ]),
    );
  });

  it('holds no other up while its chain refuses it and then hangs on it, or fails for it alone, and is named', async () => {
    const answers = new Map<number, () => Promise<SubmitOutcome>>([
      [1, async () => ({ kind: 'invalid', why: 'bad-cb', nodes: ['one'] })],
      [2, () => Promise.reject(new Error('500 Internal Server Error'))],
      [3, async () => ({ kind: 'accepted', rewards })],
    ]);
    const chain: Chain = {
      ...fakeChain(rewards),
      kind: 'real',
      nodes: twoNodes(() => 'immature'),
      submitBlock: ([first = 0]) => (answers.get(first) as () => Promise<SubmitOutcome>)(),
    };
    const on = { ...ctx, chains: [chain] };
    const add = (hash: string, byte: number) =>
      recordCandidate(ctx, buildCandidate(hash, { submission: Uint8Array.of(byte) }));
    await add('a', 1);
    await add('b', 2);
    await add('c', 3);
    await expect(advanceRounds(on)).rejects.toThrow('500 Internal Server Error');
    expect(await listWaitingBlocks(ctx)).toMatchObject([
      { id: '1', problem: 'invalid: bad-cb (one)' },
      { id: '2', problem: 'its chain did not answer: 500 Internal Server Error' },
    ]);
    answers.set(1, () => new Promise(() => undefined));
    answers.set(2, async () => ({ kind: 'accepted', rewards }));
    const lanes = createLanes({ waitMs: 5 });
    await advanceRounds(on, { lanes });
    await vi.waitFor(async () =>
      expect(await ctx.db.query(sql`SELECT id, state, submit_problem FROM rounds ORDER BY id`)).toEqual([
        { id: 1n, state: 'candidate', submit_problem: 'invalid: bad-cb (one)' },
        { id: 2n, state: 'accepted', submit_problem: null },
        { id: 3n, state: 'accepted', submit_problem: null },
      ]),
    );
  });

  it('is asked for ever more rarely once its chain has taken it, and credited soon after it is mature', async () => {
    const chain = { ...fakeChain(rewards), state: 'immature' as BlockState };
    let asked = 0;
    const on = {
      ...ctx,
      chains: [
        {
          ...chain,
          stateOf: async () => {
            asked += 1;
            return chain.state;
          },
        },
      ],
    };
    await recordWork(ctx, buildBatch(ctx.random.uuid(), buildLine({ work: 100n })));
    await recordCandidate(ctx, buildCandidate('a'));
    const pace = createRoundPace();
    const passMinutes = async (minutes: number): Promise<void> => {
      for (let second = 0; second < minutes * 60; second += 5) {
        await advanceRounds(on, { pace });
        ctx.advance(5000);
      }
    };
    await passMinutes(60);
    expect(asked).toBeGreaterThan(60);
    expect(asked).toBeLessThan(130);
    chain.state = 'mature';
    await passMinutes(1);
    expect(await countOf(ctx)).toEqual([{ credits: 1 }]);
  });

  it('that cannot be credited is named, and no longer once it is', async () => {
    await recordWork(ctx, buildBatch(ctx.random.uuid(), buildLine({ work: 100n })));
    const id = await recordCandidate(ctx, buildCandidate('a'));
    const on = { ...ctx, chains: [fakeChain(rewards)] };
    const credit = () => Promise.reject(new Error('out of memory'));
    await expect(advanceRound({ ...on, credit }, id)).rejects.toThrow('out of memory');
    expect(await listWaitingBlocks(ctx)).toMatchObject([{ problem: 'it cannot be credited: out of memory' }]);
    expect(await advanceRound(on, id)).toBe('credited');
    expect(await ctx.db.query(sql`SELECT state, submit_problem FROM rounds`)).toEqual([
      { state: 'credited', submit_problem: null },
    ]);
  });

  describe('of a chain that the pool does not follow any more', () => {
    const gone = 'the pool does not follow the chain fake any more';
    const giveUp = () => giveUpBlock({ ...ctx, actor: 'ann' }, { id: '1', reason: 'its chain has ended' });
    const stateNow = () => ctx.db.query(sql`SELECT state, refusal FROM rounds`);

    it('is named, and goes on when it does again', async () => {
      const id = await recordCandidate(ctx, buildCandidate('a', { submission }));
      expect(await advanceRound({ ...ctx, chains: [] }, id)).toBe('candidate');
      expect(await listWaitingBlocks(ctx)).toMatchObject([{ id: '1', problem: gone }]);
      const chains = [{ ...fakeChain(rewards), state: 'immature' } as Chain];
      expect(await advanceRound({ ...ctx, chains }, id)).toBe('accepted');
      expect(await listWaitingBlocks(ctx)).toEqual([]);
    });

    it('is ended by giving it up, before its chain took it', async () => {
      const id = await recordCandidate(ctx, buildCandidate('a', { submission }));
      await advanceRound({ ...ctx, chains: [] }, id);
      expect(await giveUp()).toMatchObject({ kind: 'done' });
      expect(await stateNow()).toEqual([{ state: 'refused', refusal: gone }]);
      await reviveRounds({ ...ctx, chains: [] });
      expect(await openRounds(ctx)).toEqual([]);
    });

    it('is ended by giving it up, with its reward, after its chain took it', async () => {
      const id = await recordCandidate(ctx, buildCandidate('a', { submission }));
      await advanceRound({ ...ctx, chains: [{ ...fakeChain(rewards), state: 'immature' } as Chain] }, id);
      await advanceRound({ ...ctx, chains: [] }, id);
      expect(await giveUp()).toMatchObject({ kind: 'done' });
      expect(await stateNow()).toEqual([{ state: 'orphaned', refusal: gone }]);
      expect(
        await ctx.db.query(sql`SELECT sum(amount) AS amount FROM balances WHERE account NOT LIKE 'ext:%'`),
      ).toEqual([{ amount: 0n }]);
      expect(await openRounds(ctx)).toEqual([]);
    });
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
              nodes: twoNodes(() => seen),
            } as Chain,
          ],
        },
        id,
      );
    beforeEach(async () => {
      id = await recordCandidate(ctx, buildCandidate('a', { submission }));
      seen = 'unknown';
    });
    /** What a verdict comes to that its nodes give for half a minute. */
    const stands = async <T>(look: () => Promise<T>): Promise<T> => {
      await look();
      ctx.advance(30_000);
      return look();
    };
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
        { problem: 'undecided (one: unknown at height 100, two: unknown at height 100)' },
      ]);
      seen = 'immature';
      expect(await advance({ kind: 'accepted', rewards })).toBe('accepted');
      expect(await listWaitingBlocks(ctx)).toEqual([]);
    });

    it('is lost when both call it invalid and neither has it', async () => {
      seen = 'immature';
      expect(await advance(invalid('one', 'two'))).toBe('candidate');
      seen = 'unknown';
      expect(await advance(invalid('one', 'two'))).toBe('candidate');
      ctx.advance(29_999);
      expect(await advance(invalid('one', 'two'))).toBe('candidate');
      ctx.advance(1);
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
      expect(await stands(() => advance(outcome))).toBe('orphaned');
    });

    it('is named while its nodes do not agree, and given up by an operator with its reward', async () => {
      const answers: BlockAnswer[] = [
        { node: 'one', state: 'mature', isSynced: true, buriedUnder: 0, height: 100 },
        { node: 'two', state: 'orphaned', isSynced: true, buriedUnder: 150, height: 100 },
        { node: 'three', state: 'orphaned', isSynced: false, buriedUnder: 9, height: 50 },
      ];
      const chain: Chain = {
        ...fakeChain(rewards),
        kind: 'real',
        nodes: { names: ['one', 'two', 'three'], answersOf: async () => answers },
      };
      expect(await advanceRound({ ...ctx, chains: [chain] }, id)).toBe('accepted');
      expect(await listWaitingBlocks(ctx)).toMatchObject([
        {
          id: '1',
          problem:
            'undecided (one: mature at height 100, two: orphaned under 150 blocks at height 100, three: orphaned under 9 blocks at height 50 (not in step))',
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

    describe('and a third one that lies', () => {
      const advanceWith = (truth: BlockState, lie: BlockAnswer): Promise<string> => {
        const honest = twoNodes(() => truth);
        const nodes: ChainNodes = {
          names: [...honest.names, lie.node],
          answersOf: async (...asked) => [...(await honest.answersOf(...asked)), lie],
        };
        const chain: Chain = { ...fakeChain(rewards), kind: 'real', nodes };
        return stands(() => advanceRound({ ...ctx, chains: [chain] }, id));
      };
      const liar = { node: 'liar', isSynced: true, height: 100, buriedUnder: 0 } as const;

      it('is credited by the word of the two, however deep the third calls it orphaned [I7]', async () => {
        await recordWork(ctx, buildBatch(ctx.random.uuid(), buildLine({ work: 100n })));
        expect(await advanceWith('mature', { ...liar, state: 'orphaned', buriedUnder: 300 })).toBe(
          'credited',
        );
      });

      it('is never credited by the word of the third, which took it and calls it mature [I7]', async () => {
        expect(await advanceWith('orphaned', { ...liar, state: 'mature' })).toBe('accepted');
        expect(await listWaitingBlocks(ctx)).toMatchObject([
          { problem: expect.stringContaining('liar: mature at height 100') },
        ]);
        // It is the pool's no longer once the liar is behind, or is taken out of the settings.
        expect(await advanceWith('orphaned', { ...liar, state: 'mature', isSynced: false })).toBe('orphaned');
        expect(await countOf(ctx)).toEqual([{ credits: 0 }]);
      });
    });

    describe('that do not agree for good', () => {
      const say = (state: BlockState, isSynced = true): Omit<BlockAnswer, 'node'> => ({
        state,
        height: 100,
        isSynced,
        buriedUnder: 150,
      });
      /** What each node says; one without an answer is silent. */
      const chainOf = (
        said: Readonly<Record<'one' | 'two', Omit<BlockAnswer, 'node'> | undefined>>,
      ): Chain => ({
        ...fakeChain(rewards),
        kind: 'real',
        nodes: {
          names: ['one', 'two'],
          answersOf: async () =>
            Object.entries(said).flatMap(([node, answer]) =>
              answer === undefined ? [] : [{ node, ...answer }],
            ),
        },
      });
      const disputed = chainOf({ one: say('mature'), two: say('orphaned') });
      const alone = chainOf({ one: say('mature'), two: undefined });
      const accept = (chain: Chain, more: { id?: string; reason?: string } = {}) =>
        acceptBlock({ ...ctx, actor: 'ann', chains: [chain] }, { id: '1', reason: 'two explorers', ...more });
      const advanceOn = (chain: Chain) => advanceRound({ ...ctx, chains: [chain] }, id);
      beforeEach(() => recordWork(ctx, buildBatch(ctx.random.uuid(), buildLine({ work: 100n }))));

      it('is credited by an operator, who says why, and not by time', async () => {
        expect(await stands(() => advanceOn(disputed))).toBe('accepted');
        expect(await accept(disputed)).toEqual({ kind: 'done', hash: 'a'.repeat(64) });
        expect(await accept(disputed)).toEqual({ kind: 'not-waiting' });
        expect(await advanceOn(disputed)).toBe('credited');
        expect(await ctx.db.query(sql`SELECT kind, subject, actor, reason FROM operator_decisions`)).toEqual([
          { kind: 'accept-block', subject: 'a'.repeat(64), actor: 'ann', reason: 'two explorers' },
        ]);
        expect(await countOf(ctx)).toEqual([{ credits: 1 }]);
      });

      it('is not credited on the word of one node while the other is silent or behind, and its wait is named', async () => {
        for (const two of [undefined, say('mature', false)]) {
          expect(await stands(() => advanceOn(chainOf({ one: say('mature'), two })))).toBe('accepted');
          expect(await listWaitingBlocks(ctx)).toMatchObject([
            {
              problem:
                two === undefined
                  ? 'undecided (one: mature at height 100, two: no answer)'
                  : 'undecided (one: mature at height 100, two: mature at height 100 (not in step))',
            },
          ]);
        }
        // It matures as ever: nothing waits for the other node yet.
        await advanceOn(chainOf({ one: say('immature'), two: undefined }));
        expect(await listWaitingBlocks(ctx)).toEqual([]);
        await advanceOn(alone);
        expect(await accept(alone)).toMatchObject({ kind: 'done' });
        expect(await advanceOn(alone)).toBe('credited');
      });

      it('is not accepted while that makes no sense', async () => {
        expect(await accept(disputed)).toEqual({ kind: 'not-waiting' });
        await advanceRound({ ...ctx, chains: [Object.assign({}, disputed, { answer: invalid('one') })] }, id);
        expect(await accept(disputed)).toEqual({ kind: 'not-taken' });
        await advanceOn(disputed);
        expect(await accept(disputed, { id: 'x' })).toEqual({ kind: 'malformed-id' });
        expect(await accept(disputed, { reason: ' ' })).toEqual({ kind: 'malformed-reason' });
        expect(await accept({ ...disputed, name: 'other' })).toEqual({ kind: 'no-chain', chain: 'fake' });
        expect(await accept(chainOf({ one: say('unknown'), two: say('orphaned') }))).toEqual({
          kind: 'not-disputed',
          said: 'one: unknown at height 100, two: orphaned under 150 blocks at height 100',
        });
        expect(await accept(chainOf({ one: say('mature'), two: say('mature') }))).toMatchObject({
          kind: 'not-disputed',
        });
        expect(await ctx.db.query(sql`SELECT 1 FROM operator_decisions`)).toEqual([]);
      });

      it('is credited after that only while a node has it, and orphaned where all say so', async () => {
        await advanceOn(disputed);
        await accept(disputed);
        const gone = chainOf({ one: say('unknown'), two: say('orphaned') });
        expect(await stands(() => advanceOn(gone))).toBe('accepted');
        const lost = chainOf({ one: say('orphaned'), two: say('orphaned') });
        expect(await stands(() => advanceOn(lost))).toBe('orphaned');
        expect(await countOf(ctx)).toEqual([{ credits: 0 }]);
        // The decision was about that time: the block comes back, and its nodes have to agree again.
        await reviveRounds({ ...ctx, chains: [chainOf({ one: say('mature'), two: say('mature') })] });
        expect(await stands(() => advanceOn(disputed))).toBe('accepted');
      });
    });

    it('that was credited and written off is the pool’s again when its nodes agree on it, days later', async () => {
      const sayBoth = (state: BlockAnswer['state']): Chain => ({
        ...fakeChain(rewards),
        kind: 'real',
        nodes: twoNodes(() => state),
      });
      await recordWork(ctx, buildBatch(ctx.random.uuid(), buildLine({ work: 100n })));
      const advance = () => advanceRound({ ...ctx, chains: [sayBoth('mature')] }, id);
      expect(await advance()).toBe('accepted');
      expect(await listWaitingBlocks(ctx)).toEqual([]);
      ctx.advance(29_999);
      expect(await advance()).toBe('accepted');
      ctx.advance(1);
      expect(await advance()).toBe('credited');
      const lost: bigint[] = [];
      const handle = () =>
        handleReorgs({ ...ctx, chains: [sayBoth('orphaned')] }, (round) => lost.push(round));
      await handle();
      ctx.advance(29_999);
      await handle();
      expect(lost).toEqual([]);
      ctx.advance(1);
      await handle();
      expect(lost).toEqual([id]);
      const costs = sql`SELECT sum(amount) AS amount FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
                         WHERE kind LIKE 'reorg-%' AND account LIKE 'pool:%'`;
      expect(await ctx.db.query(costs)).toEqual([{ amount: -(10n ** 17n) }]);
      ctx.advance(30 * 86_400_000);
      await stands(() => reviveRounds({ ...ctx, chains: [sayBoth('mature')] }));
      expect(await ctx.db.query(sql`SELECT reorged_at FROM rounds`)).toEqual([{ reorged_at: null }]);
      expect(await ctx.db.query(costs)).toEqual([{ amount: 0n }]);
    });

    it('that all of them call immature for ever is named after three days, and can be given up', async () => {
      seen = 'immature';
      expect(await advance({ kind: 'accepted', rewards })).toBe('accepted');
      ctx.advance(3 * 86_400_000 - 1);
      await advance({ kind: 'accepted', rewards });
      expect(await listWaitingBlocks(ctx)).toEqual([]);
      ctx.advance(1);
      await advance({ kind: 'accepted', rewards });
      expect(await listWaitingBlocks(ctx)).toMatchObject([
        {
          problem:
            'immature for three days and more (one: immature at height 100, two: immature at height 100)',
        },
      ]);
      expect(
        await giveUpBlock({ ...ctx, actor: 'ann' }, { id: '1', reason: 'it never matures' }),
      ).toMatchObject({ kind: 'done' });
      expect(await ctx.db.query(sql`SELECT state FROM rounds`)).toEqual([{ state: 'orphaned' }]);
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
