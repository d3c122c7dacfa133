import { createJob, type Job, type JobParts } from '../dialects/bitcoin/job.ts';
import { difficultyScale } from '../core/difficulty.ts';
import { JobStamper, type RandomBytes } from '../dialects/bitcoin/job-stamper.ts';
import { bitcoinJobs, type BitcoinJobs } from '../dialects/bitcoin/jobs.ts';
import { readMessage } from '../wire/message.ts';
import { step } from '../dialects/bitcoin/session.ts';
import type { FoundBlock, PortRules, Step } from '../core/session-state.ts';
import {
  type BitcoinEnv,
  type BitcoinSolution,
  newSession,
  type PendingShare,
  type SessionState,
} from '../dialects/bitcoin/session-state.ts';
import { defaultVardiff } from '../core/vardiff.ts';
import { sha256d } from './sha256d.ts';

export const sha256Scale = difficultyScale(0xffffn << 208n);

/** Half of all hashes make a share, so tests find one at once. */
export const easyRules: PortRules = {
  scale: sha256Scale,
  minimumWork: 2n,
  maximumWork: 1n << 50n,
  startWork: 2n,
  vardiff: defaultVardiff,
  versionMask: 0x1fffe000,
  workersMax: 4,
  faultsMax: 4,
};

/** 2026-11-20T10:58:36Z in seconds. */
export const jobTime = 1_795_172_316;

export function buildJob(overrides: Partial<JobParts> & { readonly id?: string } = {}): Job {
  return createJob(overrides.id ?? '1', {
    chain: 'test',
    height: 100,
    version: 0x20000000,
    previousHash: new Uint8Array(32).fill(7),
    coinbasePrefix: new Uint8Array(42).fill(1),
    coinbaseSuffix: new Uint8Array(50).fill(2),
    merkleBranch: [new Uint8Array(32).fill(3)],
    bits: 0x1d00ffff,
    time: jobTime,
    networkWork: 1n << 32n,
    clean: true,
    ...overrides,
  });
}

/** Bytes that count up: unlike each other, and the same in every run. */
export function countingBytes(): RandomBytes {
  let last = 0;
  return (count) => {
    last += 1;
    const bytes = new Uint8Array(count);
    new DataView(bytes.buffer).setUint32(count - 4, last);
    return bytes;
  };
}

export function newRegistry(): BitcoinJobs {
  return bitcoinJobs({ stamper: new JobStamper(countingBytes()) });
}

/** What surrounds a session, with jobs to which a suite adds. */
export interface TestEnv extends BitcoinEnv {
  readonly jobs: BitcoinJobs;
}

export function buildEnv(overrides: Partial<TestEnv> = {}): TestEnv {
  const jobs = newRegistry();
  if (overrides.jobs === undefined) jobs.add(buildJob());
  return {
    now: jobTime * 1000,
    rules: easyRules,
    jobs,
    sha256d,
    accepting: true,
    login: (text) => {
      const worker = /^DOGE:D1\.(\w+)$/.exec(text)?.[1];
      if (worker === undefined) return { kind: 'unknown-coin', coin: 'NOPE' };
      return {
        kind: 'login',
        login: { coin: 'DOGE', network: 'dogecoin', address: 'D1', memo: null, worker, referralCode: null },
      };
    },
    ...overrides,
  };
}

/** A session on a leash: say a line or a message, read what came back. */
export class TestMiner {
  readonly env: TestEnv;
  state: SessionState;

  constructor(env: TestEnv, extranonce1 = 0xf0000001) {
    this.env = env;
    this.state = newSession(extranonce1);
  }

  line(text: string): Step<SessionState> {
    const result = step(this.state, readMessage(text), this.env);
    this.state = result.state;
    return result;
  }

  say(method: string, params: unknown, id: unknown = 4): Step<SessionState> {
    return this.line(JSON.stringify({ id, method, params }));
  }

  start(password = 'x'): Step<SessionState> {
    this.say('mining.subscribe', ['test/1.0'], 1);
    return this.say('mining.authorize', ['DOGE:D1.rig1', password], 2);
  }

  submit(
    nonce: string,
    overrides: { job?: string; extranonce2?: string; time?: string; user?: string } = {},
  ): Step<SessionState> {
    const {
      user = 'DOGE:D1.rig1',
      job = '1',
      extranonce2 = '00000000',
      time = jobTime.toString(16),
    } = overrides;
    return this.say('mining.submit', [user, job, extranonce2, time, nonce]);
  }
}

/** The error code of the only reply, 0 for an accepted message. */
export function codeOf(result: Step): unknown {
  if (result.replies.length !== 1) throw new Error(`${result.replies.length} replies`);
  const { error } = JSON.parse(result.replies[0] ?? '') as { error: unknown[] | null };
  return error === null ? 0 : error[0];
}

/** The share that a step gave out to be verified, and its header. */
export function pendingOf(result: Step): { readonly share: PendingShare; readonly header: Uint8Array } {
  const effect = result.effects.find(({ kind }) => kind === 'verify');
  if (effect?.kind !== 'verify') throw new Error('nothing to verify');
  return { share: effect.share as PendingShare, header: effect.input as Uint8Array };
}

/** What a step found beside a share: a block, and what the miner added to its job. */
export function blockOf(result: Step): FoundBlock<Job, BitcoinSolution> | undefined {
  const effect = result.effects.find(({ kind }) => kind === 'candidate');
  return effect?.kind === 'candidate' ? (effect.block as FoundBlock<Job, BitcoinSolution>) : undefined;
}
