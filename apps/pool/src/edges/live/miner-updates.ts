import { toLiveEvent } from '@openlode/contracts/live/account-event-wire';
import { presentPaymentStatus } from '../present/present-payments.ts';
import type { LiveEvent } from '../../domain/kernel/publisher.ts';
import type { MinerRooms } from './miner-rooms.ts';
import { fairOrder } from './fair-order.ts';
import { KeyedMutex } from '../../runtime/mutex.ts';
import type { LiveViews } from './views.ts';

/** Events about one miner. */
export type MinerEvent = Exclude<LiveEvent, { kind: 'algorithm-rewarded' | 'reload-pages' }>;

/** Shares arrive all the time; watchers see the sum of them once a second. */
const summaryEveryMs = 1000;
/** One check of summaries takes at most this long; the miners that it missed come first in the next. */
const checkMsMax = 1500;

/** Sends the watchers of miners what has changed, in order for each miner. Reads nothing for miners without a watcher. */
export class MinerUpdates {
  readonly #rooms: MinerRooms;
  readonly #views: LiveViews;
  readonly #mutex = new KeyedMutex();
  readonly #onError: (error: unknown) => void;
  readonly #summaryTimers = new Map<string, NodeJS.Timeout>();
  /** The last summary that was sent for each watched miner, and the last of each of its workers, as JSON. */
  readonly #sentSummaries = new Map<string, string>();
  readonly #sentWorkers = new Map<string, ReadonlyMap<string, string>>();
  /** When each watched miner was last checked. */
  readonly #checkedAt = new Map<string, number>();

  constructor(rooms: MinerRooms, views: LiveViews, onError: (error: unknown) => void) {
    this.#rooms = rooms;
    this.#views = views;
    this.#onError = onError;
  }

  /** Sends one event, or schedules the summary that it changes. */
  send(event: MinerEvent): void {
    const { uuid } = event;
    if (!this.#rooms.has(uuid)) return;
    this.#rooms.setKnown(uuid, true);
    if (event.kind === 'miner-worked') this.#scheduleSummary(uuid);
    else this.#inOrder(uuid, () => this.#sendNow(event));
  }

  /** Sends the present state of a miner, and asks its watchers to fetch the events that they missed. */
  catchUp(uuid: string): void {
    this.#inOrder(uuid, async () => {
      const balance = await this.#views.balance(uuid);
      if (balance !== undefined) this.#rooms.to(uuid).emit('balance', balance);
      await this.#sendSummary(uuid, { always: true });
      if (balance !== undefined) this.#rooms.setKnown(uuid, true);
      this.#rooms.to(uuid).emit('catch_up', { uuid });
    });
  }

  /** A hashrate falls without an event when a miner stops: reads one watched miner after another, and sends what changed. */
  async checkSummaries(): Promise<void> {
    const until = performance.now() + checkMsMax;
    const miners = this.#rooms
      .watched()
      .map((miner) => ({ ...miner, lookedAt: this.#checkedAt.get(miner.uuid) ?? 0 }));
    for (const uuid of fairOrder(miners)) {
      if (performance.now() > until) return;
      if (this.#summaryTimers.has(uuid) || !this.#rooms.has(uuid)) continue;
      this.#checkedAt.set(uuid, performance.now());
      await this.#mutex.run(uuid, () => this.#sendChanges(uuid)).catch(this.#onError);
    }
  }

  /** What is sent about one miner keeps its order. */
  #inOrder(uuid: string, work: () => Promise<void>): void {
    void this.#mutex.run(uuid, work).catch(this.#onError);
  }

  /** The last watcher has left. */
  forget(uuid: string): void {
    this.#sentSummaries.delete(uuid);
    this.#sentWorkers.delete(uuid);
    this.#checkedAt.delete(uuid);
  }

  async close(): Promise<void> {
    for (const timer of this.#summaryTimers.values()) clearTimeout(timer);
    this.#summaryTimers.clear();
    await this.#mutex.settled();
  }

  #scheduleSummary(uuid: string): void {
    if (this.#summaryTimers.has(uuid)) return;
    const send = (): void => {
      this.#summaryTimers.delete(uuid);
      this.#inOrder(uuid, () => this.#sendSummary(uuid, { always: true }));
    };
    this.#summaryTimers.set(uuid, setTimeout(send, summaryEveryMs));
  }

  async #sendNow(event: Exclude<MinerEvent, { kind: 'miner-worked' }>): Promise<void> {
    const { uuid } = event;
    if (event.kind === 'miner-event') {
      const shown = await this.#views.event(uuid, event.event);
      if (shown !== undefined) this.#rooms.to(uuid).emit('event', toLiveEvent(uuid, shown));
    } else if (event.kind === 'payment-changed') {
      this.#rooms.to(uuid).emit('payment_status', presentPaymentStatus(uuid, event.coin, event.payment));
    } else {
      const balance = await this.#views.balance(uuid);
      if (balance !== undefined) this.#rooms.to(uuid).emit('balance', balance);
    }
  }

  async #sendChanges(uuid: string): Promise<void> {
    await this.#sendSummary(uuid, { always: false });
    await this.#sendWorkers(uuid);
  }

  async #sendSummary(uuid: string, { always }: { readonly always: boolean }): Promise<void> {
    const summary = await this.#views.summary(uuid);
    if (summary === undefined || !this.#rooms.has(uuid)) return;
    const text = JSON.stringify(summary);
    if (!always && this.#sentSummaries.get(uuid) === text) return;
    this.#sentSummaries.set(uuid, text);
    this.#rooms.to(uuid).emit('summary', summary);
  }

  /** Clients of the older event names get each worker by itself; only workers that changed are sent. */
  async #sendWorkers(uuid: string): Promise<void> {
    const workers = await this.#views.workers(uuid);
    if (!this.#rooms.has(uuid)) return;
    const sent = this.#sentWorkers.get(uuid);
    const now = new Map(workers.map((worker) => [`${worker.al} ${worker.n}`, JSON.stringify(worker)]));
    for (const worker of workers) {
      const name = `${worker.al} ${worker.n}`;
      if (sent?.get(name) !== now.get(name)) this.#rooms.to(uuid).emit('hr_worker', worker);
    }
    this.#sentWorkers.set(uuid, now);
  }
}
