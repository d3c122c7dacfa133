import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relayedBitcoin } from '@openlode/stratum/dialects/bitcoin/relayed-dialect';
import { afterEach, describe, expect, it } from 'vitest';
import type { WorkBatch } from '../domain/kernel/work-batch.ts';
import type { ListenedSource } from '../edges/stratum/listener-options.ts';
import { bitcoinRelay } from '../edges/stratum/relay-family.ts';
import { RelayedFeed } from '../edges/stratum/relayed-feed.ts';
import { ShareLog } from '../edges/stratum/share-log.ts';
import { type OrderedSource, ServeInOrder, type UsedSource } from '../edges/stratum/serve-in-order.ts';
import {
  buildTemplate,
  easyRules,
  silentLog,
  startTestPool,
  startTime,
  type TestPool,
  until,
} from '../edges/stratum/testing/listener-kit.ts';
import { offeredRelays } from './open-relays.ts';
import { recordsOf } from './open-sources.ts';
import { LaneMiner } from './testing/lane-miner.ts';

const { scale } = easyRules;
const user = 'DOGE:D1.rig1';
const clock = (): number => startTime * 1000;
const steady = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Ordered extends TestPool {
  readonly served: ServeInOrder;
  readonly moves: UsedSource[];
  /** Whether the other pool is connected and has a job. */
  readonly relayed: RelayedFeed;
  /** Lets this much time pass, with a look each second. */
  pass(seconds: number): void;
  workless: number;
}

/** A port with own work, every share of which is a block, and behind it the work of another pool; the time is the suite's. */
async function startOrdered(
  theirs: TestPool,
  only?: 'chain' | 'upstream',
  records: { readonly shareLog?: ShareLog; readonly batchMs?: number } = {},
): Promise<Ordered> {
  const address = { host: '127.0.0.1', port: theirs.listener.port, tls: undefined };
  const offered = offeredRelays(
    [
      {
        name: 'other',
        algorithm: 'sha256',
        coin: 'BTC',
        network: 'BTC',
        feePpm: 0,
        incomeMax: 1n,
        addresses: [address],
        user: 'DOGE:D1.relay',
        connectionsMax: 2,
        ended: false,
      },
    ],
    silentLog,
    { tickMs: 20, leastWork: 8n, clock },
  ).get('other');
  if (offered === undefined) throw new Error('nothing is offered');
  const relayed = new RelayedFeed({
    family: bitcoinRelay,
    judge: 'session',
    source: offered.open(),
    upstream: 'other',
    chain: 'upstream-other',
    scale,
    now: () => performance.now(),
  });
  const rules = { ...easyRules, startWork: 2n, vardiff: steady };
  const accumulator: ListenedSource['accumulator'] = {
    add: (...share) => pool.accumulator.add(...share),
    writeShares: () => pool.accumulator.writeShares(),
    reject: (...share) => pool.accumulator.reject(...share),
    accepting: () => pool.accumulator.accepting(),
    flush: () => pool.accumulator.flush(),
  };
  const upstream: ListenedSource = {
    rules,
    feed: relayed,
    seats: relayed,
    verifier: relayed.verifier,
    dialects: [relayedBitcoin],
    accumulator: recordsOf(accumulator, relayed),
  };
  let served: ServeInOrder | undefined;
  const order = {
    get using() {
      return served?.using ?? 0;
    },
    get noWork() {
      return served?.noWork;
    },
  };
  const pool: TestPool = await startTestPool({
    ...records,
    rules,
    template: buildTemplate({ bits: 0x207fffff, networkWork: 2n }),
    ...(only === 'upstream' ? upstream : { further: only === 'chain' ? [] : [upstream] }),
    order,
  });
  let now = 0;
  const moves: UsedSource[] = [];
  const own: OrderedSource = { name: 'ltc', kind: 'chain', feed: pool.feed };
  const other: OrderedSource = { name: 'other', kind: 'upstream', feed: relayed };
  served = new ServeInOrder({
    sources: only === 'chain' ? [own] : only === 'upstream' ? [other] : [own, other],
    listeners: [pool.listener],
    steadyNow: () => now,
    now: () => 1_000_000 + now,
    onMove: (used) => void moves.push(used),
    onWorkless: () => void (ordered.workless += 1),
  });
  const begun = served;
  closing.push(async () => {
    begun.close();
    await pool.close();
    relayed.close();
  });
  const ordered: Ordered = Object.assign(pool, {
    served: begun,
    moves,
    relayed,
    workless: 0,
    pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        now += 1000;
        begun.look();
      }
    },
  });
  return ordered;
}

async function otherPool(): Promise<TestPool> {
  const work = 64n;
  const pool = await startTestPool({
    rules: { ...easyRules, minimumWork: work, startWork: work, maximumWork: work },
  });
  closing.push(() => pool.close());
  return pool;
}

async function minerOf({ listener: { port } }: TestPool): Promise<LaneMiner> {
  const miner = new LaneMiner(port, scale);
  closing.push(() => miner.close());
  await miner.start(user);
  await until(() => miner.jobs.length > 0 || miner.isClosed);
  return miner;
}

const accepted = { result: true };
const submit = (miner: LaneMiner, work?: bigint) => miner.ask('mining.submit', miner.find(user, work));
const isAsked = ({ heard }: LaneMiner): boolean => heard.some(({ method }) => method === 'client.reconnect');

/** Work by whose it was. */
function recorded(batches: readonly WorkBatch[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { relayed, lines } of batches)
    for (const { work } of lines) {
      const of = relayed?.upstream ?? 'own';
      sums[of] = (sums[of] ?? 0n) + work;
    }
  return sums;
}

describe('a port with several sources of work', () => {
  it('moves miners to the next where the first gives none, and back; each share counts for the source that gave its work', async () => {
    const theirs = await otherPool();
    const here = await startOrdered(theirs);
    await until(() => here.relayed.hasWork);
    here.pass(60);
    const first = await minerOf(here);
    expect(first.prefix).toHaveLength(8);
    for (let share = 0; share < 3; share += 1) expect(await submit(first)).toMatchObject(accepted);

    here.chain.hasWork = false;
    here.pass(5);
    expect(here.moves).toEqual([
      { name: 'other', kind: 'upstream', place: 1, why: 'lost', since: 1_065_000 },
    ]);
    await until(() => isAsked(first));
    // It is served on until it has come again: a share of the work before counts where it was given, as a block as well.
    expect(await submit(first)).toMatchObject(accepted);
    const second = await minerOf(here);
    expect([second.prefix.length, isAsked(second)]).toEqual([12, false]);
    for (let share = 0; share < 5; share += 1) expect(await submit(second, 64n)).toMatchObject(accepted);
    here.pass(6);
    await until(() => first.isClosed);
    expect(second.isClosed).toBe(false);

    here.chain.hasWork = true;
    here.pass(300);
    expect(here.moves).toHaveLength(1);
    here.pass(1);
    expect(here.moves[1]).toEqual({
      name: 'ltc',
      kind: 'chain',
      place: 0,
      why: 'returned',
      since: 1_372_000,
    });
    await until(() => isAsked(second));
    expect(await submit(second, 64n)).toMatchObject(accepted);
    const third = await minerOf(here);
    expect(third.prefix).toHaveLength(8);
    expect(await submit(third)).toMatchObject(accepted);
    here.pass(6);
    await until(() => second.isClosed);
    expect(third.isClosed).toBe(false);

    await until(() => theirs.results.length === 6);
    expect(theirs.results).toEqual(Array.from({ length: 6 }, () => 'accepted'));
    await here.accumulator.flush();
    // Five shares of our own work of 2 hashes each; of the other pool's six, each of which was given as 2 hashes.
    expect(recorded(here.batches)).toEqual({ own: 10n, other: 12n });
    // Work of the other pool is no block of ours, however heavy.
    expect(here.blocks).toHaveLength(5);
    expect(new Set(here.blocks.map(({ chain }) => chain))).toEqual(new Set(['test-sha256']));
  });

  it('has shares of both on the disk before they are acknowledged [I2]', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'openlode-several-'));
    closing.push(() => rmSync(directory, { recursive: true }));
    const paths = [join(directory, '1'), join(directory, '2')] as const;
    const { shareLog } = ShareLog.open('sha256', paths, silentLog);
    const theirs = await otherPool();
    const here = await startOrdered(theirs, 'upstream', { shareLog, batchMs: 60_000 });
    await until(() => here.relayed.hasWork);
    here.pass(1);
    const miner = await minerOf(here);
    for (let share = 0; share < 3; share += 1) expect(await submit(miner, 64n)).toMatchObject(accepted);
    const { left, shareLog: next } = ShareLog.open('sha256', paths, silentLog);
    expect(recorded(left.map(({ batch }) => batch))).toEqual({ other: 6n });
    await next.close();
  });

  it('gives a share of one source nothing on a connection of the other', async () => {
    const theirs = await otherPool();
    const here = await startOrdered(theirs);
    await until(() => here.relayed.hasWork);
    here.pass(1);
    const own = await minerOf(here);
    here.chain.hasWork = false;
    here.pass(6);
    const relayed = await minerOf(here);
    expect((await relayed.ask('mining.submit', own.find(user))).error?.[0]).toBeGreaterThan(19);
    expect((await own.ask('mining.submit', relayed.find(user, 64n))).error?.[0]).toBeGreaterThan(19);
    await here.accumulator.flush();
    expect(recorded(here.batches)).toEqual({});
    expect([here.blocks, theirs.results]).toEqual([[], []]);
  });

  it('moves no miner for a moment without work, and none while no source has any', async () => {
    const theirs = await otherPool();
    const here = await startOrdered(theirs);
    await until(() => here.relayed.hasWork);
    const miner = await minerOf(here);
    here.chain.hasWork = false;
    here.pass(4);
    here.chain.hasWork = true;
    here.pass(4);
    await theirs.close();
    await until(() => !here.relayed.hasWork);
    here.chain.hasWork = false;
    here.pass(29);
    expect([here.moves, isAsked(miner), miner.isClosed]).toEqual([[], false, false]);
    here.pass(2);
    await until(() => miner.isClosed);
    expect(here.workless).toBe(1);
    expect(here.moves).toEqual([]);
  });

  it('gives those for whom the source in use has no room the work of the next, and asks no one twice', async () => {
    const theirs = await otherPool();
    const here = await startOrdered(theirs);
    await until(() => here.relayed.hasWork);
    here.pass(1);
    here.chain.hasWork = false;
    here.pass(6);
    const relayed = await minerOf(here);
    expect(relayed.prefix).toHaveLength(12);
    here.chain.hasWork = true;
    Object.defineProperty(here.feed, 'hasRoom', { value: false });
    here.pass(301);
    expect(here.moves.at(-1)).toMatchObject({ place: 0, why: 'returned' });
    await until(() => isAsked(relayed));
    const again = await minerOf(here);
    expect(again.prefix).toHaveLength(12);
    here.pass(6);
    await until(() => relayed.isClosed);
    // Four more turns of the move.
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect([isAsked(again), again.isClosed]).toEqual([false, false]);
    expect(await submit(again, 64n)).toMatchObject(accepted);
  });

  it.each(['chain', 'upstream'] as const)(
    'lets miners of a %s that is alone go after half a minute without work, and those that come then at once',
    async (only) => {
      const theirs = await otherPool();
      const here = await startOrdered(theirs, only);
      if (only === 'upstream') await until(() => here.relayed.hasWork);
      here.pass(60);
      const miner = await minerOf(here);
      here.chain.hasWork = false;
      if (only === 'upstream') {
        await theirs.close();
        await until(() => !here.relayed.hasWork);
      }
      here.pass(30);
      expect(here.workless).toBe(0);
      here.pass(1);
      // What another pool cannot tell of its own lane is let go before.
      await until(() => miner.isClosed);
      expect(here.workless).toBe(1);
      const texts = miner.heard.flatMap(({ method, params }) =>
        method === 'client.show_message' ? params : [],
      );
      expect(texts.join()).toContain('use your other pool meanwhile');
      await until(() => here.sessions === 0);
      const late = new LaneMiner(here.listener.port, scale);
      closing.push(() => late.close());
      await until(() => late.isClosed);
      expect(JSON.stringify(late.heard)).toContain('use your other pool meanwhile');
      expect(here.sessions).toBe(0);
      if (only === 'upstream') return;
      here.chain.hasWork = true;
      here.pass(1);
      const again = await minerOf(here);
      expect([again.isClosed, again.jobs.length]).toEqual([false, 1]);
    },
  );
});
