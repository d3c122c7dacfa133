import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent, Publisher } from '../../domain/kernel/publisher.ts';
import { openRedisStream } from './redis-stream.ts';
import { decodeMessage, encodeMessage, messageCharsMax, packEvents } from './relay-wire.ts';

/** Tells this process's watchers at once, and through Redis those of the other processes that use the same database. */
export interface Relay extends Publisher {
  connect(): void;
  /** Whether it speaks to Redis and hears it now. Without it this process serves its own watchers as ever. */
  isWhole(): boolean;
  counts(): RelayCounts;
  /** Sends what still waits, if that can be done within a second. */
  close(): Promise<void>;
}

/** Since the start of the process. Sent, received and dropped are messages; unknown are events. */
export interface RelayCounts {
  readonly sent: number;
  readonly received: number;
  /** Could not be sent: watchers elsewhere were not told then, and are made to catch up as soon as Redis is back. */
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
  /** Names the pool: two pools on one Redis must not hear each other. */
  readonly pool: string;
  /** Names this process among all, and this run of it. */
  readonly instance: string;
  readonly local: Publisher & { catchUp(): void };
  readonly onLost: (error: Error) => void;
  readonly onBack: (dropped: number) => void;
}

/** What a transaction made true goes out together with what follows at once. */
const soonMs = 20;
/** Shares arrive all the time, and watchers see their sum once a second anyway. */
const workedEveryMs = 1000;
/** So many messages are on their way at most; others wait, and beyond `waitingMax` events they are dropped. */
const underWayMax = 16;
const waitingMax = 50_000;
/** Other processes that are remembered; a pool has a handful. */
const peersMax = 256;
const againMs = 1000;
const farewellMs = 1000;

export function openRelay({ url, pool, instance, local, onLost, onBack }: RelayOptions): Relay {
  const counts = { sent: 0, received: 0, dropped: 0, unreadable: 0, unknown: 0, gaps: 0 };
  let waiting: LiveEvent[] = [];
  const worked = new Map<string, LiveEvent>();
  /** The number of this process's last message, sent or not: who misses one sees it from the next. */
  let number = 0;
  /** Others do not know yet that they missed something. */
  let owes = false;
  let isLost = false;
  /** Redis answers, but does not take what is sent: it may be full. */
  let refuses = false;
  let lostBefore = 0;
  let isClosed = false;
  let soon: NodeJS.Timeout | undefined;
  let workedSoon: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  const heardOf = new Map<string, number>();

  const stream = openRedisStream({
    url,
    key: `openlode:${pool}:live`,
    onTexts: (texts) => {
      const isComplete = texts.map(hear).every(Boolean);
      if (!isComplete) catchUp();
    },
    onGap: catchUp,
    onReady: () => {
      if (stream.isWhole()) found();
      if (owes) sendSoon();
    },
    onError: lose,
  });

  function lose(error: Error): void {
    if (isLost || isClosed) return;
    isLost = true;
    lostBefore = counts.dropped;
    onLost(error);
  }

  function found(): void {
    if (isLost) onBack(counts.dropped - lostBefore);
    isLost = false;
  }

  function catchUp(): void {
    if (isClosed) return;
    counts.gaps += 1;
    local.catchUp();
  }

  /** Hands over what another process tells. False where something was missed before it. */
  function hear(text: string): boolean {
    const message = decodeMessage(text);
    if (message === undefined) {
      counts.unreadable += 1;
      return true;
    }
    const { from, events } = message;
    if (isClosed || from === instance) return true;
    const last = heardOf.get(from) ?? 0;
    if (message.number <= last) return true;
    heardOf.delete(from);
    heardOf.set(from, message.number);
    const [oldest] = heardOf.keys();
    if (heardOf.size > peersMax && oldest !== undefined) heardOf.delete(oldest);
    counts.received += 1;
    counts.unknown += message.unknown;
    local.publish(events);
    return message.number === last + 1;
  }

  function publish(events: readonly LiveEvent[]): void {
    local.publish(events);
    if (isClosed) return;
    for (const event of events) {
      if (event.kind === 'account-worked') worked.set(event.uuid, event);
      else waiting.push(event);
    }
    if (waiting.length > 0) sendSoon();
    if (worked.size > 0) workedSoon ??= setTimeout(takeWorked, workedEveryMs).unref();
  }

  function takeWorked(): void {
    workedSoon = undefined;
    waiting.push(...worked.values());
    worked.clear();
    sendSoon();
  }

  function sendSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined;
      if (waiting.length > waitingMax) drop();
      sending = sending.then(sendAll);
    }, soonMs).unref();
  }

  function drop(): void {
    waiting = [];
    number += 1;
    counts.dropped += 1;
    owes = true;
  }

  async function sendAll(): Promise<void> {
    if (!stream.isReady()) {
      if (waiting.length > 0) drop();
      return;
    }
    const events = waiting;
    waiting = [];
    const underWay = new Set<Promise<void>>();
    const packs = events.length > 0 || !owes ? packEvents(events) : ['[]'];
    for (const pack of packs) {
      const sent = send(pack).finally(() => underWay.delete(sent));
      underWay.add(sent);
      if (underWay.size >= underWayMax) await Promise.race(underWay);
    }
    await Promise.all(underWay);
    // Redis answers, but took nothing: it may be full. The others must learn of it even if nothing else happens.
    if (owes && stream.isReady()) again ??= setTimeout(sendAgain, againMs).unref();
  }

  function sendAgain(): void {
    again = undefined;
    sendSoon();
  }

  async function send(events: string): Promise<void> {
    number += 1;
    try {
      owes = false;
      const message = encodeMessage(instance, number, events);
      if (message.length > messageCharsMax) throw new Error('one event is longer than a message may be');
      await stream.append(message);
      counts.sent += 1;
      if (refuses) found();
      refuses = false;
    } catch (error) {
      refuses = stream.isReady();
      if (refuses) lose(error as Error);
      counts.dropped += 1;
      owes = true;
    }
  }

  return {
    publish,
    connect: () => stream.connect(),
    isWhole: () => stream.isWhole(),
    counts: () => ({ ...counts }),
    close: async () => {
      clearTimeout(soon);
      clearTimeout(workedSoon);
      clearTimeout(again);
      waiting.push(...worked.values());
      isClosed = true;
      const last = sending.then(sendAll);
      await Promise.race([last, sleep(farewellMs, undefined, { ref: false })]);
      await stream.close();
      await last;
    },
  };
}
