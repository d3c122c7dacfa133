import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';

export interface RedisStreamOptions {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  readonly key: string;
  /** Texts that others or this process have appended, in their order, each once. */
  readonly onTexts: (texts: readonly string[]) => void;
  /** Texts may have been missed for good: the stream was lost, or has been cut beyond the position where this process read. */
  readonly onGap: () => void;
  /** Appending is possible, or reading goes on, first or again. */
  readonly onReady: () => void;
  /** Called for every failed attempt: a caller that logs should log the first only. */
  readonly onError: (error: Error) => void;
}

/** A stream in Redis, appended to over one connection and followed over another, each of which comes back by itself. */
export interface RedisStream {
  connect(): void;
  /** Whether both connections stand now. */
  isWhole(): boolean;
  /** Whether `append` may be tried now. */
  isReady(): boolean;
  /** Refused at once while Redis is away: nothing waits in memory for it. */
  append(text: string): Promise<void>;
  close(): Promise<void>;
}

/** About this many texts stay for those who were away. At 16 KiB at most, a pool takes 64 MiB of Redis at the very worst. */
const textsKept = 4096;
/** A stream without new messages expires. */
const keptSeconds = 3600;
const keepEveryMs = 60_000;
const readMax = 100;
const blockMs = 5000;
/** A Redis that takes the connection and says nothing is given up, above the time that a read may wait. */
const silenceMs = 12_000;
const connectWithinMs = 5000;
const againMs = 500;
const beforeAll = '0-0';

/** At once, then slower and slower, up to two seconds, and never all processes at the same moment. */
function retryAfter(attempts: number): number {
  return Math.min(2000, 50 * 2 ** Math.min(attempts, 6)) * (0.75 + Math.random() / 2);
}

export function openRedisStream(options: RedisStreamOptions): RedisStream {
  const { url, key, onTexts, onGap, onReady, onError } = options;
  const [writer, reader] = [connection(url), connection(url)];
  let isClosed = false;
  let keptAt = Number.NEGATIVE_INFINITY;
  /** Where this process has read to; undefined before it has read at all. */
  let position: string | undefined;
  let following = Promise.resolve();

  // Without a listener an error would end the process.
  for (const client of [writer, reader]) client.on('error', (error: Error) => isClosed || onError(error));
  writer.on('ready', onReady);
  reader.on('ready', () => {
    following = following.then(follow);
  });

  async function follow(): Promise<void> {
    while (reader.isReady) {
      try {
        position = await findPosition();
        onReady();
        for (;;) await readOn();
      } catch (error) {
        if (isClosed || !reader.isReady) return;
        // It answers, but not this: it may still be loading, or what is kept under the key is no stream.
        onError(error as Error);
        await sleep(againMs);
      }
    }
  }

  /** Where to read on after the connection came back; the gap is told where what came between is gone. */
  async function findPosition(): Promise<string> {
    if (position === undefined) {
      const newest = (await reader.xRevRange(key, '+', '-', { COUNT: 1 }))?.[0];
      onGap();
      return newest?.id ?? beforeAll;
    }
    const kept = await reader.xRange(key, position, position);
    if (kept !== null && kept.length > 0) return position;
    onGap();
    return beforeAll;
  }

  async function readOn(): Promise<void> {
    const streams = await reader.xRead(
      { key, id: position ?? beforeAll },
      { COUNT: readMax, BLOCK: blockMs },
    );
    const messages = streams?.[0]?.messages ?? [];
    const last = messages.at(-1);
    if (last === undefined) return;
    position = last.id;
    onTexts(messages.map(({ message }) => message[field] ?? ''));
  }

  return {
    connect: () => {
      // They try for ever; what fails has been told as an error, and closing ends them.
      for (const client of [writer, reader]) client.connect().catch(() => undefined);
    },
    isReady: () => writer.isReady,
    isWhole: () => writer.isReady && reader.isReady,
    append: async (text) => {
      const TRIM = { strategy: 'MAXLEN', strategyModifier: '~', threshold: textsKept } as const;
      await writer.xAdd(key, '*', { [field]: text }, { TRIM });
      const now = performance.now();
      if (now - keptAt < keepEveryMs) return;
      keptAt = now;
      await writer.expire(key, keptSeconds);
    },
    close: async () => {
      isClosed = true;
      for (const client of [writer, reader]) client.destroy();
      await following;
    },
  };
}

const field = 'm';

function connection(url: string) {
  return createClient({
    url,
    // Enough of a dialect for every Redis that has streams.
    RESP: 2,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    pingInterval: blockMs,
    socket: {
      connectTimeout: connectWithinMs,
      socketTimeout: silenceMs,
      reconnectStrategy: retryAfter,
    },
  });
}

/** Asks a Redis for a sign of life once, and answers its version. Throws what is wrong with it. */
export async function askRedis(url: string, withinMs: number): Promise<string> {
  const client = createClient({
    url,
    RESP: 2,
    maintNotifications: 'disabled',
    socket: { connectTimeout: withinMs, socketTimeout: withinMs, reconnectStrategy: false },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const info = await client.info('server');
    return /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
  } finally {
    client.destroy();
  }
}
