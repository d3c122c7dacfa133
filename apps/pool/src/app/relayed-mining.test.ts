import { afterEach, describe, expect, it } from 'vitest';
import { relayedBitcoin } from '@openlode/stratum/dialects/bitcoin/relayed-dialect';
import { bitcoinRelay } from '../edges/stratum/relay-family.ts';
import { RelayedFeed } from '../edges/stratum/relayed-feed.ts';
import {
  buildTemplate,
  easyRules,
  silentLog,
  startTestPool,
  startTime,
  type TestPool,
  until,
} from '../edges/stratum/testing/listener-kit.ts';
import type { UpstreamEntry } from '../settings/upstream-settings.ts';
import { offeredRelays, type RelayTuning, type UpstreamGroup } from './open-relays.ts';
import { LaneMiner } from './testing/lane-miner.ts';

const { scale } = easyRules;
const user = 'DOGE:D1.rig1';
const clock = (): number => startTime * 1000;
const steady = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A pool that gives work: a listener of our own, whose shares stand for 64 hashes. */
async function otherPool(work = 64n): Promise<TestPool> {
  const rules = { ...easyRules, minimumWork: work, startWork: work, maximumWork: work };
  const pool = await startTestPool({ rules });
  closing.push(() => pool.close());
  return pool;
}

/** A port that gives that work on, in shares of 4 hashes. */
async function relayOf(
  pools: TestPool | readonly [TestPool, ...TestPool[]],
  startWork = 4n,
  tuning: RelayTuning = {},
): Promise<
  TestPool & {
    readonly group: UpstreamGroup;
    readonly relayed: RelayedFeed;
    readonly said: readonly object[];
  }
> {
  const upstream: UpstreamEntry = {
    name: 'other',
    algorithm: 'sha256',
    coin: 'BTC',
    network: 'BTC',
    feePpm: 0,
    incomeMax: 1n,
    addresses: [pools].flat().map(({ listener: { port } }) => ({
      host: '127.0.0.1',
      port,
      tls: undefined,
    })) as never,
    user: 'DOGE:D1.relay',
    connectionsMax: 2,
    ended: false,
  };
  const said: object[] = [];
  const log = { ...silentLog, warn: (each: object) => void said.push(each) };
  const group = offeredRelays([upstream], log, {
    tickMs: 20,
    leastWork: 8n,
    clock,
    random: () => 0,
    ...tuning,
  })
    .get('other')
    ?.open();
  if (group === undefined) throw new Error('nothing is offered');
  const relayed = new RelayedFeed({
    family: bitcoinRelay,
    judge: 'session',
    source: group,
    upstream: 'other',
    chain: 'upstream-other',
    scale,
    now: () => performance.now(),
  });
  const rules = { ...easyRules, startWork, minimumWork: startWork, vardiff: steady };
  const here = await startTestPool({
    rules,
    dialects: [relayedBitcoin],
    seats: relayed,
    verifier: relayed.verifier,
  });
  closing.push(async () => {
    await here.close();
    relayed.close();
  });
  return Object.assign(here, { group, relayed, said });
}

async function minerOf(port: number): Promise<LaneMiner> {
  const miner = new LaneMiner(port, scale);
  closing.push(() => miner.close());
  await miner.start(user);
  await until(() => miner.jobs.length > 0 || miner.isClosed);
  return miner;
}

describe('a port whose work another pool gives', () => {
  it('gives each miner a lane of its own, counts what it was given, and sends on what the other pool counts', async () => {
    const pool = await otherPool();
    const here = await relayOf(pool);
    await until(() => here.group.hasWork);
    const miners = [await minerOf(here.listener.port), await minerOf(here.listener.port)];
    const [first, second] = miners as [LaneMiner, LaneMiner];
    expect(first.prefix).not.toBe(second.prefix);
    expect([first.prefix.length, first.freeBytes]).toEqual([12, 2]);
    expect(first.prefix.slice(0, 8)).toBe(second.prefix.slice(0, 8));
    for (const miner of miners)
      for (let share = 0; share < 20; share += 1)
        expect(await miner.ask('mining.submit', miner.find(user, 4n))).toMatchObject({ result: true });
    // Of forty shares of 4 hashes some are of 64 or more: enough are found.
    for (const miner of miners)
      expect(await miner.ask('mining.submit', miner.find(user, 64n))).toMatchObject({ result: true });
    await until(() => here.group.counts.accepted.shares === here.group.counts.forwarded.shares);
    const { judged, forwarded, accepted } = here.group.counts;
    expect(judged.shares).toBe(42);
    expect(forwarded.shares).toBeGreaterThanOrEqual(2);
    expect(accepted).toEqual(forwarded);
    await here.accumulator.flush();
    const lines = here.batches.flatMap((batch) => batch.lines);
    // Each counts the work that it was given, whatever it reached.
    expect(lines.reduce((sum, { work }) => sum + work, 0n)).toBe(42n * 4n);
    await pool.accumulator.flush();
    const theirs = pool.batches.flatMap((batch) => batch.lines);
    expect(theirs.reduce((sum, { shares }) => sum + shares, 0)).toBe(forwarded.shares);
    expect(here.relayed.relayed).toEqual({ upstream: 'other', networkWork: 4_295_032_833n });
    expect(here.blocks).toEqual([]);
  });

  it('refuses what counts once already, too little, or was never given, and sends none of it on', async () => {
    const pool = await otherPool();
    const here = await relayOf(pool);
    await until(() => here.group.hasWork);
    const [miner, other] = [await minerOf(here.listener.port), await minerOf(here.listener.port)];
    const share = miner.find(user, 64n);
    expect(await miner.ask('mining.submit', share)).toMatchObject({ result: true });
    expect(await miner.ask('mining.submit', share)).toMatchObject({ error: [22, 'Duplicate share', null] });
    expect(await miner.ask('mining.submit', miner.find(user, 0n))).toMatchObject({
      error: [23, 'Low difficulty share', null],
    });
    const [, , , , nonce = ''] = share;
    // What one miner has found is worth nothing in the lane of another: one hash in four is a share there by chance.
    let stolen = 0;
    for (let count = 0; count < 40; count += 1) {
      const { error } = await other.ask('mining.submit', miner.find(user, 64n));
      expect([undefined, null, 23]).toContain(error?.[0] ?? error);
      if (error?.[0] === 23) stolen += 1;
    }
    expect(stolen).toBeGreaterThan(10);
    const shapes: [string[], number][] = [
      [[user, 'ffff', '0000', '6b0027dc', nonce], 21],
      [[user, share[1] ?? '', '000000', '6b0027dc', nonce], 20],
      [[user, share[1] ?? '', 'zzzz', '6b0027dc', nonce], 20],
      [[user, share[1] ?? '', '0000', '00000000', nonce], 20],
      [[user, share[1] ?? '', '0000', startTime.toString(16), nonce, '00002000'], 20],
      [['DOGE:D1.other', share[1] ?? '', '0000', '6b0027dc', nonce], 24],
    ];
    for (const [params, code] of shapes)
      expect((await miner.ask('mining.submit', params)).error?.[0]).toBe(code);
    await until(() => here.group.counts.accepted.shares === here.group.counts.forwarded.shares);
    expect(pool.results.filter((result) => result !== 'accepted')).toEqual([]);
  });

  it('takes no work of a pool that asks for so little that machines would flood the port', async () => {
    const pool = await otherPool(8n);
    const here = await relayOf(pool, 4n, { leastWork: 1024n });
    await until(() => here.said.some((each) => JSON.stringify(each).includes('bad-difficulty')));
    expect(here.group.hasWork).toBe(false);
  });

  it('takes no work whose time no network takes', async () => {
    const pool = await otherPool();
    const late = (startTime - 7201) * 1000;
    const here = await relayOf(pool, 4n, { clock: () => late });
    await until(() => here.said.some((each) => JSON.stringify(each).includes('hours ahead')));
    expect(here.group.hasWork).toBe(false);
  });

  it('gives a lane to who asks for work, and none to who only connects', async () => {
    const pool = await otherPool();
    const here = await relayOf(pool);
    await until(() => here.group.hasWork);
    const silent = Array.from({ length: 5 }, () => new LaneMiner(here.listener.port, scale));
    closing.push(() => silent.forEach((each) => each.close()));
    await until(() => here.sessions === 5);
    const miner = await minerOf(here.listener.port);
    expect(miner.prefix.slice(8)).toBe('0000');
    expect(await silent[0]?.ask('mining.subscribe', ['test'])).toMatchObject({
      result: { 1: `${miner.prefix.slice(0, 8)}0001` },
    });
  });

  it('never asks for more of a share than the other pool does', async () => {
    const pool = await otherPool(8n);
    const here = await relayOf(pool, 1024n);
    await until(() => here.group.hasWork);
    const miner = await minerOf(here.listener.port);
    expect(miner.work).toBe(8n);
    expect(await miner.ask('mining.submit', miner.find(user))).toMatchObject({ result: true });
    await until(() => here.group.counts.accepted.shares === 1);
    await here.accumulator.flush();
    expect(here.batches.flatMap((batch) => batch.lines).map(({ work }) => work)).toEqual([8n]);
  });

  it('goes on with a new block at once; a share of the one before is the other pool’s to judge', async () => {
    const pool = await otherPool();
    const here = await relayOf(pool);
    await until(() => here.group.hasWork);
    const miner = await minerOf(here.listener.port);
    const late = miner.find(user, 64n);
    pool.chain.offer(buildTemplate({ previousHash: new Uint8Array(32).fill(9) }));
    await until(() => miner.jobs.length === 2);
    expect(miner.jobs[1]?.clean).toBe(true);
    expect(await miner.ask('mining.submit', late)).toMatchObject({ error: [21, 'Job not found', null] });
    expect(await miner.ask('mining.submit', miner.find(user, 4n))).toMatchObject({ result: true });
  });

  it('rolls the version bits that both allow', async () => {
    const pool = await otherPool();
    const here = await relayOf(pool);
    await until(() => here.group.hasWork);
    const miner = new LaneMiner(here.listener.port, scale);
    closing.push(() => miner.close());
    const configured = await miner.ask('mining.configure', [
      ['version-rolling'],
      { 'version-rolling.mask': 'ffffffff' },
    ]);
    expect(configured.result).toEqual({ 'version-rolling': true, 'version-rolling.mask': '1fffe000' });
  });

  it('moves miners to the next address where theirs is lost: those that follow go on, the others come again', async () => {
    const [pool, next] = [await otherPool(), await otherPool()];
    const here = await relayOf([pool, next]);
    await until(() => here.group.hasWork);
    const plain = await minerOf(here.listener.port);
    const following = await minerOf(here.listener.port);
    await following.ask('mining.extranonce.subscribe', []);
    const before = following.prefix;
    await pool.listener.close();
    await until(() => plain.isClosed && following.jobs.length === 2);
    expect(following.prefix).not.toBe(before);
    expect(await following.ask('mining.submit', following.find(user, 64n))).toMatchObject({ result: true });
    await until(() => here.group.counts.accepted.shares === 1);
    expect(next.results).toEqual(['accepted']);
  });

  it('lets no miner in while there is no work, so that it goes to its next pool', async () => {
    const pool = await otherPool();
    await pool.listener.close();
    const here = await relayOf(pool);
    const miner = new LaneMiner(here.listener.port, scale);
    closing.push(() => miner.close());
    expect(await miner.start(user)).toMatchObject({ error: [20, 'There is no work yet, try again', null] });
    await until(() => miner.isClosed);
  });
});
