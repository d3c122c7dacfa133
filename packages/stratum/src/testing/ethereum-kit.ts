import type { Dialects } from '../core/dialect.ts';
import type { JobRegistryOptions } from '../core/jobs.ts';
import type { LoginVerdict, PortRules, SessionEnv } from '../core/session-state.ts';
import { ethereumStratum } from '../dialects/ethereum/ethereum-stratum.ts';
import { ethproxy } from '../dialects/ethereum/ethproxy.ts';
import {
  type EthashInput,
  type EthashVerdict,
  type EthereumJob,
  ethereumJobs,
  type EthereumJobs,
} from '../dialects/ethereum/jobs.ts';
import { plainStratum } from '../dialects/ethereum/plain-stratum.ts';
import { hexOfBytes } from '../wire/hex.ts';
import { PortMiner } from './port-miner.ts';
import { easyRules, jobTime } from './session-kit.ts';
import { sha256d } from './sha256d.ts';

/** What a port of Ethash speaks. */
export const ethereumDialects: Dialects = [ethereumStratum, ethproxy, plainStratum];

/** Difficulty counts hashes; the highest hash of a share of work 256 is 00ff…ff. */
export const ethereumRules: PortRules = {
  ...easyRules,
  scale: { difficulty1Target: (1n << 256n) - 1n, hashesPerDifficulty1: 1n },
  minimumWork: 1n,
  startWork: 256n,
};

type Parts = Omit<EthereumJob, 'id' | 'headerHash'>;

const template: Parts = {
  chain: 'test',
  height: 1,
  seedHash: new Uint8Array(32),
  networkTarget: 0n,
  networkWork: 1n << 60n,
  clean: true,
  blockHash: ({ nonce, mix }) => `${nonce.toString(16)}-${hexOfBytes(mix).slice(0, 4)}`,
};

/** Jobs with headers that count up, or with those that `headers` names. */
export function testEthereumJobs(
  headers?: () => string,
  options: JobRegistryOptions = {},
): EthereumJobs<Parts> & { readonly openNext: (parts?: Partial<Parts>) => void } {
  let count = 0;
  const jobs = ethereumJobs<Parts>((parts) => {
    count += 1;
    const header = headers?.() ?? count.toString(16).padStart(64, '0');
    return { ...parts, id: `a${count}`, headerHash: Uint8Array.from(Buffer.from(header, 'hex')) };
  }, options);
  return Object.assign(jobs, {
    openNext: (parts: Partial<Parts> = {}) => {
      jobs.open({ ...template, ...parts });
    },
  });
}

/** One connection of a port of Ethash. */
export class EthereumMiner extends PortMiner<EthashInput, EthashVerdict> {
  constructor(env: SessionEnv, verify: (input: EthashInput) => EthashVerdict, number = 0xf000080c) {
    super(ethereumDialects, env, verify, number);
  }
}

/** A verdict that agrees with the miner's mix; the hash is the highest that `leading` zero bytes leave, less the nonce. */
export function agreeing(leading: number): (input: EthashInput) => EthashVerdict {
  return ({ mix, nonce }) => {
    const hash = new Uint8Array(32).fill(255).fill(0, 0, leading);
    hash[31] = Number(nonce & 0xffn) ^ 0xff;
    return { mix: mix ?? new Uint8Array(32), hash };
  };
}

export function ethereumEnv(
  jobs: SessionEnv['jobs'],
  login: (text: string, workerField?: string) => LoginVerdict = anyLogin,
): SessionEnv {
  return { now: jobTime * 1000, rules: ethereumRules, jobs, sha256d, accepting: true, login };
}

function anyLogin(text: string, workerField = 'default'): LoginVerdict {
  const [address = ''] = text.split('.');
  if (!address.startsWith('ETHW:')) return { kind: 'unknown-coin', coin: 'NOPE' };
  return {
    kind: 'login',
    login: { coin: 'ETHW', network: 'ethw', address, memo: null, worker: workerField, referralCode: null },
  };
}
