import { type JobRegistryOptions, type PlainJobs, plainJobs } from '../core/jobs.ts';
import type { LoginVerdict, PortRules, SessionEnv } from '../core/session-state.ts';
import type { KaspaInput, KaspaJob } from '../dialects/kaspa/jobs.ts';
import { kaspa } from '../dialects/kaspa/kaspa.ts';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import type { FuzzedDialect } from './fuzz-header.ts';
import { PortMiner } from './port-miner.ts';
import { easyRules, jobTime } from './session-kit.ts';
import { sha256d } from './sha256d.ts';

/** A share of work 256, the first one, hashes to 00ff…ff at most. */
export const kaspaRules: PortRules = {
  ...easyRules,
  scale: { difficulty1Target: (1n << 224n) - 1n, hashesPerDifficulty1: 1n << 32n },
  minimumWork: 1n,
  startWork: 256n,
};

export type KaspaParts = Omit<KaspaJob, 'id' | 'prePowHash'>;

const template: KaspaParts = {
  chain: 'test',
  height: 1,
  timestamp: BigInt(jobTime) * 1000n,
  networkTarget: 0n,
  networkWork: 1n << 60n,
  clean: true,
  blockHash: ({ nonce }) => nonce.toString(16).padStart(64, '0'),
};

/** Jobs with hashes that count up, or with those that `content` names. */
export function testKaspaJobs(
  content?: () => string,
  options: JobRegistryOptions = {},
): PlainJobs<KaspaParts, KaspaJob> & { readonly openNext: (parts?: Partial<KaspaParts>) => void } {
  let count = 0;
  const jobs = plainJobs<KaspaParts, KaspaJob>((parts) => {
    count += 1;
    const drawn = content?.();
    const hash = drawn ?? count.toString(16).padStart(64, '0');
    // Ids do not come again after a restart.
    return {
      ...parts,
      id: drawn?.slice(0, 16) ?? `${count}`,
      prePowHash: bytesOfHex(hash, 32) ?? new Uint8Array(32),
    };
  }, options);
  return Object.assign(jobs, {
    openNext: (parts: Partial<KaspaParts> = {}) => {
      jobs.open({ ...template, ...parts });
    },
  });
}

export function kaspaEnv(jobs: SessionEnv['jobs'], overrides: Partial<SessionEnv> = {}): SessionEnv {
  const now = jobTime * 1000;
  return { now, rules: kaspaRules, jobs, sha256d, accepting: true, login: anyLogin, ...overrides };
}

function anyLogin(text: string): LoginVerdict {
  const [, address, worker = 'default'] = /^KAS:(kaspa:\w+)(?:\.(\w+))?$/.exec(text) ?? [];
  if (address === undefined) return { kind: 'unknown-coin', coin: 'NOPE' };
  return {
    kind: 'login',
    login: { coin: 'KAS', network: 'KAS', address, memo: null, worker, referralCode: null },
  };
}

/** The highest hash that `leading` zero bytes leave, less the nonce; least significant byte first. */
export function lowHash(leading: number): (input: KaspaInput) => Uint8Array {
  return ({ nonce }) => {
    const hash = new Uint8Array(32).fill(255, 0, 32 - leading);
    hash[0] = Number(nonce & 0xffn) ^ 0xff;
    return hash;
  };
}

/** One connection of a port of the family. */
export class KaspaMiner extends PortMiner<KaspaInput, Uint8Array> {
  constructor(env: SessionEnv, verify: (input: KaspaInput) => Uint8Array, number = 0xf000080c) {
    super([kaspa], env, verify, number);
  }
}

const user = 'KAS:kaspa:q1';

/** The family's Stratum with the whole nonce in each share: the extranonce keeps nothing apart. */
export const playedKaspa: FuzzedDialect = {
  name: 'kaspa',
  isAnswer: (line) => !('method' in line),
  dialect: kaspa,
  rules: kaspaRules,
  openJobs: (content) => testKaspaJobs(content),
  env: (jobs) => kaspaEnv(jobs as ReturnType<typeof testKaspaJobs>),
  onConnect: [{ method: 'mining.subscribe', params: ['BzMiner/v21'] }],
  login: (password, count) => [{ method: 'mining.authorize', params: [`${user}.rig${count}`, password] }],
  submit: ({ job }, nonce) => ({
    method: 'mining.submit',
    params: [user, job, `0x${nonce.toString(16).padStart(16, '0')}`],
  }),
  hear(line) {
    const { method, params = [] } = JSON.parse(line) as { method?: string; params?: readonly unknown[] };
    if (method === 'mining.set_difficulty') return { work: Number(params[0]) * 2 ** 32 };
    return method === 'mining.notify'
      ? { job: String(params[0]), content: String(params[1]).slice(0, 64) }
      : {};
  },
  read: (input) => {
    const { prePowHash, nonce } = input as KaspaInput;
    return { content: hexOfBytes(prePowHash), nonce };
  },
  verdict: (hash) => hash,
};

const words = /"params":\["([^"]+)",\[(\d+),(\d+),(\d+),(\d+)\],/;

/** The same with jobs of four numbers and a time. */
export const playedKaspaWords: FuzzedDialect = {
  ...playedKaspa,
  name: 'kaspa in words',
  onConnect: [{ method: 'mining.subscribe', params: ['lolMiner 1.98'] }],
  hear(line) {
    // JavaScript reads no numbers of 64 bits.
    const [, job, ...numbers] = words.exec(line) ?? [];
    if (job === undefined) return playedKaspa.hear(line);
    const bytes = new Uint8Array(32);
    for (const [index, each] of numbers.entries())
      new DataView(bytes.buffer).setBigUint64(8 * index, BigInt(each), true);
    return { job, content: hexOfBytes(bytes) };
  },
};
