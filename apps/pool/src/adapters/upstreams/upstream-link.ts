import type { UpstreamClient } from '@openlode/stratum/upstream/client';
import type { Solution } from '@openlode/stratum/upstream/client-dialect';
import type { ClientOutcome } from '@openlode/stratum/upstream/client-state';
import type { ReconnectWish } from '@openlode/stratum/upstream/read-reconnect';
import { type AddressHealth, afterFailure, freshAddresses, nextAddress } from './address-book.ts';
import { followReconnect } from './follow-reconnect.ts';
import type { UpstreamAddress } from './upstream-address.ts';
import { type ConnectionEnd, type SentShare, UpstreamConnection } from './upstream-connection.ts';

/** Why the connection that gave work is over, or one that was to give it never did. */
export type LinkEnd =
  | ConnectionEnd
  /** `followed`: to an address that the operator has listed. */
  | { readonly kind: 'sent-elsewhere'; readonly host: string; readonly followed: boolean }
  /** What listens cannot use it. */
  | { readonly kind: 'refused-here'; readonly why: string };

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
  /** Whether it may be connected to at this moment; always where it is left out. */
  readonly mayConnect?: () => boolean;
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
/** An upstream that sends us away for longer, or again within `followedOnceMs`, is left for the next of the list, ms. */
const awayMsMax = 10_000;
const followedOnceMs = 300_000;

/** One connection to an upstream that is made again whenever it is lost, at the first address of the list that works. */
export class UpstreamLink<Work, Found extends Solution> {
  readonly #options: LinkOptions<Work, Found>;
  readonly #timer: NodeJS.Timeout;
  #health: readonly AddressHealth[];
  #working: Live<Work, Found> | undefined;
  /** Where it was sent, and when it may go there. */
  #sentTo: { readonly index: number; readonly address: UpstreamAddress; readonly at: number } | undefined;
  #followedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: LinkOptions<Work, Found>) {
    this.#options = options;
    this.#health = freshAddresses(options.addresses);
    this.#timer = setInterval(() => this.#look(), options.tickMs ?? tickMsUsual);
    this.#timer.unref();
    this.#look();
  }

  /** Whether the connection that works may have one more share without an answer. */
  mayTake(isBlock: boolean): boolean {
    return this.#working?.connection.mayTake(isBlock) === true;
  }

  /** Sends a share in on the connection that works; its outcome has the same ticket. */
  submit(share: SentShare<Work, Found>): void {
    const { ticket } = share;
    if (this.#working === undefined) this.#options.onOutcome({ kind: 'unsent', ticket, why: 'not-mining' });
    else this.#working.connection.submit(share);
  }

  /** What comes on the connection cannot be used: it is ended, and its address counts as failed. */
  refuse(why: string): void {
    if (this.#working !== undefined) this.#lose(this.#working, { kind: 'refused-here', why });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#working?.connection.close();
    this.#working = undefined;
  }

  /** Connects where nothing is connected, and ends what may not be. */
  #look(): void {
    if (this.#isClosed) return;
    if (this.#options.mayConnect?.() === false) return this.refuse('no work of it may be given now');
    if (this.#working !== undefined) return;
    const now = this.#options.now();
    const sentTo = this.#sentTo;
    if (sentTo !== undefined && now < sentTo.at) return;
    this.#sentTo = undefined;
    const index = sentTo?.index ?? nextAddress(this.#health, now);
    if (index !== undefined) this.#working = this.#open(index, sentTo?.address);
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
        onOutcome: (outcome) => this.#takeOutcome(live, outcome),
        onEnd: (end) => this.#lose(live, end),
        ...(connectMs === undefined ? {} : { connectMs }),
        ...(tickMs === undefined ? {} : { tickMs }),
      }),
    };
    return live;
  }

  #takeOutcome(live: Live<Work, Found>, outcome: ClientOutcome<Work>): void {
    const { now, onUp, onOutcome } = this.#options;
    if (outcome.kind === 'reconnect') return this.#send(live, outcome);
    if (outcome.kind === 'ready') {
      live.upAt = now();
      onUp(live.connection.address);
    }
    onOutcome(outcome);
  }

  /** The upstream wants us elsewhere: it has no use for this connection. */
  #send(live: Live<Work, Found>, wish: ReconnectWish): void {
    const { address } = live.connection;
    const { addresses, now } = this.#options;
    const waitMs = wish.waitSeconds * 1000;
    const isTooMuch = waitMs > awayMsMax || now() - this.#followedAt < followedOnceMs;
    const to = isTooMuch ? undefined : followReconnect(wish, address, addresses);
    if (to !== undefined) {
      const listed = addresses.indexOf(to);
      this.#followedAt = now();
      // Another port of its own host stands in no list: what happens there is its own address's.
      this.#sentTo = { index: listed < 0 ? live.index : listed, address: to, at: now() + waitMs };
    }
    this.#lose(live, { kind: 'sent-elsewhere', host: wish.host, followed: to !== undefined });
  }

  #lose(live: Live<Work, Found>, end: LinkEnd): void {
    if (live !== this.#working) return;
    const { now, random, onDown } = this.#options;
    live.connection.close();
    this.#working = undefined;
    const goodForMs = live.upAt === undefined ? 0 : now() - live.upAt;
    const isRefused = end.kind === 'fault' && refusals.has(end.fault);
    const failure = { now: now(), goodForMs, isRefused, spread: random() };
    this.#health = afterFailure(this.#health, live.index, failure);
    onDown(end, live.connection.address, live.upAt !== undefined);
    this.#look();
  }
}

const refusals: ReadonlySet<string> = new Set(['login-refused', 'subscription-refused']);
