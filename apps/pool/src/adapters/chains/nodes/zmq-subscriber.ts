import { connect, type Socket } from 'node:net';
import { greeting, ready, subscription, type ZmtpMessage, ZmtpReader } from './zmtp.ts';

export interface SubscriberOptions {
  readonly host: string;
  readonly port: number;
  readonly topic: string;
  readonly onMessage: (message: ZmtpMessage) => void;
  /** It hears the publisher now (undefined), or why it does not: said once until it changes. */
  readonly onState: (problem: string | undefined) => void;
  /** Between two tries, ms. */
  readonly retryMs?: number;
}

/** A connection on which nothing comes and which neither side ends is tested by TCP itself after this, ms. */
const keepAliveMs = 30_000;

/** Hears one topic of a publisher of ZeroMQ, and connects again whenever it is lost; answers the function that ends it. */
export function subscribe(options: SubscriberOptions): () => void {
  const { host, port, topic, onMessage, onState, retryMs = 1000 } = options;
  let isEnded = false;
  let isReported = false;
  let reported: string | undefined;
  let socket: Socket | undefined;
  let timer: NodeJS.Timeout | undefined;
  const say = (problem: string | undefined): void => {
    if (isEnded || (isReported && reported === problem)) return;
    isReported = true;
    reported = problem;
    onState(problem);
  };

  function open(): void {
    const reader = new ZmtpReader();
    let why: string | undefined;
    const opened = connect({ host, port, noDelay: true });
    socket = opened;
    opened.setKeepAlive(true, keepAliveMs);
    opened.on('connect', () => opened.write(greeting()));
    let isAnswered = false;
    opened.on('data', (bytes) => {
      try {
        const { messages, isReady } = reader.read(bytes);
        if (!isAnswered && reader.isGreeted) {
          isAnswered = true;
          opened.write(Buffer.concat([ready(), subscription(topic)]));
        }
        if (isReady) say(undefined);
        for (const message of messages) {
          // Some publishers put what they say behind the topic, in one part.
          if (message[0]?.toString('latin1').startsWith(topic) === true) onMessage(message);
        }
      } catch (error) {
        why = (error as Error).message;
        opened.destroy();
      }
    });
    opened.on('error', (error: NodeJS.ErrnoException) => {
      why ??= error.message === '' ? (error.code ?? 'no connection') : error.message;
    });
    opened.on('close', () => {
      if (isEnded) return;
      say(why ?? 'the publisher has closed the connection');
      timer = setTimeout(open, retryMs);
      timer.unref();
    });
  }

  open();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    socket?.destroy();
  };
}
