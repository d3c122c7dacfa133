import type { Arrival } from '../core/arrival.ts';
import type { Dialects } from '../core/dialect.ts';
import type { OpenJob } from '../core/jobs.ts';
import { SessionShell } from '../core/session-shell.ts';
import type { Effect, RejectReason, SessionEnv } from '../core/session-state.ts';
import { readMessage } from '../wire/message.ts';

export interface PortAnswer {
  readonly lines: readonly string[];
  readonly effects: readonly Effect[];
}

/** One connection of a port: says lines, has its shares verified, reads what comes back. */
export class PortMiner<Input, Verdict> {
  readonly shell: SessionShell;
  readonly env: SessionEnv;
  readonly verify: (input: Input) => Verdict;

  constructor(dialects: Dialects, env: SessionEnv, verify: (input: Input) => Verdict, number: number) {
    this.shell = new SessionShell(number, dialects);
    this.env = env;
    this.verify = verify;
  }

  line(text: string): PortAnswer {
    return this.#hear(text, this.env);
  }

  /** A line that comes now; it is said when the answer is called, with the ms that have passed. */
  arrive(text: string): (ms: number) => PortAnswer {
    const arrival = this.shell.arrival(this.env);
    return (ms) => this.#hear(text, { ...this.env, now: this.env.now + ms }, arrival);
  }

  #hear(text: string, env: SessionEnv, arrival?: Arrival): PortAnswer {
    const { replies, effects } = this.shell.receive(readMessage(text), env, arrival);
    const [effect] = effects;
    if (effect?.kind !== 'verify') return { lines: replies, effects };
    const step = this.shell.complete(effect.share, this.verify(effect.input as Input), this.env);
    return { lines: step?.replies ?? [], effects: step?.effects ?? [] };
  }

  say(method: string, params: unknown, more: object = {}): PortAnswer {
    return this.line(JSON.stringify({ id: 7, method, params, ...more }));
  }

  /** What it is sent when a job opens. */
  hear(opened: OpenJob | undefined): string | undefined {
    return opened && this.shell.announce(opened, this.env)?.line;
  }
}

export const reasonsOf = ({ effects }: PortAnswer): readonly RejectReason[] =>
  effects.flatMap((effect) => (effect.kind === 'rejected' ? [effect.reason] : []));

export const worksOf = ({ effects }: PortAnswer): readonly bigint[] =>
  effects.flatMap((effect) => (effect.kind === 'share' ? [effect.work] : []));
