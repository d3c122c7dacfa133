import type { Dialect } from '../core/dialect.ts';
import { plainJobs } from '../core/jobs.ts';
import type { SessionEnv, Step } from '../core/session-state.ts';
import type { UpstreamJob } from '../upstream/client-dialect.ts';
import { defineRelayedDialect } from '../upstream/define-relayed-dialect.ts';
import { openRelayedHeader } from '../upstream/open-relayed-header.ts';
import type {
  OpenRelayedHeader,
  RelayedHeaderInput,
  RelayedHeaderSession,
  RelayedLayout,
} from '../upstream/relayed-layout.ts';
import type { RelayedVerdict, Seat } from '../upstream/relayed-share.ts';
import { readMessage } from '../wire/message.ts';
import { headerRules } from './header-kit.ts';
import { jobTime } from './session-kit.ts';
import { sha256d } from './sha256d.ts';

/** A connection to a port whose work another pool gives, as suites have it. Workers are `COIN:ADDRESS.WORKER`; NOPE is no coin. */
export class RelayedSession {
  readonly dialect: Dialect<RelayedHeaderSession, OpenRelayedHeader>;
  readonly layout: RelayedLayout;
  state: RelayedHeaderSession;
  env: SessionEnv<OpenRelayedHeader>;
  #count = 0;

  constructor(layout: RelayedLayout, more: Partial<SessionEnv<OpenRelayedHeader>> = {}) {
    this.layout = layout;
    this.dialect = defineRelayedDialect(layout);
    this.state = this.dialect.open(7);
    this.env = {
      now: jobTime * 1000,
      rules: { ...headerRules, minimumWork: 2n, startWork: 8n, maximumWork: 1n << 40n },
      jobs: plainJobs(() => {
        throw new Error('no job is made');
      }) as never,
      sha256d,
      accepting: true,
      verifiesLater: true,
      login: (text, workerField) => {
        const [, coin, address, worker = workerField ?? ''] =
          /^([A-Z]+):([^.]+)(?:\.(\w+))?$/.exec(text) ?? [];
        if (coin === undefined || coin === 'NOPE' || address === undefined)
          return { kind: 'unknown-coin', coin: 'NOPE' };
        return {
          kind: 'login',
          login: { coin, network: coin, address, memo: null, worker, referralCode: null },
        };
      },
      ...more,
    };
  }

  take(seat: Seat): boolean {
    const moved = this.dialect.seats?.take(this.state, seat);
    if (moved !== undefined) this.state = moved;
    return moved !== undefined;
  }

  /** A job of the other pool comes: what the session is sent. Ours are called 1, 2, … */
  give(upstream: UpstreamJob, networkWork?: bigint, price?: OpenRelayedHeader['price']): readonly string[] {
    this.#count += 1;
    const opened = openRelayedHeader(this.layout, upstream, {
      id: this.#count.toString(16),
      clean: upstream.clean,
      number: this.#count,
      chain: 'upstream-other',
      scale: this.env.rules.scale,
      networkWork,
      price,
    });
    const given = this.dialect.announce(this.state, opened, this.env);
    if (given === undefined) return [];
    this.state = given.state;
    return given.line === undefined ? [] : [...given.before, given.line];
  }

  line(text: string): Step<RelayedHeaderSession> {
    const step = this.dialect.receive(this.state, readMessage(text), this.env);
    this.state = step.state;
    return step;
  }

  say(method: string, params: unknown, more: object = {}): Step<RelayedHeaderSession> {
    return this.line(JSON.stringify({ id: 1, method, params, ...more }));
  }

  complete(share: unknown, verdict: RelayedVerdict): Step<RelayedHeaderSession> {
    const step = this.dialect.complete(this.state, share, verdict, this.env);
    this.state = step.state;
    return step;
  }
}

/** What became of a share: `verify` where it was handed on. */
export const outcomesOf = ({ effects }: Step): readonly string[] =>
  effects.map((effect) => (effect.kind === 'rejected' ? effect.reason : effect.kind));

/** Of a share that was handed on. */
export function handedOn(step: Step): { readonly share: unknown; readonly input: RelayedHeaderInput } {
  const [effect] = step.effects;
  if (effect?.kind !== 'verify') throw new Error(`not handed on: ${outcomesOf(step).join()}`);
  return { share: effect.share, input: effect.input as RelayedHeaderInput };
}
