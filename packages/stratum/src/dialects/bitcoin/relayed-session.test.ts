import { describe, expect, it } from 'vitest';
import { targetBytes, targetOfWork } from '../../core/difficulty.ts';
import { easyRules, jobTime, sha256Scale } from '../../testing/session-kit.ts';
import { sha256d } from '../../testing/sha256d.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import type { Seat } from '../../upstream/relayed-share.ts';
import { readMessage } from '../../wire/message.ts';
import type { BitcoinWork } from './bitcoin-client.ts';
import { takeSeat } from './give-relayed-job.ts';
import { bitcoinJobs } from './jobs.ts';
import { relayedBitcoin } from './relayed-dialect.ts';
import { type OpenRelayedJob, openRelayedJob } from './relayed-job.ts';
import { newRelayedState, type RelayedEnv, type RelayedState } from './relayed-state.ts';

const work: BitcoinWork = {
  version: 0x20000000,
  previousHash: new Uint8Array(32).fill(7),
  coinbasePrefix: new Uint8Array(40).fill(1),
  coinbaseSuffix: new Uint8Array(50).fill(2),
  merkleBranch: [],
  bits: 0x1d00ffff,
  time: jobTime,
};

let numbers = 0;
function jobOf(content: string, { hashes = 64n, mask = 0, clean = true } = {}): OpenRelayedJob {
  const upstream: UpstreamJob<BitcoinWork> = {
    id: 'theirs',
    clean,
    target: targetOfWork(hashes, sha256Scale),
    networkTarget: 0xffffn << 208n,
    room: { prefix: '0a0b0c0d', freeBytes: 4 },
    work,
    content,
    versionMask: mask,
  };
  numbers += 1;
  const id = numbers.toString(16);
  return openRelayedJob(upstream, {
    id,
    clean,
    number: numbers,
    chain: 'upstream-other',
    scale: sha256Scale,
  });
}

const seatOf = (lane: string): Seat => ({ room: { prefix: `0a0b0c0d${lane}`, freeBytes: 3 } });

/** A session on a leash. */
class Session {
  state: RelayedState;
  readonly env: RelayedEnv;

  constructor(env: Partial<RelayedEnv> = {}) {
    this.state = newRelayedState();
    this.env = {
      now: jobTime * 1000,
      rules: easyRules,
      jobs: bitcoinJobs() as never,
      sha256d,
      accepting: true,
      verifiesLater: true,
      login: () => ({
        kind: 'login',
        login: {
          coin: 'DOGE',
          network: 'dogecoin',
          address: 'D1',
          memo: null,
          worker: 'rig1',
          referralCode: null,
        },
      }),
      ...env,
    };
  }

  seat(lane: string): this {
    const taken = takeSeat(this.state, seatOf(lane));
    if (taken === undefined) throw new Error('it must come again');
    this.state = taken;
    return this;
  }

  job(opened: OpenRelayedJob): readonly string[] {
    const given = relayedBitcoin.announce(this.state, opened, this.env);
    if (given === undefined) return [];
    this.state = given.state;
    return given.line === undefined ? given.before : [...given.before, given.line];
  }

  say(method: string, ...params: readonly unknown[]) {
    const step = relayedBitcoin.receive(
      this.state,
      readMessage(JSON.stringify({ id: 1, method, params })),
      this.env,
    );
    this.state = step.state;
    return step;
  }

  start(opened: OpenRelayedJob): readonly string[] {
    this.job(opened);
    this.say('mining.subscribe', 'test');
    return this.say('mining.authorize', 'DOGE:D1.rig1', 'x').replies;
  }

  submit(job: OpenRelayedJob, proof: Uint8Array) {
    const { effects, replies } = this.say(
      'mining.submit',
      'DOGE:D1.rig1',
      job.job.id,
      '000000',
      '6b0027dc',
      '00000001',
    );
    const [effect] = effects;
    if (effect?.kind !== 'verify') return { effects, replies };
    return relayedBitcoin.complete(this.state, effect.share, { kind: 'accepted', proof }, this.env);
  }
}

const difficulties = (lines: readonly string[]): unknown[] =>
  lines.flatMap((line) => {
    const { method, params } = JSON.parse(line) as { method?: string; params: unknown[] };
    return method === 'mining.set_difficulty' ? [Number(params[0]) * 2 ** 32] : [];
  });
const hashOf = (hashes: bigint): Uint8Array => targetBytes(targetOfWork(hashes, sha256Scale));

describe('a session whose work another pool gives', () => {
  it('fixes what a content is worth when the extranonce1 is told, whatever is asked for later', () => {
    const session = new Session().seat('01');
    const first = jobOf('one');
    expect(difficulties(session.start(first))).toEqual([2]);
    session.say('mining.suggest_difficulty', 32 / 2 ** 32);
    // The same work under another name: what was found before must not choose its price.
    expect(difficulties(session.job(jobOf('one', { clean: false })))).toEqual([]);
    expect(difficulties(session.job(jobOf('two')))).toEqual([32]);
    expect(difficulties(session.job(jobOf('one')))).toEqual([2]);
  });

  it('takes what was asked for before the extranonce1 was sent with the second content: the next lane can be guessed', () => {
    const session = new Session().seat('01');
    session.say('mining.suggest_difficulty', 32 / 2 ** 32);
    expect(difficulties(session.start(jobOf('one')))).toEqual([2]);
    expect(difficulties(session.job(jobOf('two')))).toEqual([32]);
  });

  it('takes no time that the other pool may refuse: five minutes ahead of the job, and what has passed since', () => {
    const session = new Session().seat('01');
    const job = jobOf('one');
    session.start(job);
    const at = (time: number) =>
      session.say('mining.submit', 'DOGE:D1.rig1', job.job.id, '000000', time.toString(16), '00000001')
        .effects[0];
    expect(at(jobTime + 300)).toMatchObject({ kind: 'verify' });
    // Not held against the miner, but where the network would not take it either.
    expect(at(jobTime + 301)).toMatchObject({ kind: 'rejected', reason: 'stale' });
    expect(at(jobTime + 7201)).toMatchObject({ kind: 'rejected', reason: 'time-out-of-range' });
    Object.assign(session.env, { now: (jobTime + 60) * 1000 });
    expect(at(jobTime + 360)).toMatchObject({ kind: 'verify' });
    expect(at(jobTime + 361)).toMatchObject({ kind: 'rejected', reason: 'stale' });
  });

  it('counts nothing for a share that only the other pool’s lower difficulty takes', () => {
    const session = new Session({ rules: { ...easyRules, startWork: 64n } }).seat('01');
    session.start(jobOf('one', { hashes: 64n }));
    const easier = jobOf('one', { hashes: 8n, clean: false });
    session.job(easier);
    expect(session.submit(easier, hashOf(8n)).effects).toEqual([]);
    expect(session.submit(easier, hashOf(64n)).effects).toMatchObject([
      { kind: 'share', work: 64n, blocks: 0 },
    ]);
  });

  it('asks for no more than the other pool counts, or a block takes, though the port asks for more', () => {
    const rules = { ...easyRules, minimumWork: 1024n, startWork: 4096n };
    expect(difficulties(new Session({ rules }).seat('01').start(jobOf('one', { hashes: 16n })))).toEqual([
      16,
    ]);
  });

  it('forgets all of a seat with the next one, and ends where the miner cannot be told', () => {
    const plain = new Session().seat('01');
    const job = jobOf('one');
    plain.start(job);
    expect(takeSeat(plain.state, seatOf('01'))).not.toBe(undefined);
    expect(takeSeat(plain.state, seatOf('02'))).toBe(undefined);
    plain.say('mining.extranonce.subscribe');
    plain.seat('02');
    expect(plain.submit(job, hashOf(2n)).effects).toMatchObject([{ kind: 'rejected', reason: 'stale' }]);
    expect(plain.job(jobOf('two'))[0]).toBe(
      '{"id":null,"method":"mining.set_extranonce","params":["0a0b0c0d02",3]}\n',
    );
  });

  it('narrows the version bits with those of the other pool, for the jobs that say so, and widens them again', () => {
    const session = new Session().seat('01');
    const wide = jobOf('one', { mask: 0x1fffe000 });
    // Before it has a seat it is granted what the other pool takes then.
    Object.assign(session.env, { relayedMask: 0x1fffe000 });
    const { replies } = session.say('mining.configure', ['version-rolling'], {
      'version-rolling.mask': '00ffe000',
    });
    expect(replies[0]).toContain('"version-rolling.mask":"00ffe000"');
    session.start(wide);
    const narrow = jobOf('two', { mask: 0x00006000, clean: false });
    expect(session.job(narrow)[0]).toContain('"mining.set_version_mask","params":["00006000"]');
    const rolled = (job: OpenRelayedJob, bits: string) =>
      session.say('mining.submit', 'DOGE:D1.rig1', job.job.id, '000000', '6b0027dc', '00000001', bits)
        .effects[0];
    expect(rolled(wide, '00008000')).toMatchObject({ kind: 'verify' });
    expect(rolled(narrow, '00002000')).toMatchObject({ kind: 'verify' });
    // A machine that does not hear of it is not to blame; one that rolls what was never agreed on is.
    expect(rolled(narrow, '00008000')).toMatchObject({ kind: 'rejected', reason: 'stale' });
    expect(rolled(narrow, '01000000')).toMatchObject({ kind: 'rejected', reason: 'version-bits' });
    expect(session.job(jobOf('three', { mask: 0x1fffe000 }))[0]).toContain(
      '"mining.set_version_mask","params":["00ffe000"]',
    );
  });

  it('tells a miner that was moved that all work of before is lost, though the job does not', () => {
    const session = new Session().seat('01');
    session.start(jobOf('one'));
    session.say('mining.extranonce.subscribe');
    session.seat('02');
    const [, line = ''] = session.job(jobOf('two', { clean: false }));
    expect(JSON.parse(line)).toMatchObject({ method: 'mining.notify', params: { 8: true } });
    const [next = ''] = session.job(jobOf('three', { clean: false }));
    expect(JSON.parse(next)).toMatchObject({ method: 'mining.notify', params: { 8: false } });
  });

  it('takes no share while work cannot be recorded, and lets no one in without a lane', () => {
    const full = new Session({ accepting: false }).seat('01');
    const job = jobOf('one');
    full.start(job);
    expect(full.submit(job, hashOf(2n)).effects).toMatchObject([
      { kind: 'rejected', reason: 'not-recording' },
    ]);
    expect(new Session().say('mining.subscribe', 'test').effects).toEqual([
      { kind: 'disconnect', reason: 'login-refused' },
    ]);
  });
});
