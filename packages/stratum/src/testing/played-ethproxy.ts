import { ethproxy } from '../dialects/ethereum/ethproxy.ts';
import type { EthashInput } from '../dialects/ethereum/jobs.ts';
import { hexOfBytes } from '../wire/hex.ts';
import { ethereumEnv, ethereumRules, testEthereumJobs } from './ethereum-kit.ts';
import type { FuzzedDialect } from './fuzz-header.ts';

const user = 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const mix = '0'.repeat(64);

/** ethproxy, where the pool gives nothing of the nonce and nothing is said before the login. */
export const playedEthproxy: FuzzedDialect = {
  name: 'ethproxy',
  // Work that was not asked for has the id 0.
  isAnswer: ({ id, result }) => id !== 0 || !Array.isArray(result),
  dialect: ethproxy,
  rules: ethereumRules,
  openJobs: (content) => testEthereumJobs(content),
  env: (jobs) => ethereumEnv(jobs as ReturnType<typeof testEthereumJobs>),
  onConnect: [],
  login: (password, count) => [
    { method: 'eth_submitLogin', params: [user, password], worker: `rig${count}` },
    { method: 'eth_getWork', params: [] },
  ],
  submit: ({ content }, nonce) => ({
    method: 'eth_submitWork',
    params: [`0x${nonce.toString(16).padStart(16, '0')}`, `0x${content}`, `0x${mix}`],
  }),
  hear(line) {
    const { result } = JSON.parse(line) as { result?: unknown };
    if (!Array.isArray(result)) return {};
    const [header, , target] = result as string[];
    const work = Number(((1n << 256n) - 1n) / BigInt(target ?? 1));
    return header === undefined ? {} : { job: header, content: header.slice(2), work };
  },
  read: (input) => {
    const { headerHash, nonce } = input as EthashInput;
    return { content: hexOfBytes(headerHash), nonce };
  },
  verdict: (hash) => ({ mix: new Uint8Array(32), hash: hash.toReversed() }),
};
