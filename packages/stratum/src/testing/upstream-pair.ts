import { UpstreamClient } from '../upstream/client.ts';
import type { ClientSettings, Solution, UpstreamJob } from '../upstream/client-dialect.ts';
import type { ClientOutcome, ClientState, ClientStep } from '../upstream/client-state.ts';
import type { PlayedUpstream } from './played-upstreams.ts';
import { PortMiner } from './port-miner.ts';
import { jobTime } from './session-kit.ts';

const pairNumber = 0xabcd_1234;

export function settingsOf(played: PlayedUpstream, more: Partial<ClientSettings> = {}): ClientSettings {
  const { user, scale } = played;
  return {
    user,
    password: 'x',
    agent: 'miner/1.0',
    scale,
    versionMask: 0,
    silenceMs: 120_000,
    easiestTarget: (1n << 256n) - 1n,
    digest: (text) => text,
    ...more,
  };
}

/** A client at a server of ours, in one process and without sockets. */
export class UpstreamPair {
  readonly played: PlayedUpstream;
  readonly client: UpstreamClient<unknown, Solution>;
  readonly server: PortMiner<unknown, unknown>;
  /** What the server gave its verifier. */
  readonly inputs: unknown[] = [];
  readonly outcomes: ClientOutcome[] = [];
  readonly jobs: UpstreamJob[] = [];
  /** Each line of the server. */
  readonly heard: string[] = [];
  readonly openJob: () => void;
  state: ClientState;
  verdict: unknown;
  now = jobTime * 1000;

  constructor(
    played: PlayedUpstream,
    content: () => string,
    { work = 1n, ...more }: Partial<ClientSettings> & { readonly work?: bigint } = {},
  ) {
    this.played = played;
    this.verdict = played.good;
    const jobs = played.openJobs(content);
    this.openJob = () => {
      jobs.openNext({ height: 1, clean: true });
      const line = this.server.hear(jobs.current);
      if (line !== undefined) this.#hear([line]);
    };
    const env = played.env(jobs);
    const rules = { ...env.rules, minimumWork: 1n, startWork: work };
    const verify = (input: unknown): unknown => {
      this.inputs.push(input);
      return this.verdict;
    };
    this.server = new PortMiner([played.dialect], { ...env, rules }, verify, pairNumber);
    jobs.openNext({ height: 1, clean: true });
    this.client = new UpstreamClient(played.client, settingsOf(played, more));
    const step = this.client.open(this.now);
    this.state = step.state;
    this.#take(step);
  }

  /** The newest job. */
  get job(): UpstreamJob {
    const job = this.jobs.at(-1);
    if (job === undefined) throw new Error(`no job: ${JSON.stringify(this.outcomes, printBig)}`);
    return job;
  }

  /** What becomes of a share. */
  submit(free: string, job = this.job, ticket = 1): readonly ClientOutcome[] {
    const from = this.outcomes.length;
    const found = this.played.found(job, free);
    this.#take(this.client.submit(this.state, { ticket, job, found }, this.now));
    return this.outcomes.slice(from);
  }

  wait(ms: number): void {
    this.now += ms;
    this.#take(this.client.passTime(this.state, this.now));
  }

  #hear(lines: readonly string[]): void {
    for (const line of lines.join('').split('\n')) {
      if (line === '') continue;
      this.heard.push(line);
      this.#take(this.client.receive(this.state, line, this.now));
    }
  }

  #take({ state, lines, outcomes }: ClientStep): void {
    this.state = state;
    this.outcomes.push(...outcomes);
    for (const outcome of outcomes) if (outcome.kind === 'job') this.jobs.push(outcome.job);
    for (const line of lines) this.#hear(this.server.line(line.trimEnd()).lines);
  }
}

function printBig(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
