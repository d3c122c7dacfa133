import type { EthashInput } from '../dialects/ethereum/jobs.ts';
import { type KawpowJob, kawpowJobs } from '../dialects/kawpow/jobs.ts';
import { kawpow } from '../dialects/kawpow/kawpow.ts';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import { ethereumEnv, ethereumRules } from './ethereum-kit.ts';
import type { FuzzedDialect } from './fuzz-header.ts';

const user = 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const mix = `0x${'0'.repeat(64)}`;
type Parts = Omit<KawpowJob, 'id' | 'headerHash'>;

const template: Parts = {
  chain: 'test',
  height: 1,
  bits: 0x1d00ffff,
  seedHash: new Uint8Array(32),
  networkTarget: 0n,
  networkWork: 1n << 60n,
  clean: true,
  blockHash: ({ nonce }) => nonce.toString(16),
};

/** KawPow's: the miner sends the whole nonce, the header and its mix. */
export const playedKawpow: FuzzedDialect = {
  name: 'kawpow',
  dialect: kawpow,
  rules: ethereumRules,
  openJobs(content) {
    const jobs = kawpowJobs<Parts>((parts) => {
      const digits = content();
      // Ids do not come again after a restart.
      return { ...parts, id: digits.slice(-16), headerHash: bytesOfHex(digits, 32) ?? new Uint8Array(32) };
    });
    return Object.assign(jobs, {
      openNext: (parts: Partial<Parts>) => void jobs.open({ ...template, ...parts }),
    });
  },
  env: (jobs) => ethereumEnv(jobs as unknown as Parameters<typeof ethereumEnv>[0]),
  isAnswer: (line) => !('method' in line),
  onConnect: [{ method: 'mining.subscribe', params: ['miner/1.0'] }],
  login: (password, count) => [{ method: 'mining.authorize', params: [`${user}.rig${count}`, password] }],
  submit: ({ job, content }, nonce) => ({
    method: 'mining.submit',
    params: [`${user}.rig1`, job, `0x${nonce.toString(16).padStart(16, '0')}`, `0x${content}`, mix],
  }),
  hear(line) {
    const { method, params = [] } = JSON.parse(line) as { method?: string; params?: readonly unknown[] };
    if (method !== 'mining.notify') return {};
    const [job, content, , target] = params as readonly string[];
    if (job === undefined || content === undefined) return {};
    return { job, content, work: Number(((1n << 256n) - 1n) / BigInt(`0x${target}`)) };
  },
  read: (input) => {
    const { headerHash, nonce } = input as EthashInput;
    return { content: hexOfBytes(headerHash), nonce };
  },
  verdict: (hash) => ({ mix: new Uint8Array(32), hash: hash.toReversed() }),
};
