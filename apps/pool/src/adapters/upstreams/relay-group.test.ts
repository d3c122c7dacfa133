import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { difficultyScale } from '@openlode/stratum/core/difficulty';
import {
  bitcoinClient,
  type BitcoinFound,
  type BitcoinWork,
} from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import { onFreePort, until } from '../../edges/stratum/testing/listener-kit.ts';
import type { TakenLane } from './divided-room.ts';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { RelayGroup } from './relay-group.ts';
import type { RelayNote } from './relay-verdict.ts';
import { findRelayed } from './testing/relayed-miner.ts';
import { jobLine, ScriptedPool, usual } from './testing/scripted-pool.ts';

const scale = difficultyScale(0xffffn << 208n);
/** Every hash is a share of a miner, and one in four thousand million one of the upstream. */
const anyHash = (1n << 256n) - 1n;

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A pool whose connections have extranonces of their own. */
async function scripted(
  freeBytes = 4,
  isSame = false,
): Promise<ScriptedPool & { readonly byPrefix: ReadonlyMap<string, Socket> }> {
  let connections = 0;
  const byPrefix = new Map<string, Socket>();
  const pool: ScriptedPool = await onFreePort((port) =>
    ScriptedPool.start(port, (asked, socket) => {
      if (asked.method === 'mining.submit') {
        const error = pool.refuses ? [20, 'no', null] : null;
        return [JSON.stringify({ id: asked.id, result: error === null, error })];
      }
      if (asked.method !== 'mining.subscribe') return usual(asked);
      if (!isSame) connections += 1;
      const prefix = connections.toString(16).padStart(8, '0');
      byPrefix.set(prefix, socket);
      return [JSON.stringify({ id: asked.id, result: [[], prefix, freeBytes], error: null })];
    }),
  );
  closing.push(() => pool.close());
  return Object.assign(pool, { byPrefix });
}

class Miner {
  readonly lanes: TakenLane[] = [];
  readonly jobs: UpstreamJob<BitcoinWork>[] = [];
  gone: string | undefined;
  mayMove = true;
  readonly origin = 'a';

  onLane(lane: TakenLane): void {
    this.lanes.push(lane);
  }

  onJob(job: UpstreamJob<BitcoinWork>): void {
    this.jobs.push(job);
  }

  onGone(why: string): void {
    this.gone = why;
  }

  get prefix(): string | undefined {
    return this.lanes.at(-1)?.room.prefix;
  }
}

class Group {
  readonly group: RelayGroup<BitcoinWork, BitcoinFound>;
  readonly notes: RelayNote[] = [];
  now = 1000;

  constructor(port: number, { verifies = true, connectionsMax = 8 } = {}) {
    this.group = new RelayGroup<BitcoinWork, BitcoinFound>({
      dialect: bitcoinClient,
      settings: {
        user: 'u',
        password: 'x',
        agent: 'openlode',
        scale,
        versionMask: 0,
        silenceMs: 3_600_000,
        easiestTarget: (1n << 256n) - 1n,
      },
      addresses: [{ host: '127.0.0.1', port, tls: undefined }],
      now: () => this.now,
      random: () => 0,
      tickMs: 5,
      verifies,
      connectionsMax,
      onNote: (note) => this.notes.push(note),
    });
    closing.push(() => this.group.close());
  }

  get ups(): number {
    return this.notes.filter(({ kind }) => kind === 'up').length;
  }

  join(count: number): readonly Miner[] {
    const miners = Array.from({ length: count }, () => new Miner());
    for (const miner of miners) this.group.join(miner);
    return miners;
  }

  submit(miner: Miner, target = anyHash) {
    const [job, lane] = [miner.jobs.at(-1), miner.lanes.at(-1)];
    if (job === undefined || lane === undefined) throw new Error('no work');
    const { found, proof } = findRelayed(job, lane.room, target);
    return this.group.submit(miner, { job, found, proof, minersTarget: target });
  }
}

describe('the connections to one upstream', () => {
  it('are one that miners share and one that stands by, to which they go when theirs is lost', async () => {
    const pool = await scripted();
    const group = new Group(pool.port);
    const miners = group.join(3);
    await until(() => group.ups === 2);
    await until(() => miners.every(({ jobs }) => jobs.length === 1));
    const upstream = miners[0]?.prefix?.slice(0, 8);
    expect(miners.map(({ prefix }) => prefix)).toEqual(
      ['00', '01', '02'].map((lane) => `${upstream}${lane}`),
    );
    expect(await group.submit(miners[0] as Miner)).toMatchObject({ kind: 'accepted', by: 'verifier' });

    pool.byPrefix.get(String(upstream))?.destroy();
    await until(() => miners.every(({ jobs }) => jobs.length === 2));
    expect(miners.map(({ lanes }) => lanes.map(({ lane }) => lane))).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(new Set(miners.map(({ prefix }) => prefix?.slice(0, 8)))).toEqual(
      new Set(['00000001', '00000002'].filter((each) => each !== upstream)),
    );
    expect(await group.submit(miners[0] as Miner)).toMatchObject({ kind: 'accepted', by: 'verifier' });
    expect(group.group.counts.judged.shares).toBe(2);
  });

  it('are more where lanes run out, and fewer again a minute after they were needed', async () => {
    const pool = await scripted(3);
    const group = new Group(pool.port);
    const miners = group.join(205);
    await until(() => miners.every(({ jobs }) => jobs.length === 1) && group.ups === 3);
    expect(group.group.connections).toBe(3);
    expect(new Set(miners.map(({ prefix }) => prefix)).size).toBe(205);
    for (const miner of miners.slice(0, 204)) group.group.leave(miner);
    // With the next content the lanes that were given back rest no longer.
    pool.say(jobLine('2'));
    group.now += 59_999;
    expect(group.group.connections).toBe(3);
    group.now += 1;
    await until(() => group.group.connections === 2);
    await until(() => pool.sockets.size === 2);
    const last = miners[204] as Miner;
    expect(await group.submit(last)).toMatchObject({ kind: 'accepted' });
  });

  it('have one miner each where nothing is judged here, and share when there may be no more', async () => {
    const pool = await scripted();
    const group = new Group(pool.port, { verifies: false, connectionsMax: 3 });
    const miners = group.join(2);
    await until(() => miners.every(({ jobs }) => jobs.length === 1));
    expect(new Set(miners.map(({ prefix }) => prefix?.slice(0, 8))).size).toBe(2);
    const others = group.join(4);
    await until(() => others.every(({ jobs }) => jobs.length === 1));
    const each = [...miners, ...others].map(({ prefix }) => prefix?.slice(0, 8));
    expect(group.group.connections).toBe(3);
    expect(new Set(each).size).toBe(3);
    expect(new Set([...miners, ...others].map(({ prefix }) => prefix)).size).toBe(6);
  });

  it('have room for sixteen miners each where nothing is judged here', async () => {
    const pool = await scripted();
    const group = new Group(pool.port, { verifies: false, connectionsMax: 2 });
    const miners = group.join(31);
    await until(() => miners.every(({ jobs }) => jobs.length === 1));
    expect(group.group.hasRoom).toBe(true);
    const [last] = group.join(1) as [Miner];
    await until(() => last.jobs.length === 1);
    expect(group.group.hasRoom).toBe(false);
  });

  it('have room for as many miners as there are lanes', async () => {
    const pool = await scripted(3);
    const group = new Group(pool.port, { connectionsMax: 1 });
    const miners = group.join(255);
    await until(() => miners.every(({ jobs }) => jobs.length === 1));
    expect(group.group.hasRoom).toBe(true);
    const [last] = group.join(1) as [Miner];
    await until(() => last.jobs.length === 1);
    expect(group.group.hasRoom).toBe(false);
    // One that was given back rests until the next content.
    group.group.leave(last);
    expect(group.group.hasRoom).toBe(false);
    pool.say(jobLine('2'));
    await until(() => group.group.hasRoom);
  });

  it('let miners go after half a minute without work', async () => {
    const pool = await scripted();
    const group = new Group(pool.port);
    const [miner] = group.join(1) as [Miner];
    await until(() => miner.jobs.length === 1 && group.ups === 2);
    await pool.close();
    await until(() => group.notes.filter((note) => note.kind === 'down' && note.wasUp).length === 2);
    group.now += 29_999;
    expect(miner.gone).toBe(undefined);
    group.now += 1;
    await until(() => miner.gone === 'no-work');
    expect(await group.submit(miner)).toEqual({ kind: 'refused', by: 'here', why: 'stale' });
  });

  it('take no lane for a miner that cannot be told of another one: it comes again', async () => {
    const pool = await scripted();
    const group = new Group(pool.port);
    const miners = group.join(3) as [Miner, Miner, Miner];
    await until(() => group.ups === 2 && miners.every(({ jobs }) => jobs.length === 1));
    for (const plain of miners.slice(0, 2)) plain.mayMove = false;
    pool.byPrefix.get(String(miners[0].prefix?.slice(0, 8)))?.destroy();
    await until(() => miners[2].jobs.length === 2);
    expect(miners.map(({ gone }) => gone)).toEqual(['moved', 'moved', undefined]);
    expect(miners.map(({ lanes }) => lanes.map(({ lane }) => lane))).toEqual([[0], [1], [2, 0]]);
  });

  it('are more, too, where lanes rest that miners have given back', async () => {
    const pool = await scripted(3);
    const group = new Group(pool.port);
    const gone = group.join(150);
    await until(() => group.ups === 2 && gone.every(({ jobs }) => jobs.length === 1));
    for (const miner of gone) group.group.leave(miner);
    expect(group.group.connections).toBe(2);
    group.join(60);
    expect(group.group.connections).toBe(3);
  });

  it('never give two miners the same: lanes are those of the extranonce, however many connections were given it', async () => {
    const pool = await scripted(4, true);
    const group = new Group(pool.port, { verifies: false, connectionsMax: 3 });
    const miners = group.join(6);
    await until(() => miners.every(({ jobs }) => jobs.length === 1));
    expect(group.ups).toBe(3);
    expect(new Set(miners.map(({ prefix }) => prefix)).size).toBe(6);
  });

  it('take no more false shares of a client address than sixteen and those on their way, on whichever lane', async () => {
    const pool = await scripted();
    const group = new Group(pool.port, { verifies: false, connectionsMax: 2 });
    pool.refuses = true;
    let nonce = 0;
    const flood = async (): Promise<Miner> => {
      const [miner] = group.join(1) as [Miner];
      await until(() => miner.jobs.length === 1 || miner.gone !== undefined);
      const [job, lane] = [miner.jobs[0], miner.lanes[0]];
      if (job === undefined || lane === undefined) return miner;
      const { found } = findRelayed(job, lane.room, anyHash);
      await Promise.all(
        Array.from({ length: 12 }, async () => {
          const share = { job, found: { ...found, nonce: ++nonce }, proof: undefined };
          return group.group.submit(miner, { ...share, minersTarget: anyHash });
        }),
      );
      group.group.leave(miner);
      return miner;
    };
    for (let each = 0; each < 4; each += 1) await flood();
    expect(pool.count('mining.submit')).toBe(24);
    expect((await flood()).gone).toBe('bad-shares');
    group.now += 600_000;
    expect((await flood()).gone).toBeUndefined();
    expect(pool.count('mining.submit')).toBe(36);
  });

  it('let a miner go whose shares the upstream does not take, and no other', async () => {
    const pool = await scripted();
    const group = new Group(pool.port);
    const [bad, good] = group.join(2) as [Miner, Miner];
    await until(() => bad.jobs.length === 1 && good.jobs.length === 1);
    pool.refuses = true;
    const job = bad.jobs[0] as UpstreamJob<BitcoinWork>;
    const { found } = findRelayed(job, (bad.lanes[0] as TakenLane).room, anyHash);
    for (let nonce = 0; nonce < 16; nonce++) {
      const share = { job, found: { ...found, nonce }, proof: undefined, minersTarget: anyHash };
      expect(await group.group.submit(bad, share)).toEqual({ kind: 'refused', by: 'upstream', why: 'other' });
    }
    expect([bad.gone, good.gone]).toEqual(['bad-shares', undefined]);
    expect(await group.submit(good)).toMatchObject({ kind: 'accepted' });
  });
});
