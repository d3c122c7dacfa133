import { UpstreamClient } from '../upstream/client.ts';
import type { ClientSettings, Solution, UpstreamJob } from '../upstream/client-dialect.ts';
import type { ClientStep } from '../upstream/client-state.ts';
import type { ClientFault } from '../upstream/faults.ts';
import { playedUpstreams } from './played-upstreams.ts';
import { settingsOf } from './upstream-pair.ts';

/** A client of one dialect that a suite sends lines: it keeps what the client answers and makes of them. Its user is `U.w`. */
export class PlayedClient {
  readonly client: UpstreamClient<unknown, Solution>;
  readonly sent: string[] = [];
  step: ClientStep;

  constructor(name: string, more: Partial<ClientSettings> = {}) {
    const played = playedUpstreams.find((each) => each.name === name);
    if (played === undefined) throw new Error(`no client of ${name}`);
    this.client = new UpstreamClient(played.client, settingsOf(played, { user: 'U.w', ...more }));
    this.step = this.client.open(0);
    this.sent.push(...this.step.lines);
  }

  receive(...lines: readonly string[]): ClientStep {
    for (const line of lines) {
      this.step = this.client.receive(this.step.state, line, 0);
      this.sent.push(...this.step.lines);
    }
    return this.step;
  }

  /** The same as a chain: a client that has received these lines. */
  after(...lines: readonly string[]): this {
    this.receive(...lines);
    return this;
  }

  /** What is wrong with a line, or `none`; the client does not go on with it. */
  faultOf(line: string): ClientFault | 'none' {
    const { outcomes } = this.client.receive(this.step.state, line, 0);
    for (const outcome of outcomes) if (outcome.kind === 'fault') return outcome.fault;
    return 'none';
  }

  /** The jobs that a line brings. */
  jobsOf(line: string): readonly UpstreamJob[] {
    return this.receive(line).outcomes.flatMap((outcome) => (outcome.kind === 'job' ? [outcome.job] : []));
  }

  /** The line with which a share of the last job is sent in. */
  submit(found: Solution): readonly string[] {
    const outcome = this.step.outcomes.find(({ kind }) => kind === 'job');
    if (outcome?.kind !== 'job')
      throw new Error(`no job: ${this.step.outcomes.map(({ kind }) => kind).join()}`);
    return this.client.submit(this.step.state, { ticket: 1, job: outcome.job, found }, 0).lines;
  }
}

/** The answer `true` to a question of the client. */
export const yes = (id: number): string => `{"id":${id},"result":true,"error":null}`;
/** The answer to a subscription that fixes these digits of the nonce. */
export const subscribed = (prefix: unknown): string =>
  JSON.stringify({ id: 1, result: [null, prefix], error: null });
/** What a pool says unasked. */
export const announcement = (method: string, params: unknown): string =>
  JSON.stringify({ id: null, method, params });
/** A hash of one digit. */
export const hashOf = (digit: string): string => digit.repeat(64);
