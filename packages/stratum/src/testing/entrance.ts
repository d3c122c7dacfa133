import type { SessionEnv } from '../core/session-state.ts';
import type { FuzzedDialect } from './fuzz-header.ts';
import { type Call, hasherOf, type KnownJob, type TestJobs } from './own-jobs-credit-game.ts';
import { type PortAnswer, PortMiner } from './port-miner.ts';
import { numberOf } from './quick-hash.ts';

/** What a share counts on each of two ports of one algorithm. */
export const portWorks = [4096n, 8192n] as const;
/** Good enough for both. */
const sharedValue = 16_384;

/** A connection of a port, logged in unless it was opened silent. */
export interface Visitor {
  /** Names what it searches: no other session may have it. */
  readonly work: string;
  /** A share of its newest job that it has not found before, good enough for both ports. */
  find(): Call;
  line(text: string): PortAnswer;
  /** A line that comes now; it is said when the answer is called, with the ms that have passed. */
  arrive(text: string): (ms: number) => PortAnswer;
  /** Logs one more worker in, which may ask for shares of this work. */
  login(count: number, wanted?: number): void;
  /** What `login` says. */
  loginCalls(count: number, wanted?: number): readonly Call[];
  /** Happens while a share is being verified. */
  meanwhile: (() => void) | undefined;
}

/** Two ports of an algorithm, with the jobs that they share. */
export interface Entrance {
  connect(port: 0 | 1, isSilent?: boolean): Visitor;
  /** A clean one ends the jobs before it. */
  openJob(clean: boolean): void;
}

/** The nonces of contents that make shares: suites ask for the same ones again and again. */
const foundNonces = new Map<string, bigint[]>();

function nonceOf(content: string, index: number): bigint {
  const found = foundNonces.get(content) ?? [];
  foundNonces.set(content, found);
  const hash = hasherOf(content);
  for (let nonce = (found.at(-1) ?? 0n) + 1n; found.length <= index; nonce += 1n)
    if (numberOf(hash(nonce)) * sharedValue < 2 ** 256) found.push(nonce);
  return found[index] ?? 0n;
}

/** One connection in a dialect whose sessions have jobs of their own. */
class OwnJobsVisitor implements Visitor {
  readonly miner: PortMiner<unknown, unknown>;
  readonly #spoken: FuzzedDialect;
  #known: KnownJob = { content: undefined, job: undefined, work: undefined };
  #found = 0;
  meanwhile: (() => void) | undefined;

  constructor(spoken: FuzzedDialect, env: SessionEnv, number: number) {
    this.#spoken = spoken;
    const verify = (input: unknown): unknown => {
      this.meanwhile?.();
      const { content, nonce } = spoken.read(input);
      return spoken.verdict(hasherOf(content)(nonce));
    };
    this.miner = new PortMiner([spoken.dialect], env, verify, number);
  }

  get work(): string {
    return this.#known.content ?? '';
  }

  find(): Call {
    const call = this.#spoken.submit(this.#known, nonceOf(this.work, this.#found));
    this.#found += 1;
    return call;
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
    const { hashesPerDifficulty1 } = this.#spoken.rules.scale;
    const password = wanted === undefined ? 'x' : `d=${wanted / Number(hashesPerDifficulty1)}`;
    return this.#spoken.login(password, count);
  }

  listen(lines: readonly string[]): void {
    for (const line of lines.join('').trimEnd().split('\n'))
      if (line !== '') this.#known = { ...this.#known, ...this.#spoken.hear(line) };
  }
}

export function ownJobsEntrance(spoken: FuzzedDialect): Entrance {
  let contents = 0;
  const jobs: TestJobs = spoken.openJobs(() => {
    contents += 1;
    return contents.toString(16).padStart(16, '0').repeat(4);
  });
  jobs.openNext({ height: 1, clean: true });
  const visitors: OwnJobsVisitor[] = [];
  return {
    connect(port, isSilent = false) {
      const env = spoken.env(jobs);
      const rules = { ...env.rules, minimumWork: portWorks[port], startWork: portWorks[port] };
      const visitor = new OwnJobsVisitor(spoken, { ...env, rules }, visitors.length + 1);
      visitors.push(visitor);
      if (isSilent) return visitor;
      for (const call of spoken.onConnect) visitor.line(JSON.stringify({ id: 7, ...call }));
      visitor.login(1);
      return visitor;
    },
    openJob(clean) {
      jobs.openNext({ height: 1, clean });
      for (const visitor of visitors) visitor.listen([visitor.miner.hear(jobs.current) ?? '']);
    },
  };
}
