import { describe, expect, it } from 'vitest';
import { difficultyScale, targetBytes, targetOfWork } from '../../core/difficulty.ts';
import { plainJobs } from '../../core/jobs.ts';
import type { Step } from '../../core/session-state.ts';
import { easyRules, jobTime } from '../../testing/session-kit.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import type { RelayedVerdict, Seat } from '../../upstream/relayed-share.ts';
import { hexOfBytes } from '../../wire/hex.ts';
import { readMessage } from '../../wire/message.ts';
import { printReversed } from './header.ts';
import { relayedZcash } from './relayed-dialect.ts';
import { type OpenRelayedZcashJob, openRelayedZcashJob } from './relayed-job.ts';
import type { RelayedZcashEnv, RelayedZcashInput, RelayedZcashState } from './relayed-state.ts';
import type { ZcashWork } from './zcash-client.ts';

/** One hash for each of work. */
const scale = difficultyScale(1n << 256n);
const work: ZcashWork = {
  version: 4,
  previousHash: new Uint8Array(32).fill(0x11),
  merkleRoot: new Uint8Array(32).fill(0x22),
  commitments: new Uint8Array(32).fill(0x33),
  time: jobTime,
  bits: 0x1d00ffff,
};
const lane: Seat = { room: { prefix: '0a0b2a', freeBytes: 29 } };
const user = 'ZEC:t1.rig1';

let numbers = 0;
function jobOf(content: string, { hashes = 64n, bits = work.bits, time = work.time } = {}) {
  const upstream: UpstreamJob<ZcashWork> = {
    id: 'theirs',
    clean: true,
    // The highest hash below the number that such a pool prints.
    target: targetOfWork(hashes, scale) - 1n,
    networkTarget: undefined,
    room: { prefix: '0a0b', freeBytes: 30 },
    work: { ...work, bits, time },
    content,
    versionMask: 0,
  };
  numbers += 1;
  return openRelayedZcashJob(upstream, {
    id: `j${numbers}`,
    clean: true,
    number: numbers,
    chain: 'upstream-other',
  });
}

/** The last eight bytes of a nonce say how much work its hash is worth. */
const hashOfNonce: RelayedZcashEnv['sha256d'] = (share, output) => {
  const hashes = new DataView(share.buffer, share.byteOffset + 132, 8).getBigUint64(0);
  output.set(targetBytes(targetOfWork(hashes, scale)));
};
const freeOf = (hashes: number): string => hashes.toString(16).padStart(58, '0');
const solution = `fd4005${'66'.repeat(1344)}`;
const targetLine = (hashes: bigint): string =>
  `{"id":null,"method":"mining.set_target","params":["${hexOfBytes(targetBytes(targetOfWork(hashes, scale)).toReversed())}"]}\n`;

/** A connection to a port whose work another pool gives. */
class Session {
  state: RelayedZcashState = relayedZcash.open(7);
  env: RelayedZcashEnv;

  constructor(more: Partial<RelayedZcashEnv> = {}) {
    this.env = {
      now: jobTime * 1000,
      rules: { ...easyRules, scale, minimumWork: 2n, startWork: 8n, maximumWork: 1n << 40n },
      jobs: plainJobs(() => {
        throw new Error('no job is made');
      }) as never,
      sha256d: hashOfNonce,
      accepting: true,
      verifiesLater: true,
      login: (text) =>
        text.startsWith('ZEC:')
          ? {
              kind: 'login',
              login: {
                coin: 'ZEC',
                network: 'zcash',
                address: 't1',
                memo: null,
                worker: text.split('.')[1] ?? '',
                referralCode: null,
              },
            }
          : { kind: 'unknown-coin', coin: 'NOPE' },
      ...more,
    };
  }

  take(seat: Seat): boolean {
    const moved = relayedZcash.seats?.take(this.state, seat);
    if (moved !== undefined) this.state = moved;
    return moved !== undefined;
  }

  give(opened: OpenRelayedZcashJob): readonly string[] {
    const given = relayedZcash.announce(this.state, opened, this.env);
    if (given === undefined) return [];
    this.state = given.state;
    return given.line === undefined ? [] : [...given.before, given.line];
  }

  line(text: string): Step<RelayedZcashState> {
    const step = relayedZcash.receive(this.state, readMessage(text), this.env);
    this.state = step.state;
    return step;
  }

  say(method: string, params: unknown): Step<RelayedZcashState> {
    return this.line(JSON.stringify({ id: 1, method, params }));
  }

  submit(change: Readonly<Record<number, unknown>>): Step<RelayedZcashState> {
    const params = [user, `j${numbers}`, printReversed(jobTime), freeOf(9), solution];
    return this.say('mining.submit', Object.assign(params, change));
  }

  complete(share: unknown, verdict: RelayedVerdict): Step<RelayedZcashState> {
    const step = relayedZcash.complete(this.state, share, verdict, this.env);
    this.state = step.state;
    return step;
  }

  /** A session with a lane that mines a job of content `a`. */
  static mining(more: Partial<RelayedZcashEnv> = {}): Session {
    const session = new Session(more);
    session.take(lane);
    session.give(jobOf('a'));
    session.say('mining.subscribe', ['nheqminer/0.5c']);
    session.say('mining.authorize', [user, 'x']);
    return session;
  }
}

/** What became of a share: `verify` where it was handed on. */
const outcomesOf = ({ effects }: Step): readonly string[] =>
  effects.map((effect) => (effect.kind === 'rejected' ? effect.reason : effect.kind));

function handedOn(step: Step): { readonly share: unknown; readonly input: RelayedZcashInput } {
  const [effect] = step.effects;
  if (effect?.kind !== 'verify') throw new Error(`not handed on: ${outcomesOf(step).join()}`);
  return { share: effect.share, input: effect.input as RelayedZcashInput };
}

describe('a session of Zcash whose work another pool gives', () => {
  it('gets its lane with the subscription, and target and job once it has logged in', () => {
    const session = new Session();
    session.take(lane);
    expect(session.give(jobOf('a'))).toEqual([]);
    expect(session.say('mining.subscribe', ['nheqminer/0.5c', null, 'pool', '1']).replies).toEqual([
      '{"id":1,"result":[null,"0a0b2a"],"error":null}\n',
    ]);
    expect(session.say('mining.authorize', [user, 'x']).replies).toEqual([
      '{"id":1,"result":true,"error":null}\n',
      `{"id":null,"method":"mining.set_target","params":["20${'0'.repeat(62)}"]}\n`,
      `{"id":null,"method":"mining.notify","params":["j${numbers}","04000000","${'11'.repeat(32)}","${'22'.repeat(32)}","${'33'.repeat(32)}","${printReversed(jobTime)}","ffff001d",true]}\n`,
    ]);
    // The same target again is not told again.
    expect(session.give(jobOf('b'))).toHaveLength(1);
  });

  it('gives work to a program that logs in before it subscribes', () => {
    const session = new Session();
    session.take(lane);
    session.give(jobOf('a'));
    expect(session.say('mining.authorize', [user, 'x']).replies).toHaveLength(1);
    expect(session.say('mining.subscribe', []).replies).toHaveLength(3);
    expect(session.say('mining.subscribe', []).replies).toEqual([
      '{"id":1,"result":[null,"0a0b2a"],"error":null}\n',
    ]);
  });

  it('ends a connection for which there is no lane: the miner goes to the next pool of its list', () => {
    const { replies, effects } = new Session().say('mining.subscribe', []);
    expect(replies).toEqual(['{"id":1,"result":null,"error":[20,"There is no work yet, try again",null]}\n']);
    expect(effects).toEqual([{ kind: 'disconnect', reason: 'login-refused' }]);
  });

  it('hands a share on with what is free of its nonce, and counts what its content is worth', () => {
    const session = Session.mining();
    const { share, input } = handedOn(session.submit({ 3: freeOf(9).toUpperCase() }));
    expect(input.found).toEqual({
      free: freeOf(9),
      time: jobTime,
      solution: new Uint8Array(1344).fill(0x66),
    });
    expect(hexOfBytes(input.zcash.header.subarray(108))).toBe(`0a0b2a${freeOf(9)}`);
    expect(input.zcash.solution).toEqual(input.found.solution);
    expect(input.seat).toBe(lane);
    const accepted = session.complete(share, { kind: 'accepted', proof: input.hash });
    expect(accepted.replies).toEqual(['{"id":1,"result":true,"error":null}\n']);
    expect(accepted.effects).toMatchObject([
      { kind: 'share', work: 8n, blocks: 0, login: { worker: 'rig1' }, at: jobTime * 1000 },
    ]);
    const refused = session.complete(share, { kind: 'refused', reason: 'duplicate' });
    expect(refused.replies).toEqual(['{"id":1,"result":null,"error":[22,"Duplicate share",null]}\n']);
    expect(refused.effects).toMatchObject([{ kind: 'rejected', reason: 'duplicate' }]);
  });

  it.each([
    ['another job', 1, 'j0', 'stale'],
    ['no job', 1, null, 'stale'],
    ['a worker that did not log in', 0, 'ZEC:t1.rig2', 'unauthorized'],
    ['a number as its worker', 0, 5, 'unauthorized'],
    ['a time of nine digits', 2, `${printReversed(jobTime)}0`, 'malformed'],
    ['no time', 2, undefined, 'malformed'],
    ['a nonce that is a byte short', 3, '0'.repeat(56), 'malformed'],
    ['the whole nonce', 3, `0a0b2a${freeOf(9)}`, 'malformed'],
    ['a nonce as a number', 3, 9, 'malformed'],
    ['a solution that is a byte short', 4, solution.slice(2), 'malformed'],
    ['another length before its solution', 4, solution.replace('fd4005', 'fd4006'), 'malformed'],
    ['no solution', 4, undefined, 'malformed'],
    ['a time before the job’s', 2, printReversed(jobTime - 1), 'time-out-of-range'],
    ['a time that no network takes', 2, printReversed(jobTime + 7201), 'time-out-of-range'],
    ['a time that no other pool takes', 2, printReversed(jobTime + 301), 'stale'],
    ['a time of five minutes ahead', 2, printReversed(jobTime + 300), 'verify'],
    ['too little work', 3, freeOf(7), 'low-difficulty'],
    ['just the work', 3, freeOf(8), 'verify'],
  ])('answers a share with %s', (_title, index, value, outcome) => {
    expect(outcomesOf(Session.mining().submit({ [index]: value }))).toEqual([outcome]);
  });

  it('lets the time of a share run on with the clock', () => {
    const session = Session.mining();
    const later = { 2: printReversed(jobTime + 420) };
    expect(outcomesOf(session.submit(later))).toEqual(['stale']);
    session.env = { ...session.env, now: jobTime * 1000 + 120_000 };
    expect(outcomesOf(session.submit(later))).toEqual(['verify']);
    expect(outcomesOf(session.submit({ 2: printReversed(jobTime + 421) }))).toEqual(['stale']);
  });

  it('refuses aloud what it cannot record, or what comes too early', () => {
    expect(outcomesOf(Session.mining({ accepting: false }).submit({}))).toEqual(['not-recording']);
    expect(outcomesOf(new Session().submit({}))).toEqual(['not-subscribed']);
    const session = new Session();
    session.take(lane);
    session.say('mining.subscribe', []);
    expect(outcomesOf(session.submit({}))).toEqual(['unauthorized']);
  });

  it('hands on what the other pool counts although it is worth nothing here, and credits nothing', () => {
    const session = Session.mining();
    // The same content, for which the other pool asks for less now: what it is worth here is fixed.
    session.give(jobOf('a', { hashes: 4n }));
    const { share, input } = handedOn(session.submit({ 3: freeOf(5) }));
    const { replies, effects } = session.complete(share, { kind: 'accepted', proof: input.hash });
    expect(replies).toEqual(['{"id":1,"result":true,"error":null}\n']);
    expect(effects).toEqual([]);
    expect(outcomesOf(session.submit({ 3: freeOf(3) }))).toEqual(['low-difficulty']);
  });

  it('hands on a block, however much the other pool asks for', () => {
    const session = Session.mining();
    session.give(jobOf('a', { bits: 0x2000ffff }));
    // 2^256 / (0xffff · 2^232) is 256 and a little: of 8 hashes none is a block here.
    expect(outcomesOf(session.submit({ 3: freeOf(7) }))).toEqual(['low-difficulty']);
    session.give(jobOf('a', { bits: 0x207fffff }));
    expect(outcomesOf(session.submit({ 3: freeOf(3) }))).toEqual(['verify']);
  });

  it('never asks for more than the other pool or a block', () => {
    const session = Session.mining();
    expect(session.give(jobOf('b', { hashes: 4n }))[0]).toBe(targetLine(4n));
    expect(session.give(jobOf('c', { bits: 0x207fffff }))[0]).toBe(targetLine(2n));
    expect(jobOf('d', { hashes: 1n << 60n }).shareWorkMax).toBe((1n << 32n) + (1n << 16n) + 1n);
  });

  it('takes what a miner asks for with the second content: in the first it could have searched before', () => {
    const session = Session.mining();
    const asked = `${'0'.repeat(1)}8${'0'.repeat(62)}`;
    expect(session.say('mining.suggest_target', [asked]).replies).toEqual([
      '{"id":1,"result":true,"error":null}\n',
    ]);
    expect(session.give(jobOf('a'))).toHaveLength(1);
    expect(session.give(jobOf('b'))[0]).toBe(targetLine(32n));
    for (const wrong of ['0'.repeat(64), 'ff', 8, null])
      expect(session.say('mining.suggest_target', [wrong]).replies[0]).toContain(
        'A target is 64 hexadecimal',
      );
    const inPassword = new Session();
    inPassword.take(lane);
    inPassword.say('mining.subscribe', []);
    inPassword.say('mining.authorize', [user, 'd=16']);
    expect(inPassword.give(jobOf('a'))[0]).toBe(targetLine(8n));
    expect(inPassword.give(jobOf('b'))[0]).toBe(targetLine(16n));
  });

  it('takes shares of the last eight jobs', () => {
    const session = Session.mining();
    const first = numbers;
    for (const content of 'bcdefgh') session.give(jobOf(content));
    expect(outcomesOf(session.submit({ 1: `j${first}` }))).toEqual(['verify']);
    session.give(jobOf('i'));
    expect(outcomesOf(session.submit({ 1: `j${first}` }))).toEqual(['stale']);
    expect(outcomesOf(session.submit({ 1: `j${first + 1}` }))).toEqual(['verify']);
  });
});

describe('the lane of a session of Zcash', () => {
  const other: Seat = { room: { prefix: '0c2a', freeBytes: 30 } };

  it('stays with a miner that cannot be told of another: it has to come again', () => {
    const session = Session.mining();
    expect(relayedZcash.seats?.mayMove(session.state)).toBe(false);
    expect(session.take(other)).toBe(false);
    expect(outcomesOf(session.submit({}))).toEqual(['verify']);
  });

  it('changes for one that follows, with the next job, and nothing that was given before holds', () => {
    const session = Session.mining();
    expect(session.say('mining.extranonce.subscribe', []).replies).toEqual([
      '{"id":1,"result":true,"error":null}\n',
    ]);
    expect(relayedZcash.seats?.mayMove(session.state)).toBe(true);
    expect(session.take(other)).toBe(true);
    expect(outcomesOf(session.submit({}))).toEqual(['stale']);
    expect(session.give(jobOf('a'))[0]).toBe(
      '{"id":null,"method":"mining.set_extranonce","params":["0c2a"]}\n',
    );
    expect(outcomesOf(session.submit({}))).toEqual(['malformed']);
    const { input } = handedOn(session.submit({ 3: freeOf(9).padStart(60, '0') }));
    expect(hexOfBytes(input.zcash.header.subarray(108))).toBe(`0c2a00${freeOf(9)}`);
  });

  it('may be another connection’s with the same digits, without the miner being told', () => {
    const session = Session.mining();
    expect(session.take({ room: { ...lane.room } })).toBe(true);
    expect(outcomesOf(session.submit({}))).toEqual(['stale']);
    expect(session.give(jobOf('a')).map((line) => (JSON.parse(line) as { method: string }).method)).toEqual([
      'mining.notify',
    ]);
  });

  it('is asked for by the subscription, and may move before that', () => {
    const asks = (method: string): boolean | undefined =>
      relayedZcash.seats?.asks(readMessage(JSON.stringify({ id: 1, method, params: [] })));
    expect([asks('mining.subscribe'), asks('mining.authorize')]).toEqual([true, false]);
    const session = new Session();
    session.take(lane);
    expect(relayedZcash.seats?.mayMove(session.state)).toBe(true);
    expect(session.take(other)).toBe(true);
  });
});

describe('what a stranger says to a session of Zcash', () => {
  it('ends the connection where it is no JSON, and is answered where it is no message', () => {
    expect(new Session().line('GET / HTTP/1.1').effects).toEqual([
      { kind: 'disconnect', reason: 'not-stratum' },
    ]);
    const session = Session.mining();
    const refusal = ['{"id":1,"result":null,"error":[20,"Malformed message",null]}\n'];
    expect(session.line('{"id":1,"method":5}').replies).toEqual(refusal);
    expect(session.say('mining.submit', { job: 'j1' }).replies).toEqual(refusal);
    expect(session.say('mining.nonsense', []).replies[0]).toContain('[20,"Unknown method",null]');
    expect(session.line('{"id":1,"result":true,"error":null}')).toMatchObject({ replies: [], effects: [] });
    // `easyRules` bear four faults in a row.
    expect(['x', 'y', 'z'].flatMap((text) => outcomesOf(session.line(text)))).toEqual(['disconnect']);
  });

  it('is refused with a notice for the miner’s console, and goes on with the workers that it has', () => {
    const stranger = new Session().say('mining.authorize', ['NOPE:a.rig', 'x']);
    expect(stranger.replies).toEqual([
      '{"id":null,"method":"client.show_message","params":["This pool does not pay NOPE"]}\n',
      '{"id":1,"result":null,"error":[24,"This pool does not pay NOPE",null]}\n',
    ]);
    expect(outcomesOf(stranger)).toEqual(['refused', 'disconnect']);
    const session = Session.mining();
    expect(outcomesOf(session.say('mining.authorize', ['NOPE:a.rig', 'x']))).toEqual(['refused']);
    expect(outcomesOf(session.say('mining.authorize', ['ZEC:t1.rig2', 'x']))).toEqual(['authorized']);
    expect(outcomesOf(session.submit({ 0: 'ZEC:t1.rig2' }))).toEqual(['verify']);
  });
});
