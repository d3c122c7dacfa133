import { ethereumStratum } from '../dialects/ethereum/ethereum-stratum.ts';
import { plainStratum } from '../dialects/ethereum/plain-stratum.ts';
import type { FuzzedDialect } from './fuzz-header.ts';
import { playedEthproxy } from './played-ethproxy.ts';

const user = 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const mix = '0'.repeat(64);

interface Line {
  readonly method?: string;
  readonly params?: readonly unknown[];
}

const common = {
  ...playedEthproxy,
  isAnswer: (line: Readonly<Record<string, unknown>>) => !('method' in line),
  login: (password: string, count: number) => [
    { method: 'mining.authorize', params: [`${user}.rig${count}`, password] },
  ],
};

/** EthereumStratum/1.0.0: two bytes of the nonce are the pool's, the same in all sessions here, and no mix is sent. */
export const playedEthereumStratum: FuzzedDialect = {
  ...common,
  name: 'ethereum-stratum',
  dialect: { ...ethereumStratum, open: () => ethereumStratum.open(0x080c) },
  onConnect: [{ method: 'mining.subscribe', params: ['miner/1.0', 'EthereumStratum/1.0.0'] }],
  submit: ({ job }, nonce) => ({
    method: 'mining.submit',
    params: [`${user}.rig1`, job, nonce.toString(16).padStart(12, '0')],
  }),
  hear(line) {
    const { method, params = [] } = JSON.parse(line) as Line;
    if (method === 'mining.set_difficulty') return { work: Number(params[0]) * 2 ** 32 };
    return method === 'mining.notify' ? { job: String(params[0]), content: String(params[2]) } : {};
  },
  read(input) {
    const { content, nonce } = playedEthproxy.read(input);
    return { content, nonce: BigInt.asUintN(48, nonce) };
  },
};

/** The layout that ethminer speaks for `stratum+tcp`: jobs have their target, and shares header and mix. */
export const playedPlainStratum: FuzzedDialect = {
  ...common,
  name: 'ethereum-plain-stratum',
  dialect: plainStratum,
  onConnect: [{ method: 'mining.subscribe', params: [] }],
  submit: ({ job, content }, nonce) => ({
    method: 'mining.submit',
    params: [`${user}.rig1`, job, `0x${nonce.toString(16).padStart(16, '0')}`, `0x${content}`, `0x${mix}`],
  }),
  hear(line) {
    const { method, params = [] } = JSON.parse(line) as Line;
    if (method !== 'mining.notify') return {};
    const [job, header, , target] = params as readonly string[];
    if (job === undefined || header === undefined) return {};
    return { job, content: header.slice(2), work: Number(((1n << 256n) - 1n) / BigInt(target ?? 1)) };
  },
};
