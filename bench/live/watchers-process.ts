// Ten thousand pages in one process: bytes in, and when they came.
import { setTimeout as sleep } from 'node:timers/promises';
import { RawPage } from '../../testing/raw-page.ts';
import { answerQuestions } from '../support/bench-process.ts';
import type { ConnectOptions, WatcherVerbs } from './verbs.ts';

/** How many upgrades run at once. */
const UPGRADES = 200;

const arrivals = new Map<string, number[]>();
const pages: RawPage[] = [];

function now(): number {
  return performance.timeOrigin + performance.now();
}

/** What tells one message from another: the letters after `mark-`, or the number of an event. */
function note(text: string): void {
  const mark = /mark-\d+|"q":\d+/.exec(text)?.[0];
  if (mark === undefined) return;
  const times = arrivals.get(mark);
  if (times === undefined) arrivals.set(mark, [now()]);
  else times.push(now());
}

function open({ port, isOurs, uuid }: ConnectOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const page = new RawPage(isOurs ? { port } : { port, path: '/' });
    pages.push(page);
    page.socket.once('close', () => reject(new Error(`a watcher was closed, ${page.status}`)));
    page.onText = (text) => {
      if (text.startsWith('0{')) page.send('40');
      else if (text.startsWith('40{') && uuid === undefined) resolve();
      else if (text.startsWith('40{')) page.send(`421["join_account","${uuid}"]`);
      else if (text.startsWith('431')) resolve();
      else if (!isOurs && text === 'welcome') resolve();
      else note(text);
    };
  });
}

answerQuestions({
  connect: async (options) => {
    for (let left = options.sockets; left > 0; left -= UPGRADES)
      await Promise.all(Array.from({ length: Math.min(UPGRADES, left) }, () => open(options)));
    return { connected: pages.filter(({ isClosed }) => !isClosed).length };
  },
  heard: async ({ text, times }) => {
    while ((arrivals.get(text)?.length ?? 0) < times) await sleep(5);
    return { at: arrivals.get(text) ?? [] };
  },
} satisfies WatcherVerbs);
