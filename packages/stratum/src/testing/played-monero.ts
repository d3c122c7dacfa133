import { plainJobs } from '../core/jobs.ts';
import { type MoneroJob, nonceAt, type RandomxInput } from '../dialects/monero/jobs.ts';
import { monero } from '../dialects/monero/monero.ts';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import type { FuzzedDialect } from './fuzz-header.ts';
import { headerEnv, headerRules } from './header-kit.ts';
import { hasherOf } from './own-jobs-credit-game.ts';

const user = 'ERG:9h';
const session = '00000001';
const blobBytes = 76;
type Parts = Omit<MoneroJob, 'id' | 'blob'>;

const template: Parts = {
  chain: 'test',
  height: 1,
  seedHash: new Uint8Array(32),
  algorithm: 'rx/0',
  fixesNonceByte: false,
  networkTarget: 0n,
  networkWork: 1n << 60n,
  clean: true,
  blockHash: (nonce) => hexOfBytes(nonce),
};

/** Monero's: a share names its session and the hash that it claims. The content of a job is the beginning of its blob. */
export const playedMonero: FuzzedDialect = {
  name: 'monero',
  dialect: { ...monero, open: () => monero.open(1) },
  rules: headerRules,
  openJobs(content) {
    const jobs = plainJobs<Parts, MoneroJob>((parts) => {
      const digits = content();
      const blob = new Uint8Array(blobBytes);
      blob.set(bytesOfHex(digits, 32) ?? []);
      // Ids do not come again after a restart.
      return { ...parts, id: digits.slice(-16), blob };
    });
    return Object.assign(jobs, {
      openNext: (parts: Partial<Parts> = {}) => void jobs.open({ ...template, ...parts }),
    });
  },
  env: (jobs) => headerEnv(jobs as unknown as Parameters<typeof headerEnv>[0]),
  isAnswer: (line) => !('method' in line),
  onConnect: [],
  login: (password, count) => [
    { method: 'login', params: { login: `${user}.rig${count}`, pass: password, agent: 'miner/1.0' } },
  ],
  submit: ({ job, content = '' }, nonce) => ({
    method: 'submit',
    params: {
      id: session,
      job_id: job,
      nonce: Number(nonce).toString(16).padStart(8, '0'),
      result: hexOfBytes(hasherOf(content)(nonce)),
    },
  }),
  hear(line) {
    const { method, params, result } = JSON.parse(line) as {
      method?: string;
      params?: Record<string, string>;
      result?: { job?: Record<string, string> } | null;
    };
    const { blob, job_id: job, target } = (method === 'job' ? params : result?.job) ?? {};
    if (blob === undefined || job === undefined || target === undefined) return {};
    const bytes = (bytesOfHex(target, target.length / 2) ?? new Uint8Array()).toReversed();
    const work = Math.round(2 ** (8 * bytes.length) / (Number(`0x${hexOfBytes(bytes)}`) + 1));
    return { job, content: blob.slice(0, 64), work };
  },
  read(input) {
    const { blob } = input as RandomxInput;
    const nonce = new DataView(blob.buffer, blob.byteOffset).getUint32(nonceAt);
    return { content: hexOfBytes(blob.subarray(0, 32)), nonce: BigInt(nonce) };
  },
  verdict: (hash) => hash,
};

/** Where a proxy's bytes stand in the blocks of `playedBlocks`. */
const extraAt = 56;

/** The same with whole blocks, as proxies take them: what they put into a block is a part of what they search. */
export const playedBlocks: FuzzedDialect = {
  ...playedMonero,
  name: 'monero in whole blocks',
  openJobs(content) {
    const jobs = plainJobs<Parts, MoneroJob>((parts) => {
      const digits = content();
      const blob = new Uint8Array(blobBytes);
      blob.set(bytesOfHex(digits, 32) ?? []);
      const blobWith = (extra: Uint8Array): Uint8Array => {
        const other = blob.slice();
        other.set(extra, extraAt);
        return other;
      };
      const blockHashWith = (extra: Uint8Array, nonce: Uint8Array): string =>
        hexOfBytes(extra) + hexOfBytes(nonce);
      const whole = { bytes: blob, saltAt: extraAt - 8, blobWith, blockHashWith };
      return { ...parts, id: digits.slice(-16), blob, whole };
    });
    return Object.assign(jobs, {
      openNext: (parts: Partial<Parts> = {}) => void jobs.open({ ...template, ...parts }),
    });
  },
  login: (password, count) => [
    {
      method: 'login',
      params: { login: `${user}.rig${count}`, pass: password, agent: 'xmr-node-proxy/0.29.10' },
    },
  ],
  submit(known, nonce) {
    const { method, params } = playedMonero.submit(known, nonce);
    const split = { workerNonce: Number(nonce % 4n), poolNonce: 1 };
    const digits = (nonce / 4n).toString(16).padStart(8, '0');
    return { method, params: { ...(params as object), ...split, nonce: digits } };
  },
  hear(line) {
    const { method, params, result } = JSON.parse(line) as {
      method?: string;
      params?: Record<string, string>;
      result?: { job?: Record<string, string> } | null;
    };
    const given = (method === 'job' ? params : result?.job) ?? {};
    const { blocktemplate_blob: block, job_id: job, target_diff: work } = given;
    return block === undefined || job === undefined
      ? {}
      : { job, content: block.slice(0, 64), work: Number(work) };
  },
  read(input) {
    const { blob } = input as RandomxInput;
    const view = new DataView(blob.buffer, blob.byteOffset);
    const nonce = BigInt(view.getUint32(nonceAt)) * 4n + BigInt(view.getUint32(extraAt));
    return { content: hexOfBytes(blob.subarray(0, 32)), nonce };
  },
};
