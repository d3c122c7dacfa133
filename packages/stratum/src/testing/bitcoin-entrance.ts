import { bitcoin } from '../dialects/bitcoin/dialect.ts';
import { JobStamper } from '../dialects/bitcoin/job-stamper.ts';
import { bitcoinJobs, type OpenBitcoinJob } from '../dialects/bitcoin/jobs.ts';
import { createShareScratch, hashShare } from '../dialects/bitcoin/share-hash.ts';
import { type Entrance, portWorks, type Visitor } from './entrance.ts';
import type { Call } from './own-jobs-credit-game.ts';
import { type PortAnswer, PortMiner } from './port-miner.ts';
import { numberOf, quickHash } from './quick-hash.ts';
import { buildEnv, buildJob, countingBytes, easyRules } from './session-kit.ts';

const highest = Number(0xffffn << 240n);
const sharedValue = 16_384;
const hex = (value: number): string => value.toString(16).padStart(8, '0');

/** One connection of Bitcoin's Stratum: all search the same jobs, each with an extranonce of its own. */
class BitcoinVisitor implements Visitor {
  readonly miner: PortMiner<Uint8Array, Uint8Array>;
  readonly #jobOf: (id: string) => OpenBitcoinJob | undefined;
  #job: OpenBitcoinJob | undefined;
  #nonce = 0;
  meanwhile: (() => void) | undefined;

  constructor(miner: PortMiner<Uint8Array, Uint8Array>, jobOf: (id: string) => OpenBitcoinJob | undefined) {
    this.miner = miner;
    this.#jobOf = jobOf;
  }

  get work(): string {
    return `${this.#job?.job.id} ${this.miner.shell.number}`;
  }

  find(): Call {
    if (this.#job === undefined) throw new Error('there is no job');
    const { job } = this.#job;
    const scratch = createShareScratch(job);
    const numbers = {
      extranonce1: this.miner.shell.number,
      extranonce2: 0,
      time: job.time,
      version: job.version,
    };
    do {
      this.#nonce += 1;
      hashShare(job, scratch, { ...numbers, nonce: this.#nonce }, quickHash);
    } while (numberOf(scratch.hash) * sharedValue >= highest);
    return {
      method: 'mining.submit',
      params: ['DOGE:D1.rig1', job.id, hex(0), hex(job.time), hex(this.#nonce)],
    };
  }

  line(text: string): PortAnswer {
    const heard = this.miner.line(text);
    this.listen(heard.lines);
    return heard;
  }

  arrive(text: string): (ms: number) => PortAnswer {
    return this.miner.arrive(text);
  }

  login(count: number, wanted?: number): void {
    for (const call of this.loginCalls(count, wanted)) this.line(JSON.stringify({ id: 7, ...call }));
  }

  loginCalls(count: number, wanted?: number): readonly Call[] {
    const password = wanted === undefined ? 'x' : `d=${(wanted / 2 ** 32).toFixed(15)}`;
    return [{ method: 'mining.authorize', params: [`DOGE:D1.rig${count}`, password] }];
  }

  listen(lines: readonly string[]): void {
    for (const line of lines) {
      const { method, params } = JSON.parse(line) as { method?: string; params?: readonly unknown[] };
      if (method === 'mining.notify') this.#job = this.#jobOf(String(params?.[0]));
    }
  }
}

/** `verifiesLater`: as Scrypt and GhostRider, whose proof of work is computed elsewhere. */
export function bitcoinEntrance(verifiesLater: boolean): Entrance {
  const jobs = bitcoinJobs({ stamper: new JobStamper(countingBytes()) });
  const visitors: BitcoinVisitor[] = [];
  const openJob = (clean: boolean): void => {
    const {
      id: _,
      networkTarget: __,
      ...parts
    } = buildJob({ merkleBranch: [], networkWork: 1n << 60n, clean });
    const opened = jobs.open(parts);
    for (const visitor of visitors) {
      const line = visitor.miner.hear(opened);
      if (line !== undefined) visitor.listen([line]);
    }
  };
  openJob(true);
  return {
    openJob,
    connect(port, isSilent = false) {
      const rules = { ...easyRules, minimumWork: portWorks[port], startWork: portWorks[port] };
      const env = buildEnv({ jobs, rules, sha256d: quickHash, verifiesLater });
      const verify = (header: Uint8Array): Uint8Array => {
        visitor.meanwhile?.();
        const hash = new Uint8Array(32);
        quickHash(header, hash);
        return hash;
      };
      const miner = new PortMiner([bitcoin], env, verify, 0xf000_0001 + visitors.length);
      const visitor: BitcoinVisitor = new BitcoinVisitor(miner, (id) => jobs.find(id));
      visitors.push(visitor);
      if (isSilent) return visitor;
      visitor.line('{"id":7,"method":"mining.subscribe","params":["miner/1.0"]}');
      visitor.login(1);
      return visitor;
    },
  };
}
