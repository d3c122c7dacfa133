import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEvents, ServerEvents } from '@openlode/contracts/live/events';
import { io, type Socket } from 'socket.io-client';
import { until } from '../edges/stratum/testing/listener-kit.ts';
import { findShare, Stranger } from '../edges/stratum/testing/stranger.ts';
import type { WholePool } from './whole-pool.ts';

/** An honest miner from another address, that mines on whatever happens, and a visitor who watches a miner's page. */
export interface Bystander {
  /** How long each share waited for its answer, in ms. */
  readonly waits: number[];
  /** How late the loop of events was before each of them, in ms. */
  readonly lags: number[];
  /** Answers that an honest miner must not get. */
  readonly refusals: string[];
  /** Everything that the watcher heard, as text. */
  readonly heard: string[];
  /** Mines one share more and asks the live channel once; throws when either is not answered. */
  proveItself(): Promise<void>;
  leave(): Promise<void>;
}

const restMs = 20;
/** A machine that stands still for seconds is no fault of the channel. */
const answerMs = 60_000;

export async function startBystander(pool: WholePool, user: string, watched: string): Promise<Bystander> {
  const miner = new Stranger(pool.mining.listener.port, '127.0.0.2');
  await until(() => !miner.socket.connecting);
  await miner.subscribe();
  await miner.ask('mining.authorize', [user, 'x'], 2);
  const waits: number[] = [];
  const lags: number[] = [];
  const refusals: string[] = [];
  const heard: string[] = [];

  const mine = async (): Promise<void> => {
    const before = performance.now();
    await miner.ask('mining.submit', findShare(pool.mining, miner, user));
    waits.push(performance.now() - before);
    const answer = miner.lines.findLast(({ method }) => method === undefined);
    miner.lines.length = 0;
    // A block that came while the share was on its way is no fault.
    if (answer?.result !== true && answer?.error?.[0] !== 21) refusals.push(JSON.stringify(answer));
  };

  const watcher: Socket<ServerEvents, ClientEvents> = io(pool.url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  watcher.onAny((...said) => heard.push(JSON.stringify(said)));
  await new Promise<void>((resolve, reject) => {
    watcher.on('connect', resolve);
    watcher.on('connect_error', reject);
  });
  const watch = (): Promise<unknown> => watcher.timeout(answerMs).emitWithAck('join_account', watched);
  await watch();

  const stay = new AbortController();
  const mining = (async () => {
    while (!stay.signal.aborted) {
      const before = performance.now();
      await sleep(restMs);
      lags.push(performance.now() - before - restMs);
      await mine();
    }
  })();

  return {
    waits,
    lags,
    refusals,
    heard,
    async proveItself() {
      const mined = waits.length;
      await until(() => waits.length > mined + 1);
      await watch();
    },
    async leave() {
      stay.abort();
      await mining;
      miner.socket.destroy();
      watcher.disconnect();
    },
  };
}
