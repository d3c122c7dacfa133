import { answerQuestions } from '../support/bench-process.ts';
import { LoadConnection } from './load-connection.ts';
import type { ShareObserver } from './load-connection.ts';
import type { LoadConnections, LoadResult, LoadVerbs } from './verbs.ts';

const OPENED_AT_ONCE = 100;
const WAIT_LIMIT_MS = 120_000;

const connections: LoadConnection[] = [];

async function open({ port, connections: added, first: miner }: LoadConnections): Promise<void> {
  const count = connections.length + added;
  while (connections.length < count) {
    const batch = Math.min(OPENED_AT_ONCE, count - connections.length);
    const first = connections.length;
    connections.push(
      ...(await Promise.all(
        Array.from({ length: batch }, (_, index) => {
          const number = (miner ?? 0) + first + index;
          return LoadConnection.open(port, number, miner === undefined ? undefined : addressOf(number));
        }),
      )),
    );
  }
}

/** An address of loopback for each 250 miners, and four of them in a /24: what the pool's limits allow a client address and a network. */
function addressOf(miner: number): string {
  return `127.${1 + Math.floor(miner / 1000)}.0.${1 + Math.floor((miner % 1000) / 250)}`;
}

/** Counts answers until there are `shares` of them; `onAnswer` runs after each. */
function observe(
  shares: number,
  onAnswer: (connection: LoadConnection) => void,
): { readonly observer: ShareObserver; readonly done: Promise<LoadResult> } {
  const refused: Record<string, number> = {};
  const latenciesMs: number[] = [];
  let answered = 0;
  let finish: () => void = () => undefined;
  const done = new Promise<LoadResult>((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`${answered} of ${shares} shares were answered`)),
      WAIT_LIMIT_MS,
    );
    finish = () => {
      clearTimeout(limit);
      resolve({ accepted: latenciesMs.length, refused, latenciesMs });
    };
  });
  const count = (connection: LoadConnection): void => {
    answered += 1;
    if (answered === shares) finish();
    else onAnswer(connection);
  };
  const observer: ShareObserver = {
    onAccepted(latencyMs, connection) {
      latenciesMs.push(latencyMs);
      count(connection);
    },
    onRefused(line, connection) {
      const text = /\[(\d+,"[^"]*")/.exec(line)?.[1] ?? line;
      refused[text] = (refused[text] ?? 0) + 1;
      count(connection);
    },
  };
  return { observer, done };
}

async function rush(shares: number, window: number): Promise<LoadResult> {
  let toSend = shares;
  const take = (wanted: number): number => {
    const count = Math.min(wanted, toSend);
    toSend -= count;
    return count;
  };
  const { observer, done } = observe(shares, (connection) => {
    if (take(1) === 1) connection.submit(1);
  });
  for (const connection of connections) connection.observer = observer;
  for (const connection of connections) {
    const count = take(window);
    if (count > 0) connection.submit(count);
  }
  return done;
}

async function pace(perSecond: number, shares: number): Promise<LoadResult> {
  const { observer, done } = observe(shares, () => undefined);
  for (const connection of connections) connection.observer = observer;
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(shares, Math.floor(((performance.now() - started) / 1000) * perSecond));
    for (; sent < due; sent += 1) connections[sent % connections.length]?.submit(1);
    if (sent === shares) clearInterval(timer);
  }, 1);
  return done;
}

function hearJob(): Promise<{ readonly spreadMs: number }> {
  let heard = 0;
  let first = 0;
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`${heard} of ${connections.length} connections heard of the job`)),
      WAIT_LIMIT_MS,
    );
    const unexpected = (): void => reject(new Error('a share was answered that was never sent'));
    const onJob = (): void => {
      if (heard === 0) first = performance.now();
      heard += 1;
      if (heard < connections.length) return;
      clearTimeout(limit);
      resolve({ spreadMs: performance.now() - first });
    };
    for (const connection of connections) {
      connection.observer = { onAccepted: unexpected, onRefused: unexpected, onJob };
    }
  });
}

answerQuestions({
  hearJob,
  connect: open,
  lost: () => connections.filter(({ isClosed }) => isClosed).length,
  rush: ({ shares, window }) => rush(shares, window),
  pace: ({ perSecond, shares }) => pace(perSecond, shares),
} satisfies LoadVerbs);
