import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent, Publisher } from '../../domain/kernel/publisher.ts';
import { PeerNumbers } from './peer-numbers.ts';
import { openRedisStream, type RedisStream } from './redis-stream.ts';
import { RelayOutbox } from './relay-outbox.ts';
import { decodeMessage, encodeMessage, messageCharsMax, packEvents } from './relay-wire.ts';

/** Since the start of the process. Sent, received and dropped are messages; unknown are events. */
export interface RelayCounts {
  readonly sent: number;
  readonly received: number;
  /** Could not be sent: watchers elsewhere were not notified, and catch up as soon as Redis is back. */
  readonly dropped: number;
  /** Were no messages at all. */
  readonly unreadable: number;
  /** Of a kind that this release does not know. */
  readonly unknown: number;
  /** How often this process's own watchers had to catch up. */
  readonly gaps: number;
}

export interface RelayOptions {
  readonly url: string;
  /** Names the pool: two pools on one Redis must not receive each other's events. */
  readonly pool: string;
  /** Names this process among all, and this run of it. */
  readonly instance: string;
  readonly local: Publisher & { catchUp(): void };
  readonly onLost: (error: Error) => void;
  readonly onBack: (dropped: number) => void;
  /** How often it tells the others its last number, in ms; 10 s by default. */
  readonly announceEveryMs?: number;
}

/** Messages that are on their way to Redis at most; others wait. */
const inFlightMax = 16;
const retryMs = 1000;
/**
 * A Redis that is emptied between a message and its readers has confirmed it and lost it. A reader sees that from the next message alone: one
 * comes at least this often.
 */
const announceAfterMs = 10_000;
const closeWithinMs = 1000;

export function openRelay(options: RelayOptions): Relay {
  return new Relay(options);
}

/** Publishes to this process's watchers at once, and through Redis to those of the other processes of the same database. */
export class Relay implements Publisher {
  readonly #options: RelayOptions;
  readonly #stream: RedisStream;
  readonly #outbox = new RelayOutbox(() => this.#send());
  readonly #peers = new PeerNumbers();
  readonly #counts = { sent: 0, received: 0, dropped: 0, unreadable: 0, unknown: 0, gaps: 0 };
  /** The number of this process's last message, sent or not: a receiver that misses one sees it from the next. */
  #number = 0;
  /** A message was dropped, and no later one was sent yet that tells the receivers. */
  #hasUntoldDrop = false;
  #isLost = false;
  /** Redis answers, but refuses messages: it may be full. */
  #isRefused = false;
  #droppedBeforeLoss = 0;
  #isClosed = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #announceTimer: NodeJS.Timeout | undefined;
  #sending = Promise.resolve();

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#stream = openRedisStream({
      url: options.url,
      key: `openlode:${options.pool}:live`,
      onTexts: (texts) => {
        const isComplete = texts.map((text) => this.#receive(text)).every(Boolean);
        if (!isComplete) this.#catchUp();
      },
      onGap: () => this.#catchUp(),
      onReady: () => {
        if (this.#stream.isWhole()) this.#onFound();
        if (this.#hasUntoldDrop) this.#outbox.sendSoon();
      },
      onError: (error) => this.#onLoss(error),
    });
  }

  connect(): void {
    this.#stream.connect();
    this.#announceTimer = setInterval(
      () => this.#announceNumber(),
      this.#options.announceEveryMs ?? announceAfterMs,
    ).unref();
  }

  /** Whether it can send to Redis and receive from it. Without it this process serves its own watchers as ever. */
  isWhole(): boolean {
    return this.#stream.isWhole();
  }

  counts(): RelayCounts {
    return { ...this.#counts };
  }

  publish(events: readonly LiveEvent[]): void {
    this.#options.local.publish(events);
    if (!this.#isClosed) this.#outbox.add(events);
  }

  /** Sends what still waits, if that can be done within a second. */
  async close(): Promise<void> {
    clearTimeout(this.#retryTimer);
    clearInterval(this.#announceTimer);
    this.#outbox.close();
    this.#isClosed = true;
    const last = this.#sending.then(() => this.#sendAll());
    await Promise.race([last, sleep(closeWithinMs, undefined, { ref: false })]);
    await this.#stream.close();
    await last;
  }

  #onLoss(error: Error): void {
    if (this.#isLost || this.#isClosed) return;
    this.#isLost = true;
    this.#droppedBeforeLoss = this.#counts.dropped;
    this.#options.onLost(error);
  }

  #onFound(): void {
    if (this.#isLost) this.#options.onBack(this.#counts.dropped - this.#droppedBeforeLoss);
    this.#isLost = false;
  }

  #catchUp(): void {
    if (this.#isClosed) return;
    this.#counts.gaps += 1;
    this.#options.local.catchUp();
  }

  /** Publishes the events of another process here. False where a message is missing before them. */
  #receive(text: string): boolean {
    const message = decodeMessage(text);
    if (message === undefined) {
      this.#counts.unreadable += 1;
      return true;
    }
    const { from, number, events, unknown } = message;
    if (this.#isClosed || from === this.#options.instance) return true;
    const order = this.#peers.receive(from, number);
    if (order === 'repeated') return true;
    this.#counts.received += 1;
    this.#counts.unknown += unknown;
    this.#options.local.publish(events);
    return order === 'next';
  }

  #send(): void {
    if (this.#outbox.isOverfull) this.#drop();
    this.#sending = this.#sending.then(() => this.#sendAll());
  }

  #drop(): void {
    this.#outbox.take();
    this.#number += 1;
    this.#counts.dropped += 1;
    this.#hasUntoldDrop = true;
  }

  /** An empty message, behind those that are on their way: each has a number, so a process that missed one sees it. */
  #announceNumber(): void {
    if (this.#number === 0 || !this.#stream.isReady()) return;
    this.#sending = this.#sending.then(() => this.#sendOne('[]'));
  }

  async #sendAll(): Promise<void> {
    if (!this.#stream.isReady()) {
      if (!this.#outbox.isEmpty) this.#drop();
      return;
    }
    const events = this.#outbox.take();
    const inFlight = new Set<Promise<void>>();
    const packs = events.length > 0 || !this.#hasUntoldDrop ? packEvents(events) : ['[]'];
    for (const pack of packs) {
      const sent = this.#sendOne(pack).finally(() => inFlight.delete(sent));
      inFlight.add(sent);
      if (inFlight.size >= inFlightMax) await Promise.race(inFlight);
    }
    await Promise.all(inFlight);
    // Redis refused everything: it may be full. The receivers must learn of the gap even if nothing else happens.
    if (this.#hasUntoldDrop && this.#stream.isReady())
      this.#retryTimer ??= setTimeout(() => this.#retry(), retryMs).unref();
  }

  #retry(): void {
    this.#retryTimer = undefined;
    this.#outbox.sendSoon();
  }

  async #sendOne(events: string): Promise<void> {
    this.#number += 1;
    try {
      this.#hasUntoldDrop = false;
      const message = encodeMessage(this.#options.instance, this.#number, events);
      if (message.length > messageCharsMax) throw new Error('one event is longer than a message may be');
      await this.#stream.append(message);
      this.#counts.sent += 1;
      if (this.#isRefused) this.#onFound();
      this.#isRefused = false;
    } catch (error) {
      this.#isRefused = this.#stream.isReady();
      if (this.#isRefused) this.#onLoss(error as Error);
      this.#counts.dropped += 1;
      this.#hasUntoldDrop = true;
    }
  }
}
