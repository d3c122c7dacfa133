import { afterEach, describe, expect, it } from 'vitest';
import { difficultyScale, targetOfWork } from '@openlode/stratum/core/difficulty';
import {
  bitcoinClient,
  type BitcoinFound,
  type BitcoinWork,
} from '@openlode/stratum/dialects/bitcoin/bitcoin-client';
import type { LanePlan } from '@openlode/stratum/upstream/lane-plan';
import {
  buildTemplate,
  easyRules,
  onFreePort,
  startTestPool,
  type TestPool,
  until,
} from '../../edges/stratum/testing/listener-kit.ts';
import type { TakenLane } from './divided-room.ts';
import type { UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { MinersShare, RelayNote, RelayVerdict } from './relay-verdict.ts';
import { RelayedWork } from './relayed-work.ts';
import { findRelayed } from './testing/relayed-miner.ts';
import { jobLine, ScriptedPool, usual } from './testing/scripted-pool.ts';
import type { UpstreamAddress } from './upstream-address.ts';
import { UpstreamMemory } from './upstream-memory.ts';

const scale = difficultyScale(0xffffn << 208n);
/** What the upstream asks of a share, and what our own miners are asked. */
const upstreamWork = 32n;
const minersTarget = targetOfWork(2n, scale);

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const at = (port: number): UpstreamAddress => ({ host: '127.0.0.1', port, tls: undefined });

/** A relay of one upstream, with everything that it says. */
class Relay {
  readonly work: RelayedWork<BitcoinWork, BitcoinFound>;
  readonly jobs: UpstreamJob<BitcoinWork>[] = [];
  readonly plans: (LanePlan | undefined)[] = [];
  readonly notes: RelayNote[] = [];
  readonly bad: TakenLane[] = [];
  now = 1000;
  #looks = 0;
  /** Longer than any machine takes. */
  lateAnswerMs = 600_000;

  constructor(...addresses: readonly [UpstreamAddress, ...UpstreamAddress[]]) {
    const lateAnswerMs = (): number => this.lateAnswerMs;
    this.work = new RelayedWork<BitcoinWork, BitcoinFound>({
      get lateAnswerMs() {
        return lateAnswerMs();
      },
      dialect: bitcoinClient,
      settings: {
        user: 'DOGE:D1.relay',
        password: 'x',
        agent: 'openlode',
        scale,
        versionMask: 0x1fffe000,
        silenceMs: 3_600_000,
        easiestTarget: minersTarget,
      },
      addresses,
      now: () => {
        this.#looks += 1;
        return this.now;
      },
      random: () => 0,
      tickMs: 5,
      memory: new UpstreamMemory({ random: () => 0, now: () => 0 }),
      onBadLane: (lane) => this.bad.push(lane),
      onJob: (job) => this.jobs.push(job),
      onLanes: (plan) => this.plans.push(plan),
      onNote: (note) => this.notes.push(note),
    });
    closing.push(() => this.work.close());
  }

  get job(): UpstreamJob<BitcoinWork> {
    const job = this.jobs.at(-1);
    if (job === undefined) throw new Error('no job');
    return job;
  }

  lane(owner = 'a'): TakenLane {
    const taken = this.work.takeLane(owner);
    if (taken === undefined) throw new Error('no lane');
    return taken;
  }

  /** A share as the miner of a lane finds it; `judged` false where we have no verifier. */
  share(
    lane: TakenLane,
    { target = minersTarget, from = 0, judged = true } = {},
  ): MinersShare<BitcoinFound> & { readonly nonce: number } {
    const { found, proof } = findRelayed(this.job, lane.room, target, from);
    return {
      lane,
      job: this.job,
      found,
      nonce: found.nonce,
      proof: judged ? proof : undefined,
      minersTarget,
    };
  }

  async hasWork(jobs = 1): Promise<void> {
    await until(() => this.jobs.length >= jobs);
  }

  /** It has looked at the time a few times since. */
  async looks(): Promise<void> {
    const before = this.#looks;
    await until(() => this.#looks > before + 4);
  }

  /** Ends of connections, as an operator reads them. */
  get downs(): readonly string[] {
    return this.notes.flatMap((note) => {
      if (note.kind !== 'down') return [];
      return [note.end.kind === 'fault' ? note.end.fault : note.end.kind];
    });
  }
}

async function openlode(overrides: Parameters<typeof startTestPool>[0] = {}): Promise<TestPool> {
  const vardiff = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };
  const pool = await startTestPool({
    rules: { ...easyRules, startWork: upstreamWork, vardiff },
    ...overrides,
  });
  closing.push(() => pool.close());
  return pool;
}

async function scripted(script = usual): Promise<ScriptedPool> {
  const pool = await onFreePort((port) => ScriptedPool.start(port, script));
  closing.push(() => pool.close());
  return pool;
}

describe('the work of another Openlode', () => {
  it('is divided among miners, whose shares it accepts as far as they are shares of it', async () => {
    const pool = await openlode();
    const relay = new Relay(at(pool.listener.port));
    await relay.hasWork();
    expect(relay.plans).toEqual([
      { laneBytes: 2, freeBytes: 2, firstLane: 0, lanes: 65_536, isShared: false },
    ]);
    expect(relay.job.versionMask).toBe(0x1fffe000);
    const lanes = [relay.lane(), relay.lane(), relay.lane()];
    expect(lanes.map(({ room }) => room.prefix)).toEqual(
      ['f0000001', 'f0000001', 'f0000001'].map((each, lane) => `${each}000${lane}`),
    );

    const verdicts: RelayVerdict[] = [];
    for (const lane of lanes)
      for (let from = 0, count = 0; count < 60; count++) {
        const share = relay.share(lane, { from });
        from = share.nonce + 1;
        verdicts.push(await relay.work.submit(share));
      }
    expect(new Set(verdicts.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
    const { judged, forwarded } = relay.work.counts;
    expect(judged).toEqual({ shares: 180, work: 360n });
    // Of shares of work 2 every sixteenth is one of work 32: fewer than 3 or more than 30 of 180 are one in a million.
    expect(forwarded.shares).toBeGreaterThan(2);
    expect(forwarded.shares).toBeLessThan(31);
    await until(() => relay.work.counts.accepted.shares === forwarded.shares);
    expect(relay.work.counts.accepted).toEqual(forwarded);
    expect(pool.results).toEqual(Array.from({ length: forwarded.shares }, () => 'accepted'));
  });

  it('is sent no share twice', async () => {
    const pool = await openlode();
    const relay = new Relay(at(pool.listener.port));
    await relay.hasWork();
    const share = relay.share(relay.lane(), { target: targetOfWork(upstreamWork, scale) });
    expect(await relay.work.submit(share)).toMatchObject({ kind: 'accepted', by: 'verifier' });
    expect(await relay.work.submit(share)).toEqual({ kind: 'refused', by: 'here', why: 'duplicate' });
    await until(() => relay.work.counts.accepted.shares === 1);
    expect(pool.results).toEqual(['accepted']);
  });

  it('counts by its word alone where we have no verifier', async () => {
    const pool = await openlode();
    const relay = new Relay(at(pool.listener.port));
    await relay.hasWork();
    const lane = relay.lane();
    const good = relay.share(lane, { target: targetOfWork(upstreamWork, scale), judged: false });
    expect(await relay.work.submit(good)).toEqual({ kind: 'accepted', by: 'upstream', work: 32n });
    // A hash of work 2 that is none of work 32.
    let low = relay.share(lane);
    while (
      findRelayed(relay.job, lane.room, minersTarget, low.nonce).proof <= targetOfWork(upstreamWork, scale)
    )
      low = relay.share(lane, { from: low.nonce + 1 });
    expect(await relay.work.submit({ ...low, proof: undefined })).toEqual({
      kind: 'refused',
      by: 'upstream',
      why: 'low-difficulty',
    });
    expect(relay.work.counts).toMatchObject({
      judged: { shares: 0 },
      forwarded: { shares: 2 },
      accepted: { shares: 1 },
    });
  });

  it('moves to new jobs, and sends what came late only as long as it may count', async () => {
    const pool = await openlode();
    const relay = new Relay(at(pool.listener.port));
    await relay.hasWork();
    const lane = relay.lane();
    const late = relay.share(lane, { target: targetOfWork(upstreamWork, scale) });
    const lateAndLow = { ...relay.share(lane), proof: minersTarget };
    pool.chain.offer(buildTemplate({ previousHash: new Uint8Array(32).fill(9) }));
    await relay.hasWork(2);
    expect(relay.job.clean).toBe(true);
    expect(await relay.work.submit(lateAndLow)).toEqual({ kind: 'refused', by: 'here', why: 'stale' });
    expect(await relay.work.submit(late)).toEqual({ kind: 'refused', by: 'upstream', why: 'stale' });
    // Sent over and over, what came late is a duplicate as any other.
    expect(await relay.work.submit(lateAndLow)).toEqual({ kind: 'refused', by: 'here', why: 'duplicate' });
    const tooLow = { ...lateAndLow, proof: minersTarget + 1n };
    expect(await relay.work.submit(tooLow)).toEqual({ kind: 'refused', by: 'here', why: 'low-difficulty' });
    expect(relay.work.counts).toMatchObject({ stale: { shares: 1 }, 'refused-here': { shares: 3 } });
    relay.now += 2001;
    expect(await relay.work.submit({ ...late, found: { ...late.found, nonce: 1 } })).toEqual({
      kind: 'refused',
      by: 'here',
      why: 'stale',
    });
    expect(relay.work.counts.forwarded.shares).toBe(1);
  });

  it('goes on with other lanes when its extranonce changes', async () => {
    const pool = await openlode();
    const relay = new Relay(at(pool.listener.port));
    await relay.hasWork();
    const before = relay.lane();
    const old = relay.share(before, { target: targetOfWork(upstreamWork, scale) });
    // What it answers is behind what it was asked before: it knows by then that we follow its extranonce.
    expect(await relay.work.submit({ ...old, proof: undefined })).toMatchObject({ kind: 'accepted' });
    pool.extranonces.retire();
    pool.extranonces.begin(0xf1);
    pool.chain.offer(buildTemplate({ previousHash: new Uint8Array(32).fill(9) }));
    await until(
      () =>
        relay.plans.length >= 2 && relay.plans.at(-1) !== undefined && relay.job.room.prefix.startsWith('f1'),
    );
    expect(await relay.work.submit(old)).toEqual({ kind: 'refused', by: 'here', why: 'stale' });
    const after = relay.lane();
    expect(after.room.prefix.startsWith('f1')).toBe(true);
    const share = relay.share(after, { target: targetOfWork(upstreamWork, scale) });
    expect(await relay.work.submit(share)).toMatchObject({ kind: 'accepted' });
    await until(() => relay.work.counts.accepted.shares === 2);
  });
});

describe('an upstream that fails', () => {
  it('leaves its unanswered shares unknown after ten seconds, and hears what became of them', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const share = relay.share(relay.lane(), { judged: false });
    const verdict = relay.work.submit(share);
    await until(() => pool.count('mining.submit') === 1);
    relay.now += 10_000;
    expect(await verdict).toEqual({ kind: 'unknown' });
    expect(relay.work.counts).toMatchObject({ unknown: { shares: 1 }, accepted: { shares: 0 } });
    const { id } = pool.asked.at(-1) ?? {};
    pool.say(JSON.stringify({ id, result: true, error: null }));
    await until(() => relay.work.counts.accepted.shares === 1);
    expect(relay.work.counts.unknown.shares).toBe(0);
  });

  it('holds up no miner over a late share: it counts nothing unless it is taken at once', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    relay.lateAnswerMs = 5;
    await relay.hasWork();
    const late = { ...relay.share(relay.lane()), proof: 1n };
    pool.say(jobLine('2'));
    await relay.hasWork(2);
    // Its time stands still: ten seconds never pass.
    expect(await relay.work.submit(late)).toEqual({ kind: 'unknown' });
    await until(() => pool.count('mining.submit') === 1);
    expect(relay.work.counts).toMatchObject({ forwarded: { shares: 1 }, unknown: { shares: 0 } });
    const { id } = pool.asked.at(-1) ?? {};
    pool.say(JSON.stringify({ id, result: true, error: null }));
    await until(() => relay.work.counts.accepted.shares === 1);
  });

  it('takes a late share once, though it gives the same content again for harder shares', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const difficulty = (value: number): string =>
      JSON.stringify({ id: null, method: 'mining.set_difficulty', params: [value] });
    pool.say(difficulty(0.001), jobLine('1', false));
    await relay.hasWork(2);
    // A share of the easier job, and none of the harder one, where it would only be judged.
    const late = { ...relay.share(relay.lane()), proof: 100n * (0xffffn << 208n) };
    pool.say(difficulty(0.5), jobLine('1'));
    await relay.hasWork(3);
    const verdict = relay.work.submit(late);
    await until(() => pool.count('mining.submit') === 1);
    pool.say(JSON.stringify({ id: pool.asked.at(-1)?.id, result: true, error: null }));
    expect(await verdict).toMatchObject({ kind: 'accepted', by: 'upstream' });
    const duplicate = { kind: 'refused', by: 'here', why: 'duplicate' };
    expect(await relay.work.submit({ ...late, job: relay.job })).toEqual(duplicate);
  });

  it('takes a late share not at all where the same has counted for another job meanwhile', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const difficulty = (value: number): string =>
      JSON.stringify({ id: null, method: 'mining.set_difficulty', params: [value] });
    pool.say(difficulty(0.001), jobLine('1', false));
    await relay.hasWork(2);
    const late = { ...relay.share(relay.lane()), proof: 100n * (0xffffn << 208n) };
    pool.say(difficulty(0.5), jobLine('1'));
    await relay.hasWork(3);
    const verdict = relay.work.submit(late);
    await until(() => pool.count('mining.submit') === 1);
    expect(await relay.work.submit({ ...late, job: relay.job })).toMatchObject({ kind: 'accepted' });
    pool.say(JSON.stringify({ id: pool.asked.at(-1)?.id, result: true, error: null }));
    expect(await verdict).toEqual({ kind: 'refused', by: 'here', why: 'duplicate' });
  });

  it('neither counts a late share whose content is gone, nor blames its miner', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const late = { ...relay.share(relay.lane()), proof: 1n };
    pool.say(jobLine('2'));
    await relay.hasWork(2);
    const verdict = relay.work.submit(late);
    await until(() => pool.count('mining.submit') === 1);
    const { id } = pool.asked.at(-1) ?? {};
    // Other room for its miners: what was open before is forgotten.
    pool.say(
      JSON.stringify({ id: null, method: 'mining.set_extranonce', params: ['aabbccdd', 4] }),
      jobLine('3'),
    );
    await relay.hasWork(3);
    pool.say(JSON.stringify({ id, result: true, error: null }));
    expect(await verdict).toEqual({ kind: 'unknown' });
  });

  it('is sent no more than 256 shares that it does not answer, blocks apart, and what is not sent counts nothing', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    pool.say(
      JSON.stringify({ id: null, method: 'mining.set_difficulty', params: [0.001] }),
      jobLine('2', false),
    );
    await relay.hasWork(2);
    const lane = relay.lane();
    const first = relay.share(lane);
    const shareOf = (nonce: number, proof: bigint): MinersShare<BitcoinFound> => ({
      ...first,
      found: { ...first.found, nonce },
      proof,
    });
    // Harder than its difficulty asks for, and no blocks.
    const network = 0xffffn << 208n;
    for (let nonce = 0; nonce < 256; nonce += 1)
      expect(await relay.work.submit(shareOf(nonce, network + 1n + BigInt(nonce)))).toMatchObject({
        kind: 'accepted',
      });
    const surplus = shareOf(300, network + 300n);
    const busy = { kind: 'refused', by: 'here', why: 'busy' };
    expect(await relay.work.submit(surplus)).toEqual(busy);
    expect(relay.notes.filter(({ kind }) => kind === 'unsent')).toHaveLength(1);
    expect(relay.work.counts).toMatchObject({ judged: { shares: 256 }, unsent: { shares: 1 } });
    expect(await relay.work.submit(shareOf(301, network))).toMatchObject({ kind: 'accepted' });
    await until(() => pool.count('mining.submit') === 257);
    const asked = pool.asked.findLast(({ method }) => method === 'mining.submit');
    for (const { id } of [asked, pool.asked.find(({ method }) => method === 'mining.submit')].map(
      (each) => each ?? { id: 0 },
    ))
      pool.say(JSON.stringify({ id, result: true, error: null }));
    await until(() => relay.work.counts.accepted.shares === 2);
    // It was not sent, so it is none that was seen before.
    expect(await relay.work.submit(surplus)).toMatchObject({ kind: 'accepted' });
    relay.now += 10_000;
    await until(() => relay.downs.length === 1);
    expect(relay.downs).toEqual(['refused-here']);
  });

  it('is heard four times a second, however many jobs it gives: the newest counts', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const jobs = Array.from({ length: 20 }, (_, index) => jobLine(`flood${index}`, index === 10));
    const end = JSON.stringify({ id: null, method: 'client.show_message', params: ['that was all'] });
    pool.say(...jobs, end);
    await until(() => relay.notes.some(({ kind }) => kind === 'message'));
    expect(relay.jobs.map(({ id }) => id)).toEqual(['1', 'flood0', 'flood1', 'flood2']);
    relay.now += 250;
    await relay.hasWork(5);
    // One of those that were left out closed all before it.
    expect([relay.job.id, relay.job.clean]).toEqual(['flood19', true]);
  });

  it('takes what it has not answered with it, and gives no work until its first fresh job', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const verdict = relay.work.submit(relay.share(relay.lane(), { judged: false }));
    await until(() => pool.count('mining.submit') === 1);
    for (const socket of pool.sockets) socket.destroy();
    expect(await verdict).toEqual({ kind: 'unknown' });
    expect(relay.work.takeLane('a')).toBeUndefined();
    expect(relay.plans).toHaveLength(2);
    expect(relay.plans[1]).toBeUndefined();
    relay.now += 1000;
    await relay.hasWork(2);
    // The same job and extranonce as before: what was searched in its first lane is not searched again.
    expect(relay.job).toMatchObject({ id: '1', room: { prefix: '08000001' } });
    expect(relay.lane().lane).toBe(1);
    expect(relay.downs).toEqual(['closed']);
  });

  it('gets no share twice, and pays for none twice, that it has given another name or difficulty', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const lane = relay.lane();
    const share = relay.share(lane);
    expect(await relay.work.submit(share)).toMatchObject({ kind: 'accepted', by: 'verifier', work: 2n });
    pool.say(JSON.stringify({ id: null, method: 'mining.set_difficulty', params: [2] }), jobLine('1', false));
    await relay.hasWork(2);
    expect(relay.job).not.toBe(share.job);
    expect(await relay.work.submit({ ...share, job: relay.job })).toEqual({
      kind: 'refused',
      by: 'here',
      why: 'duplicate',
    });
    const other = relay.share(lane, { from: share.nonce + 1 });
    expect(await relay.work.submit(other)).toMatchObject({ kind: 'accepted', by: 'verifier', work: 2n });
    expect(relay.work.counts).toMatchObject({ judged: { shares: 2, work: 4n }, forwarded: { shares: 0 } });
  });

  it('is left for the next of the list', async () => {
    const [first, second] = [await scripted(), await scripted()];
    const relay = new Relay(at(first.port), at(second.port));
    await relay.hasWork();
    expect(second.connections).toBe(0);
    for (const socket of first.sockets) socket.destroy();
    await relay.hasWork(2);
    expect([first.connections, second.connections]).toEqual([1, 1]);
    expect(relay.downs).toEqual(['closed']);
  });

  it('is tried again after a pause that doubles', async () => {
    const pool = await scripted(() => ['not stratum']);
    const relay = new Relay(at(pool.port));
    await until(() => relay.downs.length === 1);
    for (const [ms, count] of [
      [999, 1],
      [1, 2],
      [1999, 2],
      [1, 3],
      [3999, 3],
      [1, 4],
    ] as const) {
      relay.now += ms;
      await until(() => relay.downs.length >= count);
      await relay.looks();
      expect(pool.connections).toBe(count);
    }
    expect(new Set(relay.downs)).toEqual(new Set(['unreadable']));
  });

  it('is left alone for a minute when it refuses the login', async () => {
    const pool = await scripted((asked) =>
      asked.method === 'mining.authorize'
        ? [JSON.stringify({ id: asked.id, result: null, error: [24, 'who are you', null] })]
        : usual(asked),
    );
    const relay = new Relay(at(pool.port));
    await until(() => relay.downs.length === 1);
    expect(relay.downs).toEqual(['login-refused']);
    relay.now += 59_999;
    await relay.looks();
    expect(pool.connections).toBe(1);
    relay.now += 1;
    await until(() => relay.downs.length === 2);
  });

  it('is not followed to an address that is not listed', async () => {
    const [pool, other, foreign] = [await scripted(), await scripted(), await scripted()];
    const relay = new Relay(at(pool.port), { ...at(other.port), host: 'localhost' });
    await relay.hasWork();
    pool.say(
      JSON.stringify({ id: null, method: 'client.reconnect', params: ['127.0.0.2', foreign.port, 0] }),
    );
    await until(() => relay.downs.length === 1);
    expect(relay.notes.find(({ kind }) => kind === 'down')).toMatchObject({
      end: { kind: 'sent-elsewhere', host: '127.0.0.2', followed: false },
    });
    await relay.hasWork(2);
    expect([pool.connections, other.connections, foreign.connections]).toEqual([1, 1, 0]);
  });

  it('is followed to an address that is listed, after the time that it asks for', async () => {
    const [pool, other] = [await scripted(), await scripted()];
    const relay = new Relay(at(pool.port), { ...at(other.port), host: 'localhost' });
    await relay.hasWork();
    pool.say(JSON.stringify({ id: null, method: 'client.reconnect', params: ['localhost', other.port, 5] }));
    await until(() => relay.downs.length === 1);
    relay.now += 4999;
    await relay.looks();
    expect(other.connections).toBe(0);
    relay.now += 1;
    await relay.hasWork(2);
    expect(relay.work.takeLane('a')).toBeDefined();
    expect(other.connections).toBe(1);
  });

  it('is not followed for longer than ten seconds, nor twice in five minutes: the next of the list is tried', async () => {
    const [pool, other] = [await scripted(), await scripted()];
    const relay = new Relay(at(pool.port), at(other.port));
    await relay.hasWork();
    const wish = (wait: number): string =>
      JSON.stringify({ id: null, method: 'client.reconnect', params: ['', '', wait] });
    pool.say(wish(3600));
    await relay.hasWork(2);
    expect([pool.connections, other.connections]).toEqual([1, 1]);
    relay.now += 1000;
    other.say(wish(0));
    await relay.hasWork(3);
    expect([pool.connections, other.connections]).toEqual([1, 2]);
    other.say(wish(0));
    await relay.hasWork(4);
    expect([pool.connections, other.connections]).toEqual([2, 2]);
    expect(relay.downs).toEqual(['sent-elsewhere', 'sent-elsewhere', 'sent-elsewhere']);
  });

  const refusing = () =>
    scripted((asked) =>
      asked.method === 'mining.submit'
        ? [JSON.stringify({ id: asked.id, result: null, error: [20, 'no', null] })]
        : usual(asked),
    );

  it('is given up when it takes none of the shares of several miners that we have judged; one of them is let go first', async () => {
    const pool = await refusing();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const [lane, again, other] = [relay.lane(), relay.lane(), relay.lane('b')];
    let proofs = 0n;
    const submit = async (of: TakenLane, count: number): Promise<void> => {
      for (let share = 0, from = 0; share < count; share++) {
        const next = relay.share(of, { from });
        from = next.nonce + 1;
        // As if it were one of the upstream's.
        proofs += 1n;
        expect(await relay.work.submit({ ...next, proof: proofs })).toMatchObject({ kind: 'accepted' });
      }
    };
    await submit(lane, 8);
    await until(() => relay.work.counts.other.shares === 8);
    // However many of one miner it refuses, and however often that comes again: the others have done nothing.
    await submit(again, 12);
    await until(() => relay.work.counts.other.shares === 20);
    expect(relay.downs).toEqual([]);
    expect(relay.bad).toEqual([lane, ...Array.from({ length: 12 }, () => again)]);
    await submit(other, 8);
    await until(() => relay.downs.length === 1);
    expect(relay.downs).toEqual(['refused-here']);
    expect(relay.bad).not.toContain(other);
  });

  it('is given up, too, when it takes no share of the only one who works for it', async () => {
    const pool = await refusing();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const lane = relay.lane();
    for (let share = 0, from = 0; share < 16; share++) {
      const next = relay.share(lane, { from });
      from = next.nonce + 1;
      await relay.work.submit({ ...next, proof: BigInt(share + 1) });
    }
    await until(() => relay.downs.length === 1);
    expect(relay.downs).toEqual(['refused-here']);
  });

  it('is kept, and the miner let go, when it takes none of a miner whose shares are not judged here', async () => {
    const pool = await refusing();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const lane = relay.lane();
    for (let from = 0, count = 0; count < 16; count++) {
      const share = relay.share(lane, { from, judged: false });
      from = share.nonce + 1;
      expect(await relay.work.submit(share)).toEqual({ kind: 'refused', by: 'upstream', why: 'other' });
    }
    expect(relay.bad).toEqual([lane]);
    expect(relay.downs).toEqual([]);
  });

  it('has no more than sixteen unanswered shares of one client address, and all of another', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const [one, second, other] = [relay.lane('a'), relay.lane('a'), relay.lane('b')];
    for (let from = 0, count = 0; count < 16; count++) {
      const share = relay.share(one, { from, judged: false });
      from = share.nonce + 1;
      void relay.work.submit(share);
    }
    for (const lane of [one, second]) {
      const share = relay.share(lane, { from: 1_000_000, judged: false });
      expect(await relay.work.submit(share)).toEqual({ kind: 'refused', by: 'here', why: 'busy' });
    }
    void relay.work.submit(relay.share(other, { judged: false }));
    await until(() => pool.count('mining.submit') === 17);
    expect(relay.work.counts).toMatchObject({ forwarded: { shares: 17 }, 'refused-here': { shares: 2 } });
  });

  it('is sent again what could not be sent, and no version bits that were not agreed on', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    const lane = relay.lane();
    const share = relay.share(lane, { judged: false });
    const rolled = { ...share.found, version: share.found.version ^ 0x2000 };
    expect(await relay.work.submit({ ...share, found: rolled })).toEqual({
      kind: 'refused',
      by: 'here',
      why: 'version-bits',
    });
    for (let count = 0; count < 2; count++)
      expect(await relay.work.submit({ ...share, found: { ...share.found, free: 'zz'.repeat(3) } })).toEqual({
        kind: 'refused',
        by: 'here',
        why: 'malformed',
      });
    expect(relay.work.counts).toMatchObject({ forwarded: { shares: 0 }, unsent: { shares: 2 } });
  });

  it('is refused where its difficulty is below that of our own lightest share', async () => {
    const pool = await scripted();
    const relay = new Relay(at(pool.port));
    await relay.hasWork();
    pool.say(JSON.stringify({ id: null, method: 'mining.set_difficulty', params: [4e-10] }), jobLine('2'));
    await until(() => relay.downs.length === 1);
    expect(relay.downs).toEqual(['bad-difficulty']);
  });

  it('is refused where nothing of its extranonce can be divided', async () => {
    const pool = await scripted((asked) =>
      asked.method === 'mining.subscribe'
        ? [JSON.stringify({ id: asked.id, result: [[], '08000001', 2], error: null })]
        : usual(asked),
    );
    const relay = new Relay(at(pool.port));
    await until(() => relay.downs.length === 1);
    expect(relay.notes).toMatchObject([
      { kind: 'up' },
      { kind: 'down', end: { kind: 'refused-here', why: '2 bytes cannot be divided among miners' } },
    ]);
    expect(relay.jobs).toEqual([]);
  });
});
