import { describe, expect, it } from 'vitest';
import { difficultyScale, targetBytes, targetOfWork } from '../../core/difficulty.ts';
import { plainJobs } from '../../core/jobs.ts';
import type { RelayedVerdict } from '../../upstream/relayed-share.ts';
import { easyRules, jobTime } from '../../testing/session-kit.ts';
import { sha256d } from '../../testing/sha256d.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import { readMessage } from '../../wire/message.ts';
import type { MoneroWork } from './monero-client.ts';
import { relayedMonero } from './relayed-dialect.ts';
import { type OpenRelayedMoneroJob, openRelayedMoneroJob } from './relayed-job.ts';
import type { RelayedMoneroEnv, RelayedMoneroInput, RelayedMoneroState } from './relayed-state.ts';

/** One hash for each of work. */
const scale = difficultyScale(1n << 256n);
const blob = new Uint8Array(76).fill(0xbb);
const work: MoneroWork = { blob, seedHash: new Uint8Array(32).fill(5), algorithm: 'rx/0', height: 1000 };

let numbers = 0;
function jobOf(content: string, { hashes = 64n, verifies = true } = {}): OpenRelayedMoneroJob {
  const upstream: UpstreamJob<MoneroWork> = {
    id: 'theirs',
    clean: true,
    // As it is read of four or eight bytes.
    target: targetOfWork(hashes, scale) - 1n,
    networkTarget: undefined,
    room: { prefix: '', freeBytes: 4 },
    work,
    content,
    versionMask: 0,
  };
  numbers += 1;
  const ours = { id: numbers.toString(16), clean: true, number: numbers, chain: 'upstream-other' };
  return openRelayedMoneroJob(upstream, { ...ours, scale, networkWork: 100_000n, verifies });
}

interface Reply {
  readonly result?: { readonly id: string; readonly job: Job; readonly extensions: string[] };
  readonly error?: { readonly message: string } | null;
}

interface Job {
  readonly job_id: string;
  readonly blob: string;
  readonly target: string;
}

it('asks miners for no more work a share than a block takes', () => {
  expect(jobOf('a', { hashes: 64n }).shareWorkMax).toBe(64n);
  expect(jobOf('a', { hashes: 150_000n }).shareWorkMax).toBe(100_000n);
});

/** A session on a leash, with a seat whose lane is 2a. */
class Session {
  state: RelayedMoneroState = relayedMonero.open(7);
  readonly env: RelayedMoneroEnv = {
    now: jobTime * 1000,
    rules: { ...easyRules, scale, minimumWork: 2n, startWork: 8n, maximumWork: 1n << 40n },
    jobs: plainJobs(() => {
      throw new Error('no job is made');
    }) as never,
    sha256d,
    accepting: true,
    verifiesLater: true,
    login: () => ({
      kind: 'login',
      login: { coin: 'XMR', network: 'XMR', address: '4A', memo: null, worker: 'rig', referralCode: null },
    }),
  };

  sit(lane = '2a'): this {
    const moved = relayedMonero.seats?.take(this.state, { room: { prefix: lane, freeBytes: 3 } });
    if (moved === undefined) throw new Error('it cannot be moved');
    this.state = moved;
    return this;
  }

  give(opened: OpenRelayedMoneroJob): Job | undefined {
    const given = relayedMonero.announce(this.state, opened, this.env);
    if (given === undefined) return undefined;
    this.state = given.state;
    return given.line === undefined ? undefined : (JSON.parse(given.line) as { params: Job }).params;
  }

  say(method: string, params: object) {
    const message = readMessage(JSON.stringify({ id: 1, method, params }));
    const step = relayedMonero.receive(this.state, message, this.env);
    this.state = step.state;
    return { ...step, reply: JSON.parse(step.replies[0] ?? '{}') as Reply };
  }

  login(pass = 'x') {
    return this.say('login', { login: 'XMR:4A.rig', pass, agent: 'suite', algo: ['rx/0'] });
  }

  submit(job: Job, nonce: string, result: string, more: object = {}) {
    return this.say('submit', { id: '00000007', job_id: job.job_id, nonce, result, ...more });
  }

  complete(share: unknown, verdict: RelayedVerdict) {
    const step = relayedMonero.complete(this.state, share, verdict, this.env);
    this.state = step.state;
    return step;
  }
}

const proofOf = (hashes: bigint): string =>
  Buffer.from(targetBytes(targetOfWork(hashes, scale))).toString('hex');

describe('a session of Monero whose work another pool gives', () => {
  it('has the lane as the last byte of its nonce, and says so', () => {
    const session = new Session().sit();
    expect(session.give(jobOf('a'))).toBeUndefined();
    const { reply } = session.login();
    expect(reply.result?.extensions).toEqual(['algo', 'nicehash', 'keepalive']);
    expect(reply.result?.job).toMatchObject({
      blob: `${'bb'.repeat(39)}0000002a${'bb'.repeat(33)}`,
      target: 'ffffff1f',
      seed_hash: '05'.repeat(32),
      height: 1000,
      algo: 'rx/0',
    });
    expect(session.give(jobOf('b'))).toMatchObject({ blob: `${'bb'.repeat(39)}0000002a${'bb'.repeat(33)}` });
  });

  it('lets a miner go that comes before there is a lane, or work in it', () => {
    const none = [{ kind: 'disconnect', reason: 'login-refused' }];
    expect(new Session().login().effects).toEqual(none);
    const seated = new Session().sit().login();
    expect(seated.effects).toEqual(none);
    expect(seated.reply.error?.message).toBe('There is no work yet, try again');
  });

  it('gives nothing to proxies that make blocks of their own', () => {
    const session = new Session().sit();
    session.give(jobOf('a'));
    const { reply } = session.say('login', { login: 'XMR:4A.rig', pass: 'x', agent: 'xmr-node-proxy/0.1' });
    expect(reply.error?.message).toContain('xmrig-proxy');
  });

  it('hands a share on with what is free of its nonce, and counts what its job is worth', () => {
    const session = new Session().sit();
    session.give(jobOf('a'));
    const job = session.login().reply.result?.job as Job;
    const { effects } = session.submit(job, '0102032a', proofOf(9n));
    const [effect] = effects;
    if (effect?.kind !== 'verify') throw new Error('it is not handed on');
    const input = effect.input as RelayedMoneroInput;
    expect(input.found).toEqual({ free: '030201', result: proofOf(9n) });
    expect(Buffer.from(input.randomx.blob.subarray(39, 43)).toString('hex')).toBe('0102032a');
    expect(input.seat).toBe(session.state.seat);
    const proof = new Uint8Array(Buffer.from(proofOf(9n), 'hex'));
    const done = session.complete(effect.share, { kind: 'accepted', proof });
    expect(done.effects).toMatchObject([{ kind: 'share', work: 8n, blocks: 0 }]);
    expect(done.replies).toEqual(['{"id":1,"jsonrpc":"2.0","error":null,"result":{"status":"OK"}}\n']);
    const refused = session.complete(effect.share, { kind: 'refused', reason: 'duplicate' });
    expect(refused.effects).toMatchObject([{ kind: 'rejected', reason: 'duplicate' }]);
  });

  it('refuses what is none: another lane, too little, another algorithm, a job that was not given', () => {
    const session = new Session().sit();
    session.give(jobOf('a'));
    const job = session.login().reply.result?.job as Job;
    const why = (step: ReturnType<Session['submit']>): unknown =>
      step.effects.map((effect) => (effect.kind === 'rejected' ? effect.reason : effect.kind));
    expect(why(session.submit(job, '0102032b', proofOf(9n)))).toEqual(['malformed']);
    expect(why(session.submit(job, '0102032a', proofOf(7n)))).toEqual(['low-difficulty']);
    expect(why(session.submit(job, '0102032a', proofOf(9n), { algo: 'rx/wow' }))).toEqual(['malformed']);
    expect(why(session.submit({ ...job, job_id: 'ffff' }, '0102032a', proofOf(9n)))).toEqual(['stale']);
    expect(why(session.submit(job, '01032a', proofOf(9n)))).toEqual(['malformed']);
    expect(why(session.say('submit', { id: 'other', job_id: job.job_id }))).toEqual(['unauthorized']);
    // What was given with one seat holds with no other.
    session.sit('2b');
    expect(why(session.submit(job, '0102032b', proofOf(9n)))).toEqual(['stale']);
  });

  it('never asks for more than the other pool, and exactly for as much where nothing here judges', () => {
    const session = new Session().sit();
    session.give(jobOf('a', { hashes: 4n }));
    expect(session.login().reply.result?.job.target).toBe('ffffff3f');
    const unjudged = new Session().sit();
    unjudged.give(jobOf('a', { hashes: 5000n, verifies: false }));
    expect(unjudged.login().reply.result?.job.target).toBe('711b0d00');
    expect(unjudged.state.given.map(({ work: each }) => each)).toEqual([5000n]);
  });

  it('hears what a miner asks for with the next work: in the first it could have searched before', () => {
    const session = new Session().sit();
    session.give(jobOf('a'));
    session.login('d=32');
    session.give(jobOf('a'));
    session.give(jobOf('b'));
    expect(session.state.given.map(({ work: each }) => each)).toEqual([8n, 8n, 32n]);
  });

  it('answers a proxy that asks for work with what it has, and that it is there', () => {
    const session = new Session().sit();
    session.give(jobOf('a'));
    const job = session.login().reply.result?.job;
    expect(session.say('getjob', { id: '00000007' }).reply.result).toEqual(
      job === undefined ? {} : { ...job },
    );
    expect(session.say('getjob', { id: 'other' }).reply.error?.message).toBe('Log in first');
    expect(session.say('keepalived', { id: '00000007' }).reply.result).toEqual({ status: 'KEEPALIVED' });
  });
});
