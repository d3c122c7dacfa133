import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstRow } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { minerUuid } from '../miners/miner-uuid.ts';
import { type Miner, findMiner } from '../miners/find-miner.ts';
import { clearSources } from '../retention/clear-sources.ts';
import { addRound } from '../testing/add-round.ts';
import { buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import type { MinerKey } from '../kernel/work-batch.ts';
import { recordWork } from '../shares/record-work.ts';
import { authorise } from './authorise.ts';
import { noticeMiner, openChallenge, readChallenge } from './challenges.ts';
import { announceSwitch, cancelSwitch, readPendingSwitch } from './network-switches.ts';
import type { OwnerAction } from './owner-action.ts';
import { setAutoPayForOwner } from './owner-pays.ts';
import { TokenUsed } from './permit.ts';
import { rememberOwners } from './previous-owners.ts';
import { sourceKey } from '../kernel/source-key.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const pool = { name: 'The suite', host: 'pool.example' };
const [victim, attacker] = ['203.0.113.3', '198.51.100.2'];
const ethMiner: MinerKey = {
  coin: 'ETH',
  network: 'ETH',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  memo: null,
};
const toBsc: OwnerAction = { kind: 'switch', network: 'BSC' };
const off: OwnerAction = { kind: 'auto_pay', on: false };
const on: OwnerAction = { kind: 'auto_pay', on: true };

describe.each(oneEngine())('who may act for an address, on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    const base = await createTestContext(engine);
    ctx = { ...base, random: { uuid: randomUUID, bytes: randomBytes } };
  });
  afterEach(() => ctx.close());

  interface Mined {
    readonly miner?: MinerKey;
    readonly work?: bigint;
    readonly algorithm?: string;
    readonly hoursAgo?: number;
  }
  async function mine(from: string, mined: Mined = {}): Promise<void> {
    const { miner = ethMiner, work = 1000n, algorithm = 'sha256', hoursAgo = 0 } = mined;
    const at = ctx.clock.now() - hoursAgo * hourMs;
    const line = buildLine({
      miner,
      work,
      source: sourceKey(ctx.secret, miner, from),
      firstAt: at,
      lastAt: at,
    });
    await recordWork(ctx, { ...buildBatch(randomUUID(), line), algorithm });
  }

  async function miner(key: MinerKey = ethMiner): Promise<Miner> {
    const found = await findMiner(ctx, minerUuid(ctx.secret, key));
    if (found === undefined) throw new Error('no miner');
    return found;
  }

  async function may(source: string | undefined, action: OwnerAction, token?: string): Promise<string> {
    const permit = await authorise(ctx, await miner(), action, { source, token });
    return 'refused' in permit ? permit.refused : permit.by;
  }

  /** Asks for a challenge and lets a miner answer it; the token where that passed, otherwise why not. */
  async function challenge(from: string | undefined, action: OwnerAction): Promise<string> {
    const { id, worker } = await openChallenge(ctx, await miner(), action, pool);
    const outcome = await noticeMiner(ctx, { miner: ethMiner, worker, source: from });
    const read = await readChallenge(ctx, await miner(), id, pool);
    return outcome === 'proved' ? (read?.token ?? '') : outcome;
  }

  async function announce(from: string): Promise<void> {
    const token = await challenge(from, toBsc);
    const permit = await authorise(ctx, await miner(), toBsc, { source: undefined, token });
    if ('refused' in permit) throw new Error(`refused: ${token}`);
    const outcome = await announceSwitch(ctx, await miner(), { network: 'BSC', delayMs: dayMs, permit });
    expect(outcome.kind).toBe('announced');
  }

  async function cancel(from: string): Promise<string> {
    const action = { kind: 'cancel_switch' } as const;
    const permit = await authorise(ctx, await miner(), action, { source: from, token: undefined });
    if ('refused' in permit) return permit.refused;
    return (await cancelSwitch(ctx, await miner(), permit)).kind;
  }

  const mineOnThreeDays = async (from: string, work = 1000n): Promise<void> => {
    for (const hoursAgo of [5, 30, 60]) await mine(from, { work, hoursAgo });
  };

  it('never adds hashes of different algorithms: two seconds of SHA-256 own no scrypt miner', async () => {
    for (const hoursAgo of [5, 30, 60]) await mine(victim, { algorithm: 'scrypt', work: 13_299n, hoursAgo });
    for (const hoursAgo of [5, 30, 60]) await mine(attacker, { work: 100_000_000n, hoursAgo });
    await addRound(ctx, { algorithm: 'scrypt', networkWork: 10n ** 6n, asset: 'LTC', amount: 10n ** 18n });
    await addRound(ctx, { algorithm: 'sha256', networkWork: 10n ** 14n, asset: 'BTC', amount: 10n ** 15n });
    expect([await may(victim, off), await may(attacker, off)]).toEqual(['source', 'not-owner']);
    expect(await challenge(attacker, toBsc)).toBe('not-owner');
    expect(await may(undefined, toBsc, await challenge(victim, toBsc))).toBe('token');
  });

  it('refuses a switch to a source that outweighs work without a value by one share that has one', async () => {
    for (const hoursAgo of [5, 30, 60])
      await mine(victim, { algorithm: 'scrypt', work: 10n ** 9n, hoursAgo });
    for (const hoursAgo of [5, 30, 60]) await mine(attacker, { work: 1n, hoursAgo });
    await addRound(ctx, { algorithm: 'sha256', networkWork: 10n ** 14n, asset: 'BTC', amount: 10n ** 15n });
    expect(await challenge(attacker, toBsc)).toBe('not-owner');
    expect(await challenge(victim, toBsc)).toBe('not-owner');
    await addRound(ctx, { algorithm: 'scrypt', networkWork: 10n ** 6n, asset: 'LTC', amount: 10n ** 18n });
    expect(await challenge(attacker, toBsc)).toBe('not-owner');
    expect(await challenge(victim, toBsc)).toMatch(/^[\w-]{22}$/);
  });

  it('values work by the price that was agreed on last where none is now', async () => {
    await mine(victim, { algorithm: 'scrypt', work: 13_299n, hoursAgo: 5 });
    await mine(attacker, { work: 100_000_000n, hoursAgo: 5 });
    await addRound(ctx, { algorithm: 'scrypt', networkWork: 10n ** 6n, asset: 'LTC', amount: 10n ** 18n });
    await addRound(ctx, { algorithm: 'sha256', networkWork: 10n ** 14n, asset: 'BTC', amount: 10n ** 15n });
    ctx.prices.clear();
    await ctx.db.query(sql`
      INSERT INTO accepted_prices (asset, accepted_at, price_usd, sources, quotes)
      VALUES ('LTC', ${new Date(testStart)}, '100', 2, '[]'), ('BTC', ${new Date(testStart)}, '100000', 2, '[]')`);
    expect([await may(victim, off), await may(attacker, off)]).toEqual(['source', 'not-owner']);
  });

  it('accepts no source that mined for more than twenty miners as an owner’s', async () => {
    await mineOnThreeDays(victim);
    for (let miner = 2; miner <= 20; miner += 1)
      await mine(victim, { miner: { ...dogeMiner, address: `D${miner}` }, hoursAgo: 2 });
    expect(await may(victim, off)).toBe('source');
    await mine(victim, { miner: { ...dogeMiner, address: 'D21' }, hoursAgo: 2 });
    expect(await may(victim, off)).toBe('shared-source');
    expect(await challenge(victim, toBsc)).toBe('shared-source');
    ctx.advance(7 * dayMs - 2 * hourMs);
    expect(await may(victim, off)).not.toBe('shared-source');
  });

  it('keeps hashes only: neither a source nor a miner can be read from who mines for whom', async () => {
    await mine(victim, { hoursAgo: 2 });
    const [kept] = await ctx.db.query<{ text: string }>(sql`
      SELECT (SELECT string_agg(source_work::text, ' ') FROM source_work) ||
             (SELECT string_agg(source_miners::text, ' ') FROM source_miners) AS text`);
    expect(kept?.text).not.toContain(victim);
    expect(kept?.text).not.toContain((await miner()).uuid);
    const own = await ctx.db.query(sql`SELECT 1 FROM source_work JOIN source_miners USING (source)`);
    expect(own).toEqual([]);
  });

  it('lets anyone have an idle miner paid to its own address, and nothing else', async () => {
    await mineOnThreeDays(victim);
    const asStranger = async () => [
      await may(attacker, { kind: 'pay' }),
      await may(attacker, on),
      await may(attacker, off),
      await may(attacker, toBsc),
      await may(attacker, { kind: 'cancel_switch' }),
    ];
    expect(await asStranger()).toEqual(['not-owner', 'not-owner', 'not-owner', 'needs-proof', 'not-owner']);
    ctx.advance(7 * dayMs - 5 * hourMs - 60_000);
    expect((await asStranger()).slice(0, 2)).toEqual(['not-owner', 'not-owner']);
    ctx.advance(hourMs);
    expect(await asStranger()).toEqual(['anyone', 'anyone', 'not-owner', 'needs-proof', 'not-owner']);
  });

  it('lets anyone pay out a miner that never mined and only refers', async () => {
    const at = new Date(testStart);
    const { coin, network, address } = ethMiner;
    await ctx.db.query(sql`
      INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
      VALUES (${minerUuid(ctx.secret, ethMiner)}, ${coin}, ${network}, ${address}, ${at}, ${at})`);
    expect(await may(undefined, { kind: 'pay' })).toBe('anyone');
    expect(await may(undefined, on)).toBe('anyone');
  });

  it('lets anyone switch auto-pay on for an idle miner once a day; its last owner switches it off', async () => {
    await mineOnThreeDays(victim);
    await rememberOwners(ctx);
    ctx.advance(9 * dayMs);
    const permit = await authorise(ctx, await miner(), on, { source: attacker, token: undefined });
    if ('refused' in permit) throw new Error(permit.refused);
    expect(await setAutoPayForOwner(ctx, await miner(), true, permit)).toBe('changed');
    expect(await may(attacker, off)).toBe('not-owner');
    expect(await may(victim, off)).toBe('source');
    expect(await may(attacker, on)).toBe('switched-on-today');
    ctx.advance(dayMs);
    expect(await may(attacker, on)).toBe('anyone');
  });

  it('switches for an owner’s source of three days only', async () => {
    for (const hoursAgo of [5, 30]) await mine(victim, { hoursAgo });
    expect(await challenge(victim, toBsc)).toBe('too-few-days');
    expect(await challenge(victim, off)).toMatch(/^[\w-]{22}$/);
    await mine(victim, { hoursAgo: 60 });
    expect(await challenge(victim, toBsc)).toMatch(/^[\w-]{22}$/);
    expect(await challenge(undefined, toBsc)).toBe('unprovable-source');
  });

  it('does not make a source with one share to an idle miner an owner who may switch', async () => {
    await mineOnThreeDays(victim);
    await rememberOwners(ctx);
    ctx.advance(8 * dayMs);
    await mine(attacker, { work: 1n });
    ctx.advance(2 * hourMs);
    // By the definition the share makes its source the owner's for what can do no harm; never for a switch.
    expect(await may(attacker, off)).toBe('source');
    expect(await challenge(attacker, toBsc)).toBe('too-few-days');
  });

  it('leaves the previous owner the cancel, however long idle, whatever the newcomer mined', async () => {
    await mineOnThreeDays(victim);
    await rememberOwners(ctx);
    ctx.advance(30 * dayMs);
    while ((await clearSources(ctx)) > 0);
    await mineOnThreeDays(attacker, 10n ** 9n);
    await announce(attacker);
    const stranger = '192.0.2.99';
    expect(await cancel(stranger)).toBe('not-owner');
    expect(await cancel(victim)).toBe('cancelled');
    expect(await readPendingSwitch(ctx.db, (await miner()).id)).toBeUndefined();
  });

  it('lets the owner at the announcement cancel it later, and not a later owner', async () => {
    await mineOnThreeDays(victim);
    await announce(victim);
    await mine(attacker, { work: 10n ** 9n });
    ctx.advance(3 * hourMs);
    expect([await may(attacker, off), await may(victim, off)]).toEqual(['source', 'not-owner']);
    expect([await cancel(attacker), await cancel(victim)]).toEqual(['not-owner', 'cancelled']);
  });

  it('forgets previous owners with the time for which an idle balance is kept', async () => {
    await mineOnThreeDays(victim);
    await rememberOwners(ctx);
    const remembered = async () =>
      firstRow(await ctx.db.query<{ count: number }>(sql`SELECT count(*)::int AS count FROM owner_sources`))
        .count;
    ctx.advance(184 * dayMs - 1);
    await clearSources(ctx);
    expect(await remembered()).toBe(1);
    ctx.advance(1);
    await clearSources(ctx);
    expect(await remembered()).toBe(0);
    const rest = await ctx.db.query(sql`SELECT 1 FROM source_work UNION ALL SELECT 1 FROM source_miners`);
    expect(rest).toEqual([]);
  });

  it('remembers the owners of many miners, each once a day, page by page', async () => {
    for (const address of ['D1', 'D2', 'D3', 'D4', 'D5'])
      await mine(victim, { miner: { ...dogeMiner, address }, hoursAgo: 3 });
    await rememberOwners(ctx, 2);
    const times = () => ctx.db.query<{ last_at: Date }>(sql`SELECT last_at FROM owner_sources`);
    expect((await times()).map(({ last_at }) => last_at.getTime())).toEqual(Array(5).fill(testStart));
    ctx.advance(dayMs - 1);
    await rememberOwners(ctx, 2);
    expect((await times())[0]?.last_at.getTime()).toBe(testStart);
    ctx.advance(1);
    await rememberOwners(ctx, 2);
    expect((await times()).map(({ last_at }) => last_at.getTime())).toEqual(Array(5).fill(testStart + dayMs));
  });

  it('uses a token up only with an action that was carried out, and once', async () => {
    await mineOnThreeDays(victim);
    const token = await challenge(victim, toBsc);
    const caller = { source: undefined, token };
    const [first, second] = [
      await authorise(ctx, await miner(), toBsc, caller),
      await authorise(ctx, await miner(), toBsc, caller),
    ];
    if ('refused' in first || 'refused' in second) throw new Error('refused');
    const order = { network: 'BSC', delayMs: dayMs };
    await ctx.db.query(sql`
      INSERT INTO payouts (order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount,
                           reserved_at, state_at, confirmations_needed)
      SELECT 'of-' || id, id, 'manual', '2026-01-15', 'ETH', 'ETH', address, '', 1, 0, 1, created_at, created_at, 1 FROM miners`);
    expect((await announceSwitch(ctx, await miner(), { ...order, permit: first })).kind).toBe('payout-open');
    expect(await may(undefined, toBsc, token)).toBe('token');
    await ctx.db.execute(
      'SET session_replication_role = replica; TRUNCATE payouts CASCADE; SET session_replication_role = origin',
    );
    expect((await announceSwitch(ctx, await miner(), { ...order, permit: first })).kind).toBe('announced');
    expect(await may(undefined, toBsc, token)).toBe('bad-token');
    await ctx.db.query(sql`DELETE FROM network_switches`);
    await expect(announceSwitch(ctx, await miner(), { ...order, permit: second })).rejects.toThrow(TokenUsed);
    expect(await readPendingSwitch(ctx.db, (await miner()).id)).toBeUndefined();
  });
});
