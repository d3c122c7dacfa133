import type { HashInto } from '../core/hash-into.ts';
import { plainJobs } from '../core/jobs.ts';
import { printReversed } from '../dialects/zcash/header.ts';
import type { ZcashJob, ZcashSolution } from '../dialects/zcash/jobs.ts';
import { zcash } from '../dialects/zcash/zcash.ts';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import type { FuzzedDialect } from './fuzz-header.ts';
import { headerEnv, headerRules } from './header-kit.ts';
import { quickHash } from './quick-hash.ts';
import { jobTime } from './session-kit.ts';

const user = 'ERG:9h';
const nothing = new Uint8Array(32);
type Parts = Omit<ZcashJob, 'id' | 'merkleRoot'>;

const template: Parts = {
  chain: 'test',
  height: 1,
  version: 4,
  previousHash: nothing,
  commitments: nothing,
  // The clock of a fuzzer goes back a minute at most: a share's time may be later than the job's, never earlier.
  time: jobTime,
  bits: 0x1d00ffff,
  networkTarget: 0n,
  networkWork: 1n << 60n,
  clean: true,
};

/** Of a header of 140 bytes the root and the last eight bytes of the nonce: what games hash. */
const hashOfShare: HashInto = (share, output) => {
  const input = new Uint8Array(40);
  input.set(share.subarray(36, 68));
  input.set(share.subarray(132, 140), 32);
  quickHash(input, output);
};

/** Zcash's: the hash of header and solution is compared with the target before the solution is looked at, which is always one here. */
export const playedZcash: FuzzedDialect = {
  name: 'zcash',
  dialect: { ...zcash, open: () => zcash.open(1) },
  rules: headerRules,
  openJobs(content) {
    const jobs = plainJobs<Parts, ZcashJob>((parts) => {
      const digits = content();
      // Ids do not come again after a restart.
      return { ...parts, id: digits.slice(-16), merkleRoot: bytesOfHex(digits, 32) ?? nothing };
    });
    return Object.assign(jobs, {
      openNext: (parts: Partial<Parts>) => void jobs.open({ ...template, ...parts }),
    });
  },
  env: (jobs) => headerEnv(jobs as unknown as Parameters<typeof headerEnv>[0], { sha256d: hashOfShare }),
  isAnswer: (line) => !('method' in line),
  onConnect: [{ method: 'mining.subscribe', params: ['miner/1.0'] }],
  login: (password, count) => [{ method: 'mining.authorize', params: [`${user}.rig${count}`, password] }],
  submit: ({ job }, nonce) => ({
    method: 'mining.submit',
    params: [
      `${user}.rig1`,
      job,
      printReversed(jobTime),
      nonce.toString(16).padStart(56, '0'),
      `fd4005${'0'.repeat(2688)}`,
    ],
  }),
  hear(line) {
    const { method, params = [] } = JSON.parse(line) as { method?: string; params?: readonly unknown[] };
    const [first, , , content] = params;
    if (method === 'mining.set_target')
      return { work: Number(((1n << 256n) - 1n) / BigInt(`0x${String(first)}`)) };
    return method === 'mining.notify' ? { job: String(first), content: String(content) } : {};
  },
  read: (input) => {
    const { header } = input as ZcashSolution;
    return {
      content: hexOfBytes(header.subarray(36, 68)),
      nonce: BigInt(`0x${hexOfBytes(header.subarray(112))}`),
    };
  },
  verdict: () => true,
};
