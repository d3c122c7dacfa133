import type { Dialect } from '../core/dialect.ts';
import type { HeaderJob } from '../core/header-jobs.ts';
import { type JobRegistryOptions, type PlainJobs, plainJobs } from '../core/jobs.ts';
import type { LoginVerdict, PortRules, SessionEnv } from '../core/session-state.ts';
import { alephium, type AlephiumInput, type AlephiumVerdict } from '../dialects/alephium/alephium.ts';
import { beam, type BeamInput } from '../dialects/beam/beam.ts';
import { conflux, type OctopusInput } from '../dialects/conflux/conflux.ts';
import { type AutolykosInput, ergo } from '../dialects/ergo/ergo.ts';
import { ironfish, type IronfishInput } from '../dialects/ironfish/ironfish.ts';
import { nexa, type NexaInput } from '../dialects/nexa/nexa.ts';
import { xelis, type XelisInput } from '../dialects/xelis/xelis.ts';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import type { FuzzedDialect } from './fuzz-header.ts';
import type { Call } from './own-jobs-credit-game.ts';
import { easyRules, jobTime } from './session-kit.ts';
import { sha256d } from './sha256d.ts';

/** Difficulty counts hashes. */
export const headerRules: PortRules = {
  ...easyRules,
  scale: { difficulty1Target: 1n << 256n, hashesPerDifficulty1: 1n },
  minimumWork: 1n,
  startWork: 256n,
};

export type HeaderParts = Omit<HeaderJob, 'id' | 'work'>;

const template: HeaderParts = {
  chain: 'test',
  height: 7,
  timestamp: BigInt(jobTime) * 1000n,
  bits: 0x1d00ffff,
  networkTarget: 0n,
  networkWork: 1n << 60n,
  clean: true,
  blockHash: (seal) => hexOfBytes(seal).padStart(64, '0'),
};

/** Jobs with content that counts up, or with what `content` names. */
export function testHeaderJobs(
  content?: () => string,
  options: JobRegistryOptions = {},
  workOf: PlayedHeader['workOf'] = (digits) => bytesOfHex(digits, 32) ?? new Uint8Array(32),
): PlainJobs<HeaderParts, HeaderJob> & { readonly openNext: (parts?: Partial<HeaderParts>) => void } {
  let count = 0;
  const jobs = plainJobs<HeaderParts, HeaderJob>((parts) => {
    count += 1;
    const drawn = content?.();
    const work = drawn ?? count.toString(16).padStart(64, '0');
    // Ids do not come again after a restart.
    return {
      ...parts,
      id: drawn?.slice(0, 16) ?? `${count}`,
      work: workOf(work),
    };
  }, options);
  return Object.assign(jobs, {
    openNext: (parts: Partial<HeaderParts> = {}) => {
      jobs.open({ ...template, ...parts });
    },
  });
}

export function headerEnv(jobs: SessionEnv['jobs'], overrides: Partial<SessionEnv> = {}): SessionEnv {
  const now = jobTime * 1000;
  return { now, rules: headerRules, jobs, sha256d, accepting: true, login: anyLogin, ...overrides };
}

function anyLogin(text: string, workerField?: string): LoginVerdict {
  const [, address, worker = workerField ?? 'default'] = /^ERG:(9\w+)(?:\.(\w+))?$/.exec(text) ?? [];
  if (address === undefined) return { kind: 'unknown-coin', coin: 'NOPE' };
  return {
    kind: 'login',
    login: { coin: 'ERG', network: 'ERG', address, memo: null, worker, referralCode: null },
  };
}

/** A dialect as suites speak it, with the digits that its one session's nonces begin with. */
export interface PlayedHeader extends FuzzedDialect {
  readonly prefix: string;
  /** What a job of this content, 64 digits, gives out. */
  workOf(digits: string): Uint8Array;
}

const user = 'ERG:9h';
const number = 0xabcd_1234;
const digits = (nonce: bigint, bytes: number): string => nonce.toString(16).padStart(2 * bytes, '0');
const valueOf = (bytes: Uint8Array): bigint => BigInt(`0x${hexOfBytes(bytes)}`);

interface Line {
  readonly method?: string;
  readonly params?: readonly unknown[];
}

function played(
  spoken: { readonly dialect: Dialect } & Pick<PlayedHeader, 'prefix' | 'submit' | 'hear' | 'read'> &
    Partial<PlayedHeader>,
): PlayedHeader {
  const { dialect, workOf = (digits: string) => bytesOfHex(digits, 32) ?? new Uint8Array(32) } = spoken;
  return {
    name: dialect.name,
    rules: headerRules,
    workOf,
    openJobs: (content) => testHeaderJobs(content, {}, workOf),
    env: (jobs) => headerEnv(jobs as ReturnType<typeof testHeaderJobs>),
    onConnect: [{ method: 'mining.subscribe', params: ['miner/1.0'] }],
    login: (password, count) => [{ method: 'mining.authorize', params: [`${user}.rig${count}`, password] }],
    verdict: (hash) => hash.toReversed(),
    isAnswer: (line) => !('method' in line),
    ...spoken,
    // All sessions have one prefix: it keeps nothing apart.
    dialect: { ...dialect, open: () => dialect.open(number) },
  };
}

/** What a program learns of a line that has difficulty and job apart. */
function hearBoth(
  line: string,
  content: (params: readonly unknown[]) => Partial<{ job: string; content: string }>,
) {
  const { method, params = [] } = JSON.parse(line) as Line;
  if (method === 'mining.set_difficulty') return { work: Number(params[0]) };
  return method === 'mining.notify' ? content(params) : {};
}

const submitted = (params: readonly unknown[]): Call => ({ method: 'mining.submit', params });

/** Every dialect of `defineHeaderDialect`. */
export const playedHeaders: readonly PlayedHeader[] = [
  played({
    dialect: ergo,
    prefix: '1234',
    submit: ({ job }, nonce) => submitted([user, job, digits(nonce, 6), '', `1234${digits(nonce, 6)}`]),
    hear(line) {
      const { method, params = [] } = JSON.parse(line) as Line;
      if (method !== 'mining.notify') return {};
      // A hash must be below the number.
      const work = Number((1n << 256n) / BigInt(String(params[6])));
      return { job: String(params[0]), content: String(params[2]), work };
    },
    read: (input) => {
      const { message, nonce } = input as AutolykosInput;
      return { content: hexOfBytes(message), nonce: valueOf(nonce.subarray(2)) };
    },
  }),
  played({
    dialect: nexa,
    prefix: 'abcd1234',
    submit: ({ job }, nonce) => submitted([user, job, 'abcd1234', '', digits(nonce, 8)]),
    hear: (line) => hearBoth(line, ([job, content]) => ({ job: String(job), content: String(content) })),
    read: (input) => {
      const { commitment, nonce } = input as NexaInput;
      return { content: hexOfBytes(commitment), nonce: valueOf(nonce.subarray(4)) };
    },
  }),
  played({
    dialect: alephium,
    prefix: '1234',
    submit: ({ job }, nonce) => ({
      method: 'mining.submit',
      params: { jobId: job, fromGroup: 0, toGroup: 0, nonce: `1234${digits(nonce, 22)}`, worker: user },
    }),
    hear: (line) =>
      hearBoth(line, ([first]) => {
        const { jobId, headerBlob } = first as { jobId: string; headerBlob: string };
        return { job: jobId, content: headerBlob };
      }),
    read: (input) => {
      const { headerBlob, nonce } = input as AlephiumInput;
      return { content: hexOfBytes(headerBlob), nonce: valueOf(nonce.subarray(2)) };
    },
    verdict: (hash): AlephiumVerdict => ({ hash: hash.toReversed(), chain: { from: 0, to: 0 } }),
  }),
  played({
    dialect: conflux,
    prefix: '',
    onConnect: [],
    login: (password, count) => [{ method: 'mining.subscribe', params: [`${user}.rig${count}`, password] }],
    submit: ({ job, content }, nonce) =>
      submitted([user, job, `0x${digits(nonce, 8)}`, `0x${content ?? ''}`]),
    hear(line) {
      const { method, params = [] } = JSON.parse(line) as Line;
      if (method !== 'mining.notify') return {};
      const work = Number(((1n << 256n) - 1n) / BigInt(String(params[3])));
      return { job: String(params[0]), content: String(params[2]).slice(2), work };
    },
    read: (input) => {
      const { powHash, nonce } = input as OctopusInput;
      return { content: hexOfBytes(powHash), nonce };
    },
  }),
  played({
    dialect: xelis,
    prefix: '',
    login: (password, count) => [{ method: 'mining.authorize', params: [user, `rig${count}`, password] }],
    submit: ({ job }, nonce) => submitted([user, job, digits(nonce, 8)]),
    hear: (line) => hearBoth(line, ([job, , content]) => ({ job: String(job), content: String(content) })),
    read: (input) => {
      const bytes = input as XelisInput;
      return { content: hexOfBytes(bytes.subarray(0, 32)), nonce: valueOf(bytes.subarray(40, 48)) };
    },
  }),
  played({
    dialect: beam,
    prefix: 'cd1234',
    onConnect: [],
    login: (password, count) => [
      { method: 'login', id: 'login', jsonrpc: '2.0', api_key: `${user}.rig${count}`, pass: password },
    ],
    submit: ({ job }, nonce) => ({
      method: 'solution',
      id: job,
      jsonrpc: '2.0',
      nonce: `cd1234${digits(nonce, 5)}`,
      output: '7'.repeat(208),
    }),
    isAnswer: ({ method }) => method === 'result',
    hear(line) {
      const { id, method, input, difficulty } = JSON.parse(line) as Record<string, unknown>;
      if (method !== 'job') return {};
      const work = (2 ** 24 + (Number(difficulty) & 0xffffff)) * 2 ** ((Number(difficulty) >>> 24) - 24);
      return { job: String(id), content: String(input), work };
    },
    read: (given) => {
      const { input, nonce } = given as BeamInput;
      return { content: hexOfBytes(input), nonce: valueOf(nonce.subarray(3)) };
    },
  }),
  played({
    dialect: ironfish,
    prefix: '1234',
    onConnect: [],
    // The content of a job stands where the block before it is named.
    workOf: (digits) =>
      bytesOfHex(`${'0'.repeat(72)}${digits.padStart(64, '0')}${'0'.repeat(224)}`, 180) ??
      new Uint8Array(180),
    login: (password, count) => [
      {
        method: 'mining.subscribe',
        body: { version: 3, publicAddress: user, name: `rig${count}`, password },
      },
    ],
    submit: ({ job }, nonce) => ({
      method: 'mining.submit',
      body: { miningRequestId: Number.parseInt(job ?? '', 16), randomness: `1234${digits(nonce, 6)}` },
    }),
    isAnswer: ({ method }) => method !== 'mining.set_target' && method !== 'mining.notify',
    hear(line) {
      const { method, body = {} } = JSON.parse(line) as { method?: string; body?: Record<string, unknown> };
      if (method === 'mining.set_target')
        return { work: Number(((1n << 256n) - 1n) / BigInt(`0x${String(body['target'])}`)) };
      if (method !== 'mining.notify') return {};
      const job = Number(body['miningRequestId']).toString(16);
      return { job, content: String(body['header']).slice(72, 136) };
    },
    read: (input) => {
      const header = input as IronfishInput;
      return { content: hexOfBytes(header.subarray(36, 68)), nonce: valueOf(header.subarray(174)) };
    },
  }),
];
