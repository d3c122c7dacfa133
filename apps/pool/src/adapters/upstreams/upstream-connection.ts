import type { UpstreamClient } from '@openlode/stratum/upstream/client';
import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { ClientOutcome, ClientState, ClientStep } from '@openlode/stratum/upstream/client-state';
import type { ClientFault } from '@openlode/stratum/upstream/faults';
import type { UpstreamAddress } from './upstream-address.ts';
import { type SocketEnd, UpstreamSocket } from './upstream-socket.ts';

/** Why a connection is over. */
export type ConnectionEnd =
  | SocketEnd
  | { readonly kind: 'fault'; readonly fault: ClientFault; readonly text: string };

export interface ConnectionOptions<Work, Found extends Solution> {
  readonly address: UpstreamAddress;
  readonly client: UpstreamClient<Work, Found>;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  readonly onOutcome: (outcome: ClientOutcome<Work>) => void;
  /** Once. Shares without an answer are unknown then: nothing more is said of them. */
  readonly onEnd: (end: ConnectionEnd) => void;
  readonly connectMs?: number;
  readonly tickMs?: number;
}

/** `ticket`: what its sender calls it. */
export interface SentShare<Work, Found extends Solution> {
  readonly ticket: number;
  readonly job: UpstreamJob<Work>;
  readonly found: Found;
  readonly isBlock: boolean;
}

const tickMsUsual = 1000;

/** One connection to an upstream: a client over a socket, and the time that passes for it. */
export class UpstreamConnection<Work, Found extends Solution> {
  readonly address: UpstreamAddress;
  readonly #options: ConnectionOptions<Work, Found>;
  readonly #socket: UpstreamSocket;
  #state: ClientState<Work> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(options: ConnectionOptions<Work, Found>) {
    this.#options = options;
    this.address = options.address;
    const { client, now, tickMs = tickMsUsual } = options;
    this.#socket = new UpstreamSocket(
      options.address,
      {
        onOpen: () => {
          this.#take(client.open(now()));
          this.#timer = setInterval(() => this.#step((state) => client.passTime(state, now())), tickMs);
          this.#timer.unref();
        },
        onLine: (line) => this.#step((state) => client.receive(state, line, now())),
        onEnd: (end) => this.#end(end),
      },
      options.connectMs,
    );
  }

  /** Whether one more share may wait for its answer. */
  mayTake(isBlock: boolean): boolean {
    const state = this.#state;
    return state !== undefined && !this.#isEnded && this.#options.client.mayTake(state, isBlock);
  }

  /** Sends a share in; its outcome has the same ticket. One for a connection that is over is `unsent`. */
  submit(share: SentShare<Work, Found>): void {
    const { client, now, onOutcome } = this.#options;
    if (this.#state === undefined || this.#isEnded)
      onOutcome({ kind: 'unsent', ticket: share.ticket, why: 'not-mining' });
    else this.#step((state) => client.submit(state, share, now()));
  }

  /** Ends it; nothing is said of it any more. */
  close(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
    this.#socket.destroy();
  }

  #step(step: (state: ClientState<Work>) => ClientStep<Work>): void {
    if (this.#state !== undefined && !this.#isEnded) this.#take(step(this.#state));
  }

  #take({ state, lines, outcomes }: ClientStep<Work>): void {
    this.#state = state;
    this.#socket.write(lines);
    for (const outcome of outcomes) {
      // What listens may have closed it on the outcome before.
      if (this.#isEnded) return;
      if (outcome.kind === 'fault' && outcome.ends) this.#end(outcome);
      else this.#options.onOutcome(outcome);
    }
  }

  #end(end: SocketEnd | Extract<ClientOutcome<Work>, { kind: 'fault' }>): void {
    if (this.#isEnded) return;
    this.close();
    this.#options.onEnd(end.kind === 'fault' ? { kind: 'fault', fault: end.fault, text: end.text } : end);
  }
}
