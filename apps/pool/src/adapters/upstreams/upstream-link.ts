import type { UpstreamClient } from '@openlode/stratum/upstream/client';
import type { Solution, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import type { ClientOutcome } from '@openlode/stratum/upstream/client-state';
import type { ReconnectWish } from '@openlode/stratum/upstream/read-reconnect';
import { type AddressHealth, afterFailure, freshAddresses, nextAddress, provenMs } from './address-book.ts';
import { followReconnect } from './follow-reconnect.ts';
import type { UpstreamAddress } from './upstream-address.ts';
import { type ConnectionEnd, UpstreamConnection } from './upstream-connection.ts';

/** Why the connection that gave work is over, or one that was to give it never did. */
export type LinkEnd =
  | ConnectionEnd
  /** `followed`: to an address that the operator has listed. */
  | { readonly kind: 'sent-elsewhere'; readonly host: string; readonly followed: boolean }
  /** What listens cannot use it. */
  | { readonly kind: 'refused-here'; readonly why: string }
  /** An address further up the list works again. */
  | { readonly kind: 'gone-back' };

export interface LinkOptions<Work, Found extends Solution> {
  /** In the order in which they are tried. */
  readonly addresses: readonly [UpstreamAddress, ...UpstreamAddress[]];
  readonly client: UpstreamClient<Work, Found>;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** A number from 0 to below 1, by chance. */
  readonly random: () => number;
  /** A connection was let in: whatever was known of the one before holds no longer. */
  readonly onUp: (address: UpstreamAddress) => void;
  /** What comes on it. */
  readonly onOutcome: (outcome: ClientOutcome<Work>) => void;
  /** It is over, or a try has failed (`wasUp` false). */
  readonly onDown: (end: LinkEnd, address: UpstreamAddress, wasUp: boolean) => void;
  readonly connectMs?: number;
  readonly tickMs?: number;
}

interface Live<Work, Found extends Solution> {
  readonly index: number;
  readonly connection: UpstreamConnection<Work, Found>;
  /** When it was let in; undefined before. */
  upAt: number | undefined;
}

const tickMsUsual = 1000;
/** The longest that an upstream may send us away for, ms. */
const awayMsMax = 60_000;

/**
 * One connection to an upstream that is made again whenever it is lost, at the first address of the list that works. Where that is not the
 * first of all, one further up is tried beside it, and gone back to with a new job after five minutes of its good health.
 */
export class UpstreamLink<Work, Found extends Solution> {
  readonly #options: LinkOptions<Work, Found>;
  readonly #timer: NodeJS.Timeout;
  #health: readonly AddressHealth[];
  #working: Live<Work, Found> | undefined;
  #returning: Live<Work, Found> | undefined;
  /** Where it was sent, and when it may go there. */
  #sentTo: { readonly index: number; readonly address: UpstreamAddress; readonly at: number } | undefined;
  #isClosed = false;

  constructor(options: LinkOptions<Work, Found>) {
    this.#options = options;
    this.#health = freshAddresses(options.addresses);
    this.#timer = setInterval(() => this.#look(), options.tickMs ?? tickMsUsual);
    this.#timer.unref();
    this.#look();
  }

  get isUp(): boolean {
    return this.#working?.upAt !== undefined;
  }

  /** Sends a share in on the connection that works; its outcome has the same ticket. */
  submit(ticket: number, job: UpstreamJob<Work>, found: Found): void {
    if (this.#working === undefined) this.#options.onOutcome({ kind: 'unsent', ticket, why: 'not-mining' });
    else this.#working.connection.submit(ticket, job, found);
  }

  /** What comes on the connection cannot be used: it is ended, and its address counts as failed. */
  refuse(why: string): void {
    if (this.#working !== undefined) this.#lose(this.#working, { kind: 'refused-here', why });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#working?.connection.close();
    this.#returning?.connection.close();
    this.#working = undefined;
    this.#returning = undefined;
  }

  /** Connects what is to be connected now. */
  #look(): void {
    if (this.#isClosed) return;
    const now = this.#options.now();
    if (this.#working === undefined) {
      const sentTo = this.#sentTo;
      // One that sends us back and forth is left alone as one that fails.
      if (sentTo !== undefined && now < Math.max(sentTo.at, this.#health[sentTo.index]?.retryAt ?? 0)) return;
      this.#sentTo = undefined;
      const index = sentTo?.index ?? nextAddress(this.#health, now);
      if (index !== undefined) this.#working = this.#open(index, sentTo?.address);
    } else if (this.#working.upAt !== undefined && this.#returning === undefined) {
      const index = nextAddress(this.#health, now, this.#working.index);
      if (index !== undefined) this.#returning = this.#open(index);
    }
  }

  #open(index: number, sentTo?: UpstreamAddress): Live<Work, Found> {
    const { client, now, connectMs, tickMs, addresses } = this.#options;
    const address = sentTo ?? addresses[index] ?? addresses[0];
    const live: Live<Work, Found> = {
      index,
      upAt: undefined,
      connection: new UpstreamConnection({
        address,
        client,
        now,
        onOutcome: (outcome) => this.#hear(live, outcome),
        onEnd: (end) => this.#lose(live, end),
        ...(connectMs === undefined ? {} : { connectMs }),
        ...(tickMs === undefined ? {} : { tickMs }),
      }),
    };
    return live;
  }

  #hear(live: Live<Work, Found>, outcome: ClientOutcome<Work>): void {
    const { now, onUp, onOutcome } = this.#options;
    if (outcome.kind === 'reconnect') return this.#send(live, outcome);
    if (outcome.kind === 'ready') {
      live.upAt = now();
      if (live === this.#working) onUp(live.connection.address);
    }
    if (live === this.#returning) {
      const isProven = live.upAt !== undefined && now() - live.upAt >= provenMs;
      if (outcome.kind !== 'job' || !isProven) return;
      this.#goBack(live);
    }
    if (live === this.#working) onOutcome(outcome);
  }

  #goBack(live: Live<Work, Found>): void {
    const { onUp, onDown } = this.#options;
    const before = this.#working;
    this.#working = live;
    this.#returning = undefined;
    before?.connection.close();
    if (before !== undefined) onDown({ kind: 'gone-back' }, before.connection.address, true);
    onUp(live.connection.address);
  }

  /** The upstream wants us elsewhere: it has no use for this connection. */
  #send(live: Live<Work, Found>, wish: ReconnectWish): void {
    const { address } = live.connection;
    const { addresses, now } = this.#options;
    const to = followReconnect(wish, address, addresses);
    if (to !== undefined && live === this.#working) {
      const at = now() + Math.min(awayMsMax, wish.waitSeconds * 1000);
      this.#sentTo = { index: Math.max(0, addresses.indexOf(to)), address: to, at };
    }
    this.#lose(live, { kind: 'sent-elsewhere', host: wish.host, followed: to !== undefined });
  }

  #lose(live: Live<Work, Found>, end: LinkEnd): void {
    const { now, random, onDown } = this.#options;
    live.connection.close();
    const goodForMs = live.upAt === undefined ? 0 : now() - live.upAt;
    const isRefused = end.kind === 'fault' && refusals.has(end.fault);
    this.#health = afterFailure(this.#health, live.index, {
      now: now(),
      goodForMs,
      isRefused,
      spread: random(),
    });
    if (live === this.#returning) this.#returning = undefined;
    if (live !== this.#working) return;
    this.#working = undefined;
    // Its address may be the next one to be tried.
    this.#returning?.connection.close();
    this.#returning = undefined;
    onDown(end, live.connection.address, live.upAt !== undefined);
    this.#look();
  }
}

const refusals: ReadonlySet<string> = new Set(['login-refused', 'subscription-refused']);
