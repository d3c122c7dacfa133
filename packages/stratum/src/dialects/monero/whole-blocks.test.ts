import { describe, expect, it } from 'vitest';
import { SessionShell } from '../../core/session-shell.ts';
import { plainJobs } from '../../core/jobs.ts';
import { headerEnv } from '../../testing/header-kit.ts';
import { bytesOfHex, hexOfBytes } from '../../wire/hex.ts';
import { readMessage } from '../../wire/message.ts';
import type { MoneroJob, RandomxInput } from './jobs.ts';
import { monero } from './monero.ts';

type Parts = Omit<MoneroJob, 'id' | 'blob'>;

const block = new Uint8Array(90).fill(7);
const saltAt = 60;

/** One job whose blocks count how often they are filled in. */
function open() {
  const filled: string[] = [];
  const blobWith = (extra: Uint8Array): Uint8Array => {
    filled.push(hexOfBytes(extra));
    return new Uint8Array(76).fill(extra[7] ?? 0);
  };
  const blockHashWith = (extra: Uint8Array, nonce: Uint8Array): string =>
    `${hexOfBytes(extra)} ${hexOfBytes(nonce)}`;
  const jobs = plainJobs<Parts, MoneroJob>((parts) => ({ ...parts, id: 'j1', blob: new Uint8Array(76) }));
  jobs.open({
    chain: 'test',
    height: 1000,
    seedHash: new Uint8Array(32),
    algorithm: 'rx/0',
    fixesNonceByte: false,
    networkTarget: (1n << 256n) - 1n,
    networkWork: 300_000_000_000n,
    clean: true,
    blockHash: () => 'the block without a proxy',
    whole: { bytes: block, saltAt, blobWith, blockHashWith },
  });
  const env = headerEnv(jobs);
  const shell = new SessionShell(1, [monero]);
  const say = (method: string, params: object) =>
    shell.receive(readMessage(JSON.stringify({ id: 7, method, params })), env);
  return { filled, jobs, env, shell, say };
}

const login = { login: 'ERG:9h.rig1', pass: 'x', agent: 'xmr-node-proxy/0.29.10', algo: ['rx/0'] };
const result = '00'.repeat(32);
const share = { id: '00000001', job_id: 'j1', nonce: '01020304', result };
const numbers = { workerNonce: 258, poolNonce: 4_294_967_295 };
const extra = '00000102ffffffff';

const job = {
  blocktemplate_blob: hexOfBytes(block),
  reserved_offset: 60,
  client_nonce_offset: 68,
  client_pool_offset: 72,
  difficulty: 300_000_000_000,
  target_diff: 256,
  target_diff_hex: 'ffffff00',
  job_id: 'j1',
  algo: 'rx/0',
  height: 1000,
  seed_hash: '00'.repeat(32),
  id: '00000001',
};

describe('xmr-node-proxy', () => {
  it('is given whole blocks, at its login, when it asks, and with each new job', () => {
    const { jobs, env, shell, say } = open();
    expect(JSON.parse(say('login', login).replies[0] ?? '')).toMatchObject({ error: null, result: { job } });
    expect(JSON.parse(say('getjob', { id: '00000001' }).replies[0] ?? '')).toMatchObject({ result: job });
    const { current } = jobs;
    const line = current && shell.announce(current, env)?.line;
    expect(JSON.parse(line ?? '')).toMatchObject({ method: 'job', params: job });
  });

  it('has its shares hashed in the block of its numbers, which is made when it is hashed and not before', () => {
    const { filled, shell, say, env } = open();
    say('login', login);
    const [effect] = say('submit', { ...share, ...numbers }).effects;
    if (effect?.kind !== 'verify') throw new Error('the share is not verified');
    expect(filled).toEqual([]);
    const { blob } = effect.input as RandomxInput;
    expect(filled).toEqual([extra]);
    expect(hexOfBytes(blob)).toBe(`${'ff'.repeat(39)}01020304${'ff'.repeat(33)}`);
    const step = shell.complete(effect.share, bytesOfHex(result, 32), env);
    expect(step?.effects).toMatchObject([
      { kind: 'share', work: 256n },
      { kind: 'candidate', block: { hash: `${extra} 01020304`, solution: { extra: bytesOfHex(extra, 8) } } },
    ]);
  });

  it.each([
    [{}],
    [{ workerNonce: 1 }],
    [{ ...numbers, poolNonce: 2 ** 32 }],
    [{ ...numbers, workerNonce: -1 }],
    [{ ...numbers, workerNonce: 0.5 }],
    [{ ...numbers, workerNonce: '1' }],
  ])('has no share counted that says %j', (said) => {
    const { say, filled } = open();
    say('login', login);
    expect(say('submit', { ...share, ...said }).effects).toMatchObject([
      { kind: 'rejected', reason: 'malformed' },
    ]);
    expect(filled).toEqual([]);
  });

  it('alone is given them: a share of any other program is of the job as it stands', () => {
    const { say, filled } = open();
    expect(say('login', { ...login, agent: 'xmrig/6.26.0' }).replies[0]).toContain('"blob"');
    const [effect] = say('submit', { ...share, ...numbers }).effects;
    expect(effect).toMatchObject({ kind: 'verify', input: { blob: { 39: 1, 42: 4 } } });
    expect(filled).toEqual([]);
  });
});
