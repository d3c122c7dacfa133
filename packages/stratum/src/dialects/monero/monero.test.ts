import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlainJobs, plainJobs } from '../../core/jobs.ts';
import type { SessionEnv } from '../../core/session-state.ts';
import { type PortAnswer, PortMiner, reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { easyRules, jobTime } from '../../testing/session-kit.ts';
import { sha256d } from '../../testing/sha256d.ts';
import { readTranscript, type TranscriptLine } from '../../testing/transcript.ts';
import { bytesOfHex, hexOfBytes } from '../../wire/hex.ts';
import type { MoneroJob, RandomxInput } from './jobs.ts';
import { monero } from './monero.ts';
import { printTarget } from './print-target.ts';

const address =
  'XMR:44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DsLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';
type Parts = Omit<MoneroJob, 'id' | 'blob'>;

const template: Parts = {
  chain: 'test',
  height: 1000,
  seedHash: new Uint8Array(32),
  algorithm: 'rx/0',
  fixesNonceByte: false,
  networkTarget: 0n,
  networkWork: 1n << 60n,
  clean: true,
  blockHash: (nonce) => `block ${hexOfBytes(nonce)}`,
};

const bytes = (hex: string): Uint8Array => bytesOfHex(hex, hex.length / 2) ?? new Uint8Array();

/** Jobs with blobs and ids that count up, or with those of a recording. */
function testJobs(
  recorded?: () => { readonly id: string; readonly blob: Uint8Array },
): PlainJobs<Parts, MoneroJob> {
  let count = 0;
  return plainJobs<Parts, MoneroJob>((parts) => {
    count += 1;
    const blob = new Uint8Array(76).fill(count);
    blob.fill(0, 39, 43);
    if (parts.fixesNonceByte) blob[42] = 0x5a;
    return { ...parts, id: String(count), blob, ...recorded?.() };
  });
}

interface Made {
  readonly jobs: PlainJobs<Parts, MoneroJob>;
  readonly miner: PortMiner<RandomxInput, Uint8Array>;
  readonly asked: unknown[];
}

/** A connection whose claims are all true: RandomX is not computed here. */
class TruthfulMiner extends PortMiner<RandomxInput, Uint8Array> {
  #claimed = new Uint8Array(32);

  constructor(env: SessionEnv, number: number) {
    super([monero], env, () => this.#claimed, number);
  }

  override line(text: string): PortAnswer {
    const result = /"result":"([0-9a-f]{64})"/i.exec(text)?.[1];
    if (result !== undefined) this.#claimed = new Uint8Array(bytes(result));
    return super.line(text);
  }
}

/** A connection to a port of RandomX; without `verify` its claims are all true. */
function connect(
  jobs = testJobs(),
  work = 16n,
  verify?: (input: RandomxInput) => Uint8Array,
  number = 0xc1,
): Made {
  if (jobs.current === undefined) jobs.open(template);
  const asked: unknown[] = [];
  const env: SessionEnv = {
    now: jobTime * 1000,
    rules: {
      ...easyRules,
      scale: { difficulty1Target: 1n << 256n, hashesPerDifficulty1: 1n },
      minimumWork: work,
      maximumWork: work,
      startWork: work,
    },
    jobs,
    sha256d,
    accepting: true,
    login: (text, field) => {
      asked.push([text, field]);
      if (!text.startsWith('XMR:')) return { kind: 'unknown-coin', coin: 'NOPE' };
      const worker = field ?? text.split('.')[1] ?? 'default';
      return {
        kind: 'login',
        login: { coin: 'XMR', network: 'monero', address: text, memo: null, worker, referralCode: null },
      };
    },
  };
  const miner =
    verify === undefined ? new TruthfulMiner(env, number) : new PortMiner([monero], env, verify, number);
  return { jobs, miner, asked };
}

const idOf = ({ lines }: { readonly lines: readonly string[] }): string =>
  (JSON.parse(lines[0] ?? '') as { result: { id: string } }).result.id;
const low = '01'.padEnd(64, '0');

describe('what xmrig said is answered as it expects', () => {
  for (const { name, shares, work } of [
    { name: 'xmrig-rx0-tcp', shares: 70, work: 20n },
    { name: 'xmrig-rx0-tls', shares: 31, work: 20n },
    { name: 'xmrig-coin-monero-noalgo', shares: 19, work: 20n },
    { name: 'xmrig-rx0-keepalive', shares: 0, work: 429_496_729n },
    { name: 'calib-rx0', shares: 54, work: 50n },
  ]) {
    it(`${name}: every line gets its answer, every share that meets its target counts`, () => {
      const lines = readTranscript(name);
      const { answers, works, refused } = replay(lines, work);
      expect(works).toEqual(Array.from({ length: shares }, () => work));
      expect(refused).toEqual([]);
      for (const { ours, theirs } of answers) expect(ours).toEqual(theirs);
    });
  }
});

/** Says what a program said, with the recorded jobs in place of ours; our session has another id. */
function replay(
  lines: readonly TranscriptLine[],
  work: bigint,
): { readonly answers: readonly { ours: unknown; theirs: unknown }[]; works: bigint[]; refused: string[] } {
  let recorded = { id: '', blob: new Uint8Array() };
  const jobs = testJobs(() => recorded);
  const replies = lines.filter(
    ({ direction, message }) => direction === 's2c' && message.method === undefined,
  );
  const take = (line: string): void => {
    const { blob = '', id = '' } = /"blob":"(?<blob>\w+)","job_id":"(?<id>\w+)"/.exec(line)?.groups ?? {};
    recorded = { id, blob: new Uint8Array(bytes(blob)) };
    jobs.open({ ...template, clean: false });
  };
  const first = replies[0]?.line ?? '';
  take(first);
  const { miner } = connect(jobs, work);
  const answers: { ours: unknown; theirs: unknown }[] = [];
  const works: bigint[] = [];
  const refused: string[] = [];
  for (const { direction, line, message } of lines) {
    if (direction === 's2c') {
      if (message.method !== 'job') continue;
      take(line);
      expect(normalised(miner.hear(jobs.current))).toEqual(normalised(line));
      continue;
    }
    const heard = miner.line(line.replace('"c1"', '"000000c1"'));
    works.push(...worksOf(heard));
    refused.push(...reasonsOf(heard));
    const theirs = replies.shift()?.line;
    // That server refused every third share to see what the program does.
    if (theirs !== undefined && !theirs.includes('Low difficulty share'))
      answers.push({ ours: normalised(heard.lines[0]), theirs: normalised(theirs) });
  }
  return { answers, works, refused };
}

/**
 * What a server is free to choose is left out: the id of the session, the extensions that it offers, and the lower half of a target of
 * eight bytes.
 */
function normalised(line: string | undefined): unknown {
  return JSON.parse(line ?? 'null', (key, value: unknown) => {
    if (key === 'extensions' || (key === 'id' && typeof value === 'string')) return undefined;
    return key === 'target' && typeof value === 'string' ? value.slice(-8) : value;
  });
}

describe('a login', () => {
  it('takes the worker from rigid, and answers an id, a job and what is spoken', () => {
    const { miner, asked } = connect();
    const { lines, effects } = miner.say('login', {
      login: `${address}.worker-1#abcd-1234`,
      pass: 'x',
      rigid: 'rig-A',
      algo: ['cn/1', 'rx/0'],
    });
    expect(asked).toEqual([[`${address}.worker-1#abcd-1234`, 'rig-A']]);
    expect(effects).toMatchObject([{ kind: 'authorized', login: { worker: 'rig-A' } }]);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      id: 7,
      jsonrpc: '2.0',
      error: null,
      result: {
        id: '000000c1',
        status: 'OK',
        extensions: ['algo', 'keepalive'],
        job: { job_id: '2', target: 'ffffff0f', algo: 'rx/0', height: 1000, id: '000000c1' },
      },
    });
  });

  it('is refused in the form of the protocol and with the words of all dialects', () => {
    const { miner } = connect();
    const { lines, effects } = miner.say('login', { login: 'NOPE:x', pass: 'x' });
    expect(lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":-1,"message":"This pool does not pay NOPE"}}\n',
    ]);
    expect(effects.map(({ kind }) => kind)).toEqual(['refused', 'disconnect']);
    expect(miner.say('login', { login: 5 }).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":-1,"message":"No login: use COIN:ADDRESS.WORKER"}}\n',
    ]);
  });

  it('of a program that cannot hash the algorithm is refused before it mines for nothing', () => {
    const { miner } = connect();
    expect(miner.say('login', { login: `${address}.a`, algo: ['cn/1'] }).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":-1,"message":"This port mines rx/0, which your program does not offer"}}\n',
    ]);
    expect(miner.shell.isMining).toBe(false);
  });

  it('of a proxy that works on whole blocks is refused where there are none, with the name of one that needs none', () => {
    const { miner } = connect();
    const login = `${address}.a`;
    expect(miner.say('login', { login, agent: 'xmr-node-proxy/0.26.0' }).lines[0]).toContain(
      'xmr-node-proxy asks for block templates, which are not given here: xmrig-proxy does without them',
    );
    expect(miner.shell.isMining).toBe(false);
    expect(idOf(miner.say('login', { login, agent: 'xmrig-proxy/6.24.0' }))).toBe('000000c1');
  });

  it('of a second worker gets an id of its own, and shares count for the id that they name', () => {
    const { miner } = connect();
    const one = idOf(miner.say('login', { login: `${address}.a` }));
    const two = idOf(miner.say('login', { login: `${address}.b` }));
    expect(one).not.toBe(two);
    expect(idOf(miner.say('login', { login: `${address}.b` }))).toBe(two);
    const job = { job_id: '2', nonce: '01000000' };
    const counted = miner.say('submit', { id: two, ...job, result: low });
    expect(counted.effects).toMatchObject([{ kind: 'share', login: { worker: 'b' } }]);
    expect(reasonsOf(miner.say('submit', { id: 'c9', ...job, result: low }))).toEqual(['unauthorized']);
  });
});

describe('a share', () => {
  const logged = (...args: Parameters<typeof connect>): Made => {
    const made = connect(...args);
    made.miner.say('login', { login: `${address}.a` });
    return made;
  };
  const share = { id: '000000c1', job_id: '2', nonce: '01000000', result: low };

  it('counts once, however its digits are written', () => {
    const { miner } = logged();
    expect(miner.say('submit', share).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":null,"result":{"status":"OK"}}\n',
    ]);
    expect(reasonsOf(miner.say('submit', { ...share, result: low.toUpperCase() }))).toEqual(['duplicate']);
  });

  it('goes to the verifier as the blob with its nonce', () => {
    const inputs: RandomxInput[] = [];
    const { miner } = logged(testJobs(), 16n, (input) => {
      inputs.push(input);
      return bytes(low);
    });
    miner.say('submit', { ...share, nonce: '0a0b0c0d' });
    expect(hexOfBytes(inputs[0]?.blob.slice(38, 44) ?? new Uint8Array())).toBe('020a0b0c0d02');
    expect(inputs[0]?.algorithm).toBe('rx/0');
  });

  it('whose claimed hash is not the computed one is refused, and may be sent again right', () => {
    const answers = [bytes(low.replace('01', '02')), bytes(low)];
    const { miner } = logged(testJobs(), 16n, () => answers.shift() ?? new Uint8Array(32));
    expect(miner.say('submit', share).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":-1,"message":"The proof of work is not that of the share"}}\n',
    ]);
    expect(worksOf(miner.say('submit', share))).toEqual([16n]);
  });

  it('whose claim is too light is refused unverified, at the target itself it counts', () => {
    let verified = 0;
    const claim = (top: string): string => top.padStart(64, '0');
    const { miner } = logged(testJobs(), 16n, () => {
      verified += 1;
      return bytes(claim('10'));
    });
    expect(reasonsOf(miner.say('submit', { ...share, result: claim('11') }))).toEqual(['low-difficulty']);
    expect(verified).toBe(0);
    // 2^256 / 16: the highest hash that counts.
    expect(worksOf(miner.say('submit', { ...share, result: claim('10') }))).toEqual([16n]);
  });

  it('is malformed with a nonce, a result or an algorithm of another form', () => {
    const { miner } = logged();
    for (const wrong of [
      { nonce: '01' },
      { nonce: 'zzzzzzzz' },
      { result: '00' },
      { algo: 'rx/2' },
      { nonce: 1 },
    ])
      expect(reasonsOf(miner.say('submit', { ...share, ...wrong }))).toEqual(['malformed']);
    expect(reasonsOf(miner.say('submit', { ...share, job_id: '9' }))).toEqual(['stale']);
  });

  it('keeps the byte of the nonce that the pool fixed', () => {
    const jobs = testJobs();
    jobs.open({ ...template, fixesNonceByte: true });
    const { miner } = connect(jobs);
    const { lines } = miner.say('login', { login: `${address}.a` });
    expect(lines[0]).toContain('"extensions":["algo","nicehash","keepalive"]');
    expect(reasonsOf(miner.say('submit', share))).toEqual(['malformed']);
    expect(worksOf(miner.say('submit', { ...share, nonce: '0100005a' }))).toEqual([16n]);
  });
});

describe('everything else', () => {
  it('keepalived is answered, getjob gives the job that is open', () => {
    const { miner, jobs } = connect();
    expect(miner.say('getjob', { id: '000000c1' }).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":-1,"message":"Log in first"}}\n',
    ]);
    miner.say('login', { login: `${address}.a` });
    expect(miner.say('keepalived', { id: '000000c1' }).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":null,"result":{"status":"KEEPALIVED"}}\n',
    ]);
    expect(miner.say('getjob', { id: '000000c1' }).lines[0]).toContain('"job_id":"2"');
    jobs.open(template);
    expect(miner.hear(jobs.current)).toContain('{"jsonrpc":"2.0","method":"job","params":{"blob":"04');
    expect(miner.say('getjob', { id: '000000c1' }).lines[0]).toContain('"job_id":"4"');
  });

  it('targets never let a share through that is too light', () => {
    expect(printTarget(20n)).toBe('cccccc0c');
    expect(printTarget(65_535n)).toBe('01000100');
    expect(printTarget(65_536n)).toBe('ffffffffffff0000');
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 1n << 60n }), (work) => {
        const digits = printTarget(work).match(/../g)?.toReversed().join('') ?? '';
        const target = BigInt(`0x${digits}`) << BigInt(256 - digits.length * 4);
        expect(target <= (1n << 256n) / work).toBe(true);
      }),
    );
  });

  it('has one answer in plain text, and nothing throws', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(`${address}.a`, '000000c1', '2', low));
    const named = fc.record(
      {
        login: value,
        pass: value,
        rigid: value,
        algo: value,
        id: value,
        job_id: value,
        nonce: value,
        result: value,
      },
      { requiredKeys: [] },
    );
    const message = fc
      .record({
        id: value,
        method: fc.constantFrom('login', 'submit', 'keepalived', 'getjob', 'mining.subscribe'),
        params: fc.oneof(named, value),
      })
      .map((parts) => JSON.stringify(parts));
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (lines) => {
        const { miner } = connect(testJobs(), 16n, () => bytes(low));
        for (const line of lines) {
          const { lines: replies } = miner.line(line);
          expect(replies).toHaveLength(1);
          for (const reply of replies) {
            expect(reply).toMatch(/^[\x20-\x7e]+\n$/);
            JSON.parse(reply);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
